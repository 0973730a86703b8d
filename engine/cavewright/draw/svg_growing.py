"""A growing board as SVG: every tile a rock, its passages carved through the open sides to the middle.

Dead ends and crossings widen to a chamber; a passage between two sides only bends. Corners of a tile stay rock, and
carry its name (north-west), its tokens (north-east), its notes (south-west) and the figures on it (south-east).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from zlib import crc32

from .palette import CARVED, CARVED_EDGE, CHALK, INK, ROCK, ROCK_EDGE, SOFT_INK, colour_or
from .scene import SIDES, STEP, Board, Cell, Link, Place, Side, way_out
from .svg_shapes import Sheet, across, draw_fixed, draw_pieces, draw_tokens, link_title, place_group, sheet
from .svg_writer import Pen, Point, Words, fit, number, smooth

PITCH = 132.0  # from the middle of a tile to the middle of the next
HALF = PITCH / 2
ROCK_HALF = HALF - 4
PASSAGE = 32.0
CHAMBER = 29.0
BEND = 20.0  # how far from the middle a passage starts to turn
FADE = 30.0
CORNER = HALF - 15
NAMED = Words(CHALK, "start", 700, ROCK_EDGE)
NOTED = Words(CHALK, "start", 400, ROCK_EDGE)


def draw_growing(board: Board) -> Sheet:
    """The board on a sheet that has room for what is not yet explored around it."""
    cells = board.cells()
    columns, rows = [cell[0] for cell in cells] or [0], [cell[1] for cell in cells] or [0]
    west, north = min(columns), min(rows)
    pen = sheet()
    draw_fades(pen)
    where = {cell: (FADE + HALF + (cell[0] - west) * PITCH, FADE + HALF + (cell[1] - north) * PITCH) for cell in cells}
    for place in board.places:
        draw_tile(pen, place, where[place.cell], cells)
    for link, a, b in board.linked():
        draw_link(pen, link, (a, b), (where[a.cell], where[b.cell]))
    across, down = (max(columns) - west + 1) * PITCH, (max(rows) - north + 1) * PITCH
    return Sheet(across + 2 * FADE, down + 2 * FADE, pen.node)


def draw_fades(pen: Pen) -> None:
    """Gradients from dark to nothing, one for each side."""
    defs = Pen(pen.add("defs"))
    for side in SIDES:
        east, south = STEP[side]
        gradient = Pen(
            defs.add(
                "linearGradient",
                id=f"fade-{side}",
                x1=max(0, -east),
                y1=max(0, -south),
                x2=max(0, east),
                y2=max(0, south),
            )
        )
        gradient.add("stop", offset="0", stop_color=ROCK_EDGE, stop_opacity="1")
        gradient.add("stop", offset="1", stop_color=ROCK_EDGE, stop_opacity="0")


def draw_tile(pen: Pen, place: Place, at: Point, cells: Mapping[Cell, Place]) -> None:
    """One tile with everything on it."""
    group = place_group(pen, place, at)
    if place.laid:
        draw_rock(group, place)
        draw_passages(group, place)
        draw_openings(group, place, cells)
    else:
        group.add(
            "path",
            d=outline(place.name, ROCK_HALF - 2, 6),
            fill=SOFT_INK,
            fill_opacity="0.07",
            stroke=SOFT_INK,
            stroke_opacity="0.5",
            stroke_width=1.5,
            stroke_dasharray="5 6",
        )
    draw_captions(group, place)
    draw_tokens(group, place.tokens, (CORNER - 4, -CORNER + 4), 8.5, 2)
    draw_pieces(group, place.pieces, (CORNER - 10, CORNER - 10), 13.5, 2)


def draw_rock(pen: Pen, place: Place) -> None:
    """The block of rock, tinted by kind, with a shadow below it and some light on its north-west edge."""
    shape = outline(place.name, ROCK_HALF, 6)
    pen.add("path", d=shape, fill="#000000", fill_opacity="0.2", transform="translate(1.5 3)")
    pen.add("path", d=shape, fill=ROCK, stroke=ROCK_EDGE, stroke_width=1.5)
    tint = colour_or(place.colour, "")
    if tint:
        pen.add("path", d=shape, fill=tint, fill_opacity="0.5")
    pen.add(
        "path",
        d=outline(place.name, ROCK_HALF - 3.5, 6),
        fill="none",
        stroke="#ffffff",
        stroke_opacity="0.16",
        stroke_width=2,
    )
    for x, y, size in flecks(place.name):
        pen.circle((x, y), size, fill=ROCK_EDGE, fill_opacity="0.22")


def draw_passages(pen: Pen, place: Place) -> None:
    """What is carved: a dark edge, the foot of its walls, its floor, and a breath of the tile's tint over all."""
    draw_coat(pen, place, 2.5, fill=ROCK_EDGE)
    draw_coat(pen, place, 0, fill=CARVED_EDGE)
    draw_coat(pen, place, -3, fill=CARVED)
    tint = colour_or(place.colour, "")
    if tint:
        draw_coat(pen, place, 0, fill=tint, opacity="0.25")


