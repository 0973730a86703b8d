"""A printed map as SVG: spots as circles with their names, links as lines, scaled to a readable size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from .characters import columns
from .palette import CARVED, CHALK, INK, PAPER, ROCK_EDGE, SOFT_INK, TRACK, TRACK_INK, colour_or
from .scene import Board, Link, Place
from .svg_shapes import Sheet, draw_fixed, draw_piece, draw_tokens, link_title, place_group, sheet
from .svg_writer import Pen, Point, Words, fit, midway, text_width

LARGEST = (980.0, 640.0)
NEAREST = 145.0  # pixels between the two spots that are closest together, if the largest size allows
RADIUS = 23.0
CROWDED = 24  # places from which on the sheet may be larger, up to HUGE, to keep them CLOSEST apart
CLOSEST = 3.2 * RADIUS
HUGE = 2600.0
CAPTION = 38.0
NEAR = (44.0, 26.0)
"""How far the middle of a caption is from its place, and what is so near to it that it is in its way."""
SIDE, TOP, BOTTOM = 74.0, 58.0, 66.0


def draw_map(board: Board) -> Sheet:
    """The map on a sheet, margins included for names and figures."""
    spots = scaled([(place.x, place.y) for place in board.places])
    where = {place.name: spot for place, spot in zip(board.places, spots, strict=True)}
    captions = caption_sides(board, where)
    pen = sheet()
    names = draw_tracks(pen, board, where)
    for link, a, b in board.linked():
        draw_line(pen, link, where[a.name], where[b.name])
    for place, spot in zip(board.places, spots, strict=True):
        draw_spot(pen, place, spot, captions[place.name])
    for link, a, b in board.linked():
        draw_label(pen, link, where[a.name], where[b.name])
    for track, (x, y) in names.items():
        pen.words((x, y - 13), fit(track, 140, 10.5), 10.5, Words(TRACK_INK, "middle", 600, PAPER))
    right, low = max((x for x, _ in spots), default=SIDE), max((y for _, y in spots), default=TOP)
    return Sheet(right + SIDE, low + BOTTOM, pen.node)


def scaled(points: Sequence[Point]) -> list[Point]:
    """The points in pixels: as large as the closest two need, but no larger than a sheet."""
    if not points:
        return []
    west, north = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - west, max(y for _, y in points) - north
    apart = min((gap for a, b in combinations(points, 2) if (gap := math.dist(a, b)) > 0), default=1.0)
    scale = min(NEAREST / apart, LARGEST[0] / (wide or apart), LARGEST[1] / (high or apart))
    if len(points) > CROWDED:
        scale = max(scale, min(CLOSEST / apart, HUGE / (wide or apart), HUGE / (high or apart)))
    return [(SIDE + (x - west) * scale, TOP + (y - north) * scale) for x, y in points]


def draw_line(pen: Pen, link: Link, a: Point, b: Point) -> None:
    """A passage; strong dashes if something is fixed on it."""
    inner = pen.group(None, link_title(link), class_="link", stroke_linecap="round")
    inner.line((a, b), stroke=ROCK_EDGE, stroke_width=9, stroke_opacity="0.55")
    inner.line((a, b), stroke=CARVED, stroke_width=6)
    if link.marked:
        draw_fixed(pen, (a, b), link)


def draw_tracks(pen: Pen, board: Board, where: Mapping[str, Point]) -> dict[str, Point]:
    """Below the passages, what is printed along them; answers where there is most room for its name, at the middle of
    its widest passage."""
    widest: dict[str, tuple[Point, Point]] = {}
    for _, a, b in board.linked():
        for track in (each for each in a.tracks if each in b.tracks):
            ends = (where[a.name], where[b.name])
            pen.group(None, track, class_="track", stroke_linecap="round").line(
                ends, stroke=TRACK, stroke_width=20, stroke_opacity="0.45"
            )
            widest[track] = max(widest.get(track, ends), ends, key=lambda each: abs(each[0][0] - each[1][0]))
    return {track: midway(*ends) for track, ends in widest.items()}


def draw_label(pen: Pen, link: Link, a: Point, b: Point) -> None:
    """The link's text at its middle, no longer than the line."""
    text = fit(link.label, max(40.0, math.dist(a, b) - 2 * RADIUS), 11)
    x, y = midway(a, b)
    pen.words((x, y + 4), text, 11, Words(SOFT_INK, "middle", 600, PAPER))


def draw_spot(pen: Pen, place: Place, at: Point, caption: int) -> None:
    """A place with symbol, caption above (-1) or below (1) it, figures on the other side, tokens at its east."""
    group = place_group(pen, place, at)
    group.circle((1, 2.5), RADIUS + 1, fill="#000000", fill_opacity="0.2")
    look: dict[str, str | float] = {"stroke": ROCK_EDGE, "stroke_width": 2.5}
    if not place.laid:
        look |= {"stroke_dasharray": "4 4"}
    group.circle((0, 0), RADIUS, fill=CHALK, **look)
    group.circle((0, 0), RADIUS - 2, fill=colour_or(place.colour, CARVED), fill_opacity="0.6")
    size = 20 if columns(place.symbol) < 2 else 16
    group.words((0, size * 0.36), place.symbol, size, Words(INK, "middle", 700))
    draw_caption(group, place, caption)
    draw_tokens(group, place.tokens, (RADIUS + 12, -RADIUS + 8), 8.5, 1)
    for nth, piece in enumerate(place.pieces):
        draw_piece(group, piece, ((nth - (len(place.pieces) - 1) / 2) * 24, -caption * (RADIUS + 7)), 14)


def draw_caption(pen: Pen, place: Place, where: int) -> None:
    """Name, then kind and notes in one line, or in two if they are long."""
    below = [" · ".join(filter(None, (place.label, *place.notes)))]
    if text_width(below[0], 10.5) > 140 and place.label and place.notes:
        below = [place.label, " · ".join(place.notes)]
    name = RADIUS + 15 if where > 0 else -RADIUS - (7 + 13 * len(below) if below[0] else 8)
    pen.words((0, name), fit(place.name, 124, 12.5), 12.5, Words(INK, "middle", 700, PAPER))
    for nth, line in enumerate(below, 1):
        pen.words((0, name + 13 * nth), fit(line, 140, 10.5), 10.5, Words(SOFT_INK, "middle", 400, PAPER))


def caption_sides(board: Board, where: Mapping[str, Point]) -> dict[str, int]:
    """For every place 1 for a caption below it, or -1 for one above: where less is in its way, and else where fewer
    links leave."""
    pull = dict.fromkeys(where, 0.0)
    taken = list(where.values())
    for _, a, b in board.linked():
        ends = where[a.name], where[b.name]
        down = (ends[1][1] - ends[0][1]) / (math.dist(*ends) or 1)
        pull[a.name] += down
        pull[b.name] -= down
        taken.append(midway(*ends))
    sides: dict[str, int] = {}
    for name, (x, y) in where.items():
        crowds = {side: sum(in_the_way((x, y + side * CAPTION), each) for each in taken) for side in (1, -1)}
        sides[name] = -1 if (crowds[-1], -pull[name]) < (crowds[1], -0.1) else 1
        taken.append((x, y + sides[name] * CAPTION))
    return sides


def in_the_way(caption: Point, other: Point) -> float:
    """How much something is in the way of a caption: 1 if it lies on its middle, 0 if it is not near."""
    return max(0.0, 1 - abs(caption[0] - other[0]) / NEAR[0]) * max(0.0, 1 - abs(caption[1] - other[1]) / NEAR[1])
