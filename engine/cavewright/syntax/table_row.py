"""The cells of a table row that stands between bars."""

from __future__ import annotations

import re
from collections.abc import Iterable

_CELL = re.compile(r'(?:"[^"]*"|[^|])*+')
_BLANKS = " \t\r\n\u00a0"


def row_cells(raw: str) -> tuple[str, ...]:
    """The texts between the bars, trimmed; a bar within quotes belongs to its text.

    >>> row_cells('|walk | "a | b" ||')
    ('walk', '"a | b"', '')
    """
    cells: list[str] = []
    at, end = 1, len(raw)
    while at < end:
        found = _CELL.match(raw, at)
        until = found.end() if found else end
        cells.append(raw[at:until].strip(_BLANKS))
        at = until + 1
    return tuple(cells)


def row_text(cells: Iterable[str]) -> str:
    """A row with its cells, one blank beside each bar.

    >>> row_text(["walk", "1", ""])
    '| walk | 1 | |'
    """
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"
