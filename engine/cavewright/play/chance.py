"""What chance brings, out of values with whole-numbered weights."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import gcd


def at_point(point: float, weights: Sequence[tuple[int, int]]) -> int:
    """The value at a point of a scale on which each has as much room as its weight.

    >>> [at_point(point, [(7, 2), (9, 1)]) for point in (0, 1, 2)]
    [7, 7, 9]
    """
    for value, weight in weights:
        point -= weight
        if point < 0:
            return value
    return weights[-1][0]


def brought(seed: int, moves: int, weights: Sequence[tuple[int, int]]) -> int:
    """What chance brings in a match with a seed, after so many moves.

    >>> [brought(7, moves, [(1, 5), (2, 5)]) for moves in range(6)] == [brought(7, moves, [(1, 1), (2, 1)]) for moves in range(6)]
    True
    """
    amounts = [weight for _, weight in weights]
    least = gcd(*amounts)
    return at_point(random.Random(f"{seed}:{moves}").randrange(sum(amounts) // least) * least, weights)
