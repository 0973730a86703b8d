"""Requests and answers of a host over HTTP."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...foundation.source.version import VERSION
from .application_parts import THREADS, Host, name_address
from .bot_runner import BotRunner
from .frequent_requests import HostApplication
from .log import LOG
from .matches import IN_MEMORY, Matches, MayUndo, anybody_may_undo
from .models import Act, Acted, Begun, Health, Look, NewMatch, Problem, Undo
from .opening import open_store
from .refusal import Refusal
from .request_limits import LARGEST, Limits, RequestCounting
from .store import Store, StoreError
from .viewers import MayBegin, NameViewer, anybody_may_begin, viewer_of_key
from .wakeups import Wakeups

STORE = "CAVEWRIGHT_STORE"
"""The variable of the environment that names the store of `create_app`."""
COLLECTING = 50_000, 20, 50
"""Thresholds of Python's collector: with its own a host of 1,500 matches takes a third more processor time."""
MOST_STEPS = 64
"""Steps that a stream tells one by one; of a client that is further behind the first event holds those before."""
REREAD = 15.0
"""Seconds after which a stream looks at the store though nobody told it to."""
Id = Annotated[str, Path(max_length=100, description="The id of a match.")]
Since = Annotated[int | None, Query(ge=0, lt=1_000_000_000, description="The number that the viewer has seen.")]
Number = Annotated[int | None, Query(ge=0, lt=1_000_000_000, description="A number of the match; the last without.")]
Lang = Annotated[str, Query(max_length=20, description="A language of the game.")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "Not for this viewer."},
    404: {"model": Problem, "description": "No such match."},
    408: {"model": Problem, "description": "The message did not come in time."},
    409: {"model": Problem, "description": "The match has gone on; `happened` tells how."},
    413: {"description": f"A message of more than {LARGEST} bytes."},
    422: {"model": Problem, "description": "An action that is illegal, or a message that is wrong."},
    429: {"model": Problem, "description": "Too many requests."},
    500: {"model": Problem, "description": "A fault of the host."},
    503: {
        "model": Problem,
        "description": "The database does not answer or refuses. Look: the number says what was written.",
    },
}


def create_app(
    store: Store | str | None = None,
    *,
    name_viewer: NameViewer = viewer_of_key,
    may_begin: MayBegin = anybody_may_begin,
    limits: Limits = Limits(),  # noqa: B008 - it never changes
    bots: bool = True,
    may_undo: MayUndo = anybody_may_undo,
    in_memory: int = IN_MEMORY,
) -> FastAPI:
    """Makes an application for any ASGI server. The store is one, or an address; without, the variable
    `CAVEWRIGHT_STORE` names it, so that `uvicorn --factory cavewright.host:create_app --workers 4` needs no program.

    Raises StoreError, or ValueError, where there is no such store; SystemExit, with a line that says why, where the
    variable names none, since then no program is around this that could.
    """
    given = _open_named_store() if store is None else store
    opened = open_store(given) if isinstance(given, str) else given
    host = Host(opened, name_viewer, may_begin, limits, Matches(opened, in_memory, may_undo=may_undo))

    @asynccontextmanager
    async def run_host(app: FastAPI) -> AsyncIterator[None]:
        host.wakeups = Wakeups(asyncio.get_running_loop())
        host.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="requests")
        await run_in_threadpool(opened.watch, host.wakeups.notice)
        host.bots = BotRunner(host.matches, host.counters.bot_actions.inc) if bots else None
        yield
        if host.bots is not None:
            await run_in_threadpool(host.bots.close)
        host.threads.shutdown(cancel_futures=True)
        if opened is not store:
            await run_in_threadpool(opened.close)

    app = HostApplication(
        title="Cavewright host",
        version=VERSION,
        lifespan=run_host,
        docs_url=None,
        redoc_url=None,
        max_body_size=LARGEST,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.host = host
    _answer_refusals(app, host)
    _add_matches(app, host)
    _add_undoing(app, host)
    _add_pictures(app, host)
    _add_events(app, host)
    _add_signs_of_life(app, host)
    app.add_middleware(RequestCounting, counters=host.counters)
    app.answer_frequent(host)
    return app


def _open_named_store() -> Store:
    """Opens the store that the environment names. Raises SystemExit where there is none. The process is the host's
    alone then, and its matches live long: Python's collector looks at them less often."""
    gc.set_threshold(*COLLECTING)
    try:
        return open_store(os.environ.get(STORE, ""))
    except (StoreError, ValueError) as error:
        raise SystemExit(f"{STORE}: {error}") from error


def _add_matches(app: FastAPI, host: Host) -> None:
    """Adds what begins a match, looks at it and acts in it."""

    @app.post("/matches", status_code=201, responses=REFUSALS)
    def begin(request: Request, asked: NewMatch) -> Begun:
        """Begins a match, and gives the key of each player."""
        host.may_begin(request)
        host.limits.count("begins", name_address(request))
        begun = host.matches.begin(asked)
        host.go_on(begun.match)
        return begun

    @app.get("/matches/{id}", response_model=Look, responses=REFUSALS)
    def look(request: Request, id: Id, since: Since = None, lang: Lang = "en") -> Response:
        """Tells what the viewer may know of a match: all, or what is new since a number."""
        return _json(host.look(request, id, since, lang))

    @app.post("/matches/{id}/actions", response_model=Acted, responses=REFUSALS)
    def act(request: Request, id: Id, asked: Act, lang: Lang = "en") -> Response:
        """Carries out an action of the viewer, once. It is in the database when this answers."""
        return _json(host.act(request, id, asked, lang))


def _add_undoing(app: FastAPI, host: Host) -> None:
    """Adds taking back."""

    @app.post("/matches/{id}/undo", response_model=Acted, responses=REFUSALS)
    def undo(request: Request, id: Id, asked: Undo, lang: Lang = "en") -> Response:
        """Takes the viewer's last action back where its look says `undo`. It is in the database when this answers."""
        return _json(host.undo(request, id, asked, lang))


def _add_pictures(app: FastAPI, host: Host) -> None:
    """Adds pictures, and what a viewer may keep."""

    @app.get(
        "/matches/{id}/picture",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {}}}, **REFUSALS},
    )
    def picture(request: Request, id: Id, number: Number = None, lang: Lang = "en") -> Response:
        """Draws the position as the viewer may know it; nothing, if the viewer has it (`If-None-Match`)."""
        viewer, _ = host.viewer(request, id, "looks")
        tag, draw = host.matches.picture(id, viewer, number, lang)
        headers = {"etag": f'"{tag}"', "cache-control": "private, no-cache"}
        if f'"{tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(draw(), media_type="image/svg+xml", headers=headers)

    @app.get(
        "/matches/{id}/keepsake",
        response_class=Response,
        responses={200: {"content": {"application/json": {}}}, **REFUSALS},
    )
    def keepsake(request: Request, id: Id) -> Response:
        """Gives what the viewer may keep of the match, as `Match.to_json(viewer)` has it."""
        viewer, _ = host.viewer(request, id, "looks")
        return _json(host.matches.keepsake(id, viewer).encode())


