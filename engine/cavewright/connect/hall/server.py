"""Requests and answers of a hall. What belongs to a match goes on to the server of its table (`web.server`)."""

from __future__ import annotations

from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ...bots.players import strengths
from ...foundation.texts import Texts, texts
from ...play.loading.rulesets import RulesetError
from ..web.installing import ICON_FILE, write_manifest
from ..web.request_filter import Refused
from ..web.server import Server
from ..web.table_card import GUEST, LONGEST_FORM, fresh_token
from ..web.texts import BOTS, REFUSED
from .answers import Sent
from .besides import Besides
from .match_list import list_tables
from .meeting import Meeting
from .new_table import LIMITS, read_form
from .offers import Offer
from .tables import FullError
from .texts import HALL

OWN_WORDS = ("room", "say", "time", "again", "from")
"""Last parts of addresses below `/t/` that are the hall's also once a match has begun."""


class HallServer(Meeting, Besides):
    """Answers requests for the tables of a hall, as an application for a server."""

    def start(self) -> None:
        """Does nothing: the bots of a table play as soon as it is open."""

    def close(self) -> None:
        """Closes all tables."""
        self.tables.close()

    def application(self) -> ASGIApp:
        """The application that a server runs."""
        routes = [
            Route("/h/{link}/", self.hall),
            Route("/h/{link}/", self.set_up, methods=["POST"]),
            Route("/h/{link}/picture/{game}.svg", self.picture),
            Route("/h/{link}/manifest.webmanifest", self.manifest),
            Route("/join/{word}", self.joining),
            Route("/join/{word}", self.join, methods=["POST"]),
            Route("/t/{word}/", self.room),
            Route("/t/{word}/stamp", self.stamp),
            Route("/t/{word}/room", self.arrange, methods=["POST"]),
            Route("/t/{word}/say", self.say, methods=["POST"]),
            Route("/t/{word}/time", self.time, methods=["POST"]),
            Route("/t/{word}/again", self.again, methods=["POST"]),
            Route("/t/{word}/from", self.play_on, methods=["POST"]),
            Route("/{name}", self.file),
        ]
        hall = self.answer_routes(routes, "unknown")

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            table = await run_in_threadpool(self.at_table, scope) if scope["type"] == "http" else None
            await (table or hall)(scope, receive, send)

        return answer

    def at_table(self, scope: Scope) -> ASGIApp | None:
        """Returns the application of the table that a request is for, if its match has begun and it is about that."""
        parts = [*str(scope["path"]).split("/"), "", "", ""]
        if parts[1] != "t" or parts[3] in OWN_WORDS:
            return None
        id = self.tables.find(parts[2][:100])
        if id is None or not self.tables.has_begun(id):
            return None
        try:
            table = self.tables.table(id)
        except (OSError, ValueError):
            return None
        found, application = self._at_tables.get(id, (None, None))
        if found is not table or application is None:
            application = Server(table, self.hosts, self.lang, self.book).application()
            still = {each: known for each, known in self._at_tables.items() if self.tables.open_table(each) is known[0]}
            self._at_tables = {**still, id: (table, application)}
        return application

    # ---- the hall ----------------------------------------------------------------------------------------------------

    async def hall(self, request: Request) -> Response:
        """Returns the hall: games, what can be chosen of one, matches."""
        self.look_at_link(request)
        return await run_in_threadpool(self.hall_page, request, Sent(), "")

    def hall_page(self, request: Request, sent: Sent, word: str, status: int = 200) -> Response:
        """The hall as a form was sent, with a word about that."""
        lang = self.language(request)
        offers = self.offers(lang)
        offer = offers.find(request.query_params.get("game", "")) or next(iter(offers.bases), None)
        said = texts(lang)
        return self.render(
            "hall.html", request, status, changed=sent.differs(offer), root=f"/h/{self.tables.link}/", word=word, sent=sent, offer=offer,
            games=offers.bases, editions=offers.editions(offer.base) if offer else (), limits=LIMITS,
            bots={each: said.phrase(BOTS[each]) if each in BOTS else "" for each in strengths()},
            players=lambda each: said.count_of_players(each.low, each.high), tables=list_tables(self.tables, offers, lang), form=fresh_token(),
        )  # fmt: skip

    async def set_up(self, request: Request) -> Response:
        """Sets a table up; the answer leads the host to it."""
        self.look_at_link(request)
        sent, lang = Sent(await self.fields(request)), self.language(request)
        return await run_in_threadpool(self.new_table, request, sent, lang)

    def new_table(self, request: Request, sent: Sent, lang: str) -> Response:
        """Sets a table up as a form asks for it."""
        said = texts(lang)
        offer = self.offers(lang).find(request.query_params.get("game", ""))
        if offer is None:
            raise Refused(404, "page")
        try:
            card = read_form(offer, sent.fields, said)
            id = self.tables.set_up(card.model_copy(update={"form": sent.first("form")[:LONGEST_FORM]}))
        except (ValueError, OSError) as error:
            return self.hall_page(request, sent, said.phrase(HALL["cannot"], why=self.why(error, offer, said)), 400)
        if all(each.who != GUEST for each in card.chairs):
            self.tables.begin(id)
        return RedirectResponse(f"/t/{self.tables.companies[id].card.links.host}/?lang={quote(lang)}", 303)

    def why(self, error: Exception, offer: Offer, said: Texts) -> str:
        """Returns the reason for which a table cannot be set up."""
        if isinstance(error, FullError):
            return said.phrase(HALL["too_many"])
        if isinstance(error, RulesetError):
            found = [each for each in error.diagnostics if each.severity == "error"] or error.diagnostics
            return " ".join(said.translate(each.message) for each in found[:2])
        if isinstance(error, OSError):
            return said.phrase(REFUSED["disk"], why=said.translate(error.strerror or ""))
        return said.translate(str(error)) or said.count_of_players(offer.low, offer.high)

    async def picture(self, request: Request) -> Response:
        """Returns the picture of a game."""
        self.look_at_link(request)
        game = request.path_params["game"]
        if self.offers("en").find(game) is None:
            raise Refused(404, "page")
        async with self.pictures:  # one after the other, and pages come first
            svg = await run_in_threadpool(self.picture_of, game)
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})

    async def manifest(self, request: Request) -> Response:
        """Returns the manifest by which the hall is installed."""
        self.look_at_link(request)
        address = f"/h/{self.tables.link}/"
        said = write_manifest("Cavewright", address, "/", f"/{ICON_FILE}")
        return Response(said, media_type="application/manifest+json")
