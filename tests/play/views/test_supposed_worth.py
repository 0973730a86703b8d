"""Positions are worth what a score line supposes: bots ask for it wherever they play."""

import pytest
from tests.fuzz.law import written

import cavewright as cw

RULES = """ruleset hopes 1.0 "Hopes"
    language 2
players team 2..2
    keeps money: 0..9
game
    keeps rounds: 0..3
to play
    repeat each team until rounds is 3
        offer work
menu work
action save in work
    gain 1 money
    gain 1 rounds
to double
    gain money money
scoring
    score money = after(double: money)
    highest total wins
"""


@pytest.mark.parametrize("engine", ("python", "interpreter"))
def test_a_score_that_supposes_something_is_worth_it(tmp_path, engine):
    game = cw.load_game(written(tmp_path / "rules", {"hopes.cave": RULES}), engine=engine)
    state = game.new_initial_state(2)
    state = state.apply(state.legal_actions()[0])
    assert [state.value(player) for player in range(2)] == [2, 0]
