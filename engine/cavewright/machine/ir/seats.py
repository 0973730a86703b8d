"""Lowering of seats round the table: the number of a seat, who sits so much further, and all from one on."""

from __future__ import annotations

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from .construction import NONE as NOTHING
from .construction import choose, either, indices, within
from .domains import Domains
from .form import Const, Expr, Range, Span, op
from .iterations import Iteration, Through
from .scope import Environment


class Seats(Domains):
    """The operators of a table around which all who play sit."""

    @handles("seat")
    def _seat(self, e: m.Expr, names: Environment, player: m.Expr) -> Expr:
        return self.expr(player, names) + 1

    @handles("next_seat")
    def _next_seat(self, e: m.Expr, names: Environment, player: m.Expr, steps: m.Expr) -> Expr:
        further = self.expr(steps, names)
        return self.bind(
            "player",
            self.expr(player, names),
            lambda one: choose(one < 0, NOTHING, self._at_table(one, further)),
        )

    def _at_table(self, player: Expr, further: Expr) -> Expr:
        """The player so many seats further: both numbers stay small, so that their sum fits into a word."""
        return within(op("%", player + op("%", further, self.players), self.players), indices(self.players))

    @handles("seats_between")
    def _seats_between(self, e: m.Expr, names: Environment, one: m.Expr, other: m.Expr) -> Expr:
        second = self.expr(other, names)
        return self.bind(
            "one",
            self.expr(one, names),
            lambda a: self.bind(
                "other",
                second,
                lambda b: choose(either(a < 0, b < 0), 0, op("%", b - a, self.players)),
            ),
        )

    @handles("seats")
    def through_seats(self, e: m.Expr, names: Environment, player: m.Expr, way: int) -> Through:
        """All players round the table, from the next one on."""
        of = self.expr(player, names)
        count = choose(of < 0, 1, self.players + 1)
        going = Range(1, self.players)
        return Iteration(Span(Const(1), count), going, lambda n: self._at_table(of, n * way), steady=False)
