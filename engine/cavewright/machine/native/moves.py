"""Moves of a line of play within a module. What the module cannot do is done in Python, on states, and play goes on in
the module when it can."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast

from ...engine.interpret.chance import SAMPLER, look_at
from ...engine.interpret.step import Chosen, Run
from ...foundation.source.argument_checks import instance, whole_number, wrong_value
from ...play.positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action
from ...play.states.game import Game, State
from ...play.states.line import Line
from ..ir.memory import TooMuchError
from ..ir.position_pool import COUNT_BITS, SHIFT, TOGETHER, decision_in
from .linking import backend_of, link
from .machine import WASM, WasmMachine
from .native_error import NativeError
from .pooled_position import COUNT, FIRST, WHO, Options
from .position_pool import PositionPool
from .traps import TrapError


@lru_cache(maxsize=16)
def pool_for(game: Game, players: int) -> PositionPool | None:
    """The positions of a game for a number of players in a module; none of rules that cannot be compiled.

    Raises NativeError where nothing can run it.
    """
    backend_of(WASM)
    try:
        interface, start = link(game, players, WASM)
    except NativeError:
        return None
    return PositionPool(interface, cast(WasmMachine, start()))


atexit.register(pool_for.cache_clear)


class NativeMoves(Line):
    """A line in a module. `_stack` has what stood before every step: positions of a pool, with their options, and states
    of Python where several act at once or the module has no room. `_here` is where it stands if that is in the module,
    else `_together` is."""

    _here: Options | None
    __slots__ = ("_calls", "_here", "_pool", "_stack", "_step", "_step_row", "_words")

    def __init__(self, state: State, *, engine: str = "") -> None:
        instance("state", state, State, "a State, as `Game.new_initial_state` gives it")
        self.game, self.names = state.game, state.names
        self._pool = pool = pool_for(state.game, len(state.names))
        self._stack: list[Options | State] = []
        if pool is not None:
            self._calls = calls = pool.calls()
            self._words, self._step, self._step_row = calls.words, calls.functions["step"], calls.functions["step_row"]
        self._stand(self._found_at(state))

    def __del__(self) -> None:
        try:
            pool = self._pool
        except AttributeError:  # a state that is none
            return
        if pool is not None:
            pool.give_back(self._calls)

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """Engine that carries out the rules here: native or python."""
        return "python" if self._here is None else "native"

    @property
    def current_player(self) -> int:
        """Player who decides: a player from 0, CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        here = self._here
        return self._python.current_player if here is None else ((here.head & WHO) >> COUNT_BITS) - SHIFT

    @property
    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.current_player == TERMINAL

    @property
    def depth(self) -> int:
        """Number of steps that can be taken back."""
        return len(self._stack)

    @property
    def state(self) -> State:
        """State at the end of the line, as a state of its own. It has no events."""
        return self._python if self._here is None else self._state_of(self._here.position)

    @property
    def _python(self) -> State:
        """State at the end of the line, if that is in Python."""
        assert self._together is not None
        return self._together

    @property
    def _in_module(self) -> PositionPool:
        assert self._pool is not None
        return self._pool

    def _state_of(self, position: int) -> State:
        """A position of the pool, as a state."""
        pool = self._in_module
        h, s = pool.encoding.decode(pool.data(position))
        return State(self.game, self.names, self.game.interpreter.evaluate.with_scratch(h), s)

    def _stand(self, where: Options | State) -> None:
        """Moves the line to a position or a state."""
        if isinstance(where, Options):
            self._here, self._together = where, None
        else:
            self._here, self._together = None, where

    def _found_at(self, state: State) -> Options | State:
        """A state in the module, if that has room for it."""
        if self._pool is not None and state._branches is None:
            try:
                return self._pool.add(state._h, state._boards)
            except (TooMuchError, TrapError):
                pass
        return state

    # ---- what can be done --------------------------------------------------------------------------------------------

    def options(self, player: int | None = None) -> Sequence[Chosen]:
        """Returns the options of whoever decides, in the order of `State.legal_actions`; while several may act, those
        of a player."""
        here = self._here
        if here is None:
            return self._open(player)[:]
        if player is not None and player not in self.active_players:
            return self._nothing_of(player)
        return here if here.head & WHO >= FIRST else ()

    def _open(self, player: int | None) -> Sequence[Chosen]:
        if self._here is not None:
            return self.options(player)
        state = self._python
        if state.current_player == SIMULTANEOUS:
            return state._options(state.player_meant(player))
        if player is not None and player not in state.active_players:
            return self._nothing_of(player)
        return state._options(state.current_player) if state.current_player >= 0 else ()

    def action(self, option: Chosen, player: int | None = None) -> Action:
        """An option as the action that it is. Raises InvalidActionError (a ValueError) for what is not offered."""
        option, here = self._listed_option(option, player), self._here
        if here is not None:
            return self.game.actions(self.current_player, self._in_module.pcs[decision_in(here.head)], [option])[0]
        who = self._python.player_meant(player)
        return self.game.actions(who, self._at(who), [option])[0]

    def weights(self) -> list[tuple[int, int]]:
        """Returns the outcomes of chance, with whole-numbered weights; empty unless chance is due."""
        if self.current_player != CHANCE:
            return []
        if self._here is not None and not self._in_module.interface.merges:
            return [(value, weight) for value, weight in self._in_module.rows_of(self._here)]
        state = self.state
        return self.game.interpreter.weights(state._h, state._s)

    # ---- going on and back -------------------------------------------------------------------------------------------

    def push_listed(self, option: Chosen, player: int | None = None) -> None:
        """Carries out an option that `options` has just listed, here: nothing is looked through. What it does with any
        other is not said."""
        here = self._here
        if here is None:
            state = self._python
            return self._again(state._apply_option(state.player_meant(player), option))
        words, (known, row) = self._words, here.looked_at
        if option is known:
            words[8], step = row, self._step_row
        else:
            words[8], values = option
            for n, value in enumerate(values):
                words[4 * n + 12] = value
            step = self._step
        if not self._went_on(here, step):
            state = self.state
            self._again(state._apply_option(state.current_player, option))
        return None

    def push_nth(self, n: int, player: int | None = None) -> None:
        """Carries out the option of a number, counted from 0 in the order of `options`. Raises InvalidActionError (a
        ValueError) for a number that none has."""
        here = self._here
        if here is None or player is not None or here.head & WHO < FIRST or not 0 <= n < here.head & COUNT:
            return super().push_nth(n, player)
        self._words[8] = n
        return None if self._went_on(here, self._step_row) else self.push_listed(here[n])

    def draw_listed(self, value: int) -> None:
        """Carries out a value that `weights` has just listed, here. What it does with any other is not said."""
        here = self._here
        if here is not None:
            self._words[12] = value
            if self._went_on(here, self._step):
                return
        self._again(self.state._after_chance(value))

    def _went_on(self, here: Options, step: Callable[[], int | None]) -> bool:
        """Goes on in the module from where it stands, with arguments that have been written; whether it can. If not, it
        stands where it stood."""
        pool, words = here.pool, self._words
        try:
            to = pool.free.pop()
        except IndexError:
            to = pool.new()
        words[0], words[4] = ~to, here.position
        error = step()
        head = words[0]
        if head <= 0:
            return self._together_at(to) if head == TOGETHER else self._give_up(error, to)
        self._stack.append(here)
        self._here = Options(pool, to, head)
        return True

    def _give_up(self, error: int | None, to: int) -> bool:
        """The module has stopped itself: nothing has come of it."""
        self._calls.release_trap(error)
        self._in_module.free.append(to)
        return False

    def _together_at(self, to: int) -> bool:
        """All come to act at once: each goes on by itself, on states."""
        at = self._state_of(to)
        self._in_module.free.append(to)
        self._again(at._settle(at._h, at._s, Run()))
        return True

    def playout(self, random: Callable[[], float], bound: int = 100_000) -> int:
        """Goes on at random, every option as likely as any other, until the game is over or `bound` steps are done; how
        many it did.

        `random` gives numbers from 0 up to 1, such as `random.Random(7).random`.
        """
        look_at(random)
        whole_number("bound", bound, 0, "a whole number from 0")
        begun = self.depth
        while self.depth - begun < bound:
            who = self.current_player
            if who == TERMINAL:
                break
            if who == CHANCE:
                self.draw_any(random)
            elif self._here is not None:
                self.push_nth(_below(random, self._here.head & COUNT))
            else:
                player = self.active_players[0]
                options = self.options(player)
                self.push_listed(options[_below(random, len(options))], player)
        return self.depth - begun

    def pop(self) -> None:
        """Takes back the last step. Raises IndexError when there is none."""
        if not self._stack:
            raise IndexError("there is no step to take back; the line is where it began")
        self._stand(self._stack.pop())

    def _again(self, state: State) -> None:
        """Goes to a state that was reached otherwise."""
        found = self._found_at(state)
        self._stack.append(self._python if self._here is None else self._here)
        self._stand(found)


def _below(random: Callable[[], float], many: int) -> int:
    """A number below another, by chance. ValueError for what gives no numbers."""
    point = random()
    try:
        at = int(point * many)
    except (TypeError, ValueError, OverflowError) as error:
        raise wrong_value("random", point, SAMPLER) from error
    if not 0 <= at < many:
        raise wrong_value("random", point, SAMPLER)
    return at
