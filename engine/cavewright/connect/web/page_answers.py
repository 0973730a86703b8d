"""Answers of pages, which a table and a hall have in common: templates, files, what is read of a request, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import parse_qs

import jinja2
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ...foundation.texts import Texts, languages, name_of, texts
from .request_filter import Refused, RequestFilter, body_of, language_of
from .texts import REFUSED

STYLES = ("page.css", "board.css", "company.css")
SCRIPTS = (
    "page.js",
    "company.mjs",
    "leafing.mjs",
    "sight.mjs",
    "hand.mjs",
    "steps.mjs",
    "zoom.mjs",
    "carry.mjs",
    "clicks.mjs",
)
FILES = {**dict.fromkeys(STYLES, "text/css"), **dict.fromkeys(SCRIPTS, "text/javascript")}
"""Files of every page, by name, with what they are."""


class Word:
    """A word of the page: said as it is, or called with its values."""

    def __init__(self, said: Texts, template: str) -> None:
        self.said, self.template = said, template

    def __call__(self, **values: object) -> str:
        return self.said.phrase(self.template, **values)

    def __str__(self) -> str:
        return self.said.phrase(self.template)


@cache
def open_templates(rooms: tuple[str, ...]) -> jinja2.Environment:
    """Returns the templates of rooms, one set of them for all tables."""
    return jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(f"cavewright.connect.{each}", "pages") for each in rooms]),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


@cache
def read_source(rooms: tuple[str, ...], name: str) -> str:
    """Returns a file of rooms as it is written, one text for all tables."""
    templates = open_templates(rooms)
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0]


class PageAnswers:
    """Answers with the pages of some rooms, whose templates are sought in this order. `words` are said on the pages;
    `hosts` are the names by which the server may be called, `lang` is its language, if it has one."""

    def __init__(
        self, rooms: Sequence[str], words: Mapping[str, str], files: Mapping[str, str], hosts: frozenset[str], lang: str
    ) -> None:
        self.words, self.hosts, self.lang = words, hosts, lang
        self.templates = open_templates(tuple(rooms))
        self.files = {name: (read_source(tuple(rooms), name), kind) for name, kind in files.items()}

    def answer_routes(self, routes: Sequence[Route], unfound: str) -> Starlette:
        """Returns the application that answers routes, behind the filter of requests; `unfound` is the refusal of any other
        address."""
        refusals: Mapping[Any, Callable[[Request, Exception], Response]] = {
            Refused: self.render_refusal,
            404: lambda request, error: self.render_refusal(request, Refused(404, unfound)),
            405: lambda request, error: self.render_refusal(request, Refused(405, "page")),
            500: lambda request, error: self.render_refusal(request, Refused(500, "broken")),
        }
        middleware = [Middleware(RequestFilter, hosts=self.hosts, lang=self.lang)]
        return Starlette(routes=routes, middleware=middleware, exception_handlers=refusals)

    async def file(self, request: Request) -> Response:
        """Returns one of the styles and scripts."""
        name = request.path_params["name"]
        if name not in self.files:
            raise Refused(404, "page")
        text, kind = self.files[name]
        return Response(text, media_type=kind, headers={"Cache-Control": "max-age=300"})

    async def read_fields(self, request: Request, most: int) -> dict[str, list[str]]:
        """Returns the fields of a form, at most so many, each with all its values. Raises Refused."""
        text = (await body_of(request)).decode("utf-8", "replace")
        try:
            return parse_qs(text, keep_blank_values=True, max_num_fields=most)
        except ValueError as error:
            raise Refused(400, "unread", str(error)) from None

    def language(self, request: Request) -> str:
        """The language that is asked for: by the address, by the host, by the browser."""
        return language_of(request, self.lang)

    def write_page(self, name: str, lang: str, status: int, **values: Any) -> Response:
        """Returns a page in a language, written by the template of a name."""
        said = texts(lang)
        words = {key: Word(said, template) for key, template in self.words.items()}
        tongues = [(each, name_of(each)) for each in dict.fromkeys((*languages(), lang))]
        text = self.templates.get_template(name).render(say=words, lang=lang, tongues=tongues, **values)
        return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})

    def render_refusal(self, request: Request, error: Exception) -> Response:
        """Returns a page that says why nothing was done."""
        assert isinstance(error, Refused)
        lang = self.language(request)
        has_why = error.why or error.what in ("unread", "disk")
        word = texts(lang).phrase(REFUSED[error.what], **({"why": error.why} if has_why else {}))
        return self.write_page("refused.html", lang, error.status, guest=None, root="/", word=word, title="Cavewright")
