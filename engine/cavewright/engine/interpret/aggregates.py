"""Aggregates, and the things that they go through, as functions of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import NONE, Type
from ...rules.program.instructions import COUNT
from .arithmetic import exactly
from .bags_and_sets import BagsAndSets, members
from .closures import Boards, Closure, Slots
from .step import count_things


class HeldThings(
    Pass,
    over=FORMS,
    left=("positions", "number", "yes_no", "row", "place", "passage", "list", "text", "none", "unknown"),
):
    """Things that a value holds, one by one, by the form of its type; a list is that already."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def list(self, type_: Type, inner: Closure) -> Closure:
        """Lists the things that the values of a closure hold."""
        handler = self.handlers.get(type_.form)
        made: Closure = handler(self, type_, inner) if handler else inner
        return made

    @handles("set")
    def _set(self, type_: Type, inner: Closure) -> Closure:
        assert type_.element is not None
        low, step = type_.element.numbering
        return lambda h, s: members(inner(h, s), low, step)

    @handles("sides")
    def _sides(self, type_: Type, inner: Closure) -> Closure:
        sides_in = self.shape.sides_in
        return lambda h, s: sides_in[inner(h, s)]

    @handles("bag")
    def _bag(self, type_: Type, inner: Closure) -> Closure:
        return lambda h, s: [piece for piece, many in enumerate(inner(h, s)) if many]

    @handles("pile")
    def _pile(self, type_: Type, inner: Closure) -> Closure:
        return lambda h, s: inner(h, s).pieces


class Aggregates(BagsAndSets):
    """The operators that go through things."""

    def _parts(
        self, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None = None
    ) -> tuple[int, Closure, Closure, Closure]:
        always: Closure = lambda h, s: True
        return self.slot(local), self.domain(domain), self.maybe(where) or always, self.maybe(body) or always

    @handles("sum", "count")
    def _sum(self, e: m.Expr, *parts: Any) -> Closure:
        (slot, things, test, value), meter = self._parts(*parts), self.work_slot

        def total(h: Slots, s: Boards) -> int:
            items = things(h, s)
            count_things(h, meter, len(items))
            return sum([value(h, s) for h[slot] in items if test(h, s)])

        return exactly(e, total)

    @handles("some")
    def _some(self, e: m.Expr, *parts: Any) -> Closure:
        (slot, things, test, _), meter = self._parts(*parts), self.work_slot

        def some(h: Slots, s: Boards) -> bool:
            looked_at = 0
            for h[slot] in things(h, s):
                looked_at += 1
                if test(h, s):
                    count_things(h, meter, looked_at)
                    return True
            count_things(h, meter, looked_at)
            return False

        return some

    @handles("every")
    def _every(self, e: m.Expr, *parts: Any) -> Closure:
        (slot, things, test, value), meter = self._parts(*parts), self.work_slot

        def every(h: Slots, s: Boards) -> bool:
            looked_at = 0
            for h[slot] in things(h, s):
                looked_at += 1
                if test(h, s) and not value(h, s):
                    count_things(h, meter, looked_at)
                    return False
            count_things(h, meter, looked_at)
            return True

        return every

    @handles("first")
    def _first(self, e: m.Expr, *parts: Any) -> Closure:
        (slot, things, test, _), meter = self._parts(*parts), self.work_slot

        def first(h: Slots, s: Boards) -> int:
            looked_at = 0
            for h[slot] in things(h, s):
                looked_at += 1
                if test(h, s):
                    found = int(h[slot])
                    count_things(h, meter, looked_at)
                    return found
            count_things(h, meter, looked_at)
            return NONE

        return first

    @handles("most", "least")
    def _best(self, e: m.Expr, *parts: Any) -> Closure:
        (slot, things, test, value), meter = self._parts(*parts), self.work_slot
        choose: Callable[..., int] = max if e.op == "most" else min

        def best(h: Slots, s: Boards) -> int:
            items = things(h, s)
            count_things(h, meter, len(items))
            return choose([value(h, s) for h[slot] in items if test(h, s)], default=0)

        return best

    @handles("across")
    def _across(self, e: m.Expr, names: tuple[m.Local, ...], domain: m.Expr, test: m.Expr) -> Closure:
        """Returns the test of a condition on several names for some row of values."""
        slots = [self.slot(each) for each in names]
        rows = self.expr(domain)
        holds = self.expr(test)

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
        return HeldThings(self.shape).list(e.type, self.expr(e))

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
        (slot, things, test, _), meter = self._parts(*parts), self.work_slot

        def those(h: Slots, s: Boards) -> list[int]:
            items = things(h, s)
            count_things(h, meter, len(items))
            return [h[slot] for h[slot] in items if test(h, s)]

        return those

    @handles("in_list")
    def _in_list(self, e: m.Expr, member: m.Expr, of: m.Expr) -> Closure:
        inner, domain = self.expr(member), self.domain(of)
        return lambda h, s: inner(h, s) in domain(h, s)