def _add_events(app: FastAPI, host: Host) -> None:
    """Adds the stream of events."""

    @app.get("/matches/{id}/events", response_class=EventSourceResponse, responses=REFUSALS)
    async def events(request: Request, id: Id, since: Since = None, lang: Lang = "en") -> EventSourceResponse:
        """Tells each step of a match as soon as it is made: events named `step`, whose data is a `Look` since the step
        before. It begins behind `since`, or behind the event that a client that comes again has had last."""
        viewer, who = await run_in_threadpool(host.viewer, request, id, "looks")
        last = request.headers.get("last-event-id", "")
        number = int(last) if last.isdecimal() and len(last) < 10 else since
        if number is None:
            number = await run_in_threadpool(_number, host, id, viewer, lang)
        first = await run_in_threadpool(host.matches.steps, id, viewer, number, lang, MOST_STEPS)
        host.limits.open_stream(who)
        return EventSourceResponse(_stream(host, id, viewer, who, lang, number, first), ping=15, send_timeout=30)


async def _stream(
    host: Host, id: str, viewer: int | None, who: str, lang: str, number: int, steps: list[tuple[int, bytes]]
) -> AsyncIterator[ServerSentEvent]:
    """Yields the steps of a match for a viewer, until the viewer has gone."""
    host.counters.streams.inc()
    try:
        with host.wakeups.join(id) as woken:
            while True:
                for number, text in steps:
                    yield ServerSentEvent(text.decode(), event="step", id=str(number))
                if not steps:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(woken.wait(), REREAD)
                woken.clear()
                try:
                    steps = await run_in_threadpool(host.matches.steps, id, viewer, number, lang, MOST_STEPS)
                except (Refusal, StoreError) as error:
                    LOG.error("stream of match %s: %s", id, error, extra={"match": id, "error": str(error)})
                    return  # the client comes again, and is told why
    finally:
        host.counters.streams.dec()
        host.limits.close_stream(who)


def _number(host: Host, id: str, viewer: int | None, lang: str) -> int:
    with host.matches.open(id) as live:
        return live.account(viewer, lang).number


def _add_signs_of_life(app: FastAPI, host: Host) -> None:
    """Adds health and counters."""

    @app.get("/health", responses={503: {"model": Problem}})
    def health() -> Health:
        """Asks the database for a match that there is not."""
        list(host.store.matches("bots"))
        return Health(ok=True, matches_in_memory=len(host.matches), version=VERSION)

    @app.get("/metrics", response_class=Response)
    def metrics() -> Response:
        """Gives the counters for Prometheus."""
        text, kind = host.counters.text()
        return Response(text, media_type=kind)


def _answer_refusals(app: FastAPI, host: Host) -> None:
    """Adds the answers to what is not carried out."""

    async def answer(request: Request, error: Exception) -> Response:
        return host.answer_error(error)

    for kind in (Refusal, RequestValidationError, HTTPException, StoreError, Exception):
        app.add_exception_handler(kind, answer)


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
