"""A part of the longer run ends in time, with the verdict of the tests that ran; a test that hangs fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.stop_clock import GRACE, LONGEST, StopClock

ROOT = Path(__file__).parents[2]
SETTINGS = """
import time
from tests import stop_clock
stop_clock.GRACE, stop_clock.LONGEST = 1.5, {longest}
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(stop_clock.StopClock(time.time() + {seconds}))
"""
TESTS = {
    "passes": "def test_passes(): pass",
    "fails": "def test_fails(): assert not 1",
    "sleeps": "import time\ndef test_sleeps(): time.sleep(30)",
}


@pytest.fixture
def outcome(tmp_path):
    """Exit status and last words of a session of some tests, which is to end after some seconds."""

    def run(names, seconds, longest=60, *options):
        (tmp_path / "conftest.py").write_text(SETTINGS.format(seconds=seconds, longest=longest), "utf-8")
        (tmp_path / "test_some.py").write_text("\n".join(TESTS[each] for each in names), "utf-8")
        (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_some.py"]
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
        surroundings.pop("PYTEST_XDIST_WORKER", None)
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    return run


def test_tests_that_have_not_begun_are_left_out(outcome):
    status, words = outcome(["passes", "fails"], -0.5)
    assert status == 0 and "2 tests not begun: the time of this part was over" in words


@pytest.mark.parametrize("names, status", [(["passes", "sleeps"], 0), (["fails", "sleeps"], 1)])
def test_what_still_runs_is_broken_off_and_the_verdict_is_that_of_the_others(outcome, names, status):
    found, words = outcome(names, 0.5)
    assert found == status
    assert re.search(r"not ended: test_some.py::test_sleeps was broken off after \d+ s", words)


def test_a_test_that_hangs_fails(outcome):
    status, words = outcome(["passes", "sleeps"], 0.5, 1)
    assert status == 1 and "FAILED, it hangs: test_some.py::test_sleeps" in words


@pytest.mark.long
@pytest.mark.parametrize("names, status", [(["passes", "sleeps"], 0), (["fails", "sleeps"], 1)])
def test_tests_side_by_side_are_broken_off_too(outcome, names, status):
    found, words = outcome(names, 8, 60, "-n", "2")
    assert found == status and "not ended: test_some.py::test_sleeps was broken off" in words


def test_an_interruption_by_somebody_else_stays_one():
    clock = StopClock(100.0, now=lambda: 100.0 + GRACE - 1)
    clock.pytest_runtest_logstart("test_some.py::test_sleeps", None)
    clock.pytest_keyboard_interrupt(None)
    assert clock.broken_off is None and LONGEST > GRACE
