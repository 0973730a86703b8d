"""Impact of a variant: pairs of games, and how the variant's differ from the base's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict

from ...foundation.source.frozen import frozen
from ...play.states.game import Game
from ..study.played_games import Played
from ..study.simulate import DECISIONS, ROUNDS, look_at_numbers, seat_bots, seating, simulate
from ..study.study import could_fire
from .betting import Interval, share_interval
from .figures import NONE, Difference, compare_figures, measures_of, won_by
from .paired_games import Pair, play_pairs

LOOK = 20
"""Pairs after which one looks whether intervals are narrow enough."""
WITNESSES = 24
"""Games of random bots by which it is seen what can come to pass."""

Progress = Callable[[int, int], None]


@frozen
class Usage:
    """Use of something a game, in base and variant: of an action, or of a row of a table that an action names."""

    name: str
    base: float
    variant: float


@frozen
class Silence:
    """A clause that never came to pass in games of one side; `is_possible` if it did when bots played at random."""

    name: str
    is_new: bool
    is_possible: bool


@frozen
class Impact:
    """Impact of a variant by pairs of games. `is_same` says that the rules of both are one, so that nothing was
    played and every difference is exactly 0.

    `same_games` are pairs whose games ended alike; `ends` by side how many games ended by the rules, and how many were
    given up; `shares` by side the share of games that each seat won, alone or with others, with exact intervals.
    """

    base: str
    variant: str
    bots: tuple[str, ...]
    seed: int
    wanted: int
    pairs: int
    is_same: bool
    same_games: int
    differences: tuple[Difference, ...]
    ends: tuple[tuple[int, int], tuple[int, int]]
    stuck: tuple[tuple[str, int], ...]
    shares: tuple[tuple[Interval, ...], tuple[Interval, ...]]
    usage: tuple[Usage, ...]
    silent: tuple[Silence, ...]
    telling: tuple[int, ...]
    played: tuple[Pair, ...]

    def to_json(self) -> str:
        """Everything but the games as JSON."""
        whole = {name: value for name, value in asdict(self).items() if name != "played"}
        return json.dumps(whole, ensure_ascii=False, indent=1)


def measure_impact(
    base: Game,
    variant: Game,
    games: int = 400,
    width: float | None = None,
    bots: Sequence[str] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    jobs: int = 1,
    rounds_bound: int = ROUNDS,
    progress: Progress | None = None,
) -> Impact:
    """Plays pairs of games, and says how the variant differs from the base.

    Both games of a pair have the same seed: chance comes in streams of its own for each bag and roll, so that both meet
    the same as long as they ask for the same. Where bots differ they change seats from pair to pair. With `width` it
    stops when the interval of the best score is no wider, whatever is first. Games that are given up count as they
    stood. Raises ValueError for what cannot be.

    >>> from cavewright import load_game
    >>> game = load_game("tic-tac-toe")
    >>> found = measure_impact(game, game, games=4, bots=["random"])
    >>> found.is_same, found.pairs, {each.interval.high for each in found.differences}
    (True, 0, {0.0})
    """
    look_at_numbers(("games", games, 1), ("seed", seed, 0), ("rounds_bound", rounds_bound, 1))
    seats = seat_bots(base, bots, players or max(base.players.start, variant.players.start, len(bots)))
    if len(seats) not in variant.players:
        raise ValueError(f"{variant.title} cannot be played by {len(seats)}")
    measures = measures_of(_categories(base, variant), len(seats))
    if base.hash == variant.hash:
        nothing = tuple(
            Difference(name, 0.0, 0.0, Interval(0.0, 0.0, 0.0), 0, 0.0, 0, margin, NONE)
            for name, (_, _, margin) in measures.items()
        )
        return _impact(base, variant, seats, seed, games, (), nothing)
    turned = len(set(seats)) > 1
    wanted = [seating(seats, n if turned else 0, seed + n) for n in range(games)]
    pairs: list[Pair] = []
    with closing(play_pairs(base, variant, wanted, (rounds_bound, DECISIONS), jobs)) as results:
        for each in results:
            pairs.append(each)
            if progress is not None:
                progress(len(pairs), games)
            if width is not None and len(pairs) % LOOK == 0 and _is_narrow(pairs, measures, rounds_bound, width):
                break
    differences = tuple(compare_figures(pairs, measures, rounds_bound))
    return _impact(base, variant, seats, seed, games, tuple(pairs), differences)


def _categories(base: Game, variant: Game) -> Mapping[str, tuple[int, int]]:
    """The categories of points that both have, with their places."""
    one, other = (
        [line.name for line in each.rules_model.scoring.lines] if each.rules_model.scoring else []
        for each in (base, variant)
    )
    return {name: (n, other.index(name)) for n, name in enumerate(one) if name in other}


def _is_narrow(pairs: Sequence[Pair], measures: Mapping, rounds_bound: int, width: float) -> bool:  # type: ignore[type-arg]
    chosen = {"best score": measures["best score"]}
    return all(
        each.interval.high - each.interval.low <= 2 * width for each in compare_figures(pairs, chosen, rounds_bound)
    )


def _impact(
    base: Game,
    variant: Game,
    seats: tuple[str, ...],
    seed: int,
    wanted: int,
    pairs: tuple[Pair, ...],
    differences: tuple[Difference, ...],
) -> Impact:
    ones, others = [each.base for each in pairs], [each.variant for each in pairs]
    stuck = Counter(each.stuck.place for each in others if each.stuck is not None)
    return Impact(
        base.rules_model.full_id,
        variant.rules_model.full_id,
        seats,
        seed,
        wanted,
        len(pairs),
        base.hash == variant.hash,
        sum(is_alike(each) for each in pairs),
        differences,
        (_ends(ones), _ends(others)),
        tuple(stuck.most_common(5)),
        (_shares(ones, len(seats)), _shares(others, len(seats))),
        tuple(usage_of(ones, others)),
        tuple(silent_clauses(base, variant, ones, others, seats)) if pairs else (),
        telling_seeds(pairs),
        pairs,
    )


def is_alike(pair: Pair) -> bool:
    """Tells if both games of a pair ended alike, after as many decisions."""
    one, other = pair.base, pair.variant
    return (one.totals, one.decisions, one.rounds, one.winners) == (
        other.totals,
        other.decisions,
        other.rounds,
        other.winners,
    )


def _ends(played: Sequence[Played]) -> tuple[int, int]:
    ended = sum(each.ended for each in played)
    return ended, len(played) - ended


def _shares(played: Sequence[Played], seats: int) -> tuple[Interval, ...]:
    return tuple(share_interval(sum(won_by(each, seat) > 0 for each in played), len(played)) for seat in range(seats))


def usage_of(ones: Sequence[Played], others: Sequence[Played]) -> Iterator[Usage]:
    """Yields what is used more or less, that which differs most first: clauses, and rows that actions name."""
    one, other = Counter[str](), Counter[str]()
    for counted, games in ((one, ones), (other, others)):
        for each in games:
            counted.update(dict(each.fired))
            counted.update(dict(each.pieces))
    many = max(len(ones), 1)
    found = [Usage(name, one[name] / many, other[name] / many) for name in one.keys() | other.keys()]
    yield from sorted(found, key=lambda each: (-abs(each.variant - each.base) / (1 + each.base), each.name))


def silent_clauses(
    base: Game, variant: Game, ones: Sequence[Played], others: Sequence[Played], seats: Sequence[str]
) -> Iterator[Silence]:
    """Yields the clauses of the variant that never came to pass in its games; random play says which of them can."""
    fired = {name for each in others for name, _ in each.fired}
    silent = [name for name in could_fire(variant) if name not in fired]
    if not silent:
        return
    old = set(could_fire(base))
    witness = simulate(variant, WITNESSES, ["random"], len(seats), rounds_bound=20)
    possible = witness.fired
    yield from (Silence(name, name not in old, name in possible) for name in silent)


def telling_seeds(pairs: Sequence[Pair]) -> tuple[int, ...]:
    """The seeds of three pairs that show the difference: those whose scores differ as the mean does, and most plainly."""
    if not pairs:
        return ()
    gaps = [sum(each.variant.totals) - sum(each.base.totals) for each in pairs]
    mean = sum(gaps) / len(gaps)
    order = sorted(range(len(pairs)), key=lambda n: (is_alike(pairs[n]), abs(gaps[n] - mean), n))
    return tuple(pairs[n].base.seed for n in order[:3] if not is_alike(pairs[n]))
