"""Scoring of a game: what counts, points by rank, ties, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...rules.model import ruleset as m
from ...rules.model.types import NONE
from .chapter_pages import rule_blocks
from .example_blocks import ExampleBlocks, home_of
from .fact_blocks import footer
from .game_reference import GameReference
from .markdown import Block, Heading, Page, Paragraph, Strong, Table, Words, anchor_of
from .written_book import WrittenRule


def scoring_page(game: GameReference) -> Page:
    """Returns the page about the end of the game, its scoring, every ranking with its ties, and the examples that show
    it."""
    blocks: list[Block] = []
    scoring = game.rules.scoring
    for rule in _scoring_rules(game):
        blocks += rule_blocks(game, rule)
    if scoring is not None:
        blocks += [*game.sentence_list(game.sentences.scoring()), *footer(game, "scoring", scoring.clause.cites)]
    for ranking in game.rules.rankings.values():
        blocks += _ranking(game, ranking)
    blocks += _examples(game)
    return game.page("scoring.md", game.phrase("Scoring"), blocks)


def _scoring_rules(game: GameReference) -> Iterator[WrittenRule]:
    """Yields the rules that authors wrote in chapters about the scoring."""
    names = {"scoring", *game.rules.rankings}
    for chapter in game.book.chapters:
        if any(names & {*each.names} for each in chapter.rules):
            yield from (each for each in chapter.rules if each.number)


def _ranking(game: GameReference, ranking: m.Ranking) -> Iterator[Block]:
    words = game.opened.words
    title = words.ranking(ranking.name, ranking.clause.text) or words.name(ranking.name, ranking.name)
    yield Heading(2, title.rstrip("."), anchor_of("ranking", ranking.name))
    told = game.sentences.ranking(ranking.name)
    yield from game.sentence_list(replace(each, inner=()) for each in told if each.text != title)
    rows: list[tuple[Words, ...]] = [
        (
            str(place),
            game.phrase("alone")
            if level == 1
            else game.texts.plural("shared by {n}", "shared by {n}", level)
            if level != NONE
            else "",
            Strong(str(points)),
        )
        for (place, level), points in sorted(ranking.lookup.items())
    ]
    if rows:
        yield Table((game.phrase("Place"), game.phrase("Held"), game.phrase("Points")), tuple(rows))
        yield Paragraph(game.phrase("What is not in this table brings nothing."))
    yield from footer(game, f"ranking {ranking.name}", ())


def _examples(game: GameReference) -> Iterator[Block]:
    """The examples in which nobody acts, and those whose actions belong to no page."""
    found = [each for each in game.examples if not home_of(game, each)]
    if found:
        is_all = len(found) == len(game.examples)
        said = game.texts.plural("Example", "Examples", len(found)) if is_all else game.phrase("More examples")
        yield Heading(2, said, "examples")
    for each in found:
        yield from ExampleBlocks(game, each).all()
