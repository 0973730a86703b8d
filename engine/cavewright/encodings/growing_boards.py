"""Tiles of boards that grow, as rows of a tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..cave import grid
from ..model import ruleset as m
from ..model.types import SIDES, SIX_SIDES, place, row
from ..positions.value_text import border_words, place_named
from .encoding_error import EncodingError
from .places import place_number
from .setting import Setting
from .values import Coder, Tensor, coder

if TYPE_CHECKING:
    from ..views.view import View


def tiles_on(board: m.Board, setting: Setting) -> tuple[tuple[int, int], Callable[[Tensor, int, View], None]]:
    """The shape of the part of a board that grows, and what fills it: a row for each tile in the order of the numbers
    of places.

    In a row stand 1 for a tile that is there, its place, which tile it is, its open sides, what the rules keep of
    the place, and what they keep of each of the passages around it, clockwise from the north.
    """
    columns: list[tuple[str, Coder]] = [
        (board.kind, coder(row(board.kind), setting)),
        (board.sides, coder(SIX_SIDES if board.hexagonal else SIDES, setting)),
    ]
    columns += [(each.name, coder(each.type, setting, each.shown != "open")) for each in board.fields]
    borders = [(each.name, coder(each.type, setting, each.shown != "open")) for each in board.passage_fields]
    lies, shape = coder(place(board.name), setting), grid.shape_of(board)
    border = sum(coded.width for _, coded in borders)
    width = 1 + lies.width + sum(coded.width for _, coded in columns) + len(shape.letters) * border

    def lies_at(name: str) -> int:
        return place_named(name, board)

    def fill(tensor: Tensor, at: int, view: View) -> None:
        shown = view.boards[board.name]
        laid = sorted((place_number(lies_at(name), 2 * grid.FURTHEST), name) for name in shown.places)
        if len(laid) > setting.room:
            raise EncodingError(f"{len(laid):,} tiles lie on {board.name}, and a tensor has room for {setting.room:,}")
        for n, (_, name) in enumerate(laid):
            here = at + n * width
            tensor[here] = 1
            lies.write(tensor, here + 1, name)
            here = written(tensor, here + 1 + lies.width, shown.places[name].values, columns)
            for side in range(len(shape.letters)):
                there = shape.beside(lies_at(name), side)
                passage = shape.passage(lies_at(name), there) if there >= 0 else -1
                kept = shown.passages.get(border_words(passage, board)) if passage >= 0 else None
                here = written(tensor, here, kept.values if kept is not None else {}, borders)

    return (setting.room, width), fill


def written(tensor: Tensor, at: int, values: dict[str, object], columns: list[tuple[str, Coder]]) -> int:
    """Writes what is kept of one place or passage; where the next begins."""
    for name, coded in columns:
        value = values.get(name)
        if value is not None:
            coded.write(tensor, at, value)
        at += coded.width
    return at
