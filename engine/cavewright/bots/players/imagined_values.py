"""Draws values that something unknown may have: any that its type allows, whatever it is in truth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ...play.positions.position import Position
from ...rules.cave import grid
from ...rules.check.cardinality import members_of
from ...rules.model import ruleset as m
from ...rules.model.capacities import sizes_in
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.initial_values import first_of
from ...rules.model.types import NONE, Type

MOST_UNCOUNTED = 64
"""Pieces that are imagined in a bag of which nobody says how many lie in it."""


class ImaginedValues(Pass, over=FORMS, left=("positions", "bag", "pile", "text", "none", "unknown")):
    """Values drawn by the forms of their types; what a field begins with where none are drawn."""

    def __init__(self, state: Position, sampler: random.Random) -> None:
        self.state, self.sampler = state, sampler

    def draw(self, type_: Type) -> Any:
        """Draws a value of a type, none included where that is one."""
        handler = self.handlers.get(type_.form)
        return handler(self, type_) if handler else first_of(type_)

    @handles("number")
    def _number(self, type_: Type) -> int:
        many = (type_.high - type_.low) // type_.step + 1
        drawn = self.sampler.randrange(-1 if type_.optional else 0, many)
        return NONE if drawn < 0 else type_.low + drawn * type_.step

    @handles("yes_no")
    def _truth(self, type_: Type) -> int:
        return self.sampler.randrange(2)

    @handles("row")
    def _row(self, type_: Type) -> int:
        return self.sampler.randrange(NONE if type_.optional else 0, _rows(type_, self.state))

    @handles("place", "passage")
    def _place(self, type_: Type) -> int:
        there = _places(type_, self.state)
        return self.sampler.choice([*there, NONE] if type_.optional or not there else there)

    @handles("sides")
    def _sides(self, type_: Type) -> int:
        return self.sampler.getrandbits(type_.high.bit_length())

    @handles("set")
    def _set(self, type_: Type) -> int:
        assert type_.element is not None
        return self.sampler.getrandbits(max(1, _members(type_.element, self.state)))

    @handles("list")
    def _list(self, type_: Type) -> tuple[int, ...]:
        return ()


def any_value(type_: Type, state: Position, sampler: random.Random) -> Any:
    """Draws any value of a type."""
    return ImaginedValues(state, sampler).draw(type_)


def _rows(type_: Type, state: Position) -> int:
    """Returns the number of rows of a kind: of players those who play, and of places those of players who do."""
    rules, count = state.game.rules_model, len(state.names)
    if type_.name == rules.players:
        return count
    rows = len(rules.kinds[type_.name].rows)
    board = next((each for each in rules.boards.values() if type_.name in (each.name, each.passages)), None)
    return rows * count // rules.player_range[1] if board is not None and board.private and board.fixed else rows


def _members(element: Type, state: Position) -> int:
    """Returns the number of members that a set may have."""
    return _rows(element, state) if element.is_row else members_of(element, state.game.rules_model)


def _places(type_: Type, state: Position) -> list[int]:
    """All places, or passages, of a growing board."""
    rules = state.game.rules_model
    board = rules.boards[type_.name]
    at = 3 * list(rules.growing).index(type_.name)
    cells, shape = state._s[at], grid.shape_of(board)
    if type_.is_place:
        return sorted(cells)
    return sorted(shape.passage(a, b) for a in cells for b in shape.neighbours(cells, a) if a < b)


def shared_out(pieces: list[int], sizes: Sequence[int | None], sampler: random.Random) -> list[list[int]]:
    """Pieces shared out to bags of known sizes; what is left lies in any of those of unknown ones.

    >>> [sorted(each) for each in shared_out([1, 1, 1], [2, None], random.Random(7))]
    [[1, 1], [1]]
    """
    sampler.shuffle(pieces)
    found: list[list[int]] = [[] for _ in sizes]
    for bag, size in zip(found, sizes, strict=True):
        if size is not None:
            bag += pieces[:size]
            del pieces[:size]
    uncounted = [bag for bag, size in zip(found, sizes, strict=True) if size is None]
    for piece in pieces if uncounted else ():
        sampler.choice(uncounted).append(piece)
    return found


def any_pieces(bag: Type, kind: m.Kind, size: int | None, sampler: random.Random) -> list[int]:
    """Any pieces that a bag may hold: as many as are known to lie there, otherwise any number."""
    taken, found, takes = 0, list[int](), sizes_in(bag, kind)
    while len(found) < (MOST_UNCOUNTED if size is None else size) and kind.rows:
        if size is None and sampler.getrandbits(1):
            break
        fitting = [n for n in range(len(kind.rows)) if not bag.room or taken + takes[n] <= bag.room]
        if size is None and not fitting:
            break
        piece = sampler.choice(fitting or range(len(kind.rows)))
        taken += takes[piece]
        found.append(piece)
    return found
