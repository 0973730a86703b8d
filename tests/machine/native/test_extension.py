"""Positions of an extension module are those of the interpreter, as values, whoever steps where and when."""

import copy
import gc
import os
import pickle
import random
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import pytest
from tests.engine.agreement.settings import BASES, load

import cavewright as cw
from cavewright.machine.ir import position_layout
from cavewright.machine.native import extension, extension_source
from cavewright.machine.native.c_compiler import compiler_command
from cavewright.machine.native.extension_pool import extension_pool
from cavewright.play.states.game import Game

pytestmark = [
    pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("quickly_compiled"),
]
KITS = {"the-cave": (("starting_kit", "suggested"),), "the-cave-es": (("starting_kit", "suggested"),)}
CALMLY = 3
"""Of so many steps one begins at a position of earlier."""


def loaded(name):
    ruleset, *overlays = name.split("+")
    return load(ruleset, tuple(overlays), KITS.get(ruleset, ()))


@cache
def pool_of(name, players=None):
    game = loaded(name)
    return extension_pool(game, players or game.players.start)


def first_of(name):
    """The first position of a game at which somebody decides by itself."""
    pool = pool_of(name)
    state = pool.game.new_initial_state()
    while state.current_player == cw.SIMULTANEOUS:
        player = state.active_players[0]
        state = state.apply(state.legal_actions(player)[0])
    return pool.store_position(state._h, state._s), state


class Lockstep:
    """Positions of an extension beside states of the interpreter, in pairs that are gone on from in any order."""

    def __init__(self, name, rng):
        self.pool, self.rng, self.steps, self.left_to_python = pool_of(name), rng, 0, 0
        game = self.pool.game
        self.game = Game(game.rules_model, game.facts, engine="interpreter")
        self.size = game.program.layout.size
        self.begin()

    def begin(self):
        self.pairs = [self.entered(self.game.new_initial_state())]

    def entered(self, state):
        return (None if state._branches is not None else self.pool.store_position(state._h, state._s)), state

    def walk(self, most):
        while self.steps < most:
            pair = self.pairs[-1]
            if pair[1].is_terminal or len(self.pairs) > 300:
                self.begin()
                continue
            if self.rng.randrange(CALMLY) == 0:
                pair = self.rng.choice([each for each in self.pairs if not each[1].is_terminal])
            self.pairs.append(self.after(*pair))
            self.steps += 1

    def after(self, at, state):
        """What comes of a step, which is the same."""
        if at is None:
            player = self.rng.choice(state.active_players)
            return self.entered(state.apply(self.rng.choice(state.legal_actions(player))))
        self.alike(at, state)
        n = self.rng.randrange(len(at))
        if at.who == cw.CHANCE:
            value = at.outcomes()[n][0]
            then = state._after_chance(value)
        else:
            then = state._apply_option(at.who, at.option(n))
        to = self.way(at, n)
        if to is None:
            self.left_to_python += 1
            return self.entered(then)
        return to, then

    def way(self, at, n):
        """Goes on by any of the ways to say with what."""
        option = (0, at.outcomes()[n][:1]) if at.who == cw.CHANCE else at.option(n)
        return self.rng.choice(
            (lambda: at.after(n), lambda: at.after_offered(option), lambda: at.after_listed(option))
        )()

    def alike(self, at, state):
        """A position says what the state says."""
        who = state.current_player
        assert (at.who, at.current_player, at.is_terminal) == (who, who, who == cw.TERMINAL)
        h, s = self.pool.encoding.decode(at.data())
        assert (h, s) == (state._h[: self.size], state._s)
        assert at.head >= 0 and at.pc == state._h[0]
        if who == cw.CHANCE:
            if not self.pool.interface.merges:
                assert at.outcomes() == state._weights()
        else:
            assert at.outcomes() == [] and at.options == tuple(state._options(who))
            assert self.rng.random() < 0.8 or at.legal_actions() == state.legal_actions()


@pytest.mark.gate("connect-four")
@pytest.mark.parametrize("name", BASES)
def test_positions_are_those_of_the_interpreter_step_for_step(name):
    both = Lockstep(name, random.Random(name))
    both.walk(120)
    assert both.left_to_python <= both.steps // 3


