"""Sentences about sets and bags of positions: whether the position at hand was there before, and how often."""

from __future__ import annotations

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .parts import Part
from .seats import SeatSentences


class PositionSentences(SeatSentences):
    """Sentences about questions to positions that were before."""

    @handles("occurrences", "with_occurrences")
    def _occurrences(self, e: m.Expr, contrary: bool) -> Part:
        message = "position-known" if e.type.is_truth else "op-occurrences"
        return self.say(message, {"kept": self.tell(e.args[0])}, contrary)
