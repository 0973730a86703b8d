"""Interference checks for simultaneous choices: nobody may see or change what the others do meanwhile."""

from __future__ import annotations

from ...foundation.source import Diagnostic, Diagnostics, Label, at
from ..model import ruleset as m
from ..model.statement_effects import is_shared, written_to
from .whole_program import WholeProgram, is_own, steps


def check_interference(whole: WholeProgram) -> Diagnostics:
    """C0511: what `at once` leads to, and what a line alone does not show."""
    for step in whole.steps():
        if isinstance(step.statement, m.AtOnce):
            for each in steps(step.statement.body):
                if isinstance(each.statement, (m.Finish, m.InTurn)):
                    yield _finding(each, step)
            for name in sorted(whole.reachable_from(whole.called_from(step.statement.body))):
                for each in steps(whole.bodies[name]):
                    is_own_alone = all(is_own(target, whole.ruleset.players) for target in written_to(each.statement))
                    if is_shared(each.statement) or not is_own_alone:
                        yield _finding(each, step)


def _finding(inner: m.Step, outer: m.Step) -> Diagnostic:
    return at(
        "C0511",
        "while all choose at once, each player can only change what is its own",
        inner.clause,
        more=[Label(outer.clause.span, "all choose at once here")],
        help="do it before or after",
    )
