"""Rules as they stand: the lines of every declaration, folded, and who changed them."""

from __future__ import annotations

from .facts_page import called
from .game_reference import GameReference
from .markdown import Block, Heading, Page, anchor_of

LEFT = ("example",)
"""What stands on other pages."""


def rules_page(game: GameReference) -> Page:
    """A fold for each declaration, in their order."""
    blocks: list[Block] = []
    declared = [each for each in game.declared.values() if each.kind not in LEFT]
    for label in dict.fromkeys(each.label for each in declared):
        fold = game.rule_fold(label)
        if fold is not None:
            blocks += [Heading(2, called(game, label), anchor_of("rule", label)), fold]
    return game.page("rules.md", game.phrase("The rules as they stand"), blocks)
