"""JSON-RPC 2.0 over some sessions: messages in, messages out. Simulations run beside, so that others are answered."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from pydantic import ValidationError

from ...bots.study import Stopped, simulate
from ...foundation.source import nearest
from ...foundation.source.argument_checks import shorten
from ...foundation.source.wrong_fields import brief_json
from . import messages as m
from .faults import INTERNAL, METHOD, PARSE, REFUSED, REQUEST, Fault, as_json, faults_of, of_fields
from .methods import METHODS, Methods
from .protocol_schema import schema
from .sessions import Sessions

LONGEST = 16 * 1024 * 1024
"""Bytes of a line; what is longer is skipped, not kept."""
MOST_IN_BATCH = 1_000
"""Messages of a list."""
MOST_SIMULATIONS = 2
"""Of all clients together."""
Id = int | str | None


class Cancel(KeyboardInterrupt):
    """A client has stopped its simulation."""


class JsonRpc:
    """Answers messages, one a line. `send` takes lines; it may be called from other threads, one at a time.

    >>> lines = []
    >>> rpc = JsonRpc(Sessions(), lines.append)
    >>> rpc.receive(b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "tic-tac-toe", "seed": 1}}')
    >>> json.loads(lines[0])["result"]["match"]
    'm1'
    """

    def __init__(self, sessions: Sessions, send: Callable[[str], None]) -> None:
        self.methods, self._send = Methods(sessions), send
        self._known = {each.name: each for each in METHODS}
        self._lock = threading.Lock()
        self._running: dict[Id, tuple[threading.Thread, threading.Event]] = {}

    # ---- messages ------------------------------------------------------------------------------------------------

    def receive(self, line: bytes) -> None:
        """Carries out a message, or a batch of them, and sends what there is to say. Never raises for what one holds."""
        try:
            messages = _parse(line)
        except Fault as fault:
            self._say({"id": None, "error": fault.data()})
            return
        if isinstance(messages, dict):
            if (said := self._answer(messages, in_batch=False)) is not None:
                self._say(said)
            return
        answers = [said for each in messages if (said := self._answer(each, in_batch=True)) is not None]
        if answers:
            self._say_all(answers)

    def _answer(self, message: object, in_batch: bool) -> dict[str, Any] | None:
        """Carries out a message; returns what there is to say now."""
        id: Id = None
        try:
            if not isinstance(message, dict):
                raise Fault(REQUEST, "request", "a message is a JSON object, or a list of them")
            id = message.get("id") if _is_id(message.get("id")) else None
            _look_at(message)
            name, given = self._request(message)
            if name == "simulate":
                if in_batch:
                    raise Fault(REFUSED, "limit", "a simulation is a message of its own, so that others are answered")
                self._begin_study(id, given)
                return None
            with self.methods.sessions.lock:
                result = self._call(name, given)
        except Fault as fault:
            return {"id": id, "error": fault.data()}
        except Exception as error:
            return {"id": id, "error": _defect(error)}
        return {"id": id, "result": result.model_dump(mode="json")} if "id" in message else None

    def _say_all(self, answers: list[dict[str, Any]]) -> None:
        with self._lock:
            self._send(as_json([{"jsonrpc": "2.0", **each} for each in answers]))

    def too_long(self) -> None:
        """Answers a line that was skipped."""
        fault = Fault(PARSE, "line", f"a line has at most {LONGEST} bytes", most=LONGEST)
        self._say({"id": None, "error": fault.data()})

    def close(self) -> None:
        """Stops what runs, and waits until it has been said."""
        for thread, stop in list(self._running.values()):
            stop.set()
            thread.join()
        with self._lock:
            pass

    def _say(self, message: dict[str, Any], ended: bool = False) -> None:
        """Sends a message; with it a simulation may end."""
        with self._lock:
            if ended:
                del self._running[message["id"]]
            self._send(as_json({"jsonrpc": "2.0", **message}))

    def _request(self, message: dict[str, Any]) -> tuple[str, m.Message]:
        name = message["method"]
        method = self._known.get(name)
        if method is None:
            near = nearest(name, self._known)
            found = {"field": "method", "value": shorten(name), "expected": ", ".join(self._known)}
            help_ = f"; did you mean `{near}`?" if near else ""
            raise Fault(METHOD, "method", f"there is no method `{shorten(name)}`{help_}", [found])
        try:
            return name, method.takes.model_validate(message.get("params", {}))
        except ValidationError as error:
            raise of_fields(error) from error

    def _call(self, name: str, given: m.Message) -> m.Message:
        if isinstance(given, m.Cancelled):
            found = self._running.get(given.request)
            if found is not None:
                found[1].set()
            return m.Stopped(found=found is not None)
        if name == "schema":
            return m.Schema(protocol=schema())
        result: m.Message = getattr(self.methods, name)(given)
        return result

    # ---- simulations ---------------------------------------------------------------------------------------------

    def _begin_study(self, id: Id, given: m.Message) -> None:
        assert isinstance(given, m.Simulated)
        if id is None or id in self._running:
            found = {"field": "id", "value": shorten(str(id)), "expected": "an id of its own, by which it is cancelled"}
            raise Fault(REQUEST, "request", "a simulation needs an id that no other has", [found])
        sessions = self.methods.sessions
        with sessions.lock:
            is_room = sessions.studies < MOST_SIMULATIONS
            sessions.studies += is_room
        if not is_room:
            raise Fault(REFUSED, "limit", f"{MOST_SIMULATIONS} simulations run; wait for one, or cancel it")
        stop = threading.Event()
        thread = threading.Thread(target=self._run_study, args=(id, given, stop), daemon=True)
        self._running[id] = thread, stop
        thread.start()

    def _run_study(self, id: Id, given: m.Simulated, stop: threading.Event) -> None:
        try:
            result = self._study(id, given, stop)
        except Fault as fault:
            said: dict[str, Any] = {"error": fault.data()}
        except Exception as error:
            said = {"error": _defect(error)}
        else:
            said = {"result": result.model_dump(mode="json")}
        with self.methods.sessions.lock:
            self.methods.sessions.studies -= 1
        with suppress(OSError):  # of a client that has left: the thread that reads lines finds out as well
            self._say({"id": id, **said}, ended=True)

    def _study(self, id: Id, given: m.Simulated, stop: threading.Event) -> m.Study:
        def tell(done: int, of: int) -> None:
            if done * 100 // of != (done - 1) * 100 // of:
                self._say({"method": "progress", "params": {"request": id, "done": done, "of": of}})
            if stop.is_set() and done < of:
                raise Cancel

        game = self.methods.sessions.game(given.game, given.files, given.overlays, given.options)
        numbers: dict[str, Any] = {"players": given.players, "seed": given.seed, "rounds_bound": given.rounds_bound}
        try:
            with faults_of("bots", given.bots):
                study = simulate(game, given.games, given.bots, **numbers, rotate=given.rotate, progress=tell)
        except Stopped as stopped:
            study = stopped.study
        return m.Study(stopped=study.games < given.games, figures=json.loads(study.to_json())["figures"])


def _parse(line: bytes) -> dict[str, Any] | list[Any]:
    """A request, or a batch of them."""
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Fault(PARSE, "json", f"this line is no JSON: {shorten(str(error), 200)}") from error
    if isinstance(message, list) and not 0 < len(message) <= MOST_IN_BATCH:
        raise Fault(REQUEST, "request", f"a list holds 1 to {MOST_IN_BATCH} messages, not {len(message)}")
    if not isinstance(message, dict | list):
        raise Fault(REQUEST, "request", "a message is a JSON object, or a list of them")
    return message


def _look_at(message: dict[str, Any]) -> None:
    """Sees to it that a message is a request."""
    faults = [
        {"field": field, "value": brief_json(message.get(field)), "expected": expected}
        for field, expected, holds in (
            ("jsonrpc", '"2.0"', message.get("jsonrpc") == "2.0"),
            ("method", "a text", isinstance(message.get("method"), str)),
            ("id", "a whole number, a text of at most 200 letters, or null", _is_id(message.get("id"))),
            ("params", "an object", isinstance(message.get("params", {}), dict)),
        )
        if not holds
    ]
    if faults:
        first = faults[0]
        said = f"`{first['field']}` is {first['expected']}, not {first['value']}"
        raise Fault(REQUEST, "request", said, faults)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")


def _is_id(id: object) -> bool:
    is_number = isinstance(id, int) and not isinstance(id, bool) and abs(id) < 2**63
    return id is None or is_number or (isinstance(id, str) and len(id) <= 200)


def _defect(error: Exception) -> dict[str, Any]:
    """Returns the answer to a defect: its kind, and no traceback."""
    return Fault(
        INTERNAL, "defect", f"this is a defect of Cavewright: {type(error).__name__}: {str(error)[:200]}"
    ).data()


def lines_in(stream: BinaryIO, longest: int = LONGEST) -> Iterator[bytes | None]:
    """The lines of a stream, without empty ones; None for one that is too long, of which nothing is kept.

    >>> from io import BytesIO
    >>> list(lines_in(BytesIO(b"one\\n\\n" + b"x" * 50 + b"\\ntwo"), 10))
    [b'one', None, b'two']
    """
    while line := stream.readline(longest + 1):
        if len(line) > longest and not line.endswith(b"\n"):
            while (rest := stream.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line.strip()


def serve(stream: BinaryIO, send: Callable[[str], None], sessions: Sessions) -> None:
    """Answers the lines of a stream until it ends."""
    rpc = JsonRpc(sessions, send)
    try:
        for line in lines_in(stream):
            if line is None:
                rpc.too_long()
            else:
                rpc.receive(line)
    finally:
        rpc.close()
