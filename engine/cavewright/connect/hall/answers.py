"""Answers of a hall: what its requests are read by, and how its pages are written."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ..web.installing import ICON
from ..web.page_answers import FILES, PageAnswers
from ..web.request_filter import Refused
from ..web.table import Guest
from ..web.texts import WORDS
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


class Answers(PageAnswers):
    """The tables of a hall, templates, and whoever sends a request. `hosts` are the names by which the server may be called, `public` is the
    beginning of its links for others ("" is as it was called), `book` where the books of the games are."""

    def __init__(
        self, tables: Tables, hosts: frozenset[str] = frozenset(), lang: str = "", book: str = "", public: str = ""
    ) -> None:
        super().__init__(("hall", "web"), {**WORDS, **HALL}, {**FILES, **OWN_FILES}, hosts, lang)
        self.tables, self.book, self.public = tables, book, public
        self.files |= {"icon.svg": (ICON, "image/svg+xml")}
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
        return await self.read_fields(request, MOST_FIELDS)

    def link_start(self, request: Request) -> str:
        """Returns the beginning of links for others."""
        return self.public or str(request.base_url).rstrip("/")

    def render(self, name: str, request: Request, status: int, **values: Any) -> Response:
        """A page."""
        return self.write_page(name, self.language(request), status, **values)
