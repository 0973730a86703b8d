"""Finds the definitions that rules use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..model import ruleset as m


def used_defines(rules: m.Ruleset) -> tuple[str, ...]:
    """The names of the definitions that something but the advice to bots uses, in order."""
    found: dict[str, None] = {}
    parts = (rules.processes, rules.actions, rules.triggers, rules.scoring, rules.rankings, rules.demands, rules.boards)
    for each in parts:
        _collect(each, found)
    return tuple(name for name in rules.defines if name in found)


def _collect(value: Any, found: dict[str, None]) -> None:
    if isinstance(value, m.Define):
        if value.name not in found:
            found[value.name] = None
            _collect(value.body, found)
    elif isinstance(value, Mapping):
        _collect(tuple(value.values()), found)
    elif isinstance(value, tuple):
        for each in value:
            _collect(each, found)
    elif is_dataclass(value) and not isinstance(value, (m.Kind, m.Clause, m.Local)):
        for part in fields(value):
            if part.name != "span":
                _collect(getattr(value, part.name), found)
