"""Wakeups: streams that wait for a match to go on, and the thread of a store that says so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Wakeups:
    """Events of an event loop by match. `notice` may be called from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def join(self, id: str) -> Iterator[asyncio.Event]:
        """Gives an event that is set whenever the match goes on, and at first: it may have done so just before."""
        event = asyncio.Event()
        event.set()
        self._waiting.setdefault(id, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[id].discard(event)
            if not self._waiting[id]:
                del self._waiting[id]

    def notice(self, id: str | None) -> None:
        """Wakes whoever waits for a match, or all."""
        if (id is None or id in self._waiting) and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, id)

    def _wake(self, id: str | None) -> None:
        for each in [id] if id is not None else list(self._waiting):
            for event in self._waiting.get(each, ()):
                event.set()
