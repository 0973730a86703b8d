"""Studies of nothing: pairs of games of one ruleset, drawn apart, by every figure that is reported. The truth is 0 for each."""

import random
from functools import lru_cache
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.bots.impact.betting import ALPHA
from cavewright.bots.impact.figures import MATTERS, compare_figures, measures_of
from cavewright.bots.impact.paired_games import Pair
from cavewright.bots.study.simulate import DECISIONS, ROUNDS, play, seat_bots, seating

TUTORIAL = Path(__file__).parents[3] / "docs" / "language" / "tutorial"
GAME, WIDE = "11-dig-or-rest.cave", "4-drawing-tiles.cave"
"""A game in which most figures vary, and one in which the number of options does: the other always offers two."""
GAMES, LOOKS = 300, (40, 80, 160)
"""Games from which pairs are drawn; after so many pairs one looks."""
MEASURES = (
    "rounds",
    "best score",
    "mean score",
    "spread of scores",
    "decisions a turn",
    "options a decision",
    "won by seat 1",
    "points: gems",
)
"""Figures that vary in the game played for them."""
STUDIES = 2_000


@lru_cache(maxsize=2)
def games_played(name=GAME):
    """Games of one ruleset, by bots that choose at random."""
    game = cw.load_game(str(TUTORIAL / name))
    seats = seat_bots(game, ("random",), 3)
    return [play(game, seating(seats, n, n), (ROUNDS, DECISIONS)) for n in range(GAMES)]


def games_of(measure):
    """Games in which a figure varies."""
    return games_played(WIDE if measure == "options a decision" else GAME)


def differences_of(name, sampler, shift=0.0):
    """The differences that one study reports of a figure, at every look; the truth is `shift`."""
    of_base, of_variant, margin = measures_of({"gems": (0, 0)}, 3)[name]
    measure = {name: (of_base, lambda played: of_variant(played) + shift, margin)}
    pairs = [Pair(*sampler.choices(games_of(name), k=2)) for _ in range(LOOKS[-1])]
    for many in LOOKS:
        yield next(compare_figures(pairs[:many], measure, ROUNDS))


def alarms(name, studies, shift=0.0):
    """The share of studies that say at any look that something differs."""
    samplers = (random.Random(f"{name} {n}") for n in range(studies))
    return (
        sum(any(found.verdict == MATTERS for found in differences_of(name, each, shift)) for each in samplers) / studies
    )


def misses(name, studies, shift):
    """The share of studies whose interval does not hold what was planted, at any look."""
    samplers = (random.Random(f"{name} {n}") for n in range(studies))
    return (
        sum(any(not found.interval.holds(shift) for found in differences_of(name, each, shift)) for each in samplers)
        / studies
    )


@pytest.mark.long
@pytest.mark.parametrize("name", MEASURES)
def test_nothing_is_seldom_taken_for_something(name):
    """No more studies than stated say that a figure differs, whenever one looks."""
    assert len({measures_of({"gems": (0, 0)}, 3)[name][0](each) for each in games_of(name)}) > 1
    assert alarms(name, STUDIES) <= ALPHA


@pytest.mark.parametrize("name", ["best score", "won by seat 1"])
@pytest.mark.gate("won by seat 1")
def test_a_few_studies_of_nothing(name):
    assert alarms(name, 20) <= 1 / 20


def test_something_is_taken_for_something():
    """What is added to every game of the variant is seen: the alarm can ring."""
    assert alarms("best score", 2, 25.0) == 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["best score", "mean score", "rounds"])
def test_what_is_planted_lies_in_its_interval(name):
    """As often as stated, whenever one looks."""
    assert misses(name, STUDIES, 5.0) <= ALPHA


def test_a_few_planted_effects():
    assert misses("best score", 10, 5.0) == 0
