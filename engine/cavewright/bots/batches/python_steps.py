"""Steps of a batch that its module cannot make: the interpreter makes them, and says how the games stand then."""

from __future__ import annotations

from typing import Any

from ...engine.interpret.step import WorkLimitError
from ...machine.ir.batches import NOBODY
from ...machine.ir.effects import FULL, TOO_MUCH
from ...machine.ir.interface import Interface
from ...machine.ir.memory import TooMuchError
from ...machine.native.native_error import NativeError
from ...machine.native.traps import TrapError
from ...machine.native.web_assembly import PoolMachine
from ...play.positions.action import SIMULTANEOUS
from ...play.states.game import Game, State
from ..encodings import Actions
from .arrays import MemoryArrays

TRIAL_CELLS = {"trying", "strict", "cut"}
"""Cells of the module that say how options are tried; zero where none is."""


class PythonSteps:
    """Part of a batch that goes on where the module stops itself. A listing of which it is not proven that the work of a
    step suffices for it is made by the interpreter; a game that does not fit into the module is cut."""

    game: Game
    size: int
    actions: Actions | None
    current_player: Any
    option_counts: Any
    terminated: Any
    truncated: Any
    _interface: Interface
    _machine: PoolMachine
    _arrays: MemoryArrays
    _bytes: int
    _chosen: Any
    _drawn: Any
    _forks: Any
    _mask: Any
    _moves: Any
    _options_drawn: Any

    def state(self, n: int) -> State:
        """The position of a game."""
        raise NotImplementedError

    def _state_of(self, at: int) -> State:
        """The position at an address."""
        raise NotImplementedError

    def _number_at(self, name: str) -> int:
        """A number of the memory of the module."""
        return int.from_bytes(self._machine.read(self._interface.symbols[name].at, 4), "little")

    def _call(self, name: str, *args: int) -> None:
        """Calls a function of the module, which sees all arrays as they are, and they what it does. Raises TrapError."""
        self._arrays.push()
        try:
            self._machine.call(name, *args)
        finally:
            self._arrays.pull()

    # ---- beginning -------------------------------------------------------------------------------------------------------

    def _begin_all(self, *seed: int) -> None:
        """All games begin anew. Raises NativeError for one that cannot be begun."""
        try:
            self._call("begin_all", *seed, self.size)
            return
        except TrapError as trap:
            stopped = self._number_at("game")
            self._settle(stopped, trap)
        for n in range(stopped + 1, self.size):
            self._cut(n)
        self.truncated[:] = False

    def _cut(self, n: int) -> None:
        """Cuts a game, which pays nobody, and begins the next. Raises NativeError for one that cannot be begun."""
        try:
            self._call("cut_off", n)
        except TrapError as trap:
            self._settle(n, trap)

    def _no_beginning(self, reason: int) -> NativeError:
        """The error of a game that cannot be begun."""
        over = "games are over before a player decides anything"
        return NativeError(f"{self.game.id}: {over if reason == NOBODY else 'a game cannot be begun natively'}")

    # ---- a step ----------------------------------------------------------------------------------------------------------

    def _step_in_python(self, n: int, by_number: bool, moves: int) -> None:
        """A step of one game, which had made so many moves. What comes of it goes into the module; if that has no room for
        it, the game is cut."""
        self._leave_trial()
        before, chosen = self.state(n), int(self._chosen[n])
        player, symbols = int(self.current_player[n]), self._interface.symbols
        try:
            if by_number:
                assert self.actions is not None
                state = before.apply(self.actions.decode(chosen, player))
            else:
                state = before._apply_option(player, before._options(player)[chosen])
            if state.current_player == SIMULTANEOUS and before.current_player == SIMULTANEOUS:
                raise TooMuchError("all act at once")
            data = self._interface.encoding.encode(state._h, state._s)
        except (TooMuchError, WorkLimitError):
            return self._cut(n)
        self._machine.write(symbols["pool"].at + (n + 1) * self._bytes, data)
        self._moves[n] = moves
        try:
            self._call("enter", n)
        except TrapError as trap:
            if not self._is_listed(n, trap.reason):
                self._cut(n)
        return None

    def _settle(self, n: int, trap: TrapError) -> None:
        """A game that has just begun stands where the module stopped itself. Raises NativeError where it cannot."""
        if not self._is_listed(n, trap.reason):
            raise self._no_beginning(trap.reason) from None

    def _leave_trial(self) -> None:
        """Puts back the position of which options were listed, where the module stopped itself while it tried one."""
        symbols = self._interface.symbols
        if "trying" not in symbols or not self._number_at("trying"):
            return
        part = symbols.get("tried_part", self._interface.encoding.whole)
        self._machine.write(part.at, self._machine.read(symbols["tried"].at, part.length * 4))
        for name in TRIAL_CELLS & symbols.keys():
            self._machine.write(symbols[name].at, bytes(4))

    def _is_listed(self, n: int, reason: int) -> bool:
        """Says how a game stands where the module came to a player's turn and stopped itself in listing the options; tells
        if that is so."""
        symbols, whole = self._interface.symbols, self._interface.encoding.whole.at
        self._leave_trial()
        if reason not in (TOO_MUCH, FULL) or "within_fork" in symbols and self._number_at("within_fork"):
            return False
        state = self._state_of(whole)
        player = state.current_player
        if player < 0:
            return False
        try:
            many = len(state._options(player))
        except WorkLimitError:
            return False
        self._machine.write(symbols["pool"].at + (n + 1) * self._bytes, self._machine.read(whole, self._bytes))
        self.current_player[n], self.option_counts[n], self._forks[n] = player, many, -1
        row = int(self._options_drawn.integers(max(many, 1)))
        self._drawn[n] = row
        if self._mask is not None:
            assert self.actions is not None
            numbers = self.actions.numbers(state, player)
            self._mask[n] = 0
            self._mask[n][list(numbers)] = 1
            self._drawn[n] = numbers[row] if numbers else 0
        return True
