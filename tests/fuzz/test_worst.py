"""At the limits of what a ruleset may be, a verdict takes no more than 5 seconds of a quiet processor and 512 MiB."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.fuzz.law import SECONDS, written
from tests.fuzz.worst import LIMIT, folders

resource = pytest.importorskip("resource", reason="the system limits nothing")
MEMORY = 512 * 1024 * 1024
BUSY = 3
"""Times as much processor time as on a quiet machine passes on one whose processors share what they compute with."""
WORST = dict(folders())
IN_CI = (
    "one long sum",
    "nots",
    "blocks",
    "definitions that double",
    "processes that double, many called",
    "a trigger of all",
    "actions",
    "bags",
    "ranges to a billion",
    "a quote that does not end",
)
ALONE = """
import os
import sys
sys.path.insert(0, sys.argv[1])
from cavewright.play.loading.load import try_load
from law import placed
game, found = try_load(sys.argv[2], sys.argv[3:])
assert game is not None or found
for each in found:
    placed(each)
print("loaded" if game else "refused", *{each.code for each in found}, flush=True)
os._exit(0)
"""
"""Ends as soon as there is a verdict: nobody waits for each value to be thrown away."""


def confined():
    resource.setrlimit(resource.RLIMIT_CPU, (BUSY * SECONDS, BUSY * SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def judged(files, folder):
    """What a process of its own says of the files, in the time and room that it may take."""
    over = {name: data for name, data in files.items() if name == "over.cave"}
    rules = written(folder / "rules", {name: data for name, data in files.items() if name not in over})
    paths = [str(rules), *(str(written(folder / "over", over) / name) for name in over)]
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(Path(__file__).parent), *paths],
        capture_output=True,
        text=True,
        preexec_fn=confined,
    )
    assert done.returncode == 0, done.stderr[-2_000:] or f"ended with {done.returncode}"
    return done.stdout


@pytest.mark.parametrize("name", IN_CI)
@pytest.mark.long
def test_a_verdict_in_time(name, tmp_path):
    assert judged(WORST[name], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in WORST if name not in IN_CI])
def test_more_verdicts_in_time(name, tmp_path):
    assert judged(WORST[name], tmp_path)


def test_the_files_are_no_larger_than_they_may_be():
    for name, files in WORST.items():
        for file, text in files.items():
            assert len(text.encode()) <= (LIMIT if file.endswith(".cave") else 1024 * 1024), (name, file)
