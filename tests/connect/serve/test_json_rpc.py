"""The protocol: every method does what it says, and every wrong message is answered by an error that names field, value and expectation."""

import json
import random
import shutil
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import cavewright as cw
from cavewright.connect.cli import app
from cavewright.connect.prompts.prompt import position_lines
from cavewright.connect.serve import json_rpc, sessions
from cavewright.connect.serve.json_rpc import lines_in, serve
from cavewright.connect.serve.methods import METHODS
from cavewright.connect.serve.protocol_schema import schema
from cavewright.connect.serve.sessions import Sessions

ROOT = Path(__file__).parents[3]
RULES = 'ruleset mine 1.0 "Mine"\n    language 1\nplayers team 2..2\n    keeps points: 0..9\nmenu deeds\naction rest in deeds\n    gain 1 point\nto play\n    for each t in team\n        as t\n            offer deeds\nscoring\n    score points = points\n    highest total wins\n'


def fits(data, model):
    """The result is as the schema says."""
    Draft202012Validator({"$defs": schema()["$defs"], "$ref": f"#/$defs/{model}"}).validate(data)
    return data


def begun(client, game="connect-four", **given):
    return client.ask("new", **{"game": game, "seed": 7, "players": ["Anna", "Jola"], **given})["match"]


def test_every_method_gives_what_the_schema_says(new_client):
    client = new_client("connect-four", "hex", "the-cave")
    match = begun(client)
    cave = begun(client, "the-cave", by_hand=True)
    save = client.ask("save", match=match)["save"]
    given = {
        "games": {},
        "options": {"game": "the-cave", "overlays": ["long-rope"]},
        "new": {"game": "hex"},
        "matches": {},
        "close": {"match": begun(client)},
        "state": {"match": match, "viewer": 0},
        "legal_actions": {"match": match, "player": 0, "lang": "de"},
        "preview": {"match": match, "player": 0, "action": "drop 3", "lang": "de"},
        "hint": {"match": match, "player": 0, "lang": "de"},
        "check": {"match": match, "player": 1, "action": "drop 1"},
        "apply": {"match": match, "player": 0, "action": "drop 3"},
        "chance": {"match": cave},
        "events": {"match": match, "since": 0, "lang": "es"},
        "text": {"match": match, "viewer": 1, "lang": "de"},
        "picture": {"match": match},
        "save": {"match": match, "viewer": 1},
        "resume": {"save": save},
        "choose": {"match": match, "player": 1, "bot": "greedy"},
        "prompt": {"match": match, "player": 1},
        "read_reply": {"match": match, "player": 1, "reply": "hm"},
        "position": {"match": match, "moves": 0},
        "correct": {"match": match, "moves": 0, "reason": "so agreed"},
        "divergence": {"match": match, "game": "connect-four"},
        "undo": {"match": match, "fenced": False},
        "review": {"match": match},
        "cancel": {"request": 99},
        "schema": {},
    }
    assert {*given, "simulate"} == {each.name for each in METHODS}
    for name, params in given.items():
        fits(client.ask(name, **params), next(each.gives for each in METHODS if each.name == name).__name__)


def test_the_published_schema_is_that_of_the_program():
    published = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(schema()))
    Draft202012Validator.check_schema({"$defs": published["$defs"]})
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert [each.name for each in METHODS if f"\n### {each.name}\n" not in page] == []
    for each in METHODS:
        section = page.partition(f"\n### {each.name}\n")[2].partition("\n### ")[0]
        assert [name for name in each.takes.model_fields if f"`{name}`" not in section] == [], each.name


def test_an_action_is_told_with_its_places_prices_and_scene(new_client):
    client = new_client("the-cave")
    match = begun(client, "the-cave", options={"starting_kit": "suggested"})
    while (player := client.ask("state", match=match)["current_player"]) < 0:
        client.ask(
            "apply",
            match=match,
            player=0,
            action=client.ask("legal_actions", match=match, player=0)["actions"][0]["action"],
        )
    action = next(
        each["action"]
        for each in client.ask("legal_actions", match=match, player=player)["actions"]
        if each["action"].startswith("enter")
    )
    seen = client.ask("preview", match=match, player=player, action=action)
    assert [(each["value"], each["place"]) for each in seen["places"]] == [("there", action.split()[1])]
    assert [(each["unit"], each["amount"]) for each in seen["prices"]] == [("points", 1)]
    standing = [
        each["name"]
        for board in seen["scene"]["boards"]
        for each in board["places"]
        if any(piece["player"] == player for piece in each["pieces"])
    ]
    assert standing == [action.split()[1]]
    assert client.ask("state", match=match)["moves"] == client.ask("state", match=match)["moves"]
    assert client.refused("preview", match=match, player=player, action="enter o by walk")["code"] < 0


