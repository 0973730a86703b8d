"""Intervals that stay valid while one watches: after any number of values, and whenever somebody stops.

Means of bounded values: hedged capital with predictable plug-in bets (Waudby-Smith and Ramdas, Estimating means of
bounded random variables by betting, JRSS B 86, 2024, section 4). Shares of yes and no: the mixture of all shares
(Robbins 1970), which is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lgamma, log, log1p, sqrt

from ...foundation.source.frozen import frozen

ALPHA = 0.05
"""Share of studies in which an interval may miss the truth at any time."""
TRUNCATION = 0.5
"""What part of the greatest bet that cannot ruin is bet at most."""
STEPS = 30
"""Halvings by which the end of an interval is found."""


@frozen
class Interval:
    """An estimate with its interval."""

    estimate: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Tells if a value lies within."""
        return self.low <= value <= self.high


def mean_interval(values: Sequence[float], bound: float, alpha: float = ALPHA) -> Interval:
    """The mean of values from `-bound` to `bound`, with an interval that holds at every time with all but `alpha` of
    probability. Values beyond the bound are taken to lie on it.

    >>> found = mean_interval([1.0] * 200, 10)
    >>> found.estimate, found.low > 0.5, found.high < 1.5
    (1.0, True, True)
    """
    if not values:
        return Interval(0.0, -bound, bound)
    cut = [min(max(each, -bound), bound) for each in values]
    scaled = [(each + bound) / (2 * bound) for each in cut]
    bets, mean = _bets(scaled, alpha), sum(scaled) / len(scaled)
    limit = log(2 / alpha)
    low = _edge(lambda m: _log_capital(scaled, bets, m) >= limit, 0.0, mean)
    mirrored = [1 - each for each in scaled]
    high = 1 - _edge(lambda m: _log_capital(mirrored, bets, m) >= limit, 0.0, 1 - mean)
    return Interval(sum(cut) / len(cut), (2 * low - 1) * bound, (2 * high - 1) * bound)


def _bets(values: Sequence[float], alpha: float) -> list[float]:
    """The bet before each value, by the values before it."""
    bets, mean_sum, spread_sum = list[float](), 0.5, 0.25
    for t, each in enumerate(values, 1):
        spread = spread_sum / t
        bets.append(sqrt(2 * log(2 / alpha) / (spread * t * log1p(t))))
        mean_sum += each
        spread_sum += (each - mean_sum / (t + 1)) ** 2
    return bets


def _log_capital(values: Sequence[float], bets: Sequence[float], mean: float) -> float:
    """The logarithm of what bets on more than a mean have come to."""
    most = TRUNCATION / mean if mean > 0 else float("inf")
    return sum(log1p(min(bet, most) * (each - mean)) for each, bet in zip(values, bets, strict=True))


def _edge(refutes: Callable[[float], bool], low: float, high: float) -> float:
    """The greatest mean up to `high` that is refuted, from below; `low` where none is."""
    begin = low
    if not refutes(begin + 1e-9):
        return begin
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if refutes(middle) else (low, middle)
    return low


def share_interval(hits: int, tries: int, alpha: float = ALPHA) -> Interval:
    """A share of so many tries, with an interval that is exact and holds at every time.

    >>> found = share_interval(50, 100)
    >>> round(found.low, 2), round(found.high, 2)
    (0.34, 0.66)
    """
    if not tries:
        return Interval(0.0, 0.0, 1.0)
    mixture = lgamma(hits + 1) + lgamma(tries - hits + 1) - lgamma(tries + 2)

    def refutes(share: float) -> bool:
        if share <= 0 or share >= 1:
            return (hits if share <= 0 else tries - hits) > 0
        return mixture - hits * log(share) - (tries - hits) * log1p(-share) >= log(1 / alpha)

    estimate = hits / tries
    low = _edge(refutes, 0.0, estimate)
    high = 1 - _edge(lambda share: refutes(1 - share), 0.0, 1 - estimate)
    return Interval(estimate, low, high)
