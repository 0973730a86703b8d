"""Carries out a task for several inputs at once, in copies of this process."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Semaphore
from typing import Any, TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")


def side_by_side(task: Callable[[Given], Result], inputs: Sequence[Given]) -> Iterator[Result]:
    """The results in the order of the inputs; as many at once as there are cores, where a process can be copied safely.

    A copy has whatever the task refers to, so that only results have to be values that can be pickled. Raises what the
    task raises, and ChildProcessError for a copy that was killed.

    >>> list(side_by_side(len, ["a", "bc"]))
    [1, 2]
    """
    at_once = min(len(inputs), os.cpu_count() or 1)
    if at_once < 2 or sys.platform != "linux" or threading.active_count() > 1:
        yield from map(task, inputs)
        return
    context = multiprocessing.get_context("fork")
    turns, copies = context.Semaphore(at_once), []
    try:
        for each in inputs:
            inlet, outlet = context.Pipe(duplex=False)
            copy = context.Process(target=_carry_out, args=(task, each, turns, outlet), daemon=True)
            copy.start()
            copies.append((copy, inlet))
            outlet.close()
        for _, inlet in copies:
            yield _result(inlet)
    finally:
        for copy, inlet in copies:
            copy.terminate()
            copy.join()
            inlet.close()


def _carry_out(task: Callable[[Any], Any], given: Any, turns: Semaphore, outlet: Connection) -> None:
    """In a copy: the task, when it is its turn. What came of it waits until it is asked for, while others have theirs;
    Ctrl-C is told to the process that began it alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with turns:
        try:
            outcome = pickle.dumps((task(given), None))
        except Exception as error:
            outcome = pickle.dumps((None, error))
    outlet.send_bytes(outcome)


def _result(inlet: Connection) -> Any:
    """What the task gave in a copy, or the error that it raised."""
    try:
        result, error = pickle.loads(inlet.recv_bytes())
    except EOFError:
        raise ChildProcessError("a process of this command was killed") from None
    if error is not None:
        raise error
    return result
