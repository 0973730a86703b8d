"""Facts on a page of rules: folded away below what carries them out, each with what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .game_reference import GameReference, join_with
from .markdown import Block, Details, Item, Items, Paragraph, Words
from .option_words import name_choices


def fact_words(game: GameReference, text: str) -> str:
    """Returns the text of a fact, with choices of options in words."""
    return name_choices(text, game.opened.words)


def fact_details(game: GameReference, ids: Iterable[str]) -> Iterator[Block]:
    """Yields the facts of some ids with what they say, folded away; nothing where there are none."""
    said = {each.id: each.text for each in game.facts}
    items = []
    for id in dict.fromkeys(ids):
        text = fact_words(game, said.get(id, ""))
        items.append(Item((*game.to_facts([id]), f": {text}" if text else "")))
    if items:
        count = game.texts.plural("{n} fact from the rulebook", "{n} facts from the rulebook", len(items))
        yield Details(count, (Items(tuple(items)),))


def footer(game: GameReference, label: str, cites: Iterable[str], *more: Words) -> Iterator[Block]:
    """Yields the end of a part about a rule: what more there is to say, the facts behind it, and its lines folded away."""
    if said := join_with(more):
        yield Paragraph(said)
    yield from fact_details(game, cites)
    if label in game.declarations:
        yield Details(game.phrase("This rule in the rule file"), game.rule_lines(label))
