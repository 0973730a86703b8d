"""Games of bots that are asked for options: in place, without actions or events, and with states only where a bot looks
ahead.

They are the games that a `Match` with the same seed and the same bots would be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.interpret.chance import outcome_of_seed
from ...play.matches.history import check_draws
from ...play.positions.action import CHANCE
from ...play.states.game import Game
from ...play.states.line import Line
from ...rules.program.instructions import ME, PC
from ..players.line_tracker import LineTracker
from ..players.players import Chooser
from .game_counts import Bounds, Counts, Seating
from .played_games import Played

Bring = Callable[[Line], int]
"""Brings what chance brings where it is due."""


def played_in_place(
    game: Game,
    seating: Seating,
    bounds: Bounds,
    bots: Sequence[Chooser],
    chance: Bring | None = None,
    moves_made: list[int] | None = None,
) -> Played:
    """One game. `chance` says what chance brings, if it is not that of a match with the seed. `moves_made` gets the place
    of each option that was chosen, and each value that chance brought. Raises what playing raises."""
    made = [] if moves_made is None else moves_made
    state = game.new_initial_state(len(bots))
    moves = 0
    counts = Counts(game, len(bots), bounds)
    counts.effects += state._effects
    line, last, drawn = Line(state, _effects=counts.effects), CHANCE, 0
    tracker = LineTracker(line)
    while not line.is_terminal:
        if line.current_player == CHANCE:
            check_draws(line, drawn)
            value = outcome_of_seed(seating[0], moves, line.weights()) if chance is None else chance(line)
            at = line._h[PC]
            counts.draw(game.program.code[at].signature, value, line._h[ME])  # type: ignore[union-attr]
            tracker.goes_on(at, (0, (value, 1)))
            made.append(value)
            line.draw_listed(value)
            last, drawn = CHANCE, drawn + 1
        else:
            player = line.active_players[0]
            options = line.options(player)
            if not counts.goes_on(player, len(options)):
                return counts.play_record(line.state, seating, ended=False)
            at = line._at(player)
            made.append(bots[player].option(options, player, tracker, last == player))
            option = options[made[-1]]
            counts.choose(at, game.offered[at][option[0]], option[1], player)
            tracker.goes_on(at, option)
            line.push_listed(option, player)
            last, drawn = player, 0
        counts.settle()
        moves += 1
    return counts.play_record(line.state, seating, ended=True)
