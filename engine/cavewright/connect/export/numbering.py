"""Numbers of what a module speaks of: clauses, fields, boards, what is revealed. The texts stand beside the module,
under these numbers."""

from __future__ import annotations

from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i


class Numbering:
    """The numbers of one ruleset, the same for all numbers of players."""

    def __init__(self, rules: m.Ruleset, program: i.Program) -> None:
        self.rules, self.program = rules, program
        self.clauses: list[m.Clause] = []
        self._clauses: dict[int, int] = {}
        for each in rules.clauses:
            self.clause(each)
        for node in program.code:
            for part in (node, *getattr(node, "options", ())):
                for holder in (part, *getattr(part, "guards", ())):
                    if getattr(holder, "clause", None) is not None:
                        self.clause(holder.clause)
        self.fields = tuple(rules.fields)
        self.boards = tuple(rules.boards)
        self.revealed = [node for node in program.code if isinstance(node, i.Reveal)]

    def clause(self, clause: m.Clause) -> int:
        """The number of a clause."""
        known = self._clauses.get(id(clause))
        if known is None:
            same = (n for n, each in enumerate(self.clauses) if each == clause and each.span == clause.span)
            known = next(same, len(self.clauses))
            if known == len(self.clauses):
                self.clauses.append(clause)
            self._clauses[id(clause)] = known
        return known

    def field(self, field: m.Field) -> int:
        """The number of a field."""
        return self.fields.index(field)

    def board(self, name: str) -> int:
        """The number of a board."""
        return self.boards.index(name)

    def number_of_reveal(self, node: Any) -> int:
        """The number of what is revealed."""
        return next(
            n
            for n, each in enumerate(self.revealed)
            if each.clause == node.clause and each.clause.span == node.clause.span
        )
