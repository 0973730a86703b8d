"""Limits of requests: how large a message may be, how many a viewer may send, and what is counted of each."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter

from limits import RateLimitItem, parse
from pydantic import BaseModel, ConfigDict
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .counters import Counters
from .log import LOG
from .refusal import Refusal

LARGEST = 64 * 1024
"""Bytes of a message."""


class Limits(BaseModel):
    """Limits for each viewer of a match, or, for spectators and for beginning matches, for each address. They are of a
    process: four of them let four times as much through."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)
    acts: str = "30/second"
    """As the library `limits` reads it: `30/second`, `600/minute`."""
    looks: str = "60/second"
    begins: str = "10/second"
    streams: int = 8
    """Streams of events that are open at once."""


class Window:
    """Counts of the requests of each viewer in the present stretch of time, which are forgotten when the next begins.

    The storage in memory of `limits` starts a thread for nearly each request, to forget them; that cost as much as a
    look.
    """

    def __init__(self, rate: RateLimitItem) -> None:
        self.rate, self._seconds = rate, rate.get_expiry()
        self._lock = threading.Lock()
        self._at = 0
        self._counts = Counter[str]()

    def count(self, who: str) -> bool:
        """Counts a request; returns if it is not too many."""
        with self._lock:
            at = int(time.monotonic() / self._seconds)
            if at != self._at:
                self._at = at
                self._counts.clear()
            self._counts[who] += 1
            return self._counts[who] <= self.rate.amount


class ViewerLimits:
    """Counts what each viewer asks for."""

    def __init__(self, limits: Limits) -> None:
        self._windows = {name: Window(parse(getattr(limits, name))) for name in ("acts", "looks", "begins")}
        self._most_streams = limits.streams
        self._streams: dict[str, int] = {}

    def count(self, what: str, who: str) -> None:
        """Counts a request. Raises Refusal where it is too many."""
        window = self._windows[what]
        if not window.count(who):
            raise Refusal(429, "limit", f"more than {window.rate}; wait")

    def open_stream(self, who: str) -> None:
        """Counts a stream of events that is opened. Raises Refusal where it is too many."""
        if self._streams.get(who, 0) >= self._most_streams:
            raise Refusal(429, "limit", f"{self._most_streams} streams are open already; close one first")
        self._streams[who] = self._streams.get(who, 0) + 1

    def close_stream(self, who: str) -> None:
        """Counts a stream that is closed."""
        self._streams[who] -= 1
        if not self._streams[who]:
            del self._streams[who]


class RequestCounting:
    """A layer around an application: counts and logs what is answered."""

    def __init__(self, app: ASGIApp, counters: Counters) -> None:
        self.app, self.counters = app, counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def send_part(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, send_part)
        finally:
            note_answer(self.counters, scope, status, time.perf_counter() - begun)


def note_answer(counters: Counters, scope: Scope, status: int, seconds: float) -> None:
    """Counts and logs an answer."""
    route = getattr(scope.get("route"), "path", "none")
    counters.count_request(route, status, seconds)
    if LOG.isEnabledFor(logging.INFO):
        fields = {"route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
        LOG.info("request", extra=fields | {"match": scope.get("path_params", {}).get("id")})
