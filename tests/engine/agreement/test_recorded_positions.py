"""Sets and bags of positions: `now` is found again exactly where it was put, on every engine, in saves and lines."""

import json
import random
from pathlib import Path

import pytest
from tests.engine.agreement.lockstep import Pair, greedy, uniform, walk

import cavewright as cw
from cavewright.play.matches.narration import narrate
from cavewright.rules.model.recorded_positions import Stretch, occurrences, position_of, with_occurrences

HERE = Path(__file__).parent
LAPS, SUPERKO = HERE / "laps.cave", HERE / "superko.cave"


# ---- what is kept ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_positions_are_counted_as_a_dictionary_counts_them(seed):
    rng, record, known = random.Random(seed), (), {}
    for _ in range(200):
        position, times = rng.randrange(30), rng.randrange(3)
        record, known[position] = with_occurrences(record, position, times), times
        assert all(occurrences(record, each) == known.get(each, 0) for each in range(30))
    again = ()
    for position in sorted(known, reverse=True):
        again = with_occurrences(again, position, known[position])
    assert again == record, "the same whatever came first"


def test_other_values_are_other_positions():
    parts = Stretch(0, 2, 1, 1), Stretch(2, 3, 300, 2), Stretch(3, 4, 1, 1)
    rng, found = random.Random(1), {}
    for _ in range(3_000):
        h = [rng.randrange(-1, 255), rng.randrange(-1, 2), rng.randrange(-300, 300), rng.randrange(-1, 2)]
        assert found.setdefault(position_of(parts, h), h) == h


# ---- on every engine -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_generated_python_and_lines_do_what_the_interpreter_does(seed):
    rng = random.Random(seed)
    done = walk(Pair(cw.load_game(LAPS), 2 + seed % 2), rng, 60, (uniform, greedy)[seed % 2], asked=0.1)
    done += walk(Pair(cw.load_game(SUPERKO, options={"width": 3}), 2), rng, 40, uniform, asked=0.1)
    assert done > 30


def word(action):
    """The action as its player writes it."""
    return str(action).partition(": ")[2]


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize("seed", range(3))
def test_superko_refuses_what_was_there_and_nothing_else(engine, seed):
    """Beside a history that the test keeps itself: a stone may lie where no earlier position comes of it."""
    game = cw.load_game(SUPERKO, options={"width": 2}, engine=engine)
    free = cw.load_rules({"free.cave": without_superko()}, options={"width": 2})
    rng, state, was, refused = random.Random(seed), game.new_initial_state(), [], 0
    for _ in range(40):
        if state.is_terminal:
            break
        player, options = state.current_player, {word(each): each for each in state.legal_actions()}
        for each in free_options(free, state, was):
            refused += each not in options
        assert set(options) == free_options(free, state, was) - repeating(free, was, player)
        places = [each for each in options if each != "pass"] or ["pass"]
        was.append(rng.choice(places))
        state = state.apply(options[was[-1]])
    assert refused, "no position came back"


def without_superko():
    return "\n".join(
        each for each in SUPERKO.read_text("utf-8").split("\n") if "now" not in each and "past" not in each
    )


def after(free, was):
    """The position of the game without superko after some actions."""
    state = free.new_initial_state()
    for each in was:
        state = state.apply(next(act for act in state.legal_actions() if word(act) == each))
    return state


def free_options(free, state, was):
    return {word(each) for each in after(free, was).legal_actions()}


def repeating(free, was, player):
    """The actions that lead to stones as they lay behind an earlier placing."""
    state = free.new_initial_state()
    seen = set()
    for each in was:
        state = state.apply(next(act for act in state.legal_actions() if word(act) == each))
        seen |= {stones(state)} if each != "pass" else set()
    return {word(act) for act in state.legal_actions() if word(act) != "pass" and stones(state.apply(act)) in seen}


def stones(state):
    return str([(name, kept.values["stone"]) for name, kept in state.view(cw.ALL).boards["point"].places.items()])


def test_saved_positions_are_read_again_and_changed_ones_are_refused():
    game = cw.load_game(LAPS)
    state = game.new_initial_state(2)
    for _ in range(9):
        state = state.apply(random.Random(1).choice(state.legal_actions()))
    text = state.to_json()
    assert game.read_state(text).to_json() == text
    data = json.loads(text)
    slot = next(n for n, each in enumerate(data["slots"]) if isinstance(each, list) and len(each) > 1)
    for wrong in (data["slots"][slot][::-1], 7, [data["slots"][slot][0]] * 2):
        changed = {**data, "slots": [*data["slots"][:slot], wrong, *data["slots"][slot + 1 :]]}
        with pytest.raises(ValueError, match=r"laps|seen"):
            game.read_state(json.dumps(changed))


# ---- room ------------------------------------------------------------------------------------------------------------

FULL = """ruleset full 1.0
    language 2

players one 1..1

game
    keeps n: 0..9
    keeps past: set of game.n holding 3 positions

to play
    repeat until n is 9
        offer any moves or stop until n is 9

menu moves

action go in moves
    gain 1 n
    set past[now] = yes

action stay in moves
    set past[now] = yes

scoring
    score n = n
    highest total wins
"""


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_more_positions_than_there_is_room_for_stop_with_the_line(engine):
    state = cw.load_rules({"full.cave": FULL}, engine=engine).new_initial_state(1)
    deeds = {word(each): each for each in state.legal_actions()}
    for each in ("go", "stay", "go", "stay", "go", "stay"):
        state = state.apply(deeds[each])
    with pytest.raises(cw.WorkLimitError, match=r"4 is due, and 3 is possible \(full.cave:18\)"):
        state.apply(deeds["go"])
    assert state.view(cw.ALL).game.values["past"] == 3


@pytest.mark.parametrize("kept, put", [("set", "set past[now] = yes"), ("bag", "gain 1 now in past")])
def test_a_match_in_which_positions_are_kept_in_the_open_is_narrated(kept, put):
    rules = SUPERKO.read_text("utf-8").replace(" internal ", " ").replace("keeps past: set", f"keeps past: {kept}")
    match = cw.Match(cw.load_rules({"superko.cave": rules.replace("set past[now] = yes", put)}), 2, seed=1)
    for action in ("place c3", "place b2"):
        match.push(action)
    for lang in ("en", "de"):
        said = str([each.parts for each in narrate(match, 0, None, lang)])
        assert "place c3" in said and "past 2" in said
