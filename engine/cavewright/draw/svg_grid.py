"""A grid board as SVG: cells with what lies and stands on them, coordinates along the edges."""

from __future__ import annotations

from .letters import clean
from .palette import CELL, CELL_EDGE, SOFT_INK, colour_or
from .pen import Pen, Point, Words, fit
from .rulers import rulers
from .scene import STEP, Board, Link, Place, side_towards
from .svg_marks import Sheet, draw_fixed, draw_piece, draw_tokens, link_title, place_group, sheet

EDGE = 26.0
LARGE, SMALL = 64.0, 46.0  # width of a cell; only large ones have room for their kind in words


def draw_grid(board: Board) -> Sheet:
    """The board on a sheet; cells shrink when there are many."""
    across, down = rulers(board)
    pitch = LARGE if max(len(across), len(down)) <= 6 else SMALL
    pen = sheet()
    where = {place.cell: (EDGE + (place.cell[0] - min(across) + 0.5) * pitch,
                          EDGE + (place.cell[1] - min(down) + 0.5) * pitch) for place in board.places}
    style = Words(SOFT_INK, "middle", 600)
    for at, text in enumerate(across.values()):
        pen.words((EDGE + (at + 0.5) * pitch, EDGE - 9), fit(text, pitch, 12), 12, style)
    for at, text in enumerate(down.values()):
        pen.words((EDGE / 2 - 2, EDGE + (at + 0.5) * pitch + 4), fit(text, EDGE, 12), 12, style)
    for place in board.places:
        draw_cell(pen, place, where[place.cell], pitch)
    for link, a, b in board.linked():
        draw_link(pen, link, (a, b), (where[a.cell], where[b.cell]))
    return Sheet(EDGE + pitch * len(across) + 4, EDGE + pitch * len(down) + 4, pen.node)


def draw_cell(pen: Pen, place: Place, at: Point, pitch: float) -> None:
    """One cell; several figures share it."""
    group = place_group(pen, place, at)
    half = pitch / 2 - 2
    look: dict[str, str | float] = {"fill": colour_or(place.colour, CELL), "stroke": CELL_EDGE, "stroke_width": 1.5}
    if not place.laid:
        look |= {"fill_opacity": "0.25", "stroke_dasharray": "4 4"}
    group.box((-half, -half), (2 * half, 2 * half), pitch / 9, **look)
    group.words((0, pitch * 0.13), clean(place.symbol), pitch * 0.36, Words(SOFT_INK, "middle", 600))
    if pitch == LARGE:
        group.words((0, half - 4), fit(place.label, 2 * half - 4, 9), 9, Words(SOFT_INK, "middle"))
    draw_tokens(group, place.tokens, (half - pitch * 0.13, -half + pitch * 0.13), pitch * 0.11, 3)
    several = len(place.pieces) > 1
    radius = pitch * (0.2 if several else 0.34)
    for nth, piece in enumerate(place.pieces):
        row, column = divmod(nth, 2)
        shift = (column - 0.5, row - 0.5) if several else (0.0, 0.0)
        draw_piece(group, piece, (shift[0] * pitch * 0.44, shift[1] * pitch * 0.44), radius)


def draw_link(pen: Pen, link: Link, ends: tuple[Place, Place], at: tuple[Point, Point]) -> None:
    """A marked link as dashes across the border, any other as a thin line."""
    (ax, ay), (bx, by) = at
    side = side_towards(*ends)
    if side:
        x, y, (east, south) = (ax + bx) / 2, (ay + by) / 2, STEP[side]
        ax, ay, bx, by = x - east * 13, y - south * 13, x + east * 13, y + south * 13
    if link.marked:
        draw_fixed(pen, ((ax, ay), (bx, by)), link)
    else:
        inner = pen.group(None, link_title(link), class_="link")
        inner.line(((ax, ay), (bx, by)), stroke=SOFT_INK, stroke_width=2, stroke_opacity="0.5")
