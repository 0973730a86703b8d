"""Requests and answers of a table: routes of a Starlette application, and the templates that write its pages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ...bots.players import strengths
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.lazy_property import lazy_property
from ...foundation.texts import Texts, texts
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.positions.action import IllegalActionError
from ...play.positions.sight import Viewer
from ...publish.book.rule_numbers import RuleNumbers
from ...publish.sentences.reasons import reason_text
from .company_page import company_of
from .company_texts import COMPANY
from .page import page_of
from .page_answers import FILES, PageAnswers
from .page_values import Asked, Page
from .request_filter import Refused
from .review_page import Reviews, rewind
from .row_icons import RowIcons, with_icons
from .rules_pages import aim_of, notes_of, rule_pages, rules_page
from .table import Guest, NotYoursError, OldPageError, Table
from .table_card import fresh_token
from .texts import BOTS, REFUSED, WORDS

MOST_FIELDS = 20
MOST_PASSED = 400
"""Letters of the names of lessons that were passed over."""
MOST_OF_GUEST = 2
"""Requests by one link that are worked out at once; the next waits, and those by other links do not."""
T = TypeVar("T")


class Server(PageAnswers):
    """Answers requests for one table. `hosts` are the names by which the server may be called; `book` is the address of the
    book of the game, to which the numbers of rules lead."""

    def __init__(self, table: Table, hosts: frozenset[str] = frozenset(), lang: str = "", book: str = "") -> None:
        super().__init__(("web",), {**WORDS, **COMPANY}, FILES, hosts, lang)
        self.table, self.book_address = table, book
        self.turns: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(MOST_OF_GUEST))
        self.reviews = Reviews()
        self._aims: dict[str, str] = {}
        self._numbers: dict[str, RuleNumbers | None] = {}

    def start(self) -> None:
        """Lets the bots of the table play."""
        self.table.start()

    def close(self) -> None:
        """Closes the table."""
        self.table.close()

    def application(self) -> Starlette:
        """The application that a server runs."""
        routes = [
            Route("/", self.front),
            Route("/t/{token}/", self.page_of_table, name="table"),
            Route("/t/{token}/do", self.done, methods=["POST"]),
            Route("/t/{token}/stamp", self.stamp),
            Route("/t/{token}/rules", self.rules),
            Route("/t/{token}/icon/{file}", self.icon),
            Route("/t/{token}/review", self.review),
            Route("/t/{token}/save", self.save),
            Route("/t/{token}/seats", self.seats),
            Route("/t/{token}/seats", self.change_seat, methods=["POST"]),
            Route("/{name}", self.file),
        ]
        return self.answer_routes(routes, "page")

    # ---- pages --------------------------------------------------------------------------------------------------------

    async def front(self, request: Request) -> Response:
        """The address without a link."""
        raise Refused(404, "unknown")

    async def page_of_table(self, request: Request) -> Response:
        """Returns the table as a guest sees it."""
        guest, lang = self.guest(request), self.language(request)
        return await self.work(guest, self.page, request, guest, self.link_parts(request), lang)

    def page(
        self, request: Request, guest: Guest, asked: Asked, lang: str, word: str = "", status: int = 200,
        sure: str = "",
    ) -> Response:  # fmt: skip
        """The table with a word about what was just sent."""
        made = page_of(self.table, guest, asked, lang)
        return self.render(
            "table.html",
            request,
            guest,
            lang,
            status,
            page=made,
            company=company_of(self.table, guest, made, lang),
            word=word,
            sure=sure,
            base=self.base(made, request, lang),
            whole="map" in request.query_params,
            aim=self.aim(lang),
            asked=asked,
            number_of=self.number_of,
            icons=self.icons.in_tables(self.table.match.game.wording(lang)),
            with_icons=with_icons,
        )

    @lazy_property
    def icons(self) -> RowIcons:
        """The icons of what players have."""
        return RowIcons(self.opened_rules("en"))

    async def icon(self, request: Request) -> Response:
        """Returns the icon of a row."""
        self.guest(request)
        drawn = self.icons.files.get(request.path_params["file"])
        if drawn is None:
            raise Refused(404, "page")
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=300"})

    async def stamp(self, request: Request) -> Response:
        """Returns the stamp that changes when the table does, for pages that wait."""
        guest = self.guest(request)
        seat = self.number(request.query_params.get("me"))
        viewer: Viewer = guest.seat if guest.role == "seat" else seat if seat in self.table.seats(guest) else None
        return PlainTextResponse(self.table.mark(viewer), headers={"Cache-Control": "no-store"})

    async def rules(self, request: Request) -> Response:
        """The rules, one action at a time; before that, what the game is about."""
        guest, lang = self.guest(request), self.language(request)
        return await self.work(guest, self.page_of_rules, request, guest, lang, request.query_params.get("of", ""))

    def page_of_rules(self, request: Request, guest: Guest, lang: str, name: str) -> Response:
        """The rules of something, or of nothing in particular."""
        game = self.table.match.game
        words = game.wording(lang)
        page = rules_page(game, name, words)
        if name and page is None:
            raise Refused(404, "page")
        opened = None if name else self.opened_rules(lang)
        notes = () if name else notes_of(game, words, opened)
        numbers = self.rule_numbers(lang)
        numbered = numbers.rules_about(name.partition(".")[0]) if numbers is not None and name else ()
        values = {"rule": page, "rules": rule_pages(game, words), "notes": notes, "numbered": numbered}
        return self.render("rules.html", request, guest, lang, 200, **values, address=self.book_address)

    def rule_numbers(self, lang: str) -> RuleNumbers | None:
        """Returns the rules that authors wrote by number; None where the rules cannot be read any more."""
        if lang not in self._numbers:
            opened = self.opened_rules(lang)
            self._numbers[lang] = RuleNumbers(opened) if opened is not None else None
        return self._numbers[lang]

    def number_of(self, clause: str) -> str:
        """Returns the number of the rule that says a clause; "" where there is none."""
        numbers = self.rule_numbers("en")
        return numbers.number_of(clause) if numbers is not None else ""

    def opened_rules(self, lang: str) -> OpenedRules | None:
        """Returns the rules as they are written, unless their files have gone since."""
        try:
            return open_rules(self.table.rules or self.table.match.game.id, {}, lang)
        except (ValueError, OSError):
            return None

    def aim(self, lang: str) -> str:
        """Returns what the game is about, which stands beside its boards."""
        if lang not in self._aims:
            self._aims[lang] = aim_of(self.table.match.game.wording(lang), self.opened_rules(lang))
        return self._aims[lang]

    async def review(self, request: Request) -> Response:
        """Returns the review of a match that is over."""
        guest, lang = self.guest(request), self.language(request)
        if not self.table.match.state.is_terminal:
            raise Refused(404, "page")
        page = await self.work(guest, self.reviews.page, self.table, guest, lang)
        title = self.table.match.game.wording(lang).text("ruleset", self.table.match.game.title)
        return self.render(
            "review.html",
            request,
            guest,
            lang,
            200,
            review=page,
            title=title,
            base=f"?lang={quote(lang)}",
            may_play_on=guest.role == "host" and bool(self.table.company.hall),
            form=fresh_token(),
        )

    async def save(self, request: Request) -> Response:
        """Returns the save of a guest: the whole match for who has every seat of a person or sees its end, otherwise
        what that seat was told."""
        guest = self.guest(request)
        text = await self.work(guest, self.save_for, guest, self.number(request.query_params.get("before")))
        name = f"{self.table.match.game.id}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(text, media_type="application/json", headers=headers)

    def save_for(self, guest: Guest, before: int | None = None) -> str:
        """The match as far as a guest may keep it; of one that is over, as it was before a move of a number from 1, if that
        is asked for."""
        with self.table.lock:
            if before is not None and self.table.match.state.is_terminal:
                return rewind(self.table.match, before).to_json()
            whole = guest.role == "host" and not any(self.table.occupancy)
            match = self.table.match
            return self.table.save() if whole or match.state.is_terminal else match.to_json(guest.seat)

    async def seats(self, request: Request) -> Response:
        """Seats and their links, for the host."""
        guest, lang = self.guest(request), self.language(request)
        if guest.role != "host":
            raise Refused(403, "not_yours")
        table = self.table

        def failure_text(n: int) -> str:
            return table.failures[n].why(texts(lang)) if n in table.failures else ""

        seats = [
            {
                "n": n,
                "name": name,
                "bot": table.bots[n],
                "taken": table.occupancy[n],
                "token": table.links.seats[n],
                "failed": failure_text(n),
            }
            for n, name in enumerate(table.match.game.wording(lang).people(table.match.names))
        ]
        bots = {each: texts(lang).phrase(BOTS[each]) if each in BOTS else "" for each in strengths()}
        return self.render(
            "seats.html", request, guest, lang, 200,
            seats=seats, watch=table.links.watch, bots=bots, origin=str(request.base_url).rstrip("/"),
            title=table.match.game.wording(lang).text("ruleset", table.match.game.title),
        )  # fmt: skip

    # ---- what is sent --------------------------------------------------------------------------------------------------

    async def done(self, request: Request) -> Response:
        """An action, several of a packing, or taking back. The answer leads to the table as it is then."""
        guest, lang = self.guest(request), self.language(request)
        sent = await self.form(request)
        seat = self.number(sent.get("me", ""))
        asked = Asked(me=seat)
        if seat is not None and "act" in sent and not {"sure", "by_host"} & {*sent}:
            warned = await self.work(guest, self.table.warning, guest, seat, sent["act"], lang)
            if warned:
                return await self.work(guest, self.page, request, guest, asked, lang, warned, 200, sent["act"])
        try:
            if seat is None:
                raise NotYoursError
            await self.work(guest, self.carried_out, guest, seat, sent, lang)
        except (OldPageError, NotYoursError, ValueError, OSError, WorkLimitError) as error:
            status, word = self.refusal(error, texts(lang), lang)
            return await self.work(guest, self.page, request, guest, asked, lang, word, status)
        me = f"&me={seat}" if guest.role == "host" else ""
        me += self.kept_parts(request, "map", "teach", "passed")
        return RedirectResponse(f"/t/{guest.token}/?lang={quote(lang)}{me}", 303)

    def carried_out(self, guest: Guest, seat: int, sent: Mapping[str, str], lang: str) -> None:
        """Does what was sent."""
        stamp = sent.get("stamp", "")
        if "by_host" in sent:
            self.table.act_as_host(guest, stamp, sent.get("act", ""), seat)
        elif "undo" in sent:
            self.table.undo(guest, seat, stamp)
        elif "pack" in sent:
            self.table.act(guest, seat, stamp, [each for each in sent["pack"].split(";") if each][:200])
        else:
            self.table.act(guest, seat, stamp, [sent.get("act", "")])

    async def change_seat(self, request: Request) -> Response:
        """The host changes who sits where."""
        guest, lang = self.guest(request), self.language(request)
        sent = await self.form(request)
        seat = self.number(sent.get("seat", ""))
        try:
            if seat is None or guest.role != "host":
                raise NotYoursError
            if "bot" in sent:
                await self.work(guest, self.table.sit, guest, seat, sent["bot"])
            if "taken" in sent:
                await self.work(guest, self.table.claim, guest, seat, False)
        except NotYoursError:
            raise Refused(403, "not_yours") from None
        except (ValueError, OSError) as error:
            raise Refused(400, "unread", texts(lang).translate(str(error))) from None
        return RedirectResponse(f"/t/{guest.token}/seats?lang={quote(lang)}", 303)

    def refusal(self, error: Exception, said: Texts, lang: str) -> tuple[int, str]:
        """Status and sentence for what was not done."""
        if isinstance(error, OldPageError):
            return 409, said.phrase(REFUSED["old"])
        if isinstance(error, NotYoursError):
            return 403, said.phrase(REFUSED["not_yours"])
        if isinstance(error, IllegalActionError):
            words = error.action.game.wording(lang)
            why = " ".join(reason_text(each, words) for each in error.verdict.reasons)
            return 409, said.phrase(REFUSED["impossible"], why=why)
        if isinstance(error, WorkLimitError):
            return 409, said.phrase(REFUSED["work"], why=error.text(said.lang))
        if isinstance(error, OSError):
            return 507, said.phrase(REFUSED["disk"], why=said.translate(error.strerror or ""))
        return 400, said.phrase(REFUSED["unread"], why=said.translate(str(error)))

    async def work(self, guest: Guest, call: Callable[..., T], *given: Any) -> T:
        """Works something out for a guest, off the loop. A guest who asks for much at once waits for its own turn, and
        keeps nobody waiting."""
        async with self.turns[guest.token]:
            return await run_in_threadpool(call, *given)

    # ---- what is read ----------------------------------------------------------------------------------------------------

    def guest(self, request: Request) -> Guest:
        """Returns the guest who sends a request."""
        found = self.table.guest(request.path_params["token"][:100])
        if found is None:
            raise Refused(404, "unknown")
        request.state.guest = found
        return found

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form, each once."""
        fields = await self.read_fields(request, MOST_FIELDS)
        return {name: values[0] for name, values in fields.items()}

    def link_parts(self, request: Request) -> Asked:
        """Returns the parts of the address."""
        query = request.query_params
        return Asked(
            self.number(query.get("me")),
            query.get("at", ""),
            query.get("pack", ""),
            self.number(query.get("then")),
            "hint" in query,
            "leave" in query,
            "teach" in query,
            query.get("passed", "")[:MOST_PASSED],
        )

    @staticmethod
    def number(text: str | None) -> int | None:
        """A whole number from 0, or none."""
        return int(text) if text and text.isdecimal() and text.isascii() and len(text) < 8 else None

    # ---- what is written ---------------------------------------------------------------------------------------------------

    def base(self, page: Page, request: Request, lang: str) -> str:
        """The part of all links of a page that says whose it is, in which language, and how it is looked at."""
        more = self.kept_parts(request, "hint", "map", "teach", "passed")
        return f"?lang={lang}" + (f"&me={page.me}" if page.me is not None else "") + more

    @staticmethod
    def kept_parts(request: Request, *names: str) -> str:
        """Returns the parts of an address that links and answers go on with."""
        fixed = {"hint": "1", "map": "whole", "teach": "1"}
        given = request.query_params
        found = {name: fixed.get(name) or quote(given[name][:MOST_PASSED], safe=",") for name in names if name in given}
        return "".join(f"&{name}={value}" for name, value in found.items())

    def render(
        self, name: str, request: Request, guest: Guest | None, lang: str, status: int, **values: Any
    ) -> Response:
        """A page."""
        root = f"/t/{guest.token}/" if guest else "/"
        return self.write_page(name, lang, status, guest=guest, root=root, **values)
