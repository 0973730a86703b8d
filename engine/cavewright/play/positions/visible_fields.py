"""Runs of rows of which a viewer knows the same: worked out once for a game, whatever the position."""

from __future__ import annotations

from collections.abc import Sequence

from ...foundation.source.frozen import frozen
from ...rules.model import ruleset as m
from .sight import Sight


@frozen
class Run:
    """Rows from `first` up to `stop` of which a viewer knows the same fields, and of the bags `counted` how many pieces
    lie in them.

    >>> import cavewright as cw
    >>> state = cw.load_game("tic-tac-toe").new_initial_state()
    >>> fields = [each for each in state.game.rules_model.fields if each.owner == "square"]
    >>> run, = runs(Sight(state, 0), fields, 9)
    >>> run.first, run.stop, [each.name for each in run.known], run.counted
    (0, 9, ['mark'], ())
    """

    first: int
    stop: int
    known: tuple[m.Field, ...]
    counted: tuple[m.Field, ...]


def runs(sight: Sight, fields: Sequence[m.Field], rows: int) -> tuple[Run, ...]:
    """The rows of an owner of fields in slots, as a viewer knows them; in positions of the same game alike."""
    found: list[Run] = []
    for row in range(rows):
        known = tuple(each for each in fields if sight.shows(each, row))
        bags = (each for each in fields if each.type.is_bag and each not in known)
        counted = tuple(each for each in bags if sight.counts(each, row))
        if found and (found[-1].known, found[-1].counted) == (known, counted):
            found[-1] = Run(found[-1].first, row + 1, known, counted)
        else:
            found.append(Run(row, row + 1, known, counted))
    return tuple(found)
