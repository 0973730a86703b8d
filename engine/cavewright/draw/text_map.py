"""A printed map for a terminal: the places that hold something, and where one can go from those with figures."""

from __future__ import annotations

from ..texts import texts
from .characters import Lettering, columns, pad
from .grid_labels import on_a_grid
from .scene import Board, Place
from .text_grid import grid_lines
from .text_growing import link_mark

NAME_ROOM = 22


def map_lines(board: Board, lettering: Lettering) -> list[str]:
    """One line a place that holds something or lies next to a figure, and under a figure's place its ways out.

    Places that lie in columns and rows, and are called after them, are drawn as on a grid.
    """
    if on_a_grid(board):
        return grid_lines(board, lettering)
    near = neighbours(board)
    pieced = {place.name for place in board.places if place.pieces}
    next_to = {name for start in pieced for name, _, _ in near[start]}
    kept = [place for place in board.places if place.pieces or place.tokens or place.name in next_to]
    names = {place.name: lettering.fit(lettering.words(place.name), NAME_ROOM) for place in kept}
    wide = max(map(columns, names.values()), default=0)
    lines: list[str] = []
    for place in kept:
        lines.append(lettering.fit(f"{pad(names[place.name], wide)}  {holding(place, lettering)}".rstrip()))
        if place.pieces:
            lines += ways(near[place.name], lettering)
    rest = len(board.places) - len(kept)
    said = texts(lettering.lang).plural(
        "{more} {n} more place, nothing there",
        "{more} {n} more places, nothing there",
        rest,
        more=lettering.strokes.more,
    )
    return [*lines, *([lettering.fit(said)] if rest else [])]


Way = tuple[str, str, bool]


def neighbours(board: Board) -> dict[str, list[Way]]:
    """For every place the links from it, in the board's order: where to, the link's text, whether it is marked."""
    found: dict[str, list[Way]] = {place.name: [] for place in board.places}
    for link, a, b in board.linked():
        found[a.name].append((b.name, link.label, link.marked))
        found[b.name].append((a.name, link.label, link.marked))
    return found


def holding(place: Place, lettering: Lettering) -> str:
    """Symbol, figures and tokens of a place, then what it is."""
    pieces = lettering.initials(piece.initial for piece in place.pieces)
    tokens = " ".join(map(lettering.mark, place.tokens))
    marks = " ".join(filter(None, (lettering.mark(place.symbol), pieces, tokens)))
    return f"{pad(marks, 8)}  {lettering.listing(place.label, *place.notes, *place.tracks)}".rstrip()


def ways(links: list[Way], lettering: Lettering) -> list[str]:
    """The ways out of a place, a line each."""
    return [
        lettering.fit(f"  {link_mark(marked, lettering)} {lettering.words(name)}  {lettering.words(label)}".rstrip())
        for name, label, marked in links
    ]
