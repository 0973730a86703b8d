"""What a match keeps, and what is said of a step that is too much work: bounds that hold whatever is played."""

import gc
import pickle
import random
import tracemalloc

import pytest
from tests.engine.agreement.settings import allow
from tests.play.states.walks import steered, the_cave, uniform

import cavewright as cw
from cavewright.engine.interpret.interpreter import CountingInterpreter
from cavewright.engine.interpret.step import MOST_EFFECTS, MOST_OPTIONS, WORK_LIMIT
from cavewright.play.matches.history import CHECKPOINT_INTERVAL, NEAR
from cavewright.play.states.line import Line
from cavewright.rules.check.cardinality import PLACES

MIB = 1024 * 1024
RULES = """ruleset dig 1.0 "Dig"
    language 1

players team 1..4
    keeps points: 0..9
    keeps level: 0..1000000000
menu deeds
menu rare

to play
    offer any deeds

action score in deeds
    gain 1 point

action wait in rare
    require level > 100000000
    gain 1 point

{rules}
scoring
    score points = points
    highest total wins
"""
BUSY = """action work in deeds
    repeat {times} times
        for each x in 1..{times}
            set level = x
"""
ENDLESS = """action spin in deeds
    repeat until level > 100000000
        offer rare
        turn

to turn
    repeat 3 times
        set points = 1
    gain 1 level
"""
TRIED = """action dare(a in 1..10000) in deeds
    repeat 300 times
        gain 1 level
        lose 1 level
    check: require level + a > 0
"""
MANY = "action pick(a in 1..300, b in 1..300) in deeds\n    gain 1 point\n"
BOUNDLESS = """board floor of tile by open
    grid growing
    keeps h: 0..9

kind tile
    | tile | open: set of side |
    | t    | n e s w           |

action grow in deeds
    if not laid(cell(0, 0))
        lay t at cell(0, 0)
    repeat 111 times
        lay t at first(p in frontier(floor))

action add(p in frontier(floor)) in deeds
    lay t at p
"""


def game_of(rules, tmp_path):
    (tmp_path / "dig.cave").write_text(RULES.format(rules=rules), "utf-8")
    return cw.load_game(tmp_path)


# ---- what a match keeps -------------------------------------------------------------------------------------------------------


def wandered(moves, seed=3, choose=uniform, players=3):
    """A match of some actions, and the states on its way."""
    match, rng, states = cw.Match(the_cave(starting_kit="suggested"), players, seed=seed), random.Random(seed), []
    while len(match.move_stack) < moves and not match.state.is_terminal:
        match.push(choose(match.state, rng))
    state = match.game.new_initial_state(players)
    for move in match.move_stack:
        states.append(state)
        state = state.apply(move)
    return match, [*states, state]


@pytest.mark.long
def test_every_state_can_be_had_in_any_order_with_its_events():
    match, states = wandered(3 * NEAR)
    order = list(range(len(states)))
    for way in (order, order[::-1], random.Random(1).sample(order, len(order))):
        for n in way:
            assert match.at(n) == states[n] and match.at(n).events == states[n].events, n
    assert len(match._states.near) <= NEAR and len(match._states.marks) <= len(states) / CHECKPOINT_INTERVAL + 1


@pytest.mark.long
def test_what_was_taken_back_far_can_be_played_again():
    match, states = wandered(3 * NEAR)
    rng, moves = random.Random(5), match.move_stack
    while len(match.move_stack) > NEAR:
        match.pop()
        assert (
            match.state == states[len(match.move_stack)] and match.state.events == states[len(match.move_stack)].events
        )
        if rng.random() < 0.2:
            match.at(rng.randrange(len(match.move_stack)))
    for move in moves[len(match.move_stack) :]:
        if move.player != cw.CHANCE:
            match.push(move)
    assert match.move_stack == moves and match.state == states[-1]
    assert cw.Match.from_json(match.to_json()).at(NEAR) == states[NEAR]


@pytest.mark.long
def test_a_long_match_keeps_little():
    """The Cave, in which nobody wants to end: 2,000 actions of five teams, started again behind each end. 10,000 may take 32 MiB."""
    game, rng = the_cave(starting_kit="suggested"), random.Random(1)
    match = cw.Match(game, 5, seed=1)
    tracemalloc.start()
    try:
        while len(match.move_stack) < 2_000:
            if match.state.is_terminal:
                for _ in range(3 * CHECKPOINT_INTERVAL):
                    match.pop()
            match.push(steered(match.state, rng))
        gc.collect()
        with_it = tracemalloc.get_traced_memory()[0]
        del match
        gc.collect()
        kept = with_it - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept < 4 * MIB


