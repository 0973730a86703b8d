"""Environments of Gymnasium: one seat at the table against bots. Needs the extra `gymnasium`.

>>> from cavewright.adapters import gymnasium
>>> alone = gymnasium.env("connect-four", bots=["random"])
>>> observation, info = alone.reset(seed=7)
>>> observation, reward, terminated, truncated, info = alone.step(3)
>>> reward, terminated, int(info["action_mask"].sum()), alone.step(9)[4]["refused"]
(0.0, False, 7, 'action 9 is no number from 0 to 6')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from .. import bots as all_bots
from ..positions.action import IllegalActionError
from ..source.argument_checks import whole_number, wrong_type, wrong_value
from ..states.game import Game
from .episode import HIGHEST, LOWEST, Episode, Mask, Numbers

ILLEGAL = -1.0
"""What an action pays that is not allowed."""


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
    or bots.

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
        bots: Sequence[str | all_bots.Bot] = ("random",),
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.episode = Episode(game, players, **settings)
        seats = f"a number from 0 to {self.episode.players - 1}"
        whole_number("seat", seat, 0, seats)
        if seat >= self.episode.players:
            raise wrong_value("seat", seat, seats)
        if isinstance(bots, str) or not isinstance(bots, Sequence) or not bots:
            raise wrong_value("bots", bots, "a list of one name or more")
        for each in bots:
            if isinstance(each, str):
                all_bots.make(each, self.episode.game)
            elif not hasattr(each, "choose"):
                raise wrong_type("bots", each, "names of bots, or objects with `choose(state, player)`")
        self.seat, self.bots, self.render_mode = seat, tuple(bots), render_mode
        self._others: dict[int, all_bots.Bot] = {}
        self.observation_space = gym.spaces.Box(LOWEST, HIGHEST, (self.episode.observations.size,), np.float32)
        self.action_space = gym.spaces.Discrete(self.episode.actions.size)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """A new match, until it is the seat's turn."""
        self.episode.begin(seed)
        super().reset(seed=seed)
        others = [n for n in range(self.episode.players) if n != self.seat]
        found = {n: self.bots[at % len(self.bots)] for at, n in enumerate(others)}
        made = self.episode.seed
        self._others = {
            n: all_bots.make(each, self.episode.game, made + n) if isinstance(each, str) else each
            for n, each in found.items()
        }
        self._go_on()
        return self.episode.observed(self.seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Carries out an action of the seat, and those of the bots until it is asked again."""
        refused = self._tried(self.episode.number(action))
        if refused:
            return self.episode.observed(self.seat), ILLEGAL, True, False, {**self._info(), "refused": refused}
        self._go_on()
        episode = self.episode
        paid = episode.paid()[self.seat] if episode.is_over else 0.0
        return episode.observed(self.seat), paid, episode.state.is_terminal, episode.is_cut, self._info()

    def _tried(self, number: int) -> str:
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
        """The bots act until the seat is asked or the match is over."""
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
        from ..draw import draw_text
        from ..views.scene import scene_of

        return draw_text(scene_of(self.episode.state, self.seat)) if self.render_mode == "ansi" else None
