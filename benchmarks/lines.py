"""Table of lines of play beside games by hand, in one run:

    python benchmarks/lines.py [RULESET …] [--rounds N]

Processor time. Random games by a line: who decides, the options, a choice, a step. In each round all run directly one
behind another, so that a machine that drifts changes all of them; figures are medians of the rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import random
from statistics import median

import byhand
import yardstick

import cavewright as cw

SECONDS = 0.2
"""Processor time of one measurement."""


@dataclass(frozen=True)
class Row:
    """A line of the table: a ruleset, its players and options, steps of a game at most, the ratio to games by hand that is
    asked at least."""

    name: str
    players: int
    least: float
    options: dict[str, str] = field(default_factory=dict)
    bound: int = 1_000


ROWS = (
    Row("tic-tac-toe", 2, 0.45),
    Row("connect-four", 2, 0.65),
    Row("breakthrough", 2, 1.9),
    Row("hex", 2, 0.55),
    Row("nine-mens-morris", 2, 1.8),
    Row("the-cave", 3, 0.45, {"starting_kit": "suggested"}, 1_500),
    Row("cave-vs-cave", 2, 0.55, {}, 400),
    Row("kave-kapers", 3, 0.4, {}, 300),
)


def by_hand(row: Row) -> int:
    """A random game by hand: moves. Of connect four, and beside the caves, that of the yardstick."""
    if row.name == "connect-four" or row.name not in byhand.GAMES:
        return yardstick.playout()
    return byhand.playout(byhand.GAMES[row.name])


def walk(line: cw.Line, bound: int) -> int:
    """Goes on at random: steps."""
    for done in range(bound):
        who = line.current_player
        if who >= 0:
            options = line.options()
            line.push_listed(options[int(random() * len(options))])
        elif who == cw.CHANCE:
            line.draw_any(random)
        elif who == cw.SIMULTANEOUS:
            player = line.active_players[0]
            options = line.options(player)
            line.push_listed(options[int(random() * len(options))], player)
        else:
            return done
    return bound


def by_line(first: cw.State, bound: int, engine: str) -> int:
    """A random game by a line of its own: steps."""
    return walk(cw.Line(first, engine=engine), bound)


def there_and_back(line: cw.Line, bound: int) -> int:
    """A random game that is taken back: steps on."""
    done = walk(line, bound)
    while line.depth:
        line.pop()
    return done


def microseconds(work: Callable[[], int]) -> float:
    """Processor time of each step of some work."""
    done, begin = 0, time.process_time()
    while (took := time.process_time() - begin) < SECONDS:
        done += work()
    return 1e6 * took / done


def measured(row: Row, rounds: int) -> list[tuple[float, float]]:
    """Microseconds of a step, and how many times as quick as by hand: by hand, a line in Python, a native one, and both
    there and back."""
    first = cw.load_game(row.name, options=row.options).new_initial_state(row.players)
    works: list[Callable[[], int]] = [partial(by_hand, row)]
    works += [partial(by_line, first, row.bound, each) for each in ("python", "native")]
    works += [partial(there_and_back, cw.Line(first, engine=each), row.bound) for each in ("python", "native")]
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
    heads = "µs a step (x by hand) | by hand | in Python | native | at least | in Python, and back | native, and back"
    print(f"| {heads} |\n|" + " --- |" * 7)
    for row in ROWS:
        if given.names and row.name not in given.names:
            continue
        found = measured(row, given.rounds)
        cells = [f"{found[0][0]:.2f}", *(f"{took:.2f} ({ratio:.2f})" for took, ratio in found[1:])]
        cells.insert(3, f"({row.least:g})")
        print(f"| {row.name}, {row.players} players | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
