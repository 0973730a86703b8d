"""Facts on a page of rules: folded away below what carries them out, each with what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...rules.model import ruleset as m
from .game_reference import GameReference, join_with
from .markdown import Block, Details, Item, Items, Paragraph, Words
from .option_words import choice_words

_TAKEN = re.compile(r" `\w+ = \w+`(?=: )")
"""The choice of an option, where its reading is said in words behind it: "Taken as `digging = any`: no, any path"."""


def fact_words(game: GameReference, text: str) -> str:
    """Returns the text of a fact; what it names as the rules do, `option = choice` or a choice of the same option, in
    words."""
    option: m.Option | None = None

    def wording_of_choice(found: re.Match[str]) -> str:
        nonlocal option
        name, _, choice = found[1].rpartition(" = ")
        option = game.rules.options.get(name) if name else option
        names = [each for each, _ in option.choices] if option is not None else []
        if option is None or choice not in names:
            return game.phrase("“{text}”", text=found[1].replace("_", " "))
        return game.phrase("“{text}”", text=choice_words(option, names.index(choice), game.opened.words).rstrip("."))

    return re.sub(r"`([^`]+)`", wording_of_choice, _TAKEN.sub("", text))


def fact_details(game: GameReference, ids: Iterable[str]) -> Iterator[Block]:
    """Yields the facts of some ids with what they say, folded away; nothing where there are none."""
    said = {each.id: each.text for each in game.facts}
    items = []
    for id in dict.fromkeys(ids):
        text = fact_words(game, said.get(id, ""))
        items.append(Item((*game.to_facts([id]), f": {text}" if text else "")))
    if items:
        count = game.texts.plural("{n} fact of the rulebook", "{n} facts of the rulebook", len(items))
        yield Details(count, (Items(tuple(items)),))


def footer(game: GameReference, label: str, cites: Iterable[str], *more: Words) -> Iterator[Block]:
    """Yields the end of a part about a rule: what more there is to say, the facts behind it, and its lines folded away."""
    if said := join_with(more):
        yield Paragraph(said)
    yield from fact_details(game, cites)
    if label in game.declarations:
        yield Details(game.phrase("The lines of this rule"), game.rule_lines(label))
