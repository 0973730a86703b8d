"""Labels along the edges of a grid, from the places' own names where these are columns and rows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from .scene import Board, Cell

Ruler = dict[int, str]


def rulers(board: Board) -> tuple[Ruler, Ruler]:
    """Texts for every column and every row, from the first to the last that is used.

    Places named `a1 b1 a2 b2` give `a b` and `1 2`; names that are not built so give the numbers of the coordinates.
    """
    names = {place.cell: place.name for place in board.places} or {(0, 0): ""}
    across, down = map(_numbers, zip(*names, strict=True))
    return _letters(names, across, down) or (across, down)


def on_a_grid(board: Board) -> bool:
    """Tells if the places of a map lie in columns and rows, and are called after these."""
    whole = all(float(at).is_integer() for place in board.places for at in (place.x, place.y))
    names = {place.cell: place.name for place in board.places}
    if not whole or len(names) < max(2, len(board.places)):
        return False
    return _letters(names, *map(_numbers, zip(*names, strict=True))) is not None


def _numbers(used: Iterable[int]) -> Ruler:
    numbers = [*used]
    return {number: str(number) for number in range(min(numbers), max(numbers) + 1)}


def _letters(names: dict[Cell, str], across: Ruler, down: Ruler) -> tuple[Ruler, Ruler] | None:
    """Columns from what a column's names begin with, rows from what a row's names end with, if that is all of them."""
    starts = {column: _common_beginning(name for cell, name in names.items() if cell[0] == column) for column in across}
    ends = {}
    for row in down:
        backwards = (name[::-1] for cell, name in names.items() if cell[1] == row)
        ends[row] = _common_beginning(backwards)[::-1]
    if any(starts[cell[0]] + ends[cell[1]] != name for cell, name in names.items()):
        return None
    return starts, ends


def _common_beginning(names: Iterable[str]) -> str:
    """Returns the longest beginning that all names share."""
    ordered = sorted(names) or [""]
    same = takewhile(lambda pair: pair[0] == pair[1], zip(ordered[0], ordered[-1], strict=False))
    return "".join(letter for letter, _ in same)
