"""Runs of the examples of a ruleset: under which options each is run, what it evaluates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from ...engine.jit.mechanics import Mechanics
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...play.examples.option_settings import settings_of
from ...play.examples.runner import run_example
from ...play.positions.playable import INTERPRETER
from ...play.states.game import Game
from ...rules.model import ruleset as m
from ...rules.program.lower import lower
from .bounded_interpreter import BoundedInterpreter
from .coverage import Cell, Evaluated, Place, noting_mechanics, place_of

Settings: TypeAlias = tuple[tuple[str, str], ...]
"""Options that differ from those of the game, with their values as they are written."""


@frozen
class ExampleRun:
    """One example as it stands: the options it sets, and the names of what it evaluates."""

    example: m.Example
    settings: Settings
    evaluated: frozenset[Any]


class ExampleRuns:
    """Runs of all examples of a game, each once, noted. `rules` are the checked rules under the options of the game and
    of every example; `failing` are the examples that do not hold, of which nothing can be said.

    Each set of options is checked once, for all mutants. `files` are those whose clauses are broken, by name (none: all
    of them): examples of other files that set an option which these do not name are left out.
    """

    @with_room
    def __init__(self, game: Game, files: frozenset[str] = frozenset()) -> None:
        self.game, self.files = game, files
        self.options = options_named(game, files)
        self.rules: dict[Settings, m.Ruleset] = {(): game.rules_model}
        self.failing: list[ExampleRun] = []
        self.runs: list[ExampleRun] = []
        self._readers: dict[str, frozenset[Any]] = {}
        noted: dict[Settings, tuple[Game, Evaluated]] = {}
        for example in game.examples:
            settings, wrong = settings_of(game, example)
            key = tuple(sorted(settings.items()))
            if files and example.span.source.name not in files and not self.options.issuperset(settings):
                continue
            if wrong or not self.add_options(key):
                self.failing.append(ExampleRun(example, key, frozenset()))
                continue
            if key not in noted:
                found: Evaluated = set()
                noted[key] = game_with(self.rules[key], noting_mechanics(self.rules[key], found)), found
            self._note_run(example, key, *noted[key])

    def add_options(self, settings: Settings) -> bool:
        """Checks the rules under options, once; False where they cannot be played so."""
        if settings not in self.rules:
            try:
                self.rules[settings] = self.game.with_options(dict(settings)).rules_model
            except ValueError:
                return False
        return True

    def _note_run(self, example: m.Example, settings: Settings, game: Game, noted: Evaluated) -> None:
        noted.clear()
        result = run_example(game, example)
        runs = self.runs if result.ok else self.failing
        runs.append(ExampleRun(example, settings, frozenset(noted)))

    def evaluating(self, rule: str, at: Place | None = None, name: str = "") -> list[ExampleRun]:
        """The examples that evaluate a declaration, or all of them for "". First those that carry out the line at a place,
        or a line that reads a name; then those with options of their own last, short ones and those of the files first.
        What is counted at the end may be asked for by all."""
        runs = [each for each in self.runs if rule in ("", "scoring") or rule in each.evaluated]
        near = frozenset(() if at is None else (at,)) | (self.readers_of(name) if name else frozenset())
        return sorted(
            runs,
            key=lambda each: (
                near.isdisjoint(each.evaluated),
                bool(each.settings),
                not self.is_own(each),
                len(each.example.members),
            ),
        )

    def reading(self, cell: Cell, among: list[ExampleRun]) -> list[ExampleRun]:
        """The examples among some that read a cell of a table."""
        return [each for each in among if cell in each.evaluated]

    def readers_of(self, name: str) -> frozenset[Any]:
        """The places of lines in which a name stands, and the declarations of values that begin there."""
        if name not in self._readers:
            word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
            reading = [each for each in self.game.rules_model.clauses if word.search(each.span.text)]
            self._readers[name] = frozenset(place_of(each) for each in reading) | frozenset(
                f"{kind} {each.name}" for each in reading for kind in ("define", "ranking")
            )
        return self._readers[name]

    def is_own(self, run: ExampleRun) -> bool:
        """Tells if an example stands in a file whose clauses are broken."""
        return run.example.span.source.name in self.files


def game_with(rules: m.Ruleset, mechanics: Mechanics | None = None) -> Game:
    """A game of rules that were checked, carried out by an interpreter; one that stops where broken rules turn in a
    circle, unless `mechanics` are given."""
    if mechanics is None:
        program = lower(rules)
        mechanics = Mechanics(rules, program, BoundedInterpreter(rules, program))
    return Game(rules, {}, None, {}, mechanics, INTERPRETER)


def options_named(game: Game, files: frozenset[str]) -> frozenset[str]:
    """The options whose names stand in some files; all of them where none are given."""
    options = frozenset(game.rules_model.options)
    if not files:
        return options
    sources = {each.span.source.name: each.span.source for each in game.rules_model.clauses}
    texts = [each.text for name, each in sources.items() if name in files]
    return frozenset(option for option in options if any(re.search(rf"\b{option}\b", text) for text in texts))


def single_options(game: Game, names: frozenset[str]) -> list[Mapping[str, str]]:
    """Every value of every option of some names, one at a time, that the game does not have."""
    options = {name: each for name, each in game.rules_model.options.items() if name in names}
    return [
        {name: word}
        for name, option in options.items()
        for word in ([each for each, _ in option.choices] or (["yes", "no"] if option.type.is_truth else []))
        if word != option.write_value(option.value)
    ]
