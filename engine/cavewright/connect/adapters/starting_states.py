"""First states for adapters: those of the game as it was loaded, and those of the same game in an extension module once
so much was played that it is worth one."""

from __future__ import annotations

from ...machine.native.native_error import NativeError
from ...play.positions.playable import MACHINE_IN_C, PYTHON
from ...play.states.game import Game, State

WORTH_A_MODULE = 1_000
"""Moves after which a module is looked for: fewer are made sooner than a compiler is called."""


class StartingStates:
    """The first state of a game for a number of players, as often as one is wanted. Whoever plays adds to `moves`.

    The module is made by a thread of its own, by the C compiler at hand, and kept for other runs; until it is there, and
    where it cannot be had, the game is played as it was loaded. States of both are equal.

    >>> from cavewright import load_game
    >>> starts = StartingStates(load_game("tic-tac-toe"), 2)
    >>> starts.first_state().engine
    'python'
    """

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players, self.moves = game, players, 0
        self._first = game.new_initial_state(players)
        self._quick: Game | None = None
        self._is_looking = game.engine_name == PYTHON

    def first_state(self) -> State:
        """The first state."""
        if self.game.engine_name != PYTHON:
            return self.game.new_initial_state(self.players)
        if self._is_looking and self.moves >= WORTH_A_MODULE:
            self._look_for_module()
        return self._first

    def _look_for_module(self) -> None:
        """States stand in the module from now on, if it is there."""
        try:
            quick = self._quick = self._quick or _game_in_c(self.game)
            first = quick.new_initial_state(self.players)
        except (NativeError, OSError):
            self._is_looking = False
            return
        if first.engine != "interpreter":
            self._first, self._is_looking = first, False


def _game_in_c(game: Game) -> Game:
    """A game as one that is played in an extension module. Raises NativeError where there is no C compiler."""
    from ...machine.native.extension_game import ExtensionGame

    catalogues = {lang: tuple(sources) for lang, sources in game._wordings.sources.items()}
    return ExtensionGame(
        game.rules_model, game.facts, game._again, catalogues, game.mechanics, MACHINE_IN_C, origin=game.origin
    )
