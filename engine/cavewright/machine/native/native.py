"""Games of one ruleset played as machine code, many to a call."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NoReturn

from ...foundation.source import Diagnostic
from ...foundation.source.argument_checks import instance, whole_number, wrong_value
from ...foundation.source.lazy_property import lazy_property
from ...play.states.game import Game, State
from ..ir.driver import MOST_DEPTH, MOST_GAMES
from ..ir.effects import AT_ONCE, FULL, TOO_MUCH
from ..ir.memory import TooMuchError
from ..ir.records import OUTGROWN
from .linking import backend_of, form_of, link
from .native_error import NativeError
from .traps import TrapError

REASONS = {
    OUTGROWN: "a board, a list or trials within trials outgrew the memory that they have natively",
    TOO_MUCH: "the rules come to no decision within the work that a step may take",
    FULL: "a decision has more options than it may have",
    AT_ONCE: "leaves are not counted natively while all act at once",
}
"""Why a module stops, by number; of all others a number left the range that it has natively."""
LEFT_RANGE = "a number left the range that it has natively"


@dataclass(frozen=True)
class Playouts:
    """Results of random games: how many there were, how many were not over within the bound, how many decisions they
    had in all; game by game the totals of all players, who won (nobody in one that was not over), how many decisions.

    >>> import cavewright as cw
    >>> games = cw.Native(cw.load_game("tic-tac-toe"), players=2, backend="python").playouts(3, seed=7)
    >>> games.games, games.unfinished, len(games.totals), len(games.winners)
    (3, 0, 3, 3)
    """

    games: int
    unfinished: int
    decisions: int
    players: int
    _numbers: tuple[bytes, bytes, bytes]
    """totals, winners and lengths, as they stood in memory"""

    @lazy_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Game by game the totals of all players."""
        return tuple(struct.iter_unpack(f"<{self.players}i", self._numbers[0]))

    @lazy_property
    def winners(self) -> tuple[tuple[int, ...], ...]:
        """Game by game who won; nobody in one that was not over."""
        players = range(self.players)
        return tuple(tuple(p for p in players if bits >> p & 1) for bits in _words(self._numbers[1]))

    @lazy_property
    def lengths(self) -> tuple[int, ...]:
        """Game by game how many decisions there were."""
        return _words(self._numbers[2])


def _words(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}i", data)


class Native:
    """A game for a number of players as machine code. `backend` is "wasm" (by the extra `native`), "c" (by a C
    compiler), by default whichever of these is there, or "python", which needs nothing and is slower.

    Raises NativeError where it cannot be had.

    >>> from cavewright import load_game
    >>> native = Native(load_game("tic-tac-toe"), players=2)
    >>> native.leaves(load_game("tic-tac-toe").new_initial_state(), 3)
    504
    """

    def __init__(self, game: Game, players: int | None = None, *, backend: str | None = None) -> None:
        instance("game", game, Game, "a Game, as `load_game` gives it")
        self.game = game
        self.first = game.new_initial_state(players)
        self.players = len(self.first.names)
        self.backend = backend_of(backend)
        self._interface, start = link(game, self.players, self.backend)
        self._machine = start()
        self._first = self._encode(self.first)

    def __repr__(self) -> str:
        return f"<Native {self.game.id}, {self.players} players, {self.backend}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Native cannot be pickled: its machine code and memory belong to this process. Pickle its `game`, and make "
            "the module again where that is unpickled: `Native(game, players=…)`; a `State` can be pickled as well"
        )

    @lazy_property
    def wasm(self) -> bytes:
        """The bytes of the module."""
        from ..emit.wasm import wasm
        from .lowered_form import call_compiler

        made: bytes = call_compiler(self.game.id, lambda: wasm(form_of(self.game, self.players).module))
        return made

    def playouts(self, games: int, seed: int = 0, bound: int = 100_000) -> Playouts:
        """Games from the first position at random, every option as likely as any other; those that are not over within
        `bound` decisions are left as they stand. Equal seeds give equal games.

        Raises NativeError for a game that natively cannot be played on.
        """
        whole_number("games", games, 0, "a whole number from 0")
        whole_number("bound", bound, 0, "a whole number from 0")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise wrong_value("seed", seed, "a whole number from 0, below 2 to the power of 64")
        words = [_as_signed(seed & 2**32 - 1), _as_signed(seed >> 32)]
        symbols = self._interface.symbols
        self._machine.write(symbols["initial"].at, self._first)
        parts: list[tuple[bytes, ...]] = []
        for first in range(0, games, MOST_GAMES):
            many = min(MOST_GAMES, games - first)
            self._call("playouts", *words, first, many, min(bound, 2**31 - 1))
            sizes = {"totals_of": many * self.players, "winners_of": many, "decisions": many, "ended": many}
            parts.append(tuple(self._machine.read(symbols[name].at, 4 * n) for name, n in sizes.items()))
        totals, winners, lengths, ended = map(b"".join, zip(*parts, strict=True)) if parts else (b"",) * 4
        over, decisions = ended.count(1), sum(_words(lengths))
        return Playouts(games, games - over, decisions, self.players, (totals, winners, lengths))

    def leaves(self, state: State, depth: int) -> int:
        """Returns the number of ends of all ways of so many steps, every outcome of chance and every option being a
        step.

        Raises NativeError for a position that natively cannot be had.
        """
        instance("state", state, State, "a State of this game")
        whole_number("depth", depth, 0, "a whole number from 0")
        if depth > MOST_DEPTH:
            raise wrong_value("depth", depth, f"a whole number from 0 to {MOST_DEPTH}")
        if state.game != self.game or len(state.names) != self.players:
            raise wrong_value(
                "state", state, f"a State of {self.game.id} for {self.players} players, by the same rules and options"
            )
        if self._interface.merges:
            raise NativeError(
                f"{self.game.id}: leaves are not counted natively where a position says what chance tells apart"
            )
        if state._branches is not None:
            raise NativeError(f"{self.game.id}: {REASONS[AT_ONCE]}")
        self._machine.write(self._interface.encoding.whole.at, self._encode(state))
        self._call("begin")
        return self._call("leaves", depth)

    # ---- the machine -------------------------------------------------------------------------------------------------

    def _call(self, name: str, *args: int) -> int:
        try:
            return self._machine.call(name, *args)
        except TrapError as trap:
            raise NativeError(f"{self.game.id}: {REASONS.get(trap.reason, LEFT_RANGE)}") from None

    def _encode(self, state: State) -> bytes:
        try:
            return self._interface.encoding.encode(state._h, state._s)
        except TooMuchError as error:
            raise NativeError(f"{self.game.id}: this position has more than fits natively, {error.what}") from None


def compile_findings(game: Game) -> tuple[Diagnostic, ...]:
    """C1001: what of the rules machine code cannot be made of, for the fewest players; Python carries all of them out.

    >>> from cavewright import load_game
    >>> compile_findings(load_game("connect-four"))
    ()
    """
    try:
        form_of(game, game.players.start)
    except NativeError as error:
        return error.diagnostics
    return ()


def _as_signed(word: int) -> int:
    return word - 2**32 if word >> 31 else word
