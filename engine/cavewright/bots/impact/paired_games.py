"""Pairs of games: one by the base, one by a variant, with the same seed, the same chance and bots on the same seats."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any

from joblib import delayed, effective_n_jobs

from ...foundation.source.frozen import frozen
from ...play.positions.playable import INTERPRETER, PYTHON
from ...play.states.game import Game, State
from ..players import GREEDY, make
from ..players.players import Chooser, GreedyBot
from ..study.game_counts import Bounds, Seating
from ..study.games_in_place import played_in_place
from ..study.played_games import Played
from ..study.shared_work import share_work
from ..study.simulate import ready
from .chance_streams import ChanceStreams

SLIPPING = "slipping greedy"
"""Name of a greedy bot that takes any option now and then: one that plays less well."""
SLIPS = 0.25
"""Share of its decisions in which a slipping bot takes any option."""

Task = tuple[tuple[int, Seating], ...]
"""Games to be played one after the other: the place of each game's rules, its seed and its bots."""


@frozen
class Pair:
    """Two games of one seed: by the base, and by the variant."""

    base: Played
    variant: Played


class AlignedGreedyBot(GreedyBot):
    """A greedy bot whose choices between equals come from the seed, the player and that player's turn, not from how
    often it was asked before."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.turns: dict[int, int] = {}
        self.within: dict[int, int] = {}

    def option(self, options: Sequence[Any], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of the next action of its plan; where others acted before, it is another turn."""
        if not goes_on:
            self.turns[player] = self.turns.get(player, 0) + 1
            self.within[player] = 0
        return super().option(options, player, state, goes_on)

    def next_seed(self, player: int) -> str:
        """The seed of another plan."""
        self.within[player] = self.within.get(player, 0) + 1
        return f"greedy {self.seed} {player} {self.turns.get(player, 0)} {self.within[player]}"


class SlippingBot(AlignedGreedyBot):
    """A greedy bot that takes any option in one decision of four, and plans anew behind it."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.sampler = random.Random(f"slips {seed}")

    def option(self, options: Sequence[Any], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of any option, or of the next action of its plan."""
        if len(options) == 1 or self.sampler.random() >= SLIPS:
            return super().option(options, player, state, goes_on)
        self.plans[player] = []
        return self.sampler.randrange(len(options))


def make_aligned(name: str, game: Game, seed: int) -> Chooser:
    """A bot whose chance does not depend on the course of the game before its turn."""
    by_name: dict[str, Any] = {GREEDY: AlignedGreedyBot, SLIPPING: SlippingBot}
    bot: Any = by_name[name](game, seed) if name in by_name else make(name, game, seed)
    chooser: Chooser = bot
    return chooser


def play_aligned(game: Game, seating: Seating, bounds: Bounds, moves_made: list[int] | None = None) -> Played:
    """Plays one game by chance in streams; `moves_made` gets its moves."""
    seed, names = seating
    by_name = {name: make_aligned(name, game, seed) for name in dict.fromkeys(names)}
    bots = [by_name[name] for name in names]
    return played_in_place(game, seating, bounds, bots, ChanceStreams(seed).bring, moves_made)


def play_pair(base: Game, variant: Game, bounds: Bounds, seating: Seating) -> Pair:
    """The two games of a seed."""
    return Pair(play_aligned(base, seating, bounds), play_aligned(variant, seating, bounds))


def play_tasks(
    games: Sequence[Game], tasks: Sequence[Task], bounds: Bounds, jobs: int
) -> Generator[tuple[Played, ...], None, None]:
    """Plays tasks and yields their games in the order of the tasks, by several processes, or by whatever
    `joblib.parallel_config` has set."""
    jobs = min(effective_n_jobs(jobs), len(tasks))
    if jobs <= 1:
        yield from (_play(games, each, bounds) for each in tasks)
        return
    rules = tuple(pickle.dumps((each.rules_model, _engine_of(each))) for each in games)
    wanted = [delayed(_play_there)(rules, each, bounds) for each in tasks]
    with closing(share_work(wanted, jobs)) as results:
        yield from results


def _play(games: Sequence[Game], task: Task, bounds: Bounds) -> tuple[Played, ...]:
    return tuple(play_aligned(games[n], seating, bounds) for n, seating in task)


def _engine_of(game: Game) -> str:
    return INTERPRETER if game.engine_name == INTERPRETER else PYTHON


@lru_cache(maxsize=4)
def _ready_all(rules: tuple[bytes, ...]) -> list[Game]:
    return [ready.__wrapped__(each) for each in rules]


def _play_there(rules: tuple[bytes, ...], task: Task, bounds: Bounds) -> tuple[Played, ...]:
    return _play(_ready_all(rules), task, bounds)