# ---- values ----------------------------------------------------------------------------------------------------------


def walked(name, seed, steps):
    """Positions of a random game, none of which is over."""
    at, _ = first_of(name)
    rng, found = random.Random(seed), []
    while at is not None and len(at) and len(found) < steps:
        found.append(at)
        at = at.draw(rng.random)
    return found


def both_ways(at, rng):
    """Positions after the same two options of two decisions in either order, as far as they are offered."""
    a, b = rng.sample(range(len(at)), 2)
    options = at.option(a), at.option(b)
    for first, second in (options, options[::-1]):
        found = at.after_offered(first)
        for option in (None, second):
            if not found:
                break
            found = found.after_offered(option) if option is not None else passed(found)
        if found:
            yield found


def passed(at):
    """The position behind what others do first that can be told by its number."""
    return at.after(0) if len(at) and at.who >= 0 else at


@pytest.mark.long
def test_positions_are_equal_when_slots_and_boards_are():
    """In tic-tac-toe what was marked in another order, with the marks of the other between; of all kinds of positions those
    that were told from outside."""
    for name in ("tic-tac-toe", "hex", "the-cave", "cave-vs-cave"):
        pool, known = pool_of(name), {}
        for seed in range(6 if name in ("tic-tac-toe", "hex") else 2):
            rng = random.Random(seed)
            for at in walked(name, seed, 40):
                beside = [*both_ways(at, rng)] if len(at) > 1 and at.who >= 0 else []
                for each in (at, *beside):
                    h, s = pool.encoding.decode(each.data())
                    key = tuple(h), tuple(tuple(sorted(board.items())) for board in s)
                    other = known.setdefault(key, each)
                    again = pool.store_position(h, [dict(rng.sample([*board.items()], len(board))) for board in s])
                    assert each == other == again and hash(each) == hash(other) == hash(again)
                    assert each.canonical() == other.canonical() == again.canonical()
        every = [*known.values()]
        assert len({each.canonical() for each in every}) == len(set(every)) == len(every)
        assert all(each != other for each, other in pairwise(every))


def test_equal_positions_may_have_lain_in_other_bytes():
    """A row of stones in Hex is joined in the order in which it was laid."""
    pool, (at, state) = pool_of("hex"), first_of("hex")
    assert at.legal_actions() == state.legal_actions()
    ways = []
    for order in ((0, 60, 1, 61, 2, 62), (2, 62, 1, 61, 0, 60), (1, 60, 2, 62, 0, 61)):
        to = at
        for value in order:
            to = to.after_offered((0, (value,)))
        ways.append(to)
    assert len(set(ways)) == 1 and len({each.data() for each in ways}) > 1
    assert (
        ways[0] != at
        and (ways[0] == 3) is False
        and pool.store_position(*pool.encoding.decode(ways[1].data())) == ways[0]
    )


def test_the_sequence_of_actions_is_the_tuple_of_them():
    at, state = first_of("nine-mens-morris")
    actions, told = at.legal_actions(), state.legal_actions()
    assert actions == told and told == actions and hash(actions) == hash(told) and repr(actions) == repr(told)
    assert len(actions) == len(told) and actions != told[1:] and actions == [*told] and actions != None  # noqa: E711
    assert actions + () == () + actions == told and actions + actions == told + told
    assert [actions[n] for n in range(-24, 24)] == [told[n] for n in range(-24, 24)]
    assert actions[3:9:2] == told[3:9:2] and [*actions] == [*told] and [*reversed(actions)] == [*reversed(told)]
    assert told[5] in actions and actions.index(told[5]) == 5 and actions.count(told[5]) == 1
    assert pickle.loads(pickle.dumps(actions)) == told and copy.copy(actions) == told
    assert all(mine is other for mine, other in zip(at.legal_actions(), actions, strict=True))
    for wrong in (24, -25):
        with pytest.raises(IndexError):
            actions[wrong]
    with pytest.raises(ValueError):
        actions.index(None)
    match at.legal_actions()[:2]:
        case [first, second]:
            assert (first, second) == told[:2]


