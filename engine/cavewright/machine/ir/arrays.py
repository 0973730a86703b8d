"""Arrays of a module's memory, and the ranges of their numbers, as frozen values.

Whoever runs a module that was kept needs no more of the form than these.
"""

from __future__ import annotations

from ...foundation.source.frozen import frozen


@frozen
class Range:
    """The numbers from `low` to `high`."""

    low: int
    high: int

    def __contains__(self, other: Range) -> bool:
        return self.low <= other.low and other.high <= self.high

    def __or__(self, other: Range) -> Range:
        """The least range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def __str__(self) -> str:
        return "word" if self == WORD else f"{self.low}..{self.high}"


WORD = Range(-(2**31), 2**31 - 1)
TRUTH = Range(0, 1)
LONG = Range(0, 2**64 - 1)
"""The range of words of 64 bits, which are sets: they are seen as numbers from 0, and only operations on bits take them."""
FORMATS = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How `struct` calls a number of so many bytes."""


@frozen
class Array:
    """A run of numbers in memory. Entries are counted from `origin` on, `at` is where the first byte lies.

    `values` are those of a constant table. Arrays may overlap: then they are views of the same numbers.
    """

    name: str
    at: int
    length: int
    range: Range
    width: int = 4
    origin: int = 0
    values: tuple[int, ...] | None = None

    @property
    def bounds(self) -> Range:
        """The numbers of its entries."""
        return Range(self.origin, self.origin + self.length - 1)

    @property
    def format(self) -> str:
        """Letter of an entry for `struct`: without a sign where there are numbers that need the room of it."""
        letter = FORMATS[self.width]
        return letter.upper() if max(0, self.range.high) >> 8 * self.width - 1 else letter

    @property
    def end(self) -> int:
        """The first byte behind it."""
        return self.at + self.length * self.width
