"""Table of lines of play beside games by hand, in one run:

    python benchmarks/lines.py [RULESET …] [--rounds N]

Processor time. Random games by a line: who decides, the options, a choice, a step, by the option or by its number; in
Python, in a module of WebAssembly, and, where there is a C compiler, in an extension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game_loops import Row, by_hand, by_line, cell, measure_beside, print_table, there_and_back, walk, walk_by_numbers

import cavewright as cw

LEAST = {
    "tic-tac-toe": 0.45,
    "connect-four": 0.65,
    "breakthrough": 1.9,
    "hex": 0.55,
    "nine-mens-morris": 1.8,
    "the-cave": 0.45,
    "cave-vs-cave": 0.55,
    "kave-kapers": 0.4,
}
"""The ratio to games by hand that is asked of lines in a module at least, by numbers."""
HEADS = (
    "by hand",
    "Python",
    "Python, by number",
    "module",
    "by number",
    "at least",
    "Python, and back",
    "module, and back",
    "C",
    "C, by number",
)


def in_c(row: Row) -> cw.State | None:
    """The first state of a game in an extension; none where there is no compiler."""
    try:
        game = cw.load_game(row.name, options=row.options, engine="machine", backend="c")
        game.make_module(row.players)
    except cw.NativeError:
        return None
    return game.new_initial_state(row.players)


def cells_of(row: Row, rounds: int) -> Sequence[str]:
    """The cells of a ruleset."""
    first, compiled = cw.load_game(row.name, options=row.options).new_initial_state(row.players), in_c(row)
    works: list[Callable[[], int]] = [partial(by_hand, row)]
    works += [
        partial(by_line, first, row.bound, way, by) for way in ("python", "native") for by in (walk, walk_by_numbers)
    ]
    works += [partial(there_and_back, cw.Line(first, engine=way), row.bound) for way in ("python", "native")]
    if compiled is not None:
        works += [partial(by_line, compiled, row.bound, "native", by) for by in (walk, walk_by_numbers)]
    found = measure_beside(works, rounds)
    cells = [f"{found[0][0]:.2f}", *map(cell, found[1:])]
    cells.insert(5, f"({LEAST[row.name]:g})")
    return cells + ["–"] * (len(HEADS) - len(cells))


if __name__ == "__main__":
    print_table(__doc__, HEADS, cells_of)
