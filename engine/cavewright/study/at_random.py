"""Games of bots that look at nothing but their options: from state to state, without actions or events.

They are the games that a `Match` with the same seed and the same bots would be.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..play.action import CHANCE
from ..play.chance import brought
from ..play.game import Game
from ..program.instructions import PC
from .bots import RandomBot
from .counts import Bounds, Counts, Seating
from .study import Played


def played_at_random(game: Game, seating: Seating, bounds: Bounds, bots: Sequence[RandomBot]) -> Played:
    """One game, by random bots. Raises what playing raises."""
    state, moves, counts = game.new_initial_state(len(bots)), 0, Counts(game, len(bots), bounds)
    while not state.is_terminal:
        counts.effects += state._effects
        if state.current_player == CHANCE:
            state = state._drawn(brought(seating[0], moves, state._weights()))
        else:
            player = state.active_players[0]
            options = state._options(player)
            if not counts.goes_on(player, len(options)):
                return counts.played(state, seating, ended=False)
            option, at = bots[player].pick(options), state._slots(player)[PC]
            counts.chosen.append((at, game.offered[at][option[0]].name))
            state = state._apply_option(player, option)
        moves += 1
    counts.effects += state._effects
    return counts.played(state, seating, ended=True)
