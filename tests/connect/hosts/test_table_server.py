"""The host of the docs: several clients, each with its own view, and no acknowledged action is lost, however the server ends."""

import asyncio
import json
import os
import random
import runpy
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from types import SimpleNamespace

import pytest

import cavewright as cw

pytest.importorskip("starlette", reason="the package starlette is missing")
pytest.importorskip("uvicorn", reason="the package uvicorn is missing")
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
PATIENCE = 300
"""Seconds: however busy the machine is, by then it has happened."""


class Server:
    """The program of the docs in a process of its own, with a store that outlives it."""

    def __init__(self, store):
        self.store, self.process, self.port = store, None, 0

    def begin(self):
        """Begins at a port that is free: who loses it to somebody else before the server has it ends, and another is tried."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process is None or self.process.poll() is not None:
                with socket.create_server(("127.0.0.1", 0)) as free:
                    self.port = free.getsockname()[1]
                command = [sys.executable, EXAMPLES / "table_server.py", self.store, str(self.port)]
                self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            try:
                return self.ask("/matches/none")
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("the server did not begin")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, path, sent=None):
        """The status and the answer; OSError where there is no server."""
        body = sent if isinstance(sent, bytes | None) else json.dumps(sent).encode()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body), timeout=120
            ) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path / "tables.db")
    made.begin()
    yield made
    made.kill()


def play(server, begun, player, rng, acknowledged, stop):
    """A client: acts when it is its turn, and keeps what was acknowledged, by number."""
    id, key = begun["match"], begun["keys"][player]
    while not stop.is_set():
        try:
            _, seen = server.ask(f"/matches/{id}?key={key}")
            if not seen.get("actions"):
                if seen.get("view", {}).get("is_terminal"):
                    return
                time.sleep(0.01)
                continue
            action = rng.choice(seen["actions"])["action"]
            status, answer = server.ask(f"/matches/{id}", {"key": key, "action": action, "moves": seen["number"]})
            if status == 200:
                acknowledged[answer["number"] - 1] = f"{player}: {answer['action']}"
        except (OSError, ValueError, HTTPException):
            time.sleep(0.02)


def actions_of(server, begun):
    """What a spectator is told of the match, and how many actions it has."""
    _, seen = server.ask(f"/matches/{begun['match']}")
    return [
        f"{each['player']}: {each['text']}"
        for each in seen["moves"]
        if each["player"] is not None and each["player"] >= 0
    ], seen["number"]


def killed(server, times, seed, game="tic-tac-toe"):
    """Kills the server so many times while two clients play; nothing that was acknowledged may be missing."""
    rng, begun, acknowledged, total = random.Random(seed), None, {}, 0
    for n in range(times):
        if begun is None:
            begun, acknowledged = server.ask("/matches", {"game": game, "players": ["Anna", "Jola"]})[1], {}
        stop = threading.Event()
        clients = [
            threading.Thread(
                target=play, args=(server, begun, player, random.Random(f"{seed} {n} {player}"), acknowledged, stop)
            )
            for player in (0, 1)
        ]
        for each in clients:
            each.start()
        wanted = len(acknowledged) + rng.randint(1, 3)
        while len(acknowledged) < wanted and any(each.is_alive() for each in clients):
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.03))
        server.kill()
        stop.set()
        for each in clients:
            each.join()
        server.begin()
        found, number = actions_of(server, begun)
        assert number == len(found) and len(acknowledged) <= number <= len(acknowledged) + n + 1
        assert {at: found[at] for at in acknowledged} == acknowledged, "an acknowledged action is lost"
        if server.ask(f"/matches/{begun['match']}")[1]["view"]["is_terminal"]:
            total, begun = total + len(acknowledged), None
    return total + len(acknowledged)


def test_no_acknowledged_action_is_lost(server):
    assert killed(server, 2, 1) >= 2


@pytest.mark.long
def test_no_acknowledged_action_is_lost_in_two_hundred_kills(server):
    assert killed(server, 200, 2) > 200


def test_each_client_is_given_what_it_may_know(server):
    _, begun = server.ask(
        "/matches",
        {"game": "the-cave+survey-goals", "players": ["Anna", "Jola"], "options": {"starting_kit": "suggested"}},
    )
    id, keys = begun["match"], begun["keys"]
    secret = next(
        each.name for each in cw.load_game("the-cave+survey-goals").rules_model.fields if each.shown == "secret"
    )
    for n, key in enumerate(keys):
        _, seen = server.ask(f"/matches/{id}?key={key}")
        assert (
            seen["viewer"] == n
            and [secret in each["values"] for each in seen["view"]["players"]] == [n == m for m in (0, 1)]
            and "seed" not in seen
        )
    _, seen = server.ask(f"/matches/{id}")
    assert (
        seen["viewer"] is None
        and seen["actions"] == []
        and not any(secret in each["values"] for each in seen["view"]["players"])
    )


def test_what_clients_do_wrong_harms_nobody_else(server):
    _, begun = server.ask("/matches", {"game": "tic-tac-toe", "players": 2})
    _, other = server.ask("/matches", {"game": "tic-tac-toe", "players": 2})
    id, (mine, yours) = begun["match"], begun["keys"]
    path = f"/matches/{id}"
    good = {"key": mine, "action": "mark a1", "moves": 0}
    cases = [
        ({**good, "key": yours}, 422),
        ({**good, "key": other["keys"][0]}, 403),
        ({**good, "key": "x"}, 403),
        ({**good, "action": "1: mark a1"}, 422),
        ({**good, "action": "mark z9"}, 422),
        ({**good, "action": 7}, 422),
        ({**good, "moves": 1}, 409),
        ({**good, "moves": True}, 422),
        ({}, 422),
        ([], 400),
        (b"{", 400),
        (b"x" * 100_000, 413),
        (b"[" * 60_000, 400),
        ({**good, "action": "mark a1\u0000"}, 422),
    ]
    for sent, status in cases:
        assert server.ask(path, sent)[0] == status, sent
    for sent in (
        {"game": "/etc/passwd"},
        {"game": "hex", "players": 9},
        {"game": "hex", "options": {"x": 1}},
        {"game": "hex", "players": [1]},
        {"game": 3},
    ):
        status, said = server.ask("/matches", sent)
        assert status == 422 and said["error"], sent
    with socket.create_connection(("127.0.0.1", server.port)) as stalled:
        stalled.sendall(b"POST " + path.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        flood = [threading.Thread(target=server.ask, args=(path, {**good, "key": "x"})) for _ in range(30)]
        for each in flood:
            each.start()
        status, answer = server.ask(path, good)
        assert (status, answer["number"]) == (200, 1)
        for each in flood:
            each.join()
    assert (
        server.ask(path, good)[0] == 409
        and server.ask(path)[1]["number"] == 1
        and server.ask(f"/matches/{other['match']}")[1]["number"] == 0
    )


DEFECTS = (
    ValueError("x"),
    TypeError("x"),
    KeyError("x"),
    ZeroDivisionError("x"),
    sqlite3.OperationalError("disk full"),
    RecursionError("x"),
    AssertionError("x"),
)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda each: type(each).__name__)
def test_a_defect_of_the_host_is_not_the_fault_of_a_client(defect, tmp_path, monkeypatch, caplog):
    """A defect where the match, its look or the disk is at work: 500 in plain words, nothing of it told to the client, and nothing was done."""
    host = runpy.run_path(str(EXAMPLES / "table_server.py"))
    store = host["act"].__globals__["store"] = host["Store"](str(tmp_path / "tables.db"))
    begun = store.begin("tic-tac-toe", 2, None)

    def fail(*args, **more):
        raise defect

    def asked(work, **sent):
        request = SimpleNamespace(method="GET", query_params=sent, path_params={"id": begun["match"]})
        answer = asyncio.run(host["answered"](host[work])(request))
        return answer.status_code, json.loads(answer.body)

    good = {"key": begun["keys"][0], "action": "mark a1", "moves": 0}
    for place, name, work, sent in (
        (cw.Match, "push", "act", good),
        (cw.State, "check", "act", good),
        (cw.Match, "svg", "look", {}),
        (cw.Match, "to_json", "begin", {"game": "hex"}),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(place, name, fail)
            status, said = asked(work, **sent)
        assert status == 500 and "fault of its own" in said["error"] and "a defect of this server" in caplog.text
    assert asked("act", **{**good, "action": "mark z9"})[0] == 422 and asked("look")[1]["number"] == 0
    assert asked("act", **good) == (200, {"number": 1, "action": "mark a1"})


def test_the_adventure_can_be_played():
    """A loop of its own: it looks, asks why not, goes somewhere, takes it back, and ends with the points."""
    typed = "look\nwhy enter n9 by walk\nfly\nenter n1 by walk\nundo\npack\nquit\n"
    done = subprocess.run(
        [sys.executable, EXAMPLES / "adventure.py", "7"],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and done.stderr == ""
    for said in (
        "Anna, you are at o: base.",
        "enter: No passage leads from here to n9.",
        "“fly” is no action of this game.",
        "Anna, you are at n1: hall.",
        "total",
    ):
        assert said in done.stdout
    done = subprocess.run(
        [sys.executable, EXAMPLES / "adventure.py"],
        input="",
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and len((EXAMPLES / "adventure.py").read_text("utf-8").splitlines()) < 80
