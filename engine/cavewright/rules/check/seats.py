"""Questions about seats round the table: who sits next, and how far it is from one to another."""

from __future__ import annotations

from typing import Any

from ...language.syntax import tree as t
from ..model.ruleset import Expr, constant
from ..model.types import a_list, number, row
from .definition_reader import number_of_values
from .hypotheses import Hypotheses


class Seats(Hypotheses):
    """Reads such questions."""

    def next_seat(self, node: t.Apply) -> Expr:
        """`next(p)` is the player to the left, `next(p, 2)` and `next(p, -1)` who sits so many seats further or before, and
        `next(p where C)` and `next(p, -1 where C)` the next one of whom C holds, p last."""
        *before, last = node.arguments
        stray = next((each for each in before if each.where is not None or each.body is not None), None)
        if stray is not None or last.body is not None:
            return self.wrong(
                "C0404", "`next` takes a player, a number of seats and a condition: `next(p, -1 where C)`", node
            )
        if len(before) > 1:
            return self.wrong("C0404", f"`next` takes {number_of_values(2)}, not {len(before) + 1}", node)
        player = self._player(node.arguments[0].value)
        if player.type.is_unknown:
            return player
        further = last.value if before else None
        if last.where is not None:
            return self._next_that_fits(node, player, further, last.where)
        steps = self._seats_further(node, further)
        return Expr("next_seat", (player, steps), row(self.names.players, player.type.optional), node.span)

    def _player(self, node: Any) -> Expr:
        """An expression that has to be a player."""
        return self.read_as(node, row(self.names.players, True))

    def _seats_further(self, node: t.Apply, further: Any) -> Expr:
        """The number of seats that is written, else one."""
        if further is None:
            return constant(1, number(1, 1), node.span)
        return self.number(further, "how many seats further")

    def _next_that_fits(self, node: t.Apply, player: Expr, further: Any, condition: Any) -> Expr:
        way = self._seats_further(node, further)
        if way.type.is_unknown:
            return way
        if way.op != "const" or way.args[0] not in (1, -1):
            return self.wrong(
                "C0404",
                f"with a condition, `next` goes seat by seat, not `{way.span.text}` at a time",
                way,
                help="write 1, or -1 for the other way round",
            )
        it = self.names.local("it", row(self.names.players))
        with self.knowing(it):
            where = self.condition(condition)
        seats = Expr("seats", (player, way.args[0]), a_list(it.type), node.span)
        return Expr("first", (it, seats, where, None), row(self.names.players, True), node.span)
