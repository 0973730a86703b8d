"""Table of states beside games by hand, in one run:

    python benchmarks/states.py [RULESET …] [--rounds N]

Processor time. Random games from state to state: who decides, the legal actions, a choice, `apply`. In each round all run
directly one behind another, so that a machine that drifts changes all of them; figures are medians of the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game_loops import Row, by_hand, by_states, cell, measure_beside, print_table

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


def cells_of(row: Row, rounds: int) -> Sequence[str]:
    """The cells of a ruleset."""
    games = [cw.load_game(row.name, options=row.options, engine=each) for each in ("python", "machine")]
    games[1].make_module(row.players)
    states = [partial(by_states, each.new_initial_state(row.players), row.bound) for each in games]
    hand, *others = measure_beside([partial(by_hand, row), *states], rounds)
    return [f"{hand[0]:.2f}", *map(cell, others), f"({LEAST[row.name]:g})"]


if __name__ == "__main__":
    print_table(__doc__, ("by hand", "in Python", "in a module", "at least"), cells_of)
