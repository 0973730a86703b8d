"""A publication: pages and pictures in one language, their order, and the links that lead nowhere."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from ...foundation.source.frozen import frozen
from .markdown import (
    Admonition,
    Block,
    Details,
    Heading,
    Icon,
    Item,
    Items,
    Link,
    Page,
    Paragraph,
    Picture,
    Pictures,
    Table,
    Words,
    Writer,
)

_ALIKE = str.maketrans({"<": "‹", ">": "›", "&": "&amp;"})


@frozen
class Section:
    """A part of the navigation: pages below a name; `summary` is what a list says of it."""

    title: str
    entries: tuple[Entry, ...]
    summary: Words = ""


Entry: TypeAlias = Page | Section


@frozen
class Publication:
    """All pages of one language in their order, and the files that they show or lead to, by path."""

    contents: tuple[Entry, ...]
    files: Mapping[str, str | bytes] = field(default_factory=dict)

    def pages(self) -> Iterator[Page]:
        """The pages in their order."""
        return _pages(self.contents)

    def files_by_path(self) -> dict[str, str | bytes]:
        """Every file by its path: pages, pictures and `navigation.yml`."""
        pages = {
            each.path: _front_matter(each) + Writer(_References(each.path)).page(each.blocks) for each in self.pages()
        }
        return {**pages, **self.files, "navigation.yml": self.navigation()}

    def navigation(self, indent: str = "") -> str:
        """The pages by their titles, as YAML for the configuration of a site."""
        return "\n".join(_navigation(self.contents, indent)) + "\n"

    def dead_links(self) -> list[tuple[str, str]]:
        """Links and pictures that lead nowhere: the page on which each stands, and where it leads."""
        anchors = {each.path: set(_anchors(each.blocks)) for each in self.pages()}
        known = {*anchors, *self.files}
        return [
            (page.path, f"{path}#{anchor}" if anchor else path)
            for page in self.pages()
            for path, anchor in _led_to(page)
            if path not in known or anchor and path in anchors and anchor not in anchors[path]
        ]

    def twice(self) -> list[tuple[str, str]]:
        """Anchors that a page has twice, and paths that two pages have."""
        paths = [each.path for each in self.pages()]
        found = [(path, "") for path in dict.fromkeys(paths) if paths.count(path) > 1]
        for page in self.pages():
            anchors = list(_anchors(page.blocks))
            found += [(page.path, each) for each in dict.fromkeys(anchors) if anchors.count(each) > 1]
        return found


@frozen
class _References:
    """Addresses as a page says them: from its own folder."""

    page: str

    def __call__(self, path: str, anchor: str) -> str:
        there = path or self.page
        way = "" if there == self.page and anchor else posixpath.relpath(there, posixpath.dirname(self.page) or ".")
        return f"{way}#{anchor}" if anchor else way


def _front_matter(page: Page) -> str:
    """Returns the lines that tell a search how far a page stands behind others, and for which words before them; "" for a
    page like others."""
    lines = [] if page.boost == 1 else [f"search:\n  boost: {page.boost:f}"]
    lines += [f"tags: {json.dumps(page.tags, ensure_ascii=False)}"] if page.tags else []
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def _pages(entries: Iterable[Entry]) -> Iterator[Page]:
    for each in entries:
        if isinstance(each, Page):
            yield each
        else:
            yield from _pages(each.entries)


def _navigation(entries: Iterable[Entry], indent: str) -> Iterator[str]:
    """Lines of YAML; texts are written as JSON, which is YAML too. Themes take titles for HTML, and what is
    escaped in them for text that is none, so that marks of elements become others that look alike."""
    for each in entries:
        title = json.dumps(each.title.translate(_ALIKE), ensure_ascii=False)
        if isinstance(each, Page):
            yield f"{indent}- {title}: {json.dumps(each.path, ensure_ascii=False)}"
        else:
            yield f"{indent}- {title}:"
            yield from _navigation(each.entries, f"{indent}    ")


def _led_to(page: Page) -> Iterator[tuple[str, str]]:
    for block in page.blocks:
        for each in _parts(block):
            if isinstance(each, Link):
                yield each.path or page.path, each.anchor
            elif isinstance(each, Picture | Icon):
                yield each.path, ""


def _anchors(blocks: Iterable[Block]) -> Iterator[str]:
    has_anchor = Heading | Paragraph
    return (each.anchor for block in blocks for each in _parts(block) if isinstance(each, has_anchor) and each.anchor)


def _parts(block: Block) -> Iterator[Block | Link | Icon]:
    """A block, the blocks within it, all links and icons."""
    yield block
    match block:
        case Heading(_, words, _, _) | Paragraph(words, _):
            yield from _links(words)
        case Items(items):
            yield from _links_of_items(items)
        case Table(head, rows):
            for words in (*head, *(cell for row in rows for cell in row)):
                yield from _links(words)
        case Pictures(blocks) | Details(_, blocks) | Admonition(blocks):
            for each in blocks:
                yield from _parts(each)
        case _:
            return


def _links_of_items(items: Iterable[Item]) -> Iterator[Link | Icon]:
    for each in items:
        yield from _links(each.words)
        yield from _links_of_items(each.inner)


def _links(words: Words) -> Iterator[Link | Icon]:
    if isinstance(words, Link | Icon):
        yield words
    elif isinstance(words, tuple):
        for each in words:
            yield from _links(each)
    elif not isinstance(words, str):
        yield from _links(words.words)
