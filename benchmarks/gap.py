"""Table of what is left between a game within a module and the same game in C++ by hand, in one run:

    python benchmarks/gap.py [RULESET …] [--rounds N] [--seconds S] [--beside FOLDER]

Nanoseconds of processor time of a move of random games. Each round runs the program (`baseline.cpp`), the module in
WebAssembly and the module in C one behind the other; figures are medians of the rounds, ratios those of a round. With `--beside` the
modules of another tree run in the same rounds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
NAMES = ("tic-tac-toe", "connect-four", "breakthrough", "hex")
MORE = ("nine-mens-morris", "the-cave", "cave-vs-cave", "kave-kapers")
"""Games that are measured beside another tree alone: nobody wrote them in C++."""
PLAYERS = {"the-cave": 3, "kave-kapers": 3}
BACKENDS = ("wasm", "c")
GAMES = {"the-cave": (64, 2_000), "cave-vs-cave": (64, 2_000), "kave-kapers": (16, 2_000)}
"""Games of a call, and decisions of a game at most."""


def program(folder: Path) -> Path:
    """The program of C++, compiled."""
    found = folder / "baseline"
    flags = ["-O3", "-march=native", "-std=c++17"]
    subprocess.run(["c++", *flags, str(HERE / "baseline.cpp"), "-o", str(found)], check=True)
    return found


def worker(name: str, seconds: float) -> None:
    """Answers each line that names a backend by the nanoseconds that a move takes there."""
    import cavewright as cw

    many, bound = GAMES.get(name, (1_024, 100_000))
    game = cw.load_game(name)
    modules = {each: cw.Native(game, PLAYERS.get(name, 2), backend=each) for each in BACKENDS}
    for each in modules.values():
        each.playouts(many, seed=3, bound=bound)
    print("ready", flush=True)
    for line in sys.stdin:
        module, done, begin = modules[line.strip()], 0, time.process_time()
        while (took := time.process_time() - begin) < seconds:
            done += module.playouts(many, seed=7, bound=bound).decisions
        print(took / done * 1e9, flush=True)


class Modules:
    """The modules of a tree, in a process of their own."""

    def __init__(self, tree: Path, name: str, seconds: float) -> None:
        command = [sys.executable, __file__, name, "--worker", str(seconds)]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(tree / "engine")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None and self.process.stdin is not None
        self.answers, self.asks = self.process.stdout, self.process.stdin
        self.answers.readline()

    def nanoseconds(self, backend: str) -> float:
        """How long a move takes."""
        print(backend, file=self.asks, flush=True)
        return float(self.answers.readline())

    def stop(self) -> None:
        """Ends the process."""
        self.asks.close()
        self.process.wait()


def by_hand(found: Path, name: str, seconds: float) -> float:
    """How long a move takes in C++."""
    out = subprocess.run([str(found), name, str(seconds)], check=True, capture_output=True, text=True)
    return float(out.stdout)


def row(name: str, found: Path, trees: list[Path], rounds: int, seconds: float) -> str:
    """A line of the table."""
    modules = [Modules(each, name, seconds) for each in trees]
    hand: list[float] = []
    took: dict[tuple[int, str], list[float]] = {}
    for _ in range(rounds):
        hand.append(by_hand(found, name, seconds) if name in NAMES else 0)
        for backend in BACKENDS:
            for n, each in enumerate(modules):
                took.setdefault((n, backend), []).append(each.nanoseconds(backend))
    for each in modules:
        each.stop()
    cells = [name, f"{median(hand):.1f}" if name in NAMES else ""]
    for backend in BACKENDS:
        for n in reversed(range(len(trees))):
            times = took[n, backend]
            gap = f" ({median(a / b for a, b in zip(times, hand, strict=True)):.1f})" if name in NAMES else ""
            cells.append(f"{median(times):.1f}{gap}")
        if len(trees) > 1:
            before = zip(took[1, backend], took[0, backend], strict=True)
            cells.append(f"{median(a / b for a, b in before):.2f}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Prints the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*", default=NAMES)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=0.3)
    options.add_argument("--beside", type=Path, help="a tree whose modules run in the same rounds")
    options.add_argument("--worker", type=float, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.worker is not None:
        return worker(given.names[0], given.worker)
    trees = [HERE.parent, *([given.beside] if given.beside else [])]
    columns = [
        f"{backend}{note}" for backend in BACKENDS for note in ((" before", "", " quicker") if given.beside else ("",))
    ]
    print(f"| random games, ns a move | C++ by hand | {' | '.join(columns)} |")
    print(f"| --- {'| --- ' * (1 + len(columns))}|")
    with tempfile.TemporaryDirectory() as folder:
        found = program(Path(folder))
        for name in given.names:
            print(row(name, found, trees, given.rounds, given.seconds), flush=True)


if __name__ == "__main__":
    main()
