"""Options of a game: every question with its readings, the recommended one first, and the presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...rules.check.block_reader import key_of
from ...rules.model import ruleset as m
from .fact_blocks import fact_words
from .game_reference import GameReference
from .markdown import Block, Heading, Inline, Item, Items, Page, Paragraph, Strong, Table, anchor_of
from .option_words import choice_words, option_title


def options_page(game: GameReference) -> Page | None:
    """All options and presets; none where there are none."""
    blocks: list[Block] = []
    for option in game.rules.options.values():
        blocks += _option(game, option)
    if game.rules.presets:
        blocks.append(Heading(2, game.phrase("Options that are set together"), "presets"))
        blocks.append(Items(tuple(_preset(game, *each) for each in game.rules.presets.items())))
    return game.page("options.md", game.phrase("Questions and answers"), blocks) if blocks else None


def _option(game: GameReference, option: m.Option) -> Iterator[Block]:
    words = game.opened.words
    yield Heading(2, option_title(option, words), anchor_of("option", option.name))
    if option.choices:
        rows = [
            ((choice_words(option, n, words).removesuffix("."), *_marks(game, option, n)), name)
            for n, (name, _) in enumerate(option.choices)
        ]
        yield Table((game.phrase("Reading"), game.phrase("Name")), tuple(rows))
    else:
        is_number = option.type.is_number
        ends, between = ((option.type.low, option.type.high), "–") if is_number else ((1, 0), " / ")
        value, *others = (words.show_value(each, option.type) for each in (option.value, *ends))
        yield Paragraph(game.phrase("{value} (possible: {range})", value=value, range=between.join(others)))
    node = game.declarations.get(f"option {option.name}")
    for line in node.block if node is not None else ():
        yield Paragraph(words.text(f"{option.name}.{line.key or key_of(line.statement)}", line.text))
    cited = {each.id: each for each in game.facts if each.id in option.cites}
    for id in option.cites:
        text = cited[id].text if id in cited else ""
        yield Paragraph((*game.to_facts([id]), f": {fact_words(game, text)}" if text else ""))


def _marks(game: GameReference, option: m.Option, value: int) -> Iterator[Inline]:
    """Yields the mark for a reading that is played here, or for one that is played where nothing else is agreed."""
    if value == option.value:
        yield " – "
        yield Strong(game.phrase("played here"))
    elif value == option.default:
        yield " – "
        yield game.phrase("unless you agree otherwise")


def _preset(game: GameReference, name: str, values: Mapping[str, int]) -> Item:
    words, label = game.opened.words, f"preset {name}"
    told = ((game.rules.options[each], value) for each, value in values.items())
    text = words.text(label, game.declarations[label].text) if label in game.declarations else ""
    inner = (
        f"{words.text(f'option {each.name}', each.text)} {choice_words(each, value, words)}" for each, value in told
    )
    return Item((Strong(words.name(label, name)), f": {text}" if text else ""), tuple(map(Item, inner)))
