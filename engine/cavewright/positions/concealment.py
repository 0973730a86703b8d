"""Clauses that work on something that whoever acts does not see."""

from __future__ import annotations

from typing import Any

from ..check.whole_program import Whole
from ..model import ruleset as m
from ..model.secrecy import HIDDEN, secrecy


def concealed(rules: m.Ruleset) -> frozenset[str]:
    """The names of clauses that work on something that whoever acts does not see; what they refuse is not told in
    numbers."""
    found = set()
    for step in Whole(rules, ()).steps():
        match step.statement:
            case m.Assign(target=target, value=value):
                read: tuple[Any, ...] = (target, value)
            case m.Transfer(pieces=pieces, giver=giver, taker=taker):
                read = (giver, taker, *(part for each in pieces for part in (each.amount, each.piece)))
            case m.Cost(payments=payments):
                read = tuple(part for each in payments for part in (each.amount, each.held))
            case m.Require(condition=condition):
                read = (condition,)
            case _:
                continue
        if secrecy(read) == HIDDEN:
            found.add(step.clause.name)
    return frozenset(found)
