"""Decisions whose options tell a player what it must not know."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import ruleset as m
from ..model.secrecy import HIDDEN, secrecy
from ..source import Diagnostic, at
from .whole import Whole


def check_secrets(whole: Whole) -> Iterator[Diagnostic]:
    """C0524: what may be chosen depends on something hidden, or on another's secret."""
    for value in _asked(whole):
        if secrecy(value) == HIDDEN:
            yield at("C0524", "who is asked here can tell from it what is hidden", value.span, severity="warning",
                     help="ask for something that the player may see, or keep that openly")


def _asked(whole: Whole) -> Iterator[m.Expr]:
    """What options are listed by."""
    for action in whole.ruleset.actions.values():
        yield from (each.domain for each in action.binds)
    for step in whole.steps():
        match step.statement:
            case m.Require(condition=condition):
                yield condition
            case m.Cost(payments=payments):
                yield from (part for each in payments for part in (each.amount, each.held))
            case m.Choose(binds=binds, where=where):
                yield from (each.domain for each in binds)
                yield from () if where is None else (where,)
