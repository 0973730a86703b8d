"""Scores, with their breakdown, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from ...engine.interpret.closures import Boards, Closure, Slots
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.argument_checks import wrong_value
from ...foundation.source.frozen import frozen
from ...foundation.texts import Texts
from ...rules.model import ruleset as m
from ...rules.model.secrecy import secrecy
from ...rules.program import instructions as i
from ..positions.position import Position
from ..positions.sight import ALL, Sight, Viewer, knows

if TYPE_CHECKING:
    from ..positions.wording import Wording


@frozen
class Outcome:
    """Standing of a game, as far as a viewer may know it; None is anything that the viewer cannot know.

    `totals` and `breakdown` have one entry a player; the breakdown gives the points of every scoring category in order.
    `counted` says who is in the running: the others score 0 and cannot win. `winners` may be several, or nobody, or
    None where the viewer cannot know who they are.

    `sides` has a number for each player: players with the same number are together. They share one total, the sum of
    what each of them scores, and win together or not at all, those too who bring nothing in. Mostly everybody is a
    side. `least` is the total without which a player does not win, for each player; none where no such total is asked
    for.

    >>> import cavewright as cw
    >>> match = cw.Match(cw.load_game("tic-tac-toe"), ["Anna", "Jola"], seed=1)
    >>> moves = [match.push(f"mark {square}") for square in ("a1", "a2", "b1", "b2", "c1")]
    >>> outcome = match.state.outcome()
    >>> outcome.winners, outcome.totals, outcome.scores
    ((0,), (1, 0), {'Anna': 1, 'Jola': 0})
    """

    names: tuple[str, ...]
    categories: tuple[str, ...]
    breakdown: tuple[tuple[int | None, ...], ...]
    counted: tuple[bool | None, ...]
    totals: tuple[int | None, ...]
    winners: tuple[int, ...] | None
    sides: tuple[int | None, ...]
    least: tuple[int | None, ...] | None
    wording: Callable[[str], Wording] = field(compare=False, repr=False)
    """Says what the categories are called in a language; English names are those of the rules."""

    @property
    def scores(self) -> dict[str, int | None]:
        """Total by name."""
        return dict(zip(self.names, self.totals, strict=True))

    @property
    def are_together(self) -> bool:
        """True if some players share a total."""
        return None not in self.sides and len(set(self.sides)) < len(self.sides)

    def partners(self, player: int) -> tuple[int, ...]:
        """The players of a player's side, itself among them; alone, where nobody may know who is together. ValueError
        for who is no player."""
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < len(self.names):
            raise wrong_value("player", player, f"a number from 0 to {len(self.names) - 1}")
        return tuple(
            n for n, side in enumerate(self.sides) if n == player or (side is not None and side == self.sides[player])
        )

    def table(self, lang: str = "en") -> str:
        """The scores as a plain text table, a line a player, in a language. Raises UnknownLanguage (a ValueError) for
        one without texts."""
        rows = score_rows(self, lang)
        for n in self.winners or ():
            rows[n + 1][0] += " *"
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for head, *cells in rows:
            right = (cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
            lines.append("  ".join([head.ljust(widths[0]), *right]).rstrip())
        return "\n".join(lines)

    def labels(self, lang: str = "en") -> tuple[str, ...]:
        """Returns the names of the categories."""
        words = self.wording(lang)
        return tuple(words.name(f"scoring.{each}", each) for each in self.categories)

    def texts(self, lang: str) -> Texts:
        """The texts of the program in a language."""
        return self.wording(lang).texts


def score_rows(outcome: Outcome, lang: str) -> list[list[str]]:
    """The scores as rows of texts in a language: what the columns tell, then a row for each player."""
    phrase, together = outcome.texts(lang).phrase, outcome.are_together
    rows = [["", *outcome.labels(lang), phrase("total"), *([phrase("together")] if together else [])]]
    for n, name in enumerate(outcome.wording(lang).people(outcome.names)):
        points = outcome.breakdown[n]
        parts = [*map(_points, points), _points(sum_known(points))]
        if outcome.counted[n] is False:
            parts = [*["–"] * len(points), phrase("lost")]
        rows.append([name, *parts, *([_points(outcome.totals[n])] if together else [])])
    return rows


def sum_known(parts: Iterable[int | None]) -> int | None:
    """The sum of points, or none where one of them is not known.

    >>> sum_known((1, 2)), sum_known((1, None))
    (3, None)
    """
    known = list(parts)
    return None if None in known else sum(each for each in known if each is not None)


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def outcome_of(state: Position, sight: Sight) -> Outcome:
    """The outcome, were the game to end in this state, as far as it is known; of one that is over all of it. Scores that
    take more work than they may are unknown while the game goes on. Raises WorkLimitError where it is over."""
    scoring = state.game.rules_model.scoring
    assert scoring is not None
    try:
        whole, best = _counted_outcome(state, scoring)
    except WorkLimitError:
        if state.is_terminal:
            raise
        return _unknown_outcome(state, scoring)
    is_whole = state.is_terminal or sight.viewer is ALL
    return whole if is_whole else _as_known(whole, scoring, sight.viewer, len(best) > 1)


def _unknown_outcome(state: Position, scoring: m.Scoring) -> Outcome:
    """The outcome of which nobody knows anything."""
    nothing: tuple[None, ...] = (None,) * len(state.names)
    return Outcome(
        state.names,
        tuple(each.name for each in scoring.lines),
        ((None,) * len(scoring.lines),) * len(state.names),
        nothing,
        nothing,
        None,
        nothing,
        None if scoring.least is None else nothing,
        state.game.wording,
    )


def _counted_outcome(state: Position, scoring: m.Scoring) -> tuple[Outcome, tuple[int, ...]]:
    """The outcome with all that is in it, and the best players before ties are broken. Raises WorkLimitError."""
    game, h, s = state.game, state._h[:], state._s
    breakdown, counted, marks, least = [], [], [], []
    for player in range(len(state.names)):
        h[i.ME] = player
        counted.append(game.scoring_among is None or bool(game.scoring_among(h, s)))
        parts = tuple(int(line(h, s)) for line in game.score_lines)
        breakdown.append(parts if counted[-1] else (0,) * len(parts))
        marks.append(player if game.scoring_together is None else game.scoring_together(h, s))
        least += [] if game.scoring_least is None else [int(game.scoring_least(h, s))]
    sides = tuple(list(dict.fromkeys(marks)).index(each) for each in marks)
    shared = [
        sum(sum(parts) for parts, side in zip(breakdown, sides, strict=True) if side == n)
        for n in range(max(sides) + 1)
    ]
    totals = tuple(shared[side] for side in sides)
    winners = best = _winners(sides, counted, totals, least, scoring.highest)
    for highest, value in game.tie_breaks:
        winners = _best(winners, highest, value, h, s)
    winners = tuple(n for n, side in enumerate(sides) if side in {sides[each] for each in winners})
    whole = Outcome(
        state.names,
        tuple(each.name for each in scoring.lines),
        tuple(breakdown),
        tuple(counted),
        totals,
        winners,
        sides,
        tuple(least) if game.scoring_least is not None else None,
        game.wording,
    )
    return whole, best


def ending(outcome: Outcome, winners: list[str], words: Texts) -> str:
    """Returns the winners in words, together or each for itself, or the total that it would have taken."""
    if winners:
        if len(winners) > 1 and len({outcome.sides[each] for each in outcome.winners or ()}) == 1:
            return words.phrase("{names} win together.", names=words.both(winners))
        return words.plural("{names} wins.", "{names} win.", len(winners), names=words.both(winners))
    if outcome.least is not None and any(outcome.counted):
        return words.phrase(
            "Nobody wins: it takes {points} points.", points=min(each for each in outcome.least if each is not None)
        )
    return words.phrase("Nobody wins.")


def counts_up(state: Position, viewer: Viewer, player: int) -> bool:
    """Tells if a viewer knows the points that a player would have, in the running or not."""
    scoring = state.game.rules_model.scoring
    return (
        state.is_terminal
        or scoring is None
        or all(knows(viewer, secrecy(each.value), player) for each in scoring.lines)
    )


def _as_known(whole: Outcome, scoring: m.Scoring, viewer: Viewer, is_tie: bool) -> Outcome:
    """An outcome without what a viewer does not know while the game goes on: what it could not count itself."""

    def is_known(value: m.Expr | None, player: int | None) -> bool:
        return value is None or knows(viewer, secrecy(value), player)

    players = range(len(whole.names))
    is_together = is_known(scoring.together, None)
    in_running = [is_known(scoring.among, n) for n in players]
    counted = tuple(whole.counted[n] if in_running[n] else None for n in players)
    breakdown = tuple(
        tuple(
            points if in_running[n] and (counted[n] is False or is_known(line.value, n)) else None
            for points, line in zip(whole.breakdown[n], scoring.lines, strict=True)
        )
        for n in players
    )
    totals = tuple(
        sum_known(each for other in whole.partners(n) for each in breakdown[other]) if is_together else None
        for n in players
    )
    least = whole.least and tuple(each if is_known(scoring.least, n) else None for n, each in enumerate(whole.least))
    decides = is_tie and not all(is_known(value, None) for _, value in scoring.ties)
    unknown = decides or None in (*totals, *counted, *(least or ()))
    return replace(
        whole,
        breakdown=breakdown,
        counted=counted,
        totals=totals,
        least=least,
        winners=None if unknown else whole.winners,
        sides=whole.sides if is_together else (None,) * len(whole.names),
    )


def _winners(
    sides: tuple[int, ...], counted: list[bool], totals: tuple[int, ...], least: list[int], highest: bool
) -> tuple[int, ...]:
    """Returns the players on a side that has the best total of those in the running, and the total that it takes."""
    running = {side: total for side, total, counts in zip(sides, totals, counted, strict=True) if counts}
    best = (max if highest else min)(running.values()) if running else None
    return tuple(
        n
        for n, side in enumerate(sides)
        if running.get(side) == best is not None and (not least or totals[n] >= least[n])
    )


def _best(players: tuple[int, ...], highest: bool, value: Closure, h: Slots, s: Boards) -> tuple[int, ...]:
    """Of players who are equal, those with the highest or the lowest value."""
    values = {}
    for player in players:
        h[i.ME] = player
        values[player] = value(h, s)
    best = (max if highest else min)(values.values(), default=0)
    return tuple(player for player in players if values[player] == best)
