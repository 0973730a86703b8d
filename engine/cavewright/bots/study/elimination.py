"""Finds what put players out of the running: the last change of a field that this condition reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...engine.interpret.effect_records import Effect
from ...rules.model import ruleset as m

Read = dict[tuple[str, str], bool]
"""The fields that a condition reads, by owner and name, and whether it reads them only of the player that it is asked
about."""


def read_by(condition: m.Expr | None) -> Read:
    """Returns the fields that a condition about a player reads, through definitions too. Which tiles lie where is not
    among it."""
    found: Read = {}
    for owner, name, own in _fields(condition, True):
        found[owner, name] = own and found.get((owner, name), True)
    return found


def _fields(value: Any, own: bool) -> Iterator[tuple[str, str, bool]]:
    """The fields in a value. `own`: whether the acting player is there the one that is asked about."""
    match value:
        case m.Expr(op="as", args=args):
            for each in args:
                yield from _fields(each, False)
        case m.Expr(op="field", args=(m.Field() as field, m.Expr(op="me"))):
            yield field.owner, field.name, own
        case m.Expr(args=args):
            yield from _fields(args, own)
        case m.Field():
            yield value.owner, value.name, False
        case m.Define():
            yield from _fields(value.body, own)
        case m.Ranking():
            yield from _fields((value.by, value.among, value.least), False)
        case tuple():
            for each in value:
                yield from _fields(each, own)


def out_by(read: Read, counted: Sequence[bool], effects: Sequence[Effect]) -> tuple[str | None, ...]:
    """For each player who is out the clause that last changed something the condition reads of it; none for the others,
    and where nothing changed."""
    return tuple(None if counts else _last(read, player, effects) for player, counts in enumerate(counted))


def _last(read: Read, player: int, effects: Sequence[Effect]) -> str | None:
    for each in reversed(effects):
        field = each.subject
        if not isinstance(field, m.Field) or (field.owner, field.name) not in read:
            continue
        if each.where == player or not read[field.owner, field.name]:
            name: str = each.clause.name
            return name
    return None
