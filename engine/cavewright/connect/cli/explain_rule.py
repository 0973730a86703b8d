"""`explain` of what rules declare or of the key of a line: in words, then as it is written, with its facts."""

from __future__ import annotations

from collections.abc import Iterable

from ...play.loading.opened_rules import OpenedRules
from ...publish.sentences import Sentence, Sentences
from . import output as s
from .show_rule import has_rule, show_rule

HEADINGS = ("chapter", "lesson", "example")
"""Declarations that take part in no game."""
DEEP = 3
"""Levels of sentences within sentences that are printed."""


def explain_rule(name: str, games: list[OpenedRules], as_json: bool) -> int:
    """Prints what goes by a name in the first of these games where it is more than a heading, as `discover`, or a line
    by its key, as `enter.level` or `walk.points`, and says which others have it too; the exit status."""
    game = next((each for each in games if has_rule(name, each, HEADINGS)), games[0])
    if as_json:
        return show_rule(game, name, True)
    s.say(f"{name} · {game.rules.id}", "bold cyan")
    _print_sentences(_sentences(name, Sentences(game.words), game), 1)
    s.say()
    status = show_rule(game, name, False)
    others = ", ".join(each.rules.id for each in games if each is not game)
    if others:
        s.say()
        s.paragraph(
            game.phrase("Also in {others}: `cavewright show ID --rule {name}`", others=others, name=name),
            "  ",
            style="dim",
        )
    return status


def _sentences(name: str, sentences: Sentences, game: OpenedRules) -> tuple[Sentence, ...]:
    """Returns the sentences that tell a rule, or the line of that key; of what has none, the text beside it."""
    rules = sentences.rules
    if name in rules.actions:
        return sentences.action(name)
    if name in rules.processes:
        return sentences.process(name)
    if name in rules.defines:
        return (sentences.define(name),)
    known = sentences.clause(name)
    within = {inner for each in known for inner in each.inner}
    told = tuple(each for each in known if each not in within)
    declared = (game.words.text(each.label, each.text) for each in game.declarations.declarations if each.name == name)
    return told or tuple(Sentence(each, "value", "text") for each in declared if each)


def _print_sentences(told: Iterable[Sentence], depth: int) -> None:
    for each in told:
        s.paragraph(each.text, "  " * depth + "- ", "  " * depth + "  ")
        if depth < DEEP:
            _print_sentences(each.inner, depth + 1)
