"""Allotments: how many of a kind of piece can go into the first of two bags, so that all the rest can still be put away.

Kinds are put away one after another, what is not put into the first bag goes into the second. A number is an allotment
only where the kinds behind can still be put away, so no choice leads into a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from typing import Any

from ...rules.check.cardinality import MOST_WAYS
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from .bags_and_sets import BagsAndSets
from .closures import Boards, Slots

BOUNDLESS = 10**12
"""The room of a bag that holds anything."""
KEPT = 400_000
"""Numbers that are remembered, of hands for which it is known how they can be put away."""


def first_left(h: Slots, left: int, rows: int) -> int:
    """Returns the first kind of piece that is left to be put away, or `rows` if there is none."""
    for piece, many in enumerate(h[left : left + rows]):
        if many:
            return piece
    return rows


class Allotments:
    """The allotments of two bags, found from the slots in which what is left to put away lies."""

    def __init__(
        self,
        evaluate: BagsAndSets,
        first: m.Expr,
        second: m.Expr,
        piece: m.Expr,
        filling: m.Expr | None,
        left: int,
    ) -> None:
        both, of = (first, second), evaluate.ruleset.kinds[first.type.name]
        self.rows, self.left = len(of.rows), left
        self.bags = [*map(evaluate.bag, both)]
        self.piece = evaluate.expr(piece)
        self.filling = evaluate.maybe(filling)
        self.sizes = [sizes_in(each.type, of) for each in both]
        self.rooms = [each.type.room or BOUNDLESS for each in both]
        self.endless = endless_rows(second.type, of)
        self.kept = max(16, min(4096, KEPT // (self.rows + 1)))
        self.last: tuple[tuple[int, ...], list[dict[int, int]]] = (), []
        self.known: dict[tuple[Any, ...], list[int]] = {}

    def list_numbers(self, h: Slots, s: Boards) -> list[int]:
        """Returns the numbers of the piece that can go into the first bag."""
        wanted = self.rooms[0] - self.filling(h, s) if self.filling is not None else BOUNDLESS
        hands = tuple(h[self.left : self.left + self.rows])
        contents = [h[bag(h, s)] for bag in self.bags]
        piece = self.piece(h, s)
        key = hands, piece, *contents, wanted
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.kept:
                self.known.clear()
            free = [
                room - sum(map(mul, held, sizes))
                for room, held, sizes in zip(self.rooms, contents, self.sizes, strict=True)
            ]
            found = self.known[key] = self._find_numbers(hands, piece, free[0], free[1], wanted)
        return found

    def _find_numbers(self, hands: tuple[int, ...], piece: int, a: int, b: int, wanted: int) -> list[int]:
        behind = self._fillings(hands, piece + 1)
        possible: dict[int, int] = {}
        for n, mine, theirs in self._ways(hands, piece, a, b):
            left = [mine - first for first, second in behind.items() if first <= mine and second <= theirs]
            if left:
                possible[n] = min(left)
        if not possible:
            return [0]
        bound = max(wanted, min(possible.values()))
        return [n for n, room in possible.items() if room <= bound]

    def _ways(self, hands: tuple[int, ...], piece: int, a: int, b: int) -> Iterator[tuple[int, int, int]]:
        """Yields the numbers of a kind that can go into the first bag: the number, and the room left in both. At most
        `MOST_WAYS` numbers, the least ones."""
        total = hands[piece] - 1
        size, other = self.sizes[0][piece], self.sizes[1][piece]
        endless = self.endless[piece]
        least = max(0, total - b // other) if other and not endless else 0
        most = MOST_WAYS - 1 if endless else total
        for n in range(least, min(most, a // size if size else most, least + MOST_WAYS - 1) + 1):
            rest = 0 if endless else total - n
            if rest * other <= b:
                yield n, a - n * size, b - rest * other

    def _fillings(self, hands: tuple[int, ...], piece: int) -> dict[int, int]:
        """Returns the amounts of room that the kinds from one on can take in the first bag, each with the least that
        they then take in the second."""
        if self.rooms[0] == BOUNDLESS:
            return {
                sum(
                    max(0, hands[at] - 1) * self.sizes[0][at] for at in range(piece, self.rows) if not self.endless[at]
                ): 0
            }
        last, chain = self.last
        if not chain or last[piece:] != hands[piece:]:
            chain = self.chain_fillings(hands)
            self.last = hands, chain
        return chain[piece]

    def chain_fillings(self, hands: tuple[int, ...]) -> list[dict[int, int]]:
        """Returns the fillings for the kinds from each one on, the last ones first: what is known of the same kinds is
        taken from there."""
        chain = [{0: 0}]
        for piece in range(self.rows - 1, -1, -1):
            chain.append(self._with(hands, piece, chain[-1]) if hands[piece] else chain[-1])
        return chain[::-1]

    def _with(self, hands: tuple[int, ...], piece: int, behind: dict[int, int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for _, mine, theirs in self._ways(hands, piece, *self.rooms):
            taken = self.rooms[0] - mine, self.rooms[1] - theirs
            for first, second in behind.items():
                here, there = taken[0] + first, taken[1] + second
                most = min(self.rooms[1], found.get(here, self.rooms[1]))
                if here <= self.rooms[0] and there <= most:
                    found[here] = there
        return found
