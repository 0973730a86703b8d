"""Slots of a state, with nothing in them but what examples may speak of."""

from __future__ import annotations

from typing import Any

from ...rules.program import instructions as i
from ..states.game import State


def whole(state: State) -> list[Any]:
    """The slots of a state, with what each player has done so far while all act at once."""
    h = state._h[:]
    state._gather(h, state._branches or ())
    return h


def at_rest(state: State) -> list[Any]:
    """The slots of a state with nothing in them but what is kept."""
    rules, layout = state.game.rules_model, state.game.program.layout
    h: list[Any] = [0] * len(state._h)
    h[i.PC], h[i.COUNT] = state._h[i.PC], state._h[i.COUNT]
    for field in rules.in_slots:
        none = field.owner != "game"
        start = layout.slot(field) - none
        end = start + none + rules.owners_of(field)
        h[start:end] = state._h[start:end]
    return h
