"""How strong the `mcts` bot is: against OpenSpiel's own MCTS at equal playouts, and against the greedy bot.

    python benchmarks/strength.py openspiel --games 100 --playouts 1000
    python benchmarks/strength.py greedy cave-vs-cave --games 100 --playouts 2000

Seats are swapped from game to game. With `--results FILE` games against bots of ours are noted, one line of JSON each,
and a run that was stopped goes on behind those that are there. `--stronger-than 0.5 --as-strong-as 0.65` makes a sequential
test of such a run: it ends as soon as the games decide between the two shares of points, by the bound of `Bets`.

    python benchmarks/strength.py greedy the-cave --playouts 100000 --games 200 --stronger-than 0.5 --as-strong-as 0.65
    python benchmarks/strength.py greedy the-cave --milliseconds 1000 --games 200 --stronger-than 0.5 --as-strong-as 0.65

With `--milliseconds` a choice takes as many playouts as that time allows: on another machine, or a busy one, games differ.

Both engines play the same game side by side; they have to agree on how many moves
there are, and on who has won.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
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


def spoken(budget: dict[str, int]) -> str:
    """
    >>> spoken({"playouts": 1000})
    '1000 playouts'
    """
    return " and ".join(f"{many} {unit}" for unit, many in budget.items())


def played(game: cw.Game, foe: str, budget: dict[str, int], players: int, seed: int, mine: int) -> dict[str, Any]:
    """One game of our bot against others of ours. One that nobody wins is shared by all, and so is one that does not end."""
    bots = [cw.bots.make(foe, game, seed=seed) for _ in range(players)]
    bots[mine] = cw.bots.make("mcts", game, seed=seed, **budget)
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


@dataclass
class Bets:
    """Sequential test of the mean number of points in a game, between a `low` share and a `high` one.

    Two gamblers begin with 1. The first bets in each game against "the mean is `low` or less", the second against "the
    mean is `high` or more", each as much as grows fastest where the other share is true. By Ville's inequality, somebody
    who bets against what is true ever has 1 / `risk` with a probability of `risk` at most, whenever one stops; games may
    be shared. Where each game is won or lost the first is Wald's ratio.

    >>> bets = Bets(0.5, 0.65, 0.05)
    >>> for _ in range(12):
    ...     bets.settle(1.0)
    >>> bets.verdict, round(bets.against_low, 1)
    ('more than 0.5', 23.3)
    """

    low: float
    high: float
    risk: float
    against_low: float = 1.0
    against_high: float = 1.0

    def settle(self, points: float) -> None:
        """Enters the points of a game, between 0 and 1."""
        lost = (1 - self.high) / (1 - self.low)
        won = self.high / self.low
        self.against_low *= lost + points * (won - lost)
        self.against_high *= 1 / lost + points * (1 / won - 1 / lost)

    @property
    def verdict(self) -> str:
        """What the games have shown; "" while they have not."""
        if self.against_low >= 1 / self.risk:
            return f"more than {self.low:g}"
        return f"less than {self.high:g}" if self.against_high >= 1 / self.risk else ""

    def __str__(self) -> str:
        return f"bets {self.against_low:.2f} against {self.low:g}, {self.against_high:.2f} against {self.high:g}"


def against(
    name: str,
    foe: str,
    games: int,
    budget: dict[str, int],
    players: int,
    seed: int,
    results: Path | None,
    bets: Bets | None,
) -> tuple[float, int]:
    """Points of our bot against another of ours, and games. With bets the last one is the one that decides."""
    game, points = cw.load_game(name), 0.0
    noted = results.read_text("utf-8").splitlines() if results and results.exists() else []
    known = {tuple(each["of"]): each for each in map(json.loads, noted)}
    for n in range(games):
        of = name, foe, spoken(budget), players, seed + n, n % players
        found = known.get(of)
        if found is None:
            found = {"of": of, **played(game, foe, budget, players, seed + n, n % players)}
            if results:
                with results.open("a", encoding="utf-8") as file:
                    print(json.dumps(found), file=file)
        points += found["points"]
        told = f"totals {found['totals']}, mine {found['mine']}; {found['moves']} moves, {found['seconds']} s"
        print(f"{name}: {points:g} of {n + 1}; {told}", flush=True)
        if bets:
            bets.settle(found["points"])
            print(f"  {bets}", flush=True)
            if bets.verdict:
                return points, n + 1
    return points, games


def main() -> None:
    """The command."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("foe", choices=["openspiel", *cw.bots.names()])
    arguments.add_argument("rulesets", nargs="*", help="by default those that OpenSpiel has too")
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--playouts", type=int, default=1000)
    arguments.add_argument("--milliseconds", type=int, help="of a choice against bots of ours, instead of playouts")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=random.Random(16).randrange(1000))
    arguments.add_argument("--results", type=Path, help="a file in which games against bots of ours are noted")
    arguments.add_argument(
        "--stronger-than", type=float, metavar="SHARE", help="of the points: ends where games show more"
    )
    arguments.add_argument("--as-strong-as", type=float, metavar="SHARE", help="or less than this", default=0.65)
    arguments.add_argument("--risk", type=float, default=0.05, help="that either verdict is wrong, at most")
    arguments.add_argument("--uct-c", type=float, default=2.0, help="how much OpenSpiel's explores")
    given = arguments.parse_args()
    budget = {"milliseconds": given.milliseconds} if given.milliseconds else {"playouts": given.playouts}
    for name in given.rulesets or GAMES:
        if given.foe == "openspiel":
            points, games = against_openspiel(name, given.games, given.playouts, given.uct_c)
        else:
            low = given.stronger_than
            bets = None if low is None else Bets(low, given.as_strong_as, given.risk)
            points, games = against(
                name, given.foe, given.games, budget, given.players, given.seed, given.results, bets
            )
            if bets:
                print(f"at a risk of {bets.risk:g}: {bets.verdict or 'nothing is decided'} ({bets})")
        print(f"{name} against {given.foe} at {spoken(budget)}: {points:g} of {games}")


if __name__ == "__main__":
    main()
