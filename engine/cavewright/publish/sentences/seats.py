"""Seats round the table in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from .parts import Part, Told


class SeatSentences(Pass):
    """The part of `Expressions` that tells who sits where."""

    def tell(self, e: m.Expr, contrary: bool = False) -> Part:
        """A value, or a condition and its contrary."""
        raise NotImplementedError

    def say(self, message: str, values: Mapping[str, Any], contrary: bool = False, gender: str = "") -> Told:
        """A message, or its contrary."""
        raise NotImplementedError

    @handles("next_seat")
    def _next_seat(self, e: m.Expr, contrary: bool) -> Part:
        player, steps = e.args
        values = {"player": self.tell(player), "steps": self.tell(steps)}
        known = steps.args[0] if steps.op == "const" else 0
        return self.say({1: "seat-after", -1: "seat-before"}.get(known, "op-next-seat"), values)

    @handles("seats")
    def _seats(self, e: m.Expr, contrary: bool) -> Part:
        return self.say("op-seats" if e.args[1] == 1 else "seats-back", {"player": self.tell(e.args[0])})
