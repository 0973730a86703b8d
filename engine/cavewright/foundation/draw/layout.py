"""Layout of a board: where its places, passages, labels and marks are, in pixels or in characters, before anything is
drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from ..source.frozen import frozen
from .geometry import Area, Point
from .scene import Board, Change, DrawnForm, Form, Link, PassageState, Piece, Place, Side

LineKind = Literal["link", "fixed", "bar", "wall", "track", "callout", "move"]


@frozen
class Door:
    """An open side of a tile: where it breaks the border, and what is behind it."""

    side: Side
    way: PassageState
    at: Point
    beyond: Point


@frozen
class Box:
    """A place, and the area that it takes."""

    place: Place
    area: Area
    doors: tuple[Door, ...] = ()
    six: bool = False
    """Whether it is a hexagon."""


@frozen
class Line:
    """A straight line: a link, something fixed on one, a bar or a wall along a border, a track below links, the callout
    of a label, or the way that a piece went."""

    kind: LineKind
    start: Point
    end: Point
    title: str = ""
    change: Change = ""


@frozen
class Label:
    """A line of text in its area. `role` says what it is and how it looks; `lean` where it stands in its area: 0 at the
    start, 1 at the end."""

    text: str
    area: Area
    role: str
    size: float = 1
    lean: float = 0
    place: str = ""


@frozen
class Mark:
    """A small thing: a piece, or a token if there is no piece."""

    text: str
    area: Area
    piece: Piece | None = None
    place: str = ""


@frozen
class Layout(DrawnForm):
    """A board ready to be drawn. Nothing lies outside of `area`, which need not begin at 0."""

    form: Form
    area: Area
    boxes: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    closed: str = ""


def links_between(board: Board, boxes: Iterable[Box]) -> Iterator[tuple[Link, Box, Box]]:
    """Every link of a board whose two ends are in these boxes, with them."""
    named = {box.place.name: box for box in boxes}
    return ((link, named[a.name], named[b.name]) for link, a, b in board.links_inside())
