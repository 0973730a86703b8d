"""Games of a study again, as matches that can be saved and replayed."""

from __future__ import annotations

from ...play.matches.match import Match
from ...play.positions.action import CHANCE
from ...play.states.game import Game
from ..study.game_counts import Bounds, Seating
from .paired_games import play_aligned


def replay_game(game: Game, seating: Seating, bounds: Bounds) -> Match:
    """Plays a game of a study again. In the match, what chance brought counts as entered by hand, since it came in
    streams.

    >>> from cavewright import load_game
    >>> match = replay_game(load_game("tic-tac-toe"), (7, ("random", "random")), (100, 100))
    >>> match.state.is_terminal, match.names
    (True, ('random 1', 'random 2'))
    """
    moves: list[int] = []
    play_aligned(game, seating, bounds, moves)
    seed, bots = seating
    match = Match(game, [f"{bot} {n}" for n, bot in enumerate(bots, 1)], seed, by_hand=True)
    for each in moves:
        state = match.state
        if state.current_player == CHANCE:
            match.push(state._chance_action(each))
        else:
            match.push(state.legal_actions(state.active_players[0])[each])
    return match
