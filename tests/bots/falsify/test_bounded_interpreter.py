"""Broken rules may go round and round, where options are listed and none is found: a step of theirs ends, too."""

import pytest

import cavewright as cw
from cavewright.bots.falsify.example_runs import game_with
from cavewright.engine.interpret.step import WorkLimitError

CIRCLING = """ruleset circling 1.0 "Circling"
    language 1

game
    keeps left: 0..3 = 1
    keeps laps: 0..99999

players player 2..2

board square
    grid 8 by 8

to play
    offer
        go: pause
    repeat each player
        gain 1 laps
        {what}
        if left > 0
            finish

to pause
    set left = 0

menu turn "In a turn"

action stay(s in square) in turn "Stay"
    own: require left > 0 and s.x > 0 "It is too late."

scoring
    score left = left
    highest total wins
"""


@pytest.fixture(autouse=True)
def little_work(monkeypatch):
    """A limit that is soon reached."""
    for module in ("bots.falsify.bounded_interpreter", "engine.interpret.interpreter"):
        monkeypatch.setattr(f"cavewright.{module}.WORK_LIMIT", 50_000)


def error_of(what):
    """What a step says that goes round for ever, and does this all the while."""
    game = game_with(cw.load_rules({"circling.cave": CIRCLING.format(what=what)}).rules_model)
    state = game.new_initial_state(2)
    with pytest.raises(WorkLimitError) as raised:
        state.apply(state.legal_actions()[0])
    return raised.value


def test_what_decisions_list_counts_as_work_of_the_step():
    """The line at which it is too much is that of the decision; a lap lists a hundred times what else it does."""
    error = error_of("offer turn")
    assert error.span is not None and error.span.text.startswith("offer turn")


def test_what_turns_in_a_circle_without_a_decision_ends():
    assert error_of("set left = 0").span is None
