"""Parts of a reference: the rules of a table as they are set, in portions of a stated number of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...play.loading.opened_rules import open_rules
from ...play.states.game import Game
from ...publish.reference.action_pages import action_pages
from ...publish.reference.components_page import kind_table
from ...publish.reference.course_page import course_page
from ...publish.reference.game_reference import GameReference
from ...publish.reference.glossary_page import glossary_page
from ...publish.reference.markdown import Block, Details, Heading, Item, Items, Page, Paragraph, Table, Words, plain
from ...publish.reference.options_page import options_page
from ...publish.reference.scoring_page import scoring_page

BYTES = 3
"""Bytes that count as a token; text has more of them in a token, so a part has fewer tokens than it may."""
LEAST, MOST = 200, 20_000
"""Tokens of a part."""


@dataclass(frozen=True)
class Rules:
    """The rules of one table as text."""

    blocks: tuple[str, ...]

    @classmethod
    def of(cls, spec: str, game: Game, settings: Mapping[str, Any], lang: str = "en") -> Rules:
        """The reference of a game with its overlays and options: components, course, actions, options, scoring, words."""
        written = {name: _value_text(value) for name, value in settings.items()}
        opened = open_rules("+".join([spec, *_overlays(spec, game)]), written, lang)
        reference = GameReference(opened, game, None, {}, {}, frozenset(each.name for each in game.examples))
        return cls(tuple(_texts(reference)))

    def part(self, number: int, tokens: int) -> tuple[str, int]:
        """One part, from 1, and how many parts of so many tokens there are. ValueError for a number beyond."""
        if not LEAST <= tokens <= MOST:
            raise ValueError(f"tokens is a number from {LEAST} to {MOST}, not {tokens}")
        parts = list(pack(self.blocks, tokens * BYTES))
        if not 1 <= number <= len(parts):
            raise ValueError(f"part is a number from 1 to {len(parts)}, not {number}")
        return parts[number - 1], len(parts)


def pack(blocks: Iterable[str], most: int) -> Iterator[str]:
    """Blocks joined to texts of at most so many bytes; a block that is longer is divided between its lines.

    >>> list(pack(["one", "two", "three\\nfour"], 8))
    ['one\\ntwo', 'three', 'four']
    """
    kept: list[str] = []
    size = 0
    for line in (line for block in blocks for line in _short(block, most)):
        length = len(line.encode()) + 1
        if kept and size + length > most:
            yield "\n".join(kept)
            kept, size = [], 0
        kept.append(line)
        size += length
    if kept:
        yield "\n".join(kept)


def _short(block: str, most: int) -> Iterator[str]:
    """A block whole, or its lines, each cut where it is still too long."""
    step = max(1, most // 4 - 1)
    for line in [block] if len(block.encode()) < most else block.split("\n"):
        is_short = len(line.encode()) < most
        yield from [line] if is_short else (line[at : at + step] for at in range(0, len(line), step))


def _texts(game: GameReference) -> Iterator[str]:
    pages: list[Page | None] = [course_page(game), *action_pages(game)]
    pages += [options_page(game), scoring_page(game), glossary_page(game)]
    for page in pages:
        for block in page.blocks if page is not None else ():
            yield from _text(block)
    for kind in game.rules.kinds.values():
        table = kind_table(game, kind) if f"kind {kind.name}" in game.declarations else None
        if table is not None:
            yield f"## {game.opened.words.kind(kind.name)}"
            yield from _text(table)


def _text(block: Block) -> Iterator[str]:
    """A block as plain text; no pictures, no lines of rule files, no credits."""
    match block:
        case Heading(level, words, _):
            yield f"{'#' * level} {plain(words)}"
        case Paragraph(words):
            yield plain(words)
        case Items(items):
            yield "\n".join(_items(items, ""))
        case Table(head, rows):
            yield "\n".join(" | ".join(_cells(row)) for row in (head, *rows))
        case Details(_, blocks):
            for each in blocks:
                yield from _text(each)


def _cells(row: tuple[Words, ...]) -> list[str]:
    return [plain(cell).strip() or "–" for cell in row]


def _items(items: Iterable[Item], indent: str) -> Iterator[str]:
    for each in items:
        yield f"{indent}- {plain(each.words)}"
        yield from _items(each.inner, indent + "  ")


def _overlays(spec: str, game: Game) -> list[str]:
    return [each for each in game.overlays if each not in spec.split("+")]


def _value_text(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