def test_a_hint_says_why_and_a_review_finds_what_cost_most(client):
    match = begun(client)
    for n, column in enumerate((1, 2, 1, 2, 1)):
        client.ask("apply", match=match, player=n % 2, action=f"drop {column}")
    hint = client.ask("hint", match=match, player=1)
    assert hint["action"] in {each["action"] for each in client.ask("legal_actions", match=match, player=1)["actions"]}
    client.ask("apply", match=match, player=1, action="drop 7")
    assert client.ask("hint", match=match, player=0) == {
        "action": "drop 1",
        "label": "drop 1",
        "changes": [{"name": "won", "by": 1}],
    }
    client.ask("apply", match=match, player=0, action="drop 7")
    review = client.ask("review", match=match)
    (worst,) = (each for each in review["choices"] if each["number"] in review["costliest"])
    assert (worst["number"], worst["better"], worst["loss"], worst["changes"]) == (
        7,
        "drop 1",
        1,
        [{"name": "won", "by": 1}],
    )


def test_a_match_is_played_saved_and_resumed(client):
    match = begun(client)
    assert client.ask("legal_actions", match=match, player=1)["actions"] == []
    for n, column in enumerate((1, 2, 1, 2, 1)):
        assert client.ask("apply", match=match, player=n % 2, action=f"drop {column}", moves=n)["moves"] == n + 1
    other = client.ask("resume", save=client.ask("save", match=match)["save"])["match"]
    assert client.ask("undo", match=other)["action"] == "drop 1"
    assert client.ask("apply", match=match, player=1, action="drop 2")["is_terminal"] is False
    end = client.ask("apply", match=match, player=0, action="drop 1")
    assert end["is_terminal"] and client.ask("state", match=match)["outcome"]["winners"] == [0]
    assert client.ask("state", match=other)["moves"] == 4
    assert [each["text"] for each in client.ask("events", match=match, since=5)["moves"]] == ["drop 2", "drop 1"]
    assert (
        client.ask("close", match=match) == {"found": True}
        and client.refused("state", match=match)["data"]["kind"] == "match"
    )


def test_chance_is_entered_by_hand(client):
    match = begun(client, "the-cave", options={"starting_kit": "suggested"}, by_hand=True)
    outcomes = client.ask("chance", match=match)["outcomes"]
    assert sum(each["numerator"] / each["denominator"] for each in outcomes) == 1 and outcomes[1]["action"] == "first 1"
    assert client.ask("chance", match=match, action="first 1")["current_player"] == 1
    assert client.refused("chance", match=match, action="first 1")["data"]["kind"] == "illegal"
    other = begun(client, "the-cave", options={"starting_kit": "suggested"}, by_hand=True)
    assert client.ask("chance", match=other, by_seed=True)["current_player"] >= 0


def test_rules_may_lie_in_the_message(client):
    match = client.ask("new", files={"mine.cave": RULES}, seed=1)["match"]
    assert client.ask("apply", match=match, player=0, action="rest")["current_player"] == 1
    found = client.refused("new", files={"mine.cave": RULES.replace("points", "poinds", 1)})
    assert found["data"]["kind"] == "rules" and found["data"]["diagnostics"][0]["code"].startswith("C0")


def test_only_what_the_server_was_begun_with_is_played(new_client, tmp_path):
    (tmp_path / "mine.cave").write_text(RULES, "utf-8")
    client = new_client(str(tmp_path / "mine.cave"))
    assert [each["id"] for each in client.ask("games")["games"]] == ["mine"] and client.ask("new", game="mine")[
        "match"
    ] == "m1"
    for params in ({"game": "hex"}, {"game": str(tmp_path / "mine.cave")}, {"files": {"mine.cave": RULES}}):
        assert client.refused("new", **params)["data"]["fields"][0]["field"] in ("game", "files")
    assert client.ask("resume", save=client.ask("save", match="m1")["save"])["match"] == "m2"


