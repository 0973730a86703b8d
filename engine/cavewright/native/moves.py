"""Moves of a line of play within a module. What the module cannot do is done in Python, on states, and play goes on in
the module when it can."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from functools import lru_cache

from ..interpret.step import Chosen, Run, WorkLimitError
from ..ir.memory import TooMuchError
from ..positions.action import CHANCE, SIMULTANEOUS, TERMINAL, Action
from ..source.argument_checks import instance, whole_number, wrong_value
from ..states.game import Game, State
from ..states.line import SAMPLER, Line, look_at
from .cursor import Cursor
from .linking import Linked, backend_of, linked
from .machine import WASM, WasmMachine
from .native_error import NativeError
from .traps import TrapError


@lru_cache(maxsize=16)
def prepared(game: Game, players: int) -> Linked | None:
    """The module of a game for a number of players; none of rules that cannot be compiled.

    Raises NativeError where nothing can run it.
    """
    backend_of(WASM)
    try:
        return linked(game, players, WASM)
    except NativeError:
        return None


atexit.register(prepared.cache_clear)


class NativeMoves(Line):
    """A line in a module. `_together` is the state where it is one of Python: while several act at once, and where the
    module has no room. `_kept` has what stood before every step."""

    __slots__ = ("_cursor", "_here", "_kept", "_prepared")

    def __init__(self, state: State, *, engine: str = "") -> None:
        instance("state", state, State, "a State, as `Game.new_initial_state` gives it")
        self.game, self.names = state.game, state.names
        self._prepared = prepared(state.game, len(state.names))
        self._kept: list[bytes | State] = []
        self._here: bytes | None = None
        self._renew()
        self._stand(state)

    def _renew(self) -> None:
        """A cursor of memory that nothing has happened in."""
        self._cursor: Cursor | None = None
        if self._prepared is not None:
            interface, start = self._prepared
            self._cursor = Cursor(interface, start())

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """What carries out the rules here: native or python."""
        return "python" if self._together is not None else "native"

    @property
    def current_player(self) -> int:
        """Who decides: a player from 0, CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        if self._together is not None:
            return self._together.current_player
        at = self._at_work
        who: int = self.game.waiting[at.pc()] or at.player()
        return who

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @property
    def depth(self) -> int:
        """How many steps can be taken back."""
        return len(self._kept)

    @property
    def state(self) -> State:
        """Where it stands, as a state of its own. It has no events."""
        if self._together is not None:
            return self._together
        return self._state_of(self._bytes())

    @property
    def _at_work(self) -> Cursor:
        assert self._cursor is not None
        return self._cursor

    def _state_of(self, data: bytes) -> State:
        h, s = self._at_work.encoding.decoded(data)
        return State(self.game, self.names, self.game.interpreter.evaluate.with_scratch(h), s)

    def _bytes(self) -> bytes:
        """The position in memory."""
        if self._here is None:
            self._here = self._at_work.data()
        return self._here

    # ---- what can be done --------------------------------------------------------------------------------------------

    def options(self, player: int | None = None) -> Sequence[Chosen]:
        """What can be chosen by whoever decides, in the order of `State.legal_actions`; while several may act, by a
        player."""
        listed = self._open(player)
        return listed[:] if isinstance(listed, list) else listed

    def _open(self, player: int | None) -> Sequence[Chosen]:
        if self._together is not None and self._together.current_player == SIMULTANEOUS:
            return self._together._options(self._together.player_meant(player))
        if player is not None and player not in self.active_players:
            return self._nothing_of(player)
        if self._listed is None:
            if self.current_player < 0:
                return ()
            self._listed = self._found()
        return self._listed

    def _found(self) -> list[Chosen]:
        """The options, by the module or where that has no room in Python."""
        if self._together is None:
            self._bytes()
            try:
                return self._at_work.options()
            except TrapError:
                self._put_back()
        state = self.state
        return list(state._options(state.current_player))

    def action(self, option: Chosen, player: int | None = None) -> Action:
        """An option as the action that it is. Raises InvalidActionError (a ValueError) for what is not offered."""
        option, state = self._offered(option, player), self._together
        who = self.current_player if state is None else state.player_meant(player)
        at = self._at_work.pc() if state is None else self._at(who)
        return self.game.actions(who, at, [option])[0]

    def weights(self) -> list[tuple[int, int]]:
        """What chance may bring, with whole-numbered weights; empty unless chance is due."""
        if self.current_player != CHANCE:
            return []
        if self._together is None and not self._at_work.interface.merges:
            self._bytes()
            try:
                return self._at_work.weights()
            except TrapError:
                self._put_back()
        state = self.state
        return self.game.interpreter.weights(state._h, state._s)

    # ---- going on and back -------------------------------------------------------------------------------------------

    def push_listed(self, option: Chosen, player: int | None = None) -> None:
        """Carries out an option that `options` has just listed, here: nothing is looked through. What it does with any
        other is not said."""
        n, values = option
        if self._together is None:
            cursor = self._at_work
            if self._taken((n, *values) if cursor.is_several() else values):
                return
        state = self.state
        self._again(state._apply_option(state.player_meant(player), option))

    def draw_listed(self, value: int) -> None:
        """Carries out a value that `weights` has just listed, here. What it does with any other is not said."""
        if self._together is None and self._taken((value, 1)):
            return
        self._again(self.state._drawn(value))

    def _taken(self, row: Sequence[int]) -> bool:
        """Goes on in the module with a row as lists have them; whether it can."""
        before = self._bytes()
        try:
            self._at_work.take(row)
        except TrapError:
            self._put_back()
            return False
        self._went_on(before)
        return True

    def _went_on(self, before: bytes) -> None:
        """Notes a step that the module has made. Where all come to act at once, each goes on by itself, on states."""
        data = self._at_work.forked()
        if data is not None:
            at = self._state_of(data)
            try:
                settled = at._settled(at._h, at._s, Run())
            except WorkLimitError:
                self._put_back()
                raise
            self._stand(settled)
        self._kept.append(before)
        self._listed = None
        self._here = None

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
            elif self._together is None:
                self._wander(random, begun + bound)
            if self._together is not None and self.active_players:
                player = self.active_players[0]
                options = self.options(player)
                self.push_listed(options[_below(random, len(options))], player)
        return self.depth - begun

    def _wander(self, random: Callable[[], float], most: int) -> None:
        """Goes on in the module with options by chance, which are not written down for Python, as long as one player
        decides and less than so many steps can be taken back."""
        cursor, kept, waiting = self._at_work, self._kept, self.game.waiting
        machine = cursor.machine
        assert isinstance(machine, WasmMachine)
        words, pc = machine.words, cursor.pc_at // 4
        options, choose = machine.function("options"), machine.function("choose")
        while len(kept) < most and not waiting[words[pc]]:
            before = self._bytes()
            many = options()
            at = -1 if many is None else _below(random, many)
            if at < 0 or choose(at) is None:
                self._put_back()
                listed = self.options()
                return self.push_listed(listed[at if at >= 0 else _below(random, len(listed))])
            self._went_on(before)
            if self._together is not None:
                return

    def pop(self) -> None:
        """Takes back the last step. Raises IndexError when there is none."""
        if not self._kept:
            raise IndexError("there is no step to take back; the line is where it began")
        before = self._kept.pop()
        self._listed = None
        if isinstance(before, State):
            self._together, self._here = before, None
        else:
            self._together, self._here = None, before
            self._at_work.stand(before)

    def _again(self, state: State) -> None:
        self._kept.append(self._bytes() if self._together is None else self._together)
        self._stand(state)

    def _put_back(self) -> None:
        """The position that it stood at, in memory that knows of no other."""
        self._renew()
        self._listed = None
        self._at_work.stand(self._bytes())

    def _stand(self, state: State) -> None:
        """The position becomes that of a state: in the module, if that has room for it."""
        self._listed = self._here = self._together = None
        if self._cursor is None or state._branches is not None:
            self._together = state
            return
        try:
            self._cursor.put(state._h, state._s)
        except (TooMuchError, TrapError):
            self._together = state
            self._renew()


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
