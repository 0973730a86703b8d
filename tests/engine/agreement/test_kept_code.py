"""Code that was kept is the code that would be written: the same play, step for step, and never that of other rules."""

import os
import pickle
import random
import shutil
import subprocess
import sys
import threading
import traceback
from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.engine.agreement.large import HEAD, LARGE
from tests.engine.agreement.lockstep import Pair, seeded, walk
from tests.engine.agreement.settings import CLASSICS, RULESETS
from tests.fuzz.law import written

import cavewright as cw
from cavewright.engine.generate import CodeBundle, Generator
from cavewright.engine.jit import code_cache, compiled
from cavewright.engine.jit.code_size import too_large
from cavewright.foundation.storage import cache
from cavewright.play.loading import shared
from cavewright.play.states.game import Game

CHANGED = ("the-cave", ("long-rope", "short-game"), {"starting_kit": "suggested", "hardship_climbs": False})
GAMES = [
    *((each, (), {}) for each in CLASSICS),
    ("the-cave", (), {}),
    CHANGED,
    ("kave-kapers", (), {}),
    ("cave-vs-cave", (), {}),
    ("cave-vs-cave+cave-vs-cave-era2", (), {}),
]
SOME = [("connect-four", (), {}), ("kave-kapers", (), {}), CHANGED]
TURN_POINTS = ("turn_points    = 5", "turn_points    = 6")


def named(given):
    return "+".join([given[0], *given[1], *given[2]])


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A cache of its own; nothing is known of what other tests have loaded."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path / "kept"))
    forget()
    yield tmp_path / "kept"
    forget()


def forget():
    """From now on it is as in a new process."""
    shared.SHARED.known.clear()


@pytest.fixture
def unwritten(monkeypatch):
    """From now on no function can be written."""

    def stop():
        def fail(*given):
            raise AssertionError("written anew")

        monkeypatch.setattr(Generator, "finish_function", fail)

    return stop


def python(name, overlays=(), options=None):
    """A game by generated Python."""
    return cw.load_game(name, overlays, options, engine="python")


def compared(game, *seed, steps=50, least=4):
    """Some steps by both forms of the code and by the interpreter, which say the same; where that ended."""
    pair = Pair(game, max(2, game.players.start) if 2 in game.players else None)
    assert walk(pair, seeded(*seed), steps) >= least
    return pair.made.key()


def kept(game):
    """Keeps what was written for a game, as it is done when a process ends; the next one is loaded as in a new process."""
    game.engine.keep()
    game.mechanics.in_place.keep()
    forget()


# ---- the same play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", GAMES, ids=named)
@pytest.mark.long
def test_a_game_by_kept_code_is_the_game(given, unwritten, monkeypatch):
    first = python(*given)
    end = compared(first, *given)
    kept(first)
    unwritten()
    again = python(*given)
    assert again.engine is not first.engine and again.rules_model is not first.rules_model
    assert compared(again, *given) == end
    assert (
        again.engine.bundles
        and again.mechanics.in_place.bundles
        and not again.engine.functions
        and not again.mechanics.in_place.functions
    )


@pytest.mark.parametrize("given", SOME, ids=named)
@pytest.mark.gate("connect-four")
def test_it_refers_to_the_very_parts_of_the_ruleset(given):
    first = python(*given)
    compared(first, *given)
    kept(first)
    again = python(*given)
    mine, theirs = (code_cache.ways(each.engine.roots) for each in (again, first))
    compared(again, *given)
    for form, before in ((again.engine, first.engine), (again.mechanics.in_place, first.mechanics.in_place)):
        [bundle] = form.bundles
        assert bundle.asks == before.bundle().asks
        for ask, made in bundle.functions.items():
            known = before.functions[ask]
            assert made.code == known.code and made.values == known.values and made.asked == known.asked
            for word, value in made.values.items():
                assert mine.get(id(value)) == theirs.get(id(known.values[word])), (ask, word)


