"""Connections that ask for nothing, half or slowly are ended in time and keep nobody out. No test waits for a real clock."""

import asyncio
import heapq
import threading
import time

import anyio.to_thread
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from tests.connect.web.table_client import new_table
from uvicorn.server import ServerState

from cavewright.connect.web.connections import Limits, connections
from cavewright.connect.web.server import Server

PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""
IDLE = 15.0
LIMITS = Limits(idle=IDLE)
WHOLE = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET /nothing HT"
BODY = b"POST /t/%s/do HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"


class Clock:
    """A loop whose timers run when a test says so; what is computed runs at once."""

    def __init__(self):
        self.now, self.due, self.count = 0.0, [], 0

    def call_later(self, seconds, call, *given):
        self.count += 1
        handle = asyncio.TimerHandle(self.now + seconds, call, given, asyncio.get_running_loop())
        heapq.heappush(self.due, (self.now + seconds, self.count, handle))
        return handle

    def create_task(self, work, **given):
        return asyncio.get_running_loop().create_task(work)

    async def wait(self, seconds):
        end = self.now + seconds
        while self.due and self.due[0][0] <= end:
            self.now, _, handle = heapq.heappop(self.due)
            if not handle.cancelled():
                handle._run()
            await settled()
        self.now = end
        await settled()


async def settled():
    """Lets everything run that waits neither for more of a request nor for a client to take an answer."""
    threads = anyio.to_thread.current_default_thread_limiter()
    for _ in range(20_000):
        for _ in range(40):
            await asyncio.sleep(0)
        if not threads.borrowed_tokens:
            return
        await asyncio.sleep(0.001)


class Wire(asyncio.Transport):
    """The other end: what was sent, what of it was taken, and whether the connection is still there."""

    def __init__(self, address="192.0.2.1", takes=True):
        super().__init__({"peername": (address, 5), "sockname": ("127.0.0.1", 80)})
        self.sent, self.buffered, self.takes = b"", 0, takes
        self.is_open, self.closing, self.protocol = True, False, None

    def write(self, data):
        self.sent += data
        if not self.takes:
            self.buffered += len(data)
            if self.buffered > 65_536 and not self.protocol.flow.write_paused:
                self.protocol.pause_writing()

    def take(self, size):
        self.buffered = max(0, self.buffered - size)
        if self.buffered <= 16_384 and self.protocol.flow.write_paused:
            self.protocol.resume_writing()
        if self.closing and not self.buffered:
            self.abort()

    def get_write_buffer_size(self):
        return self.buffered

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True
        if not self.buffered:
            self.abort()

    def abort(self):
        self.closing = True
        if self.is_open:
            self.is_open = False
            self.protocol.connection_lost(None)

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


class House:
    """A server without sockets."""

    def __init__(self, table, limits=LIMITS, app=None):
        self.clock, self.table = Clock(), table
        self.config = uvicorn.Config(
            app or Server(table).application(),
            http=connections(limits),
            ws="none",
            lifespan="off",
            log_level="critical",
            timeout_keep_alive=20,
        )
        self.config.load()
        self.state, self.wires = ServerState(), []

    def call(self, **given):
        wire = Wire(**given)
        self.wires.append(wire)
        wire.protocol = self.config.http_protocol_class(
            config=self.config, server_state=self.state, app_state={}, _loop=self.clock
        )
        wire.protocol.connection_made(wire)
        return wire

    async def ask(self, wire, data):
        before = len(wire.sent)
        if wire.is_open:
            wire.protocol.data_received(data)
        await settled()
        return wire.sent[before:]

    def link(self, token=None):
        return f"GET /t/{token or self.table.links.host}/stamp HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    @property
    def arrivals(self):
        return self.config.http_protocol_class.__closure__[0].cell_contents

    async def end(self):
        """Lets go of all connections, also of those that a server with a fault waits for."""
        for each in self.wires:
            each.abort()
        await settled()


@pytest.fixture
def table(tmp_path):
    made = new_table(tmp_path, players=["Anna", "Jola"])
    yield made
    made.close()


def run(scene, *given, **named):
    """Plays a scene at a server of its own."""

    async def played():
        house = House(*given, **named)
        try:
            return await scene(house)
        finally:
            await house.end()
            assert (
                not house.arrivals.places
                and not house.arrivals.groups
                and not house.arrivals.of_address
                and not house.arrivals.strangers
            )

    return asyncio.run(played())


