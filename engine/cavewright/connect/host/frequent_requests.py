"""Frequent requests: looks and acts that are well formed are answered by this layer, without the framework's way of taking
a message apart. Whatever is not well formed goes on to the framework, which says what is wrong with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from typing import Any
from urllib.parse import parse_qsl

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .application_parts import Host
from .models import Act
from .request_limits import LARGEST, note_answer

Answer = Callable[[], bytes]
"""What a thread carries out for a request; it returns the answer, as JSON."""
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
        given = self._read_address(scope)
        if given is None:
            await self.app(scope, receive, send)
            return
        id, since, lang = given
        if scope["method"] == "GET":
            await self._answer(
                scope,
                receive,
                send,
                self.look,
                id,
                lambda: self.host.look(Request(scope), id, since, lang),
                lambda: self.host.look_at_once(Request(scope), id, since, lang),
            )
            return
        body, receive = await _read_body(receive)
        asked = _read_act(body) if len(body) <= LARGEST else None
        if asked is None:
            await self.app(scope, receive, send)
        else:
            await self._answer(
                scope, receive, send, self.act, id, lambda: self.host.act(Request(scope), id, asked, lang)
            )

    def _read_address(self, scope: Scope) -> tuple[str, int | None, str] | None:
        """Returns the match of a request, the number that the viewer has seen, and the language."""
        if scope["type"] != "http":
            return None
        route = {"GET": self.look, "POST": self.act}.get(scope["method"])
        found = route and route.path_regex.match(scope["path"].removeprefix(scope.get("root_path", "")))
        if not found or len(found["id"]) > 100 or (route is self.act and not _is_short_json(scope)):
            return None
        query = _read_query(scope["query_string"])
        since, lang = query.get("since", "0"), query.get("lang", "en")
        if not (since.isascii() and since.isdecimal() and len(since) < 10) or len(lang) > 20:
            return None
        return found["id"], int(since) if "since" in query else None, lang

    async def _answer(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        route: Any,
        id: str,
        answer: Answer,
        answer_at_once: Callable[[], bytes | None] = lambda: None,
    ) -> None:
        """Carries out a request, at once or else in a thread, and sends what came of it."""
        scope["route"], scope["path_params"] = route, {"id": id}
        begun = time.perf_counter()
        try:
            content = answer_at_once()
            if content is None:
                loop = asyncio.get_running_loop()
                content = await loop.run_in_executor(self.host.threads, copy_context().run, answer)
        except Exception as error:
            refused = self.host.answer_error(error)
            note_answer(self.host.counters, scope, refused.status_code, time.perf_counter() - begun)
            await refused(scope, receive, send)
            return
        note_answer(self.host.counters, scope, 200, time.perf_counter() - begun)
        length = (b"content-length", b"%d" % len(content))
        await send({"type": "http.response.start", "status": 200, "headers": [length, JSON]})
        await send({"type": "http.response.body", "body": content})


def _is_short_json(scope: Scope) -> bool:
    """Tells if a message says that it is JSON, and does not say that it is too long."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return JSON in scope["headers"] and length.isdigit() and len(length) < 10 and int(length) <= LARGEST


def _read_query(text: bytes) -> dict[str, str]:
    return dict(parse_qsl(text.decode("latin-1"), keep_blank_values=True)) if text else {}


async def _read_body(receive: Receive) -> tuple[bytes, Receive]:
    """Reads the body of a request, as far as it may be; returns it, and a function that gives it to whoever reads it
    again."""
    parts: list[Message] = [await receive()]
    size = len(parts[0].get("body", b""))
    while parts[-1].get("more_body", False) and size <= LARGEST:
        parts.append(await receive())
        size += len(parts[-1].get("body", b""))
    again = iter(parts)

    async def receive_again() -> Message:
        return next(again, None) or await receive()

    return b"".join(each.get("body", b"") for each in parts), receive_again


def _read_act(body: bytes) -> Act | None:
    try:
        return Act.model_validate_json(body)
    except ValidationError:
        return None