@pytest.mark.long
def test_what_is_written_later_goes_beside_what_was_kept(unwritten):
    first = python("the-cave")
    compared(first, 1, steps=6)
    kept(first)
    again = python("the-cave")
    end = compared(again, 2, steps=120)
    assert again.engine.functions and again.engine.bundles
    kept(again)
    unwritten()
    assert compared(python("the-cave"), 2, steps=120) == end


SCRIPT = """
import random, sys
import cavewright as cw
game = cw.load_game(sys.argv[1], [each for each in sys.argv[2].split(",") if each])
state, rng = game.new_initial_state(2), random.Random(3)
for _ in range(60):
    if state.is_terminal:
        break
    if state.current_player == cw.CHANCE:
        state = state.apply(rng.choice(state.chance_outcomes())[0])
    else:
        state = state.apply(rng.choice(state.legal_actions(rng.choice(state.active_players))))
line = cw.Line(game.new_initial_state(2))
line.playout(random.Random(4).random, 200)
print(state.key(), line.state.key(), [each.text() for each in state.events], sep="\\n")
print(len(game.engine.functions), len(game.mechanics.in_place.functions), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "given",
    [("connect-four", ""), ("nine-mens-morris", ""), ("the-cave", "long-rope"), ("cave-vs-cave", "")],
    ids=lambda given: given[0],
)
@pytest.mark.long
def test_a_new_process_plays_by_what_another_has_kept(given, place):
    def run(where):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *given],
            env={**os.environ, "CAVEWRIGHT_CACHE": where},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout, done.stderr.split()

    (fresh, many), (first, same), (again, none) = run("off"), run(str(place)), run(str(place))
    assert fresh == first == again and many == same and int(many[0]) > 1 and none == ["0", "0"]


@pytest.mark.long
def test_the_game_of_pickled_rules_plays_by_what_was_kept(unwritten):
    game = python("the-cave")
    end = compared(game, 5)
    kept(game)
    unwritten()
    assert compared(Game(pickle.loads(pickle.dumps(game.rules_model)), engine="python"), 5) == end


def test_the_interpreter_takes_up_nothing(place):
    compared(python("tic-tac-toe"), 1, steps=4)
    before = sorted(place.iterdir())
    forget()
    game = cw.load_game("tic-tac-toe", engine="interpreter")
    random.Random(1).choice(game.new_initial_state().legal_actions())
    assert (
        game.engine is game.interpreter
        and too_large(game.interpreter, game.engine) == ()
        and sorted(place.iterdir()) == before
    )


# ---- games of one process --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", SOME, ids=named)
@pytest.mark.gate("connect-four")
def test_games_of_the_same_rules_share_their_functions(given, unwritten):
    first = python(*given)
    end = compared(first, *given)
    unwritten()
    again = python(*given)
    assert (
        again is not first
        and again.engine is first.engine
        and again.mechanics.in_place is first.mechanics.in_place
        and compared(again, *given) == end
    )
    assert first.with_options({}).engine is first.engine


@pytest.mark.long
def test_games_of_other_rules_share_nothing(tmp_path, monkeypatch):
    shutil.copytree(RULESETS / "the-cave", tmp_path / "the-cave")
    changed = tmp_path / "the-cave" / "the-cave.cave"
    base = python("the-cave")
    games = [
        base,
        python(tmp_path / "the-cave"),
        python("the-cave", ["long-rope"]),
        python("the-cave", (), {"starting_kit": "suggested"}),
        base.with_options({"hardship_climbs": False}),
    ]
    changed.write_text(changed.read_text("utf-8").replace(*TURN_POINTS), "utf-8")
    games.append(python(tmp_path / "the-cave"))
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    games.append(python("the-cave"))
    assert len({id(each.engine) for each in games}) == len(games)


def test_what_is_done_to_the_facts_of_a_game_is_not_done_to_another():
    game = python("the-cave")
    before = {name: dict(fact) for name, fact in game.facts.items()}
    for fact in game.facts.values():
        fact["text"] = "other"
    assert python("the-cave").facts == before


def test_few_are_held(monkeypatch):
    monkeypatch.setattr(shared, "MOST_HELD", 2)
    first, second = python("tic-tac-toe"), python("connect-four")
    assert python("tic-tac-toe").engine is first.engine
    python("hex")
    assert python("tic-tac-toe").engine is first.engine and python("connect-four").engine is not second.engine
    assert len(shared.SHARED.known) == 2


@pytest.mark.parametrize("known", [False, True], ids=["nothing kept", "from what was kept"])
@pytest.mark.long
def test_threads_may_load_and_play_at_once(known, monkeypatch):
    def play(seed):
        line = cw.Line(python("the-cave", (), {"starting_kit": "suggested"}).new_initial_state(3))
        line.playout(random.Random(seed % 2).random, 150)
        rng, state = random.Random(seed % 2), python("connect-four").new_initial_state()
        while not state.is_terminal:
            state = state.apply(rng.choice(state.legal_actions()))
        results[seed] = line.state.key(), state.key()

    results, ways = {}, [python("the-cave", (), {"starting_kit": "suggested"}), python("connect-four")] if known else []
    for each in ways:
        compared(each, 1)
        kept(each)
    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    together = dict(results)
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    for seed in range(2):
        play(seed)
    assert together == {seed: results[seed % 2] for seed in range(6)}


# ---- what has changed, is broken, or cannot be kept --------------------------------------------------------------------------


def another_python(folder, monkeypatch):
    """The same files, read by another version of Python."""
    cache.program.cache_clear()
    monkeypatch.setattr(
        cache, "sys", SimpleNamespace(version="3.99", implementation=SimpleNamespace(cache_tag="cpython-399"))
    )


def edited(name, *change):
    """Changes a file."""

    def edit(folder, monkeypatch):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_text(text.replace(*change) if change else text + "\n", "utf-8")

    return edit


@pytest.mark.parametrize(
    "change, given",
    [
        (edited("the-cave.cave", *TURN_POINTS), ((), {})),
        (edited("tiles.csv"), ((), {})),
        (edited("the-cave.cave", "ruleset the-cave 2.0", "\nruleset the-cave 2.0"), ((), {})),
        (lambda folder, monkeypatch: None, (("long-rope",), {})),
        (lambda folder, monkeypatch: None, ((), {"starting_kit": "suggested"})),
        (lambda folder, monkeypatch: monkeypatch.setattr(cache, "program", lambda: "another"), ((), {})),
        (another_python, ((), {})),
    ],
    ids=["rules", "table", "lines", "overlay", "option", "program", "Python"],
)
@pytest.mark.long
def test_what_has_changed_is_never_played_by_old_code(tmp_path, monkeypatch, change, given):
    shutil.copytree(RULESETS / "the-cave", tmp_path / "the-cave")
    old = python(tmp_path / "the-cave")
    compared(old, 1)
    kept(old)
    try:
        change(tmp_path / "the-cave", monkeypatch)
        game = python(tmp_path / "the-cave", *given)
        compared(game, 1)
        assert game.engine.bundles == [] == game.mechanics.in_place.bundles and game.engine.functions
    finally:
        monkeypatch.undo()
        cache.program.cache_clear()


def entry(game):
    """The key of what is kept for states."""
    return game.engine.key


def renamed(other):
    """Puts the entry of something else into its place."""

    def rename(place, game):
        shutil.copy(place / (other(game) + cache.ENDING), place / (entry(game) + cache.ENDING))

    return rename


def damaged(change):
    """Changes the bytes of the entry."""

    def damage(place, game):
        path = place / (entry(game) + cache.ENDING)
        path.write_bytes(change(path.read_bytes()))

    return damage


def other_content(make):
    """Another content, kept as it should be."""
    return lambda place, game: cache.write(entry(game), make(cache.read(entry(game))))


BROKEN = {
    "empty": damaged(lambda data: b""),
    "cut": damaged(lambda data: data[:-100]),
    "longer": damaged(lambda data: data + b"."),
    "a byte": damaged(lambda data: data[:900] + bytes([data[900] ^ 1]) + data[901:]),
    "another mark": damaged(lambda data: data.replace(cache.MARK, b"cavewright 1\n")),
    "in place": renamed(lambda game: game.mechanics.in_place.key),
    "the ruleset": renamed(lambda game: game.rules_model.key),
    "gone": lambda place, game: (place / (entry(game) + cache.ENDING)).unlink(),
    "nothing": other_content(lambda content: b""),
    "half": other_content(lambda content: content[: len(content) // 2]),
    "of other things": other_content(lambda content: pickle.dumps([{"functions": 1}])),
    "no list": other_content(lambda content: pickle.dumps({"a": 1})),
    "ways that lead nowhere": other_content(
        lambda content: content.replace(b"boards", b"broads").replace(b"clause", b"clausa")
    ),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.gate("a byte")
def test_a_broken_entry_is_as_good_as_none_and_is_written_anew(name, place, unwritten):
    given = "connect-four"
    first = python(given)
    end = compared(first, 1)
    kept(first)
    BROKEN[name](place, first)
    game = python(given)
    assert compared(game, 1) == end and game.engine.functions and not game.engine.bundles
    kept(game)
    unwritten()
    assert compared(python(given), 1) == end


class Trap:
    """What does something when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, (TRAPS[0],)


