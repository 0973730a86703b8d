"""A grid board as SVG: cells with what lies and stands on them, coordinates along the edges."""

from __future__ import annotations

from .characters import clean
from .grid_labels import rulers
from .palette import CELL, CELL_EDGE, FIXED, ROCK_EDGE, SOFT_INK, colour_or
from .scene import SIDES, STEP, Board, Link, Place, Side
from .svg_shapes import Sheet, across, draw_fixed, draw_piece, draw_tokens, link_title, place_group, sheet
from .svg_writer import Pen, Point, Words, fit, midway, pair

EDGE = 26.0
LARGE, SMALL = 64.0, 46.0  # width of a cell; only large ones have room for their kind in words


def draw_grid(board: Board) -> Sheet:
    """The board on a sheet; cells shrink when there are many. On a hexagonal one each row stands half a cell beside the
    next."""
    across, down = rulers(board)
    pitch = LARGE if max(len(across), len(down)) <= 6 else SMALL
    pen, lean = sheet(), pitch / 2 if board.form == "hexagonal" else 0.0
    low = max(down)

    def spot(column: int, row: int) -> Point:
        return (
            EDGE + (column - min(across) + 0.5) * pitch + (low - row) * lean,
            EDGE + (row - min(down) + 0.5) * pitch,
        )

    style = Words(SOFT_INK, "middle", 600)
    for column, text in across.items():
        pen.words((spot(column, min(down))[0], EDGE - 9), fit(text, pitch, 12), 12, style)
    for row, text in down.items():
        pen.words((EDGE / 2 - 2 + (low - row) * lean, spot(min(across), row)[1] + 4), fit(text, EDGE, 12), 12, style)
    for place in board.places:
        draw_cell(pen, place, spot(*place.cell), pitch, lean > 0)
    for link, a, b in board.linked():
        draw_link(pen, link, (a, b), (spot(*a.cell), spot(*b.cell)), pitch)
    return Sheet(EDGE + pitch * len(across) + (len(down) - 1) * lean + 4, EDGE + pitch * len(down) + 4, pen.node)


def draw_cell(pen: Pen, place: Place, at: Point, pitch: float, six: bool = False) -> None:
    """One cell with four or six sides; several figures share it."""
    group = place_group(pen, place, at)
    half = pitch / 2 - 2
    look: dict[str, str | float] = {"fill": colour_or(place.colour, CELL), "stroke": CELL_EDGE, "stroke_width": 1.5}
    if not place.laid:
        look |= {"fill_opacity": "0.25", "stroke_dasharray": "4 4"}
    if six:
        draw_six(group, half, look)
    else:
        group.box((-half, -half), (2 * half, 2 * half), pitch / 9, **look)
    draw_walls(group, place, pitch / 2)
    group.words((0, pitch * 0.13), clean(place.symbol), pitch * 0.36, Words(SOFT_INK, "middle", 600))
    if pitch == LARGE:
        group.words((0, half - 4), fit(place.label, 2 * half - 4, 9), 9, Words(SOFT_INK, "middle"))
    for nth, note in enumerate(place.notes[:2]):
        group.words((-half + 3, -half + 9 + nth * 9), fit(note, 2 * half - 6, 8), 8, Words(SOFT_INK))
    draw_tokens(group, place.tokens, (half - pitch * 0.13, -half + pitch * 0.13), pitch * 0.11, 3)
    several = len(place.pieces) > 1
    radius = pitch * (0.2 if several else 0.34)
    for nth, piece in enumerate(place.pieces):
        row, column = divmod(nth, 2)
        shift = (column - 0.5, row - 0.5) if several else (0.0, 0.0)
        draw_piece(group, piece, (shift[0] * pitch * 0.44, shift[1] * pitch * 0.44), radius)


def draw_six(pen: Pen, half: float, look: dict[str, str | float]) -> None:
    """A cell with six sides, as wide as one with four."""
    high = half * 1.2
    corners = [(0.0, -high), (half, -high / 2), (half, high / 2), (0.0, high), (-half, high / 2), (-half, -high / 2)]
    pen.add("path", d="M" + " L".join(map(pair, corners)) + "Z", **look)


def draw_walls(pen: Pen, place: Place, half: float) -> None:
    """A strong line along every side that is closed."""
    for side in SIDES:
        if side in place.walls:
            east, south = STEP[side]
            pen.line(
                border((east * half, south * half), side, half),
                stroke=ROCK_EDGE,
                stroke_width=5,
                stroke_linecap="round",
            )


def border(at: Point, side: Side, half: float) -> tuple[Point, Point]:
    """The ends of a line along a side, so long on both sides of its middle."""
    (x, y), (east, south) = at, STEP[side]
    return (x - south * half, y - east * half), (x + south * half, y + east * half)


def draw_link(pen: Pen, link: Link, ends: tuple[Place, Place], at: tuple[Point, Point], pitch: float) -> None:
    """A marked link as dashes across the border, one that says what stands there as a bar along it, any other as a thin
    line."""
    side, *line = across(ends, at, 13)
    if link.marked:
        draw_fixed(pen, line, link)
    elif side and link.label:
        inner = pen.group(None, link_title(link), class_="bar", stroke_linecap="round")
        inner.line(border(midway(*at), side, pitch / 2 - 4), stroke=FIXED, stroke_width=7)
    else:
        inner = pen.group(None, link_title(link), class_="link")
        inner.line(line, stroke=SOFT_INK, stroke_width=2, stroke_opacity="0.5")
