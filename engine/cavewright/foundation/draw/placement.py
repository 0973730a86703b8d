"""Placement of boards: which area every place has, and where passages, walls and links run. One way for pictures and
for terminals; the scale says how large things are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from .geometry import Area, Point, around, bounds, box_of, distance, midway
from .grid_labels import rulers
from .layout import Box, Door, Label, Layout, Line, LineKind, links_between
from .scales import Scale
from .scene import FACING, HIGH, SIDES, STEP, TOWARDS, Board, Cell, Link, Place, Side, side_towards, way_out


def pitch(scale: Scale) -> Point:
    """From one tile to the next."""
    return scale.tile[0] + scale.gap[0], scale.tile[1] + scale.gap[1]


def place_tiles(board: Board, scale: Scale) -> Layout:
    """A growing board, or tiles each by itself: every tile in its cell, with its doors and what is fixed on them."""
    alone, cells = not board.is_growing, board.cells()
    scale = replace(scale, gap=(scale.unit, 0)) if board.six else scale
    across, down = pitch(replace(scale, gap=(16, 16)) if alone else scale)
    lean = across / 2 if board.six else 0
    down *= HIGH if board.six and not scale.unit else 1
    boxes = []
    for place in board.places:
        column, row = place.cell
        area = Area(column * across - row * lean, row * down, *scale.tile)
        ways = ((side, way_out(place, side, cells, board.beyond)) for side in board.sides)
        doors = (door(area, side, "continued" if alone else way, scale) for side, way in ways if way != "closed")
        boxes.append(Box(place, area, tuple(doors), board.six))
    lines = [] if alone else [fixed_or_far(board, *each, scale) for each in links_between(board, boxes)]
    (x, y, wide, high), (east, south) = (
        bounds(box.area for box in boxes),
        (0, 0) if alone or not boxes else scale.fringe,
    )
    whole = Area(x - east, y - south, wide + 2 * east, high + 2 * south)
    return Layout(board.form, whole, tuple(boxes), tuple(each for each in lines if each is not None))


def door(area: Area, side: Side, way: object, scale: Scale) -> Door:
    """Returns the opening in a side of a tile."""
    (east, south), unit = TOWARDS[side], scale.unit
    half = (area.wide - unit) / 2, (area.high - unit) / 2
    reach = half
    if unit and len(side) > 1:  # through the upper or lower border, where the tile beyond has its opening
        east, south = math.copysign(1, east), math.copysign(1, south)
        reach = pitch(scale)[0] / 4, half[1]
    at = area.x + half[0] + east * reach[0], area.y + half[1] + south * reach[1]
    return Door(side, way, at, (at[0] + east * (len(side) == 1), at[1] + south))  # type: ignore[arg-type]


def of_link(kind: LineKind, ends: tuple[Point, Point], link: Link, a: Box, b: Box) -> Line:
    """Returns the line that shows a link between the places of two boxes."""
    return Line(kind, *ends, link.title(a.place, b.place), link.change)


def fixed_or_far(board: Board, link: Link, a: Box, b: Box, scale: Scale) -> Line | None:
    """A marked link across the border of two tiles, or one between tiles that do not lie side by side; of others their
    doors tell."""
    side, middles = side_towards(a.place, b.place, board), (a.area.middle, b.area.middle)
    if side is None:
        return of_link("fixed" if link.marked else "link", middles, link, a, b)
    if not link.marked:
        return None if side in a.place.open else Line("link", *middles, link.title(a.place, b.place))
    (east, south), reach = TOWARDS[side], scale.inside
    start = door(a.area, side, "joined", scale).at
    end = door(b.area, FACING[side], "joined", scale).at
    inner = (start[0] - east * reach, start[1] - south * reach), (end[0] + east * reach, end[1] + south * reach)
    return of_link("fixed", inner, link, a, b)


def place_cells(board: Board, scale: Scale, size: Point) -> Layout:
    """A grid of cells of one size, with names along its edges, walls and bars along borders. On a hexagonal board each
    row stands half a cell beside the next."""
    if not board.places:
        return Layout(board.form, Area(0, 0, 0, 0))
    across, down = rulers(board) if not board.is_cards else ({}, {})
    gap, (edge_x, edge_y) = scale.gap, scale.edge if across else (0, 0)
    step = size[0] + gap[0], size[1] + gap[1]
    lean = (step[0] + scale.unit) // 2 if board.is_hexagonal else 0
    last = max(down, default=0)

    def area(cell: Cell) -> Area:
        return Area(cell[0] * step[0] + (last - cell[1]) * lean, cell[1] * step[1], *size)

    boxes = tuple(Box(place, area(place.cell)) for place in board.places)
    first = min(across, default=0), min(down, default=0)
    labels = []
    for column, text in across.items():
        head = area((column, first[1]))
        above = Area(head.x, head.y - edge_y - gap[1], head.wide, max(edge_y, 1))
        labels.append(Label(text, above, "edge", lean=0.5))
    for row, text in down.items():
        side = area((first[0], row))
        wide = edge_x or min(6, max(scale.size(e, "edge")[0] for e in down.values())) + gap[0] + 1
        x = side.x - wide - (lean * (last - row) if scale.unit else 0)
        labels.append(Label(text, Area(x, side.y, wide - scale.unit - gap[0], side.high), "edge", lean=0.5))
    walls = ((each.area, side) for each in boxes for side in SIDES if side in each.place.walls)
    lines = [Line("wall", *border(*wall, gap, scale.unit)) for wall in walls]
    lines += cell_links(board, boxes, gap, scale)
    areas = [
        *(each.area for each in boxes),
        *(each.area for each in labels),
        *(box_of((each.start, each.end)) for each in lines),
    ]
    whole = bounds(areas)
    return Layout(board.form, whole, boxes, tuple(lines), tuple(labels))


def border(area: Area, side: Side, gap: Point, unit: int) -> tuple[Point, Point]:
    """The ends of a line along a side of a cell."""
    west = area.x - gap[0]
    north = area.y - gap[1]
    east = area.right
    south = area.low
    if side in "ns":
        level = north if side == "n" else south + gap[1] - unit
        return (area.x, level), (area.right - unit, level)
    upright = west if side == "w" else east + gap[0] - unit
    return (upright, area.y), (upright, area.low - unit)


def cell_links(board: Board, boxes: Iterable[Box], gap: Point, scale: Scale) -> Iterator[Line]:
    """Something fixed across a border, a bar along it where a link says what stands there, any other link from cell to
    cell."""
    for link, a, b in links_between(board, boxes):
        side, middles = side_towards(a.place, b.place, board), (a.area.middle, b.area.middle)
        if side is None or board.is_map or (not link.marked and not link.label):
            yield of_link("fixed" if link.marked else "link", middles, link, a, b)
        elif link.marked:
            (x, y), (east, south) = midway(*middles), STEP[side]
            reach = 0 if scale.unit else 13
            ends = (x - east * reach, y - south * reach), (x + east * reach, y + south * reach)
            yield of_link("fixed", ends, link, a, b)
        else:
            yield of_link("bar", border(a.area, side, gap, scale.unit), link, a, b)


def place_spots(board: Board, scale: Scale, size: Callable[[Place], Point], near: float, most: Point) -> Layout:
    """A printed map: every spot where the map has it, as large as needed for spots not to meet; links between them."""
    sizes = {place.name: size(place) for place in board.places}
    middles = spread(board, sizes, scale, near, most)
    boxes = tuple(Box(each, around(middles[each.name], *sizes[each.name])) for each in board.places)
    if scale.unit:
        boxes = tuple(
            Box(each.place, Area(round(each.area.x), round(each.area.y), each.area.wide, 1)) for each in boxes
        )
    tracks, lines = list[Line](), list[Line]()
    for link, a, b in links_between(board, boxes):
        ends = a.area.middle, b.area.middle
        tracks += [Line("track", *ends, each) for each in a.place.tracks if each in b.place.tracks]
        lines.append(of_link("link", ends, link, a, b))
        lines += [of_link("fixed", ends, link, a, b)] if link.marked else []
    return Layout(board.form, bounds(box.area for box in boxes), boxes, (*tracks, *lines))


def spread(board: Board, sizes: Mapping[str, Point], scale: Scale, near: float, most: Point) -> dict[str, Point]:
    """The middles of the spots of a map: its closest spots `near` to each other if it is then no larger than `most`,
    but never on each other."""
    east, south = scale.stretch
    points = {each.name: (each.x * east, each.y * south) for each in board.places}
    whole, free, apart = box_of(list(points.values())), 0.0, math.inf
    slack = max(near / 8, scale.unit * 1.25)
    for (one, a), (other, b) in combinations(points.items(), 2):
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        if across or down:
            apart = min(apart, distance((0, 0), (across, down)))
            wide, high = (sizes[one][axis] + sizes[other][axis] for axis in (0, 1))
            needed = (wide / 2 + slack) / (across or 1e-9), (high / 2 + slack) / (down or 1e-9)
            free = max(free, min(needed))
    wanted = min(near / apart, most[0] / (whole.wide or apart), most[1] / (whole.high or apart)) if points else 0
    factor = max(wanted if math.isfinite(wanted) else 1.0, free)
    return {name: (x * factor, y * factor) for name, (x, y) in points.items()}
