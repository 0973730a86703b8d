"""Matches beyond what memory holds wait on the disk and come back as they were; they are listed and closed; a disk that fails changes nothing."""

import errno
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.connect.serve.faults import Fault
from cavewright.connect.serve.sessions import Sessions

RULES = {"own.cave": (Path(cw.__file__).parents[2] / "rulesets" / "classics" / "tic-tac-toe" / "tic-tac-toe.cave")}


def moves(client, match):
    return client.ask("events", match=match, viewer="all")["moves"]


def test_more_matches_than_memory_holds_are_played_side_by_side(new_client):
    client, rng = new_client(in_memory=3), random.Random(1)
    ids = [client.ask("new", game="tic-tac-toe" if n % 2 else "connect-four", seed=n)["match"] for n in range(12)]
    known = dict.fromkeys(ids, 0)
    for _ in range(60):
        id = rng.choice(ids)
        status = client.ask("state", match=id)
        assert status["moves"] == known[id]
        if not status["is_terminal"]:
            player = status["current_player"]
            act = rng.choice(client.ask("legal_actions", match=id, player=player)["actions"])["action"]
            known[id] = client.ask("apply", match=id, player=player, action=act, moves=known[id])["moves"]
    assert [(each["match"], each["moves"]) for each in client.ask("matches")["matches"]] == list(known.items())
    assert sum(each.match is not None for _, each in client.rpc.methods.sessions.matches()) == 3


def test_what_comes_back_is_the_match_with_its_corrections_hands_and_rules():
    sessions = Sessions(in_memory=1)
    own = sessions.game(files={"own.cave": RULES["own.cave"].read_text("utf-8")})
    one = cw.Match(own, ["Anna", "Jola"], seed=4)
    for each in ("mark b2", "mark a1"):
        one.push(each)
    one.correct(one.at(1), "it lay wrong")
    two = cw.Match(sessions.game("the-cave"), 2, seed=4, by_hand=True)
    two.push(str(two.state.chance_outcomes()[0][0])) if two.state.current_player == -1 else None
    saved = [one.to_json(), two.to_json()]
    ids = [sessions.open(one), sessions.open(two)]
    again = [sessions.match(each) for each in ids]
    assert [each.to_json() for each in again] == saved and again[0] is not one and again == [one, two]


def test_matches_are_closed_wherever_they_are(new_client):
    client = new_client("tic-tac-toe", in_memory=2, most=4)
    for _ in range(4):
        client.ask("new", game="tic-tac-toe")
    assert client.refused("new", game="tic-tac-toe")["data"]["kind"] == "limit"
    folder = Path(client.rpc.methods.sessions._shelf._folder.name)
    assert (
        sorted(each.name for each in folder.glob("*.match")) == ["m1.match", "m2.match"]
        and folder.stat().st_mode & 0o77 == 0
    )
    assert (
        client.ask("close", match="m1")["found"]
        and client.ask("close", match="m4")["found"]
        and not client.ask("close", match="m1")["found"]
    )
    assert client.refused("state", match="m1")["data"]["kind"] == "match"
    assert client.ask("state", match="m2")["moves"] == 0 and not list(folder.glob("*.match"))
    assert [each["match"] for each in client.ask("matches")["matches"]] == ["m2", "m3"]


@pytest.mark.parametrize("call", ["open", "write"])
def test_a_disk_that_fails_refuses_the_new_match_and_loses_none(new_client, monkeypatch, call):
    client = new_client("tic-tac-toe", in_memory=2)
    for n in range(3):
        client.ask("new", game="tic-tac-toe")
        client.ask("apply", match=f"m{n + 1}", player=0, action="mark b2")

    def fails(*given, **named):
        if call == "open" and not given[1] & os.O_CREAT:
            return real(*given, **named)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    real = getattr(os, call)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, fails)
        assert client.refused("new", game="tic-tac-toe")["data"]["kind"] == "disk"
        assert client.refused("state", match="m1")["data"]["kind"] == "disk"
        assert client.ask("apply", match="m3", player=1, action="mark a1")["moves"] == 2
        assert len(client.ask("matches")["matches"]) == 3
    assert [client.ask("state", match=f"m{n}")["moves"] for n in (1, 2, 3)] == [1, 1, 2]


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes()[:-9] + b"x" * 9),
    ],
)
def test_a_file_that_was_changed_is_not_read(change):
    sessions = Sessions(["tic-tac-toe"], in_memory=1)
    ids = [sessions.open(cw.Match(sessions.game("tic-tac-toe"), 2, seed=n)) for n in (1, 2)]
    change(Path(sessions._shelf._folder.name) / f"{ids[0]}.match")
    with pytest.raises(Fault, match="cannot be read from the disk"):
        sessions.match(ids[0])
    assert sessions.match(ids[1]).seed == 2 and sessions.close(ids[0])


