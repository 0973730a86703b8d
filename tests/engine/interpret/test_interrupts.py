"""Meaning of what is done beside the decision of another: who may, what is asked again behind it, what is left."""

import pytest

import cavewright as cw
from cavewright.play.loading.load import try_load

RULES = """ruleset nested 1.0 "Nested"
    language 2

players player 3..3
    keeps out: yes_no
    keeps points: 0..99

game
    keeps stopped: yes_no
    keeps rounds: 0..9
    keeps ended: 0..9

menu turn
menu leaving always for each player where not out "At any time."
menu clock always for each player where points < 3 internal
menu organiser always internal

to play
    repeat until rounds is 3
        gain 1 rounds
        each player where not out until stopped
            whole_turn
            gain 1 points
        gain 1 ended

to whole_turn
    repeat 2 times
        offer turn
    as other
        offer any turn or stop until stopped

define other = first(p in player where p is not me)

menu extra

to choose_more
    offer extra or none

action more in extra
    gain 1 points

action wait in turn
    let n = points

action work in turn, leaving
    gain 1 points

action play_on in turn
    choose_more

action resign in leaving
    set out = yes

action stop in leaving
    set stopped = yes

action idle in leaving
    set rounds = rounds

action run_out in clock
    set out = yes

action close in organiser
    finish

scoring
    score points = points
    highest total wins
"""
engines = pytest.mark.parametrize("engine", ["interpreter", "python"])


@pytest.fixture
def begun(engine):
    return try_load({"nested.cave": RULES}, engine=engine)[0].new_initial_state(["A", "B", "C"])


def played(state, *texts):
    for each in texts:
        state = state.apply_by_host(each)
    return state


def kept(state, name):
    """The value of a field of the game."""
    return state.view(cw.ALL).game.values[name]


@engines
def test_of_whoever_leaves_in_mid_turn_nothing_stays(begun):
    """Wherever in its turn a player leaves, the next one stands in one position."""
    ways = [
        ["0: resign"],
        ["wait", "0: resign"],
        ["wait", "wait", "0: resign"],
        ["wait", "wait", "1: wait", "0: resign"],
        ["0: idle", "wait", "1: idle", "0: resign"],
    ]
    states = [played(begun, *each) for each in ways]
    assert [each.current_player for each in states] == [1] * 5
    assert len({each.key() for each in states}) == 1


@engines
def test_others_leave_and_the_decision_stays(begun):
    state = played(begun, "wait", "1: resign")
    assert state.current_player == 0 and [each.text for each in state.legal_actions()] == ["wait", "work", "play_on"]
    assert state.legal_actions(1) == () and [str(each) for each in state.legal_actions(2)][:1] == ["2: work"]
    assert played(state, "wait", "2: done" if state.current_player == 2 else "wait").key()


@engines
def test_the_innermost_loop_that_ends_is_not_left_before_an_outer_one(begun):
    """`stopped` ends the turns of all and an offer within a turn: no turn goes on, so nobody gains a point."""
    state = played(begun, "wait", "wait", "2: stop")
    assert kept(state, "rounds") == 3 and kept(state, "ended") == 3 and state.is_terminal


@engines
def test_conditions_that_the_action_did_not_change_leave_nothing(begun):
    """In the third round `rounds is 3` holds already while it is played: who idles does not end it."""
    state = begun
    while kept(state, "rounds") < 3:
        state = state.apply(state.legal_actions()[-1] if state.legal_actions()[-1].name == "done" else "wait")
    assert played(state, "1: idle").key() == state.key() and not played(state, "2: resign").is_terminal


@engines
def test_nobody_interrupts_within_an_action(begun):
    state = played(begun, "play_on")
    assert state.interrupts() == () and state.host_actions() == ()
    assert state.check("1: resign").reasons[0].message == "It is A’s turn."


@engines
def test_what_is_a_way_to_decide_is_no_interruption(begun):
    """`work` stands in both menus: of whoever is asked it decides."""
    assert "work" not in [each.name for each in begun.interrupts(0)]
    assert played(begun, "work", "1: work", "wait").current_player == 1


@engines
def test_the_host_acts_about_those_of_whom_it_is_open(begun):
    assert [str(each) for each in begun.host_actions()] == ["0: run_out", "0: close", "1: run_out", "2: run_out"]
    assert played(begun, "2: run_out").current_player == 0 and played(begun, "0: close").is_terminal
    for text in ("1: close", "2: nothing"):
        with pytest.raises((cw.IllegalActionError, cw.InvalidActionError)):
            begun.apply_by_host(text)
