"""State on a position of an extension module. The module makes a class on top of this one that does in C what is asked for
in every step; this one does the rest, and all of it where a state stands at no position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...play.positions.action import Action
from ...play.states.game import State
from .legal_actions import OfferedAction
from .machine_state import MachineState, new_machine_state


class ExtensionState(MachineState):
    """A state whose position is an object of an extension module."""

    __slots__ = ()
    _at: Any

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """The legal actions of a player, always in the same order; empty when it may not act. Each is made when somebody
        looks at it.

        Without a player when exactly one may act; ValueError when several may.
        """
        found: Any = super().legal_actions(player)
        return found.legal_actions() if found is self._at else found  # type: ignore[no-any-return]

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

    def _at_position(self, to: Any, before: Any = None, by: Any = 0) -> MachineState:
        made = new_machine_state(to.state_type)
        made.game, made.names, made._at, made._before, made._by = self.game, self.names, to, before, by
        return made
