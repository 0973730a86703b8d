"""Sum of all totals that rules promise, looked at where a game is over."""

from __future__ import annotations

from ...foundation.source import Diagnostic, at
from ..positions.position import Position
from .outcome import Outcome


def broken_total(state: Position, outcome: Outcome) -> Diagnostic | None:
    """C0907: a game is over, and the totals do not add up to what `constant total` promises."""
    scoring = state.game.rules_model.scoring
    if scoring is None or scoring.constant_total is None or not state.is_terminal:
        return None
    promised = scoring.constant_total.args[0]
    totals = [each or 0 for each in outcome.totals]
    if sum(totals) == promised:
        return None
    told = ", ".join(f"{name} {total:,}" for name, total in zip(outcome.names, totals, strict=True))
    return at(
        "C0907",
        f"at the end of a game all totals together are {sum(totals):,}, not {promised:,}: {told}",
        scoring.constant_total.span,
        help="correct what is scored, or leave this line out",
    )
