"""Python's collector of garbage, and when it is left out."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ...foundation.source.build_lock import BUILD_LOCK

Given = ParamSpec("Given")
Found = TypeVar("Found")


def without_collector(ask: Callable[Given, Found]) -> Callable[Given, Found]:
    """Returns a function that does the same while nobody looks for garbage: for what makes much that stays, which takes
    a third longer otherwise, and writing Python more.

    One thread at a time does so, and no process is forked meanwhile, so that the collector is never off for good. An
    interrupt finds no place at which the lock is taken, or the collector off, and nobody sees to their end.
    """

    @wraps(ask)
    def call_undisturbed(*args: Given.args, **named: Given.kwargs) -> Found:
        with BUILD_LOCK:
            at_work = gc.isenabled()
            try:
                gc.disable()
                return ask(*args, **named)
            finally:
                if at_work:
                    gc.enable()

    return call_undisturbed
