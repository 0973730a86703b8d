"""Table of starts: python benchmarks/start.py [RULESET …] prints milliseconds of processor time, in processes of their own, from rules
that are loaded to the first options, by a module that was kept from before; and a line of play in such a module, with all
that is imported for it."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from game_loops import ROWS, Row

ROUNDS = 7
MORE = [Row(name, 2) for name in ("backgammon", "chess", "draughts", "go", "kuhn-poker", "the-cave-de", "the-cave-es")]
MORE.append(Row("hearts", 4))
"""Bundled games that other tables leave out."""
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
LINE = """
import random, time
import cavewright as cw
game = cw.load_game({name!r}, options={options!r})
begin = time.process_time()
state = game.new_initial_state({players})
line = cw.Line(state, engine="native")
while line.current_player == cw.CHANCE:
    line.draw_any(random.random)
len(line.options(line.active_players[0]))
first = time.process_time()
line.make_module()
print(1000 * (first - begin), 1000 * (time.process_time() - begin))
"""


def milliseconds(row: Row, text: str, given: dict[str, str] | None = None, make: bool = False) -> tuple[float, ...]:
    """Processor time until there are the first options, whatever carries the rules out, and until there is the module."""
    said = text.format(name=row.name, options=row.options, players=row.players, given=given, make=make)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True, env=kept)
    return tuple(map(float, done.stdout.split()))


def main() -> None:
    """Prints the table of all bundled games, or of some."""
    heads = (f"{each}, {what}" for each in (*WAYS, "line") for what in ("first options, ms", "module, ms"))
    print(f"| ruleset, kept | {' | '.join(heads)} |\n|" + " --- |" * (2 * len(WAYS) + 3))
    for row in [each for each in (*ROWS, *MORE) if not sys.argv[1:] or each.name in sys.argv[1:]]:
        cells = []
        for given in WAYS.values():
            milliseconds(row, START, given, make=True)
            found = [milliseconds(row, START, given) for _ in range(ROUNDS)]
            cells += [f"{median(each):.1f}" for each in zip(*found, strict=True)]
        milliseconds(row, LINE)
        found = [milliseconds(row, LINE) for _ in range(ROUNDS)]
        cells += [f"{median(each):.1f}" for each in zip(*found, strict=True)]
        print(f"| {row.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
