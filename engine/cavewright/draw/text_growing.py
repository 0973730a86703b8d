"""A growing board for a terminal: every tile a box, its name in the upper border, its passages through the borders.

┌c4─────┐
│*  ≈   │         tokens at the left, symbol in the middle, figures at the right
└25m╎───┘         a note that is short and a number; something is fixed on this passage
┌d4─╎───┐ ┌e4─────┐
│   ↓  A├─┤   3   │
└50m────┘ └50m┬───┘
              ┊   nobody has been there
"""

from __future__ import annotations

from collections.abc import Mapping

from .characters import Lettering, clip, columns
from .scene import SIDES, Board, Cell, Link, Place, Side, beside, side_towards, way_out
from .text_canvas import Canvas, hidden, window

INNER = 7
PITCH_ACROSS, PITCH_DOWN = INNER + 3, 3
MIDDLE = INNER // 2 + 1
SPOTS: Mapping[Side, Cell] = {"n": (MIDDLE, 0), "e": (INNER + 1, 1), "s": (MIDDLE, 2), "w": (0, 1)}
BEYOND: Mapping[Side, Cell] = {"n": (MIDDLE, -1), "e": (INNER + 2, 1), "s": (MIDDLE, 3), "w": (-1, 1)}

Fixed = frozenset[tuple[str, Side]]


def growing_lines(board: Board, lettering: Lettering) -> list[str]:
    """The board as lines; only some columns of it if the terminal is too narrow for all."""
    cells = board.cells()
    if not cells:
        return []
    used = [column for column, _ in cells]
    pieced = [place.cell[0] for place in board.places for _ in place.pieces]
    room = max(1, (lettering.width - 1) // PITCH_ACROSS)
    shown = window(min(used), max(used), room, pieced)
    canvas = Canvas()
    fixed = fixed_sides(board)
    visible = [place for (column, _), place in cells.items() if shown[0] <= column <= shown[1]]
    for place in visible:
        put_fringe(canvas, corner(place, shown[0]), place, (cells, fixed), lettering)
    for place in visible:
        put_tile(canvas, corner(place, shown[0]), place, fixed, lettering)
    return [
        *canvas.lines(),
        *hidden(min(used), max(used), shown, lettering),
        *crowded_lines(board, cells, lettering),
        *distant_lines(board, lettering),
    ]


def corner(place: Place, west: int) -> Cell:
    """Column and row of a tile's north-west corner on the canvas."""
    column, row = place.cell
    return 1 + (column - west) * PITCH_ACROSS, row * PITCH_DOWN


def fixed_sides(board: Board) -> Fixed:
    """Which sides of which places have something fixed on their passage."""
    found: set[tuple[str, Side]] = set()
    for link, a, b in board.linked():
        there, back = side_towards(a, b), side_towards(b, a)
        if link.marked and there and back:
            found |= {(a.name, there), (b.name, back)}
    return frozenset(found)


def put_fringe(
    canvas: Canvas, at: Cell, place: Place, known: tuple[Mapping[Cell, Place], Fixed], lettering: Lettering
) -> None:
    """What is to be seen just outside a tile's openings."""
    cells, fixed = known
    strokes = lettering.strokes
    for side in SIDES:
        way = way_out(place, side, cells)
        column, row = at[0] + BEYOND[side][0], at[1] + BEYOND[side][1]
        if way == "unexplored" and beside(place, side) not in cells:
            canvas.put(row, column, strokes.unknown[side])
        elif side in "ew" and (place.name, side) in fixed:
            canvas.put(row, column, strokes.fixed[side])
        elif side in "ew" and way in ("joined", "unexplored"):
            canvas.put(row, column, strokes.level if way == "joined" else strokes.unknown[side])


def put_tile(canvas: Canvas, at: Cell, place: Place, fixed: Fixed, lettering: Lettering) -> None:
    """The box itself; one that is not laid has corners only."""
    strokes = lettering.strokes
    nw, ne, sw, se = tuple(strokes.corners)
    level, upright = (strokes.level, strokes.upright) if place.laid else (" ", " ")
    canvas.put(at[1], at[0], nw + level * INNER + ne)
    put_border(canvas, at, lettering.words(place.name), name_room(place, "n", fixed), lettering)
    canvas.put(at[1] + 1, at[0], upright + inside(place, lettering) + upright)
    canvas.put(at[1] + 2, at[0], sw + level * INNER + se)
    put_border(canvas, (at[0], at[1] + 2), number_note(place, lettering), name_room(place, "s", fixed), lettering)
    for side in SIDES:
        marked = (place.name, side) in fixed
        if marked or side in place.open:
            column, row = SPOTS[side]
            canvas.put(at[1] + row, at[0] + column, (strokes.fixed if marked else strokes.doors)[side])


def put_border(canvas: Canvas, at: Cell, text: str, room: int, lettering: Lettering) -> None:
    """A text at the left of a border; one column too long, it takes the corner as well."""
    corner_too = columns(text) == room + 1
    canvas.put(at[1], at[0] + (not corner_too), lettering.fit(text, room + corner_too))


def name_room(place: Place, side: Side, fixed: Fixed) -> int:
    """How many columns of the upper or lower border a text may take."""
    return MIDDLE - 1 if side in place.open or (place.name, side) in fixed else INNER


def number_note(place: Place, lettering: Lettering) -> str:
    """The first note that is a number, if it is short: `25m`."""
    notes = (lettering.words(note).replace(" ", "") for note in place.notes if note[:1].isdecimal())
    return next((note for note in notes if columns(note) <= MIDDLE), "")


def inside(place: Place, lettering: Lettering) -> str:
    """Tokens, symbol and figures in the box. Figures oust the symbol, the symbol ousts tokens; `+` is the rest."""
    pieces = clip(lettering.initials(piece.initial for piece in place.pieces), INNER, "+")
    symbol = lettering.mark(place.symbol)
    if columns(pieces) + columns(symbol) > INNER:
        symbol = ""
    tokens = lettering.initials(place.tokens)
    free = INNER - columns(pieces) - columns(symbol) - (1 if symbol else 0)
    tokens = clip(tokens, max(0, free), "+")
    start = max(columns(tokens) + 1 if tokens else 0, MIDDLE - 1)
    start = max(0, min(start, INNER - columns(pieces) - columns(symbol)))
    left = tokens + " " * (start - columns(tokens)) + symbol
    return left + " " * (INNER - columns(left) - columns(pieces)) + pieces


def crowded_lines(board: Board, cells: Mapping[Cell, Place], lettering: Lettering) -> list[str]:
    """Places that another place covers."""
    covered = [place for place in board.places if cells[place.cell] is not place]
    return [
        lettering.fit(f"{lettering.words(place.name)} lies under {lettering.words(cells[place.cell].name)}")
        for place in covered
    ]


def distant_lines(board: Board, lettering: Lettering) -> list[str]:
    """Links between places that do not lie side by side."""
    far = [link for link, a, b in board.linked() if side_towards(a, b) is None]
    return [lettering.fit(link_line(link, lettering)) for link in far]


def link_line(link: Link, lettering: Lettering) -> str:
    """A link in words: its two ends, a mark between them, and its text."""
    text = f"{lettering.words(link.a)} {link_mark(link.marked, lettering)} {lettering.words(link.b)}"
    return f"{text}  {lettering.words(link.label)}".rstrip()


def link_mark(marked: bool, lettering: Lettering) -> str:
    """What stands between the ends of a link."""
    return lettering.strokes.fixed["n"] if marked else lettering.strokes.level
