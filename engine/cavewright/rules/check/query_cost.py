"""Questions about a position that may take too long: C0609 of all score lines together, of all passages, of all that a
view shows."""

from __future__ import annotations

from collections.abc import Iterable

from ...foundation.source import Diagnostics, Span, at
from ..model import ruleset as m
from .cardinality import PLACES, members_of, most_around
from .expression_cost import ExpressionCost, format_work
from .least_cost import LeastExpressionCost
from .limits import MOST_STEP
from .whole_program import scoring_expressions

MOST_ASKED = 5_000_000
"""Work of finding all passages, and of showing all that is kept."""
Part = tuple[Span | None, int]
"""Where a part of a question stands, and its work."""


def check_questions(rules: m.Ruleset, work: ExpressionCost, least: LeastExpressionCost) -> Diagnostics:
    """C0609: for each question the first part with which it comes to be too much.

    For an outcome every player is asked, each line by itself, and only the least work of a line counts: what takes more
    while the game goes on is unknown. Passages are asked about from both of their ends, and so are tiles beside each
    other whose sides do not match; of what is kept each member of a set counts for itself.
    """
    for each in scoring_expressions(rules):
        if each is not None and least.of(each) > MOST_STEP:
            yield from _sum_limit(
                [(each.span, least.of(each))],
                "counting a score",
                "count less, or narrow what is gone through",
                MOST_STEP,
            )
    boards = [
        (each, 2 * len(each.ends) if each.fixed else PLACES * most_around(each)) for each in rules.boards.values()
    ]
    passages = (
        (each.span, ways * (1 + work.of(each)))
        for board, ways in boards
        for each in (board.joined, board.free)
        if each is not None
    )
    yield from _sum_limit(passages, "finding all passages", "ask less of every passage, or make the boards smaller")
    kept = (
        (
            each.span,
            (PLACES if each.owner in rules.growing else rules.owners_of(each))
            * (members_of(each.type.element, rules) if each.type.element is not None else 1),
        )
        for each in rules.fields
    )
    yield from _sum_limit(kept, "showing a position", "keep smaller sets, or keep them of fewer rows")


def _sum_limit(parts: Iterable[Part], what: str, help: str, most: int = MOST_ASKED) -> Diagnostics:
    so_far = 0
    for span, much in parts:
        so_far += much
        if so_far > most and span is not None:
            yield at(
                "C0609",
                f"{what} goes through {format_work(so_far)} things up to here; at most {most:,} are allowed",
                span,
                help=help,
            )
            return
