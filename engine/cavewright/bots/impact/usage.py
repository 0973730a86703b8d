"""Usage and losses: what is used more and less and by whom, who was out of the running and by which clause, how games
ended, which clauses never came to pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...foundation.source.frozen import frozen
from ...play.states.game import Game
from ..study.played_games import Played
from ..study.study import could_fire
from .clause_search import MOST_DECISIONS, ClauseSearch, search_clauses


@frozen
class Usage:
    """Use of something a game, in base and variant: of a clause, or of a row of a table that somebody chose or drew. `seats`
    has for each seat its use in a game of the variant; `winners` and `others` the use of one player who won, and of one
    who did not. All three are empty, or 0, for a clause that nobody chooses."""

    name: str
    base: float
    variant: float
    seats: tuple[float, ...] = ()
    winners: float = 0.0
    others: float = 0.0


@frozen
class Share:
    """A share of players, or of games, in base and variant."""

    name: str
    base: float
    variant: float


@frozen
class Silence:
    """A clause that never came to pass in games of one side; `is_possible` if a search brought it about."""

    name: str
    is_new: bool
    is_possible: bool


def usage_of(ones: Sequence[Played], others: Sequence[Played]) -> Iterator[Usage]:
    """Yields what is used more or less, that which differs most first."""
    one, other = _times(ones), _times(others)
    many = max(len(ones), 1)
    names = one.keys() | other.keys()
    order = sorted(names, key=lambda name: (-abs(other[name] - one[name]) / (many + one[name]), name))
    won, lost, seats = _times_of_players(others)
    winners = max(sum(len(each.winners) for each in others), 1)
    losers = max(sum(len(each.bots) - len(each.winners) for each in others), 1)
    for name in order:
        by_seat = tuple(each[name] / many for each in seats) if any(each[name] for each in seats) else ()
        yield Usage(name, one[name] / many, other[name] / many, by_seat, won[name] / winners, lost[name] / losers)


def _times(games: Sequence[Played]) -> Counter[str]:
    """Counts clauses that came to pass, and rows that somebody chose or drew."""
    found = Counter[str]()
    for each in games:
        found.update(dict(each.fired))
        for used in each.used:
            found.update({name: times for name, times in used if " " in name})
    return found


def _times_of_players(games: Sequence[Played]) -> tuple[Counter[str], Counter[str], list[Counter[str]]]:
    """Counts what winners used, what all others used, and what each seat used."""
    won, lost, seats = Counter[str](), Counter[str](), list[Counter[str]]()
    for each in games:
        for seat, used in enumerate(each.used):
            (won if seat in each.winners else lost).update(dict(used))
            seats += [Counter()] * (seat + 1 - len(seats))
            seats[seat] = seats[seat] + Counter(dict(used))
    return won, lost, seats


def losses_of(ones: Sequence[Played], others: Sequence[Played]) -> Iterator[Share]:
    """Yields the shares of players who were out of the running at the end, by the clause that put them out; "" where
    nothing ever did."""
    sides = [Counter(by or "" for each in games for by, in_it in _fates(each) if not in_it) for games in (ones, others)]
    players = [max(sum(len(each.counted) for each in games), 1) for games in (ones, others)]
    for name in sorted(set().union(*sides), key=lambda name: (-sides[0][name] - sides[1][name], name)):
        yield Share(name, sides[0][name] / players[0], sides[1][name] / players[1])


def _fates(played: Played) -> Iterator[tuple[str | None, bool]]:
    return zip(played.out_by, played.counted, strict=True)


def endings_of(ones: Sequence[Played], others: Sequence[Played]) -> Iterator[Share]:
    """Yields the shares of games that ended by the rules, by the action that somebody chose last."""
    sides = [Counter(each.last_action for each in games if each.ended) for games in (ones, others)]
    many = max(len(ones), 1)
    for name in sorted(set().union(*sides), key=lambda name: (-sides[0][name] - sides[1][name], name)):
        yield Share(name, sides[0][name] / many, sides[1][name] / many)


def silent_clauses(
    base: Game, variant: Game, others: Sequence[Played], most: int = MOST_DECISIONS
) -> tuple[tuple[Silence, ...], ClauseSearch]:
    """Returns the clauses of the variant that never came to pass in its games, and a search over `most` decisions that
    says which of them can; for 0 there is no search."""
    fired = {name for each in others for name, _ in each.fired}
    silent = [name for name in could_fire(variant) if name not in fired]
    if not silent:
        return (), ClauseSearch(frozenset(), 0)
    seats = len(others[0].bots) if others else variant.players.start
    found = search_clauses(variant, silent, seats, most=most) if most else ClauseSearch(frozenset(), 0)
    old = set(could_fire(base))
    return tuple(Silence(name, name not in old, name in found.possible) for name in silent), found
