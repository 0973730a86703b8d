"""Hearts: every fact is carried out and shown, a whole deal gives out all points, and nobody is told another's hand."""

import random

import pytest
from tests.rulesets.cited import carried_out, forgotten, loaded, misspelt, without_example

import cavewright as cw
from cavewright.play.examples.runner import run_examples

DEAL = 52
POINTS = 26


def test_every_fact_is_carried_out_and_shown():
    game = loaded("hearts")[0]
    assert len(game.facts) == 12 and forgotten(game) == [] and misspelt(game) == []
    assert without_example(game, carried_out(game, "none")) == []


def test_the_examples_hold():
    assert [each.name for each in run_examples(cw.load_game("hearts")) if not each.ok] == []


def played(seed):
    """The states of a game at random, up to its end."""
    chooser = random.Random(seed)
    state = cw.load_game("hearts", options={"limit": 26}).new_initial_state()
    while not state.is_terminal:
        yield state
        if state.current_player == cw.CHANCE:
            state = state.apply(chooser.choice([each for each, _ in state.chance_outcomes()]))
        else:
            state = state.apply(chooser.choice(state.legal_actions(state.active_players[0])))
    yield state


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.gate("1")
def test_a_game_ends_with_whole_deals(seed):
    """Of each deal come 26 points, or three times as many where one player has won them all."""
    *_, last = played(seed)
    totals = [last.outcome().totals[p] for p in range(4)]
    assert max(totals) >= POINTS and sum(totals) % POINTS == 0


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.gate("2")
def test_a_view_has_no_card_of_another_hand(seed):
    for number, state in enumerate(played(seed)):
        if number > 2 * DEAL:
            return
        for viewer in (None, 0, 1, 2, 3):
            for player in state.view(viewer).players:
                assert ("hand" in player.values) == (player.number == viewer)
