"""Impact of a variant: pairs of games, and how the variant's differ from the base's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict

from ...foundation.source.frozen import frozen
from ...play.states.game import Game
from ..study.game_counts import Bounds, Seating
from ..study.played_games import Played
from ..study.simulate import DECISIONS, ROUNDS, look_at_numbers, seat_bots, seating
from .betting import Interval, share_interval
from .clause_search import MOST_DECISIONS
from .figures import NONE, Difference, compare_figures, measures_of, won_by
from .paired_games import Pair, Task, play_tasks
from .questions import Abstinence, Skill, measure_abstinence, measure_skill
from .usage import Share, Silence, Usage, endings_of, losses_of, silent_clauses, usage_of

LOOK = 20
"""Pairs after which one looks whether intervals are narrow enough."""

Progress = Callable[[int, int], None]


@frozen
class Impact:
    """Impact of a variant by pairs of games. `is_same` says that the rules of both are one, so that nothing was
    played and every difference is exactly 0.

    `same_games` are pairs whose games ended alike; `ends` by side how many games ended by the rules, and how many were
    given up; `shares` by side the share of games that each seat won, alone or with others, with exact intervals. `losses`
    are players who were out of the running, by clause; `endings` games by their last action. `searched` is the number of
    decisions in which a search looked for clauses that never came to pass; 0 where somebody interrupted the study, and
    nobody looked.
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
    losses: tuple[Share, ...]
    endings: tuple[Share, ...]
    silent: tuple[Silence, ...]
    searched: int
    abstinence: Abstinence | None
    skill: Skill | None
    telling: tuple[Seating, ...]
    played: tuple[Pair, ...]

    def to_json(self) -> str:
        """Everything but the games as JSON."""
        whole = {name: value for name, value in asdict(self).items() if name != "played"}
        return json.dumps(whole, ensure_ascii=False, indent=1)


class StoppedImpact(KeyboardInterrupt):
    """Somebody interrupted a study. `found` is what the pairs say that were over by then."""

    def __init__(self, found: Impact) -> None:
        super().__init__(f"stopped after {found.pairs} of {found.wanted} pairs")
        self.found = found


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
    more: int = 0,
    known: Sequence[Pair] = (),
    keep: Callable[[Pair], None] | None = None,
) -> Impact:
    """Plays pairs of games, and says how the variant differs from the base.

    Both games of a pair have the same seed: chance comes in streams of its own for each bag and roll, so that both meet
    the same as long as they ask for the same. Where bots differ they change seats from pair to pair. With `width` it
    stops when the interval of the best score is no wider, whatever is first. Games that are given up count as they
    stood. `more` games are played for each of two questions besides: what a player loses who never uses the new rule,
    and how much skill decides. `known` pairs of the same study, the first of them, are not played again; `keep` gets
    every other as soon as it is over. Raises ValueError for what cannot be; StoppedImpact, a KeyboardInterrupt with what
    is known, when somebody interrupts.

    >>> from cavewright import load_game
    >>> game = load_game("tic-tac-toe")
    >>> found = measure_impact(game, game, games=4, bots=["random"])
    >>> found.is_same, found.pairs, {each.interval.high for each in found.differences}
    (True, 0, {0.0})
    """
    look_at_numbers(("games", games, 1), ("seed", seed, 0), ("rounds_bound", rounds_bound, 1), ("more", more, 0))
    seats = seat_bots(base, bots, players or max(base.players.start, variant.players.start, len(bots)))
    if len(seats) not in variant.players:
        raise ValueError(f"{variant.title} cannot be played by {len(seats)}")
    measures = measures_of(_categories(base, variant), len(seats))
    if base.hash == variant.hash:
        nothing = tuple(
            Difference(name, 0.0, 0.0, Interval(0.0, 0.0, 0.0), 0, 0.0, 0, margin, NONE, 0)
            for name, (_, _, margin) in measures.items()
        )
        return _impact(base, variant, seats, seed, games, (), nothing, (None, None))
    turned = len(set(seats)) > 1
    wanted = [seating(seats, n if turned else 0, seed + n) for n in range(games)]
    pairs, bounds = list(known[:games]), (rounds_bound, DECISIONS)
    answers: tuple[Abstinence | None, Skill | None] = (None, None)
    is_stopped = False
    try:
        for each in _played_pairs(base, variant, wanted[len(pairs) :], bounds, jobs):
            pairs.append(each)
            if keep is not None:
                keep(each)
            if progress is not None:
                progress(len(pairs), games)
            if width is not None and len(pairs) % LOOK == 0 and _is_narrow(pairs, measures, rounds_bound, width):
                break
        if more:
            loss = measure_abstinence(base, variant, pairs, more, bounds, jobs)
            answers = loss, measure_skill(base, variant, seats[0], wanted[:more], bounds, jobs)
    except KeyboardInterrupt:
        is_stopped = True
    differences = tuple(compare_figures(pairs, measures, rounds_bound)) if pairs else ()
    most = 0 if is_stopped else MOST_DECISIONS
    found = _impact(base, variant, seats, seed, games, tuple(pairs), differences, answers, most)
    if is_stopped:
        raise StoppedImpact(found) from None
    return found


def _played_pairs(base: Game, variant: Game, wanted: Sequence[Seating], bounds: Bounds, jobs: int) -> Iterator[Pair]:
    tasks: list[Task] = [((0, each), (1, each)) for each in wanted]
    with closing(play_tasks((base, variant), tasks, bounds, jobs)) as results:
        yield from (Pair(*each) for each in results)


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
    answers: tuple[Abstinence | None, Skill | None],
    most: int = MOST_DECISIONS,
) -> Impact:
    ones = [each.base for each in pairs]
    others = [each.variant for each in pairs]
    silent, search = silent_clauses(base, variant, others, most) if pairs else ((), None)
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
        tuple(losses_of(ones, others)),
        tuple(endings_of(ones, others)),
        silent,
        search.decisions if search is not None else 0,
        *answers,
        telling_games(pairs),
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


def telling_games(pairs: Sequence[Pair]) -> tuple[Seating, ...]:
    """Returns seeds and bots of three pairs that show the difference: those whose scores differ as the mean does, and most
    plainly."""
    if not pairs:
        return ()
    gaps = [sum(each.variant.totals) - sum(each.base.totals) for each in pairs]
    mean = sum(gaps) / len(gaps)
    order = sorted(range(len(pairs)), key=lambda n: (is_alike(pairs[n]), abs(gaps[n] - mean), n))
    return tuple((pairs[n].base.seed, pairs[n].base.bots) for n in order[:3] if not is_alike(pairs[n]))
