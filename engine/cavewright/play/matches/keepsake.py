"""Keepsakes: a match as a viewer may keep it, to be shown and not to be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..positions.action import Action
from ..positions.sight import Viewer
from ..states.game import Game, State
from ..views.disclosure import is_told, is_veiled
from .history import History


def keepsake(game: Game, states: History, viewer: Viewer, corrections: Sequence[Mapping[str, Any]]) -> str:
    """The rules as JSON, the moves that a viewer was told of, each with what it saw of it, and its view."""
    kept = {
        "viewer": viewer,
        "ruleset": game.id,
        "version": game.version,
        "hash": game.hash,
        "overlays": list(game.overlays),
        "options": dict(game.options),
        "moves": list(told_moves(states, viewer)),
        "corrections": corrections,
        "view": json.loads(states.last.view(viewer).to_json()),
    }
    return json.dumps(kept, ensure_ascii=False, indent=1)


def told_moves(states: History, viewer: Viewer, since: int = 0, lang: str = "en") -> Iterator[dict[str, Any]]:
    """The moves behind so many that a viewer was told of, each with what it saw of it, in a language."""
    for at in range(since, len(states.moves)):
        yield from move_rows(states[at], states.moves[at], states[at + 1], viewer, lang)


def move_rows(
    before: State, action: Action, after: State, viewer: Viewer, lang: str = "en"
) -> Iterator[dict[str, Any]]:
    """One move, if a viewer is told of it: by whom, which, with its values unless they are veiled, and what came of
    it."""
    events = [each.text(lang) for each in after.events_for(viewer)]
    if is_told(before, action, viewer):
        text = None if is_veiled(before, action, viewer) else action.text
        yield {"player": action.player, "name": action.name, "text": text, "events": events}
    elif events:
        yield {"player": None, "name": None, "text": None, "events": events}
