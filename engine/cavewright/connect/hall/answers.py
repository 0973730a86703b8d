"""Answers of a hall: what its requests are read by, and how its pages are written."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp

from ...foundation.texts import languages, name_of, texts
from ..web.installing import ICON
from ..web.request_filter import Refused, body_of, language_of
from ..web.server import FILES, Word
from ..web.table import Guest
from ..web.texts import REFUSED, WORDS
from .offers import Offer, Offers, draw_game, read_offers
from .tables import Tables
from .texts import HALL

MOST_FIELDS = 200
OWN_FILES = {"hall.css": "text/css"}


class Sent:
    """Fields of a form, or none."""

    def __init__(self, fields: Mapping[str, Sequence[str]] | None = None) -> None:
        self.fields = fields or {}

    def __bool__(self) -> bool:
        return bool(self.fields)

    def all(self, name: str) -> Sequence[str]:
        """Returns all values of a field."""
        return self.fields.get(name, ())

    def first(self, name: str) -> str:
        """Returns the first value of a field, "" without one."""
        return next(iter(self.all(name)), "")

    def differs(self, offer: Offer | None) -> bool:
        """Tells if an option that a page folds has another value than the usual one."""
        folded = offer.choices[2:] if offer is not None else ()
        return any(self.first(f"option-{each.name}") not in ("", each.usual) for each in folded)


class Answers:
    """The tables of a hall, templates, and whoever sends a request. `hosts` are the names by which the server may be called, `public` is the
    beginning of its links for others ("" is as it was called), `book` where the books of the games are."""

    def __init__(
        self, tables: Tables, hosts: frozenset[str] = frozenset(), lang: str = "", book: str = "", public: str = ""
    ) -> None:
        self.tables, self.hosts, self.lang, self.book, self.public = tables, hosts, lang, book, public
        own, shared = (jinja2.PackageLoader(f"cavewright.connect.{each}", "pages") for each in ("hall", "web"))
        self.templates = jinja2.Environment(
            loader=jinja2.ChoiceLoader([own, shared]),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        self.files = {
            name: (self.templates.loader.get_source(self.templates, name)[0], kind)  # type: ignore[union-attr]
            for name, kind in {**FILES, **OWN_FILES}.items()
        } | {"icon.svg": (ICON, "image/svg+xml")}
        self.pictures = asyncio.Semaphore(1)
        self._at_tables: dict[str, tuple[object, ASGIApp]] = {}
        self.offers: Callable[[str], Offers] = lru_cache(8)(read_offers)
        self.picture_of: Callable[[str], str] = lru_cache(64)(draw_game)

    def look_at_link(self, request: Request) -> None:
        """Raises Refused for another link than that of this hall."""
        if not secrets.compare_digest(request.path_params["link"].encode(), self.tables.link.encode()):
            raise Refused(404, "unknown")

    def guest(self, request: Request) -> tuple[str, Guest]:
        """Returns the table and the guest of a link. Raises Refused."""
        word = request.path_params["word"][:100]
        id = self.tables.find(word)
        guest = self.tables.role(id, word) if id is not None else None
        if id is None or guest is None:
            raise Refused(404, "unknown")
        request.state.guest = guest
        return id, guest

    async def fields(self, request: Request) -> Mapping[str, Sequence[str]]:
        """Returns the fields of a form, each with all its values. Raises Refused."""
        text = (await body_of(request)).decode("utf-8", "replace")
        try:
            return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError as error:
            raise Refused(400, "unread", str(error)) from None

    def language(self, request: Request) -> str:
        """The language that is asked for: by the address, by the host, by the browser."""
        return language_of(request, self.lang)

    def link_start(self, request: Request) -> str:
        """Returns the beginning of links for others."""
        return self.public or str(request.base_url).rstrip("/")

    def render(self, name: str, request: Request, status: int, **values: Any) -> Response:
        """A page."""
        lang = self.language(request)
        said = texts(lang)
        words = {key: Word(said, template) for key, template in {**WORDS, **HALL}.items()}
        tongues = [(each, name_of(each)) for each in dict.fromkeys((*languages(), lang))]
        text = self.templates.get_template(name).render(say=words, lang=lang, tongues=tongues, **values)
        return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})

    def render_refusal(self, request: Request, error: Exception) -> Response:
        """A page that says why nothing was done."""
        assert isinstance(error, Refused)
        said = texts(self.language(request))
        word = said.phrase(
            REFUSED[error.what], **({"why": error.why} if error.why or error.what in ("unread", "disk") else {})
        )
        return self.render("refused.html", request, error.status, root="/", word=word, title="Cavewright")
