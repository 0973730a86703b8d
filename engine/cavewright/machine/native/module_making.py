"""Making of modules: a thread of its own makes one, or reads what was kept of it, and nobody waits who does not ask to."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Lock, Thread
from typing import Generic, TypeVar, cast

Made = TypeVar("Made")

BUILDING = Lock()
"""One module is made at a time, and a process is forked only when none is: it would have none of the threads at work."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=BUILDING.acquire, after_in_parent=BUILDING.release, after_in_child=BUILDING.release)


class MakingThread(Thread, Generic[Made]):
    """Makes a module besides what others do."""

    def __init__(self, make: Callable[[], Made | None]) -> None:
        super().__init__(name="making a module", daemon=True)
        self._make = make
        self._made = cast("Made | None", None)
        self._error = cast("BaseException | None", None)
        self.is_done = False

    def run(self) -> None:
        """Makes it, while nobody else makes one and no process is forked."""
        try:
            with BUILDING:
                self._made = self._make()
        except BaseException as error:
            self._error = error
        self.is_done = True

    def wait(self) -> Made | None:
        """Waits until it is made. Returns the module, or raises what went wrong."""
        self.join()
        if self._error is not None:
            raise self._error
        return self._made


class ModuleMaker(Generic[Made]):
    """A module that `make` gives, or None for rules that cannot be compiled. What is at hand, kept from before, is read
    at once. Where there are no threads, as in a browser, whoever waits makes it. What goes wrong while it is made is
    raised to whoever asks next.
    """

    def __init__(self, make: Callable[[], Made | None], is_at_hand: Callable[[], bool]) -> None:
        self._make, self._is_at_hand = make, is_at_hand
        self._found: tuple[Made | None] | None = None
        self._begun: tuple[int, MakingThread[Made]] | None = None

    def take(self) -> Made | None:
        """Returns the module; None as long as it is being made, and of rules that cannot be compiled."""
        if self._found is None:
            if self._begun is None and self._is_at_hand():
                self._found = (self._make(),)
            elif (thread := self._begin()) is not None and thread.is_done:
                self._found = (thread.wait(),)
        return self._found[0] if self._found is not None else None

    def wait(self) -> Made | None:
        """Waits until the module is made, and returns it; None of rules that cannot be compiled."""
        if self.take() is None and self._found is None:
            thread = self._begin()
            self._found = (self._make() if thread is None else thread.wait(),)
        return self._found[0] if self._found is not None else None

    def _begin(self) -> MakingThread[Made] | None:
        """Begins to make it in this process; None where no thread can be had for it, as in a browser."""
        process, thread = self._begun or (0, None)
        if thread is None or process != os.getpid():
            thread = MakingThread(self._make)
            try:
                thread.start()
            except RuntimeError:
                return None
            self._begun = os.getpid(), thread
        return thread
