"""Layout of boards for terminals: what is written in tiles, cells and on the spots of a map, in whole characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from .characters import Lettering, clip, columns
from .geometry import Area, bounds
from .grid_labels import on_a_grid
from .label_placement import Obstacles, along, beside
from .layout import Box, Label, Layout, Line, links_between
from .placement import place_cells, place_spots, place_tiles
from .scales import Scale, characters
from .scene import Board, Place

LONGEST_CELL = 6
MOST_IN_CELL = 12
"""Columns of a name for people that stands in a cell though its key is shorter."""
INNERS, SIX_INNERS = (7, 5), (9, 5)
"""Columns inside of a tile, and of one on a board that is too wide for that."""


def text_layout(board: Board, lettering: Lettering) -> Layout:
    """The board in characters. It shrinks where it is too wide for the terminal."""
    if board.has_tiles:
        for inner in SIX_INNERS if board.six else INNERS:
            layout = tiles(board, characters(lettering, inner), lettering)
            if layout.area.wide <= lettering.width + 1:
                break
        return layout
    if board.is_map and not on_a_grid(board):
        return spots(board, characters(lettering), lettering)
    return cells(board, lettering)


def tiles(board: Board, scale: Scale, lettering: Lettering) -> Layout:
    """Tiles with their names in the upper border and a short number in the lower one."""
    layout = place_tiles(board, scale)
    fixed = {line.start for line in layout.lines if line.kind == "fixed"}
    fixed |= {line.end for line in layout.lines if line.kind == "fixed"}
    labels = [label for box in layout.boxes for label in tile_labels(box, fixed, lettering)]
    return replace(layout, labels=tuple(labels))


def tile_labels(box: Box, fixed: set[tuple[float, float]], lettering: Lettering) -> Iterator[Label]:
    """Yields the labels in a tile and on its borders."""
    place, (x, y, wide, high) = box.place, box.area
    inner, middle = int(wide) - 2, x + (wide - 1) / 2
    runs = {row: longest_run(box, row, fixed) for row in (y, y + high - 1)}
    rooms = {row: len(run) for row, run in runs.items()}
    name = name_in_cells(place, lettering)
    at = next((row for row, room in rooms.items() if columns(name) <= room + 1), y)
    if inner < INNERS[0] and columns(name) > rooms[at] + 1 and (middle, y) not in fixed:
        rooms[at], runs[at] = (
            min(inner, columns(name)),
            range(int(x) + 1, 0),
        )  # over the door, which the tile above shows
    note = number_note(place, lettering, inner)
    for text, row in ((name, at), (note, y + high - 1)):
        corner_too = columns(text) == rooms[row] + 1 and runs[row].start == x + 1
        said = lettering.fit(text, rooms[row] + corner_too)
        if said and (text is name or (at != row and said == text)):
            yield Label(said, Area(runs[row].start - corner_too, row, columns(said), 1), "name", place=place.name)
    yield Label(inside(place, lettering, inner), Area(x + 1, y + 1, inner, 1), "inside", place=place.name)


def longest_run(box: Box, row: float, fixed: set[tuple[float, float]]) -> range:
    """The columns of a border between two openings, or the corners: most of them, those in the west first."""
    first, last = int(box.area.x), int(box.area.right) - 1
    points = (*(door.at for door in box.doors), *fixed)
    taken = sorted({int(column) for column, at in points if at == row and first < column < last})
    return max((range(a + 1, b) for a, b in pairwise((first, *taken, last))), key=len)


def number_note(place: Place, lettering: Lettering, inner: int) -> str:
    """The first note that is a number, if it is short: `25m`."""
    notes = (lettering.words(note).replace(" ", "") for note in place.notes if note[:1].isdecimal())
    return next((note for note in notes if columns(note) <= inner // 2 + 1), "")


def inside(place: Place, lettering: Lettering, inner: int) -> str:
    """Tokens, symbol and figures in the box. Figures oust the symbol, the symbol ousts tokens; `+` is the rest."""
    pieces = clip(lettering.initials(piece.initial for piece in place.pieces), inner, "+")
    symbol = lettering.mark(place.symbol)
    if columns(pieces) + columns(symbol) > inner:
        symbol = ""
    free = inner - columns(pieces) - columns(symbol) - (1 if symbol else 0)
    tokens = clip(lettering.initials(place.tokens), max(0, free), "+")
    start = max(columns(tokens) + 1 if tokens else 0, inner // 2)
    start = max(0, min(start, inner - columns(pieces) - columns(symbol)))
    left = tokens + " " * (start - columns(tokens)) + symbol
    return left + " " * (inner - columns(left) - columns(pieces)) + pieces


def cells(board: Board, lettering: Lettering) -> Layout:
    """A grid, one line a row, with lines between rows only where something stands on a border or runs along it."""
    texts = {place.name: lettering.fit(cell_text(place, lettering), LONGEST_CELL) for place in board.places}
    has_walls = any(place.walls for place in board.places) or any(e.label and not e.marked for e in board.links)
    wide = max(map(columns, texts.values()), default=1)
    scale = replace(characters(lettering), gap=(3, 1) if board.is_map else (1, int(has_walls)))
    layout = place_cells(board, scale, (wide or 1, 1))
    longest = max((columns(lettering.words(e.text)) for e in layout.labels if e.area.y < 0), default=1)
    if longest > wide:
        layout = place_cells(board, scale, (min(longest, LONGEST_CELL), 1))
    edge = [
        replace(each, text=lettering.fit(lettering.words(each.text), int(each.area.wide)), lean=0)
        for each in layout.labels
    ]
    covered = {id(place) for place in board.cells().values()}
    inner = [
        Label(texts[box.place.name], box.area, "inside", place=box.place.name)
        for box in layout.boxes
        if texts[box.place.name] and id(box.place) in covered
    ]
    return replace(layout, labels=(*edge, *inner))


def name_in_cells(place: Place, lettering: Lettering) -> str:
    """Returns the name of a place for people, or its key where a board of such names would not fit a terminal."""
    key, title = lettering.words(place.name), lettering.words(place.title)
    return title if columns(title) <= max(columns(key), MOST_IN_CELL) else key


def cell_text(place: Place, lettering: Lettering) -> str:
    """Figures and tokens, or the symbol, or a dot; blank if the cell is not laid."""
    figures = lettering.initials(piece.initial for piece in place.pieces)
    things = figures + counts(place) + lettering.initials(place.tokens)
    return things or lettering.mark(place.symbol) or (lettering.strokes.dot if place.laid else "")


def spots(board: Board, scale: Scale, lettering: Lettering) -> Layout:
    """A printed map: names joined by lines, beside them what stands there, and on the lines what they say."""
    names = {place.name: lettering.fit(f"({name_in_cells(place, lettering)})", 24) for place in board.places}
    layout = place_spots(board, scale, lambda place: (columns(names[place.name]), 1), 5, (150, 30))
    taken = Obstacles([box.area for box in layout.boxes])
    labels = [Label(names[box.place.name], box.area, "spot", place=box.place.name) for box in layout.boxes]
    for box in layout.boxes:
        pieces = lettering.initials(piece.initial for piece in box.place.pieces if not piece.small)
        count = counts(box.place)
        marks = lettering.mark(box.place.symbol) + count + (" " if count and pieces else "") + pieces
        east = Area(box.area.right, box.area.y, columns(marks), 1)
        near = chain((east,), beside(box.area, (columns(marks), 1), 0)) if marks else ()
        if spot := taken.first(map(whole, near), 0):
            labels.append(Label(marks, spot, "marks", place=box.place.name))
    for link, a, b in links_between(board, layout.boxes):
        text = lettering.words(link.label).replace(" ", "")
        ends = a.area.middle, b.area.middle
        between = along(ends, (columns(text), 1), (0, 1, -1)) if 0 < columns(text) <= 6 else ()
        if spot := taken.first(map(whole, between), 0):
            labels.append(Label(text, spot, "link"))
    lines = tuple(whole_line(line) for line in layout.lines if line.kind in ("link", "fixed"))
    return replace(layout, area=bounds([layout.area, *(e.area for e in labels)]), lines=lines, labels=tuple(labels))


def counts(place: Place) -> str:
    """The numbers that a place of a map keeps as they stand behind it: `4/2`."""
    return "/".join(number for _, number in place.counts)


def whole(area: Area) -> Area:
    """The area at a whole character."""
    return Area(round(area.x), round(area.y), area.wide, 1)


def whole_line(line: Line) -> Line:
    """A line between whole characters."""
    (x, y), (to_x, to_y) = line.start, line.end
    return replace(line, start=(int(x), int(y)), end=(int(to_x), int(to_y)))
