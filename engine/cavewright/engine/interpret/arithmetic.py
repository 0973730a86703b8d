"""Arithmetic, comparisons, logic, and what else follows from one or two values, as functions of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...rules.cave import grid
from ...rules.check.cardinality import LONGEST_RANGE
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.piles import Pile
from ...rules.model.types import EXACT, MOST, NONE
from ...rules.program.instructions import COUNT
from ...rules.program.seats import count_seats_between, find_next_seat, list_seats
from .closures import Boards, Closure, ClosureMaker, Slots
from .step import NumberError

_ONE: Mapping[str, Callable[[Closure], Closure]] = {
    "neg": lambda x: lambda h, s: -x(h, s),
    "abs": lambda x: lambda h, s: abs(x(h, s)),
    "not": lambda x: lambda h, s: not x(h, s),
    "size": lambda x: lambda h, s: sum(x(h, s)),
    "count_bits": lambda x: lambda h, s: x(h, s).bit_count(),
    "owner": lambda x: lambda h, s: x(h, s) // grid.BEYOND,
    "seat": lambda x: lambda h, s: x(h, s) + 1,
    "slot": lambda x: lambda h, s: h[x(h, s)],
}
"""Operators whose value follows from that of their only part."""
_TWO: Mapping[str, Callable[[Closure, Closure], Closure]] = {
    "add": lambda x, y: lambda h, s: x(h, s) + y(h, s),
    "sub": lambda x, y: lambda h, s: x(h, s) - y(h, s),
    "mul": lambda x, y: lambda h, s: x(h, s) * y(h, s),
    "eq": lambda x, y: lambda h, s: x(h, s) == y(h, s),
    "ne": lambda x, y: lambda h, s: x(h, s) != y(h, s),
    "lt": lambda x, y: lambda h, s: x(h, s) < y(h, s),
    "le": lambda x, y: lambda h, s: x(h, s) <= y(h, s),
    "gt": lambda x, y: lambda h, s: x(h, s) > y(h, s),
    "ge": lambda x, y: lambda h, s: x(h, s) >= y(h, s),
    "and": lambda x, y: lambda h, s: x(h, s) and y(h, s),
    "or": lambda x, y: lambda h, s: x(h, s) or y(h, s),
    "range": lambda x, y: lambda h, s: span(x(h, s), y(h, s)),
    "pick": lambda x, y: lambda h, s: x(h, s)[y(h, s)],
    "amount": lambda x, y: lambda h, s: x(h, s)[y(h, s)],
    "has": lambda x, y: lambda h, s: x(h, s)[y(h, s)] > 0,
    "lying": lambda x, y: lambda h, s: lying_at(x(h, s), y(h, s)),
    "next_seat": lambda x, y: lambda h, s: find_next_seat(x(h, s), y(h, s), h[COUNT]),
    "seats_between": lambda x, y: lambda h, s: count_seats_between(x(h, s), y(h, s), h[COUNT]),
}
"""The same of those with two."""
_WITH_CONSTANT: Mapping[str, Callable[[Closure, int], Closure]] = {
    "eq": lambda x, value: lambda h, s: x(h, s) == value,
    "ne": lambda x, value: lambda h, s: x(h, s) != value,
    "amount": lambda x, value: lambda h, s: x(h, s)[value],
    "has": lambda x, value: lambda h, s: x(h, s)[value] > 0,
}
"""Those of which the second part is mostly a constant."""


def lying_at(pile: Pile, place: int) -> int:
    """Returns what lies at a place of a pile, counted from the top; none where nothing does."""
    return pile.pieces[place - 1] if 1 <= place <= sum(pile) else NONE


class Arithmetic(ClosureMaker):
    """The operators that reckon, compare and combine conditions."""

    @handles(*_ONE)
    def _one(self, e: m.Expr, a: m.Expr) -> Closure:
        return _ONE[e.op](self.expr(a))

    @handles(*_TWO)
    def _two_parts(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        if b.op == "const" and e.op in _WITH_CONSTANT:
            return _WITH_CONSTANT[e.op](self.expr(a), b.args[0])
        made = _TWO[e.op](*self._two(a, b))
        return exactly(e, made) if e.op in ("add", "sub", "mul") else made

    @handles("div")
    def _div(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        """The quotient, rounded down."""
        (x, y), span = self._two(a, b), e.span
        if b.op == "const" and b.args[0]:
            return lambda h, s: x(h, s) // y(h, s)

        def quotient(h: Slots, s: Boards) -> int:
            divisor = y(h, s)
            if not divisor:
                raise NumberError(span, by_zero=True)
            return int(x(h, s) // divisor)

        return quotient

    @handles("remainder")
    def _remainder(self, e: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        """Returns what a division that is rounded down leaves over."""
        (x, y), span = self._two(a, b), e.span

        def remainder(h: Slots, s: Boards) -> int:
            divisor = y(h, s)
            if not divisor:
                raise NumberError(span, by_zero=True)
            return int(x(h, s) % divisor)

        return remainder

    @handles("seats")
    def _seats(self, e: m.Expr, player: m.Expr, way: int) -> Closure:
        """Returns all players round the table, from the next one on."""
        of = self.expr(player)
        return lambda h, s: list_seats(of(h, s), way, h[COUNT])

    @handles("within")
    def _within(self, e: m.Expr, a: m.Expr) -> Closure:
        """A number that is handed over, kept within the bounds of what takes it."""
        x, low, high, optional = self.expr(a), e.type.low, e.type.high, e.type.optional

        def within(h: Slots, s: Boards) -> int:
            value = int(x(h, s))
            return value if low <= value <= high or (optional and value == NONE) else max(low, min(value, high))

        return within

    @handles("if")
    def _if(self, e: m.Expr, condition: m.Expr, a: m.Expr, b: m.Expr) -> Closure:
        test, x, y = self.expr(condition), self.expr(a), self.expr(b)
        return lambda h, s: x(h, s) if test(h, s) else y(h, s)


def exactly(e: m.Expr, closure: Closure) -> Closure:
    """Returns the closure of a number that may be beyond the largest that is kept. Raises NumberError where it is beyond
    what is exact."""
    if e.type.low > -MOST and e.type.high < MOST:
        return closure
    span = e.span

    def exact(h: Slots, s: Boards) -> int:
        value = int(closure(h, s))
        if not -EXACT <= value <= EXACT:
            raise NumberError(span)
        return value

    return exact


def span(low: int, high: int) -> range:
    """The numbers from one to another."""
    return range(low, min(high + 1, low + LONGEST_RANGE))
