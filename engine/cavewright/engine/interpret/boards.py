"""Questions about boards, as functions of a position: what lies around a place, what lies there, which ways lead on.

The part of `evaluate.py` that knows of boards. Places of growing boards are numbers with records in the dictionaries
`s`; places of all others are rows, whose values stand in the slots `h`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ...foundation.source.lazy_property import lazy_property
from ...rules.cave import fixed, grid
from ...rules.cave.fixed import Edge
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.initial_values import blank_passage
from ...rules.model.types import NO_WAY, NONE
from ..generate import MemoDependencies
from .board_memory import DISTANCES, NeighbourCache, SearchCache
from .closures import ZERO, Boards, Closure, ClosureMaker, Flood, Slots, Steps
from .search_work import count_search, measure_search, work_of_search


class BoardQueries(ClosureMaker):
    """The operators that ask of boards."""

    @lazy_property
    def floods(self) -> NeighbourCache:
        """Distances over growing boards."""
        return NeighbourCache(self.shape.distances, *DISTANCES)

    # ---- what lies at a place ----------------------------------------------------------------------------------------

    @handles("record", "edge")
    def _record(self, e: m.Expr, board: m.Board, field: m.Field, index: int, of: m.Expr) -> Closure:
        return self._of_record(board, index + 2 if e.op == "record" else index, of, e.op == "edge")

    def _of_record(self, board: m.Board, index: int, of: m.Expr, edge: bool = False) -> Closure:
        at, blank, inner = self.boards[board.name], self.blank[board.name], self.expr(of)
        if edge:
            at, blank = at + 2, blank_passage(board)
        return lambda h, s: s[at].get(inner(h, s), blank)[index]

    def lying(self, board: m.Board, name: str) -> int:
        """The first slot of what fixed places remember of their tiles."""
        return self.layout.base[board.name, name]

    def tiles(self, board: m.Board) -> tuple[int, int]:
        """The first slots of which tile lies on fixed places, and of its open sides."""
        return self.lying(board, board.kind), self.lying(board, board.sides)

    def _lying(self, board: m.Board, index: int, of: m.Expr) -> Closure:
        if not board.fixed:
            return self._of_record(board, index, of)
        base, inner = self.lying(board, board.sides if index else board.kind), self.expr(of)
        return lambda h, s: h[base + inner(h, s)]

    @handles("tile", "open")
    def _tile(self, e: m.Expr, board: m.Board, of: m.Expr) -> Closure:
        return self._lying(board, ("tile", "open").index(e.op), of)

    @handles("laid")
    def _is_laid(self, e: m.Expr, board: m.Board, of: m.Expr) -> Closure:
        if board.fixed:
            tile = self._lying(board, 0, of)
            return lambda h, s: tile(h, s) >= 0
        at, inner = self.boards[board.name], self.expr(of)
        return lambda h, s: inner(h, s) in s[at]

    @handles("fits")
    def _fits(self, e: m.Expr, board: m.Board, sides: m.Expr, of: m.Expr) -> Closure:
        turned, inner = self._two(sides, of)
        board = self.ruleset.boards[board.name]
        free = self.maybe(board.free)
        slot = self.slot(board.free_local) if board.free_local is not None else -1
        beside = self._open_beside(board)

        def fits(h: Slots, s: Boards) -> bool:
            mine = turned(h, s)
            for bit, opposite, there, shown in beside(h, s, inner(h, s)):
                if (mine & bit != 0) == (shown & opposite != 0):
                    continue
                if free is None:
                    return False
                h[slot] = there
                if not free(h, s):
                    return False
            return True

        return fits

    def _open_beside(self, board: m.Board) -> Callable[[Slots, Boards, int], Iterable[tuple[int, int, int, int]]]:
        """The tiles beside a place: the bit of the side, the bit of the border in the tile there, its place, its open
        sides."""
        if not board.fixed:
            at, around = self.boards[board.name], self.shape.around

            def loose(h: Slots, s: Boards, place: int) -> list[tuple[int, int, int, int]]:
                cells = s[at]
                return [
                    (bit, opposite, place + step, cells[place + step][1])
                    for bit, step, opposite in around
                    if place + step in cells
                ]

            return loose
        net, (tile, sides) = self.nets[board.name], self.tiles(board)

        def lain(h: Slots, s: Boards, place: int) -> Iterator[tuple[int, int, int, int]]:
            for (bit, _, opposite), there in zip(grid.SQUARE.around, net.beside[place], strict=False):
                if there >= 0 and h[tile + there] >= 0:
                    yield bit, opposite, there, h[sides + there]

        return lain

    # ---- what can be gone through ------------------------------------------------------------------------------------

    @handles("places")
    def _places(self, e: m.Expr, board: m.Board) -> Closure:
        at = self.boards[board.name]
        return lambda h, s: list(s[at])

    @handles("own_places")
    def _own_places(self, e: m.Expr, board: m.Board, owner: m.Expr) -> Closure:
        who = self.expr(owner)
        if board.fixed:
            each = self.nets[board.name].each
            return lambda h, s: _of_owner(who(h, s), each)
        at = self.boards[board.name]
        return lambda h, s: [place for place in s[at] if place // grid.BEYOND == who(h, s)]

    @handles("neighbours")
    def _neighbours(self, e: m.Expr, board: m.Board, of: m.Expr) -> Closure:
        inner = self.expr(of)
        if self.is_still(board):
            near = self.nets[board.name].near
            return lambda h, s: near[inner(h, s)]
        if not board.fixed and self.ruleset.boards[board.name].joined is None:
            at, found = self.boards[board.name], self.shape.neighbours
            return lambda h, s: found(s[at], inner(h, s))
        steps = self.steps(board)
        return lambda h, s: [there for there, _ in steps(h, s, inner(h, s))]

    @handles("exits")
    def _exits(self, e: m.Expr, board: m.Board, of: m.Expr) -> Closure:
        inner = self.expr(of)
        if not board.fixed:
            at, found = self.boards[board.name], self.shape.exits
            return lambda h, s: found(s[at], inner(h, s))
        exits = self._exits_of(board)
        return lambda h, s: exits(h, inner(h, s))

    def _exits_of(self, board: m.Board) -> Callable[[Slots, int], list[int]]:
        """On fixed places: the free ones that a tile opens to."""
        net, (tile, sides) = self.nets[board.name], self.tiles(board)

        def exits(h: Slots, place: int) -> list[int]:
            if h[tile + place] < 0:
                return []
            return [
                there
                for (bit, _, _), there in zip(grid.SQUARE.around, net.beside[place], strict=False)
                if h[sides + place] & bit and there >= 0 and h[tile + there] < 0
            ]

        return exits

    @handles("openers")
    def _openers(self, e: m.Expr, board: m.Board, of: m.Expr) -> Closure:
        inner = self.expr(of)
        if not board.fixed:
            at, found = self.boards[board.name] + 1, self.shape.openers
            return lambda h, s: found(s[at], inner(h, s))
        beside, tile = self._open_beside(board), self.lying(board, board.kind)

        def openers(h: Slots, s: Boards) -> list[int]:
            place = inner(h, s)
            if h[tile + place] >= 0:
                return []
            return [there for _, opposite, there, shown in beside(h, s, place) if shown & opposite]

        return openers

    @handles("frontier")
    def _frontier(self, e: m.Expr, board: m.Board, owner: m.Expr | None) -> Closure:
        who = self.maybe(owner)
        if board.fixed:
            exits, net = self._exits_of(board), self.nets[board.name]

            def frontier(h: Slots, s: Boards) -> list[int]:
                places = range(net.count) if who is None else _of_owner(who(h, s), net.each)
                return sorted({there for place in places for there in exits(h, place)})

            return frontier
        at = self.boards[board.name] + 1
        if who is None:
            return lambda h, s: s[at]
        return lambda h, s: [place for place in s[at] if place // grid.BEYOND == who(h, s)]

    @handles("lines")
    def _lines(self, e: m.Expr, board: m.Board, owner: m.Expr | None, length: int) -> Closure:
        net = self.nets[board.name]
        rows = net.lines(length)
        bits = tuple(sum(1 << place for place in line) for line in rows)
        if owner is None:
            return lambda h, s: bits
        who, each = self.expr(owner), len(bits) * net.each // net.count

        def lines(h: Slots, s: Boards) -> tuple[int, ...]:
            own = _of_owner(who(h, s), each)
            return bits[own.start : own.stop]

        return lines

    # ---- places and passages -----------------------------------------------------------------------------------------

    @handles("cell")
    def _cell(self, e: m.Expr, board: m.Board, x: m.Expr, y: m.Expr, owner: m.Expr | None) -> Closure:
        make = self.nets[board.name].cell if board.fixed else grid.cell
        if x.op == "const" and y.op == "const" and owner is None:
            place = make(x.args[0], y.args[0])
            return lambda h, s: place
        (across, down), who = self._two(x, y), self.maybe(owner) or ZERO
        return lambda h, s: make(across(h, s), down(h, s), who(h, s))

    @handles("coordinate")
    def _coordinate(self, e: m.Expr, axis: str, of: m.Expr) -> Closure:
        inner, which = self.expr(of), ("x", "y").index(axis)
        return lambda h, s: grid.position(inner(h, s))[which]

    @handles("beside", "border")
    def _beside(self, e: m.Expr, board: m.Board, of: m.Expr, side: m.Expr) -> Closure:
        (inner, which), shape, is_border = self._two(of, side), self.shape, e.op == "border"
        if board.fixed:
            net = self.nets[board.name]
            around = net.borders if is_border else net.beside
            return lambda h, s: around[inner(h, s)][which(h, s)]
        on_side = shape.beside
        if is_border:

            def border(h: Slots, s: Boards) -> int:
                place = inner(h, s)
                return shape.passage(place, on_side(place, which(h, s)))

            return border
        return lambda h, s: on_side(inner(h, s), which(h, s))

    @handles("passage")
    def _passage(self, e: m.Expr, board: m.Board, a: m.Expr, b: m.Expr) -> Closure:
        x, y = self._two(a, b)
        if board.fixed:
            between = self.nets[board.name].between
            return lambda h, s: between.get((x(h, s), y(h, s)), NONE)
        passage = self.shape.passage
        return lambda h, s: passage(x(h, s), y(h, s))

    # ---- sides of tiles ----------------------------------------------------------------------------------------------

    @handles("turnings")
    def _turnings(self, e: m.Expr, sides: m.Expr) -> Closure:
        inner, found = self.expr(sides), self.shape.turnings
        return lambda h, s: found[inner(h, s)]

    @handles("turned")
    def _turn(self, e: m.Expr, sides: m.Expr, times: m.Expr) -> Closure:
        inner, many = self._two(sides, times)
        turned = self.shape.turn_sides
        return lambda h, s: turned(inner(h, s), many(h, s))

    # ---- ways --------------------------------------------------------------------------------------------------------

    def is_still(self, board: m.Board) -> bool:
        """Tells if the passages of a board are always the same."""
        return board.fixed and not board.sides and self.ruleset.boards[board.name].joined is None

    def steps(self, board: m.Board) -> Steps:
        """From a place, where one can go and through which passage."""
        board = self.ruleset.boards[board.name]
        steps = self.all_steps(board)
        if board.joined is None or board.joined_local is None:
            return steps
        test, slot = self.expr(board.joined), self.slot(board.joined_local)

        def matching_edges(h: Slots, s: Boards, place: int) -> Iterator[Edge]:
            for way in steps(h, s, place):
                h[slot] = way[1]
                if test(h, s):
                    yield way

        return matching_edges

    def all_steps(self, board: m.Board) -> Steps:
        """Returns the steps without the condition on which passages are there."""
        if not board.fixed:
            at, shape = self.boards[board.name], self.shape
            return lambda h, s, place: [
                (there, shape.passage(place, there)) for there in shape.neighbours(s[at], place)
            ]
        net = self.nets[board.name]
        if not board.sides:
            return lambda h, s, place: net.ways[place]
        beside, (tile, sides) = self._open_beside(board), self.tiles(board)

        def through(h: Slots, s: Boards, place: int) -> Iterator[Edge]:
            if h[tile + place] >= 0:
                for bit, opposite, there, shown in beside(h, s, place):
                    if h[sides + place] & bit and shown & opposite:
                        yield there, net.between[place, there]

        return through

    def flood(self, board: m.Board, where: m.Expr | None, cost: m.Expr | None, it: m.Local, passage: m.Local) -> Flood:
        """The distances from a place, by number of steps or by their cost, over places and passages that meet a
        condition. Each place that is found counts, and each step about which something is asked."""
        if where is None and cost is None and (self.is_still(board) or not (board.fixed or board.joined)):
            return count_search(self._plain_flood(board), self.work_slot, len)
        search = measure_search(self._conditional_flood(board, where, cost, it, passage), self.work_slot)
        reads = MemoDependencies(self.layout, self.ruleset, self.slot)
        read = reads.of(board, where, cost, it, passage)
        changes = reads.supposes or reads.grows and not self.at_rest
        asked = search if changes else SearchCache(search, read, reads.grows).of
        return count_search(asked, self.work_slot, work_of_search)

    def _conditional_flood(
        self, board: m.Board, where: m.Expr | None, cost: m.Expr | None, it: m.Local, passage: m.Local
    ) -> Flood:
        steps, entered, through, meter = self.steps(board), self.slot(it), self.slot(passage), self.work_slot
        allowed = self.maybe(where)
        price = self.maybe(cost)

        def flood(h: Slots, s: Boards, start: int) -> dict[int, int]:
            def on(place: int) -> Iterator[Edge]:
                for way in steps(h, s, place):
                    h[meter] += 1
                    h[entered], h[through] = way
                    if allowed is None or allowed(h, s):
                        yield way

            if price is None:
                return grid.breadth_first(start, lambda place: (there for there, _ in on(place)))

            def dear(there: int, by: int) -> int:
                h[entered], h[through] = there, by
                return int(price(h, s))

            return fixed.shortest_distances(start, on, dear)

        return flood

    def _plain_flood(self, board: m.Board) -> Flood:
        if not board.fixed:
            at, distances = self.boards[board.name], self.floods.of
            return lambda h, s, start: distances(s[at], s[at + 1], start)
        near, known = self.nets[board.name].near, dict[int, dict[int, int]]()

        def still(h: Slots, s: Boards, start: int) -> dict[int, int]:
            if start not in known:
                known[start] = grid.breadth_first(start, near.__getitem__)
            return known[start]

        return still

    def _is_there(self, board: m.Board) -> Callable[[Boards, int], bool]:
        """Returns the test for a place of the board: those that grow may not be laid yet."""
        if board.fixed:
            return lambda s, place: place >= 0
        at = self.boards[board.name]
        return lambda s, place: place in s[at]

    @handles("distance")
    def _distance(self, e: m.Expr, board: m.Board, a: m.Expr, b: m.Expr, *how: Any) -> Closure:
        flood, is_there = self.flood(board, *how), self._is_there(board)
        x, y = self._two(a, b)

        def distance(h: Slots, s: Boards) -> int:
            start, goal = x(h, s), y(h, s)
            return flood(h, s, start).get(goal, NO_WAY) if is_there(s, start) else NO_WAY

        return distance

    @handles("reach")
    def _reach(self, e: m.Expr, board: m.Board, of: m.Expr, *how: Any) -> Closure:
        flood, is_there, inner = self.flood(board, *how), self._is_there(board), self.expr(of)

        def reach(h: Slots, s: Boards) -> Sequence[int]:
            start = inner(h, s)
            return tuple(flood(h, s, start)) if is_there(s, start) else ()

        return reach


def _of_owner(owner: int, each: int) -> range:
    """Returns the numbers of what one player's board has, `each` to a player."""
    return range(owner * each, (owner + 1) * each)
