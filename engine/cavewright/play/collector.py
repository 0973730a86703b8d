"""Python's collector of garbage, and when it is left out."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Nobody looks for garbage while much is made that stays, which would take a third of the time of loading, and more of writing Python.

    Whoever has found the collector at work sets it to work again, so that with several threads it is never off for good.
    """
    at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if at_work:
            gc.enable()
