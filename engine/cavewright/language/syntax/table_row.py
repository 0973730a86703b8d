"""The cells of a table row that stands between bars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

BLANKS = " \t\r\n\u00a0"
QUOTED = re.compile(r'"[^"]*+(?:""[^"]*+)*+"')
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


def unquote(text: str) -> str:
    """The inside of a quoted text, where a doubled quote is a quote."""
    return text[1:-1].replace('""', '"')


def plain(cell: str) -> str:
    """Returns the text in a cell: quotes around the whole of it taken off, blanks in a bare one made single.

    >>> plain('"so ""be"" it"'), plain("base,  hall")
    ('so "be" it', 'base, hall')
    """
    return unquote(cell) if QUOTED.fullmatch(cell) else " ".join(cell.split())


def first_cell(raw: str) -> str:
    """The name of a row: what its first cell holds."""
    found = row_cells(raw)
    return plain(found[0]) if found else ""
