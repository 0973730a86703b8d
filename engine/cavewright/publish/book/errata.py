"""Errata: how one game is played otherwise than another, in the words of the authors of both, without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from ...play.loading.load import load_game
from ...play.loading.opened_rules import OpenedRules
from ..changes.difference import Difference
from ..reference.differences_page import made_changes, side_by_side, split_sentences, written_changes
from ..reference.game_reference import GameReference
from ..reference.written_book import WrittenBook
from .tables import Table
from .written_chapters import written_book


@frozen
class Erratum:
    """A rule that reads otherwise: its number, the title of its chapter, the sentences that count now and those in whose
    place they stand, "" for none; and the tables below it, if it is new."""

    number: str
    chapter: str
    now: str
    before: str = ""
    tables: tuple[Table, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Errata:
    """The differences of the second game from the first, as readers of both are told them."""

    specs: tuple[str, str]
    opened: tuple[OpenedRules, OpenedRules]

    @lazy_property
    def _sides(self) -> tuple[GameReference, GameReference]:
        old, new = (_reference(*each) for each in zip(self.specs, self.opened, strict=True))
        return old, new

    @lazy_property
    def rules(self) -> tuple[Erratum, ...]:
        """The rules that authors say otherwise, chapter by chapter."""
        before, after = self._sides
        titles = {rule.number: each.heading for each in after.book.chapters for rule in each.rules}
        return tuple(
            Erratum(each.number, titles[each.number], now, was, () if old else each.tables, each.keys)
            for old, each in written_changes(before, after)
            for was, now in _otherwise(old, each.text, after.lang)
        )

    @lazy_property
    def other_differences(self) -> tuple[Difference, ...]:
        """The differences in play of which no author says anything, in sentences that are made of them."""
        return tuple(made_changes(*self._sides))


def _reference(spec: str, opened: OpenedRules) -> GameReference:
    game = load_game(spec, options=opened.settings, engine="interpreter")
    return GameReference(opened, game, None, write_book=_book_without_pictures)


def _book_without_pictures(game: GameReference) -> WrittenBook:
    return written_book(game, with_pictures=False)


def _otherwise(old: str, new: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yields the sentences of a rule that read otherwise, each beside those in whose place it stands; a new rule whole."""
    before, now = (each.replace("*", "") for each in (old, new))
    yield from side_by_side(split_sentences(before, lang), split_sentences(now, lang)) if old else (("", now),)
