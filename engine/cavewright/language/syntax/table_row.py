"""The cells of a table row that stands between bars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

BLANKS = " \t\r\n\u00a0"
_CELL = re.compile(r'(?:"[^"]*"|[^|])*+')


def stretches(raw: str) -> Iterator[tuple[int, int]]:
    """Yields the beginning and the end of each cell of a row, blanks around it included.

    >>> list(stretches("| a | 2 |"))
    [(1, 4), (5, 8)]
    """
    start = int(raw.startswith("|"))
    while start < len(raw):
        found = _CELL.match(raw, start)
        end = found.end() if found else len(raw)
        yield start, end
        start = end + 1


@lru_cache(8192)
def row_cells(raw: str) -> tuple[str, ...]:
    """The texts between the bars, trimmed; a bar within quotes belongs to its text.

    >>> row_cells('|walk | "a | b" ||')
    ('walk', '"a | b"', '')
    """
    return tuple(raw[start:end].strip(BLANKS) for start, end in stretches(raw))


def row_text(cells: Iterable[str]) -> str:
    """A row with its cells, one blank beside each bar.

    >>> row_text(["walk", "1", ""])
    '| walk | 1 | |'
    """
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"
