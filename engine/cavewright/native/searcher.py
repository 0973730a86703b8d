"""Searches of bots within a module: a position goes in, and what the search says comes out."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from ..ir.beam import GAVE_UP, Beam
from ..ir.memory import TooMuchError
from ..states.game import Game
from .machine import TrapError, machine
from .native import NativeError, backend_for, form_of

KEPT = 8
"""Modules that are kept ready in a process."""


class Searcher:
    """The searches of a game for a number of players, in a module. One search goes on at a time.

    Raises NativeError where it cannot be had.
    """

    def __init__(self, game: Game, players: int) -> None:
        self.form = form_of(game, players, bots=True)
        if self.form.merges:
            raise NativeError(f"{game.id}: bots do not look ahead natively where a position says what chance tells apart")
        assert isinstance(self.form.beam, Beam)
        self.beam = self.form.beam
        self.machine = machine(self.form.module, backend_for(None))
        self.lock = Lock()

    def plan(self, h: Sequence[Any], s: Any, player: int, points: Sequence[int]) -> tuple[int, ...] | None:
        """The rows of a player's plan, as `bots.beam_search` makes it; none where all positions that were looked at are
        worth the same. None where the module cannot say."""
        try:
            position = self.form.layout.encoded(h, s)
            with self.lock:
                self.machine.write(self.form.layout.start, position)
                self.machine.write(self.beam.points.at, struct.pack(f"<{len(points)}I", *points))
                self.machine.call("begin")
                steps = self.machine.call("plan", player)
                rows = self.machine.read(self.beam.rows.at, 4 * max(0, steps))
        except (TooMuchError, TrapError):
            return None
        return struct.unpack(f"<{steps}i", rows) if steps != GAVE_UP else None


def searcher(game: Game, players: int) -> Searcher | None:
    """The searches of a game in a module, if they can be had; the same for equal games."""
    return None if game.engine is game.interpreter else _searcher(game, players)


@lru_cache(maxsize=KEPT)
def _searcher(game: Game, players: int) -> Searcher | None:
    try:
        return Searcher(game, players)
    except NativeError:
        return None
