"""Batches of messages, many clients on one socket, and what has changed since."""

import json
import random
import socket
import stat
import threading
from contextlib import contextmanager

import pytest
from tests.connect.host.clients import apply_changes

from cavewright.connect.serve.json_rpc import MOST_IN_BATCH
from cavewright.connect.serve.sessions import Sessions
from cavewright.connect.serve.unix_socket import LineServer


def request(method, id=None, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})


# ---- batches ---------------------------------------------------------------------------------------------------------


def test_a_batch_is_carried_out_in_order_and_answered_by_one_list(client):
    (made,) = client.send(json.dumps([request("new", 1, game="connect-four", players=2)]))
    match = made[0]["result"]["match"]
    wrong = [request("apply", n, match=match, player=0, action="drop 9") for n in (4, 5)]
    sent = [
        request("apply", "a", match=match, player=0, action="drop 1"),
        request("apply", match=match, player=1, action="drop 2"),
        *wrong,
        7,
        {"id": 8},
        request("matches", 9),
    ]
    (found,) = client.send(json.dumps(sent))
    assert [(each["id"], each.get("error", {}).get("code")) for each in found] == [
        ("a", None),
        (4, -32000),
        (5, -32000),
        (None, -32600),
        (8, -32600),
        (9, None),
    ]
    assert found[-1]["result"]["matches"][0]["moves"] == 2


def test_batches_that_are_none_are_refused_and_those_without_ids_are_not_answered(client):
    for sent in ([], [request("matches", 1)] * (MOST_IN_BATCH + 1)):
        (found,) = client.send(json.dumps(sent))
        assert found["error"]["code"] == -32600 and found["id"] is None
    assert client.send(json.dumps([request("matches"), request("matches")])) == []
    (found,) = client.send(json.dumps([request("simulate", 1, game="tic-tac-toe", games=1), [[]]]))
    assert [each["error"]["code"] for each in found] == [-32000, -32600]
    assert client.ask("matches") == {"matches": []}


# ---- since -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, None, "all"])
def test_what_has_changed_since_makes_the_view(client, viewer):
    match = client.ask("new", game="the-cave", players=2, seed=3)["match"]
    rng, kept = random.Random(1), {0: client.ask("state", match=match, viewer=viewer)["view"]}
    for _ in range(12):
        status = client.ask("state", match=match, viewer=viewer)
        kept[status["moves"]] = status["view"]
        player = rng.choice(status["active_players"])
        actions = client.ask("legal_actions", match=match, player=player)["actions"]
        client.ask("apply", match=match, player=player, action=rng.choice(actions)["action"])
    now = client.ask("state", match=match, viewer=viewer)
    for moves, view in kept.items():
        if moves or view is not None:
            new = client.ask("state", match=match, viewer=viewer, since=moves)
            assert new["view"] is None and apply_changes(view, new["changes"]) == now["view"]
    error = client.refused("state", match=match, viewer=viewer, since=999)
    assert error["data"]["fields"][0]["field"] == "since"


# ---- a socket --------------------------------------------------------------------------------------------------------


class Caller:
    """A client on a socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(300)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rb")

    def ask(self, method, **params):
        self.socket.sendall(json.dumps(request(method, 1, **params)).encode() + b"\n")
        return json.loads(self.lines.readline())

    def close(self):
        self.lines.close()
        self.socket.close()


@contextmanager
def served(path, **limits):
    server = LineServer(path, Sessions(["connect-four"]), **limits)
    thread = threading.Thread(target=server.serve_clients, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(300)
        assert not thread.is_alive() and not path.exists()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "s"


def test_clients_on_one_socket_share_matches_and_one_of_two_that_act_at_once_wins(path):
    with served(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        clients = [Caller(path) for _ in range(4)]
        match = clients[0].ask("new", game="connect-four", players=2)["result"]["match"]
        for number in range(6):
            said, barrier = [], threading.Barrier(4)

            def act(each, number=number, said=said, barrier=barrier):
                barrier.wait()
                said.append(
                    each.ask("apply", match=match, player=number % 2, action=f"drop {number + 1}", moves=number)
                )

            threads = [threading.Thread(target=act, args=(each,)) for each in clients]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            assert sorted("result" in each for each in said) == [False, False, False, True]
            assert {each["error"]["data"]["kind"] for each in said if "error" in each} == {"stale"}
        for each in clients:
            assert each.ask("state", match=match)["result"]["moves"] == 6
            each.close()


def test_whatever_one_client_sends_others_go_on(path):
    """Half a message, none, a flood that nobody reads, and leaving in the middle."""
    with served(path, patience=1.0):
        good = Caller(path)
        match = good.ask("new", game="connect-four", players=2)["result"]["match"]
        for sent in (b'{"jsonrpc"', b"", b"\xff\n", b"[" * 100_000 + b"\n"):
            bad = Caller(path)
            bad.socket.sendall(sent)
            assert good.ask("state", match=match)["result"]["moves"] == 0
            bad.close()
        deaf = Caller(path)
        flood = json.dumps(request("picture", 1, match=match)).encode() + b"\n"
        deaf.socket.settimeout(20)
        with pytest.raises(OSError):
            for _ in range(100_000):
                deaf.socket.sendall(flood)
        assert good.ask("state", match=match)["result"]["moves"] == 0
        deaf.close()
        good.close()


def test_there_are_only_so_many_clients_and_only_one_server(path):
    with served(path, most=1):
        one, other = Caller(path), Caller(path)
        assert "result" in one.ask("matches")
        assert json.loads(other.lines.readline())["error"]["data"]["kind"] == "limit" and other.lines.read() == b""
        with pytest.raises(OSError):
            LineServer(path, Sessions(["connect-four"]))
        one.close()
        other.close()


def test_a_socket_that_was_left_is_taken_away_and_a_file_is_not(path):
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    with served(path):
        caller = Caller(path)
        assert "result" in caller.ask("matches")
        caller.close()
    path.write_text("mine", "utf-8")
    with pytest.raises(OSError):
        LineServer(path, Sessions(["connect-four"]))
    assert path.read_text("utf-8") == "mine"
