"""Memory of a module: where arrays and tables lie."""

from __future__ import annotations

from collections.abc import Sequence

from .arrays import LONG, WORD, Array, Range

ALIGNED = 16
"""Bytes at a multiple of which every array begins."""

MASK = 2**32 - 1


def width_of(range_: Range) -> int:
    """Returns the number of bytes that an entry of a range takes.

    >>> width_of(Range(-1, 127)), width_of(Range(0, 200)), width_of(Range(-1, 200)), width_of(Range(0, 70_000))
    (1, 1, 2, 4)
    """
    if range_ == LONG:
        return 8
    low = min(0, range_.low)
    for width in (1, 2):
        bits = 8 * width
        if -low <= 2 ** (bits - 1) and range_.high < 2 ** (bits - (low < 0)):
            return width
    return 4


class TooMuchError(Exception):
    """A position that does not fit into its memory: `what` is too much."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def word_of(bits: int, n: int, size: int = 32) -> int:
    """A word of a set, the lowest being 0; one of 64 bits is a number from 0.

    >>> word_of(1 << 31, 0), word_of(5 << 32, 1), word_of(1 << 63, 0, 64)
    (-2147483648, 5, 9223372036854775808)
    """
    if size == 64:
        return bits >> 64 * n & LONG.high
    word = bits >> 32 * n & MASK
    return word - 2**32 if word >> 31 else word


class Memory:
    """Gives out room."""

    def __init__(self) -> None:
        self.end = ALIGNED
        self.arrays: list[Array] = []
        self.tables: dict[tuple[int, int, tuple[int, ...]], Array] = {}

    def array(self, name: str, length: int, range_: Range = WORD, origin: int = 0, width: int = 4) -> Array:
        """Room for numbers that can be written."""
        self.end = -(-self.end // ALIGNED) * ALIGNED
        return self.adjacent_array(name, length, range_, origin, width)

    def adjacent_array(self, name: str, length: int, range_: Range = WORD, origin: int = 0, width: int = 4) -> Array:
        """Gives out an array right behind what was given out last."""
        self.end = -(-self.end // width) * width
        made = Array(name, self.end, length, range_, width, origin)
        self.end = made.end
        self.arrays.append(made)
        return made

    def cell(self, name: str, range_: Range = WORD) -> Array:
        """Room for one number."""
        return self.adjacent_array(name, 1, range_)

    def view(self, name: str, at: int, length: int, range_: Range = WORD, width: int = 4) -> Array:
        """Numbers that are there already, seen as one array."""
        made = Array(name, at, length, range_, width)
        self.arrays.append(made)
        return made

    def table(self, values: Sequence[int], origin: int = 0, size: int = 32) -> Array:
        """A constant table; equal ones are one. Its entries may be words of 64 bits."""
        key = origin, size, tuple(map(int, values))
        if key not in self.tables:
            range_ = LONG if size == 64 else Range(min(key[2], default=0), max(key[2], default=0))
            width = width_of(range_)
            self.end = -(-self.end // width) * width
            made = Array(f"table{len(self.tables)}", self.end, len(key[2]), range_, width, origin, key[2])
            self.end = made.end
            self.tables[key] = made
            self.arrays.append(made)
        return self.tables[key]
