"""Keepsakes: a match as a viewer may keep it, to be shown and not to be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...foundation.source.ample_stack import retried_with_room
from ..positions.action import Action
from ..positions.sight import Sight, Viewer
from ..states.game import Game, State
from ..views.disclosure import is_told, is_veiled
from .history import History
from .told_move import ToldMove


def keepsake(game: Game, states: History, viewer: Viewer, corrections: Sequence[Mapping[str, Any]]) -> str:
    """The rules as JSON, the moves that a viewer was told of, each with what it saw of it, and its view. What was made
    for an earlier keepsake is not made again."""
    rules = {
        "viewer": viewer,
        "ruleset": game.id,
        "version": game.version,
        "hash": game.hash,
        "overlays": list(game.overlays),
        "options": dict(game.options),
    }
    now = {"corrections": corrections, "view": json.loads(states.last.view(viewer).to_json())}
    head, tail = (json.dumps(each, ensure_ascii=False, indent=1) for each in (rules, now))
    lines = ",\n".join(each.line for each in told_moves(states, viewer))
    moves = f"[\n{lines}\n ]" if lines else "[]"
    return f'{head.removesuffix("}").rstrip()},\n "moves": {moves},{tail.removeprefix("{")}'


def told_moves(
    states: History, viewer: Viewer, since: int = 0, lang: str = "en", until: int | None = None
) -> Iterator[ToldMove]:
    """The moves behind so many, up to so many, that a viewer was told of, each with what it saw of it, in a language."""
    for at in range(since, len(states.moves) if until is None else until):
        key = at + 1, viewer, lang
        if key not in states.rows:
            events = event_sentences(states[at + 1], viewer, lang, states.sentences(at + 1, lang))
            states.rows[key] = tuple(move_rows(states[at], states.moves[at], viewer, events))
        yield from states.rows[key]


@retried_with_room
def event_sentences(state: State, viewer: Viewer, lang: str, known: dict[int, str]) -> tuple[str, ...]:
    """Returns the events of a state that a viewer may know of, in words. `known` keeps each sentence by the place of its
    event, for other viewers."""
    notices, events = Sight(state, viewer).notices, state.events
    noticed = [n for n, effect in enumerate(state._effects) if notices(effect)]
    for n in noticed:
        if n not in known:
            known[n] = events[n].text(lang)
    return tuple(known[n] for n in noticed)


def move_rows(before: State, action: Action, viewer: Viewer, events: tuple[str, ...]) -> Iterator[ToldMove]:
    """One move, if a viewer is told of it, with what came of it."""
    if is_told(before, action, viewer):
        text = None if is_veiled(before, action, viewer) else action.text
        yield ToldMove(action.player, action.name, text, events)
    elif events:
        yield ToldMove(None, None, None, events)
