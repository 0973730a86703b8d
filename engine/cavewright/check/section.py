"""Base class of the checker's sections: the declarations, the symbols so far, and the readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..syntax import tree as t
from ..tables import Cell, RawRow, split_row
from .statements import Statements


class Section:
    """A part of the declarations, read into names; what is wrong goes to the findings."""

    def __init__(self, declarations: Iterable[t.Declaration], read: Statements, origin: Callable[[Any], str]) -> None:
        self.declarations, self.read, self.origin = tuple(declarations), read, origin
        self.names, self.findings = read.names, read.findings

    def of(self, *kinds: str) -> list[t.Declaration]:
        """The declarations of some kinds, in order."""
        return [each for each in self.declarations if each.kind in kinds]

    def enter(self, node: t.Declaration) -> None:
        """Clauses from here on belong to this declaration."""
        self.read.rule, self.read.origin = node.name, self.origin(node)

    def is_too_large(self, *codes: str) -> bool:
        """Whether one of these was found, after which nothing more is read."""
        return any(each.code in codes for each in self.findings.found)


def cells_of(row: t.Row) -> RawRow:
    """The cells of a row; those that an edit wrote have the place where it does."""
    raw, elsewhere = split_row(row.span), dict(row.elsewhere)
    return RawRow(tuple(Cell(each.text, elsewhere.get(n, each.span)) for n, each in enumerate(raw.cells)), raw.span)
