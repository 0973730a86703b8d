"""Runs parts of the longer run, one after the other, until the minutes are used up. The tree says with which part it begins.

    python .ci/longer_run.py --minutes 60
    python .ci/longer_run.py --minutes 60 --parts 3     no more than the next three
    python .ci/longer_run.py --minutes 0                the one part that is due

A part begins if the time left is enough for the longest so far; once begun it is ended, whatever time it takes. A part that fails
does not keep the next from its turn: the last lines name the parts that ran and those that did not, and for each that failed the
command that repeats it. The same tree begins with the same part and draws the same
inputs, whatever its commit says and whenever it is tried; the next tree begins elsewhere, so that all parts get their turn.
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


def tree_of_commit() -> int:
    """The hash of the files of this commit; zero where git knows of none."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", "HEAD^{tree}"]
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
    run: Callable[[list[str]], bool],
    now: Callable[[], float] = time.monotonic,
    most: int = PARTS,
) -> Iterator[tuple[list[str], bool]]:
    """Each command that was run, and if it passed, at most so many. The first is run in any case, the others while the minutes left
    are enough for the longest so far."""
    end, longest = now() + 60 * minutes, 0.0
    for number, command in enumerate(todo[:most]):
        begin = now()
        if number and begin + longest > end:
            return
        yield command, run(command)
        longest = max(longest, now() - begin)


def passes(command: list[str]) -> bool:
    """Runs a command; true if it says that all is well."""
    print(" ".join(command), flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


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
    options.add_argument("--minutes", type=float, required=True, help="within so long parts are to end")
    options.add_argument("--parts", type=int, default=PARTS, help="no more parts than so many")
    given, todo = options.parse_args(), commands(tree_of_commit())
    return report(list(run_parts(todo, given.minutes, passes, most=given.parts)), todo)


if __name__ == "__main__":
    sys.exit(main())
