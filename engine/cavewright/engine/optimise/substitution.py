"""Expressions of which equal ones are one object, and changes within them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...foundation.source import Span
from ...rules.model import ruleset as m
from ...rules.model.types import YES_NO, Type, number


class ExpressionPool:
    """Expressions of which equal ones are the same object, so that what is asked twice can be seen to be."""

    def __init__(self) -> None:
        self._known: dict[Any, m.Expr] = {}
        self._made: dict[int, m.Expr] = {}

    def of(self, op: str, args: tuple[Any, ...], type_: Type, span: Span) -> m.Expr:
        """The expression of an operator and what it works on, which are such expressions themselves."""
        key = op, tuple(map(_identity, args)), type_
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = m.Expr(op, args, type_, span)
            self._made[id(known)] = known
        return known

    def has(self, e: m.Expr) -> bool:
        """Tells if an expression is one of these."""
        return id(e) in self._made

    # ---- small ones --------------------------------------------------------------------------------------------------

    def const(self, value: int, type_: Type, span: Span) -> m.Expr:
        """A number, or what a number stands for; a truth value as 0 or 1."""
        return self.of("const", (int(value),), type_, span)

    def truth(self, value: bool, span: Span) -> m.Expr:
        """Yes or no."""
        return self.const(value, YES_NO, span)

    def pick(self, table: Any, at: m.Expr, low: int, type_: Type) -> m.Expr:
        """An entry of a table, or of a table that is picked itself; entries are counted from `low` on, none being the
        last."""
        if not isinstance(table, m.Expr):
            table = self.of("table", (table,), type_, at.span)
        if low:
            at = self.of("sub", (at, self.const(low, number(low, low), at.span)), at.type, at.span)
        return self.of("pick", (table, at), type_, at.span)


def _identity(part: Any) -> Any:
    """Returns the key that tells a part from others: numbers, names and texts by value, all else as objects."""
    if isinstance(part, tuple):
        return tuple(map(_identity, part))
    if isinstance(part, (int, str, m.Local, Type)) or part is None:
        return type(part), part
    return id(part)


def within(part: Any, change: Callable[[m.Expr], m.Expr]) -> Any:
    """Returns a value with all expressions changed that stand in it directly, in tuples too."""
    if isinstance(part, m.Expr):
        return change(part)
    if isinstance(part, tuple):
        return tuple(within(each, change) for each in part)
    return part


def as_player(part: Any, player: m.Expr, shared: ExpressionPool) -> Any:
    """Returns the expression with another in the place of the acting player."""
    if isinstance(part, tuple):
        return tuple(as_player(each, player, shared) for each in part)
    if not isinstance(part, m.Expr):
        return part
    return player if part.op == "me" else shared.of(part.op, as_player(part.args, player, shared), part.type, part.span)
