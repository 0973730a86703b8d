"""SVG shapes that all boards use: figures, tokens, lines with something fixed on them, titles."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .characters import clean, columns
from .palette import CHALK, FIXED, FIXED_EDGE, INK, ROCK_EDGE, TOKEN, ink_on, player_colour
from .scene import STEP, Link, Piece, Place, Side, side_towards
from .svg_writer import Pen, Point, Words, midway

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished drawing of one board, in pixels."""

    width: float
    height: float
    node: ET.Element


def sheet() -> Pen:
    """A pen on an empty sheet."""
    return Pen(ET.Element("g"))


def place_group(pen: Pen, place: Place, at: Point) -> Pen:
    """A group around the middle of a place that tells everything about it when pointed at."""
    standing = ", ".join(piece.text for piece in place.pieces)
    facts = " · ".join(
        filter(None, (place.name, place.label, *place.notes, *place.tracks, " ".join(place.tokens), standing))
    )
    return pen.group(at, facts, class_="place", data_place=place.name)


def draw_piece(pen: Pen, piece: Piece, at: Point, radius: float) -> None:
    """A disc in the player's colour with the initial on it; a rounded square if it is nobody's."""
    colour = player_colour(piece.player)
    inner = pen.group(at, piece.text, class_="piece")
    rim: dict[str, str | float] = {"fill": colour, "stroke": CHALK, "stroke_width": radius / 6.5}
    inner.circle((0.8, 1.6), radius + 1, fill="#000000", fill_opacity="0.28")
    if piece.player is None:
        inner.box((-radius, -radius), (2 * radius, 2 * radius), radius / 3, **rim)
    else:
        inner.circle((0, 0), radius, **rim)
    mark = clean(piece.initial)[:2]
    size = radius * (1.15 if columns(mark) < 2 else 0.9)
    inner.words((0, size * 0.36), mark, size, Words(ink_on(colour), "middle", 700))


def draw_pieces(pen: Pen, pieces: Sequence[Piece], last: Point, radius: float, a_row: int) -> None:
    """Figures in rows that end at the last one; further rows stand north of it."""
    for row, column, piece in in_rows(pieces, a_row):
        draw_piece(pen, piece, (last[0] - column * radius * 1.75, last[1] - row * radius * 1.75), radius)


def in_rows(things: Sequence[T], a_row: int) -> Iterator[tuple[int, int, T]]:
    """Things in rows that read from west to east: row, how many columns before the row's east end, thing."""
    for start in range(0, len(things), a_row):
        row = things[start : start + a_row]
        for at, thing in enumerate(row):
            yield start // a_row, len(row) - 1 - at, thing


def draw_tokens(pen: Pen, tokens: Sequence[str], first: Point, radius: float, a_row: int) -> None:
    """Small discs in rows that end below each other; what does not fit in two rows is counted."""
    room = 2 * a_row
    shown = list(tokens) if len(tokens) <= room else [*tokens[: room - 1], f"+{len(tokens) - room + 1}"]
    for row, column, token in in_rows(shown, a_row):
        centre = (first[0] - column * radius * 2.25, first[1] + row * radius * 2.25)
        pen.circle(centre, radius, fill=TOKEN, stroke=ROCK_EDGE, stroke_width=1, class_="token")
        size = radius * (1.3 if columns(clean(token)) < 2 else 1)
        pen.words((centre[0], centre[1] + size * 0.36), token[:2], size, Words(INK, "middle", 700))


def draw_fixed(pen: Pen, points: Sequence[Point], link: Link | None = None) -> None:
    """A line with something fixed on it: strong dashes on a light edge."""
    inner = pen.group(None, link_title(link) if link else "", class_="fixed", stroke_linecap="round")
    inner.line(points, stroke=FIXED_EDGE, stroke_width=8, stroke_opacity="0.9")
    inner.line(points, stroke=FIXED, stroke_width=4.5, stroke_dasharray="6 7")


def across(ends: tuple[Place, Place], at: tuple[Point, Point], reach: float) -> tuple[Side | None, Point, Point]:
    """The side on which the second place lies, and the ends of a link: so far on both sides of the border between
    neighbours, else the places."""
    side = side_towards(*ends)
    if side is None:
        return side, *at
    (x, y), (east, south) = midway(*at), STEP[side]
    return side, (x - east * reach, y - south * reach), (x + east * reach, y + south * reach)


def link_title(link: Link) -> str:
    """A passage in words."""
    return f"{link.a} to {link.b}" + (f": {link.label}" if link.label else "")
