"""Positions of a match that a viewer may look at, with their scenes cached."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from ...foundation.draw import Board, Scene
from ...play.matches.match import Match
from ...play.positions.action import CHANCE, SIMULTANEOUS, Action
from ...play.positions.sight import Viewer
from ...play.views.disclosure import is_told
from ...play.views.pictures import mark_changes
from ...play.views.scene import scene_of

Made = TypeVar("Made")
MOST_KEPT = 64
"""Answers that are kept; what was asked for longest ago is forgotten."""


class ShownPositions:
    """The positions of a match, which may go on meanwhile; whoever takes something back says so by `forget`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._moves: list[Action] = []
        self._told: dict[Viewer, list[bool]] = {}
        """Of these moves, for each viewer that has asked, which it was told of."""
        self._kept: dict[Hashable, Any] = {}

    def remember(self, make: Callable[[], Made], *key: Hashable) -> Made:
        """Returns the value that was made under a key before, or makes it. The key says of which position it is."""
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = make()
        found: Made = self._kept[key]
        return found

    def forget(self) -> None:
        """Forgets all: behind the same number of moves there may be another position."""
        self._kept.clear()

    def told_to(self, viewer: Viewer) -> tuple[int, ...]:
        """The positions that a viewer may look at: the first, those after moves that it was told of, and the last."""
        moves, told = self.match.move_stack, self._told_of(viewer)
        acted = [n for n, move in enumerate(moves) if move.player != CHANCE] + [len(moves)]
        found = [0, *(after for at, after in pairwise(acted) if told[at])]
        found += [] if self.match.state.current_player == SIMULTANEOUS else [len(moves)]
        return tuple(dict.fromkeys(found))

    def _told_of(self, viewer: Viewer) -> list[bool]:
        """Of each move, whether a viewer is told of it. Only what has come since is looked at."""
        moves, same = self.match.move_stack, 0
        while same < min(len(moves), len(self._moves)) and moves[same] is self._moves[same]:
            same += 1
        for each in self._told.values():
            del each[same:]
        self._moves[same:] = moves[same:]
        found = self._told.setdefault(viewer, [])
        found += [is_told(self.match.at(at), moves[at], viewer) for at in range(len(found), len(moves))]
        return found

    def scene(self, at: int, viewer: Viewer, lang: str, since: int | None = None) -> Scene:
        """The boards of a position; what has changed since another one is marked."""
        if since is not None:
            return self.remember(
                lambda: self._changed_scene(at, viewer, lang, since), "marked", at, viewer, lang, since
            )
        return self.remember(lambda: scene_of(self.match.at(at), viewer, lang), "scene", at, viewer, lang)

    def _changed_scene(self, at: int, viewer: Viewer, lang: str, since: int) -> Scene:
        old = self.scene(since, viewer, lang)
        scene = self.scene(at, viewer, lang)
        return replace(scene, boards=tuple(_mark_changes(old, board) for board in scene.boards))


def _mark_changes(old: Scene, board: Board) -> Board:
    """A board with what is new on it marked; pieces that have left are not drawn."""
    before = next((each for each in old.boards if each.name == board.name), None)
    if before is None:
        return board
    made = mark_changes(before, board)
    places = tuple(
        replace(each, pieces=tuple(piece for piece in each.pieces if piece.change != "gone")) for each in made.places
    )
    return replace(made, places=places)
