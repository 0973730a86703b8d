"""Payoffs: what the outcome of a game is worth to each player, as libraries for programs that learn count it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...foundation.source.argument_checks import show_value
from ...play.loading.rulesets import RulesetError
from ...play.states.game import Game, State
from ...play.views.constant_total import broken_total
from .packing import position_in_c

WIN, SCORE, MARGIN = "win", "score", "margin"
UTILITIES = (WIN, SCORE, MARGIN)
"""`win`: 1 for who wins, -1 for who does not, 0 for all where nobody or everybody does. `score`: the totals. `margin`: by
how much a total passes the average of all, so that what some gain the others lose."""
MOVES = 1_000
"""Moves after which a game is cut, unless told otherwise; then it pays as if it ended there."""


def payoffs(state: State, utility: str, imagined: bool = False) -> list[float]:
    """Returns the worth of a position to each player if the game ends there. Raises RulesetError where the rules
    promise a sum of all totals, and a game that is over has another; not where it was imagined, since what a player
    cannot know was dealt as it may never lie."""
    at = position_in_c(state)
    if at is not None and at.is_terminal and not has_promise(state.game, utility):
        score = at.score()
        if score is not None:
            return payoffs_of_score(score, utility)
    outcome = state.outcome()
    broken = broken_total(state, outcome) if utility == SCORE and not imagined else None
    if broken is not None:
        raise RulesetError([broken])
    return _payoffs_of(utility, outcome.winners or (), outcome.totals)


def has_promise(game: Game, utility: str) -> bool:
    """Tells if the rules of a game promise a sum of what it pays, which has to be looked at when it is over."""
    scoring = game.rules_model.scoring
    return utility == SCORE and scoring is not None and scoring.constant_total is not None


def payoffs_of_score(score: Sequence[int], utility: str) -> list[float]:
    """Returns the payoffs of a score as an extension module tells it: who wins, as bits, then all totals.

    >>> payoffs_of_score((0b01, 3, 2), "win"), payoffs_of_score((0b01, 3, 2), "margin")
    ([1.0, -1.0], [0.5, -0.5])
    """
    totals = score[1:]
    return _payoffs_of(utility, [n for n in range(len(totals)) if score[0] >> n & 1], totals)


def _payoffs_of(utility: str, winners: Collection[int], totals: Sequence[int | None]) -> list[float]:
    """Returns the worth to each player of who wins and of all totals."""
    if utility == WIN:
        if len(winners) in (0, len(totals)) and len(totals) > 1:
            return [0.0] * len(totals)
        return [1.0 if n in winners else -1.0 for n in range(len(totals))]
    points = [float(each or 0) for each in totals]
    average = sum(points) / len(points) if utility == MARGIN else 0.0
    return [each - average for each in points]


def utility_range(game: Game, utility: str, players: int) -> tuple[float, float]:
    """The least and the most that a game pays a player, as far as the rules bound it: score lines by the ranges of
    their values.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> utility_range(game, "win", 2), utility_range(game, "score", 2), utility_range(game, "margin", 2)
    ((-1.0, 1.0), (0.0, 1.0), (-0.5, 0.5))
    """
    scoring = game.rules_model.scoring
    if utility == WIN or scoring is None:
        return -1.0, 1.0
    types = [each.value.type for each in scoring.lines]
    low = sum(each.low for each in types)
    high = sum(each.high for each in types)
    if scoring.among is not None:
        low, high = min(low, 0), max(high, 0)
    if scoring.together is not None:
        low, high = min(low, low * players), max(high, high * players)
    if utility == MARGIN:
        most = (high - low) * (players - 1) / players
        return -most, most
    return float(low), float(high)


def utility_sum(game: Game, utility: str, players: int) -> float | None:
    """The sum of what a game pays all players, if that is always the same: 0 of margins and of a win for two, of scores
    what `constant total` promises.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> utility_sum(game, "win", 2), utility_sum(game, "margin", 2), utility_sum(game, "score", 2)
    (0.0, 0.0, None)
    """
    if utility == MARGIN or (utility == WIN and players == 2):
        return 0.0
    scoring = game.rules_model.scoring
    if utility == WIN or scoring is None or scoring.constant_total is None:
        return None
    return float(scoring.constant_total.args[0])


def known_utility(utility: str) -> str:
    """A utility; ValueError for one that is none."""
    if utility not in UTILITIES:
        raise ValueError(f"utility is {' or '.join(f'`{each}`' for each in UTILITIES)}, not {show_value(utility)}")
    return utility
