"""Rows of a rule file as text: their cells, found and changed without knowing the types of the columns.

What the cells mean is for the room `tables`; here they are only told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...foundation.source import Source, Span
from ..syntax import tree as t
from ..syntax.table_row import plain, row_cells, stretches

BETWEEN = re.compile(r"[\s,]+")
"""What stands between the words of a cell."""


def columns(header: str) -> tuple[str, ...]:
    """The names of the columns, without their types.

    >>> columns("| way | points: 1..5 |")
    ('way', 'points')
    """
    return tuple(name for name, _ in typed_columns(header))


def typed_columns(header: str) -> list[tuple[str, str]]:
    """The columns, each with its type as it is written; "" where none is."""
    parted = (plain(cell).partition(":") for cell in row_cells(header))
    return [(name.strip(), type_.strip()) for name, _, type_ in parted]


def with_cell(raw: str, index: int, text: str) -> str:
    """The row with another text in one cell, as wide as before if it fits.

    >>> with_cell("| climb | 2   |", 1, "3")
    '| climb | 3   |'
    >>> with_cell("| climb |", 2, "3")
    '| climb |  | 3 |'
    """
    parts = [raw[start:end] for start, end in stretches(raw)]
    parts += ["  "] * (index + 1 - len(parts))
    parts[index] = f" {text}".ljust(len(parts[index]) - 1) + " "
    return f"|{'|'.join(parts)}|"


def cell_text(value: Any) -> str:
    """The value of a cell as it is written in a table."""
    if value == t.Empty():
        return ""
    return f'"{value.value}"' if isinstance(value, t.Text) else " ".join(value.span.text.split())


def between_bars(cells: Iterable[str]) -> str:
    """A row of these cells, as `row_cells` gives them.

    >>> between_bars(["climb", '"a | b"', ""])
    '| climb | "a | b" |  |'
    """
    return f"|{'|'.join(f' {cell} ' for cell in cells)}|"


def respell(source: Source, changes: Iterable[tuple[Span, str]]) -> list[Span]:
    """The places of texts that are written over stretches of a source, in order, in a source of the same name and
    lines."""
    pieces, starts, done, length = [], [], 0, 0
    for span, text in changes:
        between = source.text[done : span.start]
        pieces += [between, text]
        starts.append(length + len(between))
        length, done = starts[-1] + len(text), span.end
    written = Source(source.name, "".join(pieces) + source.text[done:])
    return [Span(written, start, start + len(text)) for start, text in zip(starts, pieces[1::2], strict=True)]
