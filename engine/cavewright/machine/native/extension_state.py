"""State on a position of an extension module. The module makes a class on top of this one that does in C what is asked for
in every step; this one does the rest, and all of it where a state stands at no position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...play.positions.action import Action
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

    def _at_position(self, to: Any, before: Any = None, by: Any = 0) -> MachineState:
        made = new_machine_state(to.state_type)
        made.game, made.names, made._at, made._before, made._by = self.game, self.names, to, before, by
        return made
