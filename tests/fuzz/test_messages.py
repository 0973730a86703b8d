"""Any parameter of any method of both protocols, replaced by anything: what is refused is refused by field, value and expectation, and others go on."""

import json
import re

import pytest
from hypothesis import strategies as st
from tests.fuzz.anything import ANYTHING, MISSING, SEVERAL, tried

import cavewright as cw
from cavewright.connect.serve.faults import Fault
from cavewright.connect.serve.json_rpc import JsonRpc
from cavewright.connect.serve.methods import METHODS
from cavewright.connect.serve.sessions import Sessions

SAVE = cw.Match(cw.load_game("tic-tac-toe"), 2, 1).to_json()
GOOD = {
    "match": "m1",
    "player": 0,
    "action": "mark b2",
    "game": "tic-tac-toe",
    "bot": "random",
    "reply": "mark b2",
    "save": SAVE,
    "request": 7,
    "reason": "so agreed",
}
MANY = {"simulate": {"games": 1, "bots": ["random"], "rounds_bound": 1}}
FIELDS = [(method, field) for method in METHODS for field in (*method.takes.model_fields, "nonsense")]
ENVELOPE = {"jsonrpc": "2.0", "id": 1, "method": "games", "params": {}}


class Server:
    """A server with two matches; the second one is somebody else's."""

    def __init__(self):
        self.lines = []
        self.rpc = JsonRpc(Sessions(["tic-tac-toe", "connect-four"]), self.lines.append)
        for game in ("tic-tac-toe", "connect-four"):
            self.said({**ENVELOPE, "method": "new", "params": {"game": game, "seed": 7}})

    def said(self, message):
        before = len(self.lines)
        self.rpc.receive(json.dumps(message).encode())
        self.rpc.close()
        return [json.loads(each) for each in self.lines[before:]]

    def other(self):
        return self.said({**ENVELOPE, "method": "save", "params": {"match": "m2"}})[0]["result"]["save"]


def told(error, field):
    """The error names what was wrong."""
    assert error["data"]["kind"] != "defect" and error["message"].isprintable(), error
    assert error["data"]["fields"] or error["data"]["kind"] in ("limit", "work"), error
    for each in error["data"]["fields"]:
        assert (
            each["field"].isprintable()
            and each["expected"]
            and each["field"].split(".")[-1] not in ("str", "int", "bool", "constrained-str")
        ), error


@SEVERAL
def test_any_parameter_of_any_method(examples):
    server = Server()
    stood = server.other()

    @tried(examples, st.sampled_from(FIELDS), ANYTHING)
    def law(place, value):
        method, field = place
        params = {name: good for name, good in GOOD.items() if name in method.takes.model_fields} | MANY.get(
            method.name, {}
        )
        params = {name: each for name, each in params.items() if name != field} | (
            {} if value is MISSING else {field: value}
        )
        if method.name == "close" and params.get("match") == "m2":
            return
        for found in server.said({**ENVELOPE, "method": method.name, "params": params}):
            if "error" in found:
                told(found["error"], field)
                if found["error"]["code"] == -32602:
                    assert any(each["field"].split(".")[0] == field for each in found["error"]["data"]["fields"]), found
        if params.get("match") == "m1" and method.name == "close":
            server.__init__()

    assert server.other() == stood and not any('"kind":"defect"' in line for line in server.lines)


@SEVERAL
def test_any_part_of_a_request(examples):
    server = Server()

    @tried(examples, st.sampled_from([*ENVELOPE]), ANYTHING)
    def law(part, value):
        message = {name: each for name, each in ENVELOPE.items() if name != part} | (
            {} if value is MISSING else {part: value}
        )
        answers = server.said(message)
        assert len(answers) == ("id" in message) or message["jsonrpc"] != "2.0" or "error" in answers[0], answers
        for found in answers:
            if "error" in found:
                told(found["error"], part)
                assert any(
                    each["field"].split(".")[0] == part or part == "params" for each in found["error"]["data"]["fields"]
                ), (message, found)

    assert server.other()


@SEVERAL
def test_any_argument_of_any_tool_of_a_language_model(examples):
    """As the server of the SDK calls them: whatever is raised is a fault that names the argument, or what the SDK says of the schema."""
    mcp_server = pytest.importorskip("cavewright.connect.serve.mcp_server", reason="the package mcp is missing")
    anyio = pytest.importorskip("anyio")
    server = mcp_server.mcp_server(Sessions(["tic-tac-toe", "connect-four"]))
    tools = {each.name: [*each.input_schema["properties"]] for each in anyio.run(server.list_tools)}
    begun = {"game": "tic-tac-toe", "opponents": "random", "seed": 1}
    good = {
        "new_match": begun,
        "play": {"match": "m1", "action": "mark a1"},
        "why_not": {"match": "m1", "action": "mark a1"},
        "rules": {"match": "m1"},
        "look": {"match": "m1"},
        "games": {},
        "matches": {},
        "close_match": {"match": "m9"},
        "seat_bot": {"match": "m1", "player": 1, "bot": "random"},
    }

    def call(tool, given):
        try:
            return anyio.run(server.call_tool, tool, given), None
        except Exception as error:
            return None, error

    assert call("new_match", begun)[1] is None and set(good) == set(tools)

    @tried(
        examples,
        st.sampled_from([(tool, name) for tool, names in tools.items() for name in (*names, "nonsense")]),
        ANYTHING,
    )
    def law(place, value):
        tool, name = place
        given = {each: here for each, here in good[tool].items() if each != name} | (
            {} if value is MISSING else {name: value}
        )
        _, error = call(tool, given)
        if error is not None:
            cause = error
            while cause.__cause__ is not None and not isinstance(cause, Fault):
                cause = cause.__cause__
            assert isinstance(cause, Fault) or "validation error" in str(error), (place, value, error)
            if isinstance(cause, Fault):
                assert cause.kind in ("limit", "rules") or re.search(
                    r"`\w+`|ACTION|legal now", str(cause), re.IGNORECASE
                ), cause
            else:
                assert name in str(error), error

    assert (
        call("look", {"match": "m1"})[1] is None
        and call("close_match", {"match": "m1"})[1] is None
        and call("look", {"match": "m1"})[1] is not None
    )
