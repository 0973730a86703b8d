"""Connections of a server: each has so long to send a whole request and to take what is answered, and there are only so
many in all, of an address, and of those that have shown no link."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LINK = "guest"
"""What the state of a request holds once its link was found to be one of the table."""
PARTIAL = (h11.IDLE, h11.SEND_BODY, h11.CLOSED, h11.ERROR)
"""Where a client stands that has not sent all of a request."""


@dataclass(frozen=True)
class Limits:
    """Limits on the waiting of connections, and on their number."""

    idle: float = 15.0
    """Seconds in which a request has to begin, and as many in which all of it has to arrive."""
    slowest: int = 4_096
    """Bytes in a second that a client takes of an answer, at least."""
    of_address: int = 500
    """Connections of one address."""
    strangers: int = 1_000
    """Connections of all addresses that have shown no link."""
    together: int = 3_500
    """Connections of all addresses."""


Group = dict["Connection", None]
"""Connections from one address that have shown the same link, or none; the one that was used longest ago is first."""


@dataclass
class Arrivals:
    """The connections that are open, by address and link. Where there are too many, one of whoever has most makes room:
    so nobody keeps another out."""

    limits: Limits = Limits()
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)
    places: dict[Connection, tuple[str, str]] = field(default_factory=dict)
    of_address: Counter[str] = field(default_factory=Counter)
    strangers: int = 0

    def admit(self, one: Connection) -> None:
        """Enters a connection, for which another may have to go."""
        if self.of_address[one.address] >= self.limits.of_address:
            self._make_room(lambda address, _: address == one.address)
        if self.strangers >= self.limits.strangers:
            self._make_room(lambda _, link: not link)
        if len(self.places) >= self.limits.together:
            self._make_room(lambda *_: True)
        self._enter(one, one.address, "")

    def forget(self, one: Connection) -> None:
        """Strikes out a connection that has ended."""
        place = self.places.pop(one, None)
        if place is None:
            return
        address, link = place
        self.of_address[address] -= 1
        self.strangers -= not link
        del self.groups[place][one]
        if not self.groups[place]:
            del self.groups[place]
        if not self.of_address[address]:
            del self.of_address[address]

    def use(self, one: Connection, link: str) -> None:
        """Notes that a connection was used just now, with a link or with none."""
        if one in self.places:
            address, before = self.places[one]
            self.forget(one)
            self._enter(one, address, link or before)

    def _enter(self, one: Connection, address: str, link: str) -> None:
        self.places[one] = address, link
        self.groups.setdefault((address, link), {})[one] = None
        self.of_address[address] += 1
        self.strangers += not link

    def _make_room(self, is_near: Callable[[str, str], bool]) -> None:
        """Ends a connection among some groups: of the link with most, at the address with most, the one that was used
        longest ago."""
        near = {place: those for place, those in self.groups.items() if is_near(*place)}
        of_link: Counter[str] = Counter()
        for (_, link), those in near.items():
            of_link[link] += len(those)
        place = max(near, key=lambda each: (of_link[each[1]], not each[1], len(near[each])))
        one = next(iter(near[place]))
        self.forget(one)
        one.end()


def network_of(address: str) -> str:
    """The address for which connections are counted. Of IPv6 it is the first half, for whoever has one has all that
    begin so.

    >>> network_of("192.0.2.1"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))


class Connection(H11Protocol):
    """HTTP on one connection. A clock runs while a request or a part of it is missing, and while an answer is not taken;
    a byte now and then does not stop it."""

    def __init__(self, *given: Any, arrivals: Arrivals, **named: Any) -> None:
        super().__init__(*given, **named)
        self.arrivals, self.limits = arrivals, arrivals.limits
        self.address = ""
        self._clock: asyncio.TimerHandle | None = None
        self._has_begun = False

    # ---- what comes and goes -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admits the connection."""
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self.arrivals.admit(self)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Reads what has come. The first byte of a request starts the clock for all of it."""
        if self._clock is not None and not self._has_begun:
            self._has_begun = True
            self._wait()
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Waits for the client to take the answer and to send the next request."""
        self.arrivals.use(self, self._link)
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
    def _link(self) -> str:
        """The link of the table that this request has shown, or ""."""
        guest = self.scope["state"].get(LINK) if self.scope is not None else None
        return "" if guest is None else str(guest.token)

    def end(self) -> None:
        """Ends the connection at once, with all that was not taken."""
        self._stop()
        self.transport.abort()

    @property
    def _is_whole(self) -> bool:
        """True if all of a request is there."""
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

    def make_connection(*given: Any, **named: Any) -> Connection:
        return Connection(*given, arrivals=arrivals, **named)

    return make_connection
