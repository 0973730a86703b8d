"""Finds what of a checked ruleset stands at a place of its files."""

from __future__ import annotations

from ...foundation.source import Span
from ...rules.model import ruleset as m
from .mentions import nodes

Place = tuple[str, int]


class Places:
    """The statements of a ruleset by where their lines begin, its expressions by where they begin and end."""

    def __init__(self, rules: m.Ruleset) -> None:
        self._steps: dict[Place, dict[int, m.Step]] = {}
        self._expressions: dict[tuple[Place, int], m.Expr] = {}
        self._binds: dict[tuple[Place, int], m.Bind] = {}
        boards = tuple((each.free, each.joined) for each in rules.boards.values())
        defines = tuple(each.body for each in rules.defines.values())
        parts = (rules.processes, rules.actions, rules.triggers, rules.scoring, rules.rankings, rules.demands)
        for payment in self._note((*parts, boards, defines, rules.constants)):
            if all(step.clause.span.place not in self._steps for step in payment.pay):
                self._note(payment.pay)

    def _note(self, value: object) -> list[m.Payment]:
        """Keeps what stands where; gives the payments, of which only those by a block of their own stand anywhere."""
        payments = []
        for node in nodes(value, (m.Define, m.Kind, m.Clause, m.Board, m.Field)):
            match node:
                case m.Payment():
                    payments.append(node)
                case m.Step():
                    self._steps.setdefault(node.clause.span.place, {}).setdefault(id(node), node)
                case m.Expr():
                    self._expressions.setdefault((node.span.place, node.span.end), node)
                case m.Bind():
                    self._binds.setdefault((node.domain.span.place, node.domain.span.end), node)
        return payments

    def steps(self, span: Span) -> tuple[m.Step, ...]:
        """Returns the statements of the line that begins there."""
        return tuple(self._steps.get(span.place, {}).values())

    def expression(self, span: Span) -> m.Expr | None:
        """The expression that stands just there; of one of which parts are known before play, what is left of it."""
        found = self._expressions.get((span.place, span.end))
        if found is not None:
            return found
        within = [
            each
            for ((name, start), end), each in self._expressions.items()
            if name == span.source.name and span.start <= start and end <= span.end
        ]
        return max(within, key=lambda each: each.span.end - each.span.start, default=None)

    def bind(self, span: Span) -> m.Bind | None:
        """The choice of something out of what stands just there."""
        return self._binds.get((span.place, span.end))