def test_a_table_corrects_what_lay_wrong(client):
    """Back to a position, or to one that was edited; saves keep it, and what cannot be corrected is refused by its field."""
    match = begun(client)
    for n, column in enumerate((4, 4, 3)):
        client.ask("apply", match=match, player=n % 2, action=f"drop {column}")
    assert client.ask("correct", match=match, moves=2, reason="Jola had not let go")["back_to"] == 2
    client.ask("apply", match=match, player=0, action="drop 5")
    data = json.loads(client.ask("position", match=match)["position"])
    before, data["slots"] = (
        data["slots"][:],
        json.loads(client.ask("position", match=match, moves=1)["position"])["slots"],
    )
    assert data["slots"] != before
    edited = client.ask("correct", match=match, position=json.dumps(data), reason="and again")
    assert (edited["after"], edited["moves"], edited["current_player"]) == (4, 4, 1)
    save = client.ask("save", match=match)["save"]
    assert [(each["after"], each["reason"]) for each in json.loads(save)["corrections"]] == [
        (3, "Jola had not let go"),
        (4, "and again"),
    ]
    assert client.ask("save", match=client.ask("resume", save=save)["match"])["save"] == save
    assert [
        each["reason"] for each in json.loads(client.ask("save", match=match, viewer=1)["save"])["corrections"]
    ] == ["Jola had not let go", "and again"]
    for params, field in (
        ({"reason": "x"}, "position"),
        ({"reason": "x", "moves": 1, "position": save}, "position"),
        ({"reason": " ", "moves": 1}, "reason"),
        ({"reason": "a\nb", "moves": 1}, "reason"),
        ({"reason": "x", "moves": 99}, "moves"),
        ({"reason": "x", "moves": 4}, "moves"),
        ({"reason": "x", "position": "{}"}, "position"),
        ({"reason": "", "moves": 1}, "reason"),
    ):
        assert [each["field"] for each in client.refused("correct", match=match, **params)["data"]["fields"]] == [
            field
        ], params
    assert client.ask("save", match=match)["save"] == save


@pytest.mark.long
def test_other_rules_are_held_against_a_match(client):
    match = begun(client, "the-cave", options={"starting_kit": "suggested"})
    same = {
        "found": False,
        "after": client.ask("state", match=match)["moves"],
        "action": None,
        "rule": "",
        "reasons": [],
        "text": "",
    }
    assert client.ask("divergence", match=match, game="the-cave", options={"starting_kit": "suggested"}) == same
    found = client.ask(
        "divergence", match=match, game="the-cave+short-turns", options={"starting_kit": "suggested"}, lang="de"
    )
    assert (found["after"], found["rule"]) == (0, "turn.points") and found["text"].startswith("Aktion 1, ")
    match = begun(client, "connect-four")
    client.ask("apply", match=match, player=0, action="drop 3")
    barred = {
        "barred.cave": 'overlay barred 1.0 "Barred"\n    language 1\n    extends connect-four ^1.0\n    why "x"\n\namend action drop\n    add barred: require column is not 3 "That is barred."\n'
    }
    found = client.ask("divergence", match=match, game="connect-four", overlays=[barred])
    assert (found["after"], found["action"], found["rule"], [each["text"] for each in found["reasons"]]) == (
        0,
        "drop 3",
        "drop.barred",
        ["That is barred."],
    )
    assert (
        client.refused("divergence", match=match, game="none")["data"]["kind"] == "rules"
        and client.refused("divergence", match=match, game="connect-four", lang="xx")["data"]["kind"] == "language"
    )


def test_a_match_by_hand_is_bounded_too(client, monkeypatch):
    match = begun(client, "the-cave", options={"starting_kit": "suggested"}, by_hand=True)
    monkeypatch.setattr(sessions, "MOST_MOVES", 0)
    assert (
        client.refused("chance", match=match, action="first 1")["data"]["kind"] == "limit"
        and client.ask("state", match=match)["moves"] == 0
    )


