"""Rows taken together as one outcome of chance tell no more than a card would, in rulesets made at random."""

import random

import pytest
from tests.engine.draws.decks import apart
from tests.engine.draws.posteriors import posteriors, told
from tests.fuzz.equal_rows import EqualRows

from cavewright.play.loading.load import try_load


def telling_views(game):
    """What viewers may be shown, and then know other things than where each piece is drawn by itself."""
    state = game.new_initial_state(2)
    found = []
    for viewer in (None, 0, 1):
        together = posteriors(told(state, viewer, lambda each: each.chance_outcomes()))
        by_itself = posteriors(told(state, viewer, apart))
        assert together
        found += [(viewer, view[-1]) for view, true in together.items() if by_itself.get(view) != true]
    return found


def merged(seeds):
    """Of how many rulesets that load some rows are one outcome, and of how many none are."""
    found = [0, 0]
    for seed in seeds:
        game, _ = try_load({"equal.cave": EqualRows(random.Random(seed)).text()})
        if game is not None:
            assert telling_views(game) == [], seed
            found["card" not in game.rules_model.interchangeable] += 1
    return found


@pytest.mark.long
def test_names_of_draws_tell_nothing_more():
    assert min(merged(range(10))) >= 2


@pytest.mark.long
def test_names_of_draws_tell_nothing_more_in_many_games():
    assert min(merged(range(100, 500))) >= 80
