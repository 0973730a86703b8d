"""Carries out a task for several inputs at once, in copies of this process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")


def parallel_map(task: Callable[[Given], Result], inputs: Sequence[Given]) -> Iterator[Result]:
    """The results in the order of the inputs; as many at once as there are cores, where a process can be copied safely.

    A copy has whatever the task refers to, so that only results have to be values that can be pickled. Raises what the
    task raises, and ChildProcessError for a copy that was killed.

    >>> list(parallel_map(len, ["a", "bc"]))
    [1, 2]
    """
    at_once = min(len(inputs), os.cpu_count() or 1)
    if at_once < 2 or sys.platform != "linux" or threading.active_count() > 1:
        yield from map(task, inputs)
        return
    copies, told = list[_Copy](), 0
    try:
        while told < len(inputs):
            working = [each for each in copies if each.outcome is None]
            if len(working) < at_once and len(copies) < len(inputs):
                copies.append(_Copy(task, inputs[len(copies)]))
            elif told < len(copies) and copies[told].outcome is not None:
                yield copies[told].result()
                told += 1
            else:
                answered = wait([each.inlet for each in working])
                for each in working:
                    if each.inlet in answered:
                        each.receive()
    finally:
        for each in copies:
            each.stop()


class _Copy:
    """A copy of this process that carries out a task."""

    def __init__(self, task: Callable[[Any], Any], given: Any) -> None:
        self.outcome: tuple[bool, Any] | None = None
        self.inlet, outlet = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("fork")
        self.process = context.Process(target=_carry_out, args=(task, given, outlet), daemon=True)
        self.process.start()
        outlet.close()

    def receive(self) -> None:
        """Takes what the task gives, and lets the copy end."""
        try:
            self.outcome = self.inlet.recv()
        except EOFError:
            self.outcome = True, ChildProcessError("a process of this command was killed")

    def result(self) -> Any:
        """Returns the result of the task, once, or raises its error."""
        outcome, self.outcome = self.outcome, (False, None)
        assert outcome is not None
        if outcome[0]:
            raise outcome[1]
        return outcome[1]

    def stop(self) -> None:
        """Ends the copy, also in the middle of its task."""
        self.process.terminate()
        self.process.join()
        self.inlet.close()


def _carry_out(task: Callable[[Any], Any], given: Any, outlet: Connection) -> None:
    """Sends the result of a task. Ctrl-C at a terminal reaches every process; the first one ends its copies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        outlet.send((False, task(given)))
    except Exception as error:
        outlet.send((True, error))
