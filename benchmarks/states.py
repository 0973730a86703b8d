"""Table of states beside games by hand, in one run:

    python benchmarks/states.py [RULESET …] [--rounds N]

Processor time. Random games from state to state: who decides, the legal actions, a choice, `apply`. In each round all run
directly one behind another, so that a machine that drifts changes all of them; figures are medians of the rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import random
from statistics import median

from lines import ROWS, Row, by_hand, microseconds

import cavewright as cw

LEAST = {
    "tic-tac-toe": 0.25,
    "connect-four": 0.5,
    "breakthrough": 1.3,
    "hex": 0.4,
    "nine-mens-morris": 1.0,
    "the-cave": 0.6,
    "cave-vs-cave": 0.4,
    "kave-kapers": 0.25,
}
"""The ratio to games by hand that is asked of states in a module at least."""


def by_states(first: cw.State, bound: int) -> int:
    """A random game: steps."""
    state = first
    for done in range(bound):
        who = state.current_player
        if who >= 0:
            actions = state.legal_actions()
            state = state.apply(actions[int(random() * len(actions))])
        elif who == cw.CHANCE:
            state = state.draw_any(random)
        elif who == cw.SIMULTANEOUS:
            actions = state.legal_actions(state.active_players[0])
            state = state.apply(actions[int(random() * len(actions))])
        else:
            return done
    return bound


def measured(row: Row, rounds: int) -> list[tuple[float, float]]:
    """Microseconds of a step, and how many times as quick as by hand: by hand, states in Python and in a module."""
    games = [cw.load_game(row.name, options=row.options, engine=each) for each in ("python", "machine")]
    games[1].make_module(row.players)
    works: list[Callable[[], int]] = [partial(by_hand, row)]
    works += [partial(by_states, each.new_initial_state(row.players), row.bound) for each in games]
    for each in works:
        each()
    taken = [[microseconds(each) for each in works] for _ in range(rounds)]
    return [(median(each[n] for each in taken), median(each[0] / each[n] for each in taken)) for n in range(len(works))]


def main() -> None:
    """The table of all rows, or of some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="RULESET")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print("| µs a step (x by hand) | by hand | in Python | in a module | at least |\n|" + " --- |" * 5)
    for row in ROWS:
        if not given.names or row.name in given.names:
            hand, *others = measured(row, given.rounds)
            cells = [f"{hand[0]:.2f}", *(f"{took:.2f} ({ratio:.2f})" for took, ratio in others)]
            print(f"| {row.name}, {row.players} players | {' | '.join(cells)} | ({LEAST[row.name]:g}) |", flush=True)


if __name__ == "__main__":
    main()
