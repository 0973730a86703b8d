"""Finds the definitions that rules use, and the names that a rule binds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..model import ruleset as m


def used_defines(rules: m.Ruleset) -> tuple[str, ...]:
    """The names of the definitions that something but the advice to bots uses, in order."""
    found: dict[str, None] = {}
    waiting: list[Any] = [
        rules.processes,
        rules.actions,
        rules.triggers,
        rules.scoring,
        rules.rankings,
        rules.demands,
        rules.boards,
    ]
    while waiting:
        for each in _within(waiting.pop()):
            if isinstance(each, m.Define) and each.name not in found:
                found[each.name] = None
                waiting.append(each.body)
    return tuple(name for name in rules.defines if name in found)


def locals_of(rule: Any) -> tuple[m.Local, ...]:
    """The names that a rule binds or has as parameters, each once; those of definitions that it uses are not."""
    return tuple(dict.fromkeys(each for each in _within(rule) if isinstance(each, m.Local)))


def _within(value: Any) -> Iterator[Any]:
    """A definition or a name, or all of them in a part of the rules; what pays for a cost is not gone into."""
    if isinstance(value, (m.Define, m.Local)):
        yield value
    elif isinstance(value, Mapping):
        yield from _within(tuple(value.values()))
    elif isinstance(value, tuple):
        for each in value:
            yield from _within(each)
    elif is_dataclass(value) and not isinstance(value, (m.Kind, m.Clause, m.Board)):
        for part in fields(value):
            if part.name not in ("span", "pay", "counter"):
                yield from _within(getattr(value, part.name))
