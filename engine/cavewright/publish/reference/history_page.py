"""History of a game: what changed in its rules from one version to the next, the latest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from ...foundation.texts import capitalise
from ...play.loading.opened_rules import OpenedRules
from ...play.loading.rulesets import catalogues_of
from ...play.positions.wording import Wording, Wordings
from ..changes.difference_sentences import DifferenceSentences
from ..changes.differences import differences
from .game_reference import GameReference
from .markdown import Block, Heading, Item, Items, Page, Paragraph, Strong, anchor_of


def history_page(game: GameReference) -> Page | None:
    """A heading for each version with all that is played otherwise since the one before; none where no earlier version is
    known."""
    versions = [*game.earlier, game.opened]
    blocks: list[Block] = []
    for before, after in reversed([*pairwise(versions)]):
        blocks += _step(game, before, after)
    return game.page("history.md", game.phrase("What has changed"), blocks) if blocks else None


def _step(game: GameReference, before: OpenedRules, after: OpenedRules) -> Iterator[Block]:
    old, new = (each.rules.version for each in (before, after))
    yield Heading(2, game.phrase("Version {new}, since {old}", new=new, old=old), anchor_of("version", new))
    words = DifferenceSentences(_words(game, after), _words(game, before))
    facts = {id: row for one in (before, after) for id, row in one.facts.items()}
    found = differences(before.declarations, after.declarations, words, facts)
    for _, group in groupby(found.in_play, key=lambda each: each.rule):
        several = [*group]
        yield Paragraph(Strong(several[0].title))
        yield Items(tuple(Item(capitalise(each.text)) for each in several))
    if not found.in_play:
        yield Paragraph(game.phrase("Nothing that is played otherwise."))
    if found.in_words:
        n = len(found.in_words)
        yield Paragraph(game.texts.plural("{n} text reads otherwise.", "{n} texts read otherwise.", n))


def _words(game: GameReference, opened: OpenedRules) -> Wording:
    """Returns the words of a version in the language of the pages."""
    if opened is game.opened:
        return game.opened.words
    return Wordings(opened.rules, catalogues_of(opened.folders)).of(game.lang)
