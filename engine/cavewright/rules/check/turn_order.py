"""Orders of turns: who begins, which way round the table it goes, or a list that says all of it."""

from __future__ import annotations

from ...language.syntax import tree as t
from ..model.ruleset import Expr, constant
from ..model.types import NONE, NOTHING, YES_NO, a_list, number, row
from .expression_reader import unknown
from .expressions import Expressions


class TurnOrders(Expressions):
    """Reads the orders of `each`."""

    def turn_order(self, node: t.InTurn) -> Expr:
        """Returns whoever has the first turn, or a list of all who have turns."""
        players = row(self.names.players)
        if node.order is not None:
            return self._listed_order(node.order, node.backwards)
        first = None if node.first is None else self.read_as(node.first, players, "the first player")
        if not node.backwards:
            return first or constant(0, players, node.span)
        return Expr("seats", (self._seat_behind(node, first), -1), a_list(players), node.span)

    def _seat_behind(self, node: t.InTurn, first: Expr | None) -> Expr:
        """Returns whoever sits behind the first who has a turn; without one, it goes from the last seat to the first."""
        players = row(self.names.players)
        start = constant(0, players, node.span)
        if first is None or first.type.is_unknown:
            return start
        if first.type.optional:
            is_nobody = Expr("eq", (first, constant(NONE, NOTHING, first.span)), YES_NO, first.span)
            first = Expr("if", (is_nobody, start, first), players, first.span)
        return Expr("next_seat", (first, constant(1, number(1, 1), node.span)), players, first.span)

    def _listed_order(self, node: t.Expr, backwards: bool) -> Expr:
        order, element = self.domain(node)
        if element.is_unknown or order.type.is_unknown:
            return unknown(node)
        if not element.is_row_of(self.names.players):
            return self.wrong(
                "C0401",
                f"turns go in an order of `{self.names.players}`, not of `{element}`",
                node,
                help="`in` names a set or a list of players; `from` one player, who begins",
            )
        if backwards:
            help = "leave out `backwards`, or write who begins: `backwards from`"
            return self.wrong("C0404", "an order that is listed goes one way", node, help=help)
        return order
