"""The passes over a ruleset as a whole, each a module of its own: a new one is added to a tuple here."""

from __future__ import annotations

from collections.abc import Callable

from ..source import Found
from ..syntax import tree as t
from .chapters import check_chapters
from .constant_conditions import check_conditions
from .control_flow import check_circles, check_loops, check_reached
from .cost_limits import check_work
from .dead_lines import check_clauses
from .duplicate_names import check_declared, check_rankings
from .empty_choices import check_choices
from .field_usage import check_kept
from .limits import check_size, check_written
from .secrets import Analysed, check_secrets
from .simultaneous import check_together
from .stuck_loops import check_waiting
from .unused_declarations import check_unused
from .written_numbers import check_written_numbers

AFTER: tuple[Callable[[Analysed], Found], ...] = (
    check_size,
    check_circles,
    check_work,
    check_loops,
    check_waiting,
    check_together,
    check_choices,
    check_secrets,
    check_rankings,
    check_reached,
    check_clauses,
    check_conditions,
    check_unused,
    check_kept,
    check_chapters,
    check_written_numbers,
)
"""Passes over a ruleset whose names and types are right."""


def before(declarations: tuple[t.Declaration, ...]) -> Found:
    """What can be said of what is written, before names are known; what is too large is not looked at any further."""
    yield from tuple(check_written(declarations)) or check_declared(declarations)


def after(whole: Analysed) -> Found:
    """What can be said of the whole; what leads back to itself is not looked at any further."""
    for each in AFTER:
        found = tuple(each(whole))
        yield from found
        if found and each in (check_size, check_circles):
            return
