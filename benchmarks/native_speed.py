"""Table of machine code beside Python, in one run:

    python benchmarks/native_speed.py [RULESET …] [--rounds N] [--python | --greedy [--beside FOLDER] | --caves]

Processor time. Each figure is the median of some rounds; in each round the module runs directly behind what it stands
beside, so that a machine that drifts changes both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from statistics import median

import byhand
import measure
import yardstick

import cavewright as cw
from cavewright.bots.players.beam_search import Search
from cavewright.machine.native import searcher
from cavewright.study import simulate

SECONDS = 0.4
"""Processor time of one measurement."""
BACKENDS, PYTHON = ("wasm", "c"), "python"
SIZES, CAVES = (20, 60, 120, 240, 500), range(3, 8)
"""Tiles of the caves at whose edges leaves are counted, and their seeds."""


@dataclass(frozen=True)
class Row:
    """A line of the table: a ruleset, its players, what it stands beside, and the ratios that are asked at least."""

    name: str
    players: int
    beside: str
    least: tuple[float, float]
    games: int = 1_024
    bound: int = 100_000


ROWS = (
    Row("tic-tac-toe", 2, "by hand", (15, 40)),
    Row("connect-four", 2, "by hand", (30, 50)),
    Row("breakthrough", 2, "by hand", (18, 28)),
    Row("hex", 2, "by hand", (40, 70)),
    Row("nine-mens-morris", 2, "by hand", (18, 28)),
    Row("the-cave", 3, "yardstick", (5, 8), 64, 2_000),
    Row("kave-kapers", 3, "line", (20, 30), 16, 2_000),
    Row("cave-vs-cave", 2, "line", (20, 30), 64, 2_000),
)
"""Of The Cave, no game at random ends: decisions up to a bound are counted, beside moves of connect four by hand."""


def beside(row: Row) -> int:
    """One round of what a row stands beside: moves or steps made."""
    if row.beside == "line":
        return cw.Line(measure.classic(row.name).new_initial_state(row.players)).playout(
            measure.random.random, row.bound
        )
    if row.beside == "yardstick" or row.name == "connect-four":
        return yardstick.playout()
    return byhand.playout(byhand.GAMES[row.name])


def natively(row: Row, backend: str) -> int:
    """Random games within a module: steps made."""
    return measure.native(row.name, row.players, backend).playouts(row.games, seed=7, bound=row.bound).decisions


def rate(work: Callable[[], int]) -> float:
    """What is done in a second of processor time."""
    done, begin = 0, time.process_time()
    while (took := time.process_time() - begin) < SECONDS:
        done += work()
    return done / took


@cache
def is_there(row: Row, backend: str) -> str:
    """Why a module cannot be had; nothing where it can. What is made but once is made by then."""
    try:
        natively(row, backend)
    except cw.NativeError as error:
        return str(error)
    beside(row)
    return ""


def measured(row: Row, backend: str, rounds: int) -> tuple[float, float]:
    """Nanoseconds of a step, and the ratio to what stands beside it."""
    pairs = [(rate(partial(beside, row)), rate(partial(natively, row, backend))) for _ in range(rounds)]
    return 1e9 / median(fast for _, fast in pairs), median(fast / slow for slow, fast in pairs)


def table(rounds: int = 5, names: tuple[str, ...] = ()) -> None:
    """Prints the table."""
    print("| random games | beside | WebAssembly | at least | C | at least | ns a step |\n|" + " --- |" * 7)
    for row in ROWS:
        if names and row.name not in names:
            continue
        cells, times = [], []
        for backend, least in zip(BACKENDS, row.least, strict=True):
            if missing := is_there(row, backend):
                cells += [missing, f"{least:g}"]
                continue
            nanoseconds, ratio = measured(row, backend, rounds)
            cells += [f"{ratio:.3g}", f"{least:g}"]
            times.append(f"{nanoseconds:.0f}")
        print(
            f"| {row.name}, {row.players} players | {row.beside} | {' | '.join(cells)} | {', '.join(times)} |",
            flush=True,
        )


def by_line(row: Row) -> int:
    """A random game by a line: steps made."""
    return cw.Line(measure.classic(row.name).new_initial_state(row.players)).playout(measure.random.random, row.bound)


def in_python(row: Row) -> int:
    """Random games by Python that was printed from the form: steps made."""
    games = max(1, row.games // 16)
    return measure.native(row.name, row.players, "python").playouts(games, seed=7, bound=row.bound).decisions


def python_table(rounds: int = 5, names: tuple[str, ...] = ()) -> None:
    """Prints what Python that was printed from the form does for each step of a line."""
    print("| random games | a line, µs a step | printed from the form | beside a line |\n|" + " --- |" * 4)
    for row in ROWS:
        if names and row.name not in names:
            continue
        by_line(row), in_python(row)
        pairs = [(rate(partial(by_line, row)), rate(partial(in_python, row))) for _ in range(rounds)]
        times = [1e6 / median(each) for each in zip(*pairs, strict=True)]
        ratio = median(form / line for line, form in pairs)
        print(f"| {row.name}, {row.players} players | {times[0]:.3g} | {times[1]:.3g} | {ratio:.2f} |", flush=True)


@cache
def searches_of(game: cw.Game, machine: str) -> searcher.Searcher:
    """The searches of a module, made once."""
    return searcher.Searcher(game, 3, machine)


def in_seconds(game: cw.Game, machine: str, seed: int) -> float:
    """Processor time of a game of three greedy bots, as `simulate` plays it: by searches in Python, or in a module."""
    searches, inside = None if machine == PYTHON else searches_of(game, machine), Search.inside
    Search.inside = lambda self, players: searches
    try:
        begin = time.process_time()
        simulate(game, 1, ["greedy"], 3, seed)
        return time.process_time() - begin
    finally:
        Search.inside = inside


IN_FOLDER = """
import sys, time
import cavewright as cw
from cavewright.study import simulate
game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
for seed in (2, int(sys.argv[1])):
    begin = time.process_time()
    simulate(game, 1, ["greedy"], 3, seed)
    took = time.process_time() - begin
