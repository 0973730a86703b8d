"""Table of states in an extension module beside games by hand, in one run:

    python benchmarks/extension.py [RULESET …] [--rounds N]

Processor time. Random games from state to state, as in `states.py`: once with actions that are made when they are looked
at, once with the tuple of all of them. Needs a C compiler and the headers of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game_loops import Row, by_hand, by_states, cell, measure_beside, print_table

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


def cells_of(row: Row, rounds: int) -> Sequence[str]:
    """The cells of a ruleset."""
    game = cw.load_game(row.name, options=row.options, engine="machine", backend="c")
    game.make_module(row.players)
    first = game.new_initial_state(row.players)
    works = [partial(by_states, first, row.bound), partial(by_states, first, row.bound, tuple)]
    hand, state, complete = measure_beside([partial(by_hand, row), *works], rounds)
    return [f"{hand[0]:.2f}", cell(state), f"{LEAST[row.name]:g}", cell(complete)]


if __name__ == "__main__":
    print_table(__doc__, ("by hand", "in an extension", "wanted at least", "with all actions"), cells_of)
