"""Parts that the requests of one application share: its store and matches, its counts and limits, and answers to what is
not carried out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from .bot_runner import BotRunner
from .counters import Counters
from .log import LOG
from .matches import Matches
from .models import Act, Acted, Problem, Undo
from .refusal import Refusal
from .request_limits import Limits, ViewerLimits
from .store import Beginning, Store, StoreError
from .viewers import MayBegin, NameViewer, viewer_of_key
from .wakeups import Wakeups

THREADS = 40
"""Requests that one process carries out at once; the others wait."""
UNREADABLE = "a message is JSON in UTF-8, and no deeper than a hundred lists"
FOR_NOW = "the database does not answer or refuses; look at the match before you try again"
FAULT = "this host has a fault of its own, which its log tells; look at the match before you try again"


class Host:
    """Parts that the requests of one application share."""

    def __init__(
        self, store: Store, name_viewer: NameViewer, may_begin: MayBegin, limits: Limits, matches: Matches
    ) -> None:
        self.store, self.name_viewer, self.may_begin, self.matches = store, name_viewer, may_begin, matches
        self.counters = Counters(lambda: len(self.matches))
        self.limits = ViewerLimits(limits)
        self.threads: ThreadPoolExecutor
        self.wakeups: Wakeups
        self.bots: BotRunner | None = None

    def viewer(self, request: Request, id: str, what: str | None) -> tuple[int | None, str]:
        """Names the viewer of a request, and by what its requests are counted; counts one."""
        return self._count_viewer(request, self.matches.beginning(id), what)

    def _count_viewer(self, request: Request, beginning: Beginning, what: str | None) -> tuple[int | None, str]:
        """Names the viewer of a request for a match that began so, as `viewer` does."""
        viewer = self.name_viewer(request, beginning)
        who = f"{beginning.id} {viewer}" if viewer is not None else name_address(request)
        if what is not None:
            self.limits.count(what, who)
        return viewer, who

    def go_on(self, id: str) -> None:
        """Wakes whoever waits for a match that has gone on, and the bots where they are to act."""
        self.wakeups.notice(id)
        if self.bots is not None and self.matches.waits_for_bots(id):
            self.bots.add(id)

    # ---- what is carried out -----------------------------------------------------------------------------------------

    def look(self, request: Request, id: str, since: int | None, lang: str) -> bytes:
        """Returns what the viewer of a request may know of a match, as JSON."""
        viewer, _ = self.viewer(request, id, "looks")
        return self.matches.look(id, viewer, since, lang)

    def look_at_once(self, request: Request, id: str, since: int | None, lang: str) -> bytes | None:
        """Returns what `look` returns; None where it might have to wait: for a database, for somebody who has the match,
        or for an embedder's hook."""
        if self.name_viewer is not viewer_of_key:
            return None
        return self.matches.look_at_once(
            id, lambda beginning: self._count_viewer(request, beginning, "looks")[0], since, lang
        )

    def act(self, request: Request, id: str, asked: Act, lang: str) -> bytes:
        """Carries out an action of the viewer of a request; returns the answer as JSON."""
        return self._enter(request, id, self.matches.act, asked, lang)

    def undo(self, request: Request, id: str, asked: Undo, lang: str) -> bytes:
        """Takes the last action of the viewer of a request back; returns the answer as JSON."""
        return self._enter(request, id, self.matches.undo, asked, lang)

    def _enter(self, request: Request, id: str, enter: Callable[..., Acted], asked: Act | Undo, lang: str) -> bytes:
        viewer, _ = self.viewer(request, id, "acts")
        acted = enter(id, viewer, asked, lang)
        self.go_on(id)
        return acted.__pydantic_serializer__.to_json(acted)

    # ---- answers to what is not carried out ------------------------------------------------------------------------

    def answer_error(self, error: Exception) -> Response:
        """Returns the answer to a request that raised an error, and logs what is not the client's."""
        match error:
            case Refusal():
                return self._answer(error.problem, error.status)
            case RequestValidationError():
                fields = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()[:20]]
                return self._answer(Problem(error="; ".join(fields)[:2_000], kind="fields", fields=fields), 422)
            case HTTPException(status_code=400):  # the framework could not even take the message apart
                return self._answer(Problem(error=UNREADABLE, kind="fields", fields=[f"body: {UNREADABLE}"]), 422)
            case HTTPException():
                return self._answer(Problem(error=str(error.detail), kind="address"), error.status_code)
            case StoreError():
                LOG.error("store: %s", error, extra={"error": str(error)})
                return self._answer(Problem(error=FOR_NOW, kind="store"), 503)
        LOG.exception("a defect of this host", exc_info=error)
        return self._answer(Problem(error=FAULT, kind="fault"), 500)

    def _answer(self, problem: Problem, status: int) -> Response:
        self.counters.refusals.labels(problem.kind).inc()
        headers = {"retry-after": "1"} if status in (429, 503) else {}
        return Response(problem.model_dump_json(), status, headers, "application/json")


def name_address(request: Request) -> str:
    """Names where a request came from."""
    return request.client.host if request.client is not None else "nobody"
