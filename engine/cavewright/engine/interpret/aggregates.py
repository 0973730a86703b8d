"""Aggregates, and the things that they go through, as functions of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from ...rules.program.instructions import COUNT
from .bags_and_sets import BagsAndSets, members
from .closures import Boards, Closure, Slots


class Aggregates(BagsAndSets):
    """The operators that go through things."""

    def _parts(
        self, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None = None
    ) -> tuple[int, Closure, Closure, Closure]:
        always: Closure = lambda h, s: True
        return self.slot(local), self.domain(domain), self.maybe(where) or always, self.maybe(body) or always

    @handles("sum", "count")
    def _sum(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, value = self._parts(*parts)
        return lambda h, s: sum([value(h, s) for h[slot] in things(h, s) if test(h, s)])

    @handles("some")
    def _some(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, _ = self._parts(*parts)

        def some(h: Slots, s: Boards) -> bool:
            for h[slot] in things(h, s):
                if test(h, s):
                    return True
            return False

        return some

    @handles("every")
    def _every(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, value = self._parts(*parts)

        def every(h: Slots, s: Boards) -> bool:
            for h[slot] in things(h, s):
                if test(h, s) and not value(h, s):
                    return False
            return True

        return every

    @handles("first")
    def _first(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, _ = self._parts(*parts)

        def first(h: Slots, s: Boards) -> int:
            for h[slot] in things(h, s):
                if test(h, s):
                    return int(h[slot])
            return NONE

        return first

    @handles("most", "least")
    def _best(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, value = self._parts(*parts)
        choose: Callable[..., int] = max if e.op == "most" else min
        return lambda h, s: choose([value(h, s) for h[slot] in things(h, s) if test(h, s)], default=0)

    @handles("across")
    def _across(self, e: m.Expr, names: tuple[m.Local, ...], domain: m.Expr, test: m.Expr) -> Closure:
        """Returns the test of a condition on several names for some row of values."""
        slots, rows, holds = [self.slot(each) for each in names], self.expr(domain), self.expr(test)

        def across(h: Slots, s: Boards) -> bool:
            for row in rows(h, s):
                for slot, value in zip(slots, row, strict=True):
                    h[slot] = value
                if holds(h, s):
                    return True
            return False

        return across

    # ---- what can be gone through ------------------------------------------------------------------------------------

    def domain(self, e: m.Expr) -> Callable[[Slots, Boards], Sequence[int]]:
        """The things that an expression stands for, in a fixed order. Sets and bags give their members."""
        inner, element, sides_in = self.expr(e), e.type.element, self.shape.sides_in
        if e.type.form == "set":
            low, step = (element.low, element.step) if element and element.form == "number" else (0, 1)
            return lambda h, s: members(inner(h, s), low, step)
        if e.type.form == "sides":
            return lambda h, s: sides_in[inner(h, s)]
        if e.type.form == "bag":
            return lambda h, s: [piece for piece, many in enumerate(inner(h, s)) if many]
        return inner

    @handles("rows")
    def _rows(self, e: m.Expr, kind: m.Kind) -> Closure:
        if kind.name == self.ruleset.players:
            return lambda h, s: range(h[COUNT])
        net = self.nets.get(kind.name)
        if net is not None and net.board.private:
            each = net.each
            return lambda h, s: range(h[COUNT] * each)
        everything = range(len(kind.rows))
        return lambda h, s: everything

    @handles("these")
    def _these(self, e: m.Expr, *values: m.Expr) -> Closure:
        closures = [self.expr(each) for each in values]
        return lambda h, s: [each for each in dict.fromkeys([value(h, s) for value in closures]) if each >= 0]

    @handles("those")
    def _those(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, _ = self._parts(*parts)

        return lambda h, s: [h[slot] for h[slot] in things(h, s) if test(h, s)]

    @handles("in_list")
    def _in_list(self, e: m.Expr, member: m.Expr, of: m.Expr) -> Closure:
        inner, domain = self.expr(member), self.domain(of)
        return lambda h, s: inner(h, s) in domain(h, s)
