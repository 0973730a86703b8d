"""Python's collector of garbage, and when it is left out."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from .build_lock import BUILD_LOCK


@contextmanager
def collector_paused() -> Iterator[None]:
    """Nobody looks for garbage while much is made that stays, which would take a third of the time of loading, and more
    of writing Python.

    One thread at a time does so, and no process is forked meanwhile, so that it is never off for good.
    """
    with BUILD_LOCK:
        at_work = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if at_work:
                gc.enable()