assert cw.__file__.startswith(sys.argv[2]), cw.__file__
print(took)
"""


def there_in_seconds(folder: str, seed: int) -> float:
    """Processor time of such a game by the program of another folder, after a first one."""
    engine = str(Path(folder).resolve() / "engine")
    told = [sys.executable, "-c", IN_FOLDER, str(seed), engine]
    environment = {**os.environ, "PYTHONPATH": engine, "CAVEWRIGHT_CACHE": "off"}
    return float(subprocess.run(told, env=environment, capture_output=True, text=True, check=True).stdout)


def greedy_table(rounds: int = 5, names: tuple[str, ...] = (), folder: str = "") -> None:
    """Prints what games of three greedy bots take, searches made in Python, and in a module; beside them the program of
    another folder, if that is wanted."""
    game = measure.game()
    heads = [*([folder] if folder else []), "in Python", "WebAssembly", "C"]
    print(f"| three greedy bots | {' | '.join(heads)} |\n|" + " --- |" * (1 + len(heads)))
    for each in (PYTHON, *BACKENDS):
        in_seconds(game, each, 2)
    taken = []
    for seed in range(3, 3 + rounds):
        before = [there_in_seconds(folder, seed)] if folder else []
        taken.append(before + [in_seconds(game, each, seed) for each in (PYTHON, *BACKENDS)])
    ratios = [median(each[0] / each[n] for each in taken) for n in range(len(heads))]
    cells = (f"{1000 * median(each[n] for each in taken):.0f} ms ({ratios[n]:.3g})" for n in range(len(heads)))
    print(f"| {game.id} | {' | '.join(cells)} |")


@cache
def of_many_tiles(machine: str) -> cw.Native:
    """The Cave with a stock that does not run out, in a module."""
    return cw.Native(measure.many_tiles(), 2, backend=machine)


def leaf_seconds(size: int, machine: str, depth: int) -> list[float]:
    """Processor time of a leaf at the edge of caves of so many tiles, of some caves each; the position stands in the
    module beforehand."""
    native, found = of_many_tiles(machine), []
    for seed in CAVES:
        native.leaves(measure.grown(size, seed, native.game), 0)
        leaves, begin = 0, time.process_time()
        while (took := time.process_time() - begin) < SECONDS / 4:
            leaves += native._call("leaves", depth)
        found.append(took / leaves)
    return found


def caves_table(rounds: int = 5) -> None:
    """Prints what a leaf takes at the edge of caves of some sizes: with a draw ahead (3), and with tiles laid (4)."""
    print(f"| leaves of depth, at the edge of caves of | {' | '.join(map(str, SIZES))} | most |\n|" + " --- |" * 7)
    for machine in BACKENDS:
        for depth in (3, 4):
            every = [[median(leaf_seconds(size, machine, depth)) for size in SIZES] for _ in range(rounds)]
            times = [median(each) for each in zip(*every, strict=True)]
            most = median(max(each) / min(each) for each in every)
            cells = " | ".join(f"{1e9 * each:.0f} ns" for each in times)
            print(f"| {machine}, depth {depth} | {cells} | {most:.2f} |", flush=True)


def main() -> None:
    """The table of all rows, or of some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="RULESET")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--python", action="store_true", help="Python printed from the form, beside a line")
    parser.add_argument("--greedy", action="store_true", help="games of greedy bots")
    parser.add_argument("--beside", default="", metavar="FOLDER", help="greedy bots of another checkout, too")
    parser.add_argument("--caves", action="store_true", help="leaves at the edge of caves of some sizes")
    given = parser.parse_args()
    if given.caves:
        return caves_table(given.rounds)
    if given.greedy:
        return greedy_table(given.rounds, tuple(given.names), given.beside)
    (python_table if given.python else table)(given.rounds, tuple(given.names))


if __name__ == "__main__":
    main()
