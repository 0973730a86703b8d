"""Options that an example sets."""

from __future__ import annotations

from typing import Any

from ...foundation.source import Diagnostic, Span, at, did_you_mean
from ...language.syntax import tree as t
from ...rules.model import ruleset as m
from ..states.game import Game


def settings_of(game: Game, example: m.Example) -> tuple[dict[str, str], list[Diagnostic]]:
    """The option values that an example is run with, as far as they differ from those of the game."""
    settings: dict[str, str] = {}
    found: list[Diagnostic] = []
    options = game.rules_model.options
    for node in example.members:
        if not isinstance(node, t.Setting):
            continue
        option, word = options.get(node.name), _word(node.value)
        if option is None:
            help = did_you_mean(node.name, [name for name, each in options.items() if each.admits(word)])
            found.append(at("C0904", f"there is no option `{node.name}`", node, help=help))
        elif not option.admits(word):
            choices = " or ".join(f"`{each}`" for each, _ in option.choices)
            help = did_you_mean(word, [each for each, _ in option.choices]) or f"it is {choices or option.type}"
            found.append(at("C0904", f"option `{node.name}` cannot be `{word}`", node.value, help=help))
        elif word != option.write_value(option.value):
            settings[node.name] = word
        else:
            settings.pop(node.name, None)
    return settings, found


def setting_span(example: m.Example) -> Span:
    """Returns the span at which an example sets its first option; the whole example if it sets none."""
    return next((each.span for each in example.members if isinstance(each, t.Setting)), example.span)


def _word(node: Any) -> str:
    if isinstance(node, t.Name):
        return node.id
    return str(node.value) if isinstance(node, t.Number) and not node.unit else str(node.span.text)