def test_nobody_acts_for_another_on_an_old_position_or_takes_back_what_was_learned(client):
    match = begun(client)
    assert client.refused("apply", match=match, player=1, action="drop 1")["data"]["kind"] == "illegal"
    assert client.refused("apply", match=match, player=1, action="0: drop 1")["data"]["fields"][0]["field"] == "action"
    assert client.refused("apply", match=match, player=0, action="drop 1", moves=1)["data"]["kind"] == "stale"
    assert client.ask("state", match=match)["moves"] == 0
    cave = begun(client, "the-cave", options={"starting_kit": "suggested"})
    for action in ("enter n1 by walk", "discover"):
        client.ask("apply", match=cave, player=client.ask("state", match=cave)["current_player"], action=action)
    moves = client.ask("state", match=cave)["moves"]
    assert client.refused("undo", match=cave)["data"]["fields"][0]["field"] == "fenced", "the seed has drawn a tile"
    assert (
        client.ask("state", match=cave)["moves"] == moves
        and client.ask("undo", match=cave, fenced=False)["moves"] < moves
    )


def test_nobody_is_told_what_is_not_for_it(client):
    match = begun(client, "the-cave", overlays=["survey-goals"])
    while client.ask("state", match=match)["moves"] < 9:
        player = client.ask("state", match=match)["active_players"][0]
        client.ask(
            "apply",
            match=match,
            player=player,
            action=client.ask("legal_actions", match=match, player=player)["actions"][0]["action"],
        )
    game = cw.Match.from_json(client.ask("save", match=match)["save"])
    for viewer in (None, 0, 1):
        assert client.ask("state", match=match, viewer=viewer)["view"] == json.loads(game.state.view(viewer).to_json())
        assert client.ask("picture", match=match, viewer=viewer)["svg"] == game.svg(viewer)
        assert client.ask("text", match=match, viewer=viewer)["text"] == "\n".join(position_lines(game.state, viewer))
        kept = json.loads(client.ask("save", match=match, viewer=viewer)["save"])
        assert "seed" not in kept and kept["moves"] == client.ask("events", match=match, viewer=viewer)["moves"]
    for player in game.state.active_players:
        assert client.ask("prompt", match=match, player=player)["text"] == cw.prompt(game.state, player)
    assert client.ask("text", match=match, viewer=0) != client.ask("text", match=match, viewer=1)
    assert (
        client.ask("state", match=match, viewer=0)["view"]["players"]
        != client.ask("state", match=match, viewer=1)["view"]["players"]
    )


def test_points_that_a_viewer_cannot_count_are_not_told(client):
    match = client.ask(
        "new",
        files={"mine.cave": RULES.replace("0..9\n", "0..9 secret\n").replace("gain 1 point", "set points = 5")},
        seed=1,
    )["match"]
    client.ask("apply", match=match, player=0, action="rest")
    totals = [client.ask("state", match=match, viewer=viewer)["outcome"]["totals"] for viewer in (None, 0, 1, "all")]
    assert totals == [[None, None], [5, None], [None, 0], [5, 0]]


def test_simulations_tell_how_far_they_are_and_can_be_stopped(client):
    client.send(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": "s",
                "method": "simulate",
                "params": {"game": "tic-tac-toe", "games": 4, "bots": ["random"], "seed": 3},
            }
        )
    )
    client.rpc._running["s"][0].join() if "s" in client.rpc._running else None
    said = [json.loads(each) for each in client.lines]
    assert [each["params"] for each in said if each.get("method") == "progress"][-1] == {
        "request": "s",
        "done": 4,
        "of": 4,
    }
    assert said[-1]["result"]["figures"]["games"] == 4 and not said[-1]["result"]["stopped"]
    client.send(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": "t",
                "method": "simulate",
                "params": {"game": "the-cave", "games": 1000, "bots": ["random"], "rounds_bound": 1},
            }
        )
    )
    assert begun(client) and client.ask("cancel", request="t") == {"found": True}
    client.rpc.close()
    end = json.loads(client.lines[-1])
    assert end["id"] == "t" and end["result"]["stopped"] and end["result"]["figures"]["games"] < 1000
    assert client.ask("cancel", request="t") == {"found": False}


