"""Rows that stand in CSV files, written as the rows of a rule file, so that they can be edited, printed and hashed like
those."""

from __future__ import annotations

from collections.abc import Sequence

from ..source import Source, Span, errors
from ..syntax import tree as t
from ..tables import RawRow, read_csv
from .row_cells import columns


def filed_rows(source: Source, header: t.Row | None) -> tuple[t.Row, ...] | None:
    """The rows of a file, with the cells in the order of the declared columns; none if the file does not fit them.

    Each row has its line of the file for a place, where it stands between bars.

    >>> [row.raw for row in filed_rows(Source("a.csv", "way,cost\\nclimb,2\\n"), t.Row("| way | cost: 1..5 |"))]
    ['| climb | 2 |']
    """
    table, found = read_csv(source)
    wanted, names = columns(header.raw) if header is not None else (), [cell.text.strip() for cell in table.header]
    if errors(found) or not wanted or sorted(wanted[1:]) != sorted(names[1:]):
        return None
    order = [0, *(names.index(name, 1) for name in wanted[1:])]
    return _placed(source, table.rows, [_between_bars([row.cells[n].text for n in order]) for row in table.rows])


def _between_bars(cells: Sequence[str]) -> str:
    return f"|{'|'.join(f' {_quoted(cell)} ' for cell in cells)}|"


def _quoted(cell: str) -> str:
    is_plain = not set(cell) & set('|"') and cell == " ".join(cell.split())
    return cell if is_plain else '"' + cell.replace('"', '""') + '"'


def _placed(source: Source, rows: Sequence[RawRow], texts: Sequence[str]) -> tuple[t.Row, ...]:
    """The rows in a source of the same name and lines, in which they stand as they are written here."""
    pieces, starts, done, length = [], [], 0, 0
    for row, text in zip(rows, texts, strict=True):
        between = source.text[done : row.span.start]
        pieces += [between, text]
        starts.append(length + len(between))
        length, done = starts[-1] + len(text), row.span.end
    written = Source(source.name, "".join(pieces) + source.text[done:])
    return tuple(
        t.Row(text, span=Span(written, start, start + len(text))) for text, start in zip(texts, starts, strict=True)
    )
