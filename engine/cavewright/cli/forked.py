"""Carries out a task for several inputs at once, in copies of this process."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
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
    begun = list[_Copy]()
    try:
        for number in range(len(inputs)):
            begun += [_Copy(task, each) for each in inputs[len(begun) : number + at_once]]
            yield begun[number].result()
    finally:
        for each in begun:
            each.stop()


class _Copy:
    """A copy of this process that carries out a task."""

    def __init__(self, task: Callable[[Any], Any], given: Any) -> None:
        self.inlet, outlet = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("fork")
        self.process = context.Process(target=_carry_out, args=(task, given, outlet), daemon=True)
        self.process.start()
        outlet.close()

    def result(self) -> Any:
        """What the task gives."""
        try:
            is_error, value = self.inlet.recv()
        except EOFError:
            raise ChildProcessError("a process of this command was killed") from None
        if is_error:
            raise value
        return value

    def stop(self) -> None:
        """Ends the copy, also in the middle of its task."""
        self.process.terminate()
        self.process.join()
        self.inlet.close()


def _carry_out(task: Callable[[Any], Any], given: Any, outlet: Connection) -> None:
    try:
        outlet.send((False, task(given)))
    except Exception as error:
        outlet.send((True, error))
