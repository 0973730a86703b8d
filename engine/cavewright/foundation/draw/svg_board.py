"""SVG of a board that is laid out: rocks with carved passages, cells, cards, spots of a map, and what lies on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote

from .characters import clean, columns
from .geometry import ROUND, SQUARISH, corner, roughness
from .layout import Box, Door, Label, Layout, Line, Mark
from .palette import (
    CARVED,
    CARVED_EDGE,
    CELL,
    CELL_EDGE,
    CHALK,
    CHANGED,
    FIXED,
    FIXED_EDGE,
    INK,
    PAPER,
    ROCK,
    ROCK_EDGE,
    SOFT_INK,
    TOKEN,
    TRACK,
    TRACK_INK,
    colour_or,
    ink_on,
    player_colour,
)
from .picture_layout import BEND
from .scales import BOLD, PIXELS
from .scene import SIDES, STEP, TOWARDS, Form, Place, Side
from .signs import draw_sign, is_drawn
from .svg_grid_sides import draw_closed_sides, draw_edges
from .svg_writer import SvgWriter, TextStyle, number, smooth

Attributes = dict[str, str | float]
Strokes = tuple[tuple[str, float, Attributes], ...]
PASSAGE, CHAMBER = 32.0, 29.0
HALF = PIXELS.tile[0] / 2
TURNED = {"ne": 30, "se": 150, "sw": -150, "nw": -30}
"""Degrees by which the ways of hexagons are turned from the one north."""
ROCK_HALF = HALF - 4
FADE = PIXELS.fringe[0]
INKS: Mapping[str, tuple[str, str]] = {
    "name": (CHALK, ROCK_EDGE),
    "note": (CHALK, ROCK_EDGE),
    "edge": (SOFT_INK, ""),
    "spot name": (INK, PAPER),
    "spot note": (SOFT_INK, PAPER),
    "link": (INK, CARVED),
    "track": (TRACK_INK, PAPER),
}
"""Ink and halo of labels by their role; all others are written in plain ink."""
STROKES: Mapping[str, Strokes] = {
    "fixed": ((FIXED_EDGE, 8, {"stroke_opacity": "0.9"}), (FIXED, 4.5, {"stroke_dasharray": "6 7"})),
    "bar": ((FIXED, 7, {}),),
    "wall": ((ROCK_EDGE, 5, {}),),
    "track": ((TRACK, 18, {"stroke_opacity": "0.45"}),),
    "callout": ((SOFT_INK, 1, {"stroke_dasharray": "2 3"}),),
    "move": ((CHALK, 7, {}), (CHANGED, 3, {"stroke_dasharray": "1 6"})),
}
LINKS: Mapping[str, Strokes] = {
    "map": ((ROCK_EDGE, 9, {"stroke_opacity": "0.55"}), (CARVED, 6, {})),
    "growing": ((SOFT_INK, 4, {"stroke_dasharray": "2 5"}),),
}
THIN = ((SOFT_INK, 2, {"stroke_opacity": "0.5"}),)


LOWER = ("track", "link", "fixed", "callout")
"""What lies below the spots of a map, from below to above."""


def draw_layout(pen: SvgWriter, layout: Layout, ident: str) -> None:
    """Everything of a board: what lies below first, then places with labels and marks, what is fixed on passages."""
    lower = LOWER if layout.is_map else ()
    lines = sorted(layout.lines, key=lambda each: lower.index(each.kind) if each.kind in lower else len(LOWER))
    for line in lines:
        if line.kind in lower:
            draw_line(pen, line, layout.form)
    if layout.edges:
        draw_edges(pen, layout)
    if layout.closed:
        draw_closed_sides(pen, layout)
    named = {box.place.name: draw_place(pen, box, layout, ident) for box in layout.boxes}
    for line in lines:
        if line.kind not in lower:
            draw_line(pen, line, layout.form)
    for label in layout.labels:
        draw_label(named.get(label.place, pen), label, layout)
    for mark in layout.marks:
        draw_mark(named.get(mark.place, pen), mark)


def draw_place(pen: SvgWriter, box: Box, layout: Layout, ident: str) -> SvgWriter:
    """A place itself; answers the pen of its group, which tells everything about it when pointed at."""
    place = box.place
    standing = ", ".join(piece.text for piece in place.pieces if not piece.small)
    told = (place.title, place.label, *place.facts, *place.notes, *place.tracks, " ".join(place.lying), standing)
    ident = f"{ident}-{quote(clean(place.name), safe='').replace('%', '_')}"
    group = pen.group(" · ".join(filter(None, told)), id=ident, class_="place", data_place=place.name)
    SHAPES[layout.form](group.group(at=box.area.middle), box)
    if place.changed:
        draw_change(group, box, layout)
    return group


def draw_change(pen: SvgWriter, box: Box, layout: Layout) -> None:
    """A bright frame about a place that an action changed."""
    if box.six:
        for colour, width, look in ((CHALK, 6, {"class_": "changed"}), (CHANGED, 3.5, {})):
            pen = pen.group(at=box.area.middle) if look else pen
            pen.add(
                "path", d=outline(box.place.name, ROCK_HALF, 0), fill="none", stroke=colour, stroke_width=width, **look
            )
        return
    inset = 6.0 if layout.has_tiles else 1.0
    x, y, wide, high = box.area
    at, size = (x + inset, y + inset), (wide - 2 * inset, high - 2 * inset)
    round_by = wide / 2 if layout.is_map else 12
    pen.box(at, size, round_by, fill="none", stroke=CHALK, stroke_width=6, class_="changed")
    pen.box(at, size, round_by, fill="none", stroke=CHANGED, stroke_width=3.5)


# ---- tiles -----------------------------------------------------------------------------------------------------------


def fades(pen: SvgWriter) -> None:
    """Gradients from dark to nothing, one for each side."""
    defs = SvgWriter(pen.add("defs"))
    for side in SIDES:
        east, south = STEP[side]
        ends = {"x1": max(0, -east), "y1": max(0, -south), "x2": max(0, east), "y2": max(0, south)}
        gradient = SvgWriter(defs.add("linearGradient", id=f"fade-{side}", **ends))
        for at, opacity in ((0, 1), (1, 0)):
            gradient.add("stop", offset=at, stop_color=ROCK_EDGE, stop_opacity=opacity)


def draw_tile(pen: SvgWriter, box: Box) -> None:
    """A block of rock, its passages carved through the open sides to the middle."""
    place, square = box.place, 0 if box.six else 6
    if not place.laid:
        dashes: Attributes = {"fill_opacity": "0.07", "stroke_opacity": "0.5", "stroke_dasharray": "5 6"}
        shape = outline(place.name, ROCK_HALF - 2, square)
        pen.add("path", d=shape, fill=SOFT_INK, stroke=SOFT_INK, stroke_width=1.5, **dashes)
        return
    shape = outline(place.name, ROCK_HALF, square)
    tint = colour_or(place.colour, "")
    pen.add("path", d=shape, fill="#000000", fill_opacity="0.2", transform="translate(1.5 3)")
    pen.add("path", d=shape, fill=ROCK, stroke=ROCK_EDGE, stroke_width=1.5)
    if tint:
        pen.add("path", d=shape, fill=tint, fill_opacity="0.5")
    light = outline(place.name, ROCK_HALF - 3.5, square)
    pen.add("path", d=light, fill="none", stroke="#ffffff", stroke_opacity="0.16", stroke_width=2)
    for x, y, size in flecks(place.name):
        near = 0.75 if box.six else 1
        pen.circle((x * near, y * near), size, fill=ROCK_EDGE, fill_opacity="0.22")
    for wider, colour in ((2.5, ROCK_EDGE), (0.0, CARVED_EDGE), (-3.0, CARVED)):
        draw_coat(pen, place, wider, fill=colour)
    if tint:
        draw_coat(pen, place, 0, fill=tint, opacity="0.25")
    for door in box.doors:
        draw_door(pen, door)


def draw_coat(pen: SvgWriter, place: Place, wider: float, *, fill: str, opacity: str = "1") -> None:
    """All passages of a tile in one colour, so many pixels wider on both sides than they are."""
    coat = pen.group(opacity=opacity, fill="none", stroke=fill, stroke_linejoin="round")
    reach = HALF + (0 if wider > 0 or opacity != "1" else 0.8)  # floors overlap, or seams would show
    for way in passage_paths(place, reach):
        coat.add("path", d=way, stroke_width=PASSAGE + 2 * wider)
    if len(place.open) != 2:
        coat.add("path", d=outline(place.name, CHAMBER + wider, 2), fill=fill, stroke="none")


def passage_paths(place: Place, reach: float) -> list[str]:
    """Path data for the carved passages: one bent or straight for two sides, otherwise one for each side."""
    sides = [side for side in TOWARDS if side in place.open]
    outer = [on_side(side, reach) for side in sides]
    if len(sides) == 2:
        inner = [on_side(side, BEND) for side in sides]
        return [f"M{outer[0]} L{inner[0]} Q0 0 {inner[1]} L{outer[1]}"]
    return [f"M{start} L0 0" for start in outer]


def on_side(side: Side, distance: float) -> str:
    """The point so far from the middle towards a side."""
    east, south = TOWARDS[side]
    return f"{number(east * distance)} {number(south * distance)}"


def draw_door(pen: SvgWriter, door: Door) -> None:
    """Beyond an open side: walls that fade where nobody has been, a few stones where the neighbour is rock."""
    east, south = TOWARDS[door.side]
    if door.way == "blocked":
        across = (-south, east) if len(door.side) > 1 else (abs(south), abs(east))
        for off in (-9, 0, 9):
            at = (east * (HALF - 4) + off * across[0], south * (HALF - 4) + off * across[1])
            pen.circle(at, 4.5, fill=ROCK_EDGE, class_="blocked")
    if door.way != "unexplored":
        return
    straight, turn = door.side, Attributes()
    if len(door.side) > 1:  # the way north, turned
        straight, turn = "n", {"transform": f"rotate({TURNED[door.side]})"}
    group = pen.group("", None, class_="unexplored", fill=f"url(#fade-{straight})", **turn)
    half, wall = PASSAGE / 2, 2.5
    for start, width, opacity in ((-half - wall, wall, "1"), (half, wall, "1"), (-half, PASSAGE, "0.3")):
        if straight in "ns":
            group.box((start, HALF if straight == "s" else -HALF - FADE), (width, FADE), 0, fill_opacity=opacity)
        else:
            group.box((HALF if east > 0 else -HALF - FADE, start), (FADE, width), 0, fill_opacity=opacity)


@lru_cache(1024)
def outline(name: str, half: float, squareness: int) -> str:
    """A rounded shape with small dents that depend on the name only: 2 is round, 6 nearly square, 0 a hexagon."""
    dents, step = roughness(name), 2 if squareness == 2 else 1
    points = []
    for nth in range(0, 24, step):
        reach = half - next(dents) * half * 0.05
        if not squareness:
            reach /= ROUND[abs((nth + 2) % 4 - 2)]
        x, y = corner(nth, SQUARISH if squareness == 6 else ROUND)
        points.append((x * reach, y * reach))
    return smooth(points)


def flecks(name: str) -> Iterator[tuple[float, float, float]]:
    """A few dark spots in the corners of a rock: x, y and radius."""
    dents = roughness(name + "*")
    for east, south in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for _ in range(3):
            yield east * (26 + 28 * next(dents)), south * (26 + 28 * next(dents)), 1 + 1.6 * next(dents)


# ---- cells and spots -------------------------------------------------------------------------------------------------


def draw_cell(pen: SvgWriter, box: Box) -> None:
    """A cell with four sides."""
    wide, high = box.area.wide - 4, box.area.high - 4
    look = cell_look(box.place)
    below = max(0, min(box.place.stacked, STACKED) - 1)
    size = wide - BELOW * below, high - BELOW * below
    for n in range(below, -1, -1):
        pen.box((BELOW * n - wide / 2, BELOW * n - high / 2), size, min(size) / 9, **look)


def draw_six(pen: SvgWriter, box: Box) -> None:
    """A cell with six sides, as wide as one with four."""
    half = box.area.wide / 2 - 2
    high = half * 1.2
    corners = [
        (0.0, -high),
        (half, -high / 2),
        (half, high / 2),
        (0.0, high),
        (-half, high / 2),
        (-half, -high / 2),
    ]
    pen.line(corners, **cell_look(box.place), stroke_linejoin="round")


def cell_look(place: Place) -> Attributes:
    """Ground and edge of a cell: paper for one that is not laid."""
    if not place.laid:
        return {"fill": CELL, "fill_opacity": "0.25", "stroke": CELL_EDGE, "stroke_dasharray": "4 4"}
    tint = colour_or(place.colour, "")
    more: Attributes = {"fill_opacity": "0.3"} if tint else {}
    return {"fill": tint or CELL, "stroke": CELL_EDGE, "stroke_width": 1.5, **more}


def draw_spot(pen: SvgWriter, box: Box) -> None:
    """A spot of a map."""
    radius = box.area.wide / 2
    pen.circle((1, 2.5), radius, fill="#000000", fill_opacity="0.2")
    look: Attributes = {} if box.place.laid else {"stroke_dasharray": "4 4"}
    pen.circle((0, 0), radius - 1, fill=CHALK, stroke=ROCK_EDGE, stroke_width=2.2, **look)
    tint = colour_or(box.place.colour, CARVED)
    pen.circle((0, 0), radius - 2.5, fill=tint, fill_opacity="0.35")


STACKED, BELOW = 4, 3.0
"""Cards of a pile that are drawn, and how much of each shows below the one above."""
SHAPES: Mapping[Form, Callable[[SvgWriter, Box], None]] = {
    "growing": draw_tile,
    "tiles": draw_tile,
    "grid": draw_cell,
    "cards": draw_cell,
    "hexagonal": draw_six,
    "map": draw_spot,
}


# ---- lines, labels and marks -----------------------------------------------------------------------------------------


def draw_line(pen: SvgWriter, line: Line, form: Form = "grid") -> None:
    """A line in the strokes of its kind; a brighter one below it where an action changed it."""
    inner = pen.group(line.title if line.kind != "callout" else "", class_=line.kind, stroke_linecap="round")
    strokes = LINKS.get(form, THIN) if line.kind == "link" else STROKES[line.kind]
    if line.change:
        inner.line((line.start, line.end), stroke=CHANGED, stroke_width=15, stroke_opacity="0.6", class_="changed")
    for colour, width, look in strokes:
        inner.line((line.start, line.end), stroke=colour, stroke_width=width, **look)


def draw_label(pen: SvgWriter, label: Label, layout: Layout) -> None:
    """A line of text, where its area says."""
    ink, halo = INKS.get(label.role, (INK, ""))
    if not layout.has_tiles and label.role in ("cell note", "cell symbol"):
        ink = INK
    x, y, wide, high = label.area
    anchor = "start" if not label.lean else "end" if label.lean == 1 else "middle"
    if label.role == "edge":
        y += (high - label.size * 1.22) / 2
    style = TextStyle(ink, anchor, 700 if label.role in BOLD else 400, halo)
    pen.words((x + wide * label.lean, y + label.size * 0.95), label.text, label.size, style)


def draw_mark(pen: SvgWriter, mark: Mark) -> None:
    """A disc in the player's colour with the initial on it, a rounded square if it is nobody's; a yellow frame about a
    token. What is gone is a dashed ring."""
    piece, (_, _, wide, high) = mark.piece, mark.area
    title = piece.text if piece is not None else ""
    inner = pen.group(title, mark.area.middle, class_="piece" if piece is not None else "token")
    text = clean(mark.text)[:2]
    size = high * (0.55 if columns(clean(mark.text)) < 2 else 0.44)
    if piece is None:
        text = clean(mark.text)
        size = min(high * 0.6, 10.5) if wide > high else size
        inner.box((-wide / 2, -high / 2), (wide, high), high / 2, fill=TOKEN, stroke=ROCK_EDGE, stroke_width=1)
        inner.words((0, size * 0.36), text, size, TextStyle(INK, "middle", 700))
        return
    colour = piece.colour or player_colour(piece.player)
    radius = high / 2 - 1.5
    if piece.change == "gone":
        inner.circle(
            (0, 0), radius, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray="4 3", class_="gone"
        )
        return
    if piece.change == "new":
        inner.circle((0, 0), radius + 3.5, fill=CHALK, stroke=CHANGED, stroke_width=3, class_="changed")
    if is_drawn(piece.sign):
        return draw_sign(inner, piece.sign, radius, colour)
    draw_disc(inner, piece.player, radius, colour)
    text = clean(piece.sign)[:2] or text
    inner.words((0, size * 0.36), text, size, TextStyle(ink_on(colour), "middle", 700))


def draw_disc(pen: SvgWriter, player: int | None, radius: float, colour: str) -> None:
    """The body of a piece."""
    rim: Attributes = {"fill": colour, "stroke": CHALK, "stroke_width": radius / 6.5}
    pen.circle((0.8, 1.6), radius + 1, fill="#000000", fill_opacity="0.28")
    if player is None:
        pen.box((-radius, -radius), (2 * radius, 2 * radius), radius / 3, **rim)
    else:
        pen.circle((0, 0), radius, **rim)
