"""Moves of a line of play within a module. What the module cannot do is done in Python, on states, and play goes on in
the module when it can."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, cast

from ...engine.interpret.chance import SAMPLER, at_point, look_at, point_at_random
from ...engine.interpret.step import Chosen
from ...foundation.source.argument_checks import instance, whole_number, wrong_value
from ...play.positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action
from ...play.positions.playable import MACHINE_IN_C
from ...play.states.game import Game, State
from ...play.states.line import Line
from ..ir.memory import TooMuchError
from ..ir.position_heads import COUNT_BITS, SHIFT
from .linking import backend_of, is_kept, link
from .machine import WASM
from .module_making import ModuleMaker
from .native_error import NativeError
from .pooled_position import COUNT, WHO, OfferedOption, Options, new_options
from .position_pool import PositionPool
from .traps import TrapError
from .web_assembly import PoolMachine, is_loaded


def make_pool(game: Game, players: int) -> PositionPool | None:
    """Makes the module in which positions of a game for a number of players lie; None of rules that cannot be compiled,
    and where there is no memory for it."""
    try:
        interface, start = link(game, players, WASM)
        return PositionPool(interface, cast(PoolMachine, start()))
    except (NativeError, MemoryError):
        return None


@lru_cache(maxsize=16)
def maker_for(game: Game, players: int) -> ModuleMaker[PositionPool]:
    """Returns what makes the module of a game for a number of players: one for all its lines and states.

    Raises NativeError where nothing can run it.
    """
    backend_of(WASM)
    return ModuleMaker(partial(make_pool, game, players), lambda: is_loaded() and is_kept(game, players))


atexit.register(maker_for.cache_clear)


def _maker_of(game: Any, players: int) -> ModuleMaker[Any]:
    """Returns what makes the positions in which a line of a game stands: those of its states where they are objects in
    C, else a pool of positions in a module. Raises NativeError where nothing can run it."""
    return game.maker(players) if game.engine_name == MACHINE_IN_C else maker_for(game, players)


class NativeMoves(Line):
    """A line in a module. `_stack` has what stood before every step: positions of a module, with their options, and states
    of Python where several act at once or the module has no room. `_here` is where it stands if that is in the module,
    else `_together` is. Until the module has been made the line goes on in Python.

    A step is a call of the position (`after`), which takes what it needs with it: the line adds a place on its stack."""

    _here: Any
    _pool: Any
    __slots__ = ("_here", "_maker", "_pool", "_stack")

    def __init__(self, state: State, *, engine: str = "") -> None:
        instance("state", state, State, "a State, as `Game.new_initial_state` gives it")
        self.game, self.names = state.game, state.names
        self._maker, self._pool = _maker_of(state.game, len(state.names)), None
        self._stack: list[Any] = []
        self._stand(self._found_at(state))

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """Engine that carries out the rules here: native or python."""
        return "python" if self._here is None else "native"

    @property
    def current_player(self) -> int:
        """Player who decides: a player from 0, CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        here = self._here
        return self._python.current_player if here is None else here.who

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
        here = self._here
        if here is None:
            return self._python
        h, s = self._pool.encoding.decode(here.data())
        return State(self.game, self.names, self.game.interpreter.evaluate.with_scratch(h), s)

    @property
    def _python(self) -> State:
        """State at the end of the line, if that is in Python."""
        assert self._together is not None
        return self._together

    def _stand(self, where: Any) -> None:
        """Moves the line to a position or a state."""
        self._here, self._together = (None, where) if isinstance(where, State) else (where, None)

    def _found_at(self, state: State) -> Any:
        """A state in the module, if that has been made and has room for it."""
        if self._pool is None and (made := self._maker.take()) is not None:
            self._enter(made)
        if self._pool is not None and state._branches is None:
            try:
                return self._pool.add(state._h, state._boards)
            except (TooMuchError, TrapError):
                pass
        return state

    def _enter(self, pool: Any) -> None:
        """Goes on in a module that has been made by now."""
        self._pool = pool

    def make_module(self) -> str:
        """Waits until there is the module. Returns the engine that carries out the rules from then on."""
        self._maker.wait()
        if self._here is None:
            self._stand(self._found_at(self._python))
        return self.engine

    # ---- what can be done --------------------------------------------------------------------------------------------

    def options(self, player: int | None = None) -> Sequence[Chosen]:
        """Returns the options of whoever decides, in the order of `State.legal_actions`; while several may act, those
        of a player."""
        here = self._here
        if here is None:
            return self._open(player)[:]
        if player is not None and player not in self.active_players:
            return self._nothing_of(player)
        return here.listing  # type: ignore[no-any-return]

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
            return self.game.actions(here.who, here.pc, [option])[0]
        who = self._python.player_meant(player)
        return self.game.actions(who, self._at(who), [option])[0]

    def weights(self) -> list[tuple[int, int]]:
        """Returns the outcomes of chance, with whole-numbered weights; empty unless chance is due."""
        here = self._here
        if self.current_player != CHANCE:
            return []
        if here is not None and not self._pool.interface.merges:
            return here.outcomes()  # type: ignore[no-any-return]
        state = self.state
        return self.game.interpreter.weights(state._h, state._s)

    # ---- going on and back -------------------------------------------------------------------------------------------

    def push_listed(self, option: Chosen, player: int | None = None) -> None:
        """Carries out an option that `options` has just listed, here: nothing is looked through. What it does with any
        other is not said."""
        here = self._here
        if here is not None:
            to = here.after_listed(option)
            if to is not None:
                self._stack.append(here)
                self._here = to
                return
        self._give_up(option, player)

    def push_nth(self, n: int, player: int | None = None) -> None:
        """Carries out the option of a number, counted from 0 in the order of `options`. Raises InvalidActionError (a
        ValueError) for a number that none has."""
        here = self._here
        if here is None or player is not None or type(n) is not int or not 0 <= n < here.head & COUNT or here.who < 0:
            return super().push_nth(n, player)
        to = here.after(n)
        if to is None:
            return self._give_up(here.option(n), player)
        self._stack.append(here)
        self._here = to
        return None

    def _give_up(self, option: Chosen, player: int | None) -> None:
        """Goes on in Python, where the module cannot."""
        state = self.state
        self._again(state._apply_option(state.player_meant(player), tuple(option)))  # type: ignore[arg-type]

    def draw_listed(self, value: int) -> None:
        """Carries out a value that `weights` has just listed, here. What it does with any other is not said."""
        here = self._here
        self._went_to(here.after_listed((0, (value,))) if here is not None else None, value)

    def draw_any(self, random: Callable[[], float]) -> None:
        """Carries out one of `weights` by chance. `random` gives numbers from 0 up to 1."""
        here = self._here
        if here is None or here.who != CHANCE or self._pool.interface.merges:
            return super().draw_any(random)
        look_at(random)
        point = int(point_at_random(random, here.weight()))
        to = here.after_point(point)
        return self._went_to(to, None if to is not None else at_point(point, here.outcomes()))

    def _went_to(self, to: Any, value: int | None) -> None:
        """Stands at the position behind a value of chance; where there is none, the rules go on in Python."""
        if to is None:
            assert value is not None
            return self._again(self.state._after_chance(value))
        self._stack.append(self._here)
        self._here = to
        return None

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
        where = self._stack.pop()
        self._here, self._together = (None, where) if isinstance(where, State) else (where, None)

    def _again(self, state: State) -> None:
        """Goes to a state that was reached otherwise."""
        found = self._found_at(state)
        self._stack.append(self._python if self._here is None else self._here)
        self._stand(found)


