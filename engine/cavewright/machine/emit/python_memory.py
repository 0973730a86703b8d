"""Plan of a module's memory as Python lists: in which list an entry of an array lies, and at which index.

Every array has a list of its own. Single numbers share one: those of the position, and all others. Arrays that are
seen through one view, at an index that is not known beforehand, share a list as well. Arrays that are filled by `Copy`
hold whole positions, each a tuple of lists. An entry below 0 lies where Python counts from the end.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..ir.form import Array, Const, Copy, Expr, Let, Load, Module, Put, Range, Store, Var
from ..ir.ranges import range_of
from ..ir.rewriting import within_all

Position = tuple[Sequence[Sequence[int]], int]


@dataclass(eq=False)
class Segment:
    """One list: the arrays in it, by address, and whether it is part of a position."""

    of_position: bool
    arrays: list[Array] = field(default_factory=list)
    name: str = ""

    @property
    def length(self) -> int:
        """Number of entries."""
        return sum(each.length for each in self.arrays)

    @property
    def is_noted(self) -> bool:
        """True if the former value of an entry is noted before it is written: elsewhere the whole list is copied."""
        return self.of_position and any(each.length > 1 for each in self.arrays)

    def first(self, array: Array) -> int:
        """The index of the entry 0 of an array, if it had one."""
        if len(self.arrays) == 1:
            return -max(0, array.origin)
        at = self.arrays.index(array)
        return sum(each.length for each in self.arrays[:at]) - array.origin


class Plan:
    """Places of all arrays of a module."""

    def __init__(self, module: Module) -> None:
        self.tables = [each for each in module.arrays if each.values is not None and each.length]
        others = [each for each in module.arrays if each.values is None and each.length]
        parts = [each for function in module.functions for each in within_all(function.body)]
        copies = [each for each in parts if isinstance(each, Copy)]
        self.owners, views = _owners(others)
        shown = {each for c in copies for each in (c.target, c.source) if each in views}
        self.position = max(shown, key=lambda each: each.length, default=None)
        self.shown = frozenset(shown)
        """The position, and the part of it that trials copy: here both are all of it."""
        copied = {each for copy in copies for each in (copy.target, copy.source)} - shown
        self.rooms = {each: min(self._words_of(c) for c in copies if each in (c.target, c.source)) for each in copied}
        self.kept = [each for each in self.owners if each in copied]
        loaded = {each.array for each in parts if isinstance(each, Load)}
        self.read = {kept for each in loaded if (kept := self.kept_of(each)) is not None}
        """Of these arrays words are read, so that they hold all of a position."""
        self.segments = self._segments([each for each in self.owners if each not in copied])
        self.segment = {array: segment for segment in self.segments for array in segment.arrays}
        for each in parts:
            if isinstance(each, (Load, Store)) and each.array in views and not isinstance(each.index, Const):
                self._join(self._within(each.array, range_of(each.index)))
        for n, segment in enumerate(self.segments):
            segment.name = f"A{n}"
        filled = {each.array for each in parts if isinstance(each, Put)} & set(self.segment)
        self.listed = {array: self.segment[array] for array in filled if _is_listed(array, module)}
        """Lists of rows, which are as long as they are."""
        self.of_position = [each for each in self.segments if each.of_position]

    def _words_of(self, copy: Copy) -> int:
        """Returns the number of words that a copy takes; between arrays of positions those of one."""
        shown = [each.length for each in (copy.target, copy.source) if each in self.shown]
        return min(shown) if shown else self.position.length if self.position is not None else 1

    def room(self, array: Array) -> int:
        """Returns the number of positions that an array holds."""
        return array.length // self.rooms[array]

    def _segments(self, arrays: Iterable[Array]) -> list[Segment]:
        cells = {inside: Segment(inside) for inside in (True, False)}
        found = list(cells.values())
        for each in sorted(arrays, key=lambda array: array.at):
            inside = self.is_inside(each)
            if each.length > 1:
                found.append(Segment(inside, [each]))
            else:
                cells[inside].arrays.append(each)
        return [each for each in found if each.arrays]

    def is_inside(self, array: Array) -> bool:
        """Tells if an array is part of the position."""
        whole = self.position
        return whole is not None and whole.at <= array.at and array.end <= whole.end

    def _within(self, view: Array, entries: Range) -> list[Array]:
        """The arrays of which a view shows some entries."""
        low, high = (view.at + (n - view.origin) * view.width for n in (entries.low, entries.high))
        return [each for each in self.owners if each.at <= high and low < each.end]

    def _join(self, arrays: Sequence[Array]) -> None:
        """Arrays that follow each other share a list from now on."""
        segments = {self.segment[each] for each in arrays}
        if len(segments) < 2:
            return
        joined = {each for segment in segments for each in segment.arrays if each in arrays or not _is_cells(segment)}
        kept = Segment(any(each.of_position for each in segments), sorted(joined, key=lambda array: array.at))
        for segment in segments:
            segment.arrays = [each for each in segment.arrays if each not in joined]
        self.segments = [*(each for each in self.segments if each.arrays), kept]
        self.segment |= dict.fromkeys(kept.arrays, kept)

    # ---- where an entry lies -----------------------------------------------------------------------------------------

    def place(self, array: Array, index: Expr) -> tuple[Segment, int]:
        """The list in which an entry lies, and what is added to its index there."""
        if array in self.segment:
            segment = self.segment[array]
            return segment, segment.first(array)
        owner = self._within(array, range_of(index))[0]
        segment = self.segment[owner]
        return segment, segment.first(owner) + owner.origin - array.origin + (array.at - owner.at) // owner.width

    def kept_of(self, array: Array) -> Array | None:
        """The array of whole positions that an array is, or is a view of."""
        return next((each for each in self.kept if each.at <= array.at < each.end), None)

    def in_position(self, byte: int) -> tuple[int, int]:
        """Returns the list of a position and the index in it that hold the number which begins with a byte of the
        position."""
        assert self.position is not None
        at = self.position.at + byte
        owner = next(each for each in self.owners if each.at <= at < each.end)
        segment = self.segment[owner]
        index = segment.first(owner) + owner.origin + (at - owner.at) // owner.width
        return self.of_position.index(segment), index % segment.length

    # ---- as bytes ----------------------------------------------------------------------------------------------------

    def empty(self, of: Iterable[Segment]) -> list[list[int]]:
        """Lists of zeros."""
        listed = set(self.listed.values())
        return [[0] * (each.length * (each not in listed)) for each in of]

    def pack(self, lists: Sequence[list[int]], of: Sequence[Segment], start: int, end: int) -> bytes:
        """The bytes from an address up to another, by the lists in which the arrays there lie."""
        found = bytearray(end - start)
        for segment, numbers in zip(of, lists, strict=True):
            for array in segment.arrays:
                low, high = max(start, array.at), min(end, array.end)
                if low < high:
                    first = (low - array.at) // array.width
                    many = (high - low) // array.width
                    entries = array_entries(segment, array, numbers)[first : first + many]
                    struct.pack_into(f"<{many}{array.format}", found, low - start, *entries)
        return bytes(found)

    def unpack(self, lists: Sequence[list[int]], of: Sequence[Segment], start: int, data: bytes) -> None:
        """Writes bytes from an address on into the lists in which the arrays there lie."""
        end = start + len(data)
        for segment, numbers in zip(of, lists, strict=True):
            for array in segment.arrays:
                low, high = max(start, array.at), min(end, array.end)
                if low < high:
                    first = (low - array.at) // array.width
                    many = (high - low) // array.width
                    entries = struct.unpack_from(f"<{many}{array.format}", data, low - start)
                    if array in self.listed:
                        numbers[:] = [0] * (first + many)
                    for n, value in enumerate(entries, start=segment.first(array) + array.origin + first):
                        numbers[n] = value


def array_entries(segment: Segment, array: Array, numbers: Sequence[int]) -> Sequence[int]:
    """The entries of an array, the first first."""
    first = segment.first(array) + array.origin
    if len(segment.arrays) == 1 and len(numbers) < segment.length:
        return [*numbers, *[0] * (segment.length - len(numbers))]
    if first < 0:
        return [*numbers[first:], *numbers[: array.length + first]]
    return numbers[first : first + array.length]


def _is_listed(array: Array, module: Module) -> bool:
    """Tells if an array is only read, and filled row by row from the beginning on."""
    found = False
    for function in module.functions:
        parts = list(within_all(function.body))
        if any(isinstance(each, Store) and each.array == array for each in parts):
            return False
        rows = [each for each in parts if isinstance(each, Put) and each.array == array]
        if any(each.count != rows[0].count or len(each.values) != len(rows[0].values) for each in rows):
            return False
        if rows and not _is_filled(array, rows[0].count, parts):
            return False
        found = found or bool(rows)
    return found


def _is_filled(array: Array, count: Var, parts: Sequence[object]) -> bool:
    """Tells if a function fills a list from the beginning on, does not read it, and keeps the number of its rows."""
    begun = all(each.value == Const(0) for each in parts if isinstance(each, Let) and each.var == count)
    reads = any(isinstance(each, Load) and each.array == array for each in parts)
    return begun and not reads and any(isinstance(each, Store) and each.value == count for each in parts)


def _is_cells(segment: Segment) -> bool:
    """Tells if a list has only single numbers."""
    return all(each.length == 1 for each in segment.arrays)


def _owners(arrays: Iterable[Array]) -> tuple[list[Array], set[Array]]:
    """The arrays that have room of their own, and those that are views of them."""
    owners: list[Array] = []
    views: set[Array] = set()
    taken: dict[int, Array] = {}
    for each in arrays:
        places = range(each.at, each.end)
        if any(at in taken for at in (each.at, each.end - 1)):
            views.add(each)
        else:
            owners.append(each)
            taken.update(dict.fromkeys(places[:: each.width], each))
            taken[each.end - 1] = each
    return owners, views
