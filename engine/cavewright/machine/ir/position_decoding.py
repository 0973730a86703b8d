"""Decoding of positions: what slots and boards hold, by the bytes of a position.

Where everything stands is worked out once: numbers are had by one `struct`, all else by the bytes that say it, which are
mostly those of before.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import itemgetter
from typing import Any, TypeAlias

from ...rules.cave import grid
from ...rules.model.types import NONE
from .arrays import Array
from .memory import MASK
from .records import Records

MOST_VALUES = 2_000
"""Values of a slot that are remembered by their bytes."""
Column: TypeAlias = tuple[int, int, str]
"""Of an array where it begins, how many bytes an entry takes, and how `struct` calls one."""


class Values(dict[bytes, Any]):
    """Values of a slot by its bytes; as much as `MOST_VALUES` is remembered."""

    def __init__(self, form: str, read: Callable[[Sequence[int]], Any]) -> None:
        self.form, self.read = struct.Struct(form), read

    def __missing__(self, data: bytes) -> Any:
        if len(self) >= MOST_VALUES:
            self.clear()
        found = self[data] = self.read(self.form.unpack(data))
        return found


class SlotDecoder:
    """Reads slots. `numbers` says of every slot that holds one number where it stands, `others` of every other slot where
    its words stand, how `struct` calls them and what reads them."""

    def __init__(
        self, numbers: Mapping[int, int], others: Mapping[int, tuple[int, str, Callable[[Sequence[int]], Any]]]
    ) -> None:
        order = sorted(numbers, key=numbers.__getitem__)
        form, end = ["<"], 0
        for slot in order:
            form.append(f"{numbers[slot] - end}xi")
            end = numbers[slot] + 4
        self._form = struct.Struct("".join(form))
        place = {slot: n for n, slot in enumerate(order)}
        self._pick = itemgetter(*(place.get(slot, len(order)) for slot in range(len(numbers) + len(others))))
        self._others = [
            (slot, at, at + struct.calcsize(form), Values(form, read)) for slot, (at, form, read) in others.items()
        ]

    def decode(self, data: bytes) -> list[Any]:
        """Returns the values of all slots."""
        h = [*self._pick((*self._form.unpack_from(data), 0))]
        for slot, start, end, values in self._others:
            h[slot] = values[data[start:end]]
        return h


class RecordsDecoder:
    """Reads the places, the frontier and the passages of a growing board."""

    def __init__(self, records: Records, start: int) -> None:
        def column(array: Array) -> Column:
            return array.at - start, array.width, array.format

        self._columns = [(column(each), words) for each, words in zip(records.columns, records.words, strict=False)]
        behind = records.words[len(records.columns) :]
        self._edges = [(column(each), words) for each, words in zip(records.edges, behind, strict=True)]
        self._count = column(records.count)
        self._free_count = column(records.free_count)
        self._place = column(records.place)
        self._known = column(records.known)
        self._free = column(records.free)

    def decode(self, data: bytes) -> list[dict[int, Any]]:
        """Places, frontier and passages."""
        many = _entries(data, self._count, 0, 1)[0]
        many_free = _entries(data, self._free_count, 0, 1)[0]
        places = _entries(data, self._place, 1, many)
        columns = [_values(data, *each, 1, many) for each in self._columns]
        cells = dict(zip(places, zip(*columns, strict=True), strict=True))
        free = _entries(data, self._free, 0, many_free)
        opened = dict(zip(places, columns[1], strict=True))
        return [cells, {each: _opening(opened, each) for each in free if each != NONE}, self._passages(data, places)]

    def _passages(self, data: bytes, places: Sequence[int]) -> dict[int, Any]:
        """Returns the knowledge of passages: of every place that to the east, then that to the south."""
        many = 2 * len(places)
        known = _entries(data, self._known, 2, many)
        if not any(known):
            return {}
        edges = [_values(data, *each, 2, many) for each in self._edges]
        numbers = (2 * place + south for place in places for south in (0, 1))
        held = zip(*edges, strict=True) if edges else ((),) * many
        return dict(compress(zip(numbers, held, strict=True), known))


def _entries(data: bytes, column: Column, first: int, many: int) -> Sequence[int]:
    """Returns so many entries of an array, from one on."""
    at, width, letter = column
    return struct.unpack_from(f"<{many}{letter}", data, at + first * width)


def _values(data: bytes, column: Column, words: int, first: int, many: int) -> Sequence[int]:
    """Returns so many values of a column, from one on; those of sets put together."""
    found = _entries(data, column, first * words, many * words)
    if words == 1:
        return found
    return [
        sum((word & MASK) << 32 * n for n, word in enumerate(found[at : at + words]))
        for at in range(0, many * words, words)
    ]


def _opening(opened: Mapping[int, int], place: int) -> int:
    """The sides on which a place that is free is open to those that are laid, of which it is known where they are open."""
    found = 0
    for bit, step, opposite in grid.SQUARE.around:
        if opened.get(place + step, 0) & opposite:
            found |= bit
    return found
