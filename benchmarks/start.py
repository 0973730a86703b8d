"""Table of starts: python benchmarks/start.py prints milliseconds of processor time, in processes of their own, from rules
that are loaded to the first options, by a module that was kept from before."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from game_loops import ROWS, Row

ROUNDS = 7
WAYS = {"WebAssembly": {}, "C": {"backend": "c"}}
START = """
import random, time
import cavewright as cw
game = cw.load_game({name!r}, options={options!r}, engine="machine", **{given!r})
begin = time.process_time()
if {make}:
    game.make_module({players})
state = game.new_initial_state({players})
while state.current_player == cw.CHANCE:
    state = state.draw_any(random.random)
len(state.legal_actions(state.active_players[0]))
first = time.process_time()
game.make_module({players})
print(1000 * (first - begin), 1000 * (time.process_time() - begin))
"""


def milliseconds(row: Row, given: dict[str, str], make: bool = False) -> tuple[float, ...]:
    """Processor time until there are the first options, whatever carries the rules out, and until there is the module."""
    said = START.format(name=row.name, options=row.options, players=row.players, given=given, make=make)
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    return tuple(map(float, done.stdout.split()))


def main() -> None:
    """Prints the table."""
    heads = (f"{each}, {what}" for each in WAYS for what in ("first options, ms", "module, ms"))
    print(f"| ruleset, kept | {' | '.join(heads)} |\n|" + " --- |" * (2 * len(WAYS) + 1))
    for row in ROWS:
        cells = []
        for given in WAYS.values():
            milliseconds(row, given, make=True)
            found = [milliseconds(row, given) for _ in range(ROUNDS)]
            cells += [f"{median(each):.1f}" for each in zip(*found, strict=True)]
        print(f"| {row.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
