"""Corrections under other rules: the same change, by the names of what is kept, or the same way back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...rules.model.ruleset import Field
from ..states.game import Game, State
from .correction import Correction
from .history import History


def brought_over(correction: Correction, states: History, others: History) -> State | None:
    """Returns the state of a correction in a match by other rules that so far went the same way; None where that cannot
    be told."""
    if correction.back_to is not None:
        return others[correction.back_to]
    before, after = (json.loads(each.to_json()) for each in (states.led_to(correction.after), correction.state))
    edited = json.loads(others.last.to_json())
    if before["branches"] != after["branches"]:
        return None
    if before["boards"] != after["boards"]:
        if edited["boards"] != before["boards"]:
            return None
        edited["boards"] = after["boards"]
    ways = list(_ways(correction.state.game, others.last.game))
    same = {at for at, _ in ways}
    if any(one != other and at not in same for at, (one, other) in enumerate(zip(before["slots"], after["slots"]))):
        return None
    for at, to in ways:
        if before["slots"][at] != after["slots"][at]:
            edited["slots"][to] = after["slots"][at]
    return _read(edited, others.last.game)


def _read(position: dict[str, Any], game: Game) -> State | None:
    try:
        return game.read_state(json.dumps(position))
    except ValueError:
        return None


def _ways(game: Game, other: Game) -> Iterator[tuple[int, int]]:
    """Pairs of slots in which two games keep the same value."""
    kept = {(each.owner, each.name): each for each in other.rules_model.fields}
    for field in game.rules_model.fields:
        twin = kept.get((field.owner, field.name))
        if twin is not None:
            here, there = (_slots(*each) for each in ((game, field), (other, twin)))
            yield from ((here[name], there[name]) for name in here if name in there)


def _slots(game: Game, field: Field) -> dict[str, int]:
    """The slot of each row of what is kept, by the name of the row; of the game one slot."""
    layout = game.program.layout
    at = layout.base.get((field.owner, field.name))
    if at is None:
        return {}
    kind = game.rules_model.kinds.get(field.owner)
    rows = kind.rows if kind is not None else map(str, range(game.rules_model.owners_of(field)))
    return {name: at + n for n, name in enumerate(rows)}
