"""Bitmap indexes: for each value of a small field the set of its rows as bits, updated by every write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .connected_groups import Fresh, UnionFind
from .construction import DONE, assign, indices, invoke, load, store, up_to, within
from .form import (
    LONG,
    TRUTH,
    WORD,
    Array,
    Block,
    Const,
    Each,
    Expr,
    Function,
    If,
    Let,
    Range,
    Span,
    Statement,
    Store,
    Var,
    op,
)
from .memory import Memory, width_of, word_of
from .ranges import range_of
from .rewriting import map_parts

MOST_VALUES, MOST_ROWS, LEAST_ROWS = 8, 256, 8
"""Values that a field may have of which sets are kept, and rows: of fewer, looking through them is as quick."""


@dataclass(frozen=True)
class BitmapIndex:
    """The sets of one field: `field` has a value by row, `sets` a few words by value."""

    field: Array
    sets: Array
    rows: int

    @property
    def size(self) -> int:
        """Number of bits of a word."""
        return 64 if self.sets.range == LONG else 32

    @property
    def whole(self) -> Range:
        """The range of any word."""
        return LONG if self.size == 64 else WORD

    @property
    def words(self) -> int:
        """Number of words of a set."""
        return -(-self.rows // self.size)

    @property
    def full(self) -> int:
        """A word with the bits of all rows, and of more where there are several words."""
        return self.word_of((1 << min(self.rows, self.size)) - 1, 0)

    def word_of(self, bits: int, n: int) -> int:
        """A word of a set that is known."""
        return word_of(bits, n, self.size)

    def bit(self, row: Expr) -> Expr:
        """The word with the bit of a row."""
        place = row if self.words == 1 else row & self.size - 1
        return op("bit", place) if self.size == 64 else Const(1) << place

    def number(self, row: Expr) -> Expr:
        """The number of the word in which a row lies."""
        return Const(0) if self.words == 1 else row >> self.size.bit_length() - 1

    def word(self, value: Expr, n: Expr | int) -> Expr:
        """A word of the rows that hold a value."""
        return load(self.sets, value * self.words + n)

    def all_rows(self, rows: int, n: int) -> int:
        """A word of the first rows."""
        return self.word_of((1 << rows) - 1, n)


def room_for_sets(field: Array, memory: Memory) -> BitmapIndex | None:
    """Room for the sets of a field that has a value by row and one for none before; none where they are not worth it."""
    values = field.range.high - field.range.low + 1
    rows = field.length + field.origin
    if values > MOST_VALUES or not LEAST_ROWS <= rows <= MOST_ROWS or field.origin != -1:
        return None
    bits = indices(2**rows) if rows < 32 else WORD if rows == 32 else LONG
    width = width_of(bits) if bits == LONG else 4
    words = -(-rows // (8 * width))
    sets = memory.adjacent_array(f"{field.name}.sets", values * words, bits, field.range.low * words, width)
    return BitmapIndex(field, sets, rows)


class IndexMaintenance:
    """Updates of sets and groups that writes bring with them."""

    def __init__(self, kept: Iterable[BitmapIndex], groups: Iterable[UnionFind], fresh: Fresh) -> None:
        self.kept, self.fresh = {each.field: each for each in kept}, fresh
        self.groups = {each.field: each for each in groups}

    def maintain(self, block: Block) -> Block:
        """A block in which writes keep the sets up."""
        return tuple(after for each in block for after in self._statement(each))

    def function(self, function: Function) -> Function:
        """A function the writes of which do."""
        return map_parts(function, self._part)

    def _part(self, part: object) -> object:
        if isinstance(part, tuple) and part and isinstance(part[0], Statement):
            made = self.maintain(part)
            return part if made == part else made
        return map_parts(part, self._part)

    def _statement(self, s: Statement) -> Sequence[Statement]:
        if isinstance(s, Store) and s.array in self.groups:
            row, value = self._row_and_value(self.groups[s.array])
            return (invoke(_name_of_put(s.array), within(s.index, row.range), within(s.value, value.range)),)
        if isinstance(s, Store) and s.array in self.kept:
            return self._store(self.kept[s.array], s)
        return (map_parts(s, self._part),)

    def _store(self, kept: BitmapIndex, s: Store) -> Sequence[Statement]:
        """A value is written: its row leaves one set and enters another, which may be the same."""
        lets: list[Statement] = []

        def bind(name: str, e: Expr, range_: Range) -> Expr:
            if isinstance(e, (Const, Var)) and range_of(e) in range_:
                return e
            var = self.fresh(name, range_)
            lets.append(assign(var, e))
            return var

        row = bind("row", s.index, indices(kept.rows))
        new = bind("new", s.value, kept.field.range)
        old = self.fresh("old", kept.field.range)
        shifted, word = kept.bit(row), kept.number(row)
        bit = self.fresh("bit", range_of(shifted))
        lets += [Let(old, load(kept.field, row)), Let(bit, shifted)]
        moved = [store(kept.sets, value * kept.words + word, kept.word(value, word) ^ bit) for value in (old, new)]
        return (*lets, *moved, Store(kept.field, row, new))

    def functions(self) -> list[Function]:
        """Of fields of which groups are kept, the functions that write a value."""
        return [self._putting(each) for each in self.groups.values()]

    def _row_and_value(self, groups: UnionFind) -> tuple[Var, Var]:
        return self.fresh("row", groups.parents.range), self.fresh("value", groups.field.range)

    def _putting(self, groups: UnionFind) -> Function:
        """A place that gets a value joins the groups around it; where it had one before, all groups are found anew."""
        row, value = self._row_and_value(groups)
        old = self.fresh("before", value.range)
        change = Store(groups.field, row, value)
        written = self._store(self.kept[groups.field], change) if groups.field in self.kept else (change,)
        body: Block = (
            Let(old, load(groups.field, row)),
            If(op("==", old, value), (DONE,)),
            *written,
            If(old >= 0, (groups.regroup(),), (groups.join(row, value),)),
            DONE,
        )
        return Function(_name_of_put(groups.field), (row, value), body, TRUTH)

    def rebuilding(self) -> Block:
        """Returns the statements that find all sets anew."""
        found: list[Statement] = []
        for kept in self.kept.values():
            at = self.fresh("at", kept.sets.bounds)
            row = self.fresh("row", indices(kept.rows))
            value = load(kept.field, row)
            there = within(value * kept.words + kept.number(row), kept.sets.bounds)
            entered = store(kept.sets, there, load(kept.sets, there) | kept.bit(row))
            all_entries = Span(Const(at.range.low), Const(at.range.high + 1))
            found += [
                Each(at, all_entries, (store(kept.sets, at, 0),)),
                Each(row, up_to(kept.rows), (entered,)),
            ]
        return (*found, *(each.regroup() for each in self.groups.values()))


def _name_of_put(field: Array) -> str:
    return f"put_{field.at}"
