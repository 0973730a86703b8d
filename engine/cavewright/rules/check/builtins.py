"""Built-in functions of the language: about places and ways, numbers and bags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...foundation.source import Span, Where
from ...language.syntax import tree as t
from ..model.dispatch import handles
from ..model.ruleset import Board, Expr
from ..model.types import NO_WAY, YES_NO, Type, a_list, number, row
from .attributes import FURTHEST
from .definition_reader import number_of_values
from .expression_reader import unknown
from .operators import Operators
from .symbols import BUILTINS


class Builtins(Operators):
    """One method for each question."""

    def _builtin(self, name: str, node: t.Apply, values: list[Any]) -> Expr:
        wanted = BUILTINS[name]
        if not wanted[0] <= len(values) <= wanted[1]:
            return self.wrong("C0404", f"`{name}` takes {number_of_values(wanted[0])}, not {len(values)}", node)
        made: Expr = self.handlers[name](self, node, *values)
        return made

    # ---- how far the course is ---------------------------------------------------------------------------------------

    @handles("round_of")
    def _round_of(self, node: t.Apply, of: Any) -> Expr:
        name = of.id if isinstance(of, t.Name) else ""
        field = self.names.fields.get(("game", f"round_of({name})"))
        if field is not None:
            return Expr("field", (field, None), field.type, node.span)
        return self.wrong(
            "C0203",
            f"no line that is repeated so many times is called `{name or of.span.text}`",
            of,
            help=self.near(name, self.names.counted_loops) or "write its key before it: `laps: repeat 3 times`",
        )

    # ---- what lies around a place ------------------------------------------------------------------------------------

    def _place(self, node: Any) -> tuple[Expr, Board | None]:
        """An expression that has to be a place, and its board, if it is one."""
        return self._as_place(self.expr(node))

    def _as_place(self, value: Expr) -> tuple[Expr, Board | None]:
        board = self.board_of(value.type)
        if board is None and not value.type.is_unknown:
            value = self.wrong("C0401", f"a place is wanted here, not `{value.type}`", value)
        return value, board

    @handles("neighbours", "exits", "openers", "laid")
    def _around(self, node: t.Apply, of: Any) -> Expr:
        assert isinstance(node.function, t.Name)
        name, (value, board) = node.function.id, self._place(of)
        if board is None:
            return value
        if name == "laid" and board.fixed and not board.kind:
            return self.no_tiles(board, node)
        if name in ("exits", "openers") and not board.sides:
            return self._no_sides(board, node)
        type_ = YES_NO if name == "laid" else a_list(value.type.without_none())
        return Expr(name, (board, value), type_, node.span)

    def no_tiles(self, board: Board, place: Where) -> Expr:
        """C0407: a board on which nothing is laid."""
        help = f"declare what: `board {board.name} of …`"
        return self.wrong("C0407", f"nothing is laid on `{board.name}`", place, help=help)

    def _no_sides(self, board: Board, place: Where) -> Expr:
        help = f"declare them: `board {board.name} of … by COLUMN`"
        return self.wrong("C0407", f"what lies on `{board.name}` has no sides", place, help=help)

    @handles("passage")
    def _passage(self, node: t.Apply, spot: Any, other: Any) -> Expr:
        a, board = self._place(spot)
        b = self.expr(other, a.type)
        if board is None or b.type.is_unknown:
            return unknown(node)
        op, wanted = ("border", row("side")) if b.type == row("side") else ("passage", a.type.without_none())
        if op == "border" and not self._has_sides("passage", board, node.span):
            return unknown(node)
        return Expr(op, (board, a, self.want(b, wanted)), board.passage(True), node.span)

    @handles("beside")
    def _beside(self, node: t.Apply, spot: Any, towards: Any) -> Expr:
        (of, board), side = self._place(spot), self.read_as(towards, row("side"))
        if board is None or not self._has_sides("beside", board, node.span):
            return unknown(node)
        return Expr("beside", (board, of, side), board.place(True), node.span)

    def _has_sides(self, name: str, board: Board, span: Span) -> bool:
        """Tells if the places of a board have sides; reports if not."""
        if not board.has_sides:
            self.wrong("C0401", f"`{name}` asks for a side: the places of `{board.name}` have none", span)
        return board.has_sides

    # ---- boards by name ----------------------------------------------------------------------------------------------

    def _whose(self, node: Any) -> tuple[Board, Expr | None] | None:
        """A board by its name, or that of a player: `cavern`, `me.cavern`."""
        if isinstance(node, t.Name) and node.id in self.names.boards and node.id not in self.scope:
            return self.names.boards[node.id], None
        if isinstance(node, t.Attribute) and node.name in self.names.boards:
            own = self.expr(node)
            return (own.args[0], own.args[1]) if own.op == "own_places" else None
        return None

    def _grid(self, name: str, node: t.Apply, values: Sequence[Any], count: int) -> tuple[Board, Expr | None] | None:
        """The grid that is meant where only some are: the one that is named, or the only one that the writer of the line
        knew. On private boards that of the acting player."""
        if len(values) > count:
            found = self._whose(values[0])
        else:
            grids = [each for each in self.names.boards.values() if not each.is_map]
            there = {"", self.writer_of(node)}
            grids = grids if len(grids) == 1 else [each for each in grids if each.writer in there]
            found = (grids[0], None) if len(grids) == 1 else None
        if found is None or found[0].is_map:
            self.wrong(
                "C0401", f"`{name}` needs to know which grid is meant", node, help=f"name it first: `{name}(BOARD, …)`"
            )
            return None
        board, owner = found
        return board, owner or (self.me(node.span) if board.private else None)

    @handles("frontier")
    def _frontier(self, node: t.Apply, of: Any) -> Expr:
        found = self._whose(of)
        if found is None:
            works = self.reader_test(lambda near: self._frontier(node, t.Name(near, span=of.span)), node.span)
            help = self.near(of.span.text, self.names.boards, works)
            return self.wrong("C0401", "`frontier` takes the name of a board", node, help=help)
        board, owner = found
        if not board.sides:
            return self._no_sides(board, node)
        return Expr("frontier", (board, owner), a_list(board.place()), node.span)

    @handles("cell")
    def _cell(self, node: t.Apply, *values: Any) -> Expr:
        found = self._grid("cell", node, values, 2)
        x, y = (self.number(value) for value in values[-2:])
        if found is None:
            return unknown(node)
        board, owner = found
        for each in (x, y):
            self.in_range(each, number(-FURTHEST, FURTHEST))
        return Expr("cell", (board, x, y, owner), board.place(board.fixed), node.span)

    @handles("lines")
    def _lines(self, node: t.Apply, *values: Any) -> Expr:
        found = self._grid("lines", node, values, 1)
        length = self._constant_number(values[-1])
        if found is None or length is None:
            return unknown(node)
        board, owner = found
        if not board.fixed:
            return self.wrong(
                "C0421",
                f"`{board.name}` has no lines: its places come into being",
                node,
                help="lines are of a grid such as `grid 8 by 8`",
            )
        return Expr(
            "lines", (board, owner, length[0]), a_list(Type("set", high=length[0], element=row(board.name))), node.span
        )

    # ---- sides of tiles ----------------------------------------------------------------------------------------------

    @handles("turnings")
    def _turnings(self, node: t.Apply, sides: Any) -> Expr:
        return Expr("turnings", (self.read_as(sides, self.names.sides),), a_list(self.names.sides), node.span)

    @handles("turned")
    def _turn(self, node: t.Apply, sides: Any, times: Any) -> Expr:
        return Expr("turned", (self.read_as(sides, self.names.sides), self.number(times)), self.names.sides, node.span)

    @handles("fits")
    def _fits(self, node: t.Apply, laid: Any, spot: Any) -> Expr:
        at_place, board = self._place(spot)
        if board is None:
            return at_place
        sides = self.read_as(laid, self.names.sides)
        return Expr("fits", (board, sides, at_place), YES_NO, node.span) if board.sides else self._no_sides(board, node)

    # ---- ways over a board -------------------------------------------------------------------------------------------

    def _ways(self, name: str, node: t.Apply) -> Expr:
        """`reach(p where C)`, `distance(a, b where C: cost)`: in condition and cost, `it` is the next place and
        `passage` leads to it."""
        last = node.arguments[-1]
        first = self.expr(node.arguments[0].value)
        if name == "distance" and first.type.is_row_of(self.names.players) and len(node.arguments) == 2:
            return self.seats_between(node, first, last)
        places = [self._as_place(first), *(self._place(each.value) for each in node.arguments[1:])]
        values, board = [value for value, _ in places], places[0][1]
        wanted = 1 if name == "reach" else 2
        if len(values) != wanted:
            return self.wrong("C0404", f"`{name}` takes {number_of_values(wanted)}, not {len(values)}", node)
        if board is None or values[-1].type.is_unknown:
            return unknown(node)
        if values[-1].type.name != board.name:
            return self.wrong(
                "C0401",
                f"no way leads from `{values[0].type}` to `{values[1].type}`: they are places of two boards",
                node,
            )
        if name == "reach" and last.body is not None:
            self.wrong("C0404", "`reach` has no value behind `:`", last.body, help="a distance may have a cost")
        it = self.names.local("it", board.place())
        passage = self.names.local("passage", board.passage())
        with self.knowing(it, passage):
            where = self.perhaps(last.where)
            is_costly = last.body is not None and name == "distance"
            cost = self.number(last.body, "the cost of a step") if is_costly else None
        kind = a_list(board.place()) if name == "reach" else number(0, NO_WAY)
        return Expr(name, (board, *values, where, cost, it, passage), kind, node.span)

    def seats_between(self, node: t.Apply, one: Expr, other: t.Argument) -> Expr:
        """`distance(a, b)` of two players: how many seats further b sits."""
        if other.where is not None or other.body is not None:
            help = "seats are counted as they are; `next(p where C)` passes over some"
            return self.wrong("C0404", "a distance round the table has no condition and no cost", node, help=help)
        most = len(self.names.kinds[self.names.players].rows) - 1
        second = self.read_as(other.value, row(self.names.players, True))
        return Expr("seats_between", (one, second), number(0, most), node.span)

    # ---- numbers and bags --------------------------------------------------------------------------------------------

    @handles("difference")
    def _difference(self, node: t.Apply, first: Any, second: Any) -> Expr:
        one, other = self.expr(first), self.expr(second)
        if one.type.is_unknown or other.type.is_unknown:
            return unknown(node)
        minus = self._arithmetic(t.Binary("-", first, second, span=node.span), one, other)
        return self._without_sign(minus, node) if minus.type.is_number else minus

    @handles("remainder")
    def _remainder(self, node: t.Apply, dividend: Any, divisor: Any) -> Expr:
        one, other = self.expr(dividend), self.expr(divisor)
        if "unknown" in (one.type.form, other.type.form):
            return unknown(node)
        quotient = self._arithmetic(t.Binary("/", dividend, divisor, span=node.span), one, other)
        if quotient.op != "div":
            return quotient
        low, high = min(0, other.type.low + 1), max(0, other.type.high - 1)
        return Expr("remainder", quotient.args, number(low, high, one.type.unit), node.span)

    @handles("absolute")
    def _absolute(self, node: t.Apply, of: Any) -> Expr:
        value = self.expr(of)
        return self._without_sign(self.want(value, number(0, 0, value.type.unit)), node)

    def _without_sign(self, value: Expr, node: t.Apply) -> Expr:
        most = max(abs(value.type.low), abs(value.type.high))
        return Expr("abs", (value,), number(0, most, value.type.unit), node.span)

    @handles("size")
    def _size(self, node: t.Apply, of: Any) -> Expr:
        value = self.expr(of)
        if value.type.facts.in_bits:
            return Expr("count_bits", (value,), number(0, 999), node.span)
        return Expr("size", (self.as_bag(value),), number(0, 99_999), node.span)

    @handles("room")
    def _room_left(self, node: t.Apply, bag: Any) -> Expr:
        value = self.bag(bag)
        return Expr("room", (value,), number(0, value.type.room or 99_999), node.span)
