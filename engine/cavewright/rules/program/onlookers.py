"""Onlookers: who sees a piece as it comes to a pile of which nobody sees the order."""

from __future__ import annotations

from collections.abc import Iterator

from ..check.whole_program import WholeProgram
from ..model import ruleset as m
from ..model.secrecy import HIDDEN, OPEN, SECRET


class Onlookers:
    """Players who know what a line puts on a pile: all (`open`), whoever acts (`secret`), or nobody (`hidden`).

    Nobody is said to know more than it certainly does: a name that a player chose stands for something that only that
    player knows, since its choice may be veiled.
    """

    def __init__(self, ruleset: m.Ruleset) -> None:
        self.shared = frozenset(_names_known_to_all(WholeProgram(ruleset, ())))

    def of(self, node: m.Transfer) -> str:
        """Returns who knows the pieces of a transfer, apart from those who see the bag that they come from."""
        found = [self._of_piece(each.piece) for each in node.pieces if each.piece is not None]
        return max(found, key=(OPEN, SECRET, HIDDEN).index, default=HIDDEN)

    def _of_piece(self, piece: m.Expr) -> str:
        if piece.op == "const" or piece.op == "local" and piece.args[0].number in self.shared:
            return OPEN
        return HIDDEN if piece.op == "local" and piece.args[0].shown == HIDDEN else SECRET


def _names_known_to_all(whole: WholeProgram) -> Iterator[int]:
    """Yields the numbers of names of which all see what they stand for: drawn in the open, or gone through one by one."""
    for node in whole.statements(m.Draw, m.Roll, m.Take):
        if node.local.shown == OPEN:
            yield node.local.number
    for node in whole.statements(m.ForEach):
        if node.where is None:
            yield from (
                each.local.number for each in node.binds if each.local.shown == OPEN and each.domain.op == "rows"
            )
