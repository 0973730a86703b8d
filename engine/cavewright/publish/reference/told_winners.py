"""Winners at the end of an example, where the rules write a win as a point for whoever has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...play.states.game import State
from ...play.states.preview import standings
from ...rules.model import ruleset as m
from ...rules.model.types import NONE


class ToldWinners:
    """Tells which conditions of an example say no more than who wins, in a game with one score of a single point."""

    def __init__(self, state: State) -> None:
        rules = state.game.rules_model
        lines = rules.scoring.lines if rules.scoring is not None else ()
        types = [each.value.type for each in lines]
        is_win = len(types) == 1 and types[0].is_number and (types[0].low, types[0].high) == (0, 1)
        self.state, self.line = state, lines[0] if is_win else None

    def is_about_win(self, e: m.Expr) -> bool:
        """Tells if a condition compares the point for winning, or names the winner that this point goes by."""
        if self.line is None or e.op != "eq":
            return False
        left: m.Expr = e.args[0]
        if left.op == "as" and left.args[1].op == "column" and left.args[1].args[0].name == self._players:
            return str(left.span.text).startswith(("score", "total"))
        is_winner = left.op == "field" and left.args[1] is None and left.type.is_row_of(self._players)
        return is_winner and left.args[0] in set(fields_of(self.line.value)) and not _is_nobody(e.args[1])

    @property
    def _players(self) -> str:
        return str(self.state.game.rules_model.players)

    def winners(self) -> list[str]:
        """Returns the names of those who have the point for winning."""
        if self.line is None:
            return []
        return [self.state.names[each.player] for each in standings(self.state) if each.points]


def _is_nobody(e: m.Expr) -> bool:
    return e.op == "const" and (e.type.is_none or e.args[0] == NONE)


def fields_of(e: Any) -> Iterator[m.Field]:
    """Yields the fields that an expression names itself."""
    if isinstance(e, m.Field):
        yield e
    elif isinstance(e, m.Expr):
        yield from (each for arg in e.args for each in fields_of(arg))
