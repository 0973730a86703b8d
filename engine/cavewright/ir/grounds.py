"""Grounds: what a board is to the form, be its places fixed or growing. A node stands for a place: of a fixed board the
place itself, of a growing one the number of its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cave import grid
from ..cave.fixed import Net
from ..model.types import NONE
from .construction import NONE as NOTHING
from .construction import both, choose, load, no, read, store, within, write
from .form import (
    TRUTH,
    Array,
    Block,
    Break,
    Call,
    Const,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Loop,
    Range,
    Return,
    Span,
    Store,
    op,
)
from .memory import Memory
from .position_layout import Layout
from .records import INDEXED, MOST_LAID, Records
from .sampler import word

if TYPE_CHECKING:
    from .lowering import Lowering

STEPS = tuple(step for _, step, _ in grid.SQUARE.around)


class Ground:
    """What is asked of the tiles of one board. Sides are numbered from 0."""

    nodes: int
    """how many nodes there are at most"""

    def node(self, place: Expr) -> Expr:
        """The node of a place, or none."""
        raise NotImplementedError

    def place(self, node: Expr) -> Expr:
        """The place of a node."""
        raise NotImplementedError

    def laid(self) -> Expr:
        """Below which number all nodes are."""
        return Const(self.nodes)

    def tile(self, node: Expr) -> Expr:
        """The tile that lies there, or none."""
        raise NotImplementedError

    def open(self, node: Expr) -> Expr:
        """The open sides of what lies there."""
        raise NotImplementedError

    def is_laid(self, node: Expr) -> Expr:
        """Whether a tile lies there."""
        raise NotImplementedError

    def beside(self, node: Expr, side: Expr) -> Expr:
        """The node on a side of another, or none."""
        raise NotImplementedError

    def neighbour(self, place: Expr, side: Expr) -> Expr:
        """The node on a side of a place on which nothing may lie, or none."""
        raise NotImplementedError

    def place_beside(self, place: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        raise NotImplementedError

    def opens(self, node: Expr, side: Expr) -> Expr:
        """Whether what lies there is open to a side."""
        return self.open(node) >> side & 1

    def opens_back(self, node: Expr, side: Expr) -> Expr:
        """Whether what lies there is open to where it lies beside on a side."""
        return self.open(node) >> (side + 2 & 3) & 1


class FixedGround(Ground):
    """A board whose places are rows."""

    def __init__(self, net: Net, layout: Layout, memory: Memory) -> None:
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
        """Whether a tile lies there."""
        return self.tile(node) >= 0

    def beside(self, node: Expr, side: Expr) -> Expr:
        """The place on a side of another."""
        return self.of_sides(self.net.beside, node, side)

    def of_sides(self, rows: tuple[tuple[int, ...], ...], place: Expr, side: Expr) -> Expr:
        """What a table has for a place and a side, each of which may be none."""
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


class GrowingGround(Ground):
    """A board that grows."""

    nodes = MOST_LAID

    def __init__(self, records: Records, lowering: Lowering) -> None:
        self.records, self.memory, self.fresh = records, lowering.memory, lowering.fresh
        self.steps = self.memory.table(STEPS)
        self.find = self._find(lowering)
        self._lay: Function | None = None

    def _find(self, lowering: Lowering) -> Function:
        """The function that finds the record of a place: the index is gone through until there is nothing."""
        r, place = self.records, self.fresh("place", self.records.place.range)
        at, found = self.fresh("at", Range(0, INDEXED - 1)), self.fresh("found", Range(NONE, MOST_LAID - 1))
        body: Block = (
            Let(at, self.hashed(place)),
            Loop(
                "search",
                (
                    Let(found, load(r.index, at) - 1),
                    If(found < 0, (Return(NOTHING),)),
                    If(op("==", load(r.place, found), place), (Return(found),)),
                    Let(at, self.next_index(at)),
                ),
            ),
        )
        return lowering.function(f"find_{r.name}", [place], body, found.range)

    def hashed(self, place: Expr) -> Expr:
        """Where the index is first looked at."""
        return op("wrapped *", place, word(0x9E3779B1)) >> 20 & INDEXED - 1

    def next_index(self, at: Expr) -> Expr:
        """Where the index is looked at next."""
        return at + 1 & INDEXED - 1

    def node(self, place: Expr) -> Expr:
        """The number of the record of a place."""
        if isinstance(place, Load) and place.array is self.records.place:
            return place.index
        return Call(self.find.name, (within(place, self.records.place.range),), self.find.returns)

    def laid(self) -> Expr:
        """How many records there are."""
        return read(self.records.count)

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
        """Whether there is a record."""
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
        at, new = self.fresh("at", r.index.bounds), self.fresh("new", Range(0, MOST_LAID - 1))
        place, all_records = self.fresh("place", r.place.range), Span(Const(0), read(r.count))
        beside = store(r.near, new * 4 + side, self.node(place + load(self.steps, side)) + 1)
        known = Let(place, self.place(new))
        return (
            Each(at, Span(Const(0), Const(INDEXED)), (store(r.index, at, Const(0)),)),
            Each(new, all_records, (known, *self._indexed(place, new))),
            Each(new, all_records, (known, Each(side, Span(Const(0), Const(4)), (beside,)))),
        )

    # ---- laying ------------------------------------------------------------------------------------------------------

    def lay(self, lowering: Lowering) -> Function:
        """The function that lays a tile on a place on which nothing lies: its record, its neighbours, the frontier."""
        if self._lay is None:
            self._lay = self._laying(lowering)
        return self._lay

    def _laying(self, lowering: Lowering) -> Function:
        r = self.records
        place = self.fresh("place", Range(0, r.place.range.high))
        tile, sides = self.fresh("tile", r.columns[0].range), self.fresh("sides", Range(0, 15))
        new = self.fresh("new", Range(0, MOST_LAID - 1))
        body: list[object] = [
            Let(new, within(read(r.count), new.range)),
            write(r.count, new + 1),
            Store(r.place, new, place),
            Store(r.columns[0], new, tile),
            Store(r.columns[1], new, sides),
            *self._blank(new),
            *self._indexed(place, new),
            *self._unfree(place),
        ]
        for side in range(4):
            body += self._joined(place, sides, new, side)
        return lowering.function(f"lay_{r.name}", [place, tile, sides], (*body, Return(Const(0))), TRUTH)  # type: ignore[arg-type]

    def _blank(self, new: Expr) -> Block:
        """What a new record and its passages keep: the same as that of none."""
        r = self.records
        found: list[Store] = []
        for array, many in zip(r.columns[2:], r.words[2:], strict=False):
            found += [self._copied(array, new, many, k) for k in range(many)]
        for array, many in zip((*r.edges, r.known), (*r.words[len(r.columns) :], 1), strict=True):
            found += [self._copied(array, new, 2 * many, k) for k in range(2 * many)]
        return tuple(found)

    def _copied(self, array: Array, new: Expr, stride: int, k: int) -> Store:
        return store(array, new * stride + k, load(array, Const(k - stride)))

    def _indexed(self, place: Expr, new: Expr) -> Block:
        at = self.fresh("at", Range(0, INDEXED - 1))
        return (
            Let(at, self.hashed(place)),
            Loop(
                "index",
                (
                    If(op("==", load(self.records.index, at), Const(0)), (Break("index"),)),
                    Let(at, self.next_index(at)),
                ),
            ),
            store(self.records.index, at, new + 1),
        )

    def _unfree(self, place: Expr) -> Block:
        """A place leaves the frontier; those behind it move up."""
        r = self.records
        gone, at, many = (
            self.fresh("gone", TRUTH),
            self.fresh("at", r.free_count.range),
            self.fresh("many", r.free_count.range),
        )
        here = self.fresh("here", Range(0, r.free.length - 1))
        moves = If(gone, (store(r.free, within(here - 1, r.free.bounds), load(r.free, here)),))
        loop = (
            If(at >= many, (Break("free"),)),
            Let(here, within(at, here.range)),
            moves,
            If(op("==", load(r.free, here), place), (Let(gone, Const(1)),)),
            Let(at, within(at + 1, at.range)),
        )
        return (
            Let(gone, Const(0)),
            Let(at, Const(0)),
            Let(many, read(r.free_count)),
            Loop("free", loop),
            write(r.free_count, many - gone),
        )

    def _joined(self, place: Expr, sides: Expr, new: Expr, side: int) -> Block:
        """A record and the one on a side of it know each other; where there is none, the place joins the frontier."""
        r = self.records
        there, beyond = (
            self.fresh("there", Range(NONE, MOST_LAID - 1)),
            within(place + STEPS[side], Range(0, r.place.range.high)),
        )
        back = (side + 2) & 3
        opened = sides >> side & 1
        other = self.fresh("each", Range(0, r.free.length - 1))
        known = Fold("some", other, Span(Const(0), read(r.free_count)), op("==", load(r.free, other), beyond))
        many = read(r.free_count)
        return (
            Let(there, self.node(beyond)),
            store(r.near, new * 4 + side, there + 1),
            If(
                there >= 0,
                (store(r.near, there * 4 + back, new + 1),),
                (
                    If(
                        both(opened, no(known)),
                        (store(r.free, many, beyond), write(r.free_count, many + 1)),
                    ),
                ),
            ),
        )
