"""Ctrl-C in the middle of a simulation, at a terminal: what is done is told, and no process is left behind."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

pty = pytest.importorskip("pty", reason="there are no terminals of that sort here")

PROGRAM = [sys.executable, "-m", "cavewright.connect.cli"]
LINE = [
    "simulate",
    "the-cave",
    "--games",
    "100000",
    "--bots",
    "random",
    "--bound",
    "1",
]
PATIENCE = 300.0
"""Seconds: however busy the machine is, by then it has happened."""


class Screen:
    """What a program has written to a terminal, without colours and the like. It is read all the time, lest the program wait."""

    def __init__(self, end):
        self.end, self.seen, self.over = end, "", False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while some := os.read(self.end, 4096):
                self.seen += some.decode("utf-8", "replace")
        except OSError:
            pass
        self.over = True

    def until(self, pattern):
        """The match of a pattern, once it has come up."""
        for _ in range(int(PATIENCE * 20)):
            over, text = self.over, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.seen)
            if (found := re.search(pattern, text)) or over:
                break
            time.sleep(0.05)
        assert found, text
        return found


@pytest.fixture
def begun():
    """Begins a simulation in a group of processes of its own; its standard error is a terminal, whose screen is given too."""
    started = []

    def begin(*more, line=LINE):
        ours, theirs = pty.openpty()
        child = subprocess.Popen(
            [*PROGRAM, *line, *more],
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            start_new_session=True,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": "120",
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
        )
        os.close(theirs)
        started.append((child, ours))
        return child, Screen(ours)

    yield begin
    for child, ours in started:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        os.close(ours)


def all_gone(group):
    """Whether every process of a group ends before patience does."""
    for _ in range(int(PATIENCE * 10)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.long
def test_the_games_that_are_over_are_told(begun, jobs):
    """A terminal sends Ctrl-C to all processes."""
    child, screen = begun("--jobs", jobs)
    screen.until(r"playing .*[1-9]/100000 +\d:\d\d:\d\d  \d+:\d\d:\d\d left")
    os.killpg(child.pid, signal.SIGINT)
    done = screen.until(r"stopped: (\d+) of 100000 games are over")[1]
    out, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130 and f"{done} of 100000, then stopped" in out and "Traceback" not in screen.seen
    assert all_gone(child.pid)


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "begun_well", "told"),
    [
        (
            ("falsify", "the-cave", "--search", "0"),
            r"breaking .*[1-9]\d*/\d+ ",
            r"interrupted: \d+ of \d+ are tried; the same command goes on",
        ),
        (
            ("impact", "the-cave", "the-cave+short-turns", "--games", "1000", "--bots", "random", "--jobs", "2"),
            r"playing .*[1-9]\d*/1000 ",
            r"stopped: \d+ of 1000 pairs are over",
        ),
    ],
    ids=["falsify", "impact"],
)
def test_a_study_says_how_far_it_came(begun, line, begun_well, told, tmp_path, monkeypatch):
    """What is known is printed, and no process goes on."""
    monkeypatch.setenv("CAVEWRIGHT_CACHE", str(tmp_path))
    child, screen = begun(line=line)
    screen.until(begun_well)
    os.killpg(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=PATIENCE)
    screen.until(told)
    assert child.returncode == 130 and "the-cave" in out and "Traceback" not in screen.seen
    assert all_gone(child.pid)


@pytest.mark.long
def test_so_are_they_as_json(begun):
    """One process alone can be interrupted too."""
    child, screen = begun("--jobs", "2", "--json")
    screen.until(r"[1-9]/100000 ")
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=PATIENCE)
    said = json.loads(out)
    assert (
        child.returncode == 130
        and said["wanted"] == 100_000
        and said["figures"]["stopped"]
        and len(said["played"]) == said["figures"]["games"] > 0
    )
    assert all_gone(child.pid)


@pytest.mark.parametrize("number, status", [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
@pytest.mark.long
def test_no_process_outlives_the_first(begun, number, status):
    """Whether it could put things in order before it ended or not."""
    child, screen = begun("--jobs", "2")
    screen.until(r"[1-9]/100000 ")
    child.send_signal(number)
    assert child.wait(PATIENCE) == status and all_gone(child.pid)
