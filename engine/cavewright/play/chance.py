"""What chance brings, out of values with whole-numbered weights."""

from __future__ import annotations

from collections.abc import Sequence


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