TRAPS = [""]


def test_what_another_could_have_written_is_never_read(place, tmp_path):
    game = python("tic-tac-toe")
    end = compared(game, 1)
    kept(game)
    TRAPS[0] = str(tmp_path / "sprung")
    cache.write(entry(game), pickle.dumps(Trap()))
    place.chmod(0o777)
    assert compared(python("tic-tac-toe"), 1) == end and not (tmp_path / "sprung").exists()
    forget()
    place.chmod(0o700)
    assert compared(python("tic-tac-toe"), 1) == end and (tmp_path / "sprung").exists(), "the trap would have worked"


@pytest.mark.parametrize("where", ["/dev/null/kept", "off"])
def test_where_nothing_can_be_kept_nothing_is_missed(where, monkeypatch):
    monkeypatch.setenv("CAVEWRIGHT_CACHE", where)
    game = python("tic-tac-toe")
    end = compared(game, 1)
    kept(game)
    code_cache.keep_all()
    again = python("tic-tac-toe")
    assert compared(again, 1) == end and again.engine.functions and not again.engine.bundles


def test_rules_that_were_changed_in_memory_have_no_key(place):
    game = python("tic-tac-toe")
    changed = Game(replace(game.rules_model, title="other"), engine="python")
    assert game.rules_model.key and not changed.rules_model.key and not changed.engine.key
    compared(changed, 1)
    before = sorted(place.iterdir())
    kept(changed)
    assert sorted(place.iterdir()) == before


