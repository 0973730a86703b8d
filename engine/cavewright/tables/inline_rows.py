"""Rows that stand in a rule file, between bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from cavewright.source import Span

from .table_findings import MOST_COLUMNS
from .table_values import Cell, RawRow

BLANKS = " \t\r\n\u00a0"
_STRETCH = re.compile(r'(?:"[^"]*"|[^|])*+')
QUOTED = re.compile(r'"[^"]*+(?:""[^"]*+)*+"')


def split_row(span: Span) -> RawRow:
    """The cells of a row text such as `| a | 2 | "x | y" | n, e |`.

    The bar at the end may be missing. A quote that is never closed stands for itself; `type_rows` reports it,
    and a row of more than 64 cells, of which only 65 are read.

    >>> from cavewright.source import Source
    >>> source = Source("a.cave", '| a | 2 | "x | y" | n, e |')
    >>> [cell.text for cell in split_row(Span(source, 0, 26)).cells]
    ['a', '2', 'x | y', 'n, e']
    """
    row = _trim(span)
    places = (Span(row.source, row.start + start, row.start + end) for start, end in stretches(row.text))
    return RawRow(tuple(map(read_cell, islice(places, MOST_COLUMNS + 1))), row)


def stretches(raw: str) -> Iterator[tuple[int, int]]:
    """Where each cell of a row begins and ends, blanks around it included.

    >>> list(stretches("| a | 2 |"))
    [(1, 4), (5, 8)]
    """
    start = int(raw.startswith("|"))
    while start < len(raw):
        match = _STRETCH.match(raw, start)
        end = match.end() if match else len(raw)
        yield start, end
        start = end + 1


def read_cell(span: Span) -> Cell:
    """One cell: blanks around it are trimmed, and quotes around the whole of it are taken off (`\"\"` is a quote).

    >>> from cavewright.source import Source
    >>> read_cell(Span(Source("a.cave", ' "so ""be"" it" '), 0, 16)).text
    'so "be" it'
    """
    trimmed = _trim(span)
    text = trimmed.text
    return Cell(unquote(text) if QUOTED.fullmatch(text) else text, trimmed)


def unquote(text: str) -> str:
    """The inside of a quoted text, where a doubled quote is a quote."""
    return text[1:-1].replace('""', '"')


def _trim(span: Span) -> Span:
    text = span.text
    if not text.strip(BLANKS):
        start = span.start + min(len(text), 1)
        return Span(span.source, start, start)
    start = span.start + len(text) - len(text.lstrip(BLANKS))
    return Span(span.source, start, start + len(text.strip(BLANKS)))
