"""Vector environments of Gymnasium over batches: many games at once in a module. Needs `cavewright[gymnasium,native]`.

>>> from cavewright.adapters.gymnasium_vector import SeatVector
>>> many = SeatVector("connect-four", num_envs=3, bots=["random"])
>>> observations, infos = many.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = many.step([3, 3, 0])
>>> observations.shape, rewards.tolist(), infos["action_mask"].shape
((3, 97), [0.0, 0.0, 0.0], (3, 7))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ...bots import players as all_bots
from ...bots.batches import Vector
from ...bots.encodings.payoffs import MOVES, WIN
from ...foundation.source.argument_checks import wrong_value
from ...play.states.game import Game
from .episode import HIGHEST, LOWEST, Mask, Numbers
from .seats import RANDOM, known_bots, known_seat

ILLEGAL = -1.0
"""What an action pays that is not allowed."""
MODES = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP


class SeatVector(gym.vector.VectorEnv[Any, Any, Any]):  # type: ignore[misc]
    """`num_envs` games in each of which a learner has a `seat` and bots have the others, or, with `bots="self"`, the
    learner has all seats: then it observes as who decides, and is paid as who has acted.

    Each game goes on until the learner decides again. One that is over begins anew, as `autoreset_mode` of Gymnasium
    says it: in the `SAME_STEP`, with what was observed last in `infos["final_obs"]`, or in the `NEXT_STEP`, which
    ignores the action. `infos["action_mask"]` and `action_masks()` say what may be chosen, `infos["player"]` who
    decides. An action that is not allowed ends its game and pays -1; `infos["refused"]` is true there. Bots `random`
    are drawn in the module; all others choose in Python, game by game. `utility`, `max_moves`, `options`, `overlays`
    and `window` are those of `Vector`. Raises what that raises, NativeError also for games with too many numbers of actions.

    >>> many = SeatVector("tic-tac-toe", num_envs=2, bots="self")
    >>> observations, infos = many.reset(seed=7)
    >>> many.step([4, 8])[4]["player"].tolist()
    [1, 1]
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str | all_bots.Bot] = (RANDOM,),
        options: Mapping[str, Any] | None = None,
        overlays: Sequence[str] = (),
        utility: str = WIN,
        max_moves: int = MOVES,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        window: int | None = None,
    ) -> None:
        self.mode = _known_mode(autoreset_mode)
        self.batch = Vector(game, players, num_envs, None, options, overlays, utility, max_moves, window)
        self.seat = known_seat(seat, self.batch.players)
        self.bots = known_bots(bots, self.batch.game)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.metadata = {"autoreset_mode": self.mode, "render_modes": ["ansi"]}
        numbers = self.batch.mask.shape[1]
        self.single_observation_space = gym.spaces.Box(LOWEST, HIGHEST, (self.batch.encoding.size,), np.float32)
        self.single_action_space = gym.spaces.Discrete(numbers)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._each = np.arange(num_envs)
        self._begin(None)

    # ---- what it is asked ------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """All games begin anew, until the learner decides. With a seed they and those that follow are the same each
        time."""
        if options and "reset_mask" in options:
            raise ValueError("options has no `reset_mask` here: each game begins anew by itself")
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(2**63)))
        return self.batch.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carries out an action in each game, and those of the bots until the learner decides again."""
        batch, chosen, begins = self.batch, self._numbers(actions), self._begins
        self._rewards[:], self._over[:], self._cut[:] = 0, False, False
        viewers = batch.current_player.copy()
        legal = (chosen >= 0) & (chosen < batch.mask.shape[1])
        legal &= batch.mask[self._each, np.where(legal, chosen, 0)] != 0
        refused = ~legal & ~begins
        for n in np.flatnonzero(refused):
            batch.cut(int(n))
        self._final = batch.final_observations(viewers) if refused.any() else np.zeros_like(batch.observations)
        self._final[~refused] = 0
        self._rewards[refused], self._over[refused] = ILLEGAL, True
        going = legal & ~begins
        batch.step(chosen, going)
        self._note(going, viewers)
        self._go_on(viewers)
        return self._report_step(refused)

    def action_masks(self) -> Any:
        """1 for each number that may be chosen, for each game."""
        return self.batch.mask.copy()

    def render(self) -> tuple[str, ...] | None:
        """The boards as texts, each as who decides knows it."""
        from ...foundation.draw import draw_text
        from ...play.views.scene import scene_of

        if self.render_mode != "ansi":
            return None
        who = self.batch.current_player.tolist()
        return tuple(draw_text(scene_of(self.batch.state(n), player)) for n, player in enumerate(who))

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the batch; nothing goes on behind that."""
        self.batch.close()

    # ---- on the way ------------------------------------------------------------------------------------------------------

    def _begin(self, seed: int | None) -> None:
        """All games begin, with a seed or another one each time."""
        self.batch.reset(seed)
        self._made: dict[tuple[int, int], all_bots.Bot] = {}
        self._seed = 0 if seed is None else seed
        self._rewards: Numbers = np.zeros(self.num_envs, np.float64)
        self._over: Mask = np.zeros(self.num_envs, bool)
        self._cut: Mask = np.zeros(self.num_envs, bool)
        self._begins: Mask = np.zeros(self.num_envs, bool)
        self._final = np.zeros_like(self.batch.observations)
        self._go_on(self.batch.current_player.copy())
        self._over[:], self._cut[:] = False, False

    def _numbers(self, actions: Any) -> Any:
        """A number for each game. ValueError for anything else."""
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or not np.issubdtype(found.dtype, np.integer):
            raise ValueError(f"actions is an array of {self.num_envs} whole numbers, not {actions!r:.60}")
        return found.astype(np.int64)

    def _go_on(self, viewers: Any) -> None:
        """The bots act until in each game the learner decides."""
        batch = self.batch
        if self.bots is None:
            return
        for _ in range(4 * batch.max_moves):
            others = batch.current_player != self.seat
            if not others.any():
                return
            batch.step(self._replies(others), others)
            self._note(others, viewers)
        raise RuntimeError(f"player {self.seat} of {batch.game.id} does not come to decide anything")

    def _replies(self, others: Any) -> Any:
        """The number of an action of a bot for each game in which one decides."""
        batch = self.batch
        numbers = batch.random_actions()
        if self.bots is not None and set(self.bots) != {RANDOM}:
            assert batch.actions is not None
            for n in map(int, np.flatnonzero(others)):
                player = int(batch.current_player[n])
                kind = self.bots[(player - (player > self.seat)) % len(self.bots)]
                if kind != RANDOM:
                    chosen = self._bot(kind, n, player).choose(batch.state(n), player)
                    numbers[n] = batch.actions.encode(chosen)
        return numbers

    def _bot(self, kind: str | all_bots.Bot, n: int, player: int) -> all_bots.Bot:
        """The bot at a seat of a game, which is made when it is first to choose."""
        if not isinstance(kind, str):
            return kind
        if (n, player) not in self._made:
            seed = self._seed + n * self.batch.players + player
            self._made[n, player] = all_bots.make(kind, self.batch.game, seed)
        return self._made[n, player]

    def _note(self, stepped: Any, viewers: Any) -> None:
        """Notes what games paid that the last step of the batch has ended, each but once."""
        batch = self.batch
        ends = stepped & (batch.terminated | batch.truncated) & ~self._over & ~self._cut
        if not ends.any():
            return
        who = viewers if self.bots is None else np.full(self.num_envs, self.seat)
        self._rewards[ends] = batch.rewards[self._each, who][ends]
        self._over |= ends & batch.terminated
        self._cut |= ends & batch.truncated
        self._final[ends] = batch.final_observations(who)[ends]

    def _report_step(self, refused: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Returns the answer that Gymnasium expects of a step."""
        infos, observations = self._infos(), self.batch.observations.copy()
        ended = self._over | self._cut
        infos |= {"refused": refused, "_refused": np.ones(self.num_envs, bool)}
        if self.mode == AutoresetMode.NEXT_STEP:
            observations[ended] = self._final[ended]
            infos["action_mask"][ended] = 1
            self._begins = ended
        elif ended.any():
            infos |= {"final_obs": self._final, "_final_obs": ended}
            infos |= {"final_info": {"refused": refused, "_refused": ended}, "_final_info": ended}
        return observations, self._rewards.copy(), self._over.copy(), self._cut.copy(), infos

    def _infos(self) -> dict[str, Any]:
        everywhere: Mask = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": everywhere,
            "player": self.batch.current_player.copy(),
            "_player": everywhere,
        }


def _known_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode of beginning anew. ValueError for one that a batch does not have."""
    expected = "`SameStep` or `NextStep`"
    try:
        found = AutoresetMode(mode)
    except ValueError:
        raise wrong_value("autoreset_mode", mode, expected) from None
    if found not in MODES:
        raise wrong_value("autoreset_mode", found.value, expected)
    return found
