"""Intervals that stay valid while one watches: seldom wrong where nothing differs, and around what does."""

import random

import pytest

from cavewright.bots.impact.betting import ALPHA, mean_interval, share_interval

LOOKS = (10, 20, 40, 80, 160, 320)
"""After so many pairs one looks; each of the studies is looked at every time."""


def alarms(studies, draw, truth, looks=LOOKS):
    """The share of studies whose interval misses the truth at any look."""
    wrong = 0
    for n in range(studies):
        sampler = random.Random(f"study {n}")
        values = [draw(sampler) for _ in range(looks[-1])]
        wrong += any(not mean_interval(values[:many], 10).holds(truth) for many in looks)
    return wrong / studies


NULLS = {
    "coins": lambda sampler: sampler.choice([-1.0, 1.0]),
    "mostly equal": lambda sampler: sampler.choice([0.0] * 8 + [-6.0, 6.0]),
    "skew": lambda sampler: sampler.choice([-1.0] * 9 + [9.0]),
    "at the bound": lambda sampler: sampler.choice([-10.0, 10.0]),
}


@pytest.mark.long
@pytest.mark.parametrize("name", NULLS)
def test_nothing_is_seldom_taken_for_something(name):
    """At every look together no more studies than stated; a few studies here, 2,000 in the longer run."""
    assert alarms(40, NULLS[name], 0.0, LOOKS[:5]) <= 2 * ALPHA


@pytest.mark.long
@pytest.mark.parametrize("name", NULLS)
def test_two_thousand_studies_of_nothing(name):
    assert alarms(2_000, NULLS[name], 0.0) <= ALPHA


def test_a_planted_effect_lies_in_its_interval():
    """As often as stated, and with enough values nothing lies in it no more."""
    shifted = lambda sampler: sampler.choice([0.0] * 5 + [4.0] * 5)
    assert alarms(40, shifted, 2.0, LOOKS[:5]) <= 2 * ALPHA
    sampler = random.Random(7)
    assert mean_interval([shifted(sampler) for _ in range(320)], 10).low > 0


@pytest.mark.long
@pytest.mark.parametrize(("name", "effect"), [("coins", 3.0), ("mostly equal", 3.0), ("skew", 1.0)])
def test_two_thousand_planted_effects(name, effect):
    """Each lies in its interval as often as stated, however often one looks."""
    assert alarms(2_000, lambda sampler: NULLS[name](sampler) + effect, effect) <= ALPHA


def test_equal_values_close_in_on_their_mean():
    """The more there are, the narrower; nothing at all is a guess between the bounds."""
    widths = [found.high - found.low for found in (mean_interval([0.0] * n, 5) for n in (0, 10, 100, 1_000))]
    assert widths[0] == 10 and widths == sorted(widths, reverse=True) and widths[-1] < 0.3


@pytest.mark.parametrize(("hits", "tries"), [(0, 30), (30, 30), (7, 30), (500, 1_000)])
def test_a_share_lies_in_its_interval(hits, tries):
    """And what the one side wins the other loses."""
    one, other = share_interval(hits, tries), share_interval(tries - hits, tries)
    assert one.holds(hits / tries) and 0 <= one.low <= one.high <= 1
    assert one.low == pytest.approx(1 - other.high, abs=1e-6)


def test_shares_are_seldom_missed_at_any_time():
    """A coin watched for 300 throws: the intervals of few coins ever miss one half."""
    missed = 0
    for n in range(60):
        sampler, hits = random.Random(f"coin {n}"), 0
        for tries in range(1, 301):
            hits += sampler.random() < 0.5
            if tries % 25 == 0 and not share_interval(hits, tries).holds(0.5):
                missed += 1
                break
    assert missed / 60 <= 2 * ALPHA
