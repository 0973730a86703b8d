"""Text of a board that is laid out: boxes of tiles, rows of cells, maps with lines; a window onto it if it is too wide.

┌c4─────┐
│*  ≈   │         tokens at the left, symbol in the middle, figures at the right
└25m╎───┘         a note that is short and a number; something is fixed on this passage
┌d4─╎───┐ ┌e4─────┐
│   ↓  A├─┤   3   │
└50m────┘ └50m┬───┘
              ┊   nobody has been there
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from ..texts import texts
from .characters import BoxCharacters, Lettering, columns
from .geometry import Area, Point, total
from .layout import Box, Door, Label, Layout, Line
from .scene import Board, Link, Place, side_towards
from .text_canvas import Canvas, strips, window
from .text_layout import text_layout
from .wrapping import wrap

MOST_LINES = 1_000_000
"""More lines than any board takes."""
LEAST_NOTE = 24
"""Columns that a note below a board may take, however narrow that is."""
NEXT = 2
"""From the border of a tile to that of the next one, in characters at most."""


def board_lines(
    board: Board,
    lettering: Lettering,
    follows: int | None,
    whole: bool,
    high: int,
    aside: str,
) -> list[str]:
    """The board as lines, and below it what cannot be drawn. A board that is too wide is drawn as a whole in strips,
    one below the other, or else those columns and at most so many lines of it that hold the figures of the player who
    is followed; `aside` is added to what is said of the others."""
    if board.is_cards:
        return [
            line
            for place in board.places
            for line in wrap_text(lettering.listing(place.label, *place.facts), lettering)
        ]
    layout = text_layout(board, lettering)
    if not layout.boxes:
        return []
    if whole:
        shown = [layout.area._replace(x=start, wide=lettering.width) for start in strips(layout, lettering.width)]
        drawn = [line for each in shown for line in ("", *part(layout, each, lettering))][1:]
        if len(shown) > 1:
            drawn = [*strip_notice(layout, len(shown), lettering, aside), "", *drawn]
    else:
        seen = window(layout, lettering.width, high, follows)
        drawn = part(layout, seen, lettering)
        drawn += hidden_places(layout, seen, max(map(columns, drawn), default=0), lettering, aside)
    return [*drawn, *(line for each in below(board, lettering) for line in wrap_text(each, lettering))]


def part(layout: Layout, shown: Area, lettering: Lettering) -> list[str]:
    """The lines of a window, below the heads of its columns."""
    canvas, heads = Canvas(lettering), heads_above(layout, shown)
    draw(canvas, layout, shown)
    for label in heads:
        canvas.write((label.area.x, shown.y - 1), label.text)
    return canvas.lines(int(shown.x), int(shown.wide), range(int(shown.y) - bool(heads), int(shown.low)))


def heads_above(layout: Layout, shown: Area) -> list[Label]:
    """Labels of columns that a window begins below."""
    first = min(box.area.y for box in layout.boxes)
    return [each for each in layout.labels if each.role == "edge" and each.area.low <= first and each.area.y < shown.y]


def draw(canvas: Canvas, layout: Layout, shown: Area) -> None:
    """All boxes that are visible as a whole, and the lines between them."""
    boxes = [box for box in layout.boxes if shown.holds(box.area)]
    names = {box.place.name for box in boxes}
    if layout.is_map:
        for line in layout.lines:
            draw_line(canvas, line)
    tiles = boxes if layout.has_tiles else []
    for box in tiles:
        for door in box.doors:
            draw_beyond(canvas, door)
    for box in tiles:
        draw_frame(canvas, box)
    for label in layout.labels:
        if label.place in names or (not label.place and shown.holds(label.area)):
            canvas.write(label.area[:2], label.text)
    for line in layout.lines:
        is_far = abs(line.end[0] - line.start[0]) + abs(line.end[1] - line.start[1]) > NEXT
        if not layout.is_map and (line.kind in ("wall", "bar") or (line.kind == "fixed" and not is_far)):
            draw_line(canvas, line)


def draw_beyond(canvas: Canvas, door: Door) -> None:
    """Draws the surroundings just outside an opening."""
    strokes = canvas.lettering.strokes
    if door.way != "blocked":
        straight = strokes.level if door.side in ("e", "w") else strokes.upright
        canvas.write(door.beyond, strokes.unknown[door.side[0]] if door.way == "unexplored" else straight)


def draw_frame(canvas: Canvas, box: Box) -> None:
    """The frame of a tile with its doors; of one that is not laid only the corners."""
    strokes, (x, y, wide, _) = canvas.lettering.strokes, box.area
    inner = int(wide) - 2
    level, upright = (strokes.level, strokes.upright) if box.place.laid else (" ", " ")
    nw, ne, sw, se = tuple(strokes.corners)
    for row, (west, across, east) in enumerate(((nw, level, ne), (upright, " ", upright), (sw, level, se))):
        canvas.write((x, y + row), west + across * inner + east)
    for door in box.doors:
        canvas.write(door.at, strokes.doors[door.side[0]])


def draw_line(canvas: Canvas, line: Line) -> None:
    """A link, a wall, a bar, or something fixed, character by character."""
    strokes, path = canvas.lettering.strokes, list(steps(line.start, line.end))
    level = len({row for _, row in path}) == 1 and (len(path) > 1 or line.kind != "fixed")
    for n, (column, row) in enumerate(path):
        if line.kind == "fixed":
            glyph = strokes.fixed["e" if level else "n"]
        elif line.kind == "bar":
            glyph = strokes.barred[0 if is_level(line) else 1]
        elif line.kind == "wall":
            glyph = "-" if is_level(line) else "|"
        else:
            glyph = slanted_stroke(path[max(0, n - 1)], path[min(n + 1, len(path) - 1)], strokes)
        canvas.write((column, row), glyph)


def is_level(line: Line) -> bool:
    """Tells if a line along a border lies between two rows."""
    return line.start[1] % 2 == 1


def slanted_stroke(before: tuple[int, int], after: tuple[int, int], strokes: BoxCharacters) -> str:
    """The stroke that leads from one character to another."""
    across, down = after[0] - before[0], after[1] - before[1]
    if not down:
        return strokes.level
    return strokes.slants[across * down <= 0] if across else strokes.upright


def steps(start: Point, end: Point) -> Iterator[tuple[int, int]]:
    """All characters on a straight line."""
    (x, y), (to_x, to_y) = start, end
    many = int(max(abs(to_x - x), abs(to_y - y)))
    for n in range(many + 1):
        part = n / many if many else 0
        yield floor(x + (to_x - x) * part + 0.001), floor(y + (to_y - y) * part + 0.001)


def wrap_text(text: str, lettering: Lettering) -> list[str]:
    """A text in lines that fit, later ones set in."""
    return wrap(text, lettering.width, later=min(4, lettering.width // 8)) if text else []


# ---- below the board -------------------------------------------------------------------------------------------------


def strip_notice(layout: Layout, many: int, lettering: Lettering, aside: str) -> list[str]:
    """Returns why a board is drawn in parts, and `aside`, in lines that fit."""
    told = texts(lettering.lang).phrase(
        "The board is {wide} columns wide, the screen {width}: here are its {many} parts from west to east.",
        wide=int(layout.area.wide),
        width=lettering.width,
        many=many,
    )
    return wrap(lettering.words(f"{told} {aside}".strip()), lettering.width, later=2)


def hidden_places(layout: Layout, shown: Area, wide: int, lettering: Lettering, aside: str = "") -> list[str]:
    """Returns the number of places outside of a window, and their directions, in lines that are about as wide as what
    is drawn."""
    rest, counts = [box.area for box in layout.boxes], list[int]()
    for is_inside in (
        lambda each: each.x >= shown.x,
        lambda each: each.right <= shown.right,
        lambda each: each.y >= shown.y,
        lambda each: each.low <= shown.low,
    ):
        counts.append(len(rest) - int(total(map(is_inside, rest))))
        rest = list(filter(is_inside, rest))
    words = texts(lettering.lang)
    said = (
        words.plural("{n} place to the west", "{n} places to the west", counts[0]),
        words.plural("{n} place to the east", "{n} places to the east", counts[1]),
        words.plural("{n} place to the north", "{n} places to the north", counts[2]),
        words.plural("{n} place to the south", "{n} places to the south", counts[3]),
    )
    if not any(counts):
        return []
    told = words.plural(
        "{more} {places} is not shown.",
        "{more} {places} are not shown.",
        int(total(counts)),
        more=lettering.strokes.more,
        places=words.both([each for each, n in zip(said, counts, strict=True) if n]),
    )
    return wrap(lettering.words(f"{told} {aside}".strip()), min(lettering.width, max(wide, LEAST_NOTE)), later=2)


def below(board: Board, lettering: Lettering) -> Iterator[str]:
    """Yields what the drawing has no room for: places under others, links that are far or marked, and what cells
    keep."""
    cells, words = board.cells(), lettering.words
    if board.is_map:
        named = dict.fromkeys(words(name) for place in board.places for name, _ in place.counts)
        if named:
            yield texts(lettering.lang).phrase("the number behind a place: {names}", names=" / ".join(named))
        return
    for place in board.places:
        if cells[place.cell] is not place:
            yield f"{words(place.title)} lies under {words(cells[place.cell].title)}"
    if board.is_grid:
        noted: dict[str, list[str]] = {}
        for place in board.places:
            for note in place.notes:
                noted.setdefault(words(note), []).append(words(place.title))
        yield from (f"{note}: {' '.join(names)}" for note, names in noted.items())
        if "e" in board.closed:
            yield texts(lettering.lang).phrase("the rows go round: on the right it goes on at the left")
        if "n" in board.closed:
            yield texts(lettering.lang).phrase("the columns go round: at the top it goes on at the bottom")
    for link, a, b in board.links_inside():
        if side_towards(a, b, board) is None or (link.marked and not board.is_growing):
            yield f"{words(a.title)} {way_line(link, b, lettering)}"


def way_line(link: Link, there: Place, lettering: Lettering) -> str:
    """A way to somewhere: its mark, where it leads, and its text."""
    mark = lettering.strokes.fixed["n"] if link.marked else lettering.strokes.level
    return f"{mark} {lettering.words(there.title)}  {lettering.words(link.label)}".rstrip()


def ways(board: Board, name: str, lettering: Lettering) -> list[str]:
    """The ways out of a place of a map, a line each."""
    ends = ((link, b if name == link.a else a) for link, a, b in board.links_inside() if name in (link.a, link.b))
    return [line for link, there in ends for line in wrap(way_line(link, there, lettering), lettering.width, "  ", 4)]
