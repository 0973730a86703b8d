"""Bots of a host: a thread that lets them act where they are to, and looks now and then for matches that nobody runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from .log import LOG
from .refusal import Refusal
from .store import StoreError

SWEEP = 5.0
"""Seconds until a match is found whose bots another process was to run, when it died."""


class RunsBots(Protocol):
    """Matches whose bots are run: those of a host, or that of a table."""

    def run_bots(self, id: str, go_on: Callable[[], bool]) -> int:
        """Lets the bots of a match act until people are to act; returns how many actions."""

    def waiting_for_bots(self) -> Iterable[str]:
        """Returns the ids of the matches that wait for bots. Raises StoreError."""


class BotRunner:
    """A thread that runs bots. A match that waits for bots is told to it by whoever acted there; of matches that were
    told to a process that died it learns from the store. `count` learns how many actions bots have carried out."""

    def __init__(self, matches: RunsBots, count: Callable[[int], object], sweep: float = SWEEP) -> None:
        self._matches, self._count, self._sweep = matches, count, sweep
        self._due: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self.thread = threading.Thread(target=self._run_due, daemon=True, name="bots")
        self.thread.start()

    def add(self, id: str) -> None:
        """Tells of a match that waits for bots."""
        self._due.put(id)

    def close(self, is_awaited: bool = True) -> None:
        """Ends the thread, after the action that a bot is thinking about; returns then, or at once."""
        self._closed.set()
        self._due.put(None)
        if is_awaited:
            self.thread.join()

    def _run_due(self) -> None:
        self._look_for_left()
        while not self._closed.is_set():
            try:
                id = self._due.get(timeout=self._sweep)
            except queue.Empty:
                self._look_for_left()
                continue
            if id is not None:
                self._run_match(id)

    def _look_for_left(self) -> None:
        """Runs the bots of all matches that wait for them and whose lease nobody has."""
        try:
            waiting = list(self._matches.waiting_for_bots())
        except StoreError as error:
            LOG.error("store: %s", error, extra={"error": str(error)})
            return
        for id in waiting:
            if not self._closed.is_set():
                self._run_match(id)

    def _run_match(self, id: str) -> None:
        """Runs the bots of a match. Whatever stops them is logged, and tried again when somebody looks for what is
        left."""
        try:
            self._count(self._matches.run_bots(id, lambda: not self._closed.is_set()))
        except (StoreError, Refusal) as error:
            LOG.error("bots of match %s: %s", id, error, extra={"match": id, "error": str(error)})
        except Exception:
            LOG.exception("a bot failed", extra={"match": id})
