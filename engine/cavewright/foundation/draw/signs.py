"""Signs of pieces, drawn as shapes of their own: fonts differ, and pictures must not."""

from __future__ import annotations

from collections.abc import Mapping

from .geometry import Point
from .palette import CHALK, ROCK_EDGE, ink_on
from .svg_writer import SvgWriter, number

PAWN = (
    "M0 -9a3.6 3.6 0 0 1 2.3 6.4h1.7v1.8h-2c.4 3.6 1.4 5.6 4 7.3v3.5h-12v-3.5c2.6 -1.7 3.6 -3.7 4 -7.3h-2v-1.8h1.7"
    "a3.6 3.6 0 0 1 2.3 -6.4z"
)
KNIGHT = (
    "M1 -10l2.4 2.4c4 2.6 5.4 7.6 4.6 14.6v3h-13v-3c.4 -3 3.6 -4.4 4.6 -7.6c-1.6 1 -3 1 -4 1.6l-2.2 1.8l-2 -1.6"
    "l-.6 -2.4c1.6 -2.4 2.4 -4.6 4.2 -6.4c.4 -1 1 -1.6 2 -2z"
)
BISHOP = (
    "M0 -11a1.7 1.7 0 0 1 1.2 2.9c3 2 4.6 4.6 4.6 7c0 2 -1 3.4 -2.6 4.4l.8 2.7l3 1v3h-14v-3l3 -1l.8 -2.7"
    "c-1.6 -1 -2.6 -2.4 -2.6 -4.4c0 -2.4 1.6 -5 4.6 -7a1.7 1.7 0 0 1 1.2 -2.9z"
)
ROOK = "M-7 -9h3v2.4h2.4v-2.4h3.2v2.4h2.4v-2.4h3v5.2l-2.4 2l.9 7.2l1.5 1.6v3h-14v-3l1.5 -1.6l.9 -7.2l-2.4 -2z"
QUEEN = "M-9 -7l3.4 7l1.2 -9l4.4 8l4.4 -8l1.2 9l3.4 -7l-2.4 11l.4 3v3h-14v-3l.4 -3z"
KING = (
    "M-1.1 -11h2.2v2h2v2.2h-2v2c1.4 -1.2 3 -1.8 4.6 -1.6c2.8 .4 3.6 3.4 2.2 6l-2.6 4.6l.7 2.8v3h-12v-3l.7 -2.8"
    "l-2.6 -4.6c-1.4 -2.6 -.6 -5.6 2.2 -6c1.6 -.2 3.2 .4 4.6 1.6v-2h-2v-2.2h2z"
)
SHAPES: Mapping[str, str] = {
    "♟": PAWN, "♙": PAWN, "♞": KNIGHT, "♘": KNIGHT, "♝": BISHOP, "♗": BISHOP, "♜": ROOK, "♖": ROOK,
    "♛": QUEEN, "♕": QUEEN, "♚": KING, "♔": KING,
}  # fmt: skip
"""Outlines within 11 pixels of the middle."""
STONE, RING, CROSS = "●", "○", "✕"


def is_drawn(sign: str) -> bool:
    """Tells if a sign has a shape of its own."""
    return sign in SHAPES or sign in (STONE, RING, CROSS)


def draw_sign(pen: SvgWriter, sign: str, radius: float, colour: str) -> None:
    """Draws a sign around the middle: a man, a stone, a ring or a cross, with an edge that keeps it apart from its ground."""
    edge = CHALK if ink_on(colour) == "#ffffff" else ROCK_EDGE
    if sign in SHAPES:
        scale = f"scale({number(radius / 11)})"
        look = {"stroke_linejoin": "round", "transform": scale}
        pen.add("path", d=SHAPES[sign], fill="none", stroke="#ffffff", stroke_width=3.4, stroke_opacity="0.7", **look)
        pen.add("path", d=SHAPES[sign], fill=colour, stroke=edge, stroke_width=1.4, **look)
    elif sign == STONE:
        pen.circle((0.8, 1.6), radius, fill="#000000", fill_opacity="0.28")
        pen.circle((0, 0), radius, fill=colour, stroke=ROCK_EDGE, stroke_width=1.5)
        pen.circle((-radius * 0.3, -radius * 0.35), radius * 0.3, fill="#ffffff", fill_opacity="0.28")
    elif sign == RING:
        pen.circle((0, 0), radius * 0.72, fill="none", stroke=colour, stroke_width=radius * 0.3)
    else:
        reach = radius * 0.7
        for end in ((reach, reach), (reach, -reach)):
            pen.line(across(end), stroke=colour, stroke_width=radius * 0.32, stroke_linecap="round")


def across(end: Point) -> tuple[Point, Point]:
    """The line through the middle to a point."""
    return (-end[0], -end[1]), end
