"""Digests of what every action of a match did: a save keeps them, so that other rules can be held against it when the
old ones are gone."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.types import place, row
from ..positions.sight import ALL
from ..positions.value_text import border_words, write_value
from ..states.game import State
from ..views.events import Event
from .history import History

DIGITS = 6
"""Hexadecimal digits of one action."""
MOST = 10_000
"""Actions whose digests are kept."""


def digests(states: History) -> str:
    """Returns the digests of the first actions of a match, one after another."""
    return "".join(_digest_at(states, n) for n in range(1, min(len(states), MOST + 1)))


def first_other(states: History, said: str) -> int | None:
    """The number, from 0, of the first action that did something else than some digests say."""
    numbers = range(min(len(states) - 1, len(said) // DIGITS))
    return next((n for n in numbers if _digest_at(states, n + 1) != said[n * DIGITS : (n + 1) * DIGITS]), None)


def take_digests(states: History, said: str) -> None:
    """Takes digests as they were saved, by the same rules and the same engine."""
    states.digests = {n + 1: said[n * DIGITS : (n + 1) * DIGITS] for n in range(len(said) // DIGITS)}


def _digest_at(states: History, n: int) -> str:
    """The digest of the action that leads to a state."""
    if n not in states.digests:
        states.digests[n] = digest(states.led_to(n))
    return states.digests[n]


def digest(state: State) -> str:
    """Returns the digest of the effects of the action before a state, by the names that rules give: changes in order,
    who acts now, how it ended."""
    did = [_plain(each) for each in state.events]
    end = state.outcome(ALL) if state.is_terminal else None
    text = json.dumps([did, state.current_player, state.active_players, end and (end.totals, end.winners)])
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def _plain(event: Event) -> tuple[Any, ...]:
    values: tuple[Any, ...] = event.before, event.after
    if event.kind == "set" and event._effect.subject.type.is_set:
        values = tuple(write_value(each, event._effect.subject.type, event._state.game.rules_model) for each in values)
    return event.kind, event.player, _where(event), event.subject, *values, event.piece, event.change


def _where(event: Event) -> str:
    """Returns the owner or the place of a change, as it is written in actions."""
    rules, effect = event._state.game.rules_model, event._effect
    field = effect.subject if isinstance(effect.subject, m.Field) else None
    owner = field.owner if field is not None else effect.subject if effect.kind == "lay" else "game"
    if owner == "game":
        return ""
    board = rules.boards.get(owner)
    if board is None or board.fixed:
        return write_value(effect.where, row(owner), rules)
    is_passage = field is not None and field.passage
    return border_words(effect.where, board) if is_passage else write_value(effect.where, place(owner), rules)
