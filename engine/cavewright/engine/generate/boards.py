"""Generates questions to boards: what lies around a place, and what lies there."""

from __future__ import annotations

from typing import Any

from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.initial_values import blank_passage, blank_place
from ...rules.model.types import NONE
from . import python_syntax as py
from .constant_pool import Scope
from .graph_search import GraphSearch
from .python_syntax import Node


class BoardQueries(GraphSearch):
    """The part of `Expressions` that asks of boards."""

    def slot(self, at: Node) -> Node:
        """Returns the content of a slot."""
        return py.index(py.name("h"), at)

    def table(self, values: tuple[Any, ...], at: Node) -> Node:
        """An entry of a table that never changes."""
        which = py.number(at)
        return (
            py.const(values[which])
            if which is not None and isinstance(values[which], int)
            else py.index(self.pool.value(values), at)
        )

    def board(self, board: m.Board, more: int = 0) -> Node:
        """The dictionary of a board that grows: of its places, its frontier (1), or its passages (2)."""
        return py.index(py.name("s"), py.const(self.boards[board.name] + more))

    def record_value(self, board: Node, of: Node, blank: tuple[int, ...], at: int) -> Node:
        """Returns a value of the record of a place or passage."""
        return py.index(py.call(py.attribute(board, "get"), of, py.const(blank)), py.const(at))

    def blank(self, board: m.Board, passage: bool = False) -> tuple[int, ...]:
        """The record of a place or passage about which nothing is known."""
        return blank_passage(board) if passage else blank_place(board)

    @handles("record")
    def _record(self, e: m.Expr, scope: Scope, board: m.Board, field: m.Field, at: int, of: m.Expr) -> Node:
        return self.record_value(
            self.board(board), self.expr(of, scope), self.blank(self.ruleset.boards[board.name]), at + 2
        )

    @handles("edge")
    def _edge(self, e: m.Expr, scope: Scope, board: m.Board, field: m.Field, at: int, of: m.Expr) -> Node:
        return self.record_value(
            self.board(board, 2), self.expr(of, scope), self.blank(self.ruleset.boards[board.name], True), at
        )

    def lying(self, board: m.Board, at: int, of: Node) -> Node:
        """The tile of a place (0) or its open sides (1)."""
        if board.fixed:
            return self.slot(
                py.math(py.const(self.layout.base[board.name, board.sides if at else board.kind]), "+", of)
            )
        return self.record_value(self.board(board), of, self.blank(self.ruleset.boards[board.name]), at)

    @handles("tile")
    def _tile(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return self.lying(board, 0, self.expr(of, scope))

    @handles("open")
    def _open(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return self.lying(board, 1, self.expr(of, scope))

    @handles("laid")
    def _is_laid(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        place = self.expr(of, scope)
        return (
            py.compare(self.lying(board, 0, place), ">=", py.const(0))
            if board.fixed
            else py.compare(place, "in", self.board(board))
        )

    # ---- places ------------------------------------------------------------------------------------------------------

    @handles("places")
    def _places(self, e: m.Expr, scope: Scope, board: m.Board) -> Node:
        return py.call("list", self.board(board))

    @handles("own_places")
    def _own_places(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr) -> Node:
        if not board.fixed:
            return self.closure_call(e, scope)
        each = py.const(self.nets[board.name].each)
        who = self.expr(owner, scope)
        first = py.math(who, "*", each)
        stop = py.math(py.math(who, "+", py.const(1)), "*", each)
        return py.call("range", first, stop)

    @handles("neighbours")
    def _neighbours(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        whole = self.ruleset.boards[board.name]
        if board.fixed and not board.sides and whole.joined is None:
            return self.table(self.nets[board.name].near, self.expr(of, scope))
        if board.fixed or board.joined is not None:
            return self.closure_call(e, scope)
        return py.call("neighbours", self.board(board), self.board(board, 1), self.expr(of, scope))

    @handles("exits")
    def _exits(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return (
            self.closure_call(e, scope)
            if board.fixed
            else py.call("exits", self.board(board), self.board(board, 1), self.expr(of, scope))
        )

    @handles("openers")
    def _openers(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr) -> Node:
        return (
            self.closure_call(e, scope)
            if board.fixed
            else py.call("openers", self.board(board, 1), self.expr(of, scope))
        )

    @handles("frontier")
    def _frontier(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr | None) -> Node:
        return self.closure_call(e, scope) if board.fixed or owner is not None else self.board(board, 1)

    @handles("lines")
    def _lines(self, e: m.Expr, scope: Scope, board: m.Board, owner: m.Expr | None, length: int) -> Node:
        if owner is not None:
            return self.closure_call(e, scope)
        lines = self.nets[board.name].lines(length)
        return self.pool.lazy_value(
            ("bits", board.name, length), lambda: tuple(sum(1 << place for place in line) for line in lines)
        )

    @handles("cell")
    def _cell(
        self,
        e: m.Expr,
        scope: Scope,
        board: m.Board,
        x: m.Expr,
        y: m.Expr,
        owner: m.Expr | None,
    ) -> Node:
        if x.op == "const" and y.op == "const" and owner is None:
            make = self.nets[board.name].cell if board.fixed else grid.cell
            return py.const(make(x.args[0], y.args[0]))
        where = [self.expr(each, scope) for each in (x, y, owner) if each is not None]
        if not board.fixed:
            return py.call("cell", *where)
        net = self.nets[board.name]
        if owner is not None or any(net.board.closes):
            return py.call(py.attribute(self.pool.value(net), "cell"), *where)

        def all_cells() -> dict[tuple[int, int], int]:
            across = range(1, net.board.width + 1)
            down = range(1, net.board.height + 1)
            return {(x, y): net.cell(x, y) for x in across for y in down}

        cells = self.pool.lazy_value(("cells", board.name), all_cells)
        return py.call(py.attribute(cells, "get"), py.tuple_of(*where), py.const(NONE))

    @handles("coordinate")
    def _coordinate(self, e: m.Expr, scope: Scope, axis: str, of: m.Expr) -> Node:
        return py.index(py.call("position", self.expr(of, scope)), py.const(("x", "y").index(axis)))

    @handles("owner")
    def _owner(self, e: m.Expr, scope: Scope, of: m.Expr) -> Node:
        return py.math(self.expr(of, scope), "//", py.const(grid.BEYOND))

    @handles("beside")
    def _beside(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr, side: m.Expr) -> Node:
        place, which = self.expr(of, scope), self.expr(side, scope)
        return (
            py.index(self.table(self.nets[board.name].beside, place), which)
            if board.fixed
            else py.call("beside", place, which)
        )

    @handles("passage")
    def _passage(self, e: m.Expr, scope: Scope, board: m.Board, a: m.Expr, b: m.Expr) -> Node:
        ends = self.expr(a, scope), self.expr(b, scope)
        if not board.fixed:
            return py.call("passage", *ends)
        between = self.pool.value(self.nets[board.name].between)
        return py.call(py.attribute(between, "get"), py.tuple_of(*ends), py.const(NONE))

    @handles("border")
    def _border(self, e: m.Expr, scope: Scope, board: m.Board, of: m.Expr, side: m.Expr) -> Node:
        if not board.fixed:
            return self.closure_call(e, scope)
        return py.index(self.table(self.nets[board.name].borders, self.expr(of, scope)), self.expr(side, scope))
