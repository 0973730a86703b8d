"""Rules as they stand: a fold for every declaration, under its chapter, with its lines and who changed them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .facts_page import rule_name
from .game_reference import GameReference
from .markdown import Block, Details, Heading, Page, anchor_of

LEFT = ("example", "chapter")
"""What stands on other pages, or is a heading of this one."""


def rules_page(game: GameReference) -> Page:
    """Every declaration; those of a chapter in their order, before them such as stand in none."""
    inside = {label: each.name for each in game.rules.chapters for label in each.declared}
    told = [label for label, node in game.declarations.items() if node.kind not in LEFT]
    blocks: list[Block] = [*_folds(game, (each for each in told if each not in inside))]
    for chapter in game.rules.chapters:
        blocks.append(Heading(2, game.opened.words.text(chapter.key, chapter.title), anchor_of("rule", chapter.key)))
        blocks += _folds(game, (each for each in told if inside.get(each) == chapter.name))
    return game.page("rules.md", game.phrase("The rule file, word for word"), blocks)


def _folds(game: GameReference, labels: Iterable[str]) -> Iterator[Details]:
    """Rules by their labels. The heading is within the fold, so that browsers open it for a link that leads there."""
    for label in labels:
        said = rule_name(game, label)
        yield Details(said, (Heading(3, said, anchor_of("rule", label)), *game.rule_lines(label)))