@pytest.mark.long
def test_a_step_keeps_its_last_effects(tmp_path):
    match = cw.Match(game_of(BUSY.format(times=110), tmp_path), 2, seed=1)
    for _ in range(2):
        match.push("work")
        assert len(match.state.events) == len(match.state._effects) == MOST_EFFECTS
        assert match.state.events[-1].text() == "Player 1: level 109 → 110"


@pytest.mark.long
def test_a_match_of_long_steps_keeps_little(tmp_path):
    match = cw.Match(game_of(BUSY.format(times=900), tmp_path), 2, seed=1)
    tracemalloc.start()
    try:
        for _ in range(12):
            match.push("work")
        assert tracemalloc.get_traced_memory()[1] < 40 * MIB
    finally:
        tracemalloc.stop()


def test_in_place_a_step_notes_no_more(tmp_path):
    game, effects = game_of(BUSY.format(times=110), tmp_path), []
    line = Line(game.new_initial_state(2), _effects=effects)
    for n in (1, 2):
        line.push(next(each for each in line.options() if line.action(each).name == "work"))
        assert len(effects) == n * MOST_EFFECTS


# ---- work ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("work", [100_000, pytest.param(WORK_LIMIT, marks=pytest.mark.long)])
def test_a_limit_that_is_met_names_rule_file_and_line(work, tmp_path, monkeypatch):
    allow(work, monkeypatch)
    state = game_of(ENDLESS, tmp_path).new_initial_state(2)
    with pytest.raises(
        cw.WorkLimitError, match=rf"within {work:,} steps of work; most of it goes to `turn.points` \(.*dig.cave:\d+\)"
    ) as caught:
        state.apply("spin")
    error = caught.value
    assert (
        error.rule == "turn.points"
        and error.file.endswith("dig.cave")
        and error.span.source.line(error.line).strip() in ("repeat 3 times", "set points = 1")
    )
    assert "entfällt auf `turn.points`" in error.text("de") and "corresponde a `turn.points`" in error.text("es")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.rule, again.line) == (str(error), error.rule, error.line)


def test_counting_work_changes_nothing(tmp_path):
    state = the_cave(starting_kit="suggested").new_initial_state(2)
    counting, rng = CountingInterpreter(state.game.interpreter), random.Random(2)
    for _ in range(40):
        if state.current_player == cw.CHANCE:
            state = state.apply(rng.choice(state.chance_outcomes())[0])
            continue
        chosen = rng.choice(state._options(player := state.active_players[0]))
        if state._branches is None:
            assert (
                counting.apply_option(state._h, state._s, chosen)[0]
                == state.game.interpreter.apply_option(state._h, state._s, chosen)[0]
            )
        state = state._apply_option(player, chosen)


@pytest.mark.long
def test_trials_are_bounded_in_all(tmp_path):
    state = game_of(TRIED, tmp_path).new_initial_state(2)
    with pytest.raises(cw.WorkLimitError, match=r"`dare\.") as caught:
        state.legal_actions()
    assert caught.value.span.source.line(caught.value.line).strip() in (
        "repeat 300 times",
        "gain 1 level",
        "lose 1 level",
    )
    assert state.check("score").ok


def test_decisions_have_a_bounded_number_of_options(tmp_path):
    state = game_of(MANY, tmp_path).new_initial_state(2)
    with pytest.raises(cw.WorkLimitError, match=rf"more than {MOST_OPTIONS:,} options; most of it goes to `pick`"):
        state.legal_actions()


# ---- places --------------------------------------------------------------------------------------------------------------------


def test_a_board_grows_no_further_than_it_may(tmp_path):
    game = game_of(BOUNDLESS, tmp_path)
    full = game.new_initial_state(1).apply("grow")
    assert len(full.cave) == 112
    for _ in range(8):
        full = full.apply("grow")
    assert len(full.cave) == PLACES and [each.code for each in full.check("grow").reasons] == ["full"]
    assert full.game.interpreter.apply_option(full._h, full._s, full._options(0)[1])[1] == full._s
    assert game.read_state(full.to_json()) == full
