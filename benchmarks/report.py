"""All figures in one run, as ratios to the yardstick run beside each: python benchmarks/report.py [cave] [classics] [native]"""

from __future__ import annotations

import sys
from functools import partial
from tempfile import TemporaryDirectory

import measure as m
import native_speed
import others


def line(what: str, rate: float, unit: str, ratio: str = "") -> None:
    """One row of the report."""
    print(f"{what:<46} {rate:>12,.1f} {unit:<14} {ratio}")


def cave() -> None:
    """The Cave, and what goes before and beside play."""
    moves = m.rate(m.yard, 2)
    playouts = moves / 21.3
    line("yardstick: connect four in plain Python", moves, "moves/s")
    for players in range(2, 6):
        for name, work in (
            ("from the start", lambda n=players: m.decisions(n)),
            ("from the middle", lambda n=players: m.middle_decisions(n)),
        ):
            rate, ratio = m.paired(work, rounds=3)
            line(f"The Cave, {players} players, {name}", rate, "decisions/s", f"1/{1 / ratio:.1f} of the yardstick")
    for players in range(2, 6):
        rate, ratio = m.paired(lambda n=players: m.in_place(n), rounds=3)
        line(f"The Cave, {players} players, in place", rate, "decisions/s", f"1/{1 / ratio:.1f} of the yardstick")
    edges = {tiles: m.paired(lambda n=tiles: m.edge_decisions(n), rounds=3)[0] for tiles in (20, 200, 2000)}
    for tiles, rate in edges.items():
        line(
            f"at the edge of {tiles} tiles", 1e6 / rate, "µs/decision", f"{edges[20] / rate:.2f} times that of 20 tiles"
        )
    per_game = 1 / m.rate(m.greedy, 3)
    line(
        "a game of three greedy bots", 1 / per_game, "games/s", f"{per_game * playouts:,.0f} yardstick playouts a game"
    )
    seconds = 1 / m.rate(m.load, 3)
    line("ruleset ready to play, from nothing", seconds * 1000, "ms", f"{seconds * playouts:,.0f} yardstick playouts")
    with TemporaryDirectory() as place:
        with m.keeping(place):
            m.load_again()
            seconds = 1 / m.rate(m.load_again, 1)
        line("ready again in the same process", seconds * 1000, "ms", f"{seconds * playouts:,.0f} yardstick playouts")
        for what, where in (("nothing kept", "off"), ("from what was kept", place)):
            seconds = m.new_process(where)
            line(
                f"ready in a new process, {what}", seconds * 1000, "ms", f"{seconds * playouts:,.0f} yardstick playouts"
            )
    line("import over bare Python", m.import_seconds() * 1000, "ms")
    size = m.bytes_per_state()
    line("memory of 10,000 kept states of one match", size, "bytes each", f"{size / 4096:.2f} of 4 KiB")
    state = m.middle(3)
    line("key()", 1e6 / m.rate(lambda: len([state.key()]), 0.5), "µs")
    made = {tiles: 1e6 / m.rate(partial(m.views, tiles), 0.5) for tiles in (20, 200, 2000)}
    for tiles, each in made.items():
        whole = 1e6 / m.rate(partial(m.components, tiles), 0.5)
        line(
            f"state.cave of {tiles} tiles",
            each,
            "µs",
            f"{each / made[20]:.2f} times that of 20 tiles; asked for its components {whole:,.0f} µs",
        )


def classics(rounds: int = 5, seconds: float = 0.6) -> None:
    """Random games of the classics, moves a second: a table for `docs/speed.md`. Each column is run directly after the
    game by hand."""
    heads = ["by hand", *(f"Cavewright, {form}" for form in m.FORMS), "OpenSpiel from Python"]
    print(f"| random games, moves/s | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 1)}")
    missing: dict[str, None] = {}
    for name in others.SPIEL:
        hand = partial(m.by_hand, name)
        there = others.openspiel(name)
        missing |= {there: None} if isinstance(there, str) else {}
        works = [*(partial(form, name) for form in m.FORMS.values()), *([there] if not isinstance(there, str) else [])]
        measured = [m.paired(work, rounds, seconds, beside=hand) for work in works]
        cells = [f"{rate:,.0f} ({ratio:.2g})" for rate, ratio in measured] + ["not measured"] * isinstance(there, str)
        print(f"| {name} | {m.rate(hand, seconds):,.0f} (1) | {' | '.join(cells)} |", flush=True)
    print("\nIn brackets: the ratio to the game by hand, run directly before.", *missing)
    boardgame(seconds)


def boardgame(seconds: float) -> None:
    """A line on boardgame.io."""
    before = m.rate(partial(m.by_hand, "tic-tac-toe"), seconds)
    found = others.boardgame(2 * seconds)
    if isinstance(found, str):
        print(f"boardgame.io is not measured: {found}.")
        return
    after = m.rate(partial(m.by_hand, "tic-tac-toe"), seconds)
    said = (
        f"{found[way]:,.0f} moves/s {words} ({2 * found[way] / (before + after):.2g})"
        for way, words in (("client", "through a client"), ("reducer", "through its reducer, as its bots play"))
    )
    print(f"{others.BOARDGAME} on tic-tac-toe: {', '.join(said)}.")


def main(parts: list[str]) -> None:
    """The whole report, or parts of it."""
    known = {"cave": cave, "classics": classics, "native": native_speed.table}
    if unknown := [each for each in parts if each not in known]:
        sys.exit(f"there is no part {unknown[0]!r}; there are {' and '.join(known)}")
    for name, part in known.items():
        if not parts or name in parts:
            part()
            print()


if __name__ == "__main__":
    main(sys.argv[1:])