def test_what_makes_no_sense_is_refused_and_nothing_has_happened():
    at, _ = first_of("tic-tac-toe")
    before = at.data()
    for wrong in (9, -1, 2**70):
        with pytest.raises(IndexError):
            at.after(wrong)
    for wrong in ("0", None, 1.5):
        with pytest.raises(TypeError):
            at.after(wrong)
    assert [
        at.after_offered(each) for each in ((0, (9,)), (1, (0,)), (-1, ()), (0, ()), (0, (2**40,)), (0, (0, 0)))
    ] == [False] * 6
    assert at.after_listed((0, (9,))) is None
    for wrong in (3, "x", (0,), (0, [1]), (0, ("a",)), (None, (1,))):
        with pytest.raises(TypeError):
            at.after_offered(wrong)
    for wrong in (lambda: 1.0, lambda: -0.1, lambda: float("nan"), lambda: "x", lambda: None):
        with pytest.raises(ValueError, match="numbers from 0 up to 1"):
            at.draw(wrong)
    with pytest.raises(ZeroDivisionError):
        at.draw(lambda: 1 / 0)
    for wrong in (
        lambda: type(at)(),
        lambda: pickle.dumps(at),
        lambda: copy.deepcopy(at),
        lambda: at < at,
        lambda: setattr(at, "who", 3),
    ):
        with pytest.raises((TypeError, AttributeError)):
            wrong()
    with pytest.raises(ValueError, match="96 bytes"):
        pool_of("tic-tac-toe")._factory.position(b"x")
    over = walked("tic-tac-toe", 1, 9)[-1].draw(lambda: 0)
    assert over.is_terminal and over.legal_actions() == () and over.options == () and over.outcomes() == []
    with pytest.raises(ValueError, match="over"):
        over.draw(random.random)
    assert at.data() == before and at.after(0).data() != before


# ---- memory, threads, processes --------------------------------------------------------------------------------------


def playout(at, seed):
    """The end of a random game that looks at actions, goes back and lists."""
    rng = random.Random(seed)
    for _ in range(200):
        if at is None or not len(at):
            break
        actions = at.legal_actions()
        if actions and rng.random() < 0.5:
            action = rng.choice(actions)
            assert action in (tuple(actions) if rng.random() < 0.1 else (at.action(actions.index(action)),))
        at.after(rng.randrange(len(at)))
        at = at.draw(rng.random)
    return None if at is None else at.data()


