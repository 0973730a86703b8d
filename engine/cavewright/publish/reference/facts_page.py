"""Facts of the rulebooks: where each stands there, which rule carries it out, and which example shows it."""

from __future__ import annotations

from dataclasses import replace

from ..changes.citations import Fact
from ..changes.overlay_changes import changes
from .action_pages import example_link
from .fact_blocks import fact_words
from .game_reference import GameReference, join_with
from .markdown import Block, Heading, Inline, Link, Page, Paragraph, Strong, Words, anchor_of, plain

SINGLE = {"“": "‘", "”": "’", "„": "‚", "«": "‹", "»": "›"}
"""Quotation marks, and those for what is quoted within a quotation."""


def facts_page(game: GameReference) -> Page | None:
    """All facts, by source; none where the rules cite nothing."""
    if not game.facts:
        return None
    blocks: list[Block] = []
    sources = dict.fromkeys((*game.opened.sources, ""))
    for source in sources:
        facts = [each for each in game.facts if _source(game, each) == source]
        if facts:
            blocks.append(
                Heading(
                    2,
                    game.opened.sources.get(source, game.phrase("Other facts")),
                    anchor_of("source", source or "other"),
                )
            )
        for each in facts:
            blocks += _fact(game, each)
    return game.page("facts.md", game.phrase("Facts of the rulebook"), blocks)


def _source(game: GameReference, fact: Fact) -> str:
    return max((each for each in game.opened.sources if fact.id.startswith(f"{each}-")), key=len, default="")


def _fact(game: GameReference, fact: Fact) -> list[Block]:
    """One fact, with links to what carries it out and shows it."""
    parts: list[Words] = [fact.place] if fact.place else []
    labels = dict.fromkeys(label for each in fact.clauses if (label := label_of(game, each.rule)))
    notes = dict.fromkeys(label for each in fact.notes if (label := label_of(game, each.rule)))
    for begin, several in ((game.phrase("carried out by"), labels), (game.phrase("remark:"), notes)):
        if several:
            names = {rule_name(game, each): each for each in reversed(several)}
            rules = [quote(game, game.to_rule(each, name)) for name, each in reversed(names.items())]
            parts.append((begin, " ", *join_with(rules, ", ")))
    for who in dict.fromkeys(who for label in (*labels, *notes) for _, _, who, _, _ in changes(game.opened, label)):
        parts.append(Strong(game.phrase("played otherwise here, by {who}", who=game.overlay_title(who))))
    shown = [name for name, _ in fact.examples]
    for each in game.examples:
        if each.name in shown:
            parts.append((game.phrase("shown by"), " ", *quote(game, example_link(game, each))))
    said: list[Block] = [Heading(3, fact.id, anchor_of("fact", fact.id))]
    if fact.text:
        said.append(Paragraph(fact_words(game, fact.text)))
    return [*said, Paragraph(join_with(parts))] if parts else said


def quote(game: GameReference, words: Inline) -> tuple[Inline, ...]:
    """Returns a name between quotation marks, since it may be a sentence; those within it become single ones."""
    before, after = game.phrase("“{text}”", text="|").split("|")
    inner = plain(words).replace(before, SINGLE.get(before, before)).replace(after, SINGLE.get(after, after))
    return before, replace(words, words=inner) if isinstance(words, Link) else inner, after


def rule_name(game: GameReference, label: str) -> str:
    """Returns the name of a rule on the pages: its text as far as the first colon, or its name in words."""
    node = game.declarations[label]
    return game.heading(node.kind, node.name, node.text).partition(":")[0]


def label_of(game: GameReference, rule: str) -> str:
    """The label of the declaration that a clause stands in; "" where there is none."""
    if rule in game.declarations:
        return rule
    head = rule.split(".")[0]
    kinds = (
        "action",
        "to",
        "define",
        "notice",
        "kind",
        "players",
        "board",
        "ranking",
        "constant",
        "option",
        "currency",
        "whenever",
    )
    return next((label for each in kinds if (label := f"{each} {head}") in game.declarations), "")
