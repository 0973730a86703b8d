"""Questions that need games of their own: what a player loses who never uses the new rule, and how much skill decides."""

from __future__ import annotations

from collections.abc import Sequence

from ...foundation.source.frozen import frozen
from ...play.states.game import Game
from ..players import GREEDY, RANDOM
from ..study.game_counts import Bounds, Seating
from ..study.played_games import Played
from .abstaining import close_actions, new_actions
from .betting import Interval, mean_interval, share_interval
from .figures import PILOT, REACH, won_by
from .paired_games import SLIPPING, Pair, Task, play_tasks


@frozen
class Abstinence:
    """Games of the variant in which one player never uses its new actions, each beside the same game in which that player may:
    what the player then has more (less, where it is negative) of points and of wins."""

    actions: tuple[str, ...]
    pairs: int
    points: Interval
    wins: Interval


@frozen
class Skill:
    """Share of games, by base and variant, that a stronger bot wins at one seat, against a weaker one at all others; `chance`
    is the share that would be its own without any skill."""

    stronger: str
    weaker: str
    games: int
    chance: float
    base: Interval
    variant: Interval


def measure_abstinence(
    base: Game, variant: Game, pairs: Sequence[Pair], most: int, bounds: Bounds, jobs: int
) -> Abstinence | None:
    """Plays some games of the variant again, with its new actions closed to one seat, each time to another. None for a
    variant without new actions."""
    names = new_actions(base, variant)
    chosen = pairs[:most]
    if not names or not chosen:
        return None
    seats = len(chosen[0].variant.bots)
    games = [close_actions(variant, names, seat) for seat in range(seats)]
    tasks: list[Task] = [((n % seats, (each.variant.seed, each.variant.bots)),) for n, each in enumerate(chosen)]
    points, wins = list[float](), list[float]()
    for n, (played,) in enumerate(play_tasks(games, tasks, bounds, jobs)):
        seat, free = n % seats, chosen[n].variant
        points.append(float(played.totals[seat] - free.totals[seat]))
        wins.append(won_by(played, seat) - won_by(free, seat))
    pilot = min(PILOT, len(points) // 4)
    reach = max([abs(each) for each in points[:pilot]], default=0.0) * REACH or 1.0
    return Abstinence(names, len(points), mean_interval(points[pilot:], reach), mean_interval(wins, 1.0))


def weaker_bot(name: str) -> str:
    """Returns the name of a bot that plays less well than another; "" where there is none.

    >>> weaker_bot("greedy"), weaker_bot("mcts"), weaker_bot("random")
    ('slipping greedy', 'random', '')
    """
    if name == RANDOM:
        return ""
    return SLIPPING if name == GREEDY else RANDOM


def measure_skill(
    base: Game, variant: Game, stronger: str, seating: Sequence[Seating], bounds: Bounds, jobs: int
) -> Skill | None:
    """Plays games by base and variant in which one seat, each time another, has the stronger bot and all others a weaker
    one. None for a bot that none is weaker than."""
    weaker = weaker_bot(stronger)
    if not weaker or not seating or len(seating[0][1]) < 2:
        return None
    seats = len(seating[0][1])
    tasks: list[Task] = []
    for n, (seed, _) in enumerate(seating):
        names = tuple(stronger if seat == n % seats else weaker for seat in range(seats))
        tasks.append(((0, (seed, names)), (1, (seed, names))))
    wins = [0, 0]
    for n, played in enumerate(play_tasks((base, variant), tasks, bounds, jobs)):
        for side, each in enumerate(played):
            wins[side] += _has_won(each, n % seats)
    one, other = (share_interval(each, len(tasks)) for each in wins)
    return Skill(stronger, weaker, len(tasks), 1 / seats, one, other)


def _has_won(played: Played, seat: int) -> bool:
    """Tells if a seat is among the winners of a game that ended."""
    return played.ended and seat in played.winners
