"""Options in words: what a choice means, and which are other ones than in another game."""

from __future__ import annotations

from collections.abc import Iterator

from ...play.positions.wording import Wording
from ...play.states.game import Game
from ...rules.model import ruleset as m


def option_title(option: m.Option, words: Wording) -> str:
    """Returns the name of an option for people, or its own name."""
    return words.text(f"option {option.name}", option.text) or option.name.replace("_", " ")


def choice_words(option: m.Option, value: int, words: Wording) -> str:
    """Returns the name of a choice of an option for people, or its own name."""
    if not option.choices:
        return words.show_value(value, option.type)
    name, text = option.choices[value]
    return words.text(f"option {option.name}.{name}", text) or name


def other_options(game: Game, other: Game, words: Wording) -> Iterator[str]:
    """In which options a game is not like another one."""
    options = game.rules_model.options
    for option in other.rules_model.options.values():
        if option.value != options[option.name].value:
            yield f"{option_title(option, words)} {choice_words(option, option.value, words)}"
