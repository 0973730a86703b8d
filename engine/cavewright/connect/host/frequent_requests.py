"""Frequent requests: looks and acts that are well formed are answered by this layer, without the framework's way of taking
a message apart. Whatever is not well formed goes on to the framework, which says what is wrong with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...foundation.source.frozen import frozen
from .application_parts import Host
from .models import Act
from .refusal import Refusal
from .request_limits import LARGEST, note_answer

PATIENCE = 30.0
"""Seconds in which a message has to come."""
JSON = (b"content-type", b"application/json")


class HostApplication(FastAPI):
    """An application whose frequent requests go past its layers, unless an embedder has added some or taken one away."""

    own_layers: int
    frequent: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if len(self.user_middleware) != self.own_layers:
            await super().__call__(scope, receive, send)
        else:
            scope["app"] = self
            await self.frequent(scope, receive, send)

    def answer_frequent(self, host: Host) -> None:
        """Puts the way for frequent requests around all layers that there are."""
        routes = {each.name: each for each in self.routes if isinstance(each, APIRoute)}
        self.add_middleware(FrequentRequests, host=host, look=routes["look"], act=routes["act"])
        self.own_layers = len(self.user_middleware)
        self.frequent = FrequentRequests(super().__call__, host, routes["look"], routes["act"])


class FrequentRequests:
    """A layer around an application. `look` and `act` are the routes of it that this answers in their place, and counts."""

    def __init__(self, app: ASGIApp, host: Host, look: Any, act: Any) -> None:
        self.app, self.host, self.look, self.act = app, host, look, act

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or lets the application do so."""
        asked = self._read_address(scope)
        if scope["type"] == "http" and scope["method"] == "POST" and _is_short(scope):
            try:
                async with asyncio.timeout(PATIENCE):
                    body, receive = await _read_body(receive)
            except TimeoutError:
                await self._refuse_late(scope, receive, send)
                return
            act = None if body is None or asked is None else _read_act(body)
            asked = None if act is None or asked is None else replace(asked, act=act)
        if asked is None or (asked.route is self.act and asked.act is None):
            await self.app(scope, receive, send)
        else:
            answer = await self._answer(Request(scope), asked)
            await answer(scope, receive, send)

    async def _refuse_late(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request whose message did not come in time, and ends its connection."""
        refused = self.host.answer_error(Refusal(408, "late", f"the message did not come within {PATIENCE:g} seconds"))
        refused.headers["connection"] = "close"
        note_answer(self.host.counters, scope, refused.status_code, PATIENCE)
        await refused(scope, receive, send)

    def _read_address(self, scope: Scope) -> Asked | None:
        """Returns what is asked for, without the message; None where this is no frequent request, or not well formed."""
        if scope["type"] != "http":
            return None
        route = {"GET": self.look, "POST": self.act}.get(scope["method"])
        found = route and route.path_regex.match(scope["path"].removeprefix(scope.get("root_path", "")))
        if not found or len(found["id"]) > 100 or (route is self.act and JSON not in scope["headers"]):
            return None
        query = _read_query(scope["query_string"])
        since, lang = query.get("since", "0"), query.get("lang", "en")
        if not (since.isascii() and since.isdecimal() and len(since) < 10) or len(lang) > 20:
            return None
        return Asked(route, found["id"], int(since) if "since" in query else None, lang)

    async def _answer(self, request: Request, asked: Asked) -> ASGIApp:
        """Carries out a request, counts it, and returns what is to be sent."""
        scope, begun, status = request.scope, time.perf_counter(), 200
        scope["route"], scope["path_params"] = asked.route, {"id": asked.id}
        answer: ASGIApp
        try:
            answer = JsonAnswer(await self._carry_out(request, asked))
        except Exception as error:
            refused = self.host.answer_error(error)
            answer, status = refused, refused.status_code
        note_answer(self.host.counters, scope, status, time.perf_counter() - begun)
        return answer

    async def _carry_out(self, request: Request, asked: Asked) -> bytes:
        """Carries out a request: a look at once, if it waits for nothing, and whatever may wait in a thread."""
        host, act = self.host, asked.act
        if act is not None:
            return await self._run_in_thread(lambda: host.act(request, asked.id, act, asked.lang))
        given = request, asked.id, asked.since, asked.lang
        found = host.look_at_once(*given)
        return await self._run_in_thread(lambda: host.look(*given)) if found is None else found

    async def _run_in_thread(self, work: Callable[[], bytes]) -> bytes:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.host.threads, copy_context().run, work)


@frozen
class Asked:
    """A request that is well formed: a look, or an act, by the route that would answer it."""

    route: Any
    id: str
    since: int | None
    lang: str
    act: Act | None = None


class JsonAnswer:
    """An answer that is JSON already."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends it."""
        length = (b"content-length", b"%d" % len(self.content))
        await send({"type": "http.response.start", "status": 200, "headers": [length, JSON]})
        await send({"type": "http.response.body", "body": self.content})


def _is_short(scope: Scope) -> bool:
    """Tells if a message does not say that it is too long; one that does is refused by what stands behind this."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return length.isdigit() and len(length) < 10 and int(length) <= LARGEST


def _read_query(text: bytes) -> dict[str, str]:
    return dict(parse_qsl(text.decode("latin-1"), keep_blank_values=True)) if text else {}


async def _read_body(receive: Receive) -> tuple[bytes | None, Receive]:
    """Reads the body of a request; returns it, or None where it is too long or the client left before its end, and a
    function that gives what was read to whoever reads it again."""
    parts: list[Message] = [await receive()]
    size = len(parts[0].get("body", b""))
    while parts[-1].get("more_body", False) and size <= LARGEST:
        parts.append(await receive())
        size += len(parts[-1].get("body", b""))
    again = iter(parts)

    async def receive_again() -> Message:
        return next(again, None) or await receive()

    is_whole = size <= LARGEST and parts[-1]["type"] == "http.request"
    return b"".join(each.get("body", b"") for each in parts) if is_whole else None, receive_again


def _read_act(body: bytes) -> Act | None:
    try:
        return Act.model_validate_json(body)
    except ValidationError:
        return None
