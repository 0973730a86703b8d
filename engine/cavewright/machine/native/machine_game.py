"""Game whose states stand in a module. Until that has been made, and where it cannot be, the interpreter plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...engine.jit.mechanics import Mechanics
from ...foundation.source.argument_checks import whole_number, wrong_value
from ...play.positions.playable import INTERPRETER, MACHINE
from ...play.positions.rulebook import Facts
from ...play.positions.wording import Catalogues
from ...play.states.game import Game, State
from ...play.states.origin import Origin
from ...rules.model.ruleset import Ruleset
from .legal_actions import LegalActions
from .linking import backend_of
from .machine import WASM
from .machine_state import MachineState
from .module_making import ModuleMaker
from .moves import maker_for
from .position_pool import PositionPool


class MachineGame(Game):
    """A game that is played in a module, for each number of players one. A thread of its own makes it, or reads what was
    kept of it, and until then the interpreter plays, with the same outcome: whoever asks for a state never waits. Where
    there are no threads, as in a browser, `make_module` makes it.

    Raises NativeError (a ValueError) where nothing can run a module.
    """

    state_type = MachineState
    engine_made = MACHINE
    """what `load_game` calls it"""

    def __init__(
        self,
        rules: Ruleset,
        facts: Facts | None = None,
        again: Callable[[Mapping[str, Any]], Game] | None = None,
        catalogues: Catalogues | None = None,
        mechanics: Mechanics | None = None,
        engine: str = MACHINE,
        *,
        origin: Origin | None = None,
    ) -> None:
        if engine != self.engine_made:
            raise wrong_value("engine", engine, self.engine_made)
        self._look_for_machine()
        super().__init__(rules, facts, again, catalogues, mechanics, INTERPRETER, origin=origin)
        self.engine_name = engine
        self._makers: dict[int, ModuleMaker[Any]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        made, given = super().__reduce__()
        return (type(self) if made is Game else made), given

    # ---- the module --------------------------------------------------------------------------------------------------

    def _look_for_machine(self) -> None:
        """Raises NativeError where nothing can run a module."""
        backend_of(WASM)

    def _new_maker(self, players: int) -> ModuleMaker[Any]:
        """Returns what makes the module for a number of players."""
        return maker_for(self, players)

    def maker(self, players: int) -> ModuleMaker[Any]:
        """Returns what makes the pool in which positions of games for a number of players lie."""
        if players not in self._makers:
            self._makers[players] = self._new_maker(players)
        return self._makers[players]

    def pool(self, players: int) -> PositionPool | None:
        """Returns the pool in which positions of games for a number of players lie; none as long as there is no
        module."""
        found: PositionPool | None = self.maker(players).take()
        return found

    def make_module(self, players: int | None = None) -> str:
        """Waits until there is the module for a number of players, by default for as few as may play. Returns what carries
        the rules out then: `machine`, or `interpreter` if they cannot be compiled (`cavewright check` says why).

        >>> from cavewright import load_game
        >>> game = load_game("tic-tac-toe", engine="machine")
        >>> game.make_module(), game.new_initial_state().engine
        ('machine', 'machine')
        """
        least, most = self.rules_model.player_range
        players = least if players is None else players
        whole_number("players", players, least, f"a whole number from {least} to {most}")
        if players > most:
            raise wrong_value("players", players, f"a whole number from {least} to {most}")
        return INTERPRETER if self.maker(players).wait() is None else MACHINE

    def actions_in(self, pool: PositionPool) -> LegalActions:
        """A position that nobody has."""
        return LegalActions(pool, pool.new(), 0, self)

    def merges(self, at: LegalActions) -> bool:
        """Tells if chance has outcomes here that stand for several pieces in some positions only, which the interpreter
        knows."""
        pool: Any = at.pool
        return bool(pool.interface.merges)

    def slots_at(self, at: LegalActions) -> tuple[list[Any], list[dict[int, Any]]]:
        """Returns the slots and boards of a position."""
        pool: Any = at.pool
        h, s = pool.encoding.decode(at.data())
        return self.interpreter.evaluate.with_scratch(h), s

    # ---- states ------------------------------------------------------------------------------------------------------

    def new_initial_state(self, players: int | Sequence[str] | None = None) -> State:
        """The first state, for a number of players or their names; by default for as few as may play.

        Raises ValueError for a number of players that the rules do not allow, and for names that are not distinct.
        """
        state = super().new_initial_state(players)
        first = self._first_states[len(state.names)]
        assert isinstance(state, MachineState) and isinstance(first, MachineState)
        state._at = first._enter_module()
        return state