def test_what_has_functions_of_expressions_is_not_kept(place):
    game = python("connect-four")
    compared(game, 1)
    before = sorted(place.iterdir())
    game.engine.expression(game.rules_model.scoring.lines[0].value)
    game.engine.keep()
    assert sorted(place.iterdir()) == before


# ---- what is kept ----------------------------------------------------------------------------------------------------------


def bundle(*asks, left=None):
    return CodeBundle({("at", n): None for n in asks}, (), left)


def asks_in(key, roots):
    return [sorted(pc for _, pc in each.functions) for each in code_cache.read(key, roots)]


@pytest.mark.parametrize(
    "given, found",
    [
        ([[1, 2], [2, 1]], [[1, 2]]),
        ([[1], [1, 2]], [[1, 2]]),
        ([[1, 2], [2]], [[1, 2]]),
        ([[1, 2], [3]], [[1, 2], [3]]),
        ([[1], [2, 3]], [[2, 3], [1]]),
        ([[1, 2], [3, 4], [5, 6], [7, 8], [9]], [[1, 2], [3, 4], [5, 6], [7, 8]]),
        ([[1], [2], [3], [4], [5, 6]], [[5, 6], [1], [2], [3]]),
    ],
    ids=str,
)
def test_few_volumes_are_kept_and_none_in_vain(given, found):
    for each in given:
        code_cache.keep("some", {}, bundle(*each))
    assert asks_in("some", {}) == found


