"""Arithmetic, comparisons and logic, as functions of a position."""

from __future__ import annotations

from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.types import MOST, NONE
from .closures import Boards, Closure, ClosureMaker, Slots


class Arithmetic(ClosureMaker):
    """The operators that reckon, compare and combine conditions."""

    @handles("add")
    def _add(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) + y(h, s)

    @handles("sub")
    def _sub(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) - y(h, s)

    @handles("mul")
    def _mul(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        if e.type.low > -MOST and e.type.high < MOST:
            return lambda h, s: x(h, s) * y(h, s)
        return lambda h, s: max(-MOST, min(x(h, s) * y(h, s), MOST))

    @handles("div")
    def _div(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)

        def quotient(h: Slots, s: Boards) -> int:
            by = y(h, s)
            return int(x(h, s) // by) if by else 0

        return quotient

    @handles("within")
    def _within(self, e: m.Expr, a: m.Expr) -> Closure:
        """A number that is handed over, kept within the bounds of what takes it."""
        x, low, high, optional = self.expr(a), e.type.low, e.type.high, e.type.optional

        def within(h: Slots, s: Boards) -> int:
            value = int(x(h, s))
            return value if low <= value <= high or (optional and value == NONE) else max(low, min(value, high))

        return within

    @handles("neg")
    def _neg(self, e: m.Expr, a: m.Expr) -> Closure:
        x = self.expr(a)
        return lambda h, s: -x(h, s)

    @handles("abs")
    def _abs(self, e: m.Expr, a: m.Expr) -> Closure:
        x = self.expr(a)
        return lambda h, s: abs(x(h, s))

    @handles("eq")
    def _eq(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x = self.expr(a)
        if b.op == "const":
            value = b.args[0]
            return lambda h, s: x(h, s) == value
        y = self.expr(b)
        return lambda h, s: x(h, s) == y(h, s)

    @handles("ne")
    def _ne(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x = self.expr(a)
        if b.op == "const":
            value = b.args[0]
            return lambda h, s: x(h, s) != value
        y = self.expr(b)
        return lambda h, s: x(h, s) != y(h, s)

    @handles("lt")
    def _lt(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) < y(h, s)

    @handles("le")
    def _le(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) <= y(h, s)

    @handles("gt")
    def _gt(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) > y(h, s)

    @handles("ge")
    def _ge(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) >= y(h, s)

    @handles("and")
    def _and(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) and y(h, s)

    @handles("or")
    def _or(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        return lambda h, s: x(h, s) or y(h, s)

    @handles("not")
    def _not(self, e: m.Expr, a: m.Expr) -> Closure:
        x = self.expr(a)
        return lambda h, s: not x(h, s)

    @handles("if")
    def _if(self, e: m.Expr, condition: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        test, x, y = self.expr(condition), self.expr(a), self.expr(b)
        return lambda h, s: x(h, s) if test(h, s) else y(h, s)
