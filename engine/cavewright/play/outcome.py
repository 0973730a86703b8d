"""Scores, with their breakdown, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..program import instructions as i

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands.

    `totals` and `breakdown` have one entry a player; the breakdown gives the points of every scoring category in order.
    `counted` says who is in the running: the others score 0 and cannot win. `winners` may be several, or none.
    """

    names: tuple[str, ...]
    categories: tuple[str, ...]
    breakdown: tuple[tuple[int, ...], ...]
    counted: tuple[bool, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def scores(self) -> dict[str, int]:
        """Total by name."""
        return dict(zip(self.names, self.totals, strict=True))

    def table(self, lang: str = "en") -> str:
        """The scores as a plain text table, a line a player."""
        head = ["", *(each.replace("_", " ") for each in self.categories), "total"]
        rows = [[name + (" *" if n in self.winners else ""), *(map(str, parts) if counted else ["–"] * len(parts)),
                 str(total) if counted else "lost"]
                for n, (name, parts, counted, total) in enumerate(zip(self.names, self.breakdown, self.counted, self.totals, strict=True))]
        widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
        lines = ["  ".join(cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(row, widths, strict=True))).rstrip()
                 for row in [head, *rows]]
        return "\n".join(lines)


def outcome_of(state: State) -> Outcome:
    """The outcome, were the game to end in this state."""
    game = state.game
    scoring = game.rules_model.scoring
    assert scoring is not None
    h, s = state._h[:], state._s
    breakdown, counted = [], []
    for player in range(len(state.names)):
        h[i.ME] = player
        counted.append(game.scoring_among is None or bool(game.scoring_among(h, s)))
        parts = tuple(int(line(h, s)) for line in game.score_lines)
        breakdown.append(parts if counted[-1] else (0,) * len(parts))
    totals = tuple(map(sum, breakdown))
    running = [total for total, counts in zip(totals, counted, strict=True) if counts]
    best = (max if scoring.highest else min)(running) if running else None
    winners = tuple(n for n, total in enumerate(totals) if counted[n] and total == best)
    return Outcome(state.names, tuple(each.name for each in scoring.lines), tuple(breakdown), tuple(counted), totals, winners)