HALVES = {
    "nothing": [],
    "half a head": [HALF],
    "half a head behind a whole request": [WHOLE, HALF],
    "half a head behind three": [WHOLE, WHOLE, WHOLE, HALF],
    "half a head in one piece with a whole request": [WHOLE + HALF],
    "nothing behind a whole request": [WHOLE],
    "half a body": [BODY % b"LINK"],
    "half a body without a link": [BODY % b"x"],
    "half a body behind a whole request": [WHOLE, BODY % b"LINK" + b"act="],
    "half a chunk": [b"POST /t/LINK/do HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nact"],
    "a body that nobody asked for": [b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nxx"],
    "half a head behind an upgrade": [
        b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        HALF,
    ],
    "half a head behind an upgrade to http/2": [
        b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        HALF,
    ],
    "half a head behind a call through": [b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", HALF],
    "half a body that was to be asked for": [
        b"POST /t/LINK/do HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n"
    ],
    "pipelined, and half a head": [WHOLE * 20 + HALF],
    "with a link, half a head": [b"GET /t/LINK/stamp HTTP/1.1\r\nHost: localhost\r\n\r\n", HALF],
}


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("drip", [0, 1, 4])
@pytest.mark.gate(
    "0-nothing",
    "0-half a head behind three",
    "0-half a body behind a whole request",
    "0-half a chunk",
    "0-half a head behind an upgrade to http/2",
    "1-half a head",
    "1-nothing behind a whole request",
    "1-half a body without a link",
    "1-a body that nobody asked for",
    "1-half a head behind a call through",
    "4-half a head behind a whole request",
    "4-half a body",
    "4-half a body that was to be asked for",
    "4-pipelined, and half a head",
    "4-with a link, half a head",
)
def test_half_a_request_is_ended_wherever_it_stands(table, name, drip):
    """However many bytes come meanwhile, one every few seconds."""

    async def scene(house):
        wire = house.call()
        for data in HALVES[name]:
            await house.ask(wire, data.replace(b"LINK", table.links.host.encode()))
        for second in range(int(2 * IDLE)):
            if drip and second % drip == 0 and HALVES[name] not in ([], [WHOLE]):
                await house.ask(wire, b"a")
            await house.clock.wait(1)
        await house.clock.wait(0.5)
        return wire.is_open, len(house.state.connections)

    assert run(scene, table) == (False, 0)


@pytest.mark.parametrize("pause", [1, 5, 9])
def test_who_asks_whole_requests_in_time_stays(table, pause):
    async def scene(house):
        wire, answers = house.call(), []
        for _ in range(20):
            await house.clock.wait(pause)
            for part in (house.link()[:9], house.link()[9:]):
                answers.append(await house.ask(wire, part))
                await house.clock.wait(pause / 2)
        return wire.is_open, [each[:12] for each in answers[1::2]]

    assert run(scene, table) == (True, [b"HTTP/1.1 200"] * 20)


def test_an_answer_that_takes_long_to_work_out_is_waited_for(table):
    ready = []

    async def slow(scope, receive, send):
        await ready[0].wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def scene(house):
        ready.append(asyncio.Event())
        wire = house.call()
        await house.ask(wire, WHOLE)
        await house.clock.wait(10 * IDLE)
        ready[0].set()
        await settled()
        return wire.is_open, wire.sent[-2:]

    assert run(scene, table, app=slow) == (True, b"ok")


def large(size):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(size).encode())]})
        await send({"type": "http.response.body", "body": bytes(size // 2), "more_body": True})
        await send({"type": "http.response.body", "body": bytes(size - size // 2)})

    return app


@pytest.mark.parametrize(
    "ask", [WHOLE, WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), WHOLE * 3, WHOLE + HALF]
)
@pytest.mark.parametrize("size", [3_000, 100_000, 1_000_000])
@pytest.mark.parametrize("rate, stays", [(0, False), (50, False), (20_000, True)])
def test_who_takes_an_answer_too_slowly_is_ended(table, ask, size, rate, stays):
    async def scene(house):
        wire, got = house.call(takes=False), 0
        await house.ask(wire, ask)
        seconds = 0
        while wire.is_open and seconds < 900 and (wire.buffered or wire.protocol.flow.write_paused):
            await house.clock.wait(1)
            seconds += 1
            if wire.is_open:
                got += min(rate, wire.buffered)
                wire.take(rate)
            await settled()
        return got, seconds

    got, seconds = run(scene, table, app=large(size))
    many = 3 if ask == WHOLE * 3 else 1
    assert (
        (got >= size * many)
        if stays or (rate and size <= 3_000 and rate * IDLE > size)
        else seconds <= 2 * IDLE + many * size / Limits.slowest + 5
    )


def test_many_that_show_no_link_keep_nobody_out(table):
    """A thousand of them, each with a whole request and half a one, from one address or many."""

    async def scene(house):
        held = []
        for n in range(300):
            wire = house.call(address=f"192.0.2.{n % 7}")
            if n % 3:
                await house.ask(wire, WHOLE)
            await house.ask(wire, HALF)
            held.append(wire)
        friend = house.call(address="192.0.2.3")
        answer = await house.ask(friend, house.link())
        for n in range(100):
            held.append(house.call(address=f"192.0.2.{n % 7}"))
        return answer[:12], friend.is_open, sum(each.is_open for each in held), max(house.arrivals.of_address.values())

    answer, stays, others, nearby = run(scene, table, limits=Limits(IDLE, of_address=10, strangers=40))
    assert (answer, stays) == (b"HTTP/1.1 200", True) and others <= 40 and nearby <= 10


@pytest.mark.parametrize(
    "addresses",
    [
        ["192.0.2.3"],
        ["192.0.2.3", "192.0.2.4", "192.0.2.5"],
        [f"192.0.2.{n}" for n in range(90)],
        [f"2001:db8::{n}" for n in range(90)],
    ],
)
@pytest.mark.parametrize("begins", [True, False])
@pytest.mark.gate("False-addresses1", "False-addresses2")
def test_a_guest_with_many_connections_keeps_no_other_out(table, addresses, begins):
    """Whoever has most makes room, whether the others were there before or come later, from that address too."""

    async def scene(house):
        async def others():
            made = [house.call(address=each) for each in ["198.51.100.7", addresses[0]] for _ in range(2)]
            return [(wire, await house.ask(wire, house.link(table.links.seats[n % 2]))) for n, wire in enumerate(made)]

        early, flood = await others() if begins else [], []
        for n in range(90):
            flood.append(house.call(address=addresses[n % len(addresses)]))
            await house.ask(flood[-1], house.link())
            for wire, _ in early if n % 5 == 0 else ():
                await house.ask(wire, house.link(table.links.seats[0]))
        late = await others()
        return (
            [answer[:12] for _, answer in early + late],
            [wire.is_open for wire, _ in early + late],
            sum(each.is_open for each in flood),
            max(house.arrivals.of_address.values()),
        )

    count = 8 if begins else 4
    answers, stays, many, nearby = run(scene, table, limits=Limits(IDLE, of_address=10, strangers=5, together=20))
    assert answers == [b"HTTP/1.1 200"] * count and all(stays) and 0 < many <= 20 - count and nearby <= 10


def test_many_pages_for_one_guest_do_not_keep_others_waiting(table, monkeypatch):
    """The flood's pages are worked out two at a time, so another's begins at once."""
    gate, begun = threading.Event(), []

    def slow(server, request, guest, *given, **named):
        begun.append(guest.role)
        if guest.role == "host":
            gate.wait(PATIENCE)
        return PlainTextResponse("done")

    async def scene(house):
        ask = f"GET /t/{table.links.host}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        for _ in range(100):
            house.call().protocol.data_received(ask)
        for _ in range(40):
            await asyncio.sleep(0)
        friend = house.call()
        friend.protocol.data_received(ask.replace(table.links.host.encode(), table.links.watch.encode()))
        end = time.monotonic() + PATIENCE
        while not (friend.sent and begun.count("host") > 1) and time.monotonic() < end:
            await asyncio.sleep(0.001)
        found = friend.sent[:12], begun.count("host")
        gate.set()
        await settled()
        return found

    monkeypatch.setattr(Server, "page", slow)
    try:
        assert run(scene, table) == (b"HTTP/1.1 200", 2)
    finally:
        gate.set()


def test_a_link_that_is_none_makes_nobody_a_guest(table):
    async def scene(house):
        wires = []
        for n in range(40):
            wires.append(house.call(address=f"192.0.2.{n}"))
            await house.ask(
                wires[-1],
                f"GET /t/{'A' * 32 if n % 2 else table.links.watch}/stamp HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
            )
        for n in range(30):
            house.call(address=f"198.51.100.{n}")
        return [each.is_open for each in wires]

    assert run(scene, table, limits=Limits(IDLE, of_address=10, strangers=10)) == [True, False] * 20
