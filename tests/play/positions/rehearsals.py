"""Positions that are written as examples in the rule language: where an example stands before its last line, or at its end."""

from dataclasses import replace
from pathlib import Path

from cavewright.foundation.source import Source
from cavewright.language.syntax import parse_file
from cavewright.language.syntax import tree as t
from cavewright.play.examples.runner import _Rehearsal
from cavewright.play.examples.table_rows import people_in
from cavewright.rules.model.ruleset import Example


def examples_in(path: Path) -> dict[str, Example]:
    """The examples of a file, by name."""
    file, found = parse_file(Source(path.name, path.read_text("utf-8")))
    assert not found, [str(each) for each in found]
    return {n.name: Example(n.name, n.text, n.cites, n.members, n.span) for n in file.items}


def settings_of(example: Example) -> dict[str, str]:
    """The options that an example is run with."""
    return {each.name: each.value.span.text for each in example.members if isinstance(each, t.Setting)}


def position(game, example: Example):
    """The state at the end of an example."""
    rehearsal = _Rehearsal(game, example, people_in(example.members, game.rules_model))
    found = rehearsal.result().diagnostics
    assert not found, [str(each) for each in found]
    return rehearsal.state


def before_last(example: Example) -> tuple[Example, t.Said]:
    """An example without its last line, and that line."""
    return replace(example, members=example.members[:-1]), example.members[-1]
