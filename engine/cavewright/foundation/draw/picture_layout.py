"""Layout of boards for pictures: what stands in tiles, cells and cards, and around the spots of a map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .characters import broken, clean, shorten, text_width
from .geometry import Area, Point, around, bounds, distance, midway, total, towards
from .label_placement import Obstacles, along, beside
from .layout import Box, Label, Layout, Line, Mark, links_between
from .placement import place_cells, place_spots, place_tiles
from .scales import BOLD, LINE, PIXELS, SIZES
from .scene import SIDES, STEP, Board, Piece, Place

LARGE, SMALL = 64.0, 46.0  # width of a cell; only large ones have room for their kind in words
CARD = 158.0
SPOT, CROWDED = 40.0, 24  # the width of a spot; places from which on a map may grow to keep them apart
INSET, PASSAGE_HALF = 6.0, 19.5  # of a tile: its edge, and half of a passage with its walls
BEND = 20.0  # how far from the middle of a tile a passage starts to turn
LEAST = 7.5  # size of the smallest letters that may stand in a tile or a cell
Things = Iterator[Label | Mark]
Block = list[Label | Mark]


def picture_layout(board: Board, high: float = 0) -> Layout:
    """The board in pixels: nothing on anything else, nothing cut that has room elsewhere; cards are at least so high."""
    if board.is_map:
        near, most = (60.0, (2400.0, 2400.0)) if len(board.places) > CROWDED else (145.0, (900.0, 640.0))
        return with_captions(board, place_spots(board, PIXELS, lambda _: (SPOT, SPOT), near, most))
    if board.has_tiles:
        layout = place_tiles(board, PIXELS)
        fill = six_contents if board.six else tile_contents
    elif is_of_cards(board):
        layout, fill = place_cells(board, PIXELS, (CARD, max(high, card_height(board)))), card_contents
    else:
        side = LARGE if len({x for x, _ in board.cells()}) <= 6 else SMALL
        cells = place_cells(board, PIXELS, (side, side))
        layout, fill = replace(cells, edges=board.edges, closed=board.closed), cell_contents
    return with_things(layout, [thing for box in layout.boxes for thing in of_place(fill(box), box)])


def of_place(things: Iterable[Label | Mark], box: Box) -> Things:
    """Yields the marks and labels of a place, with its name."""
    return (replace(each, place=box.place.name) for each in things)


def is_of_cards(board: Board) -> bool:
    """Tells if places are drawn as cards, with all that is printed on them."""
    return board.is_cards or any(place.facts for place in board.places)


def in_columns(board: Board, width: float) -> Board:
    """Cards that lie by themselves in as many columns as fit; any other board as it is."""
    if not board.is_cards:
        return board
    columns = max(1, min(6, int(width // CARD)))
    placed = (replace(each, x=n % columns, y=n // columns) for n, each in enumerate(board.places))
    return replace(board, places=tuple(placed))


def card_height(board: Board) -> float:
    """Returns the height that cards need for all that stands on the fullest one; 0 for a board that has none."""
    if not is_of_cards(board):
        return 0
    texts = (total(SIZES[role] * LINE for _, role in card_lines(place)) for place in board.places)
    return max((*texts, LARGE - 22)) + (50 if any(place.pieces for place in board.places) else 22)


def with_things(layout: Layout, things: Sequence[Label | Mark]) -> Layout:
    """A layout with more labels and marks."""
    sized = ((each, *fit_text(each.text, each.area.wide - 2, each.role)) for each in layout.labels)
    edges = (replace(each, text=text, size=size) for each, text, size in sized)  # as large as they may be
    labels = (*edges, *(each for each in things if isinstance(each, Label)))
    marks = tuple(each for each in things if isinstance(each, Mark))
    whole = bounds([layout.area, *(each.area for each in labels), *(each.area for each in marks)])
    return replace(layout, area=whole, lines=(*layout.lines, *moves(marks)), labels=labels, marks=marks)


def moves(marks: Sequence[Mark]) -> Iterator[Line]:
    """A line from where a piece was to where it is now."""
    left = {each.piece.text: each for each in marks if each.piece is not None and each.piece.change == "gone"}
    for mark in marks:
        if mark.piece is not None and mark.piece.change == "new" and mark.piece.text in left:
            start, end = left[mark.piece.text].area.middle, mark.area.middle
            rim = (mark.area.wide / 2 + 5) / max(distance(start, end), 1)
            yield Line("move", start, towards(end, start, min(rim, 0.8)), mark.piece.text)


def fit_text(text: str, room: float, role: str) -> tuple[str, float]:
    """A text in the size of its role; smaller where it has no room, and only then shortened."""
    text, size, bold = clean(text).strip(), SIZES[role], role in BOLD
    needed = text_width(text, size, bold)
    if needed > room:
        size = max(min(LEAST, size), size * room / needed)
    return shorten(text, room, size, bold), size


def line_in(area: Area, text: str, role: str, lean: float = 0) -> Things:
    """A line of text at the top of an area."""
    said, size = fit_text(text, area.wide, role)
    if said:
        wide = text_width(said, size, role in BOLD)
        spot = Area(area.x + (area.wide - wide) * lean, area.y, wide, size * LINE)
        yield Label(said, spot, role, size, lean)


def pack_marks(marks: Sequence[str | Piece], area: Area, largest: float, lean: float = 1) -> Things:
    """Tokens or pieces as round marks in rows in an area, as large as it allows; what it has no room for is counted."""
    if not marks:
        return

    def size_in(columns: int) -> float:
        return min(area.wide / columns, area.high / math.ceil(len(marks) / columns), largest)

    size, columns = max((size_in(n), n) for n in range(1, len(marks) + 1))
    if size < 9:
        size = min(9.0, area.wide, area.high)
        columns = int(max(1, area.wide // size))
        room = columns * int(max(1, area.high // size))
        marks = [*marks[: room - 1], f"+{len(marks) - room + 1}"]
    rows = math.ceil(len(marks) / columns)
    for n, mark in enumerate(marks):
        row, column = divmod(n, columns)
        in_row = min(columns, len(marks) - row * columns)
        x = area.x + (area.wide - in_row * size) * lean + column * size
        y = area.y + (area.high - rows * size) * (0.5 if lean == 0.5 else 0) + row * size
        text, piece = (mark, None) if isinstance(mark, str) else (mark.initial, mark)
        yield Mark(text, Area(x, y, size, size), piece)


# ---- tiles -----------------------------------------------------------------------------------------------------------


def tile_contents(box: Box) -> Things:
    """Name in the north-west corner, tokens, notes and pieces in the others, symbol in the middle."""
    place, (x, y, wide, _) = box.place, box.area
    corner = wide / 2 - INSET - PASSAGE_HALF
    east, south = x + wide - INSET - corner, y + wide - INSET - corner
    full = wide - 2 * INSET - 6
    (mid_x, mid_y), (bend_x, bend_y) = box.area.middle, bend(place)
    yield from centre_text(place.symbol, "symbol", (mid_x + bend_x * 0.3, mid_y + bend_y * 0.3), 2 * PASSAGE_HALF - 6)
    name_room = corner - 3 if "n" in place.open or place.tokens else full
    yield from line_in(Area(x + INSET + 3, y + INSET + 3, name_room, 14), place.title, "name")
    yield from pack_marks(place.tokens, Area(east, y + INSET, corner, corner), 19)
    note_room = corner if "s" in place.open or place.pieces else full
    for n, note in enumerate(place.notes[:3]):
        low = y + wide - INSET - 3 - (min(3, len(place.notes)) - n) * 12.2
        spot = Area(x + INSET + 3, low, note_room - 3, 12.2)
        yield from line_in(spot, note, "note")
    yield from pack_marks(place.pieces, Area(east, south, corner, corner), 28)


def six_contents(box: Box) -> Things:
    """Name at the top of a hexagon, notes at its foot, tokens and pieces at the sides, symbol in the middle."""
    place, (x, y, wide, high) = box.place, box.area
    (mid_x, mid_y), third = box.area.middle, wide * 0.3
    yield from centre_text(place.symbol, "symbol", (mid_x, mid_y), 2 * PASSAGE_HALF - 6)
    yield from line_in(Area(mid_x - third, y + 9, 2 * third, 14), place.title, "name", 0.5)
    yield from pack_marks(place.tokens, Area(x + INSET, mid_y - 44, third, 28), 19, 0)
    for n, note in enumerate(reversed(place.notes[:2])):
        yield from line_in(Area(mid_x - third, y + high - 22 - n * 12.2, 2 * third, 12.2), note, "note", 0.5)
    yield from pack_marks(place.pieces, Area(x + wide - INSET - third, mid_y - 44, third, 28), 28)


def centre_text(text: str, role: str, at: Point, room: float, most: float = 99) -> Things:
    """A text about a point, in letters of its role or as small as it needs."""
    said, size = fit_text(text, room, role)
    size = min(size, most)
    if said:
        spot = around(at, text_width(said, size, role in BOLD), size * LINE)
        yield Label(said, spot, role, size, 0.5)


def stack_lines(lines: Sequence[tuple[str, str]], at: Point, wide: float, lean: float) -> Things:
    """Lines of text below each other."""
    x, low = at
    for text, role in lines:
        own, high = PIXELS.size(text, role)
        yield Label(text, Area(x, low, wide if lean else own, high), role, SIZES[role], lean)
        low += high


def bend(place: Place) -> Point:
    """The corner in which a passage with two ends turns; the middle where it does not."""
    if len(place.open) != 2 or not place.open <= set(SIDES):
        return 0, 0
    east, south = (total(STEP[side][axis] for side in SIDES if side in place.open) for axis in (0, 1))
    return east * BEND, south * BEND


# ---- cells and cards -------------------------------------------------------------------------------------------------


def cell_contents(box: Box) -> Things:
    """Notes and tokens at the top, pieces or the symbol in the middle, what it is below, if there is room for that."""
    place, (x, y, wide, high) = box.place, box.area
    signs = [each.sign for each in place.pieces]
    tokens = [each for each in place.tokens if each not in signs]
    top = 15.0 if place.notes or tokens else 3.0
    low = 14.0 if place.label and wide >= LARGE else 3.0
    half = (wide - 10) / 2
    yield from pack_marks(tokens, Area(x + wide - 5 - half, y + 4, half, 13), 13)
    for note in place.notes[:1]:
        yield from line_in(Area(x + 5, y + 4, half if tokens else 2 * half, 12), note, "cell note")
    middle = Area(x + 5, y + top + 2, wide - 10, high - top - low - 4)
    if place.pieces:
        yield from pack_marks(place.pieces, middle, wide * 0.66, 0.5)
    else:
        yield from centre_text(place.symbol, "cell symbol", middle.middle, middle.wide, middle.high / LINE)
    if low > 3:
        yield from line_in(Area(x + 4, y + high - 15, wide - 8, 12), place.label, "cell note", 0.5)


def card_lines(place: Place) -> list[tuple[str, str]]:
    """Returns the lines that are written on a card: every line and its role."""
    names = [(line, "cell name") for line in broken(clean(place.label), (CARD - 20) / 1.15 - 18, SIZES["cell name"])]
    return names + in_lines([*((e, "fact") for e in place.facts), *((e, "cell note") for e in place.notes)], CARD - 20)


def in_lines(texts: Sequence[tuple[str, str]], room: float) -> list[tuple[str, str]]:
    """Texts with their roles, broken into lines."""
    return [(line, role) for text, role in texts for line in broken(clean(text), room, SIZES[role])]


def card_contents(box: Box) -> Things:
    """Name and facts in full, tokens in the corner, pieces at the foot."""
    place, (x, y, wide, high) = box.place, box.area
    yield from stack_lines(card_lines(place), (x + 10, y + 10), 0, 0)
    yield from pack_marks(place.tokens, Area(x + wide - 25, y + 7, 18, 18), 18)
    yield from pack_marks(place.pieces, Area(x + 10, y + high - 30, wide - 20, 22), 22)


# ---- maps ------------------------------------------------------------------------------------------------------------


def with_captions(board: Board, layout: Layout) -> Layout:
    """A map with pieces, captions and texts of links, each where it is in nobody's way; a callout joins what had to be
    put further off."""
    ends = [(line.start, line.end) for line in layout.lines if line.kind == "link"]
    taken = Obstacles([box.area for box in layout.boxes], ends, PIXELS.apart)
    things: Block = []
    callouts: list[Line] = []
    for box in layout.boxes:
        inside = name_inside(box)
        things += of_place(inside, box)
        pieces = [] if inside and isinstance(inside[0], Mark) else piece_block(box)
        named = bool(inside) and isinstance(inside[0], Label)
        for block in (pieces, token_block(box), caption(box, named)):
            moved, callout = beside_spot(block, box, taken)
            things += of_place(moved, box)
            callouts += callout
    for line, text in [*link_texts(board, layout), *track_names(layout)]:
        role = "track" if line.kind == "track" else "link"
        size = PIXELS.size(text, role)
        offsets = (1.6, -1.6, 0) if role == "track" else (0, 1.2, -1.2, 2.4, -2.4)
        middle = around(midway(line.start, line.end), 1, 1)
        spot = taken.first(along((line.start, line.end), size, offsets), 0) or taken.first(beside(middle, size, 2))
        if spot:
            things.append(Label(text, spot, role, SIZES[role], 0.5))
    whole = with_things(layout, things)
    return replace(whole, lines=(*whole.lines, *callouts))


def name_inside(box: Box) -> Block:
    """Returns the drawing within a spot: its symbol, else the only piece that stands there, else a name that is
    short."""
    symbol_text, pieces = clean(box.place.symbol).strip(), box.place.pieces
    if not symbol_text and len(pieces) == 1 and not pieces[0].small:
        return [Mark(pieces[0].initial, around(box.area.middle, 30, 30), pieces[0])]
    if symbol_text:
        return list(centre_text(symbol_text, "cell symbol", box.area.middle, SPOT - 10))
    name = list(centre_text(box.place.title, "spot", box.area.middle, SPOT - 10))
    return name if all(each.text == clean(box.place.title).strip() for each in name) else []


def piece_block(box: Box) -> Block:
    """The pieces on a spot, large ones first, as they would stand at the origin."""
    marks: Block = []
    at = 0.0
    for piece in sorted(box.place.pieces, key=lambda each: each.small):
        wide = 15.0 if piece.small else 27.0
        if at + wide > 120:
            break
        marks.append(Mark(piece.initial, Area(at, (27 - wide) / 2, wide, wide), piece))
        at += wide
    rest = len(box.place.pieces) - len(marks)
    if rest:
        marks[-1] = Mark(f"+{rest + 1}", marks[-1].area)
    return marks


def token_block(box: Box) -> Block:
    """Returns the block of what lies on a spot, each thing in a frame as wide as its text."""
    marks: Block = []
    low = 0.0
    for token in box.place.lying[:6]:
        text = shorten(clean(token), 120, 10.5, True)
        marks.append(Mark(text, Area(0, low, max(18.0, text_width(text, 10.5, True) + 10), 18)))
        low += 19
    return marks


def caption(box: Box, named: bool) -> Block:
    """Name, kind and notes of a spot below each other."""
    place = box.place
    has_symbol = bool(clean(place.symbol).strip())
    texts = [] if named and not has_symbol else [(place.title, "spot name")]
    texts += [(place.label, "spot note"), (" · ".join(place.notes), "spot note")]
    lines = in_lines(texts, 140)
    wide = max((PIXELS.size(line, role)[0] for line, role in lines), default=0)
    return list(stack_lines(lines, (0, 0), wide, 0.5))


def beside_spot(block: Block, box: Box, taken: Obstacles) -> tuple[Block, list[Line]]:
    """A block where there is room for it beside its spot, and its callout if that is not next to the spot."""
    if not block:
        return [], []
    whole = bounds(each.area for each in block)
    spot = taken.first(beside(box.area, (whole.wide, whole.high), 2)) or whole
    moved = [replace(each, area=each.area._replace(x=each.area.x + spot.x, y=each.area.y + spot.y)) for each in block]
    if spot.meets(box.area, 14):
        return moved, []
    return moved, [Line("callout", box.area.middle, spot.middle, box.place.name)]


def link_texts(board: Board, layout: Layout) -> Iterator[tuple[Line, str]]:
    """Links that say something, with their texts as far as they fit."""
    for link, a, b in links_between(board, layout.boxes):
        if text := shorten(clean(link.label), 130, SIZES["link"], True):
            yield Line("link", a.area.middle, b.area.middle), text


def track_names(layout: Layout) -> Iterator[tuple[Line, str]]:
    """Every track once, at its longest passage."""
    longest: dict[str, Line] = {}
    for line in layout.lines:
        if line.kind == "track":
            known = longest.get(line.title, line)
            longest[line.title] = max(known, line, key=lambda e: abs(e.end[0] - e.start[0]))
    for title, line in longest.items():
        if text := shorten(clean(title), 140, SIZES["track"], True):
            yield line, text
