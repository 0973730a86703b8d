"""Diagnostics of tables before their cells are typed; each names row and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...foundation.source import Diagnostic, Label, Span, at
from ...foundation.source.argument_checks import shorten
from ...foundation.source.diagnostic import Spanned
from ...foundation.source.frozen import frozen
from .table_values import Cell, RawRow

MOST_ROWS = 5_000
MOST_COLUMNS = 64
MOST_CHARACTERS = 1_000
MOST_DIAGNOSTICS = 100

NAME = r"[^\W\d_]\w*(-\w+)*"
_NAME = re.compile(NAME)
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


@frozen
class Place:
    """A row of a table by its title, and the names of the table's columns as far as they are known."""

    row: str
    columns: tuple[str, ...]

    def column(self, index: int) -> str:
        """Returns the name of a column in messages: by its name, or by its number from 1."""
        name = self.columns[index] if index < len(self.columns) else ""
        return f"`{shorten(name)}`" if name else f"{index + 1}"

    def find(
        self,
        code: str,
        index: int,
        text: str,
        span: Span,
        label: str = "",
        *,
        help: str = "",
        more: Sequence[Label] = (),
    ) -> Diagnostic:
        """A diagnostic at a cell, its message led by row and column."""
        return at(code, f"{self.row}, column {self.column(index)}: {text}", span, label, help=help, more=more)


def row_name(cells: Sequence[Cell]) -> str:
    """The name that a row gives itself, or "" when its first cell is not a name."""
    text = cells[0].text[: MOST_CHARACTERS + 1].strip() if cells else ""
    return text if _NAME.fullmatch(text) else ""


def row_title(cells: Sequence[Cell], number: int) -> str:
    """Returns the name of a row in messages: by its name if it has one, else by its number, counted from 1 below the
    header."""
    name = row_name(cells)
    return f"row `{shorten(name)}`" if name else f"row {number}"


def control_finding(place: Place, cells: Sequence[Cell], line: Span) -> Diagnostic | None:
    """C0132 for the first character of a line that a table may not hold.

    These are control characters, marks that turn the direction of text, and halves of characters.
    """
    found = _CONTROL.search(line.source.text, line.start, line.end)
    if found is None:
        return None
    index = max(sum(cell.span.start <= found.start() for cell in cells) - 1, 0)
    return _control(place, index, found[0], Span(line.source, found.start(), found.end()))


def control_cell_finding(place: Place, cells: Sequence[Cell]) -> Diagnostic | None:
    """C0132 for the first cell that holds such a character; cells of one row may stand in different files."""
    for index, cell in enumerate(cells):
        found = _CONTROL.search(cell.text)
        if found:
            return _control(place, index, found[0], cell.span)
    return None


def _control(place: Place, index: int, character: str, span: Span) -> Diagnostic:
    return place.find(
        "C0132", index, f"control character U+{ord(character):04X} in a table", span, help="delete this character"
    )


def quote_finding(place: Place, cells: Sequence[Cell]) -> Diagnostic | None:
    """C0130 for the first cell whose opening quote is never closed."""
    for index, cell in enumerate(cells):
        if cell.text.startswith('"') and cell.span.text.count('"') % 2:
            return unclosed_quote(place, index, cell.span)
    return None


def unclosed_quote(place: Place, index: int, span: Span) -> Diagnostic:
    """C0130 at the cell that opens a quote."""
    return place.find(
        "C0130", index, "this quote is not closed", span, "opened here", help='close it with `"` before the row ends'
    )


def width_finding(place: Place, row: RawRow, width: int) -> Diagnostic | None:
    """C0131 when a row has not as many cells as the table has columns."""
    count = len(row.cells)
    if count == width and count:
        return None
    cells = "1 cell" if count == 1 else f"{count} cells"
    columns = "1 column" if width == 1 else f"{width} columns"
    end = Span(row.span.source, row.span.end, row.span.end)
    span, label = (row.cells[width].span, "one too many") if count > width else (end, "the row ends here")
    return place.find(
        "C0131",
        min(count, width),
        f"the row has {cells}, the table has {columns}",
        span,
        label,
        help="write one cell for each column; a blank cell counts",
    )


def cell_finding(place: Place, cells: Sequence[Cell]) -> Diagnostic | None:
    """C0133 for the first cell that is too long."""
    for index, cell in enumerate(cells):
        if len(cell.text) > MOST_CHARACTERS:
            return place.find(
                "C0133",
                index,
                f"a cell has at most {MOST_CHARACTERS} characters, this one has {len(cell.text)}",
                cell.span,
            )
    return None


def columns_finding(columns: Sequence[Spanned]) -> Diagnostic | None:
    """C0133 when there are too many columns, or cells in a row."""
    if len(columns) <= MOST_COLUMNS:
        return None
    return at("C0133", f"a table has at most {MOST_COLUMNS} columns", columns[MOST_COLUMNS], "one too many")


def rows_finding(span: Span) -> Diagnostic:
    """C0133 at the first row past the limit."""
    return at("C0133", f"a table has at most {MOST_ROWS} rows", span, "one too many")


def column_findings(columns: Iterable[tuple[str, Span]]) -> list[Diagnostic]:
    """C0136 for every column name that was there before."""
    first: dict[str, Span] = {}
    return [
        at(
            "C0136",
            f"column `{shorten(name)}` is repeated",
            span,
            "repeated here",
            more=(Label(first[name], "first written here"),),
        )
        for name, span in columns
        if name and first.setdefault(name, span) is not span
    ]
