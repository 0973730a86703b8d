"""The debug adapter, as a client of its protocol meets it: breakpoints on clauses, steps, values, why not.

The client is written here: those of PyPI misread answers that have no body.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest

from cavewright.connect.editor.debug_adapter import serve_debugger

RULES = """ruleset well 1.0 "Well"
    language 1

players drawer 2..2
    keeps water: 0..9 = 4

to play
    repeat until every(d in drawer: d.water < 2)
        each drawer from first(d in drawer)
            offer moves

menu moves "Your move"

action draw(many in 1..2) in moves "Draw"
    deep: require water >= many "The well is dry."
    set water = water - many

action wait in moves "Wait"
    set water = water

scoring
    score water = water
    highest total wins

example dry "Nobody draws more than there is"
    begin play
    | drawer | water |
    | Ann    | 1     |
    refuse Ann: draw 2 because deep
    when Ann: draw 1
    then Ann.water is 0
"""
REQUIRE, SET = 15, 16
LONG = 60


class Session:
    """A client, and the program that it talks to."""

    def __init__(self, program):
        self.program, self.sent, self.told = program, 0, Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        with self.program.stdout as told:
            while head := told.readline():
                told.readline()
                self.told.put(json.loads(told.read(int(head.partition(b":")[2]))))

    def send(self, command, **given):
        self.sent += 1
        text = json.dumps({"seq": self.sent, "type": "request", "command": command, "arguments": given}).encode()
        self.program.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.program.stdin.flush()
        return self.sent

    def ask(self, command, **given):
        """The answer to a request; events before it are passed over."""
        number = self.send(command, **given)
        while (found := self.told.get(timeout=LONG)).get("request_seq") != number:
            assert found.get("event") != "terminated", found
        return found

    def event(self, name):
        """The next event of a name."""
        while (found := self.told.get(timeout=LONG)).get("event") != name:
            assert found.get("success", True), found
        return found["body"]

    def launch(self, path, lines, **given):
        self.send("initialize", adapterID="cavewright")
        self.send("launch", program=str(path), **given)
        self.event("initialized")
        lines = [{"line": each} for each in lines]
        found = self.ask("setBreakpoints", source={"path": str(path)}, breakpoints=lines)
        self.send("configurationDone")
        return found["body"]["breakpoints"]

    def frame(self):
        return self.ask("stackTrace", threadId=1)["body"]["stackFrames"][0]

    def values(self):
        """Everything that is shown where the game waits, as text by name."""
        found = {}
        for scope in self.ask("scopes", frameId=1)["body"]["scopes"]:
            for each in self.variables(scope):
                found[each["name"]] = each["value"]
                found |= {f"{each['name']}.{one['name']}": one["value"] for one in self.variables(each)}
        return found

    def variables(self, of):
        reference = of["variablesReference"]
        return self.ask("variables", variablesReference=reference)["body"]["variables"] if reference else []

    def evaluate(self, text):
        found = self.ask("evaluate", expression=text)
        return found["body"]["result"] if found["success"] else found["message"]


class OwnThread:
    """The adapter in a thread of the test, which sees it as it sees a program: a program takes a second to start."""

    def __init__(self):
        (typed, stdin), (stdout, shown) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")
        self.thread = threading.Thread(target=self.serve, args=(typed, shown), daemon=True)
        self.thread.start()

    def serve(self, typed, shown):
        with os.fdopen(typed, "rb") as asks, os.fdopen(shown, "wb") as answers:
            serve_debugger(asks, answers)

    def wait(self, seconds):
        self.thread.join(seconds)

    @property
    def returncode(self):
        return None if self.thread.is_alive() else 0


def own_program():
    """The adapter as an editor starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "cavewright", "dap"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "engine")},
    )


@contextmanager
def debugging(tmp_path, start=OwnThread):
    path = tmp_path / "well.cave"
    path.write_text(RULES, "utf-8")
    program = start()
    session = Session(program)
    try:
        yield session, path
    finally:
        program.stdin.close()
        program.wait(LONG)
        session.reader.join(LONG)
        assert program.returncode == 0


@pytest.mark.long
def test_an_example_waits_at_a_clause_and_shows_values(tmp_path):
    """At the line that a breakpoint names, with what is kept and what is bound; then it goes on to its end."""
    with debugging(tmp_path, own_program) as (session, path):
        (found,) = session.launch(path, [SET], example="dry")
        assert found == {"verified": True, "line": SET}
        assert session.event("stopped")["reason"] == "breakpoint"
        frame = session.frame()
        assert frame["line"] == SET and Path(frame["source"]["path"]) == path.resolve() and "draw" in frame["name"]
        values = session.values()
        assert values["many"] == "1" and values["Ann.water"] == "1"
        assert session.evaluate("Ann.water") == "1" and "there is no value" in session.evaluate("Ann.fire")
        session.send("continue", threadId=1)
        assert "dry: holds" in session.event("output")["output"]
        session.event("terminated")


@pytest.mark.long
@pytest.mark.parametrize(("line", "example"), [(REQUIRE, "dry"), (REQUIRE - 1, "dry")])
@pytest.mark.gate("14-dry")
def test_a_requirement_is_waited_for_when_it_is_asked(tmp_path, line, example):
    """Also where the breakpoint stands at the head of its action, which nothing carries out."""
    with debugging(tmp_path) as (session, path):
        (found,) = session.launch(path, [line], example=example)
        assert found == {"verified": True, "line": REQUIRE}
        session.event("stopped")
        assert session.frame()["line"] == REQUIRE


def test_decisions_are_stepped_over_and_answer_why_not(tmp_path):
    """The bot's choice is shown; another can be taken, and what is refused is explained with its clause."""
    with debugging(tmp_path) as (session, path):
        session.launch(path, [], bot="random", seed=3)
        session.event("stopped")
        assert "draw 2" in session.evaluate("actions") and session.evaluate("why not draw 2") == "it is legal"
        for action in ("draw 2", "wait", "draw 1", "wait"):
            assert "is taken" in session.evaluate(f"do {action}")
            session.send("next", threadId=1)
            session.event("stopped")
        answer = session.evaluate("why not draw 2")
        assert "draw.deep" in answer and "The well is dry." in answer and f":{REQUIRE}" in answer
        session.send("stepIn", threadId=1)
        assert session.event("stopped")["reason"] == "step"
        session.send("disconnect")
    assert session.program.returncode == 0


@pytest.mark.long
def test_nonsense_is_answered_and_ends_nothing(tmp_path):
    """Rules that are none, requests that are none, rubbish, lines beyond the file: a clear word, and the next is answered."""
    with debugging(tmp_path) as (session, path):
        wrong = session.ask("launch", program="no-such-rules")
        assert not wrong["success"] and "no ruleset `no-such-rules`" in wrong["message"]
        assert not session.ask("dance")["success"] and not session.ask("setBreakpoints", source=7)["success"]
        assert "does not wait" in session.ask("next", threadId=1)["message"]
        session.program.stdin.write(b"Content-Length: 7\r\n\r\nrubbish")
        session.program.stdin.write(b"Content-Length: 5\r\n\r\n[1,2]")
        (found,) = session.launch(path, [10_000], example="dry")
        assert not found["verified"]
        session.event("terminated")
    assert session.program.returncode == 0


@pytest.mark.long
def test_an_example_that_is_none_is_said(tmp_path):
    with debugging(tmp_path) as (session, path):
        assert "there is no example `wet`" in session.ask("launch", program=str(path), example="wet")["message"]
