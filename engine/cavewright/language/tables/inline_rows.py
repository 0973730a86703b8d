"""Rows that stand in a rule file, between bars."""

from __future__ import annotations

from itertools import islice

from ...foundation.source import Span
from ..syntax.table_row import BLANKS, QUOTED, stretches, unquote
from .table_findings import MOST_COLUMNS
from .table_values import Cell, RawRow


def split_row(span: Span) -> RawRow:
    """The cells of a row text such as `| a | 2 | "x | y" | n, e |`.

    The bar at the end may be missing. A quote that is never closed stands for itself; `type_rows` reports it,
    and a row of more than 64 cells, of which only 65 are read.

    >>> from cavewright.foundation.source import Source
    >>> source = Source("a.cave", '| a | 2 | "x | y" | n, e |')
    >>> [cell.text for cell in split_row(Span(source, 0, 26)).cells]
    ['a', '2', 'x | y', 'n, e']
    """
    row = _trim(span)
    places = (Span(row.source, row.start + start, row.start + end) for start, end in stretches(row.text))
    return RawRow(tuple(map(read_cell, islice(places, MOST_COLUMNS + 1))), row)


def read_cell(span: Span) -> Cell:
    """One cell: blanks around it are trimmed, and quotes around the whole of it are taken off (`\"\"` is a quote).

    >>> from cavewright.foundation.source import Source
    >>> read_cell(Span(Source("a.cave", ' "so ""be"" it" '), 0, 16)).text
    'so "be" it'
    """
    trimmed = _trim(span)
    text = trimmed.text
    return Cell(unquote(text) if QUOTED.fullmatch(text) else text, trimmed)


def _trim(span: Span) -> Span:
    text = span.text
    if not text.strip(BLANKS):
        start = span.start + min(len(text), 1)
        return Span(span.source, start, start)
    start = span.start + len(text) - len(text.lstrip(BLANKS))
    return Span(span.source, start, start + len(text.strip(BLANKS)))
