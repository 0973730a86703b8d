"""Loops that only an empty menu may end: a round of them in which every menu is empty decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import ruleset as m
from .control import DecisionPaths, check_loops
from .refusal_proofs import may_refuse
from .whole_program import WholeProgram


class FilledPaths(DecisionPaths):
    """Ways to a decision at which there certainly is something to choose."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole
        super().__init__(whole)

    def step(self, statement: object) -> bool:
        """Every way through a statement."""
        if isinstance(statement, m.Offer) and not statement.has_done:
            return any(map(self.is_always_there, self.menus.get(statement.menu, ())))
        return super().step(statement)

    def is_always_there(self, action: m.Action) -> bool:
        """Tells if an action can be chosen whenever it is offered."""
        return (
            all(isinstance(each.statement, m.Assign) for each in action.header)
            and all(each.domain.op in ("rows", "range", "seats") for each in action.binds)
            and not may_refuse(action, self.whole.effects(action), self.whole.ruleset.processes)
        )


def loops_to_try(whole: WholeProgram) -> Iterator[m.Clause]:
    """Yields the lines of loops of which a round may pass with every menu empty, but those that are noted already."""
    noted = {label.span.place for each in check_loops(whole) for label in each.labels[:1]}
    filled = FilledPaths(whole)
    for step in whole.steps():
        match step.statement:
            case m.Repeat(until=m.Expr(), body=body) | m.InTurn(again=True, body=body):
                if step.clause.span.place not in noted and not filled.block(body):
                    yield step.clause
