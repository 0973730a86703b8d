"""Environments of PettingZoo: every ruleset, for agents that act one after another. Needs the extra `pettingzoo`.

>>> from cavewright.adapters import pettingzoo
>>> zoo = pettingzoo.env("tic-tac-toe")
>>> zoo.reset(seed=7)
>>> observation, reward, termination, truncation, info = zoo.last()
>>> zoo.agent_selection, observation["action_mask"].tolist(), int(zoo.action_space("player_0").n)
('player_0', [1, 1, 1, 1, 1, 1, 1, 1, 1], 9)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ...play.positions.sight import ALL
from ...play.states.game import Game
from .agents import agent_spaces
from .episode import NOBODY, Episode


def env(game: Game | str, players: int | None = None, render_mode: str | None = None, **settings: Any) -> Any:
    """An environment of a game, or of the ruleset of an id or a path, as PettingZoo wants to be asked: an action that
    is not allowed ends the match, and who chose it pays 1.

    `settings` are those of `Episode`: `options`, `overlays`, `utility`, `max_moves`, `reach`, `window`. A match that is
    cut after `max_moves` moves truncates its agents. `render_mode` is `ansi` (the board as text) or None. Raises what
    `load_game` and `cavewright.encodings.Actions` raise.

    >>> made = env("tic-tac-toe")
    >>> made.reset(seed=7)
    >>> int(made.observe("player_0")["action_mask"].sum())
    9
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, players, render_mode, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Environment without wrappers: an action that is not allowed raises IllegalActionError with its reasons.

    Agents are `player_0` and so on. An observation has `observation`, the tensor of `cavewright.encodings.Observations`,
    and `action_mask`. While players act at once the first of those who have still to choose is asked; the others do not
    see what it chose.

    >>> zoo = raw_env("tic-tac-toe")
    >>> zoo.reset(seed=1)
    >>> zoo.step(4)
    >>> zoo.agent_selection, int(zoo.observe("player_1")["action_mask"].sum())
    ('player_1', 8)
    """

    def __init__(
        self, game: Game | str, players: int | None = None, render_mode: str | None = None, **settings: Any
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or `ansi`, not {render_mode!r}")
        self.episode = Episode(game, players, **settings)
        self.metadata = {
            "name": f"cavewright_{self.episode.game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{n}" for n in range(self.episode.players)]
        self._players = {each: n for n, each in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.observation_spaces, self.action_spaces = agent_spaces(self.episode, self.possible_agents)

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new match; see `Episode.begin`."""
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self._settle()

    def step(self, action: Any) -> None:
        """Carries out an action of the agent whose turn it is."""
        agent, episode = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode.act(action)
        if episode.player == NOBODY:
            self._settle()
        else:
            self.agent_selection = self.possible_agents[episode.player]

    def _settle(self) -> None:
        """Chooses the agent who decides first; at the end, pays everybody. On the way it pays nobody. On the way nobody
        is."""
        if not self.episode.is_over:
            self.agent_selection = self.possible_agents[self.episode.player]
            return
        ends = self.truncations if self.episode.is_cut else self.terminations
        for each, paid in zip(self.agents, self.episode.payments(), strict=True):
            self.rewards[each] = self._cumulative_rewards[each] = paid
            ends[each] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the part of the position that an agent may know, and its choices."""
        player, episode = self._players[agent], self.episode
        return {"observation": episode.observe(player), "action_mask": episode.mask(player)}

    def state(self) -> Any:
        """All that there is, as a tensor."""
        return self.episode.observe(ALL)

    def render(self) -> str | None:
        """The board as text, as a spectator knows it."""
        from ...foundation.draw import draw_text
        from ...play.views.scene import scene_of

        return draw_text(scene_of(self.episode.state, None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
