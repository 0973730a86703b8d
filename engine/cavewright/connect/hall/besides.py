"""Requests beside the moves of a match: the chat, the end of somebody's time, a rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...foundation.texts import texts
from ..web.hints import HINTS
from ..web.request_filter import Refused
from ..web.table import Guest, NotYoursError
from ..web.table_card import clean_text
from .answers import Answers, Sent
from .texts import HALL


class Besides(Answers):
    """Requests beside the moves of a match."""

    async def say(self, request: Request) -> Response:
        """Adds a line to the chat of a table."""
        id, guest = self.guest(request)
        sent = Sent(await self.fields(request))
        if guest.role == "watch":
            raise Refused(403, "not_yours")
        await self.besides(request, self.add_line, id, guest, sent.first("text"), sent.first("form"))
        return self.back(request, guest)

    def add_line(self, id: str, guest: Guest, text: str, form: str) -> None:
        """Says it, in the name of the seat; the host speaks for the one seat that is at its screen."""
        table = self.tables.table(id)
        here = [n for n, bot in enumerate(table.bots) if not bot and not table.occupancy[n]]
        seat = guest.seat if guest.seat is not None else here[0] if len(here) == 1 else -1
        name = table.match.names[seat] if seat >= 0 else texts(self.lang or "en").phrase(HALL["host_says"])
        table.company.say(len(table.match.move_stack), seat, clean_text(name, 40), text, form)

    async def time(self, request: Request) -> Response:
        """Does for a seat whose time is up what was agreed on."""
        id, guest = self.guest(request)
        sent = Sent(await self.fields(request))
        number = sent.first("seat")
        if guest.role != "host" or not number.isdecimal() or len(number) > 3:
            raise Refused(403, "not_yours")
        await self.besides(request, self.end_time, id, guest, int(number))
        return self.back(request, guest)

    def end_time(self, id: str, guest: Guest, seat: int) -> None:
        """Does what the rules say that the host does, if they have one such action; else a bot plays on, the turn ends, or
        the seat resigns. Raises NotYoursError where its time is not up."""
        table = self.tables.table(id)
        company = table.company
        left = company.seconds_left(seat) if seat < len(table.match.names) else None
        if left is None or left > 0 or table.bots[seat] or not company.is_running(seat):
            raise NotYoursError
        clock = table.match.state.host_actions(seat)
        if len(clock) == 1:
            table.act_as_host(guest, table.stamp(seat), clock[0].text, seat)
            return
        if company.agreement.at_end == "pass":
            table.play_turn(guest, seat, HINTS)
            return
        if company.agreement.at_end == "resign":
            company.change(resigned=tuple(sorted({*company.card.resigned, seat})))
        if not table.is_over:
            table.sit(guest, seat, HINTS)

    async def again(self, request: Request) -> Response:
        """Begins a rematch with seats turned; the answer leads the host there."""
        id, guest = self.guest(request)
        if guest.role != "host":
            raise Refused(403, "not_yours")
        await self.besides(request, self.rematch, id)
        word = self.tables.companies[id].card.next.get(guest.token, guest.token)
        return RedirectResponse(f"/t/{word}/?lang={quote(self.language(request))}", 303)

    def rematch(self, id: str) -> None:
        """Begins it, if this match is over. Raises NotYoursError."""
        if not self.tables.table(id).is_over:
            raise NotYoursError
        self.tables.rematch(id)

    async def play_on(self, request: Request) -> Response:
        """Goes on with a match that is over, from before one of its moves, at a table of its own; the answer leads there."""
        id, guest = self.guest(request)
        if guest.role != "host" or not self.tables.table(id).is_over:
            raise Refused(403, "not_yours")
        number = request.query_params.get("before", "")
        form = Sent(await self.fields(request)).first("form")
        word = await self.besides(request, self.tables.play_on, id, int(number) if number.isdecimal() else 1, form)
        return RedirectResponse(f"/t/{word}/?lang={quote(self.language(request))}", 303)

    async def besides(self, request: Request, act: Callable[..., Any], id: str, *given: Any) -> Any:
        """Does something beside the match, off the loop; returns what comes of it. Raises Refused."""
        said = texts(self.language(request))
        if not self.tables.has_begun(id):
            raise Refused(409, "old")
        try:
            return await run_in_threadpool(act, id, *given)
        except NotYoursError:
            raise Refused(409, "old") from None
        except OSError as error:
            raise Refused(507, "disk", said.translate(error.strerror or "")) from None
        except ValueError as error:
            raise Refused(400, "unread", said.translate(str(error))) from None

    def back(self, request: Request, guest: Guest) -> Response:
        """Leads back to the table."""
        me = request.query_params.get("me", "")
        more = f"&me={me}" if me.isdecimal() and len(me) < 4 else ""
        return RedirectResponse(f"/t/{guest.token}/?lang={quote(self.language(request))}{more}", 303)
