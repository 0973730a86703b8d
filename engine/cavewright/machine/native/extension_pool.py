"""Positions of a game as objects of its extension module, and what Python knows of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...play.positions.action import CHANCE, Action
from ...play.states.game import Game
from ...rules.program import instructions as i
from ..ir.interface import Interface
from .extension import extension
from .traps import TrapError

CARRIED = ("game", "names")
"""The slots of a state that are the same in all states of a match."""
LAZY = ("_actions", "_boards", "_branches", "_h", "_known", "_listed", "_noted")
"""The slots of which `MachineState` finds out what they hold."""


class ExtensionPool:
    """Makes positions of slots and boards for a game. They are values: nothing of the pool is theirs."""

    writes_tensors = True
    """Its positions tell action numbers and tensors themselves."""

    def __init__(self, game: Game, interface: Interface, module: Any, base: type | None = None) -> None:
        self.game, self.interface, self.encoding = game, interface, interface.encoding
        self.pcs = tuple(interface.strides)
        self.sorts = tuple((interface.strides[pc], interface.widths[pc]) for pc in self.pcs)
        """of every decision how many numbers a row has, and how many values each sort of option has"""
        self._last: tuple[Any, Any, Any] | None = None
        self._factory = module.factory(self, base, CARRIED, LAZY, interface.merges)

    def store_position(self, h: Any, s: Any) -> Any:
        """The position of slots and boards. Raises TooMuchError for one that does not fit, and TrapError where the module
        cannot say it."""
        made = self._factory.position(self.encoding.encode(h, s))
        if made is None:
            raise TrapError(0)
        return made

    def add(self, h: Any, s: Any) -> Any:
        """The position of slots and boards. Of those that are asked for one after another most are the same: the first
        position of games."""
        known = self._last
        if known is None or known[0] is not h or known[1] is not s:
            known = self._last = h, s, self.store_position(h, s)
        return known[2]

    def put_into(self, made: ExtensionPool, h: Any, s: Any) -> Any:
        """The position of slots and boards, as `put` makes it."""
        return made.store_position(h, s)

    def make_action(self, player: int, decision: int, sort: int, values: Sequence[int]) -> Action:
        """The action of an option or of an outcome, by the numbers of its row."""
        pc = self.pcs[decision]
        if player == CHANCE:
            node = self.game.program.code[pc]
            assert isinstance(node, i.Chance)
            return Action(CHANCE, node.signature.name, tuple(values[:1]), node.signature, self.game)
        return self.game.actions(player, pc, [(sort, tuple(values))])[0]


def extension_pool(game: Game, players: int, base: type | None = None) -> ExtensionPool:
    """The positions of a game for a number of players, with states on a class if there is one. Raises NativeError where
    they cannot be had."""
    return ExtensionPool(game, *extension(game, players), base)
