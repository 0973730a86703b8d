"""Rulebook of a game: its rules as they were checked, what things are called in a language, and the facts behind
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from ...foundation.source import nearest
from ...rules.model import ruleset as m
from ...rules.program.instructions import Signature
from .wording import Catalogues, Wording, Wordings

Facts = Mapping[str, Mapping[str, str]]
"""What ids of facts stand for, by id: `text`, `class` and `place` of each."""


class Unchanging:
    """Value that nothing changes, so that it is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, known: object) -> Self:
        return self


class Rulebook(Unchanging):
    """Texts about a game."""

    def __init__(
        self,
        rules: m.Ruleset,
        signatures: Mapping[str, Signature],
        facts: Facts | None,
        catalogues: Catalogues | None,
    ) -> None:
        self.rules_model, self.signatures = rules, signatures
        self._wordings = Wordings(rules, catalogues or {})
        self.facts = facts or {}

    @property
    def id(self) -> str:
        """The id of the base ruleset."""
        return self.rules_model.id

    @property
    def title(self) -> str:
        """Name of the game."""
        return self.rules_model.title

    @property
    def version(self) -> str:
        """The version of the base ruleset."""
        return self.rules_model.version

    @property
    def hash(self) -> str:
        """Stands for what the rules mean: base, overlays and options, not texts or comments."""
        return self.rules_model.hash

    @property
    def overlays(self) -> tuple[str, ...]:
        """The ids of the overlays."""
        return self.rules_model.overlays

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""
        low, high = self.rules_model.player_range
        return range(low, high + 1)

    def _wrong_count(self, count: int) -> ValueError:
        """Returns the error for a number of players by which it cannot be played."""
        low, high = self.rules_model.player_range
        if low == high:
            return ValueError(f"{self.title}: the number of players is {low}, not {count}")
        return ValueError(f"{self.title} is played by {low} to {high} players, not {count}")

    @property
    def rules(self) -> tuple[m.Clause, ...]:
        """Every clause of the rules, with name, text, citations and origin."""
        return self.rules_model.clauses

    @property
    def examples(self) -> tuple[m.Example, ...]:
        """The examples of the rules, in order; `cavewright.run_examples` carries them out."""
        return self.rules_model.examples

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option, as it would be set."""
        return {name: _plain_option(o, o.value) for name, o in self.rules_model.options.items()}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which something of it can be said; what a catalogue lacks is said as the rules say it."""
        return self._wordings.languages

    def wording(self, lang: str = "en") -> Wording:
        """Returns the names of things in a language. Raises UnknownLanguage (a ValueError) for one in which there are
        no texts."""
        return self._wordings.of(lang)

    def options_schema(self) -> dict[str, Any]:
        """The options as a JSON schema: an object whose properties are the options."""
        said = self.wording().fill_values
        properties = {name: _option_schema(o, said) for name, o in self.rules_model.options.items()}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "title": self.title,
            "properties": properties,
            "additionalProperties": False,
        }

    def nearest_action(self, word: str) -> str:
        """The name of an action most like a word, or ""."""
        return nearest(word, self.signatures)


def _plain_option(option: m.Option, value: int) -> Any:
    if option.type.is_truth:
        return bool(value)
    return value if option.type.is_number else option.choices[value][0]


def _option_schema(option: m.Option, said: Callable[[str], str]) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": said(option.text), "default": _plain_option(option, option.default)}
    choices = {word: said(text) for word, text in option.choices}
    if option.type.is_number:
        return {**schema, "type": "integer", "minimum": option.type.low, "maximum": option.type.high}
    if option.type.is_truth:
        return {**schema, "type": "boolean", "x-choices": choices}
    return {**schema, "enum": [word for word, _ in option.choices], "x-choices": choices}
