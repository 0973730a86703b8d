"""Records of a growing board in a position: places in the order in which they were laid, an index by place, the
frontier.

Each record knows the numbers of the records around it; of a position from outside the module finds these and the index
anew. The index has 0 for nothing, then the records, then the entries of the frontier, in which places that have been
laid leave gaps. A passage is kept with the lower of its two places: the one to the east of it, then the one to the
south. Entry -1 is the record of a place on which nothing lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...foundation.source.frozen import frozen
from ...rules.model.types import NONE
from .arrays import Array
from .memory import TooMuchError, word_of

OUTGROWN = 1
"""The reason to stop where there is no room left."""


@frozen
class Records:
    """The arrays of one board."""

    name: str
    blanks: tuple[tuple[Any, ...], tuple[Any, ...]]
    """what is kept of a place on which nothing lies, and of a passage of which nothing is known"""
    count: Array
    place: Array
    near: Array
    """one more than the number of the record on each side, 0 for none"""
    index: Array
    columns: tuple[Array, ...]
    """tile, open sides, and what a place keeps"""
    edges: tuple[Array, ...]
    known: Array
    """whether anything is known of a passage"""
    free: Array
    """the frontier"""
    free_count: Array
    words: tuple[int, ...]
    """how many entries each of the columns has for a place, then of the edges for a passage"""

    @property
    def most(self) -> int:
        """Greatest number of places that may be laid."""
        return self.count.range.high

    @property
    def arrays(self) -> tuple[Array, ...]:
        """Arrays that hold all that Python keeps of the board."""
        return self.count, self.place, *self.columns, *self.edges, self.known, self.free, self.free_count

    # ---- from Python -------------------------------------------------------------------------------------------------

    def entries_of(self, s: Sequence[dict[int, Any]]) -> dict[Array, Sequence[int]]:
        """The entries of all arrays for a board: its places, frontier and passages. Raises TooMuchError."""
        cells, frontier, passages = s
        if len(cells) > self.most or len(frontier) > self.free.length:
            raise TooMuchError(f"{self.name}: {len(cells)}")
        order = list(cells)
        number = {place: n for n, place in enumerate(order, start=1)}
        found: dict[Array, Sequence[int]] = {
            self.count: [len(cells)],
            self.place: [NONE, *order],
            self.free_count: [len(frontier)],
            self.free: list(frontier),
        }
        held = zip(*(self.blanks[0], *cells.values()), strict=True)
        found |= map(_column, self.columns, held, self.words)
        found |= self._edges(number, passages)
        return found

    def _edges(self, number: Mapping[int, int], passages: Mapping[int, Any]) -> Iterator[tuple[Array, Sequence[int]]]:
        """Yields the arrays of passages with their entries. `number` has the place of every record, the one of none
        being 0."""
        size, blank = 2 * len(number) + 2, self.blanks[1]
        try:
            at = {2 * number[each >> 1] + (each & 1): values for each, values in passages.items()}
        except KeyError:
            raise TooMuchError(f"{self.name}: a passage of a place that is not laid") from None
        yield self.known, _fill(size, 0, dict.fromkeys(at, 1))
        for n, (array, many) in enumerate(zip(self.edges, self.words[len(self.columns) :], strict=True)):
            yield _column(array, _fill(size, blank[n], {each: values[n] for each, values in at.items()}), many)


def _column(array: Array, held: Sequence[int], words: int) -> tuple[Array, Sequence[int]]:
    """The entries of a column, sets as so many words."""
    return array, held if words == 1 else [word_of(each, k) for each in held for k in range(words)]


def _fill(size: int, blank: int, entries: Mapping[int, int]) -> Sequence[int]:
    """Returns so many entries, of which some are known."""
    found = [blank] * size
    for at, value in entries.items():
        found[at] = value
    return found
