"""Chapters of the rules that authors wrote, a page each; every rule has its number, which leads to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from .game_reference import GameReference, join_with
from .markdown import (
    Admonition,
    Block,
    Details,
    Heading,
    Inline,
    Item,
    Items,
    Link,
    Page,
    Paragraph,
    Pictures,
    Quiet,
    Strong,
    Table,
    anchor_of,
)
from .written_book import WrittenChapter, WrittenRule, rule_anchor

_MARKED = re.compile(r"\*([^*]+)\*|(?<![\w.])(\d{1,2}\.\d{1,2})(?![\w.%])")
"""What is bold, or the number of a rule."""


def chapter_pages(game: GameReference) -> tuple[Page, ...]:
    """A page for each chapter; none where nobody wrote any."""
    return tuple(_page(game, each) for each in game.book.chapters)


def _page(game: GameReference, chapter: WrittenChapter) -> Page:
    made = game.page(chapter.page, chapter.heading, _chapter(game, chapter))
    words = (each[0] for each in (*chapter.words, *chapter.sought))
    return replace(made, tags=tuple(dict.fromkeys(part.strip() for each in words for part in each.split(","))))


def _chapter(game: GameReference, chapter: WrittenChapter) -> Iterator[Block]:
    """Prices, then rule by rule with tables and pictures."""
    for cost, said in chapter.prices:
        yield Paragraph((Strong(cost), " – ", *mark_up(game, said)))
    unsaid = []
    for rule in chapter.rules:
        if not rule.number:
            unsaid.append(rule)
            continue
        yield from rule_blocks(game, rule, is_here=True)
        for n, (drawn, caption) in enumerate(rule.pictures):
            said = (caption or game.phrase("A picture for rule {number}", number=rule.number)).replace("*", "")
            names = (anchor_of("rule", rule.number, str(n + 1), str(side + 1)) for side in range(len(drawn)))
            shown = [game.picture(name, each, said) for name, each in zip(names, drawn, strict=True)]
            yield from [Pictures(tuple(shown))] if len(shown) > 1 else shown
            yield from [Paragraph(Quiet(mark_up(game, caption)))] if caption else []
    if chapter.words:
        yield Heading(2, game.phrase("Words of this chapter"), "words")
        yield Items(tuple(Item((Strong(term), ": ", *mark_up(game, said))) for term, said in chapter.words))
    if chapter.sought:
        sought = ((said, " (", link_of(game, number), ")") for said, number in chapter.sought)
        yield Paragraph((Strong(game.phrase("Keywords")), ": ", *join_with(sought, "; ")))
    if unsaid:
        yield Details(game.phrase("More rules"), tuple(Paragraph(each.text) for each in unsaid))


def rule_blocks(game: GameReference, rule: WrittenRule, *, is_here: bool = False) -> Iterator[Block]:
    """A rule behind its number, with its tables; `is_here` on the page of its chapter, to which the number leads."""
    facts = tuple(join_with(_link_facts(game, rule.cites), ", "))
    cited: tuple[Inline, ...] = (" ", Quiet(("[", *facts, "]"))) if facts else ()
    anchor = rule_anchor(rule.number) if is_here else ""
    yield Paragraph((Strong(link_of(game, rule.number)), " ", *mark_up(game, rule.text), *cited), anchor)
    if rule.made:
        stale = game.phrase("The rules have changed since this sentence was written. They say:")
        yield Admonition((Paragraph((Strong(stale), " ", " ".join(rule.made))),))
    for each in rule.tables:
        yield Table(each[0], each[1:])


def mark_up(game: GameReference, text: str) -> tuple[Inline, ...]:
    """A text with what is bold in it, and with links to the rules that it names."""
    found: list[Inline] = []
    at = 0
    for each in _MARKED.finditer(text):
        found.append(text[at : each.start()])
        found.append(Strong(mark_up(game, each[1])) if each[1] else link_of(game, each[2]))
        at = each.end()
    return (*found, text[at:])


def link_of(game: GameReference, number: str) -> Inline:
    """The number of a rule, as a link to it if there is such a rule."""
    place = game.book.place(number)
    return Link(number, game.path(place[0]), place[1]) if place is not None else number


def links_to(game: GameReference, rules: Iterable[WrittenRule]) -> list[Inline]:
    """Links to rules by their numbers, with commas between them."""
    found: list[Inline] = []
    for number in dict.fromkeys(each.number for each in rules):
        found += [", "] if found else []
        found.append(link_of(game, number))
    return found


def _link_facts(game: GameReference, cites: str) -> Iterator[Inline]:
    """Yields the parts of a text such as `A-01..03, B-02`, each as a link to its first fact if there is such a fact."""
    known = {each.id for each in game.facts}
    for part in filter(None, (each.strip() for each in cites.split(","))):
        first = part.partition("..")[0]
        yield Link(part, game.path("facts.md"), anchor_of("fact", first)) if first in known else part
