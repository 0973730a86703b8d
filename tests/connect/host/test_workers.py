"""Four workers on one store: no acknowledged action is lost or doubled, whoever is killed, and streams tell all of them."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from tests.connect.host.clients import Player

pytestmark = pytest.mark.long
PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""
SUGGESTED = {"starting_kit": "suggested"}


class Workers:
    """A server of four processes, and the addresses that clients ask."""

    def __init__(self, url, count=4):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        options = ["--port", str(self.port), "--workers", str(count), "--log-level", "error"]
        command = [sys.executable, "-m", "uvicorn", "--factory", "cavewright.host:create_app", *options]
        self.process = subprocess.Popen(command, env={**os.environ, "CAVEWRIGHT_STORE": url})
        end = time.monotonic() + PATIENCE
        while len(self.workers()) < count or not self.is_up():
            assert time.monotonic() < end and self.process.poll() is None, "the server did not begin"
            time.sleep(0.1)

    def workers(self):
        """The processes that answer; one that has just ended is none of them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        found = []
        for each in children:
            with suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes():
                    found.append(int(each))
        return found

    def is_up(self):
        try:
            return self.ask("/health")[0] == 200
        except (OSError, HTTPException):
            return False

    def open(self, path, key="", sent=None):
        headers = {"authorization": f"Bearer {key}"} if key else {}
        headers |= {"content-type": "application/json"} if sent is not None else {}
        body = None if sent is None else json.dumps(sent).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        return urllib.request.urlopen(request, timeout=120)

    def ask(self, path, key="", sent=None):
        """The status and the answer; OSError where there is no server."""
        try:
            with self.open(path, key, sent) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture
def server(url):
    made = Workers(url)
    yield made
    made.end()


def play(server, begun, seat, rng, acknowledged, wrong, most):
    """A client: acts when it may, and keeps what was acknowledged, by number."""
    path, key = f"/matches/{begun['match']}", begun["keys"][seat]
    while len(acknowledged) < most:
        try:
            status, seen = server.ask(path, key)
            if status != 200 or not seen["actions"]:
                if status == 200 and seen["view"]["is_terminal"]:
                    return
                time.sleep(0.01)
                continue
            action = rng.choice(seen["actions"])["action"]
            status, answer = server.ask(f"{path}/actions", key, {"action": action, "number": seen["number"]})
            if status == 200:
                number = answer["number"] - 1
                if number in acknowledged:
                    wrong.append(f"{number} was acknowledged twice")
                acknowledged[number] = f"{seat}: {action}"
            elif status == 429:
                time.sleep(0.1)  # a quick machine acts more often than a viewer may
            elif status not in (409, 503):
                wrong.append((status, answer))
        except (OSError, ValueError, HTTPException):
            time.sleep(0.02)


def follow(server, begun, seat, player, stop, wrong):
    """A client that keeps a view by the stream of events, and comes again where the stream ends."""
    while not stop.is_set():
        try:
            path = f"/matches/{begun['match']}/events?since={player.number}"
            with server.open(path, begun["keys"][seat]) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        player.take(json.loads(line[6:]))
                    if stop.is_set():
                        return
        except (OSError, HTTPException, ValueError):
            time.sleep(0.02)
        except AssertionError as error:
            wrong.append(error)
            return


def run(server, url, game, options, kills, seed, most):
    from cavewright.host import open_store

    rng, acknowledged, wrong, stop = random.Random(seed), {}, [], threading.Event()
    begun = server.ask("/matches", sent={"game": game, "players": ["Anna", "Jola"], "options": options})[1]
    path = f"/matches/{begun['match']}"
    player = Player(lambda since: server.ask(path, begun["keys"][1])[1])
    threads = [
        threading.Thread(
            target=play, args=(server, begun, seat, random.Random(f"{seed} {n}"), acknowledged, wrong, most)
        )
        for n, seat in enumerate((0, 1, 0, 1))
    ]
    threads.append(threading.Thread(target=follow, args=(server, begun, 1, player, stop, wrong), daemon=True))
    for each in threads:
        each.start()
    for _ in range(kills):
        wanted = len(acknowledged) + rng.randint(1, 4)
        while len(acknowledged) < wanted and any(each.is_alive() for each in threads[:-1]):
            time.sleep(0.005)
        if workers := server.workers():
            os.kill(rng.choice(workers), signal.SIGKILL)
    for each in threads[:-1]:
        each.join()
    store = open_store(url)
    written = store.read(begun["match"]).actions
    store.close()
    number = len(written)
    end = time.monotonic() + PATIENCE
    while player.number < number and time.monotonic() < end and not wrong:
        time.sleep(0.05)
    stop.set()
    assert not wrong
    assert {at: written[at] for at in acknowledged} == acknowledged, "an acknowledged action is lost"
    assert (player.number, player.view) == (number, server.ask(path, begun["keys"][1])[1]["view"])
    return len(acknowledged), number


def test_four_workers_play_one_match(server, url):
    acknowledged, number = run(server, url, "connect-four", {}, 0, 1, 42)
    assert acknowledged == number >= 7


def test_workers_are_killed_and_nothing_is_lost(server, url):
    acknowledged, number = run(server, url, "the-cave", SUGGESTED, 6, 2, 60)
    assert 60 <= acknowledged <= number


HALF = (
    b"",
    b"P",
    b"POST /matches/x/actions HTTP/1.1\r\n",
    b"POST /matches/x/actions HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{",
    b"POST /matches/x/actions HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{",
    b"GET /matches/x/events?since=0 HTTP/1.1\r\n\r\n",
)
WRONG = (
    b"\x00\x01\x02\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST /matches HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
    b"POST /matches HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 10000000000\r\n\r\n{",
    b"GET /matches/x?" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
)


def test_half_messages_and_floods_leave_others_alone(server):
    """Hundreds of clients begin a message and do not end it; others send what is none, or what is far too large."""
    begun = server.ask("/matches", sent={"game": "connect-four", "players": ["Anna", "Jola"]})[1]
    path, lines = f"/matches/{begun['match']}", []
    for n in range(300):
        lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        lines[-1].sendall(HALF[n % len(HALF)])
    for each in WRONG:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(each)
            assert line.recv(12)[:9] in (b"HTTP/1.1 ", b""), each
    for number in range(7):
        sent = {"action": f"drop {number + 1}", "number": number}
        assert server.ask(f"{path}/actions", begun["keys"][number % 2], sent)[0] == 200
    for each in lines:
        each.close()
    assert server.ask(path)[1]["number"] == 7 and len(server.workers()) == 4


def test_bots_go_on_when_the_worker_that_ran_them_is_killed(server):
    sent = {
        "game": "the-cave",
        "players": ["Anna", "Jola"],
        "options": {"starting_kit": "suggested"},
        "bots": ["greedy"] * 2,
    }
    begun = server.ask("/matches", sent=sent)[1]
    for number in (3, 6):
        end = time.monotonic() + PATIENCE
        while server.ask(f"/matches/{begun['match']}")[1]["number"] < number:
            assert time.monotonic() < end
            time.sleep(0.05)
        for each in server.workers()[:3]:
            os.kill(each, signal.SIGKILL)
        while not server.is_up():
            time.sleep(0.05)