class PooledMoves(NativeMoves):
    """A line whose positions lie in a pool. A step is what `PooledPosition.after` does, with arguments of its own: this is
    what lines spend their time with."""

    __slots__ = ("_calls", "_step_nth", "_words")

    def _enter(self, pool: PositionPool) -> None:
        super()._enter(pool)
        self._words, self._step_nth, self._calls = pool.stepper()

    def __del__(self) -> None:
        with suppress(AttributeError):  # a state that is none, or a pool that is
            self._pool.steppers.append((self._words, self._step_nth, self._calls))

    def options(self, player: int | None = None) -> Sequence[Chosen]:
        """Returns the options of whoever decides, in the order of `State.legal_actions`; while several may act, those
        of a player."""
        here = self._here
        if here is None or player is not None:
            return super().options(player)
        return here if here.who >= 0 else ()

    def push_listed(self, option: Chosen, player: int | None = None) -> None:
        """Carries out an option that `options` has just listed, here: nothing is looked through. What it does with any
        other is not said."""
        here = self._here
        if option.__class__ is not OfferedOption or option.at is not here:  # type: ignore[comparison-overlap]
            return super().push_listed(option, player)
        return self.push_nth(option.number)

    def push_nth(self, n: int, player: int | None = None) -> None:
        """Carries out the option of a number, counted from 0 in the order of `options`. Raises InvalidActionError (a
        ValueError) for a number that none has."""
        here = self._here
        if here is None or player is not None or type(n) is not int or not 0 <= n < here.head & COUNT or here.who < 0:
            return super().push_nth(n, player)
        words, pool = self._words, here.pool
        try:
            to = pool.free.pop()
        except IndexError:
            to = pool.new()
        words[0], words[4], words[8] = ~to, here.position, n
        error = self._step_nth()
        head = words[0]
        if head <= 0:
            return self._stay(here, n, player, error, to)
        self._stack.append(here)
        self._here = made = new_options(Options)
        made.__del__, made.pool, made.position = pool.releases[to], pool, to
        made.head, made.who, made.game = head, ((head & WHO) >> COUNT_BITS) - SHIFT, None
        return None

    def _stay(self, here: Options, n: int, player: int | None, error: int | None, to: int) -> None:
        """Stands where it stood, since the module cannot carry out an option, and goes on in Python."""
        here.pool.undo(self._calls, error, self._words[0], to)
        self._give_up(here.option(n), player)


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
