"""Values of the moment in texts of lines and actions: `Bid more than {bid}.`, as they are in a position."""

from __future__ import annotations

from typing import Any

from ...engine.interpret.closures import Slots
from ...engine.interpret.step import WorkLimitError
from ...rules.model import ruleset as m
from ...rules.model.secrecy import secrecy
from ...rules.program import instructions as i
from .position import Position
from .sight import Viewer, knows
from .wording import Wording

UNKNOWN = "…"
"""Stands for what its reader may not know, or what has no value: too much work, or a division by zero."""


def wording_at(state: Position, lang: str, player: int, viewer: Viewer, slots: Slots | None = None) -> Wording:
    """Returns the wording of a game in a position: texts say their values for a player, as far as a viewer may know
    them. `slots` are those in which an action has written its values; without them, those of the player.

    >>> from cavewright import load_game
    >>> state = load_game("tic-tac-toe").new_initial_state()
    >>> wording_at(state, "en", 0, 0).question(state.legal_actions()[0].signature)
    'Which square do you mark?'
    """
    words = state.game.wording(lang)
    if not state.game.rules_model.spoken or player < 0:
        return words

    def say(value: m.Expr, forms: tuple[str, ...]) -> str:
        if not knows(viewer, secrecy(value), player):
            return UNKNOWN
        evaluate: Any = state.game.interpreter.evaluate
        ask = evaluate.question(value)
        h = evaluate.with_scratch(state._slots(player)[:] if slots is None else slots)
        h[i.ME] = player
        try:
            found = int(ask(h, state._s))
        except WorkLimitError:
            return UNKNOWN
        return words.count_with_forms(found, forms) if forms else words.show_value(found, value.type, state.names)

    return words.saying(say)
