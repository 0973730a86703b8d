"""Table of states in an extension module beside games by hand, in one run:

    python benchmarks/extension.py [RULESET …] [--rounds N]

Processor time. Random games from state to state, as in `states.py`: once with actions that are made when they are looked
at, once with the tuple of all of them. Needs a C compiler and the headers of Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import random
from statistics import median

from lines import ROWS, Row, by_hand, microseconds
from states import by_states

import cavewright as cw

LEAST = {
    "tic-tac-toe": 2.0,
    "connect-four": 2.5,
    "breakthrough": 4.5,
    "hex": 1.0,
    "nine-mens-morris": 5.0,
    "the-cave": 1.0,
    "cave-vs-cave": 0.8,
    "kave-kapers": 0.7,
}
"""The ratio to games by hand that is asked of states in an extension at least."""


def with_all_actions(first: cw.State, bound: int) -> int:
    """A random game in which every list of actions is complete: steps."""
    state = first
    for done in range(bound):
        who = state.current_player
        if who >= 0:
            actions = tuple(state.legal_actions())
            state = state.apply(actions[int(random() * len(actions))])
        elif who == cw.CHANCE:
            state = state.draw_any(random)
        elif who == cw.SIMULTANEOUS:
            actions = tuple(state.legal_actions(state.active_players[0]))
            state = state.apply(actions[int(random() * len(actions))])
        else:
            return done
    return bound


def measured(row: Row, rounds: int) -> list[tuple[float, float]]:
    """Microseconds of a step, and how many times as quick as by hand: by hand, states, states with complete lists."""
    game = cw.load_game(row.name, options=row.options, engine="machine", backend="c")
    game.make_module(row.players)
    first = game.new_initial_state(row.players)
    works: list[Callable[[], int]] = [
        partial(by_hand, row),
        partial(by_states, first, row.bound),
        partial(with_all_actions, first, row.bound),
    ]
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
    print(
        "| µs a step (x by hand) | by hand | in an extension | wanted at least | with all actions |\n|" + " --- |" * 5
    )
    for row in ROWS:
        if not given.names or row.name in given.names:
            hand, state, complete = measured(row, given.rounds)
            cells = [
                f"{hand[0]:.2f}",
                f"{state[0]:.2f} ({state[1]:.2f})",
                f"{LEAST[row.name]:g}",
                f"{complete[0]:.2f} ({complete[1]:.2f})",
            ]
            print(f"| {row.name}, {row.players} players | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
