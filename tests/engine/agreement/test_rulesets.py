"""Every ruleset by both engines in lockstep: some thousands of decisions here, more than 200,000 in the longer run."""

from pathlib import Path

import pytest
from tests.engine.agreement.lockstep import Pair, greedy, seeded, uniform, walk
from tests.engine.agreement.settings import BASES, CLASSICS, HOUSE, house_rules, load, with_random_options

COMB = Path(__file__).parents[2] / "rules/boards/comb.cave"
WAYS = (uniform, greedy)
LONG = 2_500
"""Decisions of a piece of the longer run, in games of which none is longer than that."""


def played(game, most, *seed, players=None):
    """Games one after another until so many decisions were compared: by turns at random and greedy; how many there were."""
    done, n = 0, 0
    while done < most:
        rng = seeded(*seed, n)
        pair = Pair(game, players or rng.choice(game.players))
        done += walk(pair, rng, min(most - done, 1_200), WAYS[n % 2])
        n += 1
    return done


@pytest.mark.parametrize("name", BASES)
@pytest.mark.gate("the-cave")
def test_a_ruleset(name):
    most = 300 if name in CLASSICS else 100
    assert played(with_random_options(name, seeded(name)), most, name) == most
    assert played(load(name), most, name, "as it is") == most


@pytest.mark.parametrize("number", range(5))
@pytest.mark.long
def test_the_cave_with_house_rules(number):
    overlays = HOUSE[3 * number : 3 * number + 3] if number < 5 else ()
    for overlay in overlays:
        assert played(load("the-cave", (overlay,)), 40, overlay) == 40
    rng = seeded("house", number)
    assert played(with_random_options("the-cave", rng, house_rules(rng)), 60, number) == 60


def test_hexagons_that_grow():
    assert played(load(str(COMB)), 200, "comb") == 200


@pytest.mark.long
@pytest.mark.parametrize("piece", range(5))
@pytest.mark.parametrize("name", BASES)
def test_a_ruleset_for_long(name, piece):
    game = with_random_options(name, seeded(name, piece, "long"))
    assert played(game, LONG, name, piece, "long") == LONG


@pytest.mark.long
@pytest.mark.parametrize("number", range(32))
def test_house_rules_for_long(number):
    rng = seeded("house", number, "long")
    overlays = (HOUSE[number],) if number < len(HOUSE) else house_rules(rng)
    game = with_random_options("the-cave", rng, overlays)
    assert played(game, LONG, number, "long") == LONG
