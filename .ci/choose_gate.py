"""Chooses the cases of a table that the gate runs: those that run most lines of the engine for their time, until a share is met.

    python .ci/choose_gate.py tests/rules/check/test_indices.py
    python .ci/choose_gate.py --share 0.98 tests/rules/check/test_indices.py::test_a_write_that_others_see_is_refused

Each case runs under coverage.py (the extra `coverage`), twice in one process: the second time nobody pays for what is loaded once.
The line that is printed for each table is the marker to be written above its test; nothing is changed. What is chosen stays chosen
until somebody asks again: the same tree has the same gate.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine" / "cavewright"
Lines = frozenset[tuple[str, int]]


class Measuring:
    """A plugin of pytest that keeps, for each case, the lines of the engine that it runs and the seconds that it takes."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=[f"{ENGINE}/*"], config_file=False)
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self.lines: dict[str, Lines] = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.erase()
        self.coverage.start()
        begin = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - begin
            self.coverage.stop()
            data = self.coverage.get_data()
            self.lines[item.nodeid] = frozenset(
                (file, line) for file in data.measured_files() for line in data.lines(file) or ()
            )


def choose(lines: Mapping[str, Lines], seconds: Mapping[str, float], share: float) -> list[str]:
    """The cases that add most lines a second, one after the other, until they have so much of what all have together. At least
    one is chosen.

    >>> lines = {"a": frozenset({("x", 1), ("x", 2)}), "b": frozenset({("x", 2)}), "c": frozenset({("x", 3)})}
    >>> choose(lines, {"a": 1.0, "b": 1.0, "c": 3.0}, 1.0), choose(lines, {"a": 1.0, "b": 1.0, "c": 3.0}, 0.6)
    (['a', 'c'], ['a'])
    """
    wanted = share * len(frozenset().union(*lines.values()))
    chosen, run = list[str](), frozenset[tuple[str, int]]()
    while not chosen or len(run) < wanted:
        best = max(lines, key=lambda case: len(lines[case] - run) / max(seconds[case], 0.001))
        chosen.append(best)
        run |= lines[best]
    return chosen


def tables_of(cases: Mapping[str, Lines]) -> dict[str, dict[str, str]]:
    """The cases of each test that has several: their ids by the names of nodes."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for name in cases:
        test, _, id = name.partition("[")
        if id:
            found[test][name] = id.removesuffix("]")
    return {test: ids for test, ids in found.items() if len(ids) > 1}


def main() -> int:
    """Carries out the command; the exit status."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("tests", nargs="+", help="files of tests, or names of tests, as pytest takes them")
    options.add_argument("--share", type=float, default=0.95, help="of the lines that all cases run together")
    asked = options.parse_args()
    measuring = Measuring()
    status = pytest.main(["-p", "no:xdist", "--keep-duplicates", *asked.tests, *asked.tests], plugins=[measuring])
    if status:
        return int(status)
    for test, ids in tables_of(measuring.lines).items():
        lines = {name: measuring.lines[name] for name in ids}
        chosen = choose(lines, measuring.seconds, asked.share)
        spent, all_of_it = (sum(measuring.seconds[each] for each in group) for group in (chosen, ids))
        print(f"{test}: {len(chosen)} of {len(ids)} cases, {spent:.1f} of {all_of_it:.1f} s")
        print(f"@pytest.mark.gate({', '.join(json.dumps(ids[each]) for each in chosen)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
