"""Outcomes of chance, out of values with whole-numbered weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence, Set
from math import gcd
from typing import Any, TypeAlias

from ...foundation.source.argument_checks import show_value, wrong_type, wrong_value

SAMPLER = "a function that gives numbers from 0 up to 1"
Elsewhere: TypeAlias = Callable[[list[Any], list[Any]], tuple[Sequence[Any], Set[int]]]
"""Asked of slots and boards: what they say of every row of a kind, and the rows that stand by themselves."""


def row_at_point(point: float, weights: Sequence[tuple[int, int]]) -> int:
    """The row at a point of a scale on which each has as much room as its weight."""
    for row, (_, weight) in enumerate(weights):
        point -= weight
        if point < 0:
            return row
    return len(weights) - 1


def at_point(point: float, weights: Sequence[tuple[int, int]]) -> int:
    """The value at a point of a scale on which each has as much room as its weight.

    >>> [at_point(point, [(7, 2), (9, 1)]) for point in (0, 1, 2)]
    [7, 7, 9]
    """
    return weights[row_at_point(point, weights)][0]


def look_at(random: object) -> None:
    """TypeError for what cannot be asked for numbers."""
    if not callable(random):
        raise wrong_type("random", random, SAMPLER)


def row_at_random(random: Callable[[], float], weights: Sequence[tuple[int, int]]) -> int:
    """The row of one of some values with weights, by chance. Raises ValueError where there is none, and for a `random` that gives anything but
    numbers from 0 up to 1."""
    return row_at_point(point_at_random(random, sum([weight for _, weight in weights])), weights)


def point_at_random(random: Callable[[], float], whole: int) -> float:
    """A point of a scale of some length, by chance. Raises as `row_at_random`; a scale without length has no points."""
    look_at(random)
    if not whole:
        raise ValueError(f"nothing is left to chance here, so that random is not asked: not {show_value(random)}")
    point = random()
    if not isinstance(point, (int, float)) or not 0 <= point < 1:
        raise wrong_value("random", point, SAMPLER)
    return point * whole


def outcome_of_seed(seed: int, moves: int, weights: Sequence[tuple[int, int]]) -> int:
    """Returns the outcome of chance in a match with a seed, after so many moves.

    >>> [outcome_of_seed(7, moves, [(1, 5), (2, 5)]) for moves in range(6)] == [outcome_of_seed(7, moves, [(1, 1), (2, 1)]) for moves in range(6)]
    True
    """
    amounts = [weight for _, weight in weights]
    least = gcd(*amounts)
    return at_point(random.Random(f"{seed}:{moves}").randrange(sum(amounts) // least) * least, weights)


class BagOutcomes:
    """Pieces that may be drawn from a bag, with their weights. Rows that nothing tells apart are one outcome: the first
    of them that is in the bag.

    `first` has for every row the first of those that no rule tells apart. Of these the ones are one outcome that the
    position does not tell apart either: `elsewhere`, if there is any, finds for slots and boards what they say of each
    row, and which rows stand by themselves.

    >>> BagOutcomes((0, 0, 2)).of((2, 3, 1), [], [])
    [(0, 5), (2, 1)]
    >>> BagOutcomes((0, 0, 2), lambda h, s: ([(2,), (3,), (1,)], set())).of((2, 3, 1), [], [])
    [(0, 2), (1, 3), (2, 1)]
    """

    def __init__(self, first: Sequence[int], elsewhere: Elsewhere | None = None) -> None:
        self.first, self.elsewhere = first, elsewhere
        self.last: tuple[Sequence[int], list[tuple[int, int]], bool] = (), [], True

    def of(self, contents: Sequence[int], h: list[Any], s: list[Any]) -> list[tuple[int, int]]:
        """The weights; remembered for the contents that were last asked about, as far as they alone decide."""
        whose, known, is_all = self.last
        if contents is not whose:
            inside = [(piece, many) for piece, many in enumerate(contents) if many]
            known = _together(inside, self.first)
            is_all = self.elsewhere is None or len(known) == len(inside)
            self.last = contents, known if is_all else inside, is_all
            known = self.last[1]
        return known if is_all else _together(known, self._keys(h, s))

    def outcome(self, piece: int, contents: Sequence[int], h: list[Any], s: list[Any]) -> int:
        """The outcome that stands for a piece that is in the bag; the piece itself if it is not.

        >>> BagOutcomes((0, 0, 2)).outcome(1, (2, 3, 1), [], [])
        0
        """
        keys = self._keys(h, s)
        return next(
            (each for each, many in enumerate(contents) if many and contents[piece] and keys[each] == keys[piece]),
            piece,
        )

    def _keys(self, h: list[Any], s: list[Any]) -> Sequence[Any]:
        """For every row what is the same of those rows that are one outcome."""
        if self.elsewhere is None:
            return self.first
        said, alone = self.elsewhere(h, s)
        return [-1 - row if row in alone else (first, said[row]) for row, first in enumerate(self.first)]


def _together(inside: Iterable[tuple[int, int]], keys: Sequence[Any]) -> list[tuple[int, int]]:
    """Pieces and how many there are of them, those of the same key together under the first."""
    found: dict[Any, tuple[int, int]] = {}
    for piece, many in inside:
        first, so_far = found.get(keys[piece], (piece, 0))
        found[keys[piece]] = first, so_far + many
    return list(found.values())
