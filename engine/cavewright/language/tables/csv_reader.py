"""CSV files, read so that every cell knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ...foundation.source import Diagnostic, Source, Span, at
from ...foundation.source.frozen import frozen
from ..syntax.table_row import BLANKS, unquote
from .inline_rows import read_cell
from .table_findings import (
    MOST_COLUMNS,
    MOST_DIAGNOSTICS,
    MOST_ROWS,
    Place,
    cell_finding,
    column_findings,
    columns_finding,
    control_finding,
    row_title,
    rows_finding,
    unclosed_quote,
    width_finding,
)
from .table_values import Cell, RawRow, RawTable

_LINE = re.compile(r"[^\n]+")


@cache
def _patterns(separator: str) -> tuple[re.Pattern[str], ...]:
    """Returns the patterns of quoted cells, of those that begin with a quote, and of bare ones, between which this
    separator stands. It is no blank beside a cell, even if it is a tab."""
    blanks = f"[{BLANKS.replace(separator, '')}]*+"
    looks = rf'{blanks}("[^"]*+(?:""[^"]*+)*+"){blanks}', rf'{blanks}"', rf"[^{re.escape(separator)}]*+"
    return tuple(map(re.compile, looks))


@frozen
class _Line:
    """A line cut into cells; `trouble` says what is wrong with the quotes of the last one."""

    row: RawRow
    trouble: str


def read_csv(source: Source, separator: str = ",") -> tuple[RawTable, tuple[Diagnostic, ...]]:
    """The header and the rows of a CSV file, and all that is wrong with them, at most 100 diagnostics.

    Between cells stands `separator`, one character; a cell in double quotes may hold it and `\"\"` for a quote, and
    ends on its line. Blank lines and lines that begin with `#` are skipped. A row that cannot be read is left out; one
    with more or fewer cells than the header is told apart.

    >>> table, findings = read_csv(Source("a.csv", "name,label\\nx,\\"a, b\\"\\n"))
    >>> [cell.text for cell in table.rows[0].cells], findings
    (['x', 'a, b'], ())
    """
    header: tuple[Cell, ...] | None = None
    rows: list[RawRow] = []
    ragged: list[RawRow] = []
    found: list[Diagnostic] = []
    number = 0
    for span in _lines(source):
        line = _cut(span, separator)
        if header is None:
            header, findings = _header(line)
        else:
            number += 1
            findings = _row_findings(line, header, number)
            rows += [] if findings else [line.row]
            ragged += [line.row] if any(each.code == "C0131" for each in findings) else []
        found += findings
        if len(found) >= MOST_DIAGNOSTICS or found and found[-1].code == "C0133":
            break
    if header is None:
        found.append(at("C0414", "the table is empty", Span(source, 0, 0), help="name its columns in the first row"))
    return RawTable(header or (), tuple(rows), tuple(ragged)), tuple(found[:MOST_DIAGNOSTICS])


def _header(line: _Line) -> tuple[tuple[Cell, ...], list[Diagnostic]]:
    cells = line.row.cells
    place = Place("header", ())
    findings = _cut_findings(line, place)
    if findings:
        return (), findings
    blank = [
        place.find("C0414", index, "the column has no name", cell.span, help="name it, or delete the column")
        for index, cell in enumerate(cells)
        if not cell.text.strip()
    ]
    return cells, blank + column_findings((cell.text.strip(), cell.span) for cell in cells)


def _row_findings(line: _Line, header: tuple[Cell, ...], number: int) -> list[Diagnostic]:
    if number > MOST_ROWS:
        return [rows_finding(line.row.span)]
    place = Place(row_title(line.row.cells, number), tuple(cell.text.strip() for cell in header))
    findings = _cut_findings(line, place)
    if findings or not header:
        return findings
    ragged = width_finding(place, line.row, len(header))
    return [ragged] if ragged else []


def _cut_findings(line: _Line, place: Place) -> list[Diagnostic]:
    cells, span = line.row.cells, line.row.span
    found = (
        columns_finding(cells)
        or control_finding(place, cells, span)
        or _quote_finding(line, place)
        or cell_finding(place, cells)
    )
    return [found] if found else []


def _quote_finding(line: _Line, place: Place) -> Diagnostic | None:
    if not line.trouble:
        return None
    index = len(line.row.cells) - 1
    span = line.row.cells[index].span
    if line.trouble == "unclosed":
        return unclosed_quote(place, index, span)
    return place.find(
        "C0130",
        index,
        "the cell goes on after its closing quote",
        span,
        help='a quote inside a quoted cell is written `""`',
    )


def _lines(source: Source) -> Iterator[Span]:
    """Lines with content, without their line breaks."""
    start = 1 if source.text.startswith("\ufeff") else 0
    for line in _LINE.finditer(source.text, start):
        bare = line[0].strip(BLANKS)
        if bare and not bare.startswith("#"):
            has_return = line[0].endswith("\r") and line.end() < len(source.text)
            yield Span(source, line.start(), line.end() - has_return)


def _cut(line: Span, separator: str) -> _Line:
    cells: list[Cell] = []
    start, trouble = line.start, ""
    while start <= line.end and len(cells) <= MOST_COLUMNS and not trouble:
        cell, end, trouble = _cell(line, start, separator)
        cells.append(cell)
        start = end + 1
    return _Line(RawRow(tuple(cells), line), trouble)


def _cell(line: Span, start: int, separator: str) -> tuple[Cell, int, str]:
    source, text = line.source, line.source.text
    quoted, opened, bare = (each.match(text, start, line.end) for each in _patterns(separator))
    if not opened:
        end = bare.end() if bare else line.end
        return read_cell(Span(source, start, end)), end, ""
    if quoted is None:
        return Cell("", read_cell(Span(source, start, line.end)).span), line.end, "unclosed"
    closed = quoted.end() == line.end or text[quoted.end()] == separator
    cell = Cell(unquote(quoted[1]), Span(source, quoted.start(1), quoted.end(1)))
    return cell, quoted.end(), "" if closed else "goes on"
