"""Soundness of positions from outside: those made by hand, and those of pickles."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

from ...rules.program import instructions as i
from ..positions.action import CHANCE
from ..positions.playable import Playable
from ..positions.sight import ALL


def ask_everything(state: Any) -> list[str]:
    """Asks a state for all that every state can give; one that was made by hand may raise anything.

    Returns no faults: those that are found are raised.
    """
    state.view(ALL)
    state.outcome()
    if state.current_player == CHANCE:
        state.chance_outcomes()
    for player in state.active_players:
        state.legal_actions(player)
    return []


def check_pickled(game: Playable, names: Sequence[str], slots: Sequence[Any]) -> None:
    """Raises UnpicklingError for slots that are none of the rules of a game."""
    size = game.program.layout.size
    if len(slots) != size or slots[i.COUNT] != len(names) or not 0 <= slots[i.PC] < len(game.program.code):
        raise pickle.UnpicklingError(
            f"this pickled state does not fit the rules of {game.id}: it has {len(slots)} numbers, not {size}"
        )
