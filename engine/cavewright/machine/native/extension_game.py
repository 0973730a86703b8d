"""Game whose states are objects of an extension module, which the C compiler at hand makes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...play.positions.playable import MACHINE_IN_C
from ...play.states.game import State
from .extension import is_kept, look_for_compiler
from .extension_pool import ExtensionPool, extension_pool
from .extension_state import ExtensionState
from .machine_game import MachineGame
from .module_making import ModuleMaker
from .native_error import NativeError


class ExtensionGame(MachineGame):
    """A game that is played in an extension module, for each number of players one. A module that was kept from before is
    ready at once; another is compiled by a thread of its own, and until then the interpreter plays, with the same outcome.

    Raises NativeError (a ValueError) where there is no C compiler, or no headers of Python. Where the compiler fails,
    whoever asks next raises it.
    """

    state_type = ExtensionState
    engine_made = MACHINE_IN_C

    def _look_for_machine(self) -> None:
        look_for_compiler()

    def _new_maker(self, players: int) -> ModuleMaker[Any]:
        return ModuleMaker(partial(self._make_pool, players), lambda: is_kept(self, players))

    def _make_pool(self, players: int) -> Any:
        try:
            return extension_pool(self, players, ExtensionState)
        except NativeError as error:
            if error.diagnostics:
                return None
            raise

    def actions_in(self, pool: Any) -> Any:
        """The pool itself, which makes positions."""
        assert isinstance(pool, ExtensionPool)
        return pool

    def new_initial_state(self, players: int | Sequence[str] | None = None) -> State:
        """The first state, for a number of players or their names; by default for as few as may play.

        Raises ValueError for a number of players that the rules do not allow, and for names that are not distinct.
        """
        state: Any = super().new_initial_state(players)
        if state._at is None:
            return state  # type: ignore[no-any-return]
        made: Any = state._at_position(state._at)
        made._noted = state._noted
        return made  # type: ignore[no-any-return]
