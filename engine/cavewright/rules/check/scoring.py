"""Reads scoring, the end of the game, advice for bots, and what kinds require of their rows."""

from __future__ import annotations

from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.sums import sum_of
from ..model.types import MOST, number, row
from .section import Section
from .whole_program import all_parts


class Scoring(Section):
    """Expressions that stand in no rule."""

    def whole(self) -> m.Scoring | None:
        """Reads the rule of winning."""
        nodes = self.of("scoring")
        if not nodes:
            return None
        node = nodes[0]
        self.read.rule = node.name
        clause = self.clause("scoring", node)
        among = self.first(node, t.Among, self.read.condition, "condition")
        lines = tuple(self._score(each) for each in node.every(t.Score))
        highest = all(e.order == "highest" for e in node.every(t.Winner))
        ties = tuple(
            (e.order == "highest", self.read.number(e.value, "what decides among equals")) for e in node.every(t.Tie)
        )
        least = self.first(node, t.Least, self.read.amount)
        total = self.first(node, t.ConstantTotal, self._known_number)
        return m.Scoring(among, lines, highest, clause, self._together(node), least, ties, total)

    def _known_number(self, node: t.Expr) -> m.Expr:
        """A number that is known before play."""
        found = self.read.number(node, "the sum of all totals")
        if found.op == "const" or found.type.is_unknown:
            return found
        return self.read.wrong("C0417", "the sum of all totals has to be a number that is known before play", node)

    def _together(self, node: t.Declaration) -> m.Expr | None:
        """By what players are one side; all are when nothing is said."""
        found = node.first(t.Together)
        if found is None:
            return None
        if found.by is None:
            return m.constant(0, number(0, 0), found.span)
        by = self.read.expr(found.by)
        if by.type.is_unknown or (by.type.facts.is_plain and not by.type.facts.has_members):
            return by
        return self.wrong(
            "C0401", f"players are together by a row, a number or a place that they share, not by `{by.type}`", found.by
        )

    def _score(self, node: t.Score) -> m.ScoreLine:
        value = self.read.number(node.value, "a score")
        clause = self.clause("scoring", node, node.name)
        self.read.clauses.append(clause)
        return m.ScoreLine(node.name, value, clause)

    def advice(self) -> m.Expr | None:
        """Reads the advice for bots: all that is said of it, added up."""
        found = [self.read.number(each.value) for each in self.of("advice")]
        return sum_of(found, number(-MOST, MOST)) if found else None

    def demands(self) -> tuple[m.RowConstraint, ...]:
        """Reads the requirements of kinds on their rows; in a condition the name of the kind is the row."""
        found = (self._row_demand(node, line) for node in self.of("kind") for line in node.block)
        return tuple(filter(None, found))

    def _row_demand(self, node: t.Declaration, line: t.Line) -> m.RowConstraint | None:
        if not isinstance(line.statement, t.Require):
            self.wrong(
                "C0425", "a kind can only `require` something of its rows", line, help="write `require` and a condition"
            )
            return None
        self.read.rule = node.name
        local = self.names.local(node.name, row(node.name))
        with self.read.knowing(local):
            condition = self.read.condition(line.statement.condition)
        clause = self.read.clause(line)
        columns = [node.name, *self.names.kinds[node.name].columns]
        column = columns.index(clause.key) if clause.key in columns else 0
        spans = tuple(each.spans[column] for each in self.boards.rows.get(node.name, ()))
        return m.RowConstraint(node.name, local, condition, clause, spans, self._doubtful(node.name, local, condition))

    def _doubtful(self, kind: str, local: m.Local, condition: m.Expr) -> frozenset[int]:
        """The rows of which a condition cannot be asked: it looks at a cell that could not be read, of theirs or of any
        other row."""
        names = [each.name for each in self.boards.rows.get(kind, ())]
        found = set[str]()
        looked_at = (each.args for each in all_parts(condition) if each.op == "column")
        for of, column, row_ in looked_at if self.boards.doubted else ():
            doubted = self.boards.doubted.get((of.name, column), set())
            is_own = row_.op == "local" and row_.args[0] == local
            found |= doubted if is_own or not doubted else set(names)
        return frozenset(n for n, name in enumerate(names) if name in found)