def test_the_exchange_of_the_page_is_what_is_said(client):
    """Lines that begin with an arrow are sent, and what stands below them is what comes back, up to `…`."""
    lines = [line.strip() for line in (ROOT / "docs" / "protocol.md").read_text("utf-8").splitlines()]
    asked = [(line[2:], after[2:].partition(" …")[0]) for line, after in pairwise(lines) if line.startswith("→ ")]
    assert len(asked) >= 5
    for line, answer in asked:
        (said,) = client.send(line)
        assert json.dumps(said, ensure_ascii=False).startswith(answer), (line, said)


# ---- bad input -----------------------------------------------------------------------------------------------------------------

ODD = [
    None,
    True,
    -1,
    0,
    1,
    10**30,
    1.5,
    "",
    "x",
    "m999",
    "0: drop 1",
    "\ud800",
    "\u0000",
    "9" * 5000,
    [],
    [[]],
    ["a", "a"],
    {},
    {"x": {}},
    {"a.cave": 1},
    "../../etc/passwd",
    "/",
    "all",
    -4,
]
LINES = [
    b"",
    b" ",
    b"{",
    b"[]",
    b"[1]",
    b"null",
    b"1",
    b'"x"',
    b"{}",
    b"\xff\xfe",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"1.0","id":1,"method":"games"}',
    b'{"jsonrpc":"2.0","id":{},"method":"games"}',
    b'{"jsonrpc":"2.0","id":1.5,"method":"games"}',
    b'{"jsonrpc":"2.0","id":true,"method":"games"}',
    b'{"jsonrpc":"2.0","id":1,"method":7}',
    b'{"jsonrpc":"2.0","id":1,"method":"games","params":[]}',
    b'{"jsonrpc":"2.0","id":1,"method":"games","params":{"x":NaN}}',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"jsonrpc":"2.0","id":1,"method":"__init__"}',
    b'{"jsonrpc":"2.0","id":1,"method":"_game","params":{}}',
    b'{"jsonrpc":"2.0","method":"simulate","params":{"game":"hex"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"hex","seed":' + b"9" * 10_000 + b"}}",
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: ascii(line[:40]))
def test_lines_that_are_no_requests(client, line):
    for found in [one for each in client.send(line) for one in (each if isinstance(each, list) else [each])]:
        error = found["error"]
        assert (
            error["code"] in (-32700, -32600, -32601, -32602)
            and error["message"]
            and "Traceback" not in error["message"]
            and len(json.dumps(found)) < 2_000
        )
    assert begun(client) == "m1"


def standing(client, match):
    return client.ask("save", match=match)["save"]


@pytest.mark.parametrize("method", METHODS, ids=lambda each: each.name)
@pytest.mark.gate("games")
def test_every_field_of_every_message(client, method):
    """What is refused is refused by field, value and expectation, and another match stands where it stood."""
    other = begun(client)
    client.ask("apply", match=other, player=0, action="drop 3")
    stood, rng = standing(client, other), random.Random(method.name)
    good = {
        "match": "m2",
        "player": 0,
        "action": "drop 1",
        "game": "tic-tac-toe",
        "bot": "random",
        "reply": "drop 1",
        "save": stood,
        "request": 7,
        "reason": "so agreed",
    }
    refused = 0
    for field in (*method.takes.model_fields, "nonsense"):
        for value in (*ODD, *rng.sample(ODD, 3)):
            match = begun(client)
            params = {name: good[name] for name in method.takes.model_fields if name in good} | (
                {"match": match} if "match" in method.takes.model_fields else {}
            )
            if method.name == "simulate":
                params |= {"games": 1, "bots": ["random"], "rounds_bound": 1}
            for found in client.send(
                json.dumps(
                    {
                        "jsonrpc": "2.0",
                        "id": f"{field} {ODD.index(value)}",
                        "method": method.name,
                        "params": {**params, field: value},
                    }
                )
            ):
                if "error" in found:
                    error, refused = found["error"], refused + 1
                    assert error["code"] in (-32602, -32000) and error["data"]["kind"] != "defect", found
                    assert (
                        error["data"]["fields"]
                        and all(each["expected"] and each["field"] for each in error["data"]["fields"])
                    ) or error["data"]["kind"] in ("limit", "work"), found
            client.rpc.close()
            client.ask("close", match=match)
    assert refused > 5 and standing(client, other) == stood
    assert not [line for line in client.lines if '"kind":"defect"' in line]


