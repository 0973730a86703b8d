"""The places of boards that are there from the start, as rows of kinds: how they are written, where they lie, what
joins them.

A grid has a kind of places, under the name of the board, and a kind of passages. Columns are letters, rows numbers from
the bottom. On a board for each player the rows of one player follow those of another, written `0.a1`, `1.a1`.
"""

from __future__ import annotations

from collections.abc import Iterator

from .ruleset import Column, Kind
from .types import NONE, a_set, number, row

MOST_ACROSS = 50
"""Columns and rows of a grid."""
SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Steps to the places around one, as x and y, in the order of the sides n, e, s, w."""
HEXAGONAL = (
    (0, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, 0),
    (-1, 1),
)
SIDES, SIX_SIDES = ("n", "e", "s", "w"), ("ne", "e", "se", "sw", "w", "nw")

Ends = tuple[tuple[int, int], ...]


def around(form: str) -> tuple[tuple[int, int], ...]:
    """The steps to the neighbours on a grid of that form."""
    return HEXAGONAL if form == "hexagonal" else SQUARE


def place_name(x: int, y: int) -> str:
    """Returns the written name of the place in column x and row y.

    >>> place_name(1, 1), place_name(28, 3)
    ('a1', 'ab3')
    """
    letters = ""
    while x > 0:
        x, rest = divmod(x - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{y}"


def grid_kinds(
    board: str,
    form: str,
    size: tuple[int, int],
    owners: tuple[str, int] | None,
    closes: tuple[bool, bool] = (False, False),
) -> tuple[Kind, Kind, Ends]:
    """The kind of places and the kind of passages of a grid, and the two ends of every passage.

    `owners` are the kind of players and how many there can be, where each has a board of its own. `closes` says if rows
    and columns go round.

    >>> places, passages, ends = grid_kinds("field", "grid", (2, 2), None)
    >>> places.rows, passages.rows[:3], ends[:3]
    (('a1', 'b1', 'a2', 'b2'), ('a1-a2', 'a1-b1', 'a1-s'), ((0, 2), (0, 1), (0, -1)))
    """
    width, height = size
    cells = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
    names = [place_name(x, y) for x, y in cells]
    boards = owners[1] if owners else 1
    prefix = [f"{n}." if owners else "" for n in range(boards)]
    columns = {
        "x": Column("x", number(1, width), (*(x for x, _ in cells * boards), 0)),
        "y": Column("y", number(1, height), (*(y for _, y in cells * boards), 0)),
    }
    if owners:
        whose = (*(n for n in range(boards) for _ in cells), NONE)
        columns["owner"] = Column("owner", row(owners[0]), whose)
    places = Kind(board, tuple(before + name for before in prefix for name in names), columns)
    one = list(_passages(form, size, cells, closes))
    ends = tuple(
        (a + first, b + first if b >= 0 else NONE)
        for first in range(0, boards * len(cells), len(cells))
        for a, b, _ in one
    )
    called = tuple(
        prefix[n] + f"{names[a]}-{names[b] if b >= 0 else side}" for n in range(boards) for a, b, side in one
    )
    bits = (*((1 << a) | (1 << b if b >= 0 else 0) for a, b in ends), 0)
    return places, Kind(f"{board} passage", called, {"ends": Column("ends", a_set(row(board)), bits)}), ends


def _passages(
    form: str, size: tuple[int, int], cells: list[tuple[int, int]], closes: tuple[bool, bool]
) -> Iterator[tuple[int, int, str]]:
    """Every border of a grid once: its place, the place behind it or -1, and the side on which it lies."""
    width, height = size
    for at, (x, y) in enumerate(cells):
        for side, (east, north) in enumerate(around(form)):
            there = tuple(
                (at - 1) % most + 1 if is_closed else at
                for at, most, is_closed in zip((x + east, y + north), size, closes, strict=True)
            )
            inside = 1 <= there[0] <= width and 1 <= there[1] <= height
            other = (there[1] - 1) * width + there[0] - 1 if inside else NONE
            if other > at or (not inside and form == "grid"):
                yield at, other, SIDES[side] if form == "grid" else ""
