"""Runs parts of the longer run, one after the other, until the minutes are over. The engine says with which part it begins.

    python .ci/longer_run.py --minutes 60
    python .ci/longer_run.py --minutes 60 --parts 3     no more than the next three

When the minutes are over no test begins any more, and what still runs is broken off soon after (`tests/stop_clock.py`): the last part is
run as far as time allows. A part that fails does not keep the next from its turn: the last lines name the parts that ran and those that
did not, and for each that failed the command that repeats it.

The files of `engine` decide with which part a run begins, and which inputs are drawn, whatever the commit says and whenever it is tried. So
a mended test, or a mended page, is tried on the inputs that found the fault; the next engine begins elsewhere, so that all parts get their
turn.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = 48
SEEDS = 10_000
"""Seeds are below: a number that can be typed."""
LEAST = 120
"""Seconds within which a part brings up its tests and runs some."""


def tree_of_engine() -> int:
    """The hash of the files of the engine in this commit; zero where git knows of none."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", "HEAD:engine"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return 0
    return int(done.stdout.strip() or "0", 16)


def commands(tree: int) -> list[list[str]]:
    """The commands of all parts, in the order that the tree determines."""
    return [["make", "long", f"SHARD={(tree + turn) % PARTS}/{PARTS}", f"SEED={tree % SEEDS}"] for turn in range(PARTS)]


def run_parts(
    todo: list[list[str]],
    minutes: float,
    run: Callable[[list[str], float], bool],
    now: Callable[[], float] = time.time,
    most: int = PARTS,
) -> Iterator[tuple[list[str], bool]]:
    """Each command that was run, and if it passed, at most so many. `run` gets the time at which tests begin no more, and ends soon after."""
    end = now() + 60 * minutes
    for command in todo[:most]:
        if now() + LEAST > end:
            return
        yield command, run(command, end)


def passes(command: list[str], end: float) -> bool:
    """Runs a command; true if it says that all is well."""
    print(" ".join(command), flush=True)
    return subprocess.run([*command, f"UNTIL={end:.0f}"], cwd=ROOT, check=False).returncode == 0


def report(ran: list[tuple[list[str], bool]], todo: list[list[str]]) -> int:
    """Prints which parts ran and which did not, and how those that failed are repeated; the exit status."""
    failed = [command for command, passed in ran if not passed]
    print(
        f"the longer run: {len(ran)} of {PARTS} parts, {len(failed)} failed: {', '.join(command[2] for command, _ in ran)}"
    )
    if left := todo[len(ran) :]:
        print(f"not run: {', '.join(command[2] for command in left)}")
    for command in failed:
        print(f"failed; this repeats it: {' '.join(command)}")
    return 1 if failed else 0


def main() -> int:
    """Carries out the command; the exit status."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--minutes", type=float, required=True, help="after so many no test begins")
    options.add_argument("--parts", type=int, default=PARTS, help="no more parts than so many")
    given, todo = options.parse_args(), commands(tree_of_engine())
    return report(list(run_parts(todo, given.minutes, passes, most=given.parts)), todo)


if __name__ == "__main__":
    sys.exit(main())
