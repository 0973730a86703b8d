"""What is measured, as plain functions: each does a known amount of work and returns how many units it did."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import byhand
import networkx as nx
import yardstick

import cavewright as cw
from cavewright.rules.cave import grid
from cavewright.rules.program import instructions as i


@cache
def game(kit: str = "suggested") -> cw.Game:
    """The Cave."""
    return cw.load_game("the-cave", options={"starting_kit": kit})


def walk(state: cw.State, steps: int, rng: random.Random) -> tuple[cw.State, int]:
    """Random steps; the state reached, and how many of them were decisions of a player between at least two actions."""
    decisions = 0
    for _ in range(steps):
        if state.is_terminal:
            break
        if state.current_player == cw.CHANCE:
            outcomes = state.chance_outcomes()
            action = rng.choices([a for a, _ in outcomes], [float(w) for _, w in outcomes])[0]
        else:
            who = state.active_players
            actions = state.legal_actions(who[0] if len(who) == 1 else rng.choice(who))
            decisions += len(actions) > 1
            action = actions[int(rng.random() * len(actions))]
        state = state.apply(action)
        len(state.events)
    return state, decisions


def decisions(players: int, steps: int = 1500, seed: int = 1) -> int:
    """Random play from the start: decisions made."""
    return walk(game().new_initial_state(players), steps, random.Random(seed))[1]


@cache
def middle(players: int, seed: int = 5) -> cw.State:
    """A position in mid-game, after 400 random steps."""
    return walk(game().new_initial_state(players), 400, random.Random(seed))[0]


def middle_decisions(players: int, steps: int = 1500) -> int:
    """Random play from the middle: decisions made."""
    return walk(middle(players), steps, random.Random(9))[1]


def in_place(players: int, steps: int = 1500, seed: int = 5) -> int:
    """Random play from the middle by a line that can be taken back: decisions between at least two options."""
    line, rng, count = cw.Line(middle(players)), random.Random(seed).random, 0
    for _ in range(steps):
        if line.is_terminal:
            break
        if line.current_player == cw.CHANCE:
            weights = line.weights()
            line.draw_listed(random.choices([value for value, _ in weights], [weight for _, weight in weights])[0])
            continue
        options = line.options()
        count += len(options) > 1
        line.push_listed(options[int(rng() * len(options))])
    return count


def yard(playouts: int = 400) -> int:
    """The yardstick: moves of plain-Python connect four."""
    return sum(yardstick.playout() for _ in range(playouts))


@cache
def many_tiles() -> cw.Game:
    """The Cave with seven of each tile, so that caves of some hundred tiles can be laid."""
    overlay = str(Path(__file__).parent / "rules" / "many-tiles.cave")
    return cw.load_game("the-cave", overlays=[overlay], options={"starting_kit": "suggested"})


@cache
def grown(tiles: int, seed: int = 3, rules: cw.Game | None = None) -> cw.State:
    """A position with so many placed tiles of the same 80 kinds, the acting team at the edge, stacks full."""
    rng, one = random.Random(seed), rules or game()
    state = walk(one.new_initial_state(2), 1, rng)[0]
    while state.current_player < 0:
        state = state.apply(rng.choice(state.chance_outcomes())[0])
    kind = one.rules_model.kinds["tile"]
    rows = [n for n, stack in enumerate(kind.columns["stack"].values[:-1]) if stack >= 0]
    h, s = state._h[:], [dict(each) for each in state._s]
    while len(s[0]) < tiles:
        at = rng.choice(list(s[1]))
        row = rng.choice(rows)
        fitting = [
            turned for turned in grid.SQUARE.turnings[kind.columns["open"].values[row]] if _fits(s[0], at, turned)
        ]
        if fitting and (turned := rng.choice(fitting)).bit_count() + len(s[1]) > 4:
            grid.SQUARE.lay(s[0], s[1], at, (row, turned, 0, -1))
    layout = one.program.layout
    edge = next(p for p in reversed(s[0]) if grid.SQUARE.exits(s[0], p) and len(grid.SQUARE.neighbours(s[0], p)) > 0)
    h[layout.base["team", "here"] + h[1]] = edge
    h[layout.base["team", "points"] + h[1]] = 5
    for stack in range(4):
        h[layout.base["stack", "left"] + stack] = 99
    return cw.State(one, state.names, h, s)


def _fits(cells: grid.Cells, at: int, turned: int) -> bool:
    return all(
        (turned & bit != 0) == (cells[at + step][1] & back != 0)
        for bit, step, back in grid.SQUARE.around
        if at + step in cells
    )


def edge_decisions(tiles: int, rounds: int = 30) -> int:
    """Decisions at the edge of a cave: every action tried, and after a discovery every place of one drawn tile."""
    start, count = grown(tiles), 0
    for n in range(rounds):
        state = cw.State(start.game, start.names, start._h, start._s)
        for action in state.legal_actions():
            after = state.apply(action)
            count += 1
            if after.current_player == cw.CHANCE:
                outcomes = after.chance_outcomes()
                placing = after.apply(outcomes[n % len(outcomes)][0])
                for spot in placing.legal_actions():
                    placing.apply(spot).legal_actions()
                    count += 1
    return count


def views(tiles: int, many: int = 1000) -> int:
    """The graph of a position with so many tiles, as often as said: each time of a new state."""
    state = grown(tiles)
    for _ in range(many):
        cw.State(state.game, state.names, state._h, state._s).cave  # noqa: B018 - making it is what is measured
    return many


def components(tiles: int) -> int:
    """The parts of the cave that hang together, asked of a new graph."""
    state = grown(tiles)
    return len([*nx.connected_components(cw.State(state.game, state.names, state._h, state._s).cave)])


def kept_states(many: int, players: int = 3, seed: int = 2) -> list[cw.State]:
    """States of one random walk, one after another; the actions of all but the last were asked for, and their
    events."""
    rng, states = random.Random(seed), [game().new_initial_state(players)]
    while len(states) < many and not states[-1].is_terminal:
        states.append(walk(states[-1], 1, rng)[0])
    return states


def bytes_per_state(many: int = 10_000) -> float:
    """Bytes that are freed with a list of states, by state: their lists of actions and events are counted, what the
    game remembers is not."""
    kept_states(many)
    gc.collect()
    tracemalloc.start()
    states = kept_states(many)
    gc.collect()
    count, before = len(states), tracemalloc.get_traced_memory()[0]
    states.clear()
    gc.collect()
    freed = before - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return freed / count


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Units of work a second of processor time."""
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        done += work()
    return done / (time.process_time() - begin)


