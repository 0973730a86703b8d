"""Repacking two bags: kind by kind a player says how many go into the first; the others go into the second.

Every arrangement that fits can be reached, each in one way only, and no choice leads into a dead end: a number is
offered only when the rest can still be put away. Kinds of which only one number is possible are not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from typing import TYPE_CHECKING, Any

from ..model import ruleset as m
from ..model.types import NONE
from ..program import instructions as i
from .evaluate import Evaluator, with_amount
from .events import Effect
from .ways import Boards, Slots

if TYPE_CHECKING:
    from .interpret import Run

BOUNDLESS = 99_999


class Repack:
    """The functions of one `repack`."""

    def __init__(self, node: i.Repacking, evaluate: Evaluator, kind: m.Kind) -> None:
        self.node, self.rows = node, len(kind.rows)
        self.first, self.second = evaluate.bag(node.first), evaluate.bag(node.second)
        self.owners = evaluate.owner(node.first), evaluate.owner(node.second)
        self.where = evaluate.expr(node.where) if node.where is not None else None
        self.filling = evaluate.expr(node.filling) if node.filling is not None else None
        self.sizes = self._sizes(node.first, kind), self._sizes(node.second, kind)
        self.rooms = node.first.type.room or BOUNDLESS, node.second.type.room or BOUNDLESS
        supply = kind.columns.get("supply")
        self.endless = [node.second.type.endless and (supply is None or supply.values[n] == NONE) for n in range(self.rows)]

    def _sizes(self, bag: m.Expr, kind: m.Kind) -> tuple[int, ...]:
        column = kind.columns.get(bag.type.measure)
        return column.values if column else (1,) * (self.rows + 1)

    def chosen(self, h: Slots, s: Boards, piece: int) -> bool:
        """Whether a kind takes part."""
        if self.where is None:
            return True
        h[self.node.piece_slot] = piece
        answer = bool(self.where(h, s))
        h[self.node.piece_slot] = 0
        return answer

    def open(self, h: Slots, s: Boards, run: Run, clause: m.Clause) -> None:
        """Puts everything that takes part on the table. Endless pieces of the first bag go back to the second.

        A bag and itself, or the bag of nobody, have nothing to give each other.
        """
        first, second = self.first(h, s), self.second(h, s)
        h[self.node.at] = 0
        if first == second or min(owner(h, s) for owner in self.owners) < 0:
            return
        for piece in range(self.rows):
            if self.chosen(h, s, piece):
                mine, theirs = h[first][piece], h[second][piece]
                h[self.node.hands + piece] = 1 + (0 if self.endless[piece] else mine + theirs)
                self.note(h, s, run, clause, 0, piece, -mine)
                self.note(h, s, run, clause, 1, piece, -theirs)
                h[first], h[second] = with_amount(h[first], piece, 0), with_amount(h[second], piece, 0)

    def note(self, h: Slots, s: Boards, run: Run, clause: m.Clause, which: int, piece: int, change: int) -> None:
        """An event for pieces that go into one of the bags, or out of it onto the table."""
        if change:
            bag = (self.node.first, self.node.second)[which]
            run.effects.append(Effect("packed", clause, h[i.ME], bag.args[0], self.owners[which](h, s), piece, change))

    def current(self, h: Slots) -> int:
        """The kind that is being decided about."""
        return int(h[self.node.at]) - 1

    def turn(self, h: Slots, s: Boards, run: Run, clause: m.Clause) -> bool:
        """Goes to the next kind with a choice; puts away those without. False when all is put away."""
        for piece in range(max(h[self.node.at] - 1, 0), self.rows):
            if not h[self.node.hands + piece]:
                continue
            h[self.node.at] = piece + 1
            counts = self.counts(h, s)
            if len(counts) != 1:
                return True
            self.put(h, s, run, clause, counts[0])
        h[self.node.at] = 0
        return False

    def put(self, h: Slots, s: Boards, run: Run, clause: m.Clause, count: int) -> None:
        """So many of the current kind into the first bag, the rest into the second."""
        piece = self.current(h)
        rest = 0 if self.endless[piece] else h[self.node.hands + piece] - 1 - count
        for start, many in ((self.first, count), (self.second, rest)):
            at = start(h, s)
            h[at] = with_amount(h[at], piece, h[at][piece] + many)
        h[self.node.hands + piece] = 0
        self.note(h, s, run, clause, 0, piece, count)
        self.note(h, s, run, clause, 1, piece, rest)

    def counts(self, h: Slots, s: Boards) -> list[int]:
        """The numbers of the current kind that can go into the first bag."""
        rooms = self._room(h, s, 0), self._room(h, s, 1)
        least: dict[tuple[int, int, int], int] = {}
        free = {n: self._least_free(h, piece_after, a, b, least) for n, piece_after, a, b in self._ways(h, self.current(h), *rooms)}
        possible = {n: room for n, room in free.items() if room is not None}
        if not possible:
            return [0]
        wanted = self.rooms[0] - self.filling(h, s) if self.filling is not None else BOUNDLESS
        bound = max(wanted, min(possible.values()))
        return [n for n, room in possible.items() if room <= bound]

    def _room(self, h: Slots, s: Boards, which: int) -> int:
        contents = h[(self.first, self.second)[which](h, s)]
        return int(self.rooms[which] - sum(map(mul, contents, self.sizes[which])))

    def _ways(self, h: Slots, piece: int, a: int, b: int) -> Iterator[tuple[int, int, int, int]]:
        """How many of a kind can go into the first bag: the number, the next kind, and the room left in both."""
        total = h[self.node.hands + piece] - 1
        size, other = self.sizes[0][piece], self.sizes[1][piece]
        most = min(a // size if size else BOUNDLESS, 99) if self.endless[piece] else min(total, a // size if size else total)
        for n in range(most + 1):
            rest = 0 if self.endless[piece] else total - n
            if rest * other <= b:
                yield n, piece + 1, a - n * size, b - rest * other

    def _least_free(self, h: Slots, piece: int, a: int, b: int, known: dict[Any, Any]) -> int | None:
        """The least room that can be left in the first bag once all further kinds are put away; none if they cannot be."""
        while piece < self.rows and not h[self.node.hands + piece]:
            piece += 1
        if piece == self.rows:
            return a
        if (piece, a, b) not in known:
            found = [self._least_free(h, *way[1:], known) for way in self._ways(h, piece, a, b)]
            known[piece, a, b] = min((each for each in found if each is not None), default=None)
        answer: int | None = known[piece, a, b]
        return answer
