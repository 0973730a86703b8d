"""Signatures of the actions that a decision is about, possible or not."""

from __future__ import annotations

from ...play.states.game import State
from ...rules.program import instructions as i


def signatures_of_decision(state: State, player: int) -> tuple[i.Signature, ...]:
    """Returns the signatures of the actions that the present decision of a player is about, each once."""
    if player not in state.active_players:
        return ()
    node = state.game.program.code[state._decision(player)]
    if not isinstance(node, i.Decide):
        return ()
    return tuple({each.signature.name: each.signature for each in node.options}.values())
