"""Expressions as functions of a position: each operator of the model becomes a small closure, put together once.

A closure takes the slots `h` and the boards `s` (for each board: records of places, frontier, records of passages) and
returns an integer, or for what can be gone through a sequence of integers. Everything is total: an attribute of none is
the none of its column, an amount of none is 0, a division by 0 is 0, a product ends at the largest number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import Any

from ..cave import fixed, grid
from ..cave.fixed import Net
from ..check.cardinality import LONGEST_RANGE
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.initial_values import blank_passage, blank_place
from ..model.operators import OPERATORS
from ..model.types import MOST, NONE
from ..program.instructions import COUNT, ME, Layout
from .board_memory import Floods
from .board_queries import OfBoards
from .closures import Boards, Closure, Slots

_TURNINGS = tuple(grid.turnings(sides) for sides in range(16))


class Evaluator(OfBoards, over=OPERATORS):
    """Makes closures for one program. Names bound inside expressions get scratch slots behind those of the layout."""

    def __init__(self, ruleset: m.Ruleset, layout: Layout, at_rest: bool = False) -> None:
        self.ruleset, self.layout, self.at_rest = ruleset, layout, at_rest
        self.boards = {name: 3 * n for n, name in enumerate(ruleset.growing)}
        self.blank = {name: blank_place(board) for name, board in ruleset.growing.items()}
        self.nets = {name: Net(board, ruleset.kinds[name]) for name, board in ruleset.boards.items() if board.fixed}
        self.scratch: dict[int, int] = {}
        self.size = layout.size
        self.defines: dict[str, Closure] = {}
        self.floods = Floods()

    def slot(self, local: m.Local) -> int:
        """The slot of a local: its own, or a scratch slot."""
        if local.number in self.layout.locals:
            return self.layout.locals[local.number]
        if local.number not in self.scratch:
            self.scratch[local.number] = self.size
            self.size += 1
        return self.scratch[local.number]

    def expr(self, e: m.Expr) -> Closure:
        """The closure of an expression."""
        made: Closure = self.handlers[e.op](self, e, *e.args)
        return made

    # ---- leaves ----------------------------------------------------------------------------------------------------

    @handles("const", "values", "table")
    def _const(self, e: m.Expr, value: int | tuple[Any, ...]) -> Closure:
        return lambda h, s: value

    @handles("local")
    def _local(self, e: m.Expr, local: m.Local) -> Closure:
        slot = self.slot(local)
        return lambda h, s: h[slot]

    @handles("me")
    def _me(self, e: m.Expr) -> Closure:
        return lambda h, s: h[ME]

    @handles("column")
    def _column(self, e: m.Expr, kind: m.Kind, name: str, of: m.Expr) -> Closure:
        values = kind.columns[name].values
        if of.op == "local":
            slot = self.slot(of.args[0])
            return lambda h, s: values[h[slot]]
        inner = self.expr(of)
        return lambda h, s: values[inner(h, s)]

    @handles("field")
    def _field(self, e: m.Expr, field: m.Field, of: m.Expr | None) -> Closure:
        base = self.layout.slot(field)
        if of is None:
            return lambda h, s: h[base]
        if of.op == "me":
            return lambda h, s: h[base + h[ME]]
        if of.op == "const":
            base += of.args[0]
            return lambda h, s: h[base]
        inner = self.expr(of)
        return lambda h, s: h[base + inner(h, s)]

    @handles("record")
    def _record(self, e: m.Expr, board: m.Board, field: m.Field, index: int, of: m.Expr) -> Closure:
        return self._of_record(board, index + 2, of)

    def _of_record(self, board: m.Board, index: int, of: m.Expr) -> Closure:
        at, blank, inner = self.boards[board.name], self.blank[board.name], self.expr(of)
        return lambda h, s: s[at].get(inner(h, s), blank)[index]

    @handles("edge")
    def _edge(self, e: m.Expr, board: m.Board, field: m.Field, index: int, of: m.Expr) -> Closure:
        at, blank, inner = self.boards[board.name] + 2, blank_passage(board), self.expr(of)
        return lambda h, s: s[at].get(inner(h, s), blank)[index]

    # ---- bags and sets -----------------------------------------------------------------------------------------------

    def bag(self, e: m.Expr) -> Closure:
        """The slot in which a bag lies."""
        field, of = e.args
        base = self.layout.slot(field)
        if of is None:
            return lambda h, s: base
        if of.op == "me":
            return lambda h, s: base + h[ME]
        inner = self.expr(of)
        return lambda h, s: base + inner(h, s)

    def contents(self, e: m.Expr) -> Closure:
        """What is in a bag: how many of each kind of piece, and a zero for none."""
        return self._field(e, *e.args)

    def owner(self, bag: m.Expr) -> Closure:
        """The row or player that a bag belongs to; 0 for one of the game."""
        return self.expr(bag.args[1]) if bag.args[1] is not None else (lambda h, s: 0)

    def kinds_of(self, bag: m.Expr) -> int:
        """How many kinds of pieces a bag can hold."""
        return len(self.ruleset.kinds[bag.type.name].rows)

    @handles("amount")
    def _amount(self, e: m.Expr, bag: m.Expr, piece: m.Expr) -> Closure:
        contents = self.contents(bag)
        if piece.op == "const":
            which = piece.args[0]
            return lambda h, s: contents(h, s)[which]
        inner = self.expr(piece)
        return lambda h, s: contents(h, s)[inner(h, s)]

    @handles("has")
    def _has(self, e: m.Expr, bag: m.Expr, piece: m.Expr) -> Closure:
        amount = self._amount(e, bag, piece)
        return lambda h, s: amount(h, s) > 0

    @handles("size")
    def _size(self, e: m.Expr, bag: m.Expr) -> Closure:
        contents = self.contents(bag)
        return lambda h, s: sum(contents(h, s))

    def used(self, bag: m.Expr) -> Closure:
        """How much room the contents of a bag take."""
        if not bag.type.measure:
            return self._size(bag, bag)
        contents, sizes = self.contents(bag), self.ruleset.kinds[bag.type.name].columns[bag.type.measure].values
        return lambda h, s: sum(map(mul, contents(h, s), sizes))

    @handles("room")
    def _room(self, e: m.Expr, bag: m.Expr) -> Closure:
        used, room = self.used(bag), bag.type.room or 99_999
        return lambda h, s: room - used(h, s)

    def members(self, e: m.Expr) -> Callable[[int], int]:
        """From a member of a set to its bit."""
        element = e.type.element
        if element is None or element.form != "number":
            return lambda v: v
        low, high, step = element.low, element.high, element.step
        return lambda v: (v - low) // step if low <= v <= high and (v - low) % step == 0 else -1

    @handles("in_set")
    def _in_set(self, e: m.Expr, member: m.Expr, of: m.Expr) -> Closure:
        inner, whole, bit = self.expr(member), self.expr(of), self.members(of)

        def contains(h: Slots, s: Boards) -> bool:
            at = bit(inner(h, s))
            return at >= 0 and whole(h, s) >> at & 1 == 1

        return contains

    @handles("in_list")
    def _in_list(self, e: m.Expr, member: m.Expr, of: m.Expr) -> Closure:
        inner, domain = self.expr(member), self.domain(of)
        return lambda h, s: inner(h, s) in domain(h, s)

    @handles("count_bits")
    def _count_bits(self, e: m.Expr, of: m.Expr) -> Closure:
        inner = self.expr(of)
        return lambda h, s: inner(h, s).bit_count()

    # ---- operators ---------------------------------------------------------------------------------------------------

    def _two(self, a: m.Expr, b: m.Expr) -> tuple[Closure, Closure]:
        return self.expr(a), self.expr(b)

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

    # ---- definitions, players, rankings ------------------------------------------------------------------------------

    @handles("call")
    def _call(self, e: m.Expr, define: m.Define, arguments: tuple[m.Expr, ...]) -> Closure:
        if define.name not in self.defines:
            self.defines[define.name] = self.expr(define.body)
        body = self.defines[define.name]
        if not arguments:
            return body
        slots, inner = [self.slot(each) for each in define.parameters], [self.expr(each) for each in arguments]
        if len(slots) == 1:
            slot, value = slots[0], inner[0]

            def with_one(h: Slots, s: Boards) -> Any:
                h[slot] = value(h, s)
                return body(h, s)

            return with_one

        def with_all(h: Slots, s: Boards) -> Any:
            values = [each(h, s) for each in inner]
            for at, each in zip(slots, values, strict=True):
                h[at] = each
            return body(h, s)

        return with_all

    @handles("as")
    def _as(self, e: m.Expr, player: m.Expr, value: m.Expr) -> Closure:
        who, inner = self.expr(player), self.expr(value)

        def as_player(h: Slots, s: Boards) -> Any:
            me, h[ME] = h[ME], who(h, s)
            found = inner(h, s)
            h[ME] = me
            return found

        return as_player

    @handles("ranked")
    def _ranked(self, e: m.Expr, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Closure:
        slots, inner = [self.slot(each) for each in ranking.parameters], [self.expr(each) for each in arguments]
        by = self.expr(ranking.by)
        among = self.expr(ranking.among) if ranking.among is not None else None
        least = self.expr(ranking.least) if ranking.least is not None else None
        lookup = ranking.lookup

        def points(h: Slots, s: Boards) -> int:
            for slot, value in zip(slots, [each(h, s) for each in inner], strict=True):
                h[slot] = value
            me, bottom, standing = h[ME], least(h, s) if least else None, {}
            for player in range(h[COUNT]):
                h[ME] = player
                if among is None or among(h, s):
                    amount = by(h, s)
                    if bottom is None or amount >= bottom:
                        standing[player] = amount
            h[ME] = me
            return ranked(standing, me, lookup)

        return points

    # ---- folds -------------------------------------------------------------------------------------------------------

    def _parts(
        self, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None = None
    ) -> tuple[int, Closure, Closure, Closure]:
        always: Closure = lambda h, s: True
        return (
            self.slot(local),
            self.domain(domain),
            self.expr(where) if where is not None else always,
            self.expr(body) if body is not None else always,
        )

    @handles("sum", "count")
    def _sum(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, value = self._parts(*parts)

        def total(h: Slots, s: Boards) -> int:
            found = 0
            for h[slot] in things(h, s):
                if test(h, s):
                    found += value(h, s)
            return found

        return total

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

        def best(h: Slots, s: Boards) -> int:
            found = []
            for h[slot] in things(h, s):
                if test(h, s):
                    found.append(value(h, s))
            return choose(found, default=0)

        return best

    # ---- what can be gone through ------------------------------------------------------------------------------------

    def domain(self, e: m.Expr) -> Callable[[Slots, Boards], Sequence[int]]:
        """The things that an expression stands for, in a fixed order. Sets and bags give their members."""
        if e.type.form == "set":
            return self._members_of_set(e)
        if e.type.form == "sides":
            inner = self.expr(e)
            return lambda h, s: [n for n in range(4) if inner(h, s) >> n & 1]
        if e.type.form == "bag":
            contents = self.contents(e)
            return lambda h, s: [piece for piece, many in enumerate(contents(h, s)) if many]
        return self.expr(e)

    def _members_of_set(self, e: m.Expr) -> Callable[[Slots, Boards], Sequence[int]]:
        inner, element = self.expr(e), e.type.element
        low, step = (element.low, element.step) if element and element.form == "number" else (0, 1)

        return lambda h, s: members(inner(h, s), low, step)

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

    @handles("range")
    def _range(self, e: m.Expr, low: m.Expr, high: m.Expr) -> Closure:
        x, y = self._two(low, high)
        return lambda h, s: span(x(h, s), y(h, s))

    @handles("these")
    def _these(self, e: m.Expr, *values: m.Expr) -> Closure:
        closures = [self.expr(each) for each in values]
        return lambda h, s: [each for each in dict.fromkeys([value(h, s) for value in closures]) if each >= 0]

    @handles("those")
    def _those(self, e: m.Expr, *parts: Any) -> Closure:
        slot, things, test, _ = self._parts(*parts)

        def those(h: Slots, s: Boards) -> list[int]:
            found = []
            for h[slot] in things(h, s):
                if test(h, s):
                    found.append(h[slot])
            return found

        return those

    # ---- what optimised programs say besides -------------------------------------------------------------------------

    @handles("pick")
    def _pick(self, e: m.Expr, of: m.Expr, at: m.Expr) -> Closure:
        """An entry of a table; the last is for none."""
        table, which = self._two(of, at)
        return lambda h, s: table(h, s)[which(h, s)]

    @handles("found")
    def _found(self, e: m.Expr, entries: tuple[tuple[int, Any], ...], key: m.Expr) -> Closure:
        """What stands in a table by a number; nothing by any other."""
        table, which = dict(entries), self.expr(key)
        return lambda h, s: table.get(which(h, s), ())

    @handles("slot")
    def _slot(self, e: m.Expr, at: m.Expr) -> Closure:
        """What lies in the slot of a number."""
        which = self.expr(at)
        return lambda h, s: h[which(h, s)]

    @handles("holding")
    def _holding(self, e: m.Expr, field: m.Field, value: m.Expr) -> Closure:
        """The rows whose field is a value."""
        base, rows, wanted = self.layout.slot(field), len(self.ruleset.kinds[field.owner].rows), self.expr(value)

        def holding(h: Slots, s: Boards) -> list[int]:
            looked_for = wanted(h, s)
            return [row for row, held in enumerate(h[base : base + rows]) if held == looked_for]

        return holding

    @handles("linked")
    def _linked(
        self, e: m.Expr, field: m.Field, board: m.Board, start: m.Expr, value: m.Expr, masks: tuple[m.Expr, ...]
    ) -> Closure:
        """Whether of each of some sorts of places, which are bits, one can be reached over places whose field is a
        value."""
        base, near = self.layout.slot(field), self.nets[board.name].near
        begin, wanted, sorts = self.expr(start), self.expr(value), [self.expr(each) for each in masks]

        def linked(h: Slots, s: Boards) -> bool:
            first, looked_for = begin(h, s), wanted(h, s)
            found = (
                fixed.flood(first, lambda place: [(there, 0) for there in near[place] if h[base + there] == looked_for])
                if first >= 0
                else ()
            )
            return all(any(bits(h, s) >> place & 1 for place in found) for bits in sorts)

        return linked

    @handles("across")
    def _across(self, e: m.Expr, names: tuple[m.Local, ...], domain: m.Expr, test: m.Expr) -> Closure:
        """Whether a condition on several names holds for some row of values."""
        slots, rows, holds = [self.slot(each) for each in names], self.expr(domain), self.expr(test)

        def across(h: Slots, s: Boards) -> bool:
            for row in rows(h, s):
                for slot, value in zip(slots, row, strict=True):
                    h[slot] = value
                if holds(h, s):
                    return True
            return False

        return across

    @handles("turnings")
    def _turnings(self, e: m.Expr, sides: m.Expr) -> Closure:
        inner = self.expr(sides)
        return lambda h, s: _TURNINGS[inner(h, s)]

    @handles("turned")
    def _turned(self, e: m.Expr, sides: m.Expr, times: m.Expr) -> Closure:
        inner, count = self._two(sides, times)
        return lambda h, s: grid.turned(inner(h, s), count(h, s))


def with_amount(contents: tuple[int, ...], piece: int, amount: int) -> tuple[int, ...]:
    """The contents of a bag with another amount of a piece."""
    return (*contents[:piece], amount, *contents[piece + 1 :])


def members(bits: int, low: int, step: int) -> list[int]:
    """The members of a set."""
    found, at = [], 0
    while bits:
        if bits & 1:
            found.append(low + at * step)
        bits >>= 1
        at += 1
    return found


def span(low: int, high: int) -> range:
    """The numbers from one to another."""
    return range(low, min(high + 1, low + LONGEST_RANGE))


def ranked(standing: dict[int, int], mine: int, lookup: Any) -> int:
    """The points of a place among all, and of how many share it."""
    amount = standing.get(mine)
    if amount is None:
        return 0
    ahead = sum(1 for each in standing.values() if each > amount)
    points: int = lookup.get((ahead + 1, sum(1 for each in standing.values() if each == amount)), 0)
    return points