def test_all_that_play_could_ask_for_comes_first_and_stays():
    for each, left in (
        ((1, 2, 3), None),
        ((1, 2), ()),
        ((1, 2, 4, 5), None),
        ((6, 7, 8), None),
        ((9, 10, 11), None),
        ((12, 13, 14), None),
    ):
        code_cache.keep("some", {}, bundle(*each, left=left))
    assert (
        asks_in("some", {})[0] == [1, 2]
        and code_cache.read("some", {})[0].left == ()
        and len(asks_in("some", {})) == code_cache.MOST_BUNDLES
    )


def test_nothing_new_is_not_written(place):
    game = python("tic-tac-toe")
    compared(game, 1)
    kept(game)
    before = {each.name: each.stat().st_ino for each in place.iterdir()}
    again = python("tic-tac-toe")
    compared(again, 1)
    kept(again)
    assert {each.name: each.stat().st_ino for each in place.iterdir()} == before


# ---- what is left to the interpreter, and where an error is --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hundreds of options", "a long process", "loops in loops"])
@pytest.mark.long
def test_what_is_left_is_found_again_without_writing(name, tmp_path, monkeypatch):
    path = written(tmp_path / "large", {"large.cave": HEAD + LARGE[name]})
    game = python(path)
    found = too_large(game.interpreter, game.engine)
    assert [each.code for each in found] == ["C0614"]
    end, left = compared(game, name, steps=8, least=2), game.engine.interpreted_clauses
    forget()
    again = python(path)
    with monkeypatch.context() as patch:
        patch.setattr(Generator, "finish_function", None)
        assert too_large(again.interpreter, again.engine) == found and not again.engine.interpreted_clauses
    assert (
        compared(again, name, steps=8, least=2) == end
        and [each.name for each in again.engine.interpreted_clauses] == [each.name for each in left] != []
    )


@pytest.mark.parametrize("given", [("connect-four", (), {}), ("cave-vs-cave", (), {}), ("the-cave", (), {})], ids=named)
@pytest.mark.gate("connect-four")
def test_what_was_looked_through_is_played_by(given, unwritten):
    fresh = python(*given)
    end = compared(fresh, 3)
    forget()
    game = python(*given)
    assert too_large(game.interpreter, game.engine) == () and too_large(game.interpreter, game.engine) == ()
    assert compared(game, 3) == end and game.engine.interpreted_clauses == ()
    assert {ask[0] for ask in game.engine.functions} <= {"prober"}
    forget()
    unwritten()
    again = python(*given)
    assert too_large(again.interpreter, again.engine) == ()


@pytest.mark.long
def test_a_traceback_through_kept_code_names_the_rule_file_and_the_line(monkeypatch):
    game = python("the-cave", (), {"starting_kit": "suggested"})
    rng, state = random.Random(2), cw.Match(game, players=2, seed=1).state
    for _ in range(60):
        state = state.apply(rng.choice(state.legal_actions() or [each for each, _ in state.chance_outcomes()]))
    kept(game)

    def broken(*_):
        raise RuntimeError("broken on purpose")

    monkeypatch.setitem(compiled.RUNTIME, "move", broken)
    game = python("the-cave", (), {"starting_kit": "suggested"})
    rng, state = random.Random(2), cw.Match(game, players=2, seed=1).state
    with pytest.raises(RuntimeError) as caught:
        for _ in range(60):
            state = state.apply(rng.choice(state.legal_actions() or [each for each, _ in state.chance_outcomes()]))
    assert not game.engine.functions
    frame = [each for each in traceback.extract_tb(caught.value.__traceback__) if each.filename.endswith(".cave")][-1]
    assert frame.lineno in {clause.span.line for clause in game.rules}
