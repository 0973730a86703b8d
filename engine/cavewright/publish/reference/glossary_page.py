"""Glossary of a game: what its words mean, what players and places keep, and its numbers."""

from __future__ import annotations

from ...foundation.texts import capitalise
from ...rules.model import ruleset as m
from ..sentences.mentions import used_defines
from .game_reference import GameReference
from .markdown import Block, Heading, Page, Paragraph, Strong, Table, Words, anchor_of


def glossary_page(game: GameReference) -> Page:
    """Numbers, words, and what is kept."""
    blocks: list[Block] = [*_numbers(game), *_words(game), *_fields(game), *_notes(game)]
    return game.page("glossary.md", game.phrase("Glossary"), blocks)


def _numbers(game: GameReference) -> list[Block]:
    rows: list[tuple[Words, ...]] = []
    for name, value in game.rules.constants.items():
        node = game.declarations.get(f"constant {name}")
        if node is not None:
            text = game.opened.words.text(node.label, node.text)
            rows.append((game.to_rule(node.label, text or name.replace("_", " ")), game.sentences.value(value)))
    table = Table((game.phrase("Number"), game.phrase("Value")), tuple(rows))
    return [Heading(2, game.phrase("Numbers"), "numbers"), table] if rows else []


def _words(game: GameReference) -> list[Block]:
    """Every word that the rules use, and how it is meant."""
    found: list[Block] = []
    for name in used_defines(game.rules):
        sentence = game.sentences.define(name)
        node = game.declarations[f"define {name}"]
        text = game.opened.words.text(node.label, node.text)
        found.append(Heading(3, game.heading("define", name), anchor_of("define", name)))
        found.append(Paragraph(text or sentence.text))
    return [Heading(2, game.phrase("Words"), "words"), *found] if found else []


def _fields(game: GameReference) -> list[Block]:
    """Returns the list of fields, by owner."""
    owners: dict[str, list[m.Field]] = {}
    boards = game.rules.boards.values()
    fields = (*game.rules.fields, *(each for board in boards for each in (*board.fields, *board.passage_fields)))
    for field in fields:
        if field.told:
            owners.setdefault(field.owner, []).append(field)
    found: list[Block] = []
    for owner, its in owners.items():
        rows: list[tuple[Words, ...]] = [
            (
                Strong(game.sentences.entry(each)),
                game.opened.words.text(f"{each.owner.removesuffix(' passage')}.{each.name}", each.text)
                or game.sentences.field(each).text,
            )
            for each in its
        ]
        title = game.phrase("The game") if owner == "game" else game.sentences.owner(its[0])
        found.append(Heading(3, capitalise(title), anchor_of("kept", owner)))
        found.append(Table((game.phrase("Kept"), game.phrase("Meaning")), tuple(dict.fromkeys(rows))))
    return [Heading(2, game.phrase("What is kept"), "kept"), *found] if found else []


def _notes(game: GameReference) -> list[Block]:
    rows = [(game.opened.words.clause(each), tuple(game.to_facts(each.cites))) for each in game.rules.notes]
    table = Table((game.phrase("Remark"), game.phrase("Facts")), tuple(rows))
    return [Heading(2, game.phrase("Without effect on play"), "notes"), table] if rows else []
