"""Debug adapter: the debug adapter protocol over the standard streams, with breakpoints on clauses.

The game runs on a thread of its own, which waits wherever the editor wants it to; requests are read on the first one.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ...engine.interpret.closures import Boards, Slots
from ...foundation.source.ample_stack import call_with_room
from ...play.examples.line_reader import prepare_example
from ...play.examples.option_settings import settings_of
from ...play.loading.load import load_game
from ...play.loading.opened_rules import open_rules
from ...play.states.game import Game, State
from .debugged_game import (
    Decision,
    Place,
    Value,
    answer_question,
    bound_values,
    find_example,
    places_of,
    play_example,
    play_match,
    position_values,
    watch_game,
)
from .rule_stack import names_in

THREAD = 1
LARGEST = 1_000_000
"""Bytes of a message that are read; whatever says that it is larger is no editor."""
POSITION, NAMES = 1, 2
"""References of the two scopes; values with parts have those behind them."""
Message = Mapping[str, Any]


def read_messages(stream: BinaryIO) -> Iterator[Message]:
    """Yields requests until the stream ends. What is no message is left out; a header without a length ends it."""
    while True:
        length = 0
        while (line := stream.readline(LARGEST)).strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        if not line or not 0 < length <= LARGEST:
            return
        try:
            read = json.loads(stream.read(length))
        except (ValueError, RecursionError):
            continue
        if isinstance(read, dict) and isinstance(read.get("command"), str):
            yield read


class Ended(Exception):
    """The editor has ended the game."""


class DebugAdapter:
    """One editor and one game. `waiting` is where the game stands, none while it runs."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.sequence, self.lock = stream, 0, threading.RLock()
        self.breakpoints: dict[Path, set[int]] = {}
        self.paths: dict[str, Path] = {}
        self.mode, self.is_over = "run", False
        self.go_on = threading.Event()
        self.waiting: tuple[Place, Slots] | None = None
        self.state: State | None = None
        self.game: Game | None = None
        self.names: tuple[str, ...] = ()
        self.chosen = ""
        self.start: Callable[[], None] | None = None
        self.shown: dict[int, tuple[Value, ...]] = {}
        self.thread: threading.Thread | None = None

    # ---- messages --------------------------------------------------------------------------------------------------------

    def send(self, kind: str, **content: Any) -> None:
        """Sends a message."""
        with self.lock:
            self.sequence += 1
            text = json.dumps({"seq": self.sequence, "type": kind, **content}).encode()
            self.stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
            self.stream.flush()

    def tell(self, event: str, **body: Any) -> None:
        """Sends an event."""
        self.send("event", event=event, body=body)

    def serve(self, stream: BinaryIO) -> None:
        """Answers requests until the editor leaves; the game ends with it."""
        try:
            for request in read_messages(stream):
                self.answer(request)
                if request["command"] in ("disconnect", "terminate"):
                    return
        finally:
            self.end()

    def answer(self, request: Message) -> None:
        """Answers a request; one that is unknown, or wrong, with a word why."""
        command, given = request["command"], request.get("arguments") or {}
        reply = {"request_seq": request.get("seq", 0), "command": command}
        handler = getattr(self, f"on_{command}", None)
        try:
            if handler is None:
                raise ValueError(f"`{command}` is nothing that this adapter does")
            body = handler(given if isinstance(given, dict) else {})
        except (ValueError, OSError, TypeError, KeyError, AttributeError) as error:
            text = str(error) or type(error).__name__
            body = {"error": {"id": 1, "format": text.replace("{", "(").replace("}", ")"), "showUser": True}}
            self.send("response", success=False, message=text, body=body, **reply)
            return
        self.send("response", success=True, body=body or {}, **reply)
        if command == "launch":
            self.tell("initialized")
        elif command == "configurationDone" and self.start is not None:
            self.thread = threading.Thread(target=self.run_game, daemon=True)
            self.thread.start()

    def end(self) -> None:
        """Ends the game, wherever it stands."""
        self.is_over = True
        self.go_on.set()
        if self.thread is not None:
            self.thread.join(10)

    # ---- the game --------------------------------------------------------------------------------------------------------

    def run_game(self) -> None:
        """Carries the game out, and says how it came out."""
        try:
            assert self.start is not None
            call_with_room(self.start)
        except Ended:
            pass
        except (ValueError, RecursionError) as error:
            self.tell("output", category="stderr", output=f"{error}\n")
        self.is_over = True
        self.tell("terminated")
        self.tell("exited", exitCode=0)

    def path_of(self, name: str) -> Path:
        """The path of a rule file by the name that places have."""
        return self.paths.get(name, Path(name)).resolve()

    def watch(self, place: Place, h: Slots, s: Boards) -> None:
        """Waits at a line where a breakpoint stands, or when lines are gone through one by one."""
        if self.is_over:
            raise Ended
        is_step = self.mode == "in"
        if is_step or place.line in self.breakpoints.get(self.path_of(place.file), ()):
            self.wait(place, h, "step" if is_step else "breakpoint")

    def decide(self, decision: Decision) -> str:
        """Returns the action at a decision of the match; waits there when decisions are gone through."""
        self.state, self.names, self.chosen = decision.state, decision.state.names, decision.chosen
        if self.is_over:
            raise Ended
        if self.mode in ("over", "in"):
            player = decision.state.names[decision.state.active_players[0]]
            text = f"{player} decides; the bot takes {decision.chosen}"
            node: Any = decision.state._node
            self.wait(Place(getattr(node, "clause", None), "decision", text), decision.state._h, "step")
        return self.chosen

    def wait(self, place: Place, h: Slots, reason: str) -> None:
        """Waits until the editor lets the game go on."""
        self.shown.clear()
        self.go_on.clear()
        self.waiting = place, h
        self.tell("stopped", reason=reason, threadId=THREAD, allThreadsStopped=True, text=place.text)
        self.go_on.wait()
        self.waiting = None
        if self.is_over:
            raise Ended

    def resume(self, mode: str) -> dict[str, Any]:
        """Lets the game go on until the next breakpoint, decision (`over`) or line (`in`)."""
        if self.waiting is None:
            raise ValueError("the game does not wait")
        self.mode = mode
        self.go_on.set()
        return {"allThreadsContinued": True}

    # ---- requests --------------------------------------------------------------------------------------------------------

    def on_initialize(self, given: Message) -> Message:
        """Says what the adapter can do."""
        return {
            "supportsConfigurationDoneRequest": True,
            "supportsTerminateRequest": True,
            "supportsEvaluateForHovers": True,
        }

    def on_launch(self, given: Message) -> None:
        """Loads the rules `program`: an example of them, or a match by a bot, is to be carried out."""
        spec = str(given.get("program", ""))
        example = str(given.get("example", ""))
        if not spec:
            raise ValueError("`program` names the rules: an id or a path, with overlays behind `+`")
        options = given.get("options") or {}
        plain = load_game(spec, options=options)
        wanted = find_example(plain, example) if example else None
        if wanted is not None:
            plain = plain.with_options(settings_of(plain, wanted)[0])
        game = watch_game(plain, self.watch)
        self.paths = names_in(open_rules(spec, options, "en").files.folders)
        self.game, self.names = game, tuple(plain.new_initial_state(int(given.get("players", 0)) or None).names)
        if wanted is not None:
            self.names = prepare_example(plain, wanted)[1]
        self.mode = "over" if given.get("stopOnEntry", not example) else "run"
        players, seed = int(given.get("players", 0)), int(given.get("seed", 0))
        bot = str(given.get("bot", ""))

        def tell(text: str) -> None:
            self.tell("output", category="stdout", output=f"{text}\n")

        def start() -> None:
            if wanted is not None:
                tell(f"{example}: {play_example(game, wanted)}")
            else:
                tell(play_match(game, players, bot, seed, self.decide, tell))

        self.start = start

    def on_setBreakpoints(self, given: Message) -> Message:
        """Takes the lines of a file at which play is to wait; a line that nothing carries out moves to the next that is."""
        path = Path(given["source"]["path"]).resolve()
        there = sorted(self.lines_of(path))
        found = []
        for each in given.get("breakpoints", ()):
            line = next((one for one in there if one >= each["line"]), 0)
            found.append({"verified": bool(line), "line": line or each["line"]})
        self.breakpoints[path] = {each["line"] for each in found if each["verified"]}
        return {"breakpoints": found}

    def lines_of(self, path: Path) -> set[int]:
        """Returns the lines of a file at which play may wait."""
        places = places_of(self.game) if self.game is not None else ()
        return {each.line for each in places if self.path_of(each.file) == path}

    def on_setExceptionBreakpoints(self, given: Message) -> None:
        """Takes what editors send; rules raise nothing."""

    def on_configurationDone(self, given: Message) -> None:
        """Begins the game, once this is answered."""

    def on_threads(self, given: Message) -> Message:
        """Names the one thread."""
        return {"threads": [{"id": THREAD, "name": self.game.title if self.game is not None else "game"}]}

    def on_stackTrace(self, given: Message) -> Message:
        """Says where the game waits."""
        if self.waiting is None:
            return {"stackFrames": [], "totalFrames": 0}
        place, _ = self.waiting
        frame: dict[str, Any] = {"id": 1, "name": f"{place.rule}: {place.text}", "line": place.line, "column": 1}
        if place.file:
            frame["source"] = {"name": Path(place.file).name, "path": str(self.path_of(place.file))}
        return {"stackFrames": [frame], "totalFrames": 1}

    def on_scopes(self, given: Message) -> Message:
        """Names the two groups of values."""
        return {
            "scopes": [
                {"name": "Names", "variablesReference": NAMES, "expensive": False},
                {"name": "Position", "variablesReference": POSITION, "expensive": False},
            ]
        }

    def on_variables(self, given: Message) -> Message:
        """Lists the values of a group, or the parts of a value."""
        reference = given["variablesReference"]
        values = self.shown.get(reference) if reference > NAMES else self.values_of(reference)
        return {"variables": [self.variable(each) for each in values or ()]}

    def values_of(self, scope: int) -> tuple[Value, ...]:
        """Returns the values of a group where the game waits."""
        if self.waiting is None or self.game is None:
            return ()
        place, h = self.waiting
        if scope == POSITION:
            return tuple(position_values(self.game, self.names, h))
        return tuple(bound_values(self.game, self.names, h, place.rule))

    def variable(self, value: Value) -> Message:
        """A value as the protocol writes it; one with parts can be opened."""
        reference = 0
        if value.parts:
            reference = NAMES + 1 + len(self.shown)
            self.shown[reference] = value.parts
        return {"name": value.name, "value": value.text, "variablesReference": reference}

    def on_evaluate(self, given: Message) -> Message:
        """Answers a question about the position; `do ACTION` takes another action than the bot's."""
        text = str(given.get("expression", "")).strip()
        if self.waiting is None:
            raise ValueError("the game does not wait")
        is_decision = self.waiting[0].rule == "decision"
        if text.startswith("do ") and is_decision:
            action = text[3:].strip()
            answer = answer_question(self.state, f"why not {action}", ())
            if answer == "it is legal":
                self.chosen, answer = action, f"{action} is taken when you step on"
        else:
            values = (*self.values_of(NAMES), *self.values_of(POSITION))
            answer = answer_question(self.state if is_decision else None, text, values)
        return {"result": answer, "variablesReference": 0}

    def on_continue(self, given: Message) -> Message:
        """Goes on to the next breakpoint."""
        return self.resume("run")

    def on_next(self, given: Message) -> Message:
        """Goes on to the next decision, or breakpoint before it."""
        return self.resume("over")

    def on_stepIn(self, given: Message) -> Message:
        """Goes on to the next line."""
        return self.resume("in")

    def on_stepOut(self, given: Message) -> Message:
        """Goes on to the next decision."""
        return self.resume("over")

    def on_pause(self, given: Message) -> None:
        """Waits at the next line."""
        self.mode = "in"

    def on_disconnect(self, given: Message) -> None:
        """Ends, once this is answered."""

    def on_terminate(self, given: Message) -> None:
        """Ends, once this is answered."""


def serve_debugger(typed: BinaryIO, shown: BinaryIO) -> None:
    """Serves one editor until it leaves."""
    DebugAdapter(shown).serve(typed)
