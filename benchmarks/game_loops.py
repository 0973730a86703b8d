"""Loops that benchmarks share: random games by hand, from state to state and along lines, and how they are measured."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import random
from statistics import median

import byhand
import yardstick

import cavewright as cw

SECONDS = 0.2
"""Processor time of one measurement."""


@dataclass(frozen=True)
class Row:
    """A line of a table: a ruleset, its players and options, steps of a game at most."""

    name: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    bound: int = 1_000


ROWS = (
    Row("tic-tac-toe", 2),
    Row("connect-four", 2),
    Row("breakthrough", 2),
    Row("hex", 2),
    Row("nine-mens-morris", 2),
    Row("the-cave", 3, {"starting_kit": "suggested"}, 1_500),
    Row("cave-vs-cave", 2, {}, 400),
    Row("kave-kapers", 3, {}, 300),
)


def by_hand(row: Row) -> int:
    """A random game by hand: moves. Of connect four, and beside the caves, that of the yardstick."""
    if row.name == "connect-four" or row.name not in byhand.GAMES:
        return yardstick.playout()
    return byhand.playout(byhand.GAMES[row.name])


# ---- lines -----------------------------------------------------------------------------------------------------------


def walk(line: cw.Line, bound: int) -> int:
    """Goes on at random, by options: steps."""
    for done in range(bound):
        who = line.current_player
        if who >= 0:
            options = line.options()
            line.push_listed(options[int(random() * len(options))])
        elif not _go_on_alone(line, who):
            return done
    return bound


def walk_by_numbers(line: cw.Line, bound: int) -> int:
    """Goes on at random, by the numbers of options: steps."""
    for done in range(bound):
        who = line.current_player
        if who >= 0:
            line.push_nth(int(random() * len(line.options())))
        elif not _go_on_alone(line, who):
            return done
    return bound


def _go_on_alone(line: cw.Line, who: int) -> bool:
    """Goes on where no player decides alone; False at the end."""
    if who == cw.CHANCE:
        line.draw_any(random)
    elif who == cw.SIMULTANEOUS:
        player = line.active_players[0]
        options = line.options(player)
        line.push_listed(options[int(random() * len(options))], player)
    else:
        return False
    return True


def by_line(first: cw.State, bound: int, engine: str, walk: Callable[[cw.Line, int], int] = walk) -> int:
    """A random game by a line of its own: steps."""
    line = cw.Line(first, engine=engine)
    line.make_module()
    return walk(line, bound)


def there_and_back(line: cw.Line, bound: int) -> int:
    """A random game that is taken back: steps on."""
    done = walk(line, bound)
    while line.depth:
        line.pop()
    return done


# ---- states ----------------------------------------------------------------------------------------------------------


def by_states(
    first: cw.State, bound: int, listed: Callable[[Sequence[cw.Action]], Sequence[cw.Action]] = lambda a: a
) -> int:
    """A random game from state to state: steps. `listed` is done with every list of actions."""
    state = first
    for done in range(bound):
        who = state.current_player
        if who >= 0:
            actions = listed(state.legal_actions())
            state = state.apply(actions[int(random() * len(actions))])
        elif who == cw.CHANCE:
            state = state.draw_any(random)
        elif who == cw.SIMULTANEOUS:
            actions = listed(state.legal_actions(state.active_players[0]))
            state = state.apply(actions[int(random() * len(actions))])
        else:
            return done
    return bound


# ---- measuring -------------------------------------------------------------------------------------------------------


def microseconds(work: Callable[[], int]) -> float:
    """Processor time of each step of some work."""
    done, begin = 0, time.process_time()
    while (took := time.process_time() - begin) < SECONDS:
        done += work()
    return 1e6 * took / done


def measure_beside(works: Sequence[Callable[[], int]], rounds: int) -> list[tuple[float, float]]:
    """Microseconds of a step, and how many times as quick as the first, of some works. In each round all run directly one
    behind another, so that a machine that drifts changes all of them; figures are medians of the rounds."""
    for each in works:
        each()
    taken = [[microseconds(each) for each in works] for _ in range(rounds)]
    return [(median(each[n] for each in taken), median(each[0] / each[n] for each in taken)) for n in range(len(works))]


def print_table(what: str | None, heads: Sequence[str], cells_of: Callable[[Row, int], Sequence[str]]) -> None:
    """Prints a table of all rows, or of those that the command line names."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("names", nargs="*", metavar="RULESET")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"| µs a step (x by hand) | {' | '.join(heads)} |\n|" + " --- |" * (len(heads) + 1))
    for row in ROWS:
        if not given.names or row.name in given.names:
            cells = cells_of(row, given.rounds)
            print(f"| {row.name}, {row.players} players | {' | '.join(cells)} |", flush=True)


def cell(found: tuple[float, float]) -> str:
    """A figure beside those by hand."""
    return f"{found[0]:.2f} ({found[1]:.2f})"
