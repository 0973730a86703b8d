"""Pairs of games: one by the base, one by a variant, with the same seed, the same chance and bots on the same seats."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import lru_cache, partial
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


def make_aligned(name: str, game: Game, seed: int) -> Chooser:
    """A bot whose chance does not depend on the course of the game before its turn."""
    bot: Any = AlignedGreedyBot(game, seed) if name == GREEDY else make(name, game, seed)
    chooser: Chooser = bot
    return chooser


def play_aligned(game: Game, seating: Seating, bounds: Bounds) -> Played:
    """One game by chance in streams."""
    seed, names = seating
    by_name = {name: make_aligned(name, game, seed) for name in dict.fromkeys(names)}
    return played_in_place(game, seating, bounds, [by_name[name] for name in names], ChanceStreams(seed).bring)


def play_pair(base: Game, variant: Game, bounds: Bounds, seating: Seating) -> Pair:
    """The two games of a seed."""
    return Pair(play_aligned(base, seating, bounds), play_aligned(variant, seating, bounds))


def play_pairs(
    base: Game, variant: Game, wanted: Sequence[Seating], bounds: Bounds, jobs: int
) -> Generator[Pair, None, None]:
    """The pairs in the order of their seeds, by several processes, or whatever `joblib.parallel_config` has set."""
    jobs = min(effective_n_jobs(jobs), len(wanted))
    if jobs <= 1:
        yield from map(partial(play_pair, base, variant, bounds), wanted)
        return
    one, other = (pickle.dumps((each.rules_model, _engine_of(each))) for each in (base, variant))
    tasks = [delayed(_play_there)(one, other, bounds, each) for each in wanted]
    with closing(share_work(tasks, jobs)) as results:
        yield from results


def _engine_of(game: Game) -> str:
    return INTERPRETER if game.engine_name == INTERPRETER else PYTHON


@lru_cache(maxsize=1)
def _ready_both(base: bytes, variant: bytes) -> tuple[Game, Game]:
    return ready.__wrapped__(base), ready.__wrapped__(variant)


def _play_there(base: bytes, variant: bytes, bounds: Bounds, seating: Seating) -> Pair:
    return play_pair(*_ready_both(base, variant), bounds, seating)
