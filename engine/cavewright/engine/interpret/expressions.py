"""Expressions as functions of a position: each operator of the model becomes a small closure, put together once.

A closure takes the slots `h` and the boards `s` (for each board: records of places, frontier, records of passages) and
returns an integer, or for what can be gone through a sequence of integers. Everything else is total: an attribute of none is
the none of its column, an amount of none is 0. Only a number beyond what is exact, or divided by zero, has no value: then
NumberError is raised.
"""

from __future__ import annotations

from typing import Any

from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.operators import OPERATORS
from ...rules.program.instructions import COUNT, ME
from .aggregates import Aggregates
from .allotments import Allotments, first_left
from .arithmetic import Arithmetic
from .boards import BoardQueries
from .closures import Boards, Closure, Slots
from .hypotheses import Hypotheses
from .sight import Sight
from .step import count_things


class Evaluator(BoardQueries, Sight, Arithmetic, Aggregates, Hypotheses, over=OPERATORS):
    """All operators; here leaves, and what has a name."""

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

    def with_scratch(self, h: Slots) -> Slots:
        """A copy of slots, with all scratch slots behind them that were given out so far. Nothing is counted yet."""
        copy = [*h, *[0] * (self.size - len(h))]
        copy[self.work_slot] = 0
        return copy

    def question(self, e: m.Expr) -> Closure:
        """The closure of an expression that is asked outside of a step: each time it has a budget of its own."""
        asked, meter = self.expr(e), self.work_slot

        def question(h: Slots, s: Boards) -> Any:
            h[meter] = 0
            return asked(h, s)

        return question

    # ---- definitions, players, rankings ------------------------------------------------------------------------------

    @handles("call")
    def _call(self, e: m.Expr, define: m.Define, arguments: tuple[m.Expr, ...]) -> Closure:
        if define.name not in self.defines:
            self.defines[define.name] = self.expr(define.body)
        body, meter = self.defines[define.name], self.work_slot
        slots = [self.slot(each) for each in define.parameters]
        inner = [self.expr(each) for each in arguments]
        if not arguments:

            def ask(h: Slots, s: Boards) -> Any:
                count_things(h, meter, 1)
                return body(h, s)

            return ask
        if len(slots) == 1:
            slot, value = slots[0], inner[0]

            def with_one(h: Slots, s: Boards) -> Any:
                h[slot] = value(h, s)
                count_things(h, meter, 1)
                return body(h, s)

            return with_one

        def with_all(h: Slots, s: Boards) -> Any:
            values = [each(h, s) for each in inner]
            for at, each in zip(slots, values, strict=True):
                h[at] = each
            count_things(h, meter, 1)
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
    def _ranking(self, e: m.Expr, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Closure:
        slots = [self.slot(each) for each in ranking.parameters]
        inner = [self.expr(each) for each in arguments]
        by = self.expr(ranking.by)
        among = self.maybe(ranking.among)
        least = self.maybe(ranking.least)
        lookup, meter = ranking.lookup, self.work_slot

        def points(h: Slots, s: Boards) -> int:
            count_things(h, meter, 1 + h[COUNT])
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
            return ranking_points(standing, me, lookup)

        return points

    @handles("first_left")
    def _first_left(self, e: m.Expr, kind: m.Kind, left: int) -> Closure:
        rows = len(kind.rows)
        return lambda h, s: (first_left(h, left, rows),)

    @handles("allotments")
    def _allotments(self, e: m.Expr, *parts: Any) -> Closure:
        """Returns the function that lists them, one for all that ask of the same pieces: it remembers what it found."""
        left = parts[-1]
        found: Allotments = self.allotments.get(left) or Allotments(self, *parts)
        self.allotments[left] = found
        return found.list_numbers

    # ---- what optimised programs say besides -------------------------------------------------------------------------

    @handles("found")
    def _table_entry(self, e: m.Expr, entries: tuple[tuple[int, Any], ...], key: m.Expr) -> Closure:
        """Returns the entry of a table by a number; nothing by any other."""
        table, which = dict(entries), self.expr(key)
        return lambda h, s: table.get(which(h, s), ())

    @handles("holding")
    def _holding(self, e: m.Expr, field: m.Field, value: m.Expr) -> Closure:
        """The rows whose field is a value."""
        base = self.layout.slot(field)
        rows = len(self.ruleset.kinds[field.owner].rows)
        wanted = self.expr(value)

        def holding(h: Slots, s: Boards) -> list[int]:
            looked_for = wanted(h, s)
            return [row for row, held in enumerate(h[base : base + rows]) if held == looked_for]

        return holding

    @handles("linked")
    def _reach_of_sorts(
        self, e: m.Expr, field: m.Field, board: m.Board, start: m.Expr, value: m.Expr, masks: tuple[m.Expr, ...]
    ) -> Closure:
        """Returns the test of places of some sorts, which are bits: if one can be reached over places whose field is a
        value."""
        base, near = self.layout.slot(field), self.nets[board.name].near
        begin = self.expr(start)
        wanted = self.expr(value)
        sorts = [self.expr(each) for each in masks]

        def is_reached(h: Slots, s: Boards) -> bool:
            first, looked_for = begin(h, s), wanted(h, s)
            found = (
                grid.breadth_first(
                    first, lambda place: [there for there in near[place] if h[base + there] == looked_for]
                )
                if first >= 0
                else ()
            )
            return all(any(bits(h, s) >> place & 1 for place in found) for bits in sorts)

        return is_reached


def ranking_points(standing: dict[int, int], mine: int, lookup: Any) -> int:
    """The points of a place among all, and of how many share it."""
    amount = standing.get(mine)
    if amount is None:
        return 0
    ahead = sum(1 for each in standing.values() if each > amount)
    points: int = lookup.get((ahead + 1, sum(1 for each in standing.values() if each == amount)), 0)
    return points
