"""How strong the `mcts` bot is: against OpenSpiel's own MCTS at equal playouts, and against the greedy bot.

    python benchmarks/strength.py openspiel --games 100 --playouts 1000
    python benchmarks/strength.py greedy cave-vs-cave --games 100 --playouts 2000

Seats are swapped from game to game. With `--results FILE` games against bots of ours are noted, one line of JSON each,
and a run that was stopped goes on behind those that are there. Both engines play the same game side by side; they have to agree on how many moves
there are, and on who has won.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cavewright as cw

MOST_MOVES = 2500
"""Moves after which a game against bots of ours counts as one that nobody wins: greedy bots do not end every game."""


def of_column(action: cw.Action) -> str:
    """Connect four: columns from 0."""
    return str(int(str(action).split()[-1]) - 1)


def of_pawn(action: cw.Action) -> str:
    """Breakthrough: OpenSpiel's first player comes from the other end of the board."""
    _, _, square, way = str(action).split()
    column, row = ord(square[0]), int(square[1])
    step = {"left": -1, "onward": 0, "right": 1}[way]
    on = row + (1 if action.player == 0 else -1)
    return f"{square[0]}{9 - row}{chr(column + step)}{9 - on}"


def of_cell(action: cw.Action) -> str:
    """Hex: cells as they are called."""
    return str(action).split()[-1]


GAMES: dict[str, tuple[str, Callable[[cw.Action], str]]] = {
    "connect-four": ("connect_four", of_column),
    "breakthrough": ("breakthrough", of_pawn),
    "hex": ("hex(board_size=11)", of_cell),
}


def theirs(text: str) -> str:
    """OpenSpiel's word for an action, without marks of whose it is and what it takes."""
    return text.lstrip("xo").rstrip("*")


def against_openspiel(name: str, games: int, playouts: int, c: float) -> tuple[float, int]:
    """Points of our bot against OpenSpiel's, and games."""
    import pyspiel

    there, word = GAMES[name]
    game, other = cw.load_game(name), pyspiel.load_game(there)
    points = 0.0
    for n in range(games):
        mine = n % 2
        bot = cw.bots.make("mcts", game, seed=n, playouts=playouts)
        evaluator = pyspiel.RandomRolloutEvaluator(1, n)
        foe = pyspiel.MCTSBot(other, evaluator, c, playouts, 1000, True, n, False)
        state, twin = game.new_initial_state(2), other.new_initial_state()
        while not state.is_terminal:
            actions = state.legal_actions()
            words = {theirs(twin.action_to_string(twin.current_player(), each)): each for each in twin.legal_actions()}
            assert len(actions) == len(words), (name, str(state), len(actions), len(words))
            if state.current_player == mine:
                action = bot.choose(state, mine)
                twin.apply_action(words[word(action)])
            else:
                chosen = foe.step(twin)
                text = next(text for text, each in words.items() if each == chosen)
                action = next(each for each in actions if word(each) == text)
                twin.apply_action(chosen)
            state = state.apply(action)
        winners = state.outcome().winners
        assert twin.is_terminal() and [each > 0 for each in twin.returns()] == [
            len(winners) == 1 and each in winners for each in (0, 1)
        ]
        points += 0.5 if len(winners) != 1 else winners[0] == mine
        print(f"{name}: {points:g} of {n + 1}", flush=True)
    return points, games


def played(game: cw.Game, foe: str, playouts: int, players: int, seed: int, mine: int) -> dict[str, Any]:
    """One game of our bot against others of ours. One that nobody wins is shared by all, and so is one that does not end."""
    bots = [cw.bots.make(foe, game, seed=seed) for _ in range(players)]
    bots[mine] = cw.bots.make("mcts", game, seed=seed, playouts=playouts)
    match, begun = cw.Match(game, players, seed), time.process_time()
    while not match.state.is_terminal and len(match.move_stack) < MOST_MOVES:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    outcome = match.state.outcome()
    won = outcome.winners if match.state.is_terminal else ()
    winners = won or range(players)
    return {
        "points": (mine in winners) / len(winners),
        "winners": won,
        "totals": outcome.totals,
        "mine": mine,
        "moves": len(match.move_stack),
        "seconds": round(time.process_time() - begun, 1),
    }


def against(
    name: str, foe: str, games: int, playouts: int, players: int, seed: int, results: Path | None
) -> tuple[float, int]:
    """Points of our bot against another of ours, and games."""
    game, points = cw.load_game(name), 0.0
    noted = results.read_text("utf-8").splitlines() if results and results.exists() else []
    known = {tuple(each["of"]): each for each in map(json.loads, noted)}
    for n in range(games):
        of = name, foe, playouts, players, seed + n, n % players
        found = known.get(of)
        if found is None:
            found = {"of": of, **played(game, foe, playouts, players, seed + n, n % players)}
            if results:
                with results.open("a", encoding="utf-8") as file:
                    print(json.dumps(found), file=file)
        points += found["points"]
        told = f"totals {found['totals']}, mine {found['mine']}; {found['moves']} moves, {found['seconds']} s"
        print(f"{name}: {points:g} of {n + 1}; {told}", flush=True)
    return points, games


def main() -> None:
    """The command."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("foe", choices=["openspiel", *cw.bots.names()])
    arguments.add_argument("rulesets", nargs="*", help="by default those that OpenSpiel has too")
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--playouts", type=int, default=1000)
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=random.Random(16).randrange(1000))
    arguments.add_argument("--results", type=Path, help="a file in which games against bots of ours are noted")
    arguments.add_argument("--uct-c", type=float, default=2.0, help="how much OpenSpiel's explores")
    given = arguments.parse_args()
    for name in given.rulesets or GAMES:
        if given.foe == "openspiel":
            points, games = against_openspiel(name, given.games, given.playouts, given.uct_c)
        else:
            points, games = against(
                name, given.foe, given.games, given.playouts, given.players, given.seed, given.results
            )
        print(f"{name} against {given.foe} at {given.playouts} playouts: {points:g} of {games}")


if __name__ == "__main__":
    main()
