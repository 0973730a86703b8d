"""Environments of PettingZoo in its parallel form: in each step every agent gives an action. Needs the extra
`pettingzoo`.

>>> from cavewright.adapters.pettingzoo_parallel import parallel_env
>>> zoo = parallel_env("tic-tac-toe")
>>> observations, infos = zoo.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = zoo.step({"player_0": 4, "player_1": 0})
>>> [int(each["action_mask"].sum()) for each in observations.values()], [each["acts"] for each in infos.values()]
([0, 8], [False, True])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from ...play.positions.sight import ALL
from ...play.states.game import Game
from .agents import agent_spaces
from .episode import NOBODY, Episode


class parallel_env(ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A match in which every step takes an action of each agent, and carries out those of all who may act: of the one
    whose turn it is, or, while players act at once, of all of them, none of whom sees what the others choose. The
    actions of all others are ignored; their masks are zeros, and `infos[agent]["acts"]` is false.

    `settings` are those of `Episode`. An action that is not allowed, or missing, of an agent that may act raises
    IllegalActionError or ValueError, and nothing has been done.

    >>> zoo = parallel_env("the-cave", players=2, options={"starting_kit": "free"})
    >>> observations, infos = zoo.reset(seed=1)
    >>> [each["acts"] for each in infos.values()]
    [True, True]
    """

    def __init__(
        self, game: Game | str, players: int | None = None, render_mode: str | None = None, **settings: Any
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or `ansi`, not {render_mode!r}")
        self.episode, self.render_mode = Episode(game, players, **settings), render_mode
        self.metadata = {"name": f"cavewright_{self.episode.game.id}", "render_modes": ["ansi"]}
        self.possible_agents = [f"player_{n}" for n in range(self.episode.players)]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = agent_spaces(self.episode, self.possible_agents)

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's choices."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
        """A new match; see `Episode.begin`."""
        self.episode.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Carries out the actions of all who may act. ValueError when the match is over."""
        episode, agents = self.episode, self.agents
        if not agents:
            raise ValueError("the match is over; `reset` begins another")
        acting = self._acting()
        missing = [agents[each] for each in acting if agents[each] not in actions]
        if missing:
            raise ValueError(f"actions has none of {missing[0]}, who may act")
        for player in acting:
            episode.check(actions[agents[player]], player)
        for player in acting:
            if not episode.is_over:
                episode.act(actions[agents[player]], player)
        observations = self._observations()
        infos = self._infos()
        over = episode.is_over
        rewards = dict(zip(agents, episode.payments() if over else [0.0] * len(agents), strict=True))
        terminations = dict.fromkeys(agents, over and not episode.is_cut)
        truncations = dict.fromkeys(agents, episode.is_cut)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _acting(self) -> tuple[int, ...]:
        """All who may act."""
        return () if self.episode.is_over else self.episode.state.active_players

    def _observations(self) -> dict[str, Any]:
        """Returns by agent all that it may know, and its legal choices."""
        episode, acting = self.episode, self._acting()
        return {
            agent: {
                "observation": episode.observe(n),
                "action_mask": episode.mask_of_any(n if n in acting else NOBODY),
            }
            for n, agent in enumerate(self.agents)
        }

    def _infos(self) -> dict[str, Any]:
        acting = self._acting()
        return {agent: {"acts": n in acting} for n, agent in enumerate(self.agents)}

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
