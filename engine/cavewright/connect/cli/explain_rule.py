"""`explain` of an action, another rule or the key of a line: in words, then as it is written, with its facts."""

from __future__ import annotations

from collections.abc import Iterable

from ...play.loading.opened_rules import OpenedRules
from ...publish.sentences import Sentence, Sentences
from . import output as s
from .show_rule import show_rule

DEEP = 3
"""Levels of sentences within sentences that are printed."""


def has_rule(name: str, game: OpenedRules) -> bool:
    """Tells if the rules have an action, another rule, or a line of that name."""
    return any(name in (each.name, each.rule) for each in game.rules.clauses)


def explain_rule(name: str, game: OpenedRules, as_json: bool) -> int:
    """Prints a rule, or a line of one by its key, as `enter.level`; the exit status."""
    if as_json:
        return show_rule(game, name, True)
    sentences = Sentences(game.words)
    s.say(f"{name} · {game.rules.id}", "bold cyan")
    _print_sentences(_sentences(name, sentences), 1)
    s.say()
    return show_rule(game, name, False)


def _sentences(name: str, sentences: Sentences) -> tuple[Sentence, ...]:
    """Returns the sentences that tell a rule, or the line of that key."""
    rules = sentences.rules
    if name in rules.actions:
        return sentences.action(name)
    if name in rules.processes:
        return sentences.process(name)
    if name in rules.defines:
        return (sentences.define(name),)
    return sentences.clause(name)


def _print_sentences(told: Iterable[Sentence], depth: int) -> None:
    for each in told:
        s.paragraph(each.text, "  " * depth + "- ", "  " * depth + "  ")
        if depth < DEEP:
            _print_sentences(each.inner, depth + 1)
