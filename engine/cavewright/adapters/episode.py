"""Episode: a match whose actions and observations are numbers, as environments of libraries hold it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..encodings import Actions, Observations
from ..loading.load import load_game
from ..matches.match import Match
from ..matches.seed import fresh_seed
from ..model.types import MOST
from ..positions.action import Action
from ..positions.sight import Viewer
from ..source.argument_checks import instance, whole_number, wrong_type, wrong_value
from ..states.game import Game
from .payoffs import known_utility, payoffs

Numbers: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
LOWEST, HIGHEST = -1.0, float(MOST)
"""Bounds of the numbers of an observation: places lie between -1 and 1, counts of pieces are never beyond."""
NOBODY = -1
"""Who acts when a match is over, or cut."""


class Episode:
    """One match after another of a ruleset as it is set, for a number of players.

    `game` is a `Game`, or an id or path with `options` and `overlays`. A match is cut after `max_moves` moves, chance
    among them, and pays as if it ended there.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None,
        options: Mapping[str, Any] | None,
        overlays: Sequence[str],
        utility: str,
        max_moves: int,
        reach: int | None,
    ) -> None:
        if isinstance(game, str):
            game = load_game(game, overlays=overlays, options=options)
        elif options or overlays:
            raise ValueError("options and overlays are those of the game that was given; load it with them")
        instance("game", game, Game, "a Game, or the id of a ruleset")
        whole_number("max_moves", max_moves, 1, "a whole number from 1")
        self.game, self.utility, self.max_moves = game, known_utility(utility), max_moves
        self.actions, self.observations = Actions(game, players, reach), Observations(game, players, reach)
        self.players = self.actions.players
        self._seeds = random.Random(fresh_seed())
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """A new match. With a seed this one and those that follow are the same each time; without, the next of those
        that follow."""
        if seed is not None:
            whole_number("seed", seed, 0, "a whole number from 0")
            self._seeds = random.Random(seed)
        self.match = Match(self.game, self.players, self._seeds.getrandbits(64))
        self._look()

    def _look(self) -> None:
        """Where the match stands now: who acts, the first of those who may, and whether it is cut, because it has become
        too long before it was over."""
        state = self.match.state
        is_long = len(self.match._moves) >= self.max_moves
        self.player = who = NOBODY if is_long or state.is_terminal else state.current_player
        if who < 0 and not is_long and not state.is_terminal:
            self.player = state.active_players[0]
        self.is_cut = is_long and not state.is_terminal

    @property
    def is_over(self) -> bool:
        """Whether nobody acts any more."""
        return self.player == NOBODY

    def observed(self, viewer: Viewer) -> Numbers:
        """What a viewer may know."""
        return np.frombuffer(self.observations.observe(self.match.state, viewer), np.float32)

    def mask(self, player: int) -> Mask:
        """1 for each number of an action that a player may choose; zeros where it may not act."""
        acts = player == self.player
        mask = self.actions.mask(self.match.state, player) if acts else bytearray(self.actions.size)
        return np.frombuffer(mask, np.int8)

    def act(self, action: Any) -> None:
        """Carries out an action of who acts. IllegalActionError with the reasons, where it may not be chosen; TypeError
        and ValueError for what is no number of one."""
        number = self.number(action)
        if not 0 <= number < self.actions.size:
            raise wrong_value("action", number, self._numbers)
        self.push(self.actions.action(self.match.state, number, self.player))

    def push(self, action: Action) -> None:
        """Carries out an action of whoever may act."""
        self.match.push(action)
        self._look()

    def number(self, action: Any) -> int:
        """The number that an action is, of whatever library. TypeError for what is none."""
        try:
            return index(action)
        except TypeError as error:
            raise wrong_type("action", action, self._numbers) from error

    @property
    def _numbers(self) -> str:
        return f"a whole number from 0 to {self.actions.size - 1}"

    def paid(self) -> list[float]:
        """What the match is worth to each player as it stands."""
        return payoffs(self.match.state, self.utility)
