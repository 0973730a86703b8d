"""Kuhn poker: the same game as in OpenSpiel, in every digit, and the value that Kuhn found."""

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.play.examples.runner import run_examples


def test_every_fact_is_carried_out_and_shown():
    game = loaded("kuhn-poker")[0]
    assert len(game.facts) == 6 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("kuhn-poker")) if not each.ok] == []


@pytest.fixture(scope="module")
def both():
    """OpenSpiel, its own Kuhn poker, and ours as it is registered there."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from cavewright.adapters import openspiel

    (name,) = openspiel.register([cw.load_game("kuhn-poker")])
    return pyspiel, pyspiel.load_game("kuhn_poker"), pyspiel.load_game(name, {"utility": "margin", "max_moves": 20})


def test_random_play_is_worth_the_same(both):
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    _, theirs, ours = both
    found = [
        (
            exploitability.nash_conv(game, policy.UniformRandomPolicy(game)),
            *expected_game_score.policy_value(game.new_initial_state(), [policy.UniformRandomPolicy(game)] * 2),
        )
        for game in (theirs, ours)
    ]
    assert found[0] == found[1] == pytest.approx((11 / 12, 1 / 8, -1 / 8))


def solved(pyspiel, game, rounds):
    """What a solver comes to after so many rounds: how far it can be exploited, and what the game is worth."""
    solver = pyspiel.CFRSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    found = solver.tabular_average_policy()
    return pyspiel.nash_conv(game, found), *pyspiel.expected_returns(game.new_initial_state(), found, -1, True)


def test_a_solver_comes_to_the_same(both):
    pyspiel, theirs, ours = both
    assert solved(pyspiel, ours, 5) == pytest.approx(solved(pyspiel, theirs, 5), abs=1e-12)


@pytest.mark.long
def test_the_first_player_loses_an_eighteenth(both):
    pyspiel, theirs, ours = both
    found = solved(pyspiel, ours, 300)
    assert found == pytest.approx(solved(pyspiel, theirs, 300), abs=1e-12)
    assert found[0] < 0.01 and found[1:] == pytest.approx((-1 / 18, 1 / 18), abs=1e-3)
