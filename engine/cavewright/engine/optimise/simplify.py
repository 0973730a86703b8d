"""Simplifies expressions that need nothing of a position, or whose parts decide their value."""

from __future__ import annotations

from operator import is_
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.operators import OPERATORS
from .dependencies import Dependencies, is_number, is_single
from .substitution import ExpressionPool

LEAVES = frozenset({"const", "local", "table", "values", "rows"})


class Simplify(Pass, over=OPERATORS, left=OPERATORS):
    """Simplifies expressions whose parts have been simplified. As they are they mean the same: that is left of all
    others."""

    def __init__(self, dependencies: Dependencies, shared: ExpressionPool) -> None:
        self.dependencies, self.shared = dependencies, shared

    def of(self, e: m.Expr) -> m.Expr:
        """Returns the expression, or a simpler one that means the same."""
        if e.op in LEAVES:
            return e
        if is_single(e) and self.dependencies.free(e) == frozenset() and self.dependencies.affords(e):
            return self.shared.const(self.dependencies.value(e), e.type, e.span)
        make = self.handlers.get(e.op)
        return make(self, e, *e.args) if make is not None else e

    @handles("and")
    def _and(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        if a.op == "const":
            return b if a.args[0] else a
        if b.op == "const":
            return a if b.args[0] else self.shared.truth(False, e.span)
        if a.op == b.op == "linked" and all(map(is_, a.args[:4], b.args[:4])):
            tests = (*a.args[4], *b.args[4])
            return self.shared.of("linked", (*a.args[:4], tests), e.type, e.span)
        return a if a is b else e

    @handles("or")
    def _or(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        if a.op == "const":
            return a if a.args[0] else b
        if b.op == "const":
            return a if not b.args[0] else self.shared.truth(True, e.span)
        return a if a is b else e

    @handles("not")
    def _not(self, e: m.Expr, a: m.Expr) -> m.Expr:
        return a.args[0] if a.op == "not" else e

    @handles("if")
    def _if(self, e: m.Expr, test: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        if test.op == "const":
            return a if test.args[0] else b
        if e.type.is_truth and "const" in (a.op, b.op):
            return self._either(e, test, a, b)
        return a if a is b else e

    def _either(self, e: m.Expr, test: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        """One condition or another, one of which is known: as `and` or `or`."""
        known = a if a.op == "const" else b
        joins = "or" if known.args[0] else "and"
        needs_not = (known is a) != bool(known.args[0])
        first = self.of(self.shared.of("not", (test,), e.type, e.span)) if needs_not else test
        return self.of(self.shared.of(joins, (first, b if known is a else a), e.type, e.span))

    @handles("eq")
    def _eq(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        return self.shared.truth(True, e.span) if a is b else self._compare(e, a, b)

    @handles("ne")
    def _ne(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        return self.shared.truth(False, e.span) if a is b else self._compare(e, a, b)

    def _compare(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        """A comparison of one thing or another with a number: of which it is known, the one needs not be compared."""
        if a.op != "if" or b.op != "const" or "const" not in (a.args[1].op, a.args[2].op):
            return e
        test, *ways = a.args
        compared = (self.shared.of(e.op, (way, b), e.type, e.span) for way in ways)
        return self.of(self.shared.of("if", (test, *map(self.of, compared)), e.type, e.span))

    @handles("add")
    def _add(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        return a if is_number(b, 0) and self._is_whole(a) else e

    @handles("sub")
    def _sub(self, e: m.Expr, a: m.Expr, b: m.Expr) -> m.Expr:
        return a if is_number(b, 0) and self._is_whole(a) else e

    def _is_whole(self, a: m.Expr) -> bool:
        """Tells if a value is a whole number as it stands, never a truth value."""
        return a.type.is_number

    @handles("within")
    def _within(self, e: m.Expr, a: m.Expr) -> m.Expr:
        low, high = e.type.low, e.type.high
        fits = (
            a.type.is_number and low <= a.type.low and a.type.high <= high and (e.type.optional or not a.type.optional)
        )
        return a if fits and self._is_number(a) else e

    def _is_number(self, a: Any) -> bool:
        return a.op == "const" or (a.op in ("local", "field", "column") and a.type.is_number)
