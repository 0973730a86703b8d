"""Environments of Gymnasium: one seat at the table against bots. Needs the extra `gymnasium`.

>>> from cavewright.adapters import gymnasium
>>> alone = gymnasium.env("connect-four", bots=["random"])
>>> observation, info = alone.reset(seed=7)
>>> observation, reward, terminated, truncated, info = alone.step(3)
>>> reward, terminated, int(info["action_mask"].sum()), alone.step(9)[4]["refused"]
(0.0, False, 7, 'action 9 is no number from 0 to 6')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from ...bots import players as all_bots
from ...language.compose import registered_games
from ...play.positions.action import IllegalActionError
from ...play.states.game import Game
from .episode import HIGHEST, LOWEST, Episode, Mask, Numbers
from .seats import RANDOM, known_bots, known_seat

ILLEGAL = -1.0
"""What an action pays that is not allowed."""
SPACE = "cavewright"
"""The namespace of names of environments."""


def register(games: Iterable[str | Game] | None = None) -> tuple[str, ...]:
    """Registers rulesets with Gymnasium, by default all that are bundled, and returns their names there:
    `gymnasium.make` then makes a `OneSeat`, `gymnasium.make_vec` a `SeatVector`, with the settings of these. Importing
    this module registers what is bundled. A `Game` is registered as it is set, under its id and the beginning of its
    hash.

    >>> import gymnasium
    >>> made = gymnasium.make("cavewright/connect-four-v0", bots=["random"])
    >>> observation, info = made.reset(seed=7)
    >>> gymnasium.make_vec("cavewright/connect-four-v0", num_envs=3).observation_space.shape
    (3, 97)
    """
    found = []
    for each in registered_games() if games is None else games:
        name = f"{SPACE}/{f'{each.id}-{each.hash[:8]}' if isinstance(each, Game) else each}-v0"
        if name not in gym.registry:
            made, many = f"{__name__}:OneSeat", f"{__package__}.gymnasium_vector:SeatVector"
            gym.register(name, entry_point=made, vector_entry_point=many, kwargs={"game": each})
        found.append(name)
    return tuple(found)


def env(game: Game | str, **settings: Any) -> OneSeat:
    """An environment of a game, or of the ruleset of an id or a path; `settings` are those of `OneSeat`.

    >>> made = env("tic-tac-toe", bots=["random"])
    >>> observation, info = made.reset(seed=7)
    >>> int(info["action_mask"].sum())
    9
    """
    return OneSeat(game, **settings)


class OneSeat(gym.Env[Numbers, Any]):  # type: ignore[misc]
    """A player, `seat`, against bots on the other seats: names of `cavewright.bots`, repeated until every seat has one,
    or bots. With `bots="self"` a learner has all seats: it observes as who decides (`seat` then), and is paid as who has
    acted.

    An observation is the tensor of `cavewright.encodings.Observations`; `info["action_mask"]`, and `action_masks()`,
    say what may be chosen. An action that is not allowed ends the match and pays -1; `info["refused"]` says why.
    `settings` are those of `Episode`.

    >>> alone = OneSeat("tic-tac-toe", seat=1, bots=["random"])
    >>> observation, info = alone.reset(seed=1)
    >>> int(info["action_mask"].sum())
    8
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str | all_bots.Bot] = (RANDOM,),
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.episode = Episode(game, players, **settings)
        self.seat = known_seat(seat, self.episode.players)
        self.bots = known_bots(bots, self.episode.game)
        self.render_mode = render_mode
        self._others: dict[int, all_bots.Bot] = {}
        self.observation_space = gym.spaces.Box(LOWEST, HIGHEST, (self.episode.observations.size,), np.float32)
        self.action_space = gym.spaces.Discrete(self.episode.actions.size)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """A new match, until it is the seat's turn."""
        self.episode.begin(seed)
        super().reset(seed=seed)
        self._others = self._bots_at_seats() if self.bots is not None else {}
        self._go_on()
        return self.episode.observe(self.seat), self._info()

    def _bots_at_seats(self) -> dict[int, all_bots.Bot]:
        """The bots of a match by their seats."""
        assert self.bots is not None
        others = [n for n in range(self.episode.players) if n != self.seat]
        found = {n: self.bots[at % len(self.bots)] for at, n in enumerate(others)}
        return {
            n: all_bots.make(each, self.episode.game, self.episode.seed + n) if isinstance(each, str) else each
            for n, each in found.items()
        }

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Carries out an action of the seat, and those of the bots until it is asked again."""
        episode, acted = self.episode, self.seat
        refused = self._try(episode.number(action))
        if refused:
            return episode.observe(self.seat), ILLEGAL, True, False, {**self._info(), "refused": refused}
        self._go_on()
        paid = episode.payments()[acted] if episode.is_over else 0.0
        return episode.observe(self.seat), paid, episode.state.is_terminal, episode.is_cut, self._info()

    def _try(self, number: int) -> str:
        """Carries out an action; why not, where it is not allowed."""
        if self.episode.is_over:
            return "the match is over; `reset` begins another"
        if not 0 <= number < self.episode.actions.size:
            return f"action {number} is no number from 0 to {self.episode.actions.size - 1}"
        try:
            self.episode.act(number)
        except IllegalActionError as error:
            return str(error)
        return ""

    def _go_on(self) -> None:
        """The bots act until the seat is asked or the match is over; where a learner has all seats, it goes on at that of
        who decides."""
        if self.bots is None:
            self.seat = self.seat if self.episode.is_over else self.episode.player
        while not self.episode.is_over and self.episode.player != self.seat:
            player = self.episode.player
            self.episode.push(self._others[player].choose(self.episode.state, player))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """1 for each number that may be chosen."""
        return self.episode.mask(self.seat)

    def render(self) -> str | None:
        """The board as text, as the seat knows it."""
        from ...foundation.draw import draw_text
        from ...play.views.scene import scene_of

        return draw_text(scene_of(self.episode.state, self.seat)) if self.render_mode == "ansi" else None


register()
