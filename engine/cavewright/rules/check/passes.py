"""The passes over a ruleset as a whole, each a module of its own: a new one is added to a tuple here."""

from __future__ import annotations

from collections.abc import Callable

from ...foundation.source import Diagnostics
from ...language.syntax import tree as t
from .chapters import check_chapters
from .constant_conditions import check_conditions
from .constant_totals import check_constant_totals
from .control import check_loops, check_reached, check_recursion
from .cost_limits import check_cost_limits
from .dead_lines import check_dead_lines
from .duplicate_names import check_duplicate_names, check_rankings
from .empty_choices import check_choices
from .endless_turns import check_endless_turns
from .field_usage import check_field_usage
from .hypothesis_limits import check_hypotheses
from .interrupts import check_interrupts
from .limits import check_declaration_limits, check_size
from .secrets import Analysed, check_secrets
from .simultaneous import check_interference
from .stuck_loops import check_stuck_loops
from .unused_declarations import check_unused
from .written_numbers import check_written_numbers

AFTER: tuple[Callable[[Analysed], Diagnostics], ...] = (
    check_size,
    check_recursion,
    check_hypotheses,
    check_cost_limits,
    check_loops,
    check_stuck_loops,
    check_endless_turns,
    check_interference,
    check_choices,
    check_interrupts,
    check_secrets,
    check_rankings,
    check_reached,
    check_dead_lines,
    check_conditions,
    check_unused,
    check_field_usage,
    check_chapters,
    check_written_numbers,
    check_constant_totals,
)
"""Passes over a ruleset whose names and types are right."""


def before(declarations: tuple[t.Declaration, ...]) -> Diagnostics:
    """Reports all that can be said before names are known; whatever is too large is not looked at any further."""
    yield from tuple(check_declaration_limits(declarations)) or check_duplicate_names(declarations)


def after(whole: Analysed) -> Diagnostics:
    """Reports all that can be said of the whole; a definition that leads back to itself is not looked at any
    further."""
    for each in AFTER:
        found = tuple(each(whole))
        yield from found
        if found and each in (check_size, check_recursion, check_hypotheses):
            return
