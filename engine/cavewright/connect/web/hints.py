"""Hints of a page: what a bot would choose, and what that brings by the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from ...bots.players import make
from ...bots.players.failure import BotFailure
from ...foundation.source.frozen import frozen
from ...play.positions.action import Action
from ...play.states.game import State
from ..prompts.judged_words import explain_option
from .packing import is_packing

HINTS = "greedy"
"""The bot that gives hints."""


@frozen
class Hint:
    """The actions that a bot would choose, of a packing all of its answers; why, in a line; why there is none."""

    actions: tuple[Action, ...] = ()
    reasons: str = ""
    failure: BotFailure | None = None

    @property
    def first(self) -> Action | None:
        """The choice that is to be made now."""
        return self.actions[0] if self.actions else None


def hint_for(state: State, player: int, lang: str) -> Hint:
    """Returns what a bot would choose for a player, with its reasons."""
    try:
        actions = tuple(_choices(state, player))
        reasons = explain_option(state, player, state.legal_actions(player).index(actions[0]), lang)
        return Hint(actions, reasons)
    except Exception as error:
        return Hint(failure=BotFailure(HINTS, error))


def _choices(state: State, player: int) -> Iterator[Action]:
    """Yields the actions that a bot would choose."""
    bot = make(HINTS, state.game, 0)
    action = bot.choose(state, player)
    yield action
    while is_packing(state, player) and is_packing(state := state.apply(action), player):
        before, action = action, bot.choose(state, player)
        if action.name != before.name or action.values[0] <= before.values[0]:
            break
        yield action
