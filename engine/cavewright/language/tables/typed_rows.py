"""Rows as they were read become typed rows, or diagnostics at their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import nsmallest
from operator import ne
from typing import TYPE_CHECKING

from ...foundation.source import Diagnostic, Label, Span, did_you_mean
from ...foundation.source.argument_checks import shorten
from .table_findings import (
    MOST_DIAGNOSTICS,
    MOST_ROWS,
    Place,
    cell_finding,
    column_findings,
    columns_finding,
    control_cell_finding,
    quote_finding,
    row_name,
    row_title,
    rows_finding,
    width_finding,
)
from .table_values import Column, ColumnType, RawRow, Row

if TYPE_CHECKING:
    from .row_model import CellError, RowValidator

_SHOWN_CHOICES = 8
_COMPARED_CHOICES = 200


def type_rows(
    raw_rows: Sequence[RawRow], columns: Sequence[Column], kind_name: str
) -> tuple[tuple[Row, ...], tuple[Diagnostic, ...]]:
    """The rows that fit the declared columns, and all that is wrong with the others, at most 100 diagnostics.

    The first column is the name of the row, whatever its type says. A row with a diagnostic is left out.

    >>> from cavewright.foundation.source import Source
    >>> from .inline_rows import split_row
    >>> source = Source("a.cave", "| pit | 50 m |")
    >>> span = Span(source, 0, 14)
    >>> depth = Column("depth", ColumnType("number", 0, 500, 25, "m"), span)
    >>> rows, findings = type_rows([split_row(span)], [Column("name", ColumnType("text"), span), depth], "Shaft")
    >>> rows[0].name, rows[0].values, findings
    ('pit', (50,), ())
    """
    too_wide = columns_finding(columns)
    if too_wide:
        return (), (too_wide,)
    found = column_findings((column.name, column.span) for column in columns)
    if not raw_rows:
        return (), tuple(found)
    typed, findings = _type_all(raw_rows, columns, kind_name)
    return typed, tuple([*found, *findings][:MOST_DIAGNOSTICS])


def _type_all(
    raw_rows: Sequence[RawRow], columns: Sequence[Column], kind_name: str
) -> tuple[tuple[Row, ...], list[Diagnostic]]:
    from .row_model import RowValidator

    guard = RowValidator(columns)
    names = tuple(column.name for column in columns)
    rows: list[Row] = []
    found: list[Diagnostic] = []
    first: dict[str, Span] = {}
    for number, raw in enumerate(raw_rows[:MOST_ROWS], 1):
        place = Place(row_title(raw.cells, number), names)
        row, findings = _type_row(raw, columns, place, guard)
        repeated = _repeated_name(raw, place, first, kind_name)
        rows += [row] if row and not repeated else []
        found += findings + repeated
        if len(found) >= MOST_DIAGNOSTICS or any(each.code == "C0133" for each in findings):
            return tuple(rows), found
    return tuple(rows), found + [rows_finding(raw.span) for raw in raw_rows[MOST_ROWS : MOST_ROWS + 1]]


def _type_row(
    raw: RawRow, columns: Sequence[Column], place: Place, guard: RowValidator
) -> tuple[Row | None, list[Diagnostic]]:
    broken = _broken(raw, place, len(columns))
    if broken:
        return None, [broken]
    checked = guard.check(raw.cells)
    if isinstance(checked, list):
        return None, [_finding(fault, columns[fault.index].type, place, raw) for fault in checked]
    return Row(str(checked[0]), checked[1:], raw.span, tuple(cell.span for cell in raw.cells)), []


def _broken(raw: RawRow, place: Place, width: int) -> Diagnostic | None:
    return (
        columns_finding(raw.cells)
        or cell_finding(place, raw.cells)
        or control_cell_finding(place, raw.cells)
        or quote_finding(place, raw.cells)
        or width_finding(place, raw, width)
    )


def _repeated_name(raw: RawRow, place: Place, first: dict[str, Span], kind_name: str) -> list[Diagnostic]:
    name = row_name(raw.cells)
    if not name:
        return []
    span = raw.cells[0].span
    before = first.setdefault(name, span)
    if before is span:
        return []
    return [
        place.find(
            "C0134",
            0,
            f"the name `{shorten(name)}` is repeated in `{kind_name}`",
            span,
            "repeated here",
            help="give each row a name of its own",
            more=(Label(before, "first written here"),),
        )
    ]


def _finding(fault: CellError, of: ColumnType, place: Place, raw: RawRow) -> Diagnostic:
    (code, message, help), word = _TELLERS[fault.kind], shorten(fault.word)
    span = raw.cells[fault.index].span
    return place.find(code, fault.index, message(word, of), span, help=help(word, of))


def _in_range(word: str, of: ColumnType) -> str:
    steps = f" in steps of {of.amount(of.step)}" if of.step > 1 else ""
    return f"write a number from {of.amount(of.low)} to {of.amount(of.high)}{steps}"


def _candidates(word: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    if len(choices) <= _COMPARED_CHOICES:
        return choices
    alike = [each for each in choices if each[:1] == word[:1] and abs(len(each) - len(word)) <= 2]
    return tuple(nsmallest(_COMPARED_CHOICES, alike, key=lambda each: sum(map(ne, each, word))))


def _choices(of: ColumnType) -> str:
    shown = ", ".join(f"`{shorten(choice)}`" for choice in of.choices[:_SHOWN_CHOICES])
    more = len(of.choices) - _SHOWN_CHOICES
    return f"write one of {shown}" + (f" and {more} more" if more > 0 else "") if shown else ""


def _other_unit(word: str, of: ColumnType) -> str:
    if not of.unit:
        return f"`{word}` has a unit, and this column has none"
    return f"`{word}` is not in the unit of the column, `{of.unit}`"


def _unknown(word: str, of: ColumnType) -> str:
    return f"there is no `{of.of}` named `{word}`" if of.of else f"`{word}` is not one of the choices"


_Teller = Callable[[str, ColumnType], str]
_LETTERS = "begin with a letter, go on with letters, digits, `_` and single `-` between them"
_TELLERS: dict[str, tuple[str, _Teller, _Teller]] = {
    "int_parsing": ("C0410", lambda word, of: f"`{word}` is not a number", _in_range),
    "int_parsing_size": ("C0410", lambda word, of: f"`{word}` is not a number", _in_range),
    "greater_than_equal": (
        "C0410",
        lambda word, of: f"`{word}` is below the lowest value, {of.amount(of.low)}",
        _in_range,
    ),
    "less_than_equal": (
        "C0410",
        lambda word, of: f"`{word}` is above the highest value, {of.amount(of.high)}",
        _in_range,
    ),
    "step": (
        "C0410",
        lambda word, of: f"`{word}` is not a step of {of.amount(of.step)} from {of.amount(of.low)}",
        _in_range,
    ),
    "no_unit": ("C0411", lambda word, of: f"`{word}` has no unit", lambda word, of: f"write `{word} {of.unit}`"),
    "unit": ("C0411", _other_unit, _in_range),
    "literal_error": (
        "C0412",
        _unknown,
        lambda word, of: did_you_mean(word, _candidates(word, of.choices)) or _choices(of),
    ),
    "bool_type": (
        "C0413",
        lambda word, of: f"`{word}` is neither `yes` nor `no`",
        lambda word, of: did_you_mean(word, ("yes", "no")) or "write `yes` or `no`",
    ),
    "empty": (
        "C0414",
        lambda word, of: "a value is needed here",
        lambda word, of: {"number": _in_range(word, of), "choice": _choices(of)}.get(of.form, "write a value"),
    ),
    "string_pattern_mismatch": ("C0135", lambda word, of: f"`{word}` is not a name", lambda word, of: _LETTERS),
}
"""For every kind of error: its code, its message and its help."""
