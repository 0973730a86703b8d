"""Repacking two bags: kind by kind a player says how many go into the first; the others go into the second.

Every arrangement that fits can be reached, each in one way only. Kinds of which only one number is possible are not
asked about.
"""

from __future__ import annotations

from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.capacities import endless_rows
from ...rules.program import instructions as i
from .allotments import first_left
from .bags_and_sets import with_amount
from .closures import Boards, Slots
from .effect_records import Effect, new_effect
from .expressions import Evaluator
from .step import Run


def write(h: Slots, run: Run, slot: int, value: Any) -> None:
    """Puts a value into a slot, and what was there into the log of the run, if it has one."""
    if run.log is not None:
        run.log += (h[slot], slot)
    h[slot] = value


class Repack:
    """The functions of one `repack`."""

    def __init__(self, node: i.Repack, evaluate: Evaluator, kind: m.Kind) -> None:
        self.node, self.rows, both = node, node.kinds, (node.first, node.second)
        self.piece = evaluate.slot(node.piece)
        self.many = evaluate.slot(node.many)
        self.bags = [*map(evaluate.bag, both)]
        self.owners = [*map(evaluate.owner, both)]
        self.where = evaluate.maybe(node.where)
        self.allotments = evaluate.expr(node.allotments)
        self.endless = endless_rows(node.second.type, kind)

    def begin(self, h: Slots, s: Boards, run: Run) -> bool:
        """Puts everything that takes part on the table, and goes to the first kind with a choice."""
        self.open(h, s, run)
        return self.go_to_choice(h, s, run)

    def put_chosen(self, h: Slots, s: Boards, run: Run) -> bool:
        """Puts away what was chosen, and goes to the next kind with a choice."""
        self.put_pieces(h, s, run, h[self.piece], h[self.many])
        write(h, run, self.piece, 0)
        write(h, run, self.many, 0)
        return self.go_to_choice(h, s, run)

    def go_to_choice(self, h: Slots, s: Boards, run: Run) -> bool:
        """Goes to the next kind with a choice, and puts away those without. Returns False when all is put away."""
        while (piece := first_left(h, self.node.left, self.rows)) < self.rows:
            h[self.piece] = piece
            numbers = self.allotments(h, s)
            h[self.piece] = 0
            if len(numbers) != 1:
                return True
            self.put_pieces(h, s, run, piece, numbers[0])
        return False

    def takes_part(self, h: Slots, s: Boards, piece: int) -> bool:
        """Tells if a kind takes part."""
        if self.where is None:
            return True
        h[self.piece] = piece
        answer = bool(self.where(h, s))
        h[self.piece] = 0
        return answer

    def open(self, h: Slots, s: Boards, run: Run) -> None:
        """Puts everything that takes part on the table. Endless pieces of the first bag go back to the second.

        A bag and itself, or the bag of nobody, have nothing to give each other.
        """
        first, second = (bag(h, s) for bag in self.bags)
        if first == second or min(owner(h, s) for owner in self.owners) < 0:
            return
        for piece in range(self.rows):
            if self.takes_part(h, s, piece):
                mine, theirs = h[first][piece], h[second][piece]
                write(h, run, self.node.left + piece, 1 + (0 if self.endless[piece] else mine + theirs))
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

    def put_pieces(self, h: Slots, s: Boards, run: Run, piece: int, count: int) -> None:
        """Puts so many of a kind into the first bag, the rest into the second."""
        rest = 0 if self.endless[piece] else h[self.node.left + piece] - 1 - count
        for which, many in enumerate((count, rest)):
            at = self.bags[which](h, s)
            write(h, run, at, with_amount(h[at], piece, h[at][piece] + many))
            self.note(h, s, run, which, piece, many)
        write(h, run, self.node.left + piece, 0)
