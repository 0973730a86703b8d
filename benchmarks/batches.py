"""Table of batches beside games by hand, in one run:

    python benchmarks/batches.py [RULESET …] [--rounds N] [--size K]

Processor time of one core. A step of a batch: numbers that the batch has drawn, a step of every game, masks written. In
each round a batch runs directly behind the games by hand, so that a machine that drifts changes both; figures are
medians of the rounds.
"""

from __future__ import annotations

import argparse
from functools import partial
from statistics import median

import game_loops

import cavewright as cw

LEAST = {"tic-tac-toe": 8, "connect-four": 8, "breakthrough": 5, "hex": 4, "nine-mens-morris": 5}
"""Ratios to games by hand that are asked at least."""


def by_numbers(games: cw.Vector) -> int:
    """A step of every game, by numbers of actions: decisions."""
    games.step(games.random_actions())
    return games.size


def by_options(games: cw.Vector) -> int:
    """The same by numbers of options, which numpy draws."""
    games.step_options(games.random_options())
    return games.size


def observed(games: cw.Vector) -> int:
    """The same by numbers of actions, and what everybody who decides may know."""
    games.step(games.random_actions())
    return len(games.observations)


def main() -> None:
    """The table of all rows, or of some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="RULESET")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=1_024)
    given = parser.parse_args()
    ways = (by_numbers, by_options, observed)
    print(
        f"| {given.size} games, ns a decision (x by hand) | by numbers | at least | by options | observed |\n|"
        + " --- |" * 5
    )
    for row in game_loops.ROWS:
        if given.names and row.name not in given.names:
            continue
        game = cw.load_game(row.name, options=row.options)
        games = cw.vector(game, row.players, given.size, seed=7)
        cells = []
        for way in ways:
            try:
                way(games)
            except cw.NativeError as error:
                cells.append(str(error).partition(";")[0])
                continue
            pairs = [
                (
                    game_loops.microseconds(partial(game_loops.by_hand, row)),
                    game_loops.microseconds(partial(way, games)),
                )
                for _ in range(given.rounds)
            ]
            ratio = median(hand / batch for hand, batch in pairs)
            cells.append(f"{1_000 * median(batch for _, batch in pairs):.0f} ({ratio:.2f})")
        cells.insert(1, str(LEAST.get(row.name, "")))
        print(f"| {row.name}, {row.players} players | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
