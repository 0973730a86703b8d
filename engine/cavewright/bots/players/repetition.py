"""Repetition: positions that come again and again while a bot plays. Who chooses by the position alone goes round there for
ever, if no end of a turn is worth more than the way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from ...play.states.game import State

MOST = 2
"""How often a position comes before something else is tried there."""


class Repetition:
    """Counts how often a bot was asked in a position."""

    def __init__(self) -> None:
        self.met: Counter[Hashable] = Counter()
        self.last: State | None = None

    def comes_again(self, state: State, player: int) -> bool:
        """Notes that a player is asked in a position, and tells if that came too often. Who asks twice about one state
        has not gone round."""
        key = standing(state, player)
        if state is not self.last:
            self.met[key] += 1
        self.last = state
        return self.met[key] > MOST


def standing(state: State, player: int) -> Hashable:
    """Returns the position of a player as a key: what belongs to the player and to all, and not to others."""
    layout = state.game.program.layout
    others = {slot for n, slots in enumerate(layout.player_slots) if n != player for slot in slots}
    slots = state._slots(player)[: layout.size]
    mine = tuple(each for slot, each in enumerate(slots) if slot not in others)
    return player, hash((mine, *(frozenset(each.items()) for each in state._s)))
