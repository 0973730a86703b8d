"""Glossary of a game: what its words mean, what players and places keep, and its numbers."""

from __future__ import annotations

import unicodedata

from ...foundation.texts import capitalise
from ...rules.model import ruleset as m
from ..sentences.mentions import used_defines
from .chapter_pages import mark_up
from .fact_blocks import fact_details
from .game_reference import GameReference
from .markdown import Block, Details, Heading, Page, Paragraph, Strong, Table, Words, anchor_of, plain


def glossary_page(game: GameReference) -> Page:
    """Words from A to Z, numbers, and what is kept."""
    blocks: list[Block] = [*_words(game), *_numbers(game), *_fields(game), *_notes(game)]
    return game.page("glossary.md", game.phrase("Glossary"), blocks)


def _numbers(game: GameReference) -> list[Block]:
    rows: list[tuple[Words, ...]] = []
    for name, value in game.rules.constants.items():
        is_quiet = f"constant {name}" in game.book.quiet_keys
        node = None if is_quiet else game.declarations.get(f"constant {name}")
        text = game.opened.words.text(node.label, node.text) if node is not None else ""
        said = text.removesuffix(".") or game.opened.words.name(f"constant {name}", "")
        if node is not None and said:
            rows.append((game.to_rule(node.label, said), game.sentences.value(value)))
    table = Table(
        (game.phrase("Number"), game.phrase("Value")), tuple(sorted(rows, key=lambda row: letters(plain(row[0]))))
    )
    return [Heading(2, game.phrase("Numbers"), "numbers"), table] if rows else []


def _words(game: GameReference) -> list[Block]:
    """The words that authors explain and those that the rules use from A to Z, and how they are meant. Of the rules' words,
    those stand in chapters that an author says there; those of which nobody has said anything, neither a text nor how they
    are called, are folded away."""
    said: dict[str, list[Block]] = {}
    unsaid: dict[str, list[Block]] = {}
    for word, explained in game.book.words:
        said[word] = [Heading(3, word, anchor_of("word", word)), Paragraph(mark_up(game, explained))]
    for name in used_defines(game.rules):
        if not game.is_in_glossary(name):
            continue
        node = game.declarations.get(f"define {name}")
        text = game.opened.words.text(node.label, node.text) if node is not None else ""
        title = game.heading("define", name)
        is_said = text or game.sentences.phrase_of("define", name)
        blocks: list[Block] = [
            Heading(3, title, anchor_of("define", name)),
            Paragraph(text or game.sentences.define(name).text),
        ]
        (said if is_said else unsaid).setdefault(title, []).extend(blocks)
    found = _sorted_blocks(said)
    if unsaid:
        more = tuple(_sorted_blocks(unsaid))
        found.append(Details(game.phrase("More words that the rules use"), more))
    return [Heading(2, game.phrase("Words"), "words"), *found] if found else []


def _sorted_blocks(titled: dict[str, list[Block]]) -> list[Block]:
    return [block for title in sorted(titled, key=letters) for block in titled[title]]


def letters(title: str) -> tuple[str, str]:
    """A key that sorts titles as a dictionary does: without regard to accents and capitals.

    >>> sorted(["Zelt", "Übergang", "ufer"], key=letters)
    ['Übergang', 'ufer', 'Zelt']
    """
    parts = unicodedata.normalize("NFKD", title.casefold())
    return "".join(each for each in parts if each.isalnum() or each == " "), title


def _fields(game: GameReference) -> list[Block]:
    """Returns the list of fields, by owner."""
    owners: dict[str, list[m.Field]] = {}
    boards = game.rules.boards.values()
    fields = (*game.rules.fields, *(each for board in boards for each in (*board.fields, *board.passage_fields)))
    for field in fields:
        if game.is_explained(field):
            owners.setdefault(field.owner, []).append(field)
    found: list[Block] = []
    for owner, its in owners.items():
        rows: list[tuple[Words, ...]] = [
            (
                Strong(game.sentences.entry(each)),
                " ".join(filter(None, (_meaning(game, each), game.sentences.beginning(each)))),
            )
            for each in its
        ]
        title = game.phrase("The game") if owner == "game" else game.sentences.owner(its[0])
        found.append(Heading(3, capitalise(title), anchor_of("kept", owner)))
        found.append(Table((game.phrase("Kept"), game.phrase("Meaning")), tuple(dict.fromkeys(rows))))
    return [Heading(2, game.phrase("What is kept"), "kept"), *found] if found else []


def _meaning(game: GameReference, field: m.Field) -> str:
    """Returns the text of what is kept, or else the sentence about who sees it."""
    said = game.opened.words.text(f"{field.owner.removesuffix(' passage')}.{field.name}", field.text)
    return said or game.sentences.sight(field)


def _notes(game: GameReference) -> list[Block]:
    found: list[Block] = [Heading(2, game.phrase("Without effect on play"), "notes")] if game.rules.notes else []
    for each in game.rules.notes:
        found += [Paragraph(game.opened.words.clause(each)), *fact_details(game, each.cites)]
    return found
