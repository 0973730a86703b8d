"""Rows that stand in CSV files, written as the rows of a rule file, so that they can be edited, printed and hashed like
those."""

from __future__ import annotations

from collections.abc import Callable

from ...foundation.source import Source, Span, errors
from ..syntax import tree as t
from ..tables import read_csv
from .row_cells import between_bars, columns, respell

TableOf = Callable[[t.Rows], Source | None]
"""The file of a `rows` line."""


def filed_rows(rows: t.Rows, source: Source | None, header: t.Row | None) -> tuple[t.Row, ...] | None:
    """The rows of the file that a `rows` line names, with the cells in the order of the declared columns; none if there
    is no file, if it does not fit them, or if no character separates its cells.

    Each row has its line of the file for a place, where it stands between bars.

    >>> source = Source("a.csv", "way,cost\\nclimb,2\\n")
    >>> [row.raw for row in filed_rows(t.Rows("a.csv"), source, t.Row("| way | cost: 1..5 |"))]
    ['| climb | 2 |']
    """
    if source is None or not rows.mark:
        return None
    table, found = read_csv(source, rows.mark)
    wanted = columns(header.raw) if header is not None else ()
    names = [cell.text.strip() for cell in table.header]
    if errors(found) or not wanted or sorted(wanted[1:]) != sorted(names[1:]):
        return None
    order = [0, *(names.index(name, 1) for name in wanted[1:])]
    texts = [between_bars([_quote(row.cells[n].text) for n in order]) for row in table.rows]
    places = respell(source, zip((row.span for row in table.rows), texts, strict=True))
    return tuple(t.Row(text, span=span) for text, span in zip(texts, places, strict=True))


def _quote(cell: str) -> str:
    is_plain = not set(cell) & set('|"') and cell == " ".join(cell.split())
    return cell if is_plain else '"' + cell.replace('"', '""') + '"'


def line_of(source: Source, number: int) -> Span:
    """A whole line of a file, from 1; the nearest where it has none of that number."""
    number = max(1, min(number, len(source.line_starts)))
    start = source.line_starts[number - 1]
    return Span(source, start, start + len(source.line(number)))
