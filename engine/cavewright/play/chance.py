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


class InBag:
    """What may be drawn from a bag, with its weight. Pieces that are printed `alike` are one outcome: the first of them that is in the bag.

    >>> InBag((0, 0, 2)).of((2, 3, 1))
    [(0, 5), (2, 1)]
    """

    def __init__(self, alike: Sequence[int]) -> None:
        self.alike = alike
        self.last: tuple[Sequence[int], list[tuple[int, int]]] = (), []

    def of(self, contents: Sequence[int]) -> list[tuple[int, int]]:
        """The weights, remembered for the contents that were last asked about."""
        whose, known = self.last
        if contents is whose:
            return known
        found: dict[int, tuple[int, int]] = {}
        for piece, (same, many) in enumerate(zip(self.alike, contents, strict=False)):
            if many:
                first, so_far = found.get(same, (piece, 0))
                found[same] = first, so_far + many
        self.last = contents, list(found.values())
        return self.last[1]
