"""Meeting of a table's people: guests sit down by the link of an invitation, and the host begins."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import quote, urlsplit

import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ...foundation.texts import texts
from ..web.request_filter import Refused
from ..web.table import Guest, NotYoursError
from ..web.table_card import GUEST, fresh_token
from ..web.texts import REFUSED
from .answers import Answers, Sent
from .new_table import with_lots_drawn
from .offers import agreement_words, rules_words
from .tables import FullError
from .texts import HALL


class Meeting(Answers):
    """Requests about tables whose match has not begun."""

    async def joining(self, request: Request) -> Response:
        """Returns the page on which a guest sits down."""
        return await run_in_threadpool(self.join_page, request, self.id_of_invitation(request), "")

    def join_page(self, request: Request, id: str, word: str, status: int = 200) -> Response:
        """The page on which a guest sits down, with a word."""
        card, lang = self.tables.companies[id].card, self.language(request)
        there = [each.name for each in card.chairs if each.who != GUEST or each.has_come]
        return self.render(
            "join.html", request, status, title=rules_words(card.rules, self.offers(lang), lang), names=there, word=word,
            agreed=agreement_words(card, self.offers(lang), lang),
            free=any(each.who == GUEST and not each.has_come for each in card.chairs), form=fresh_token(),
            watch=card.links.watch if card.agreement.spectators else "",
        )  # fmt: skip

    async def join(self, request: Request) -> Response:
        """Gives a guest a chair; the answer leads there."""
        id = self.id_of_invitation(request)
        sent = Sent(await self.fields(request))
        lang = self.language(request)
        try:
            word = await run_in_threadpool(self.tables.sit_down, id, sent.first("name"), sent.first("form"))
        except FullError:
            said = texts(lang).phrase(HALL["no_chair"])
            return await run_in_threadpool(self.join_page, request, id, said, 409)
        except OSError as error:
            said = texts(lang).phrase(REFUSED["disk"], why=texts(lang).translate(error.strerror or ""))
            return await run_in_threadpool(self.join_page, request, id, said, 507)
        return RedirectResponse(f"/t/{word}/?lang={quote(lang)}", 303)

    def id_of_invitation(self, request: Request) -> str:
        """Returns the id of the table to which a link of an invitation leads."""
        word = request.path_params["word"][:100]
        id = self.tables.find(word)
        if id is None or self.tables.companies[id].card.join != word:
            raise Refused(404, "unknown")
        return id

    async def room(self, request: Request) -> Response:
        """Returns the table that waits for its people; of a match that cannot be opened, the reason."""
        id, guest = self.guest(request)
        if self.tables.has_begun(id):
            raise Refused(409, "unread", await run_in_threadpool(self.why_not_opened, id, self.language(request)))
        return await run_in_threadpool(self.room_page, request, id, guest, "")

    def why_not_opened(self, id: str, lang: str) -> str:
        """Returns the reason for which a match cannot be opened."""
        try:
            self.tables.table(id)
        except (OSError, ValueError) as error:
            return texts(lang).translate(str(error))
        return ""

    def room_page(self, request: Request, id: str, guest: Guest, word: str, status: int = 200) -> Response:
        """The table that waits for its people, with a word."""
        company, lang = self.tables.companies[id], self.language(request)
        card, start = company.card, self.link_start(request)
        return self.render(
            "room.html", request, status, root=f"/t/{guest.token}/", guest=guest, word=word, chairs=card.chairs,
            agreed=agreement_words(card, self.offers(lang), lang),
            title=rules_words(card.rules, self.offers(lang), lang), now=self.mark(id), hall=company.hall if guest.role == "host" else "",
            all_here=all(each.who != GUEST or each.has_come for each in card.chairs),
            guests=any(each.who == GUEST for each in card.chairs), join=f"{start}/join/{card.join}",
            qr=segno.make(f"{start}/join/{card.join}").svg_inline(scale=4, dark="#000", light="#fff", border=3, omitsize=True),
            watch=f"{start}/t/{card.links.watch}/" if card.agreement.spectators else "", local=is_local(start),
        )  # fmt: skip

    def mark(self, id: str) -> str:
        """Names what the page of a table that waits shows."""
        card = self.tables.companies[id].card
        return str(hash((card.chairs, card.links.seats, self.tables.has_begun(id))))

    async def stamp(self, request: Request) -> Response:
        """Returns the mark, for pages that wait."""
        id, _ = self.guest(request)
        return PlainTextResponse(self.mark(id), headers={"Cache-Control": "no-store"})

    async def arrange(self, request: Request) -> Response:
        """Carries out what the host does before the match, and the naming of one's own chair."""
        id, guest = self.guest(request)
        sent, lang = Sent(await self.fields(request)), self.language(request)
        try:
            await run_in_threadpool(self.carry_out, id, guest, sent)
        except NotYoursError:
            raise Refused(403, "not_yours") from None
        except (ValueError, OSError) as error:
            said = texts(lang).phrase(REFUSED["unread"], why=texts(lang).translate(str(error)))
            return await run_in_threadpool(self.room_page, request, id, guest, said, 400)
        gone = self.tables.find(guest.token) is None
        return RedirectResponse(
            f"/h/{self.tables.link}/?lang={quote(lang)}" if gone else f"/t/{guest.token}/?lang={quote(lang)}", 303
        )

    def carry_out(self, id: str, guest: Guest, sent: Sent) -> None:
        """Does it. Raises NotYoursError, ValueError and OSError."""
        act, number = sent.first("act"), sent.first("seat")
        seat = int(number) if number.isdecimal() and number.isascii() and len(number) < 4 else -1
        if guest.role != "host" and not (act == "rename" and guest.seat == seat):
            raise NotYoursError
        if self.tables.has_begun(id):
            return
        if act == "begin":
            self.tables.begin(id)
        elif act == "lots":
            self.tables.rearrange(id, with_lots_drawn)
        elif act == "rename":
            self.tables.rename(id, seat, sent.first("name"))
        elif act == "free":
            self.tables.stand_up(id, seat)
        elif act == "away":
            self.tables.put_away(id)


def is_local(start: str) -> bool:
    """Tells if only this machine reaches an address.

    >>> is_local("http://localhost:8000"), is_local("http://192.168.1.20:8000")
    (True, False)
    """
    name = urlsplit(start).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
