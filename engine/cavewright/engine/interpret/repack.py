"""Repacking two bags: kind by kind a player says how many go into the first; the others go into the second.

Every arrangement that fits can be reached, each in one way only, and no choice leads into a dead end: a number is
offered only when the rest can still be put away. Kinds of which only one number is possible are not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from typing import Any

from ...rules.check.expression_cost import MOST_WAYS
from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows, sizes_in
from ...rules.program import instructions as i
from .bags_and_sets import with_amount
from .closures import Boards, Slots
from .effect_records import Effect, new_effect
from .expressions import Evaluator
from .step import Run

BOUNDLESS = 10**12
"""The room of a bag that holds anything."""
KEPT = 400_000
"""Numbers that are remembered, of hands for which it is known how they can be put away."""


def write(h: Slots, run: Run, slot: int, value: Any) -> None:
    """Puts a value into a slot, and what was there into the log of the run, if it has one."""
    if run.log is not None:
        run.log += (h[slot], slot)
    h[slot] = value


class Repack:
    """The functions of one `repack`."""

    def __init__(self, node: i.Repacking, evaluate: Evaluator, kind: m.Kind) -> None:
        self.node, self.rows, both = node, len(kind.rows), (node.first, node.second)
        self.bags, self.owners = [*map(evaluate.bag, both)], [*map(evaluate.owner, both)]
        self.where = evaluate.maybe(node.where)
        self.filling = evaluate.maybe(node.filling)
        self.sizes = [sizes_in(each.type, kind) for each in both]
        self.rooms = [each.type.room or BOUNDLESS for each in both]
        self.kept = max(16, min(4096, KEPT // (self.rows + 1)))
        self.last: tuple[tuple[int, ...], list[dict[int, int]]] = (), []
        self.counted: dict[tuple[Any, ...], list[int]] = {}
        self.endless = endless_rows(node.second.type, kind)

    def takes_part(self, h: Slots, s: Boards, piece: int) -> bool:
        """Tells if a kind takes part."""
        if self.where is None:
            return True
        h[self.node.piece_slot] = piece
        answer = bool(self.where(h, s))
        h[self.node.piece_slot] = 0
        return answer

    def open(self, h: Slots, s: Boards, run: Run) -> None:
        """Puts everything that takes part on the table. Endless pieces of the first bag go back to the second.

        A bag and itself, or the bag of nobody, have nothing to give each other.
        """
        first, second = (bag(h, s) for bag in self.bags)
        write(h, run, self.node.at, 0)
        if first == second or min(owner(h, s) for owner in self.owners) < 0:
            return
        for piece in range(self.rows):
            if self.takes_part(h, s, piece):
                mine, theirs = h[first][piece], h[second][piece]
                write(h, run, self.node.hands + piece, 1 + (0 if self.endless[piece] else mine + theirs))
                self.note(h, s, run, 0, piece, -mine)
                self.note(h, s, run, 1, piece, -theirs)
                write(h, run, first, with_amount(h[first], piece, 0))
                write(h, run, second, with_amount(h[second], piece, 0))

    def note(self, h: Slots, s: Boards, run: Run, which: int, piece: int, change: int) -> None:
        """An event for pieces that go into one of the bags, or out of it onto the table."""
        if change:
            bag = (self.node.first, self.node.second)[which]
            run.effects.append(
                new_effect(
                    Effect,
                    ("packed", self.node.clause, h[i.ME], bag.args[0], self.owners[which](h, s), piece, change, None),
                )
            )

    def current(self, h: Slots) -> int:
        """The kind that is being decided about."""
        return int(h[self.node.at]) - 1

    def turn(self, h: Slots, s: Boards, run: Run) -> bool:
        """Goes to the next kind with a choice; puts away those without. False when all is put away."""
        for piece in range(max(h[self.node.at] - 1, 0), self.rows):
            if not h[self.node.hands + piece]:
                continue
            write(h, run, self.node.at, piece + 1)
            counts = self.counts(h, s)
            if len(counts) != 1:
                return True
            self.put_pieces(h, s, run, counts[0])
        write(h, run, self.node.at, 0)
        return False

    def put_pieces(self, h: Slots, s: Boards, run: Run, count: int) -> None:
        """Puts so many of the current kind into the first bag, the rest into the second."""
        piece = self.current(h)
        rest = 0 if self.endless[piece] else h[self.node.hands + piece] - 1 - count
        for which, many in enumerate((count, rest)):
            at = self.bags[which](h, s)
            write(h, run, at, with_amount(h[at], piece, h[at][piece] + many))
            self.note(h, s, run, which, piece, many)
        write(h, run, self.node.hands + piece, 0)

    def counts(self, h: Slots, s: Boards) -> list[int]:
        """The numbers of the current kind that can go into the first bag."""
        wanted = self.rooms[0] - self.filling(h, s) if self.filling is not None else BOUNDLESS
        hands, contents = tuple(h[self.node.hands : self.node.hands + self.rows]), [h[bag(h, s)] for bag in self.bags]
        key = hands, self.current(h), *contents, wanted
        found = self.counted.get(key)
        if found is None:
            if len(self.counted) >= self.kept:
                self.counted.clear()
            free = [
                room - sum(map(mul, held, sizes))
                for room, held, sizes in zip(self.rooms, contents, self.sizes, strict=True)
            ]
            found = self.counted[key] = self._counts(hands, self.current(h), free[0], free[1], wanted)
        return found

    def _counts(self, hands: tuple[int, ...], piece: int, a: int, b: int, wanted: int) -> list[int]:
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
                both = taken[0] + first, taken[1] + second
                if both[0] <= self.rooms[0] and both[1] <= min(self.rooms[1], found.get(both[0], self.rooms[1])):
                    found[both[0]] = both[1]
        return found
