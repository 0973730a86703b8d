"""Ends of loops in play at random: those that came about since a whole round had changed nothing."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from ...engine.interpret.step import WorkLimitError
from ...foundation.source import Diagnostic, warning
from ...rules.check.empty_rounds import loops_to_try
from ...rules.check.whole_program import WholeProgram
from ...rules.model import ruleset as m
from ...rules.model.secrecy_facts import Place
from .sampled_work import play_at_random

STEPS = 300
"""Steps that are played for a note."""
MOST_WORK = 200_000
"""Work of all these steps together."""


def find_ended_loops(rules: m.Ruleset) -> tuple[Diagnostic, ...]:
    """Returns C0505 for the first loop that ends in play at random, since nobody could choose anything and nothing changed;
    none where no round can pass like that.

    >>> from cavewright import load_game
    >>> find_ended_loops(load_game("tic-tac-toe").rules_model)
    ()
    """
    tried = {each.span.place for each in loops_to_try(WholeProgram(rules, ()))}
    ended = _first_ended(rules, tried) if tried else None
    if ended is None:
        return ()
    found = warning(
        "C0505",
        "in play at random this loop ended, since nobody could choose anything and nothing changed",
        ended,
        help="let its condition say when nobody can go on; or offer something that is always there, as `or none`",
    )
    return (found,)


def _first_ended(rules: m.Ruleset, tried: Collection[Place]) -> m.Clause | None:
    """Returns the line of the first of some loops that ended so, if one did before so much work was done."""
    work = MOST_WORK
    try:
        for step in islice(play_at_random(rules), STEPS):
            for each in step.effects:
                if each.kind == "ended" and each.clause.span.place in tried:
                    return each.clause
            work -= sum(step.works)
            if work < 0:
                return None
    except WorkLimitError:
        pass
    return None
