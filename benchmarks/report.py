"""All figures in one run, as ratios to the yardstick run beside each: python benchmarks/report.py"""

from __future__ import annotations

import measure as m


def line(what: str, rate: float, unit: str, ratio: str = "") -> None:
    """One row of the report."""
    print(f"{what:<46} {rate:>12,.1f} {unit:<14} {ratio}")


def main() -> None:
    """The whole report."""
    moves = m.rate(m.yard, 2)
    playouts = moves / 21.3
    line("yardstick: connect four in plain Python", moves, "moves/s")
    for players in range(2, 6):
        for name, work in (("from the start", lambda n=players: m.decisions(n)), ("from the middle", lambda n=players: m.middle_decisions(n))):
            rate, ratio = m.paired(work, rounds=3)
            line(f"The Cave, {players} players, {name}", rate, "decisions/s", f"1/{1 / ratio:.0f} of the yardstick")
    edges = {tiles: m.paired(lambda n=tiles: m.edge_decisions(n), rounds=3)[0] for tiles in (20, 200, 2000)}
    for tiles, rate in edges.items():
        line(f"at the edge of {tiles} tiles", 1e6 / rate, "µs/decision", f"{edges[20] / rate:.2f} times that of 20 tiles")
    per_game = 1 / m.rate(m.greedy, 3)
    line("a game of three greedy bots", 1 / per_game, "games/s", f"{per_game * playouts:,.0f} yardstick playouts a game")
    seconds = 1 / m.rate(m.load, 3)
    line("ruleset parsed, checked, lowered", seconds * 1000, "ms", f"{seconds * playouts:,.0f} yardstick playouts")
    line("import over bare Python", m.import_seconds() * 1000, "ms")
    line("own bytes of a state", m.bytes_per_state(), "bytes")
    state = m.middle(3)
    line("key()", 1e6 / m.rate(lambda: len([state.key()]), 0.5), "µs")
    line("state.cave", 1e6 / m.rate(lambda: len([m.cw.State(state.game, state.names, state._h, state._s).cave]) and 1, 0.5), "µs",
         f"{len(state.cave)} places")


if __name__ == "__main__":
    main()
