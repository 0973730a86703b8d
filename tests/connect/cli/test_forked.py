"""Tasks in copies of a process: results in order, errors as they are, and nothing goes on behind."""

import multiprocessing
import os
import signal
import sys

import pytest

from cavewright.connect.cli import forked
from cavewright.connect.cli.forked import parallel_map
from cavewright.foundation.source import Diagnostic
from cavewright.play.loading.rulesets import RulesetError


@pytest.fixture(autouse=True)
def two_cores(monkeypatch):
    monkeypatch.setattr(forked.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(forked.threading, "active_count", lambda: 1)
    yield
    assert multiprocessing.active_children() == []


linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux alone")


@linux
def test_results_come_in_order_from_other_processes():
    found = list(parallel_map(lambda each: (each, os.getpid()), "abcde"))
    assert [each for each, _ in found] == [*"abcde"] and os.getpid() not in {pid for _, pid in found}


def test_what_a_task_raises_is_raised():
    def task(each):
        if each == 2:
            raise RulesetError((Diagnostic("C0101", "wrong", ()),))
        return each

    results = parallel_map(task, [1, 2, 3])
    assert next(results) == 1
    with pytest.raises(RulesetError, match="wrong") as raised:
        next(results)
    assert raised.value.diagnostics[0].code == "C0101"


@linux
def test_a_copy_that_is_killed_is_told():
    with pytest.raises(ChildProcessError, match="was killed"):
        list(parallel_map(lambda each: os.kill(os.getpid(), signal.SIGKILL), [1, 2]))


def test_on_one_core_there_are_no_copies(monkeypatch):
    monkeypatch.setattr(forked.os, "cpu_count", lambda: 1)
    assert list(parallel_map(lambda each: os.getpid(), [1, 2])) == [os.getpid()] * 2
