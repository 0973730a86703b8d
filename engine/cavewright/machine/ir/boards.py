"""Lowering of what is asked of boards: what lies where, which ways lead on, how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from .allotments import PackedPieces
from .construction import NO, both, choose, either, indices, load, no, read, up_to, within
from .construction import NONE as NOTHING
from .domains import _number
from .form import Bits, Const, Entries, Expr, Fold, Range, Span, Var, op
from .grounds import FixedGround, Ground, GrowingGround
from .iterations import Iteration, Through
from .ranges import range_of
from .scope import Environment, UnloweredError, Value

SIDES = Range(0, 3)


@dataclass(frozen=True)
class Ways:
    """Steps from a node: a domain, which node a member leads to, through which passage."""

    going: Iteration
    passage: Callable[[Var], Expr]


class Boards(PackedPieces):
    """The operators that ask of boards; searches stand in `searches`."""

    _grounds: dict[str, Ground]

    def ground(self, board: m.Board) -> Ground:
        """The tiles of a board."""
        if not hasattr(self, "_grounds"):
            self._grounds = {}
        if board.name not in self._grounds:
            self._grounds[board.name] = (
                FixedGround(self.nets[board.name], self.layout, self.memory)
                if board.fixed
                else GrowingGround(self.layout.records[board.name], self)
            )
        return self._grounds[board.name]

    def node(self, board: m.Board, place: m.Expr, names: Environment) -> Expr:
        """The node of a place."""
        return self.ground(board).node(self.expr(place, names))

    # ---- what lies at a place ----------------------------------------------------------------------------------------

    @handles("tile")
    def _tile(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Expr:
        return self.ground(board).tile(self.node(board, of, names))

    @handles("open")
    def _open(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Expr:
        return self.ground(board).open(self.node(board, of, names))

    @handles("laid")
    def _is_laid(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Expr:
        return self.ground(board).is_laid(self.node(board, of, names))

    @handles("record")
    def _record(self, e: m.Expr, names: Environment, board: m.Board, field: m.Field, index: int, of: m.Expr) -> Expr:
        return load(self.layout.records[board.name].columns[index + 2], self.node(board, of, names))

    @handles("edge")
    def _edge(self, e: m.Expr, names: Environment, board: m.Board, field: m.Field, index: int, of: m.Expr) -> Expr:
        return load(self.layout.records[board.name].edges[index], self.edge_at(board, self.expr(of, names)))

    def edge_at(self, board: m.Board, passage: Expr) -> Expr:
        """The entry of a passage, that of none if nothing is kept of it."""

        def entry(number: Expr) -> Expr:
            low = number >> 1
            node = self.ground(board).node(within(low, Range(0, self.layout.records[board.name].place.range.high)))
            at = node * 2 + (number & 1)
            return choose(number < 0, -2, at)

        return self.bind("passage", passage, entry)

    @handles("fits")
    def _fits(self, e: m.Expr, names: Environment, board: m.Board, sides: m.Expr, of: m.Expr) -> Expr:
        """Returns the test that sides meet those beside, or that a tile beside accepts any."""
        board = self.rules.boards[board.name]
        ground, side = self.ground(board), self.fresh("side", SIDES)

        def fits(mine: Expr, place: Expr) -> Expr:
            def meets(there: Expr) -> Expr:
                same = op("==", mine >> side & 1, ground.opens_back(there, side))
                free: Expr = NO
                if board.free is not None and board.free_local is not None:
                    free = self.truth(board.free, names.bind(board.free_local, ground.place(there)))
                return either(no(ground.is_laid(there)), same, free)

            beside = self.bind("there", ground.neighbour(place, side), meets)
            return Fold("every", side, up_to(4), None, beside)

        return self.bind(
            "sides",
            self.expr(sides, names),
            lambda mine: self.bind("place", self.expr(of, names), lambda place: fits(mine, place)),
        )

    # ---- what can be gone through ------------------------------------------------------------------------------------

    @handles("places")
    def through_places(self, e: m.Expr, names: Environment, board: m.Board) -> Through:
        """The places of a board that grows, in the order in which they were laid."""
        records = self.layout.records[board.name]
        return Iteration(Entries(records.place, Const(0), read(records.count)), records.place.range)

    @handles("own_places")
    def through_own_places(self, e: m.Expr, names: Environment, board: m.Board, owner: m.Expr) -> Through:
        """The places of a player's board."""
        who = self.expr(owner, names)
        if board.fixed:
            each = self.nets[board.name].each
            return self.span(who * each, (who + 1) * each)
        return self.where(self.through_places(e, names, board), lambda place: self._is_own(place, who))

    def _is_own(self, place: Value, who: Expr) -> Expr:
        return op("==", _number(place) // grid.BEYOND, who)

    @handles("neighbours")
    def through_neighbours(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Through:
        """Returns the nodes to which passages lead from a place."""
        ways = self.ways(board, self.node(board, of, names), names)
        ground, going = self.ground(board), ways.going
        item = going.item
        return Iteration(
            going.domain,
            going.member,
            lambda var: ground.place(_number(item(var))),
            lambda var, _: going.test(var, item(var)),
            steady=False,
        )

    def by_side(self, node: Expr, item: Callable[[Var], Value], test: Callable[[Var], Expr]) -> Iteration:
        """Something on each side."""
        return Iteration(up_to(4), SIDES, item, lambda var, _: test(var), steady=False)

    @handles("exits")
    def through_exits(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Through:
        """The free places that a tile opens to."""
        ground, place = self.ground(board), self.expr(of, names)
        node = ground.node(place)
        return Iteration(
            Bits(choose(ground.is_laid(node), ground.open(node), 0)),
            SIDES,
            lambda side: ground.place_beside(place, side),
            lambda side, there: self._is_free(ground, node, side),
            steady=False,
        )

    def _is_free(self, ground: Ground, node: Expr, side: Expr) -> Expr:
        """Returns the test for a place on a side of a tile on which nothing lies."""
        there = ground.beside(node, side)
        if isinstance(ground, GrowingGround):
            return there < 0
        return self.bind("there", there, lambda n: both(n >= 0, no(ground.is_laid(n))))

    @handles("openers")
    def through_openers(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr) -> Through:
        """The tiles that open to a free place."""
        ground, place = self.ground(board), self.expr(of, names)

        def opens(side: Var) -> Expr:
            beside = ground.neighbour(place, side)
            met = self.bind("there", beside, lambda n: both(ground.is_laid(n), ground.opens_back(n, side)))
            return both(no(ground.is_laid(ground.node(place))), met)

        return self.by_side(place, lambda side: ground.place_beside(place, side), opens)

    @handles("frontier")
    def through_frontier(self, e: m.Expr, names: Environment, board: m.Board, owner: m.Expr | None) -> Through:
        """All free places that tiles open to."""
        who = self.expr(owner, names) if owner is not None else None
        if board.fixed:
            return self._fixed_frontier(board, who)
        records = self.layout.records[board.name]
        entries: Through = Iteration(Entries(records.free, Const(0), read(records.free_count)), records.free.range)
        going = self.where(entries, lambda place: _number(place) >= 0)
        return going if who is None else self.where(going, lambda place: self._is_own(place, who))

    def _fixed_frontier(self, board: m.Board, who: Expr | None) -> Through:
        ground, each = self.ground(board), self.nets[board.name].each
        going = (
            self.span(Const(0), Const(self.layout.rows_of(board.name)))
            if who is None
            else self.span(who * each, (who + 1) * each)
        )

        def is_open(place: Value) -> Expr:
            here, side = _number(place), self.fresh("side", SIDES)
            met = self.bind(
                "there", ground.beside(here, side), lambda n: both(ground.is_laid(n), ground.opens_back(n, side))
            )
            return both(no(ground.is_laid(here)), Fold("some", side, up_to(4), met))

        return self.where(going, is_open)

    @handles("lines")
    def through_lines(
        self, e: m.Expr, names: Environment, board: m.Board, owner: m.Expr | None, length: int
    ) -> Through:
        """Straight lines, each a set of places."""
        net = self.nets[board.name]
        rows = [sum(1 << place for place in line) for line in net.lines(length)]
        words = max(1, -(-net.count // 32))
        table = self.words_table(rows, words)
        each = len(rows) * net.each // net.count
        who = self.expr(owner, names) if owner is not None else None
        going = self.span(Const(0), Const(len(rows))) if who is None else self.span(who * each, (who + 1) * each)
        return Iteration(
            going.domain,
            going.member,
            lambda line: lambda index: load(table, line * words + index),
            steady=False,
        )

    # ---- places and passages -----------------------------------------------------------------------------------------

    @handles("cell")
    def _cell(
        self,
        e: m.Expr,
        names: Environment,
        board: m.Board,
        x: m.Expr,
        y: m.Expr,
        owner: m.Expr | None,
    ) -> Expr:
        across, down = self.expr(x, names), self.expr(y, names)
        who = self.expr(owner, names) if owner is not None else Const(0)
        net = self.nets.get(board.name)
        return self.bind(
            "x",
            across,
            lambda a: self.bind("y", down, lambda b: self.bind("owner", who, lambda c: self._cell_at(a, b, c, net))),
        )

    def _cell_at(self, x: Expr, y: Expr, owner: Expr, net: Any) -> Expr:
        low, wide, high = (
            (1, net.board.width, net.board.height) if net else (-grid.FURTHEST, grid.FURTHEST, grid.FURTHEST)
        )
        if net:
            x, y = self._go_round(x, y, net.board)
        inside = both(
            x >= low,
            x <= wide,
            y >= low,
            y <= high,
            owner >= 0,
        )
        if isinstance(x, Const) and isinstance(y, Const) and isinstance(owner, Const):
            return Const((net.cell if net else grid.cell)(x.value, y.value, owner.value))
        each, width = (net.each, net.board.width) if net else (grid.BEYOND, grid.WIDTH)
        origin = -1 - width if net else grid.MIDDLE * grid.WIDTH + grid.MIDDLE
        at = owner * each + y * width + (x + origin)
        return choose(inside, within(at, indices(self.players * each)), NOTHING)

    def _go_round(self, x: Expr, y: Expr, board: m.Board) -> tuple[Expr, Expr]:
        """Column and row, counted on round the board where it closes."""
        sizes = (board.width, board.height)
        x, y = (
            op("%", at - 1, many) + 1 if is_closed else at
            for at, many, is_closed in zip((x, y), sizes, board.closes, strict=True)
        )
        return x, y

    @handles("coordinate")
    def _coordinate(self, e: m.Expr, names: Environment, axis: str, of: m.Expr) -> Expr:
        place = self.expr(of, names)
        number = place % grid.WIDTH if axis == "x" else place % grid.BEYOND // grid.WIDTH
        return number - grid.MIDDLE

    @handles("owner")
    def _owner(self, e: m.Expr, names: Environment, of: m.Expr) -> Expr:
        return self.expr(of, names) // grid.BEYOND

    @handles("beside")
    def _beside(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr, side: m.Expr) -> Expr:
        place, which = self.expr(of, names), self.expr(side, names)
        ground = self.ground(board)
        if isinstance(ground, FixedGround):
            return ground.place_beside(place, which)
        raise UnloweredError("beside", "the form does not know the edge of a growing board yet", e.span)

    @handles("border")
    def _border(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr, side: m.Expr) -> Expr:
        ground = self.ground(board)
        if isinstance(ground, FixedGround):
            return ground.of_sides(ground.net.borders, self.expr(of, names), self.expr(side, names))
        raise UnloweredError("border", "the form does not know the edge of a growing board yet", e.span)

    @handles("passage")
    def _passage(self, e: m.Expr, names: Environment, board: m.Board, a: m.Expr, b: m.Expr) -> Expr:
        return self.bind(
            "from",
            self.expr(a, names),
            lambda one: self.bind("to", self.expr(b, names), lambda other: self.between(board, one, other)),
        )

    def between(self, board: m.Board, one: Expr, other: Expr) -> Expr:
        """The passage between two places, or none."""
        if board.fixed:
            leads, through, start, stop = self._steps(board, one)
            at = self.fresh("way", Range(0, max(0, leads.length - 1)))
            found = Fold("first", at, Span(start, stop), op("==", load(leads, at), other))
            known = self.memory.table((NONE, *(through.values or ())), NONE)
            return load(known, found)
        low = choose(one < other, one, other)
        step = choose(one < other, other, one) - low
        beside = op("==", step, 1)
        number = low * 2 + no(beside)
        fits = either(beside, op("==", step, grid.WIDTH))
        return within(choose(fits, number, NOTHING), Range(range_of(number).low, range_of(number).high))

    # ---- ways --------------------------------------------------------------------------------------------------------

    def _steps(self, board: m.Board, place: Expr) -> tuple[Any, Any, Expr, Expr]:
        """Tables of where passages lead and which they are, and which entries are those of a place."""
        rows = self.nets[board.name].ways
        ordered = [rows[-1], *rows[:-1]]
        starts = self.memory.table([sum(map(len, ordered[:n])) for n in range(len(ordered) + 1)], NONE)
        flat = [way for row in ordered for way in row] or [(NONE, NONE)]
        leads, through = (self.memory.table([way[n] for way in flat]) for n in (0, 1))
        return leads, through, load(starts, place), load(starts, place + 1)

    def ways(self, board: m.Board, node: Expr, names: Environment) -> Ways:
        """Returns the steps from a node."""
        board = self.rules.boards[board.name]
        found = self._tile_ways(board, node) if board.sides or not board.fixed else self._plain_ways(board, node)
        if board.joined is None or board.joined_local is None:
            return found
        joined, local, before = board.joined, board.joined_local, found.going.test

        def test(var: Var, there: Value) -> Expr:
            return both(before(var, there), self.truth(joined, names.bind(local, found.passage(var))))

        going = found.going
        return Ways(Iteration(going.domain, going.member, going.item, test, going.steady), found.passage)

    def _plain_ways(self, board: m.Board, place: Expr) -> Ways:
        leads, through, start, stop = self._steps(board, place)
        at = indices(leads.length)
        return Ways(
            Iteration(Span(start, stop), at, lambda way: load(leads, way), steady=False), lambda way: load(through, way)
        )

    def _tile_ways(self, board: m.Board, node: Expr) -> Ways:
        """Over open sides that meet."""
        ground = self.ground(board)

        def meets(var: Var, _: Value) -> Expr:
            return self.bind(
                "there", ground.beside(node, var), lambda n: both(ground.is_laid(n), ground.opens_back(n, var))
            )

        def passage(var: Var) -> Expr:
            return self.between(board, ground.place(node), ground.place(ground.beside(node, var)))

        going = Iteration(
            Bits(choose(ground.is_laid(node), ground.open(node), 0)),
            SIDES,
            lambda side: ground.beside(node, side),
            meets,
            steady=False,
        )
        return Ways(going, passage)
