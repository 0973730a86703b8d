"""Connections of a server: each has so long to send a whole request and to take what is answered, and there are only so
many of an address, and of those that have shown no link."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LINK = "guest"
"""What the state of a request holds once its link was found to be one of the table."""
PARTIAL = (h11.IDLE, h11.SEND_BODY, h11.CLOSED, h11.ERROR)
"""Where a client stands that has not sent all of a request."""


@dataclass(frozen=True)
class Limits:
    """How long connections may wait, and how many there may be."""

    idle: float = 15.0
    """Seconds in which a request has to begin, and as many in which all of it has to arrive."""
    slowest: int = 4_096
    """Bytes in a second that a client takes of an answer, at least."""
    of_address: int = 500
    """Connections of one address."""
    strangers: int = 1_000
    """Connections of all addresses that have shown no link."""


@dataclass
class Arrivals:
    """The connections that are open. Where there are too many the one that has waited longest without a link makes
    room; where each has a link, who comes is turned away."""

    limits: Limits = Limits()
    by_address: dict[str, dict[Connection, None]] = field(default_factory=dict)
    strangers: dict[Connection, None] = field(default_factory=dict)

    def admit(self, one: Connection) -> bool:
        """Enters a connection, for which another may have to go; returns whether there is room for it."""
        near = self.by_address.setdefault(one.address, {})
        if len(near) >= self.limits.of_address and not self._make_room(near):
            return False
        if len(self.strangers) >= self.limits.strangers:
            self._make_room(self.strangers)
        near[one] = self.strangers[one] = None
        return True

    def forget(self, one: Connection) -> None:
        """Strikes out a connection that has ended."""
        self.strangers.pop(one, None)
        near = self.by_address.get(one.address, {})
        near.pop(one, None)
        if not near:
            self.by_address.pop(one.address, None)

    def acknowledge(self, one: Connection) -> None:
        """Counts a connection no longer among those that have shown no link."""
        self.strangers.pop(one, None)

    def _make_room(self, those: dict[Connection, None]) -> bool:
        """Ends the oldest connection among some that has shown no link; returns whether there was one."""
        for one in list(those):
            if one.has_link:
                self.acknowledge(one)
            else:
                self.forget(one)
                one.end()
                return True
        return False


class Connection(H11Protocol):
    """HTTP on one connection. A clock runs while a request or a part of it is missing, and while an answer is not taken;
    a byte now and then does not stop it."""

    def __init__(self, *given: Any, arrivals: Arrivals, **named: Any) -> None:
        super().__init__(*given, **named)
        self.arrivals, self.limits = arrivals, arrivals.limits
        self.address = ""
        self._clock: asyncio.TimerHandle | None = None
        self._has_begun = self._had_link = False

    # ---- what comes and goes -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admits the connection, or ends it at once."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self.arrivals.admit(self):
            self._wait()
        else:
            self.end()

    def data_received(self, data: bytes) -> None:
        """Reads what has come. The first byte of a request starts the clock for all of it."""
        if self._clock is not None and not self._has_begun:
            self._has_begun = True
            self._wait()
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Waits for the client to take the answer and to send the next request."""
        if self.has_link:
            self._had_link = True
            self.arrivals.acknowledge(self)
        if self._is_whole:
            self._has_begun = False
            self._wait()
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Waits for the client to take what is answered so far."""
        super().pause_writing()
        if self._clock is None:
            self._wait()

    def resume_writing(self) -> None:
        """Goes on with the answer."""
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stop()
        self.arrivals.forget(self)
        super().connection_lost(exc)

    # ---- the clock ---------------------------------------------------------------------------------------------------

    @property
    def has_link(self) -> bool:
        """Whether a request on this connection has shown a link of the table."""
        return self._had_link or (self.scope is not None and LINK in self.scope["state"])

    def end(self) -> None:
        """Ends the connection at once, with all that was not taken."""
        self._stop()
        self.transport.abort()

    @property
    def _is_whole(self) -> bool:
        """Whether all of a request is there."""
        return self.conn.their_state not in PARTIAL

    def _look(self) -> None:
        """Stops the clock while the server works out an answer."""
        if self._is_whole and not self.cycle.response_complete and not self.flow.write_paused:
            self._stop()

    def _wait(self) -> None:
        """Starts the clock anew, with time for what was answered and is not taken yet."""
        self._stop()
        left = self.transport.get_write_buffer_size()
        self._clock = self.loop.call_later(self.limits.idle + left / self.limits.slowest, self.end)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


def connections(limits: Limits) -> Callable[..., Connection]:
    """The protocol of a server with these limits, as uvicorn takes it."""
    arrivals = Arrivals(limits)

    def made(*given: Any, **named: Any) -> Connection:
        return Connection(*given, arrivals=arrivals, **named)

    return made
