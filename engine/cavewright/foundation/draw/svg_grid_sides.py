"""SVG of the sides of a grid: bands where a side is somebody's, dashes where the grid goes on at the opposite side."""

from __future__ import annotations

from collections.abc import Sequence

from .geometry import Point
from .layout import Box, Layout
from .palette import INK
from .svg_writer import SvgWriter

SQUARE_EDGES = {
    "n": ((-1, -1), (1, -1)),
    "e": ((1, -1), (1, 1)),
    "s": ((-1, 1), (1, 1)),
    "w": ((-1, -1), (-1, 1)),
}
"""Both ends of each side of a square cell, from its middle, in halves of its size."""


def draw_edges(pen: SvgWriter, layout: Layout) -> None:
    """Bands along the sides of a grid that are somebody's, in the colour of whose they are."""
    for side, colour in layout.edges:
        group = pen.group(class_="edge", stroke=colour, stroke_width=6, stroke_linecap="round", stroke_linejoin="round")
        draw_side(group, layout, side)


def draw_closed_sides(pen: SvgWriter, layout: Layout) -> None:
    """Dashes along the sides of a grid at which it goes on at the opposite side."""
    for side in layout.closed:
        group = pen.group(class_="closed", stroke=INK, stroke_width=5, stroke_dasharray="7 6")
        draw_side(group, layout, side)


def draw_side(pen: SvgWriter, layout: Layout, side: str) -> None:
    """A line along a side of a grid."""
    rows = {round(box.area.y) for box in layout.boxes}
    for box in layout.boxes:
        if is_at_edge(box, side, layout.boxes, rows):
            (x, y), corners = box.area.middle, edge_corners(box, side, layout)
            pen.line([(x + east, y + south) for east, south in corners])


def is_at_edge(box: Box, side: str, boxes: Sequence[Box], rows: set[int]) -> bool:
    """Tells if a cell is one of those along a side of its grid: the first or last row, or of its row the first or last."""
    at = round(box.area.y)
    if side in "ns":
        return at == (min(rows) if side == "n" else max(rows))
    along = [each.area.x for each in boxes if round(each.area.y) == at]
    return box.area.x == (min(along) if side == "w" else max(along))


def edge_corners(box: Box, side: str, layout: Layout) -> list[Point]:
    """Corners of a cell along a side of it, from its middle."""
    half, high = box.area.wide / 2, box.area.high / 2
    if not layout.is_hexagonal:
        begin, end = SQUARE_EDGES[side]
        return [(begin[0] * half, begin[1] * high), (end[0] * half, end[1] * high)]
    tip, top, low = half * 1.2, (-half, -half * 0.6), (half, half * 0.6)
    return {
        "n": [top, (0, -tip), (half, -half * 0.6)],
        "e": [(half, -half * 0.6), low, (0, tip)],
        "s": [(-half, half * 0.6), (0, tip), low],
        "w": [(0, -tip), top, (-half, half * 0.6)],
    }[side]