@pytest.mark.long
def test_steps_leave_nothing_behind():
    for name, games in (("tic-tac-toe", 6_000), ("the-cave", 5)):
        at, _ = first_of(name)
        rng = random.Random(3)
        held = []
        for turn in range(3):
            for _ in range(games // 10 if turn == 0 else games):
                to = at
                for _ in range(300):
                    if to is None or not len(to):
                        break
                    to.legal_actions()[rng.randrange(len(to))] if to.who >= 0 else to.outcomes()
                    to = to.draw(rng.random)
            gc.collect()
            pool = pool_of(name)
            held.append((sys.getallocatedblocks(), sys.getrefcount(pool), sys.getrefcount(pool._factory)))
        _, (one, *first), (other, *second) = held
        assert first == second and other - one < 2_000, (name, held)


def test_actions_are_forgotten_when_there_are_too_many(monkeypatch):
    """More actions than are remembered: each is made again, and equal to itself."""
    at, _ = first_of("tic-tac-toe")
    pool = extension_pool(loaded("tic-tac-toe"), 2)
    made = []
    monkeypatch.setattr(type(pool), "make_action", lambda *given: made.append(given[1:]) or object())
    monkeypatch.setattr(pool, "game", None)
    first = pool._factory.position(at.data())
    assert len({*map(id, first.legal_actions())}) == 9 and len(made) == 9
    assert [*first.legal_actions()] == [*first.legal_actions()] and len(made) == 9


@pytest.mark.long
def test_threads_share_a_module():
    games = [(name, seed) for seed in range(12) for name in ("tic-tac-toe", "the-cave", "hex")]
    alone = [playout(first_of(name)[0], seed) for name, seed in games]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert [*threads.map(lambda each: playout(first_of(each[0])[0], each[1]), games)] == alone
    finally:
        sys.setswitchinterval(before)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_in_the_middle_plays_on():
    at = walked("hex", 2, 20)[-1]
    meant = playout(at, 5)
    child = os.fork()
    if child == 0:
        os._exit(0 if playout(at, 5) == meant else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 and playout(at, 5) == meant


def test_other_interpreters_of_the_process_are_refused(tmp_path):
    interpreters = pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    game = loaded("tic-tac-toe")
    extension.extension(game, 2)
    _, code = pickle.loads(extension.kept.read(extension._key_of(game, 2, compiler_command())))
    library = tmp_path / f"{extension.NAME}{extension.SUFFIX}"
    library.write_bytes(code)
    script = f"""
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader({extension.NAME!r}, {str(library)!r})
try:
    loader.exec_module(module_from_spec(spec_from_loader({extension.NAME!r}, loader)))
    said = "taken"
except ImportError as error:
    said = str(error)
open({str(tmp_path / "said")!r}, "w").write(said)
"""
    other = interpreters.create()
    try:
        interpreters.run_string(other, script)
    finally:
        interpreters.destroy(other)
    assert "interpreter" in (tmp_path / "said").read_text()


# ---- rules that stop themselves --------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("way", ("work", "room"))
def test_a_step_that_stops_itself_leaves_every_position_as_it_was(way, monkeypatch):
    """Memory is left as the worst step would leave it that stopped itself: what it holds afterwards is of no step."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", "off")
    text = extension.parts_in_c()
    stops = "    if (setjmp(way_out)) {\n"
    assert text.count(stops) == 1
    worst = text.replace(stops, f"{stops}        memset(memory, 0x55, sizeof memory);\n")
    monkeypatch.setattr(extension_source, "parts_in_c", lambda: worst)
    if way == "work":
        monkeypatch.setattr("cavewright.machine.native.linking.WORK_LIMIT", 200)
    else:
        monkeypatch.setattr(position_layout, "room_for", lambda stock: 5)
    pool = extension_pool(loaded("the-cave"), 2)
    monkeypatch.setitem(globals(), "pool_of", lambda *given: pool)
    both = Lockstep("the-cave", random.Random(7))
    entered = both.entered
    monkeypatch.setattr(both, "entered", lambda state: entered(state) if fits(pool, state) else (None, state))
    both.begin()
    known = {}
    while both.left_to_python < 8 and len(both.pairs) < 900:
        pair = both.pairs[-1]
        if pair[1].is_terminal or both.rng.random() < 0.1:
            pair = both.rng.choice([each for each in both.pairs if not each[1].is_terminal])
        both.pairs.append(after_anyhow(both, *pair))
        for at, _ in both.pairs[-20:]:
            assert at is None or known.setdefault(id(at), at.data()) == at.data()
    assert both.left_to_python == 8 and len(known) > 10


def fits(pool, state):
    """Whether the module can say a position."""
    if state._branches is not None:
        return False
    try:
        pool.store_position(state._h, state._s)
    except Exception as error:
        assert type(error).__name__ in ("TooMuchError", "TrapError")
        return False
    return True


def after_anyhow(both, at, state):
    """A step, by the interpreter where the module does not have the position."""
    if at is not None or state._branches is not None:
        return both.after(at, state)
    if state.current_player == cw.CHANCE:
        return both.entered(state._after_chance(both.rng.choice(state._weights())[0]))
    return both.entered(state.apply(both.rng.choice(state.legal_actions())))


# ---- the source ------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", ("tic-tac-toe", "the-cave", "cave-vs-cave"))
def test_compilers_find_nothing_to_say(name, tmp_path):
    from cavewright.machine.native.c_compiler import compile_library
    from cavewright.machine.native.extension_source import extension_source
    from cavewright.machine.native.linking import form_of

    game = loaded(name)
    source = extension_source(form_of(game, game.players.start)).encode()
    strict = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", sysconfig.get_paths()["include"])
    compile_library(compiler_command(), source, tmp_path / "none", strict)
