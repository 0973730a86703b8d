"""Figures of a game, and how each differs between base and variant: an estimate, an interval, a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...foundation.source.frozen import frozen
from ..study.played_games import Played
from .betting import Interval, mean_interval
from .paired_games import Pair

PILOT = 20
"""Pairs that only say how far differences reach; intervals are made of those after them."""
REACH = 3
"""How many times further than in the pilot a difference may be until it is cut."""
MARGINS = 4
"""Margins that a difference may reach at least until it is cut, however small those of the pilot are."""
NONE, MATTERS, LITTLE, OPEN = "none", "differs", "equivalent", "open"
"""No difference at all, one that is there, none that matters, and not enough games to say."""


@frozen
class Difference:
    """Difference of a figure: its mean in base and variant, the interval of the difference, all from so many pairs, the bound
    beyond which differences were cut (so many were), the margin below which one does not matter, the verdict, and about how
    many pairs it would take until the interval is as narrow as the margin."""

    name: str
    base: float
    variant: float
    interval: Interval
    pairs: int
    bound: float
    cut: int
    margin: float
    verdict: str
    needed: int


Measure = Callable[[Played], float]


def measures_of(categories: Mapping[str, tuple[int, int]], seats: int) -> dict[str, tuple[Measure, Measure, float]]:
    """By name how a figure is taken of a game of the base and of the variant, and its margin. `categories` has the place
    of each category of points in both."""
    found: dict[str, tuple[Measure, Measure, float]] = {}

    def add(name: str, measure: Measure, margin: float) -> None:
        found[name] = measure, measure, margin

    add("given up", lambda played: float(not played.ended), 0.02)
    add("rounds", lambda played: played.rounds, 1.0)
    add("decisions a turn", lambda played: played.decisions / max(played.turns, 1), 0.25)
    add("options a decision", lambda played: played.offered / max(played.decisions, 1), 1.0)
    add("best score", lambda played: max(played.totals), 2.0)
    add("mean score", lambda played: sum(played.totals) / len(played.totals), 2.0)
    add("spread of scores", lambda played: max(played.totals) - min(played.totals), 2.0)
    add("out of the running", lambda played: sum(not each for each in played.counted) / len(played.counted), 0.05)
    for seat in range(seats):
        add(f"won by seat {seat + 1}", lambda played, seat=seat: won_by(played, seat), 0.05)  # type: ignore[misc]
    for name, (one, other) in categories.items():
        found[f"points: {name}"] = _points(one), _points(other), 1.0
    return found


def _points(n: int) -> Measure:
    return lambda played: sum(each[n] for each in played.breakdown) / len(played.breakdown)


def won_by(played: Played, seat: int) -> float:
    """The share of a game that a seat has won; of one that was given up none."""
    if not played.ended or seat not in played.winners:
        return 0.0
    return 1 / len({played.sides[n] for n in played.winners})


def compare_figures(
    pairs: Sequence[Pair], measures: Mapping[str, tuple[Measure, Measure, float]], rounds_bound: int
) -> Iterator[Difference]:
    """Yields how each figure differs over all pairs. Shares have bounds of their own; of all others the first pairs say
    how far differences reach, and take no part in the interval."""
    for name, (of_base, of_variant, margin) in measures.items():
        one = [of_base(each.base) for each in pairs]
        other = [of_variant(each.variant) for each in pairs]
        differences = [b - a for a, b in zip(one, other, strict=True)]
        is_share = name in ("given up", "out of the running") or name.startswith("won by")
        pilot = 0 if is_share else min(PILOT, len(pairs) // 2)
        reach = 1.0 if is_share else max([MARGINS / REACH * margin, *map(abs, differences[:pilot])]) * REACH
        bound = min(reach, float(rounds_bound)) if name == "rounds" else reach
        interval = mean_interval(differences[pilot:], bound)
        yield Difference(
            name,
            mean_of(one[pilot:]),
            mean_of(other[pilot:]),
            interval,
            len(differences) - pilot,
            bound,
            cut := sum(abs(each) > bound for each in differences[pilot:]),
            margin,
            verdict_of(interval, margin, cut > 0),
            pairs_needed(interval, margin, len(differences) - pilot),
        )


def pairs_needed(interval: Interval, margin: float, pairs: int) -> int:
    """Returns about how many pairs it takes until an interval reaches no further from its middle than the margin, since its
    width falls with the root of their number.

    >>> pairs_needed(Interval(0.0, -4.0, 4.0), 2.0, 100)
    400
    """
    half = (interval.high - interval.low) / 2
    return max(pairs, round(pairs * (half / margin) ** 2)) if margin else pairs


def mean_of(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def verdict_of(interval: Interval, margin: float, has_cut: bool = False) -> str:
    """Returns the verdict of an interval: that something differs, that it does not by as much as matters, or nothing yet.
    Where differences were cut, none is said to be too small to matter."""
    if -margin <= interval.low and interval.high <= margin and not has_cut:
        return LITTLE
    return MATTERS if not interval.holds(0.0) else OPEN
