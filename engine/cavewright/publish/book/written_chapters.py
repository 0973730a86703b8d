"""Chapters of a book for the pages of a reference."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...foundation.texts import SOURCE
from ..reference.game_reference import GameReference
from ..reference.written_book import WrittenBook, WrittenChapter, WrittenRule
from .chapters import BookContents


def written_book(game: GameReference, with_pictures: bool = True) -> WrittenBook:
    """The chapters that the authors of a game wrote; empty where they wrote none."""
    contents = BookContents(game, with_pictures=with_pictures)
    entries = contents.book.entries
    written = {each.chapter for each in entries if each.word == "chapter"}
    names: dict[str, list[str]] = {}
    keys = {each.number: each.keys for each in entries if each.word == "says"}
    for each in entries:
        if each.word == "says":
            names.setdefault(each.number, []).extend(key.partition(".")[0].rpartition(" ")[2] for key in each.keys)
        elif each.word == "price":
            names.setdefault(each.number, []).append(each.keys[0])
    chapters = (
        WrittenChapter(
            each.number,
            each.title,
            each.prices,
            tuple(
                WrittenRule(
                    rule.number,
                    rule.text,
                    tuple(dict.fromkeys(names.get(rule.number, ()))),
                    rule.tables,
                    tuple((each.drawn, each.caption) for each in rule.figures),
                    rule.cites,
                    rule.made,
                    keys.get(rule.number, ()),
                )
                for rule in each.rules
            ),
            tuple(_words_of(contents, each.number)),
            tuple(_sought(contents, each.number)),
        )
        for each in (contents.chapters if written else ())
        if each.number in written
    )
    prices = {each.keys[0]: contents.book.text(each) for each in entries if each.word == "price" and each.text}
    pictured = tuple(each.keys[0] for each in entries if each.word == "pictured")
    quiet = frozenset(key for each in entries if each.word == "quiet" for key in each.keys)
    return WrittenBook(tuple(chapters), pictured, contents.book.covered_keys, prices, contents.explanations, quiet)


def _words_of(contents: BookContents, chapter: int) -> Iterator[tuple[str, str]]:
    """Yields the words that a rule of a chapter explains, with what is said of them."""
    words = contents.game.opened.words
    for entry in contents.book.entries:
        if entry.word == "word" and (named := re.search(r"\{(\d+)\.\d+\}", entry.text)) and int(named[1]) == chapter:
            yield words.text(f"{entry.context} (word)", entry.keys[0]), contents.book.text(entry)


def _sought(contents: BookContents, chapter: int) -> Iterator[tuple[str, str]]:
    """Yields the words under which somebody may look for a rule, and its number; those that nobody has translated are
    of no use to readers."""
    opened = contents.game.opened
    for entry in contents.book.entries:
        said = opened.words.template(entry.context, entry.text)
        is_foreign = opened.words.lang != opened.rules.languages.get(opened.rules.id, SOURCE) and said == entry.text
        if entry.word == "find" and entry.chapter == chapter and not is_foreign:
            yield said, entry.number
