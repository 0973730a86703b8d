"""Finds clauses that use a value which the acting player cannot see; their refusals are told without it."""

from __future__ import annotations

from ...rules.check.expression_cost import asked_in
from ...rules.check.whole_program import WholeProgram
from ...rules.model import ruleset as m
from ...rules.model.secrecy import HIDDEN, secrecy

WORK = (m.Assign, m.Transfer, m.Cost, m.Require)


def concealed_clauses(rules: m.Ruleset) -> frozenset[str]:
    """The names of clauses that work on something that whoever acts does not see; what they refuse is not told in
    numbers."""
    return frozenset(
        step.clause.name
        for step in WholeProgram(rules, ()).steps()
        if isinstance(step.statement, WORK) and secrecy(tuple(asked_in(step.statement))) == HIDDEN
    )
