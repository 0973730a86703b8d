"""State on a position in the memory of a module. What the module cannot say the interpreter does, on slots, and play goes
on in the module when it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ...engine.interpret.chance import at_point, point_at_random
from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.step import Chosen
from ...play.positions.action import CHANCE, TERMINAL, Action
from ...play.positions.position import Position
from ...play.states.game import State
from ..ir.memory import TooMuchError
from .legal_actions import LegalActions, OfferedAction, Outcomes
from .traps import TrapError

AT_POINT = -1
"""In the place of the number of an option: what chance brought lies at a point of the weights."""


def _lazy_slot(name: str, find_out: Callable[[MachineState], Any]) -> Any:
    """Property over a slot of positions: where nothing is set, it is found out. A class with `__getattr__` would look up
    every other name slowly, too."""
    slot = vars(Position)[name]

    def read(state: MachineState) -> Any:
        try:
            return slot.__get__(state)
        except AttributeError:
            found = find_out(state)
            slot.__set__(state, found)
            return found

    return property(read, slot.__set__)


class MachineState(State):
    """A state that stands at a position of a module (`_at`), or, where there is none, at slots and boards. Of a position
    all else is found out when it is asked for: slots and boards from its bytes, what the last action did from the
    position before and the option (`_before`, `_by`), by the interpreter."""

    __slots__ = ("_at", "_before", "_by", "_tried")
    game: Any
    _at: LegalActions | None
    _before: LegalActions | None
    _by: int | Chosen
    _tried: bool

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._at, self._before, self._by, self._tried = None, None, 0, False

    _h = _lazy_slot("_h", lambda state: state._decode()[0])
    _boards = _lazy_slot("_boards", lambda state: state._decode()[1])
    _noted = _lazy_slot("_noted", lambda state: state._noted_before())
    _actions, _branches, _known, _listed = (
        _lazy_slot(each, lambda _: None) for each in ("_actions", "_branches", "_known", "_listed")
    )

    def _decode(self) -> tuple[Slots, Boards]:
        """Slots and boards of the position in the module, which are kept from now on."""
        found: tuple[Slots, Boards] = self.game.slots_at(self._standing)
        self._h, self._boards = found
        return found

    @property
    def _standing(self) -> LegalActions:
        assert self._at is not None
        return self._at

    def _noted_before(self) -> Any:
        """Notes of the last action: the interpreter does it once more."""
        if self._before is None:
            return ()
        at, how = self._before, self._by
        h, s = self.game.slots_at(at)
        if at.who == CHANCE:
            value = at.outcomes()[how][0] if isinstance(how, int) else how[1][0]
            if not isinstance(how, int) and how[0] == AT_POINT:
                value = at_point(value, at.outcomes())
            return self.game.interpreter.apply_draw(h, s, value)[2].effects
        return self.game.interpreter.apply_option(h, s, at.option(how) if isinstance(how, int) else how)[2].effects

    def _enter_module(self) -> LegalActions | None:
        """The position in the module, if there is a module and it has room for it."""
        if self._at is None and not self._tried and self._branches is None:
            pool = self.game.pool(len(self.names))
            if pool is not None:
                self._tried = True
                with suppress(TooMuchError, TrapError, MemoryError):
                    self._at = pool.put_into(self.game.actions_in(pool), self._h, self._s)
        return self._at

    # ---- whose turn it is --------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """Name of the engine that carries out the rules here: `machine`, or `interpreter`."""
        return "interpreter" if self._enter_module() is None else "machine"

    @property
    def current_player(self) -> int:
        """Player who decides, from 0; or CHANCE, SIMULTANEOUS while several may act, or TERMINAL: a player from 0,
        CHANCE, SIMULTANEOUS while several may act, or TERMINAL."""
        at = self._at
        return super().current_player if at is None else at.who

    @property
    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.current_player == TERMINAL

    @property
    def active_players(self) -> tuple[int, ...]:
        """All who may act now; empty at chance and at the end."""
        if self._at is None:
            return super().active_players
        who = self.current_player
        return (who,) if who >= 0 else ()

    def _decision(self, player: int) -> int:
        at = self._at
        return super()._decision(player) if at is None or at.who == TERMINAL else at.pc

    # ---- what can be done --------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """The legal actions of a player, always in the same order; empty when it may not act. Each is made when somebody
        looks at it.

        Without a player when exactly one may act; ValueError when several may.
        """
        at = self._at
        if at is None:
            at = self._enter_module()
            if at is None:
                return super().legal_actions(player)
        if at.who < 0:
            return ()
        if player is not None and self.player_meant(player) != at.who:
            return self._when_not_asked(player)
        return at

    def _options(self, player: int) -> list[Chosen]:
        at = self._enter_module()
        if at is None:
            return super()._options(player)
        if self._listed is None:
            self._listed = [*at.options]
        return self._listed  # type: ignore[no-any-return]

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        """Returns the actions that chance may bring, with exact probabilities that add up to 1; empty unless chance is
        due."""
        at = self._enter_module()
        if at is None or at.who != CHANCE or self.game.merges(at):
            return super().chance_outcomes()
        return Outcomes(self.game, at, at.outcomes())

    def _weights(self) -> list[tuple[int, int]]:
        at = self._enter_module()
        return super()._weights() if at is None or self.game.merges(at) else at.outcomes()

    # ---- what comes of it --------------------------------------------------------------------------------------------

    def apply(self, action: Action | str) -> State:
        """The state after an action; this one stays as it is.

        Raises IllegalActionError with the verdict, and WorkLimitError when the rules then come to no decision in the
        work that a step may take (`legal_actions` and `check` raise it too, where options have to be tried out).
        """
        at = self._at
        if type(action) is OfferedAction and action.at is at:
            to = at.after(action.number)
            if to is not None:
                return self._at_position(to, at, action.number)
        return self._apply_unnumbered(action)

    def _apply_unnumbered(self, action: Action | str) -> State:
        """The state after an action that does not know its number here."""
        at = self._enter_module()
        if at is None:
            return super().apply(action)
        action = self._read(action)
        if action.player == CHANCE:
            return self._apply_chance(action)
        for n, signature in enumerate(self.game.offered[at.pc] if action.player == at.who else ()):
            if signature.name == action.name:
                chosen = n, action.values
                to = at.after_offered(chosen)
                if to is None:
                    return self._step(chosen)
                if to is not False:
                    return self._at_position(to, at, chosen)
        return self._interrupt(action)

    def _at_position(self, to: LegalActions, before: LegalActions | None = None, by: int | Chosen = 0) -> MachineState:
        """The state at a position, and how that was reached."""
        made = new_machine_state(MachineState)
        made.game, made.names, made._at, made._before, made._by = self.game, self.names, to, before, by
        return made

    def _apply_option(self, player: int, chosen: Chosen) -> State:
        at = self._enter_module()
        to = at.after_listed(chosen) if at is not None else None
        if at is None or to is None:
            return super()._apply_option(player, chosen)
        return self._at_position(to, at, chosen)

    def _step(self, chosen: Chosen) -> State:
        return self._settle(*self.game.interpreter.apply_option(self._h, self._boards, chosen))

    def draw_any(self, random: Callable[[], float]) -> State:
        """The state after chance has brought anything, as `chance_outcomes` has it. `random` gives numbers from 0 up to 1.

        Raises ValueError where nothing is left to chance.
        """
        at = self._enter_module()
        if at is None or at.who != CHANCE or self.game.merges(at):
            return super().draw_any(random)
        point = int(point_at_random(random, at.weight()))
        to = at.after_point(point)
        if to is None:
            return super()._after_chance(at_point(point, at.outcomes()))
        return self._at_position(to, at, (AT_POINT, (point,)))

    def _after_chance(self, value: int) -> State:
        at = self._enter_module()
        chosen = 0, (value,)
        to = at.after_listed(chosen) if at is not None else None
        return super()._after_chance(value) if at is None or to is None else self._at_position(to, at, chosen)

    # ---- the position as a value -------------------------------------------------------------------------------------

    def clone(self) -> State:
        """A copy; as good as the state itself, since nothing changes either."""
        return super().clone() if self._at is None else self._at_position(self._at, self._before, self._by)

    def _bare(self) -> State:
        return super()._bare() if self._at is None else self._at_position(self._at)

    def __eq__(self, other: object) -> bool:
        """Tells if positions are equal. Equal bytes are equal positions; others may be, since the bytes also say in
        which order something was laid or joined."""
        if isinstance(other, MachineState) and self._at is not None and other._at is not None:
            one, two = self._at, other._at
            if one is two or one.pool is two.pool and one.head == two.head and one.data() == two.data():
                return self.names == other.names
        return super().__eq__(other)

    __hash__ = State.__hash__


new_machine_state: Callable[..., MachineState] = object.__new__
"""Makes a state of which nothing is set yet."""
