"""Questions about a position that may take too long: C0609 of all score lines together, of all passages, of all that a
view shows."""

from __future__ import annotations

from collections.abc import Iterable

from ...foundation.source import Diagnostics, Span, at
from ..model import ruleset as m
from .cardinality import PLACES, members_of, most_around
from .expression_cost import ExpressionCost, format_work
from .limits import MOST_STEP
from .whole_program import scoring_expressions

Part = tuple[Span | None, int]
"""Where a part of a question stands, and its work."""


def check_questions(rules: m.Ruleset, work: ExpressionCost) -> Diagnostics:
    """C0609: for each question the first part with which it comes to be too much.

    For an outcome every player is asked; passages are asked about from both of their ends, and so are tiles beside each
    other whose sides do not match; of what is kept each member of a set counts for itself.
    """
    players = rules.player_range[1]
    scores = ((each.span, players * work.of(each)) for each in scoring_expressions(rules) if each is not None)
    counted = list(_sum_limit(scores, "counting all scores", "count less, or narrow what is gone through"))
    lines = [each.value for each in rules.scoring.lines] if rules.scoring is not None else []
    yield from counted or _sum_limit(
        ((each.span, work.of(each)) for each in (*lines, rules.advice) if each is not None),
        "saying what a position is worth",
        "ask less in the advice, or narrow what is gone through",
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


def _sum_limit(parts: Iterable[Part], what: str, help: str) -> Diagnostics:
    so_far = 0
    for span, much in parts:
        so_far += much
        if so_far > MOST_STEP and span is not None:
            yield at(
                "C0609",
                f"{what} may go through {format_work(so_far)} things up to here; at most {MOST_STEP:,} are allowed",
                span,
                help=help,
            )
            return
