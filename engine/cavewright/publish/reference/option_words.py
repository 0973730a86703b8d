"""Options in words: what a choice means, and which are other ones than in another game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...play.positions.wording import Wording
from ...play.states.game import Game
from ...rules.model import ruleset as m

_REPEATED = re.compile(r"([“„«]([^“”„»]+)[”“»]): \2(?!\w)", re.IGNORECASE)
"""A choice between quotation marks that is said once more behind them."""
_NAMED = re.compile(r"( ?)`([^`]+)`(:(?= ))?")
"""A name of the rules; perhaps with a colon behind it, and then an answer that says what the choice means."""


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


def name_choices(text: str, words: Wording) -> str:
    """Returns a text; what it names as the rules do, `option = choice` or a choice of the same option, in words. A choice
    with an answer behind it is left out, since that says it."""
    option: m.Option | None = None

    def wording_of_choice(found: re.Match[str]) -> str:
        nonlocal option
        space, named, colon = found[1], found[2], found[3] or ""
        name, _, choice = named.rpartition(" = ")
        option = words.rules.options.get(name) if name else option
        names = [each for each, _ in option.choices] if option is not None else []
        if option is None or choice not in names:
            return f"{space}{words.texts.phrase('“{text}”', text=named.replace('_', ' '))}{colon}"
        if space and name and colon:
            return colon
        said = choice_words(option, names.index(choice), words).rstrip(".")
        return f"{space}{words.texts.phrase('“{text}”', text=said)}{colon}"

    return _REPEATED.sub(r"\1", _NAMED.sub(wording_of_choice, text))
