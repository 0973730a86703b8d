"""Definitions, rankings and currencies: names for what is worked out while playing."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Label, Span
from ...language.syntax import tree as t
from ...language.syntax.table_row import first_cell
from ...language.tables import type_rows
from ..model import ruleset as m
from .definition_reader import RowDefinition
from .kinds import Kinds
from .section import CheckerInput, Section, cells_of


class Definitions(Section):
    """Declarations that are named first, and read when they are first needed."""

    def __init__(self, given: CheckerInput, kinds: Kinds) -> None:
        super().__init__(given)
        self.kinds = kinds

    def declare(self) -> None:
        """Definitions, rankings and currencies."""
        for node in self.of("define", "notice"):
            self.names.define_nodes[node.name] = node
        for node in self.of("currency"):
            self.names.currencies[node.name] = node
        for node in self.of("ranking"):
            self.names.ranking_nodes[node.name] = node
        for node in self.of("kind"):
            self._declare_below_rows(node)
        self.names.resolve_ranking = self._resolve_ranking

    def _declare_below_rows(self, node: t.Declaration) -> None:
        """The definitions of rows of a kind, together by their names."""
        kind = self.names.kinds[node.name]
        for row in node.every(t.Row):
            word = first_cell(row.raw)
            self.tell_equal_keys(word, row.abilities)
            for line in row.abilities:
                if isinstance(line.statement, t.Definition) and kind.index(word) >= 0:
                    self._declare_of_row(kind, RowDefinition(kind.index(word), word, line))

    def _declare_of_row(self, kind: m.Kind, given: RowDefinition) -> None:
        name, line = f"{kind.name}.{given.line.key}", given.line
        if line.key in kind.columns:
            self.wrong(
                "C0202",
                f"`{line.key}` is a column of `{kind.name}` already",
                line.key_span,
                help="choose another name",
            )
        self.names.row_definitions[name] = (*self.names.row_definitions.get(name, ()), given)
        self.read.clauses.append(self.clause(f"{given.row}.{line.key}", line))

    def read_all(self) -> None:
        """Every constant and definition, also one that nothing uses."""
        for node in self.of("constant"):
            self.names.resolve_constant(node.name)
        for node in self.of("define", "notice"):
            self.read.define(node.name, node.name_span)
        for name, given in self.names.row_definitions.items():
            self.read.define(name, given[0].line.key_span)
        for node in self.of("ranking"):
            self._resolve_ranking(node.name, node.name_span)

    def _resolve_ranking(self, name: str, span: Span) -> m.Ranking | None:
        """A ranking, read when first needed; one that leads back to itself is refused."""
        node = self.names.ranking_nodes[name]
        if name in self.read.open_defines:
            self.wrong(
                "C0501",
                f"`{name}` is ranked by itself",
                node.name_span,
                "declared here",
                more=[Label(span, "used here")],
                help="rules cannot recur; break the circle",
            )
            return None
        if name not in self.names.rankings:
            self.read.open_defines.append(name)
            self.read.level += 1
            self._ranking(node)
            self.read.level -= 1
            self.read.open_defines.pop()
        return self.names.rankings[name]

    def _ranking(self, node: t.Declaration) -> None:
        parameters = self.read.parameters(node.parameters)
        with self.read.knowing(*parameters, alone=True):
            by = self.read.amount(node.value, "what is ranked by")
            among = self.first(node, t.Among, self.read.condition, "condition")
            least = self.first(node, t.Least, self.read.number)
        rows = [cells_of(each) for each in node.every(t.Row)]
        self.names.rankings[node.name] = m.Ranking(
            node.name, parameters, by, among, least, self._lookup(node, rows), self.clause(node.name, node)
        )

    def _lookup(self, node: t.Declaration, rows: list[Any]) -> dict[tuple[int, int], int]:
        columns = [self.kinds.column(cell, n)[0] for n, cell in enumerate(rows[0].cells)] if rows else []
        if [c.name for c in columns[1:]] != ["place", "level", "points"]:
            self.wrong(
                "C0225",
                "a ranking has the columns place, level and points",
                node.name_span,
                help=f"`| {node.name} | place: 1..9 | level: 1..9 | points: 0..9 |`",
            )
            return {}
        typed, found = type_rows(rows[1:], columns, node.name)
        self.findings.add(*found)
        points = {}
        for each in typed:
            place, level, worth = (int(value or 0) for value in each.values)  # type: ignore[arg-type]
            points[place, level] = worth
        return points
