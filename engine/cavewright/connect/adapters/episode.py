"""Episode: a match whose actions and observations are numbers, as environments of libraries hold it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...bots.encodings import Actions, Observations
from ...bots.encodings.payoffs import MOVES, WIN, known_utility, payoffs
from ...foundation.source.argument_checks import whole_number, wrong_type, wrong_value
from ...play.loading.load import resolve_game
from ...play.matches.history import draw_all_by_seed
from ...play.matches.match import Match
from ...play.matches.seed import fresh_seed
from ...play.positions.action import Action, IllegalActionError
from ...play.positions.sight import Viewer
from ...play.states.game import Game, State
from ...rules.model.types import MOST
from .starting_states import StartingStates

Numbers: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
LOWEST, HIGHEST = -1.0, float(MOST)
"""Bounds of the numbers of an observation: places lie between -1 and 1, counts of pieces are never beyond."""
NOBODY = -1
"""Who acts when a match is over, or cut."""
FLOAT = np.dtype(np.float32)


class Episode:
    """One match after another of a ruleset as it is set, for a number of players.

    `game` is a `Game`, or an id or path with `options` and `overlays`. `utility` is `win` (1 for who wins, -1 for who
    does not, 0 for all where nobody or everybody does), `score` (the totals) or `margin` (by how much a total passes
    the average of all), paid at the end. A match is cut after `max_moves` moves, chance among them, and pays as if it
    ended there. `reach` is that of `Actions`, `window` that of `Observations`.

    `state` is the position, `seed` what settles chance, `match` all that led here.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        overlays: Sequence[str] = (),
        utility: str = WIN,
        max_moves: int = MOVES,
        reach: int | None = None,
        window: int | None = None,
    ) -> None:
        self.game = game = resolve_game(game, overlays, options)
        whole_number("max_moves", max_moves, 1, "a whole number from 1")
        self.utility, self.max_moves, self._sight = known_utility(utility), max_moves, (reach, window)
        self.actions = Actions(game, players, reach)
        self.observations = Observations(game, players, reach, window)
        self.players = self.actions.players
        self._starts, self._moves = StartingStates(game, self.players), 0
        self._seeds = random.Random(fresh_seed())
        self.begin(None)

    def again(self, players: int | None = None) -> Episode:
        """Another episode of the same settings, for another number of players where one is named."""
        players = self.players if players is None else players
        return Episode(self.game, players, None, (), self.utility, self.max_moves, *self._sight)

    def begin(self, seed: int | None) -> None:
        """A new match. With a seed this one and those that follow are the same each time; without, the next of those
        that follow."""
        if seed is not None:
            whole_number("seed", seed, 0, "a whole number from 0")
            self._seeds = random.Random(seed)
        self.seed = self._seeds.getrandbits(64)
        self._done: list[tuple[int, int] | Action] = []
        self._match: Match | None = None
        self._starts.moves += self._moves
        self._replayed = self._moves = 0
        self._stand_at(self._starts.first_state())

    def _stand_at(self, state: State) -> None:
        """The match has come to a state: chance brings what is due, and it is said who acts, the first of those who may,
        and whether the match is cut, because it has become too long before it was over."""
        for _, drawn in draw_all_by_seed(state, self.seed, self._moves):
            state, self._moves = drawn, self._moves + 1
        who = state.current_player
        self.state, self.is_cut, self.player = state, False, who
        if who < 0:
            active = state.active_players
            self.player = active[0] if active else NOBODY
        if self._moves >= self.max_moves and self.player != NOBODY:
            self.is_cut, self.player = True, NOBODY

    @property
    def match(self) -> Match:
        """The match with all that led here, which is made when somebody asks."""
        match = self._match or Match(self.game, self.players, self.seed)
        self._match, done = match, self._done[self._replayed :]
        self._replayed = len(self._done)
        for each in done:
            match.push(each if isinstance(each, Action) else self.actions.decode(*each))
        return match

    @property
    def is_over(self) -> bool:
        """True if nobody acts any more."""
        return self.player == NOBODY

    def observe(self, viewer: Viewer) -> Numbers:
        """Returns the part of the position that a viewer may know."""
        return np.frombuffer(self.observations.observe_anew(self.state, viewer), FLOAT)

    def mask(self, player: int) -> Mask:
        """1 for each number of an action that a player may choose; zeros where it may not act."""
        return self.mask_of_any(player if player == self.player else NOBODY)

    def mask_of_any(self, player: int) -> Mask:
        """Returns the mask of anybody who may act, also of one of several; zeros for nobody."""
        mask = self.actions.mask(self.state, player) if player != NOBODY else bytearray(self.actions.size)
        return np.frombuffer(mask, np.int8)

    def act(self, action: Any, player: int | None = None) -> None:
        """Carries out an action of who acts, or of a player who may, too. IllegalActionError with the reasons, where it
        may not be chosen; TypeError and ValueError for what is no number of one."""
        player = self.player if player is None else player
        number = self._known_number(action)
        state = self.actions.apply(self.state, number, player)
        self._done.append((number, player))
        self._moves += 1
        self._stand_at(state)

    def check(self, action: Any, player: int) -> None:
        """Raises what `act` raises, and does nothing."""
        number = self._known_number(action)
        if number not in self.actions.numbers(self.state, player):
            chosen = self.actions.decode(number, player)
            raise IllegalActionError(chosen, self.state.check(chosen))

    def _known_number(self, action: Any) -> int:
        """The number of an action, of which it is certain that there is one."""
        number = self.number(action)
        if not 0 <= number < self.actions.size:
            raise wrong_value("action", number, self._numbers)
        return number

    def push(self, action: Action) -> None:
        """Carries out an action of whoever may act."""
        state = self.state.apply(action)
        self._done.append(action)
        self._moves += 1
        self._stand_at(state)

    def number(self, action: Any) -> int:
        """The number that an action is, of whatever library. TypeError for what is none."""
        try:
            return index(action)
        except TypeError as error:
            raise wrong_type("action", action, self._numbers) from error

    @property
    def _numbers(self) -> str:
        return f"a whole number from 0 to {self.actions.size - 1}"

    def payments(self) -> list[float]:
        """Returns the payoff of each player if the match ended now."""
        return payoffs(self.state, self.utility)