def test_a_defect_is_no_end(client, monkeypatch):
    match = begun(client)
    monkeypatch.setattr(client.rpc.methods, "text", lambda given: 1 / 0)
    found = client.refused("text", match=match)
    assert (
        found["code"] == -32603 and found["data"]["kind"] == "defect" and client.ask("state", match=match)["moves"] == 0
    )


def test_floods_and_giant_lines_are_bounded(new_client, monkeypatch):
    client = new_client(most=3)
    for _ in range(3):
        begun(client)
    assert client.refused("new", game="hex")["data"] == {"kind": "limit", "fields": [], "most": 3}
    assert client.ask("close", match="m1")["found"] and begun(client) == "m4"
    said = []
    monkeypatch.setattr(json_rpc, "LONGEST", 1000)
    monkeypatch.setattr(json_rpc, "lines_in", lambda stream: lines_in(stream, 1000))
    game = b'{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"hex"}}\n'
    serve(BytesIO(game + b"x" * 100_000 + b"\n" + game + b'{"jsonrpc":"2.0"'), said.append, Sessions())
    kinds = [json.loads(each).get("error", {}).get("data", {}).get("kind", "") for each in said]
    assert kinds == ["", "line", "", "json"]


def test_too_many_simulations_are_refused(client):
    params = {"game": "the-cave", "games": 1000, "bots": ["random"], "rounds_bound": 1}
    found = [
        each
        for n in (1, 2, 3, 1)
        for each in client.send(json.dumps({"jsonrpc": "2.0", "id": n, "method": "simulate", "params": params}))
        if "error" in each
    ]
    client.rpc.close()
    assert [each["error"]["data"]["kind"] for each in found] == ["limit", "request"]


# ---- from outside --------------------------------------------------------------------------------------------------------------

GAMES = cw.registered_games()
SMALL = ["tic-tac-toe", "connect-four", "hex", "breakthrough", "kuhn-poker"]
"""Those that end soon when all play at random."""


def by_node(*given):
    if shutil.which("node") is None:
        pytest.skip("node is missing")
    done = subprocess.run(
        ["node", ROOT / "docs/examples/play.mjs", *given],
        capture_output=True,
        text=True,
        timeout=1200,
        env={**__import__("os").environ, "CAVEWRIGHT": f"{sys.executable} -m cavewright"},
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return {each["game"]: each for each in map(json.loads, done.stdout.splitlines())}


def ended(played, ids):
    """Every match came to its end, with a total for each player."""
    assert {*played} == {*ids}
    for id, each in played.items():
        assert each["over"] and each["moves"] and len(each["totals"]) == cw.load_game(id).players[0], each


@pytest.mark.long
def test_a_client_in_another_language_plays_several_matches_at_once():
    ended(by_node(",".join(SMALL), "3"), SMALL)


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
def test_a_client_in_another_language_plays_to_the_end(id):
    bot = "random" if id == "go" else "greedy"  # greedy bots look at 361 points for each move
    ended(by_node(id, "3", "5000", bot), [id])


def test_the_command_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "cavewright", "serve", "--stdio", "hex"],
        input='{"jsonrpc":"2.0","id":1,"method":"games"}\nnonsense\n',
        capture_output=True,
        text=True,
        timeout=120,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (
        done.returncode == 0
        and [each["id"] for each in first["result"]["games"]] == ["hex"]
        and second["error"]["code"] == -32700
    )
    for wrong, why in (
        (["--bots", "greedy"], "go with a ruleset"),
        (["hex", "go"], "say which ruleset to play"),
        (["--stdio", "--mcp"], "one of --stdio, --socket and --mcp"),
    ):
        said = CliRunner().invoke(app, ["serve", *wrong])
        assert said.exit_code == 2 and why in said.output
