"""Scores, with their breakdown, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..program import instructions as i
from ..texts import Texts, texts

if TYPE_CHECKING:
    from .state import State
    from .wording import Wording


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands.

    `totals` and `breakdown` have one entry a player; the breakdown gives the points of every scoring category in order.
    `counted` says who is in the running: the others score 0 and cannot win. `winners` may be several, or none.

    `sides` has a number for each player: players with the same number are together. They share one total, the sum of what each of them
    scores, and win together or not at all, those too who bring nothing in. Mostly everybody is a side. `least` is the total without
    which a player does not win, for each player; none where no such total is asked for.
    """

    names: tuple[str, ...]
    categories: tuple[str, ...]
    breakdown: tuple[tuple[int, ...], ...]
    counted: tuple[bool, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    sides: tuple[int, ...]
    least: tuple[int, ...] | None = None
    wording: Callable[[str], Wording] | None = field(default=None, compare=False, repr=False)
    """Says what the categories are called in a language; English names are those of the rules."""

    @property
    def scores(self) -> dict[str, int]:
        """Total by name."""
        return dict(zip(self.names, self.totals, strict=True))

    @property
    def are_together(self) -> bool:
        """Whether some players share a total."""
        return len(set(self.sides)) < len(self.sides)

    def partners(self, player: int) -> tuple[int, ...]:
        """The players of a player's side, itself among them."""
        return tuple(n for n, side in enumerate(self.sides) if side == self.sides[player])

    def table(self, lang: str = "en") -> str:
        """The scores as a plain text table, a line a player, in a language. Raises UnknownLanguage (a ValueError) for one without texts."""
        phrase = self.texts(lang).phrase
        head = ["", *self.labels(lang), phrase("total"), *([phrase("together")] if self.are_together else [])]
        rows = [head, *(self._row(n, phrase("lost")) for n in range(len(self.names)))]
        widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
        return "\n".join("  ".join(cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(row, widths, strict=True))).rstrip()
                         for row in rows)

    def _row(self, n: int, lost: str) -> list[str]:
        parts = [*map(str, self.breakdown[n]), str(sum(self.breakdown[n]))] if self.counted[n] else [*["–"] * len(self.categories), lost]
        return [self.names[n] + (" *" if n in self.winners else ""), *parts, *([str(self.totals[n])] if self.are_together else [])]

    def labels(self, lang: str = "en") -> tuple[str, ...]:
        """What the categories are called."""
        if self.wording is None:
            return tuple(each.replace("_", " ") for each in self.categories)
        words = self.wording(lang)
        return tuple(words.name(f"scoring.{each}", each) for each in self.categories)

    def texts(self, lang: str) -> Texts:
        """The texts of the program in a language."""
        return self.wording(lang).texts if self.wording is not None else texts(lang)


def outcome_of(state: State) -> Outcome:
    """The outcome, were the game to end in this state."""
    game, h, s = state.game, state._h[:], state._s
    scoring = game.rules_model.scoring
    assert scoring is not None
    breakdown, counted, marks, least = [], [], [], []
    for player in range(len(state.names)):
        h[i.ME] = player
        counted.append(game.scoring_among is None or bool(game.scoring_among(h, s)))
        parts = tuple(int(line(h, s)) for line in game.score_lines)
        breakdown.append(parts if counted[-1] else (0,) * len(parts))
        marks.append(player if game.scoring_together is None else game.scoring_together(h, s))
        least += [] if game.scoring_least is None else [int(game.scoring_least(h, s))]
    sides = tuple(list(dict.fromkeys(marks)).index(each) for each in marks)
    shared = [sum(sum(parts) for parts, side in zip(breakdown, sides, strict=True) if side == n) for n in range(max(sides) + 1)]
    totals = tuple(shared[side] for side in sides)
    winners = _winners(sides, counted, totals, least, scoring.highest)
    for highest, value in game.tie_breaks:
        winners = _best(winners, highest, value, h, s)
    winners = tuple(n for n, side in enumerate(sides) if side in {sides[each] for each in winners})
    return Outcome(state.names, tuple(each.name for each in scoring.lines), tuple(breakdown), tuple(counted), totals, winners, sides,
                   tuple(least) if game.scoring_least is not None else None, game.wording)


def _winners(sides: tuple[int, ...], counted: list[bool], totals: tuple[int, ...], least: list[int], highest: bool) -> tuple[int, ...]:
    """Who is on a side that has the best total of those in the running, and as much as it takes."""
    running = {side: total for side, total, counts in zip(sides, totals, counted, strict=True) if counts}
    best = (max if highest else min)(running.values()) if running else None
    return tuple(n for n, side in enumerate(sides) if running.get(side) == best is not None and (not least or totals[n] >= least[n]))


def _best(players: tuple[int, ...], highest: bool, value: Callable[[Any, Any], int], h: list[Any], s: list[Any]) -> tuple[int, ...]:
    """Of players who are equal, those with the highest or the lowest value."""
    values = {}
    for player in players:
        h[i.ME] = player
        values[player] = value(h, s)
    best = (max if highest else min)(values.values(), default=0)
    return tuple(player for player in players if values[player] == best)