@pytest.mark.long
def test_a_model_lists_and_closes_its_matches():
    pytest.importorskip("mcp", reason="the package mcp is missing")
    from cavewright.connect.serve.mcp_server import Tools

    tools = Tools(Sessions(["tic-tac-toe"], in_memory=2))
    assert tools.matches() == "No match is open."
    for n in range(6):
        tools.new_match("tic-tac-toe", opponents="random", seed=n)
    tools.play("m1", "mark b2")
    told = tools._seats["m1"].told
    assert (
        told == 2
        and tools.matches().splitlines()[0] == "m1: tic-tac-toe, 2 moves"
        and len(tools.matches().splitlines()) == 6
    )
    assert sum(bool(each._bots) for each in tools._seats.values()) <= 2, "what bots worked out is let go with the match"
    for n in range(2, 7):
        assert "mark" in tools.play(f"m{n}", "mark b2")
    assert "mark b2" not in tools.look("m1") and tools._seats["m1"].told == told
    assert tools.close_match("m1") == "Match m1 is closed." and "m1:" not in tools.matches()
    for tool, given in ((tools.look, "m1"), (tools.close_match, "m1"), (tools.matches, 9), (tools.matches, 0)):
        with pytest.raises(Fault):
            tool(given)
    tools = Tools(Sessions(["tic-tac-toe"], in_memory=2))
    for n in range(103):
        tools.new_match("tic-tac-toe", opponents="random", seed=n)
    assert (
        tools.matches().splitlines()[-1] == "3 more: matches(first=101)" and len(tools.matches(101).splitlines()) == 3
    )


@pytest.mark.parametrize("call", ["mkdir", "open", "write"])
def test_a_folder_that_cannot_be_had_is_tried_again(tmp_path, monkeypatch, call):
    """Nothing of it is left, and the next folder is locked as the first would have been."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sessions = Sessions(["tic-tac-toe"], in_memory=1)
    one, two = (cw.Match(sessions.game("tic-tac-toe"), 2, seed) for seed in (1, 2))
    sessions.open(one)
    open_files = len(os.listdir("/dev/fd"))

    def fails(*given, **named):
        if call == "open" and not given[1] & os.O_CREAT:
            return real(*given, **named)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    real = getattr(os, call)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, fails)
        with pytest.raises(Fault, match="no room"):
            sessions.open(two)
    assert call == "write" or not list(tmp_path.iterdir()) and len(os.listdir("/dev/fd")) == open_files
    assert len(sessions.matches()) == 1 and sessions.match("m1").seed == 1
    sessions.open(two)
    (folder,) = tmp_path.iterdir()
    assert sorted(each.name for each in folder.iterdir()) == ["in-use", "m1.match"]


LEAVES = """import os, sys, tempfile
tempfile.tempdir = sys.argv[1]
from cavewright import Match
from cavewright.connect.serve.sessions import Sessions
sessions = Sessions(["tic-tac-toe"], in_memory=1)
for seed in range(3):
    sessions.open(Match(sessions.game("tic-tac-toe"), 2, seed))
os._exit(9)  # as a crash does
"""


def test_what_a_server_leaves_that_died_is_taken_away_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    living, other = Sessions(["tic-tac-toe"], in_memory=1), tmp_path / "cavewright-away-of-nobody"
    ids = [living.open(cw.Match(living.game("tic-tac-toe"), 2, seed)) for seed in range(3)]
    other.mkdir()
    assert subprocess.run([sys.executable, "-c", LEAVES, str(tmp_path)]).returncode == 9
    assert len(list(tmp_path.glob("*/*.match"))) == 4
    following = Sessions(["tic-tac-toe"], in_memory=1)
    for seed in range(2):
        following.open(cw.Match(following.game("tic-tac-toe"), 2, seed))
    assert len(list(tmp_path.glob("*/*.match"))) == 3 and other.exists()
    assert [living.match(each).seed for each in ids] == [0, 1, 2], "who lives keeps what it put away"
