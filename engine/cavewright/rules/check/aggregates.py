"""Reads aggregates: `sum`, `some` and the like, and the domains that they go through."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Span
from ...language.syntax import tree as t
from ..model.ruleset import Expr, Local
from ..model.types import NOTHING, UNKNOWN, YES_NO, Type, a_list, number, place, row, union
from .cardinality import most_in
from .name_resolution import NameResolver

_WITHIN = ("some", "every", "count", "sum")
"""The folds that may go through several names."""


class AggregateReader(NameResolver):
    """Domains, and the folds over them."""

    def domain(self, node: Any) -> tuple[Expr, Type]:
        """Returns the things that can be gone through: a kind, the players, a board, a range, a set, a bag or a list;
        and what each is."""
        if isinstance(node, t.Binary) and node.op == "..":
            low, high = self.expr(node.left), self.expr(node.right)
            element = union(low.type, high.type)
            if element is None or not element.is_number:
                self.wrong("C0401", "a range goes from a number to a number", node)
                element = number(0, 0)
            return Expr("range", (low, high), a_list(element), node.span), element
        if isinstance(node, t.Name) and node.id not in self.scope:
            if node.id in self.names.kinds:
                kind = self.names.kinds[node.id]
                return Expr("rows", (kind,), a_list(row(kind.name)), node.span), row(kind.name)
            if node.id in self.names.boards:
                board = self.names.boards[node.id]
                return Expr("places", (board,), a_list(place(board.name)), node.span), place(board.name)
        return self.gone_through(self.expr(node), node.span)

    def gone_through(self, value: Expr, span: Span) -> tuple[Expr, Type]:
        """The value, and what each thing in it is."""
        element = self._element(value)
        return (
            (value, element)
            if element
            else (self.wrong("C0403", f"`{value.type}` cannot be gone through", span), UNKNOWN)
        )

    def _element(self, value: Expr) -> Type | None:
        if value.type.is_unknown:
            return UNKNOWN
        return None if value.type.is_bag and value.op != "field" else value.type.content

    # ---- folds -------------------------------------------------------------------------------------------------------

    def _fold(self, name: str, node: t.Apply) -> Expr:
        argument, *further = node.arguments
        if further and name not in _WITHIN:
            return self.wrong("C0404", f"`{name}` goes through one list: `{name}(x in list where …)`", node)
        if further:
            return self._fold_within(name, argument, further, node)
        binder = argument.value
        if not (isinstance(binder, t.Binary) and binder.op == "in" and isinstance(binder.left, t.Name)):
            if name not in ("count", "some") or argument.where or argument.body:
                return self.wrong("C0404", f"`{name}` needs a name to go through: `{name}(x in list …)`", node)
            domain, element = self.domain(argument.value)
            return self._aggregate(name, self.names.local("it", element), domain, None, None, node)
        domain, element = self.domain(binder.right)
        local = self.names.local(binder.left.id, element)
        with self.knowing(local):
            where = self.perhaps(argument.where)
            body = self._fold_body(name, argument, node)
        return self._aggregate(name, local, domain, where, body, node)

    def _fold_within(self, name: str, first: t.Argument, further: list[t.Argument], node: t.Apply) -> Expr:
        """Several names are folds within folds: `some(x in A, y in B)` is `some(x in A where some(y in B))`."""
        if first.body is not None:
            return self.wrong("C0404", "a value stands behind the last name, once", first.body)
        within: Any = t.Apply(node.function, tuple(further), span=node.span)
        where, body = first.where, within
        if name == "some":
            where, body = within if where is None else t.Binary("and", where, within, span=node.span), None
        outer = node.function if name != "count" else t.Name("sum", span=node.function.span)
        return self.expr(t.Apply(outer, (t.Argument(first.value, where, body, span=first.span),), span=node.span))

    def _fold_body(self, name: str, argument: t.Argument, node: t.Apply) -> Expr | None:
        if name in ("some", "first", "count"):
            if argument.body is not None:
                self.wrong(
                    "C0404", f"`{name}` has no value behind `:`", argument.body, help="put the condition behind `where`"
                )
            return None
        if argument.body is None:
            return self.wrong("C0404", f"`{name}` needs a value behind `:`", node)
        if name == "every":
            return self.condition(argument.body)
        body = self.expr(argument.body)
        return body if body.type.may_be("number") else self.want(body, number(0, 0))

    def _aggregate(
        self, name: str, local: Local, domain: Expr, where: Expr | None, body: Expr | None, node: t.Apply
    ) -> Expr:
        kind = YES_NO
        if name == "count":
            kind = number(0, most_in(domain, self.names) if domain.op == "rows" else 99_999)
        elif name == "first":
            kind = union(local.type, NOTHING) or local.type
        elif body is not None and name != "every":
            times = most_in(domain, self.names) if name == "sum" else 1
            low, high = (
                (min(0, body.type.low * times), max(0, body.type.high * times))
                if name == "sum"
                else (body.type.low, body.type.high)
            )
            kind = number(low, high, body.type.unit)
        return Expr(name, (local, domain, where, body), kind, node.span)
