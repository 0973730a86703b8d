"""Table of starts: python benchmarks/start.py prints milliseconds of processor time, in processes of their own, from rules
that are loaded to the first options, by a module that was kept from before."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from game_loops import ROWS

ROUNDS = 7
WAYS = {"WebAssembly": {}, "C": {"backend": "c"}}
START = """
import time
import cavewright as cw
game = cw.load_game({name!r}, options={options!r}, engine="machine", **{given!r})
begin = time.process_time()
if {make}:
    game.make_module({players})
state = game.new_initial_state({players})
len(state.legal_actions(state.active_players[0]))
print(1000 * (time.process_time() - begin), state.engine)
"""


def milliseconds(row: object, given: dict[str, str], make: bool = False) -> tuple[float, str]:
    """Processor time of a start, and what carried the rules out."""
    said = START.format(name=row.name, options=row.options, players=row.players, given=given, make=make)
    took, engine = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, text=True, check=True
    ).stdout.split()
    return float(took), engine


def main() -> None:
    """Prints the table."""
    print("| ruleset | " + " | ".join(f"{each}, kept, ms" for each in WAYS) + " |\n|" + " --- |" * (len(WAYS) + 1))
    for row in ROWS:
        cells = []
        for given in WAYS.values():
            milliseconds(row, given, make=True)
            found = [milliseconds(row, given) for _ in range(ROUNDS)]
            assert {engine for _, engine in found} == {"machine"}
            cells.append(f"{median(took for took, _ in found):.1f}")
        print(f"| {row.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
