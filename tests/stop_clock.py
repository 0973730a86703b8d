"""The end of a part of the longer run: `--until EPOCH` leaves out tests that have not begun by then, and breaks off soon after.

A test that is left out is skipped. What still runs when the grace is over is broken off: it fails where it has run longer than any test
may (`LONGEST`), and is named as not ended otherwise. So a part ends in time on a machine of any speed, and a test that hangs is found.
"""

import signal
import time

import pytest

GRACE = 360
"""Seconds in which tests that run at the end may come to theirs."""
LONGEST = 1_200
"""Seconds that no test takes, on two busy processors."""
LEFT_OUT = "not begun: the time of this part was over"


class StopClock:
    """Ends a session of tests: at `until`, in seconds since 1970, no test begins any more; a grace later none goes on."""

    def __init__(self, until, now=time.time):
        self.until, self.now = until, now
        self.running = {}
        self.broken_off = None

    def pytest_sessionstart(self, session):
        if not hasattr(session.config, "workerinput"):
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, max(0.1, self.until + GRACE - self.now()))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        if self.now() >= self.until:
            pytest.skip(LEFT_OUT)

    def pytest_runtest_logstart(self, nodeid, location):
        self.running[nodeid] = self.now()

    def pytest_runtest_logfinish(self, nodeid, location):
        self.running.pop(nodeid, None)

    def pytest_keyboard_interrupt(self, excinfo):
        """Notes what was running, if time was over and nobody else interrupted."""
        if self.now() >= self.until + GRACE:
            self.broken_off = {name: self.now() - begun for name, begun in self.running.items()}

    @property
    def hanging(self):
        """Tests that were broken off and had run longer than any may."""
        return [name for name, seconds in (self.broken_off or {}).items() if seconds > LONGEST]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        """Gives a session that time ended the verdict of its tests."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self.broken_off is not None:
            failed = session.testsfailed or self.hanging
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if failed else pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter):
        left_out = [each for each in terminalreporter.stats.get("skipped", []) if LEFT_OUT in str(each.longrepr)]
        if left_out:
            terminalreporter.write_line(f"{len(left_out)} tests not begun: the time of this part was over")
        for name, seconds in (self.broken_off or {}).items():
            word = "FAILED, it hangs" if name in self.hanging else "not ended"
            terminalreporter.write_line(f"{word}: {name} was broken off after {seconds:.0f} s")
