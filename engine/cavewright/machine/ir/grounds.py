"""Grounds: what a board is to the form, be its places fixed or growing. A node stands for a place: of a fixed board the
place itself, of a growing one the number of its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.cave import grid
from ...rules.cave.fixed import PlaceGraph
from ...rules.model.types import NONE
from .construction import NONE as NOTHING
from .construction import assign, both, choose, indices, load, read, store, up_to, within, write
from .form import (
    TRUTH,
    Array,
    Block,
    Call,
    Do,
    Each,
    Expr,
    Function,
    If,
    Let,
    Load,
    Loop,
    Range,
    Return,
    Store,
    Trap,
    Var,
    op,
)
from .memory import Memory
from .position_layout import Layout
from .records import OUTGROWN, Records
from .sampler import word

if TYPE_CHECKING:
    from .expressions import Lowering

STEPS = tuple(step for _, step, _ in grid.SQUARE.around)


class Tiled:
    """Questions about tiles, for either sort of board. Sides are numbered from 0."""

    def open(self, node: Expr) -> Expr:
        """The open sides of what lies there."""
        raise NotImplementedError

    def opens_back(self, node: Expr, side: Expr) -> Expr:
        """Returns the test that the tile there is open to its neighbour on a side."""
        return self.open(node) >> (side + 2 & 3) & 1


class FixedGround(Tiled):
    """A board whose places are rows."""

    def __init__(self, net: PlaceGraph, layout: Layout, memory: Memory) -> None:
        self.net, self.nodes, self.memory = net, net.count, memory
        board = net.board
        if board.kind:
            self.tiles = layout.fields[board.name, board.kind].array
        if board.sides:
            self.sides = layout.fields[board.name, board.sides].array

    def node(self, place: Expr) -> Expr:
        """The place."""
        return place

    def place(self, node: Expr) -> Expr:
        """The node."""
        return node

    def tile(self, node: Expr) -> Expr:
        """The tile that lies there."""
        return load(self.tiles, node)

    def open(self, node: Expr) -> Expr:
        """The open sides of what lies there."""
        return load(self.sides, node)

    def is_laid(self, node: Expr) -> Expr:
        """Returns the test for a tile."""
        return self.tile(node) >= 0

    def beside(self, node: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        return self.of_sides(self.net.beside, node, side)

    def of_sides(self, rows: tuple[tuple[int, ...], ...], place: Expr, side: Expr) -> Expr:
        """Returns the entry of a table for a place and a side, each of which may be none."""
        ordered = (rows[-1], *rows[:-1])
        table = self.memory.table([each for row in ordered for each in (row[-1], *row[:-1])])
        at = (place + 1) * 5 + (side + 1)
        return load(table, at)

    def neighbour(self, place: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        return self.beside(place, side)

    def place_beside(self, place: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        return self.beside(place, side)


class GrowingGround(Tiled):
    """A board that grows."""

    def __init__(self, records: Records, lowering: Lowering) -> None:
        self.records, self.memory = records, lowering.memory
        self.fresh, self.variables = lowering.fresh, lowering.variables
        self.nodes = records.most
        self.steps = self.memory.table(STEPS)
        self.found = Range(NONE, self.nodes - 1)
        self.find, self.seek = self._find(lowering), self._seek(lowering)
        self._lay: Function | None = None

    def _find(self, lowering: Lowering) -> Function:
        """The function that finds the record of a place: the index is gone through until there is nothing."""
        place, entry = self.variables(place=self.records.place.range, entry=self.records.index.range)
        known = Return(within(entry - 1, self.found))
        body = self._sought(place, entry, (Return(NOTHING),), (known,), (Return(NOTHING),))
        return lowering.function(f"find_{self.records.name}", [place], body, self.found)

    def _seek(self, lowering: Lowering) -> Function:
        """The function that finds the entry of the index at which a place stands, or would."""
        place, entry = self.variables(place=self.records.place.range, entry=self.records.index.range)
        at = self.fresh("at", self.records.index.bounds)
        body = self._sought(place, entry, *((Return(at),),) * 3, at=at)
        return lowering.function(f"seek_{self.records.name}", [place], body, at.range)

    def _sought(self, place: Var, entry: Var, none: Block, laid: Block, free: Block, at: Var | None = None) -> Block:
        """Goes through the index from where a place would stand, until it is found, `laid` or `free`, or `none` is."""
        r = self.records
        at = at or self.fresh("at", r.index.bounds)
        known = op("==", load(r.place, entry - 1), place)
        opened = op("==", load(r.free, entry - 1 - self.nodes), place)
        loop: Block = (
            Let(entry, load(r.index, at)),
            If(op("==", entry, 0), none),
            If(entry <= self.nodes, (If(known, laid),), (If(opened, free),)),
            Let(at, self.next_index(at)),
        )
        return Let(at, self.hash(place)), Loop("search", loop)

    def hash(self, place: Expr) -> Expr:
        """Returns the first entry of the index to look at."""
        return op("wrapped *", place, word(0x9E3779B1)) >> 20 & self.records.index.length - 1

    def next_index(self, at: Expr) -> Expr:
        """Returns the next entry of the index to look at."""
        return at + 1 & self.records.index.length - 1

    def node(self, place: Expr) -> Expr:
        """The number of the record of a place."""
        if isinstance(place, Load) and place.array is self.records.place:
            return place.index
        return Call(self.find.name, (within(place, self.records.place.range),), self.find.returns)

    def place(self, node: Expr) -> Expr:
        """The place of a record."""
        return load(self.records.place, node)

    def tile(self, node: Expr) -> Expr:
        """The tile that lies there."""
        return load(self.records.columns[0], node)

    def open(self, node: Expr) -> Expr:
        """The open sides of what lies there."""
        return load(self.records.columns[1], node)

    def is_laid(self, node: Expr) -> Expr:
        """Returns the test for a record."""
        return node >= 0

    def beside(self, node: Expr, side: Expr) -> Expr:
        """The record on a side of another."""
        return load(self.records.near, node * 4 + side) - 1

    def place_beside(self, place: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        return place + load(self.steps, side)

    def neighbour(self, place: Expr, side: Expr) -> Expr:
        """The record on a side of a place."""
        there = self.place_beside(place, side)
        return choose(place < 0, NOTHING, self.node(there))

    def indexing(self) -> Block:
        """Finds the index anew, and which records lie beside each other."""
        r, side = self.records, self.fresh("side", Range(0, 3))
        at, new = self.variables(at=r.index.bounds, new=indices(self.nodes))
        place = self.fresh("place", r.place.range)
        all_records = up_to(read(r.count))
        beside = store(r.near, new * 4 + side, self.node(place + load(self.steps, side)) + 1)
        known = Let(place, self.place(new))
        free = self.fresh("free", r.free.bounds)
        opened = store(r.index, self.sought(place), free + (1 + self.nodes))
        return (
            Each(at, up_to(r.index.length), (store(r.index, at, 0),)),
            Each(new, all_records, (known, store(r.index, self.sought(place), new + 1))),
            Each(
                free,
                up_to(read(r.free_count)),
                (
                    Let(place, load(r.free, free)),
                    If(place >= 0, (opened,)),
                ),
            ),
            Each(new, all_records, (known, Each(side, up_to(4), (beside,)))),
        )

    # ---- laying ------------------------------------------------------------------------------------------------------

    def sought(self, place: Expr) -> Expr:
        """The entry of the index at which a place stands, or would."""
        return Call(self.seek.name, (within(place, self.records.place.range),), self.seek.returns)

    def lay(self, lowering: Lowering) -> Function:
        """The function that lays a tile on a place on which nothing lies: its record, its neighbours, the frontier."""
        if self._lay is None:
            self._packing(lowering)
            self._lay = self._laying(lowering)
        return self._lay

    def _laying(self, lowering: Lowering) -> Function:
        r = self.records
        place = self.fresh("place", Range(0, r.place.range.high))
        tile, sides = self.variables(tile=r.columns[0].range, sides=Range(0, 15))
        new = self.fresh("new", indices(self.nodes))
        body: list[object] = [
            assign(new, read(r.count)),
            write(r.count, new + 1),
            Store(r.place, new, place),
            Store(r.columns[0], new, tile),
            Store(r.columns[1], new, sides),
            *self._blank(new),
            *self._enter(place, new),
        ]
        for side in range(4):
            body += self._link(place, sides, new, side)
        return lowering.procedure(f"lay_{r.name}", [place, tile, sides], body)  # type: ignore[arg-type]

    def _blank(self, new: Expr) -> Block:
        """Returns the statements that fill a new record and its passages: the same as that of none."""
        r = self.records
        found: list[Store] = []
        for array, many in zip(r.columns[2:], r.words[2:], strict=False):
            found += [self._copy(array, new, many, k) for k in range(many)]
        for array, many in zip((*r.edges, r.known), (*r.words[len(r.columns) :], 1), strict=True):
            found += [self._copy(array, new, 2 * many, k) for k in range(2 * many)]
        return tuple(found)

    def _copy(self, array: Array, new: Expr, stride: int, k: int) -> Store:
        return store(array, new * stride + k, load(array, k - stride))

    def _enter(self, place: Expr, new: Expr) -> Block:
        """A record enters the index; its place leaves the frontier, and a gap stays there."""
        r = self.records
        at, entry = self.variables(at=r.index.bounds, entry=r.index.range)
        gap = store(r.free, entry - 1 - self.nodes, NOTHING)
        return (
            Let(at, self.sought(place)),
            Let(entry, load(r.index, at)),
            If(entry > self.nodes, (gap,)),
            store(r.index, at, new + 1),
        )

    def _link(self, place: Expr, sides: Expr, new: Expr, side: int) -> Block:
        """A record and the one on a side of it know each other; where there is none, the place joins the frontier."""
        r, back = self.records, (side + 2) & 3
        at, entry = self.variables(at=r.index.bounds, entry=r.index.range)
        beyond = self.fresh("beyond", Range(0, r.place.range.high))
        many, pack = read(r.free_count), Call(f"pack_{r.name}", (), TRUTH)
        new_free: Block = (
            If(many >= r.free.length, (Do(pack),)),
            store(r.index, at, many + (1 + self.nodes)),
            store(r.free, many, beyond),
            write(r.free_count, many + 1),
        )
        beside = both(entry > 0, entry <= self.nodes)
        opened = both(op("==", entry, 0), sides >> side & 1)
        return (
            assign(beyond, place + STEPS[side]),
            Let(at, self.sought(beyond)),
            Let(entry, load(r.index, at)),
            store(r.near, new * 4 + side, 0),
            If(opened, new_free),
            If(
                beside,
                (store(r.near, new * 4 + side, entry), store(r.near, (entry - 1) * 4 + back, new + 1)),
            ),
        )

    def _packing(self, lowering: Lowering) -> None:
        """The function that moves the frontier together where it is full of gaps. A trap where it has none."""
        r = self.records
        at, place = self.variables(at=r.free.bounds, place=r.place.range)
        many, kept = read(r.free_count), self.fresh("kept", r.free_count.range)
        moved = (
            store(r.free, kept, place),
            store(r.index, self.sought(place), kept + (1 + self.nodes)),
            assign(kept, kept + 1),
        )
        body: Block = (
            assign(kept, 0),
            Each(at, up_to(many), (Let(place, load(r.free, at)), If(place >= 0, moved))),
            If(kept >= r.free.length, (Trap(OUTGROWN),)),
            write(r.free_count, kept),
        )
        lowering.procedure(f"pack_{r.name}", (), body)


Ground = FixedGround | GrowingGround
