"""Sections of the checker: the declarations, the symbols so far, and the readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...foundation.source import Label, Span
from ...language.compose.csv_rows import TableOf
from ...language.syntax import tree as t
from ...language.tables import Cell, RawRow, split_row
from ..model import ruleset as m
from .boards import Boards
from .statements import Statements


@dataclass(frozen=True)
class CheckerInput:
    """Parts that a ruleset is made of.

    `table` finds the file of a `rows` line, `settings` are values of options from outside or from overlays, `origin`
    tells who wrote something. Of tables, what stands at the places `without` is not read.
    """

    declarations: tuple[t.Declaration, ...]
    table: TableOf
    settings: Mapping[str, Any]
    origin: Callable[[Any], str]
    without: Counter[Span]
    read: Statements
    boards: Boards


class Section:
    """A part of the declarations, read into names; what is wrong goes to the findings."""

    def __init__(self, given: CheckerInput) -> None:
        self.given, self.read, self.origin, self.boards = given, given.read, given.origin, given.boards
        self.names, self.findings = self.read.names, self.read.findings
        self.wrong, self.absent, self.near = self.read.wrong, self.read.absent, self.read.near
        self.clause = self.read.clause_of

    def of(self, *kinds: str) -> list[t.Declaration]:
        """The declarations of some kinds, in order."""
        return [each for each in self.given.declarations if each.kind in kinds]

    def is_too_large(self, *codes: str) -> bool:
        """Tells if one of these was found, after which nothing more is read."""
        return any(each.code in codes for each in self.findings.found)

    def first(self, node: t.Declaration, kind: type, read: Callable[[Any], m.Expr], of: str = "value") -> m.Expr | None:
        """Reads the first member of a kind, if there is one."""
        return next((read(getattr(each, of)) for each in node.every(kind)), None)

    def tell_equal_keys(self, name: str, lines: Iterable[t.Line]) -> None:
        """C0214: lines below one head that have one key."""
        seen: dict[str, Span] = {}
        for line in lines:
            if line.key and line.key in seen:
                self.wrong(
                    "C0214",
                    f"`{name}` has two clauses called `{line.key}`",
                    line.key_span,
                    more=[Label(seen[line.key], "the first")],
                )
            seen.setdefault(line.key, line.key_span)


def cells_of(row: t.Row) -> RawRow:
    """The cells of a row; those that an edit wrote have the place where it does."""
    raw, elsewhere = split_row(row.span), dict(row.elsewhere)
    return RawRow(tuple(Cell(each.text, elsewhere.get(n, each.span)) for n, each in enumerate(raw.cells)), raw.span)