def paired(
    work: Callable[[], int], rounds: int = 5, seconds: float = 0.6, beside: Callable[[], int] = yard
) -> tuple[float, float]:
    """The median rate of some work, and the median of its ratio to other work, the yardstick, run directly before
    it."""
    rates, ratios = [], []
    for _ in range(rounds):
        base = rate(beside, seconds / 2)
        rates.append(rate(work, seconds))
        ratios.append(rates[-1] / base)
    return sorted(rates)[rounds // 2], sorted(ratios)[rounds // 2]


def greedy(seed: int = 3, players: int = 3) -> int:
    """One game of greedy bots, to the end."""
    match = cw.Match(game(), players=players, seed=seed)
    bots = [cw.bots.make("greedy", match.game, seed=n) for n in range(players)]
    while not match.state.is_terminal:
        who = match.state.active_players[0]
        match.push(bots[who].choose(match.state, who))
    return 1


@contextmanager
def keeping(place: str) -> Iterator[None]:
    """What is kept between runs is kept there meanwhile, or nowhere: `off`."""
    before = os.environ.get("CAVEWRIGHT_CACHE")
    os.environ["CAVEWRIGHT_CACHE"] = place
    try:
        yield
    finally:
        os.environ.pop("CAVEWRIGHT_CACHE")
        if before is not None:
            os.environ["CAVEWRIGHT_CACHE"] = before


def made_ready(game: cw.Game) -> int:
    """Every function that play needs is there, as states go on: those that list options, carry them out, and go on
    behind them."""
    engine = game.engine
    code, points = engine.program.code, set(engine.program.entries.values())
    for pc, node in enumerate(code):
        if isinstance(node, i.Chance):
            points.add(node.to)
        elif isinstance(node, i.Decide):
            engine.lister(pc)
            points |= {to for option in node.options for to in (option.after, node.otherwise) if to >= 0}
            for n in range(len(node.options)):
                engine.option(pc, n, False)
    for pc in points:
        engine.at(pc)
    return 1


def load() -> int:
    """The ruleset made ready to play, nothing known from before: read, parsed, checked and lowered, and Python written
    for all of it."""
    with keeping("off"):
        return made_ready(cw.load_game("the-cave"))


def load_again() -> int:
    """The ruleset made ready to play once more in a process that has done so: its files are read, and are those that
    they were."""
    return made_ready(cw.load_game("the-cave"))


IN_ANOTHER = """
import sys, time
sys.path.insert(0, sys.argv[1])
import measure as m
begin = time.process_time()
m.made_ready(m.cw.load_game("the-cave"))
print(time.process_time() - begin)
"""


def new_process(place: str) -> float:
    """Seconds of processor time until the ruleset is ready to play in a new process, its Python too, imports apart.

    `place` is where things are kept, or `off`. What is kept is there from the second process on, so that the median is
    of such.
    """
    told, environment = (
        [sys.executable, "-c", IN_ANOTHER, str(Path(__file__).parent)],
        {**os.environ, "CAVEWRIGHT_CACHE": place},
    )
    found = [subprocess.run(told, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(5)]
    return sorted(map(float, found))[2]


def by_hand(name: str, playouts: int = 20) -> int:
    """Random games of a classic in plain Python: moves made."""
    if name == "connect-four":
        return yard(playouts)
    return sum(byhand.playout(byhand.GAMES[name]) for _ in range(playouts))


@cache
def classic(name: str) -> cw.Game:
    """One of the classics."""
    return cw.load_game(name)


def by_states(name: str, playouts: int = 20) -> int:
    """Random games of a classic, an immutable state after another: moves made."""
    start, moves = classic(name).new_initial_state(), 0
    for _ in range(playouts):
        state = start
        while not state.is_terminal:
            actions = state.legal_actions()
            state = state.apply(actions[int(random.random() * len(actions))])
            moves += 1
    return moves


def by_line(name: str, playouts: int = 20) -> int:
    """Random games of a classic in place, each with the log that takes it back: moves made."""
    start = classic(name).new_initial_state()
    return sum(cw.Line(start).playout(random.random) for _ in range(playouts))


FORMS: dict[str, Callable[[str], int]] = {"states": by_states, "in place": by_line}
"""The ways in which Cavewright plays random games of a classic, by the heads of their columns."""


@cache
def native(name: str, players: int, backend: str) -> cw.Native:
    """A game as machine code. NativeError where it cannot be had."""
    return cw.Native(classic(name), players, backend=backend)


def import_seconds() -> float:
    """Importing the package, over bare Python."""

    def run(code: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    return sorted(run("import cavewright") for _ in range(5))[2] - sorted(run("pass") for _ in range(5))[2]