def draw_coat(pen: Pen, place: Place, wider: float, *, fill: str, opacity: str = "1") -> None:
    """All passages of a tile in one colour, so many pixels wider on both sides than they are."""
    coat = pen.group(None, opacity=opacity, fill="none", stroke=fill, stroke_linejoin="round")
    reach = HALF + (0 if wider > 0 or opacity != "1" else 0.8)  # floors overlap, or seams would show
    for way in passage_paths(place, reach):
        coat.add("path", d=way, stroke_width=PASSAGE + 2 * wider)
    if len(place.open) != 2:
        coat.add("path", d=outline(place.name, CHAMBER + wider, 2), fill=fill, stroke="none")


def passage_paths(place: Place, reach: float) -> list[str]:
    """Path data for the carved passages: one bent or straight for two sides, otherwise one for each side."""
    sides = [side for side in SIDES if side in place.open]
    outer, inner = [on_side(side, reach) for side in sides], [on_side(side, BEND) for side in sides]
    if len(sides) == 2:
        return [f"M{outer[0]} L{inner[0]} Q0 0 {inner[1]} L{outer[1]}"]
    return [f"M{start} L0 0" for start in outer]


def on_side(side: Side, distance: float) -> str:
    """The point so far from the middle towards a side."""
    east, south = STEP[side]
    return f"{number(east * distance)} {number(south * distance)}"


def draw_openings(pen: Pen, place: Place, cells: Mapping[Cell, Place]) -> None:
    """Beyond an open side: walls that fade where nobody has been, a few stones where the neighbour is rock."""
    for side in SIDES:
        way = way_out(place, side, cells)
        if way == "unexplored":
            draw_unknown(pen, side)
        elif way == "blocked":
            east, south = STEP[side]
            for off in (-9, 0, 9):
                at = (east * (HALF - 4) + off * abs(south), south * (HALF - 4) + off * abs(east))
                pen.circle(at, 4.5, fill=ROCK_EDGE, class_="blocked")


def draw_unknown(pen: Pen, side: Side) -> None:
    """Two walls and a shade between them, fading away from the tile."""
    group = pen.group(None, class_="unexplored", fill=f"url(#fade-{side})")
    half, wall = PASSAGE / 2, 2.5
    for start, width, opacity in ((-half - wall, wall, "1"), (half, wall, "1"), (-half, PASSAGE, "0.3")):
        if side in "ns":
            group.box((start, HALF if side == "s" else -HALF - FADE), (width, FADE), 0, fill_opacity=opacity)
        else:
            group.box((HALF if side == "e" else -HALF - FADE, start), (FADE, width), 0, fill_opacity=opacity)


def middle(place: Place) -> Point:
    """Where the symbol stands: a little inwards on a bend."""
    if len(place.open) != 2:
        return 0, 0
    east, south = (sum(STEP[side][axis] for side in SIDES if side in place.open) for axis in (0, 1))
    return east * BEND * 0.3, south * BEND * 0.3


def draw_captions(pen: Pen, place: Place) -> None:
    """Symbol, name and notes. A caption beside an open passage is cut shorter; pointing at the tile shows it all."""
    size = 24 if len(place.symbol) < 2 else 19
    x, y = middle(place)
    pen.words((x, y + size * 0.36), place.symbol, size, Words(INK if place.laid else SOFT_INK, "middle", 700))
    short, long = CORNER - PASSAGE / 2 + 4, 2 * CORNER - 24
    name = fit(place.name, short if "n" in place.open or place.tokens else long, 11.5)
    pen.words((-CORNER, -CORNER + 9), name, 11.5, NAMED if place.laid else Words(SOFT_INK, "start", 700))
    room = short if "s" in place.open or place.pieces else long
    for at, note in enumerate(reversed(place.notes[:3])):
        pen.words((-CORNER, CORNER - 1 - at * 12), fit(note, room, 10), 10, NOTED)


def draw_link(pen: Pen, link: Link, ends: tuple[Place, Place], at: tuple[Point, Point]) -> None:
    """A marked link as dashes across the border between two tiles; one between distant tiles as a line."""
    side, near, far = across(ends, at, 24)
    if link.marked:
        draw_fixed(pen, (near, far), link)
    elif side is None or side not in ends[0].open:
        inner = pen.group(None, link_title(link), class_="link")
        inner.line((near, far), stroke=CARVED, stroke_width=4, stroke_dasharray="2 5", stroke_linecap="round")


def outline(name: str, half: float, squareness: float) -> str:
    """A rounded shape with small dents that depend on the name only: 2 is round, 6 nearly square."""
    dents = roughness(name)
    corners = 12 if squareness < 4 else 24
    turn = math.tau / corners
    return smooth([_on_edge(nth * turn, half - next(dents) * half * 0.05, squareness) for nth in range(corners)])


def _on_edge(angle: float, half: float, squareness: float) -> Point:
    def along(part: float) -> float:
        return math.copysign(abs(part) ** (2 / squareness), part) * half

    return along(math.cos(angle)), along(math.sin(angle))


def flecks(name: str) -> Iterator[tuple[float, float, float]]:
    """A few dark spots in the corners of a rock: x, y and radius."""
    dents = roughness(name + "*")
    for east, south in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for _ in range(3):
            yield east * (26 + 28 * next(dents)), south * (26 + 28 * next(dents)), 1 + 1.6 * next(dents)


def roughness(name: str) -> Iterator[float]:
    """Endless numbers from 0 up to 1 that look thrown but follow from the name."""
    value = crc32(name.encode("utf-8", "replace"))
    while True:
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        yield (value >> 8 & 0xFFFF) / 0x10000
