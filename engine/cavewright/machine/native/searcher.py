"""Searches of bots within a module: a position goes in, and what the search says comes out."""

from __future__ import annotations

import atexit
import struct
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from ...engine.interpret.step import Chosen
from ...play.positions.action import TERMINAL
from ...play.positions.playable import INTERPRETER
from ...play.states.game import Game
from ...rules.program import instructions as i
from ..ir.beam import GAVE_UP
from ..ir.memory import MASK, TooMuchError
from .cursor import Cursor
from .linking import backend_of, link
from .native_error import NativeError
from .traps import TrapError

KEPT = 8
"""Modules that are kept ready in a process."""


class Searcher:
    """The searches of a game for a number of players, in a module. One search goes on at a time.

    Raises NativeError where it cannot be had.
    """

    def __init__(self, game: Game, players: int, backend: str | None = None) -> None:
        self.interface, start = link(game, players, backend_of(backend), bots=True)
        if self.interface.merges:
            raise NativeError(
                f"{game.id}: bots do not look ahead natively where a position says what chance tells apart"
            )
        self.symbols, self.machine = self.interface.symbols, start()
        self.cursor = Cursor(self.interface, self.machine)
        self.follows: object = None
        """Whose position it stands at, if it goes on with somebody."""
        self.lock = Lock()

    def plan(
        self, h: Sequence[Any], s: Any, player: int, points: Sequence[int], more: int = 0
    ) -> tuple[int, ...] | None:
        """The rows of a player's plan, as `bots.beam_search` makes it, the score counted so many times more; none where
        all positions that were looked at are worth the same. None where the module cannot say."""
        try:
            with self.lock:
                self.stand(h, s)
                self.weigh(more)
                return self._plan("plan", player, points)
        except (TooMuchError, TrapError):
            return None

    def plan_on(
        self,
        whose: object,
        steps: Sequence[tuple[int, Chosen]],
        h: Sequence[Any],
        s: Any,
        player: int,
        points: Sequence[int],
    ) -> tuple[int, ...] | None:
        """Plans on for somebody whose position changed by some steps since the last plan: it is encoded anew only where
        others have planned meanwhile, or the module did not come to the same instruction."""
        with self.lock:
            followed, self.follows = self.follows, None
            try:
                if followed is not whose or not self._caught_up(steps, h[i.PC]):
                    self.stand(h, s)
                self.weigh(0)
                found = self._plan("plan_here", player, points)
            except (TooMuchError, TrapError):
                return None
            self.follows = whose
            return found

    def _caught_up(self, steps: Sequence[tuple[int, Chosen]], pc: int) -> bool:
        """Goes on by some steps; whether it stands at an instruction then, and nobody acts by itself."""
        try:
            for at, (n, values) in steps:
                self.cursor.take((n, *values) if len(self.interface.widths[at]) > 1 else values)
        except TrapError:
            return False
        return self.cursor.pc() == pc and self.cursor.position_before_fork() is None

    def _plan(self, name: str, player: int, points: Sequence[int]) -> tuple[int, ...] | None:
        self.machine.write(self.symbols["points"].at, struct.pack(f"<{len(points)}I", *points))
        steps = self.machine.call(name, player)
        return self._numbers("plan_rows", steps) if steps != GAVE_UP else None

    # ---- the tree search, step by step: whoever goes through it holds `lock` meanwhile -------------------------------

    def stand(self, h: Sequence[Any], s: Any) -> None:
        """A position is where searches begin. Raises TooMuchError for one that does not fit."""
        encoding, self.follows = self.interface.encoding, None
        self.machine.write(encoding.whole.at, encoding.encode(h, s))
        self.machine.call("begin")

    def begin(self, h: Sequence[Any], s: Any, anew: bool) -> None:
        """A position is where playouts begin, of a new tree or of the same."""
        self.stand(h, s)
        self.machine.call("set_root", int(anew))

    def seed(self, seed: int, game: int) -> None:
        """The sampler begins anew."""
        self.machine.call("seed", *(_as_signed(each) for each in (seed & MASK, seed >> 32 & MASK, game & MASK)))

    def probe(self, h: Sequence[Any], s: Any, bound: int) -> tuple[bool, tuple[int, ...]]:
        """A playout from a position that is not more than so many steps: whether it ended, and by how much every player
        is ahead there."""
        self.stand(h, s)
        self.machine.call("wander", bound)
        self.machine.call("compare")
        return self.machine.call("waiting") == TERMINAL, self._numbers("ahead_by")

    def settle(self, bases: Sequence[int], horizon: int, scale: int, explore: int) -> None:
        """Sets the figures that playouts go by."""
        self._write("bases", *bases)
        for name, number in (("horizon", horizon), ("scale", scale), ("explore", explore)):
            self._write(name, number)

    def weigh(self, more: int) -> None:
        """The score counts so many times more."""
        self._write("more_points", more)

    def keep_to(self, player: int) -> None:
        """Playouts stop where another player decides; with -1 they do not."""
        self._write("alone", player)

    def _write(self, name: str, *numbers: int) -> None:
        self.machine.write(self.symbols[name].at, struct.pack(f"<{len(numbers)}i", *numbers))

    def grow(self, playouts: int) -> None:
        """Makes so many playouts more."""
        self.machine.call("grow", playouts)

    def follow(self, rows: Sequence[int]) -> None:
        """A playout more, the first choices of which are given."""
        self._write("guide", *rows)
        self.machine.call("descend", len(rows))

    def rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the number of tries of every row at the beginning of the tree, and the sum of their results."""
        many = self.machine.call("count_roots")
        return self._numbers("row_visits", many), self._numbers("row_sums", many)

    def _numbers(self, name: str, many: int | None = None) -> tuple[int, ...]:
        array = self.symbols[name]
        many = array.length if many is None else many
        return struct.unpack(f"<{many}i", self.machine.read(array.at, 4 * many))


def _as_signed(number: int) -> int:
    return number - 2**32 if number >> 31 else number


def searcher(game: Game, players: int) -> Searcher | None:
    """The searches of a game in a module, if they can be had; the same for equal games."""
    return None if game.engine_name == INTERPRETER else _searcher(game, players)


@lru_cache(maxsize=KEPT)
def _searcher(game: Game, players: int) -> Searcher | None:
    try:
        return Searcher(game, players)
    except NativeError:
        return None


atexit.register(_searcher.cache_clear)
