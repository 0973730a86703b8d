"""Memory of a module: where arrays and tables lie."""

from __future__ import annotations

from collections.abc import Sequence

from .form import WORD, Array, Range

ALIGNED = 16
"""Bytes at a multiple of which every array begins."""

MASK = 2**32 - 1


def width_of(range_: Range) -> int:
    """How many bytes an entry of a range takes.

    >>> width_of(Range(-1, 127)), width_of(Range(0, 200)), width_of(Range(-1, 200)), width_of(Range(0, 70_000))
    (1, 1, 2, 4)
    """
    low = min(0, range_.low)
    return next((n for n in (1, 2) if -low <= 2 ** (8 * n - 1) and range_.high < 2 ** (8 * n - (low < 0))), 4)


class TooMuchError(Exception):
    """A position that does not fit into its memory: `what` is too much."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def word_of(bits: int, n: int) -> int:
    """A word of a set, the lowest being 0.

    >>> word_of(1 << 31, 0), word_of(5 << 32, 1)
    (-2147483648, 5)
    """
    word = bits >> 32 * n & MASK
    return word - 2**32 if word >> 31 else word


class Memory:
    """Gives out room."""

    def __init__(self) -> None:
        self.end = ALIGNED
        self.arrays: list[Array] = []
        self.tables: dict[tuple[int, tuple[int, ...]], Array] = {}

    def array(self, name: str, length: int, range_: Range = WORD, origin: int = 0, width: int = 4) -> Array:
        """Room for numbers that can be written."""
        self.end = -(-self.end // ALIGNED) * ALIGNED
        return self.packed(name, length, range_, origin, width)

    def packed(self, name: str, length: int, range_: Range = WORD, origin: int = 0, width: int = 4) -> Array:
        """The same, right behind what was given out last."""
        self.end = -(-self.end // width) * width
        made = Array(name, self.end, length, range_, width, origin)
        self.end = made.end
        self.arrays.append(made)
        return made

    def cell(self, name: str, range_: Range = WORD) -> Array:
        """Room for one number."""
        return self.packed(name, 1, range_)

    def view(self, name: str, at: int, length: int, range_: Range = WORD, width: int = 4) -> Array:
        """Numbers that are there already, seen as one array."""
        made = Array(name, at, length, range_, width)
        self.arrays.append(made)
        return made

    def table(self, values: Sequence[int], origin: int = 0) -> Array:
        """A constant table; equal ones are one."""
        key = origin, tuple(map(int, values))
        if key not in self.tables:
            low, high = min(key[1], default=0), max(key[1], default=0)
            width = width_of(Range(low, high))
            self.end = -(-self.end // width) * width
            made = Array(f"table{len(self.tables)}", self.end, len(key[1]), Range(low, high), width, origin, key[1])
            self.end = made.end
            self.tables[key] = made
            self.arrays.append(made)
        return self.tables[key]
