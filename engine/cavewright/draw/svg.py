"""A scene as one SVG picture: title, players, boards beside each other, legend, all on a sheet of paper.

The paper is part of the picture, so that it looks the same on a light page and on a dark one.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .characters import clean, columns
from .palette import CARVED, FONT, INK, PAPER, PAPER_EDGE, ROCK_EDGE, SOFT_INK, colour_or
from .scene import Board, Form, Piece, Scene
from .svg_grid import draw_grid
from .svg_growing import draw_growing
from .svg_map import draw_map
from .svg_shapes import Sheet, draw_fixed, draw_piece
from .svg_writer import Pen, Words, fit, number, text_width

MARGIN, GAP = 28.0, 30.0
WIDEST, NARROWEST = 1320.0, 360.0  # a row of boards; one board alone may be wider
PAINTERS: Mapping[Form, Callable[[Board], Sheet]] = MappingProxyType(
    {"growing": draw_growing, "grid": draw_grid, "hexagonal": draw_grid, "map": draw_map}
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A mark and its meaning, in the row of players or in the legend."""

    text: str
    draw: Callable[[Pen], None]

    @property
    def width(self) -> float:
        """Pixels from this entry to the next."""
        return 50 + text_width(self.text, 13)


def draw_svg(scene: Scene) -> str:
    """The scene as the text of an SVG file: the same scene gives the same text.

    >>> from cavewright.draw import Board, Scene
    >>> picture = draw_svg(Scene("Ox & Crosses", "", (Board("board", "grid", (), ()),), (), ()))
    >>> picture.startswith("<svg"), "Ox &amp; Crosses" in picture
    (True, True)
    """
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT})
    pen = Pen(root)
    pen.add("title", scene.title)
    if clean(scene.subtitle).strip():
        pen.add("desc", scene.subtitle)
    rows = in_rows([(board, PAINTERS[board.form](board)) for board in scene.boards])
    width = page_width(scene, rows)
    paper = pen.add("rect")
    low = draw_heading(pen, scene, width)
    low = draw_entries(pen, player_entries(scene), low, width)
    low = draw_boards(pen, rows, low, width)
    low = draw_entries(pen, legend_entries(scene), low + 8, width) + MARGIN / 2
    lay_paper(root, paper, width, low)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


Row = list[tuple[Board, Sheet]]


def in_rows(sheets: Sequence[tuple[Board, Sheet]]) -> list[Row]:
    """The boards in rows that are no wider than a page."""
    rows: list[Row] = []
    for board, sheet in sheets:
        if rows and row_width(rows[-1]) + GAP + sheet.width <= WIDEST:
            rows[-1].append((board, sheet))
        else:
            rows.append([(board, sheet)])
    return rows


def row_width(row: Row) -> float:
    """Pixels from the first board's west edge to the last one's east edge."""
    return sum(sheet.width for _, sheet in row) + GAP * (len(row) - 1)


def page_width(scene: Scene, rows: Sequence[Row]) -> float:
    """Wide enough for the boards and for a title of reasonable length."""
    title = min(640.0, max(text_width(scene.title, 24), text_width(scene.subtitle, 14)))
    return 2 * MARGIN + max(NARROWEST, title, *map(row_width, rows))


def draw_heading(pen: Pen, scene: Scene, width: float) -> float:
    """Title and subtitle; answers how far down they reach."""
    room = width - 2 * MARGIN
    pen.words((MARGIN, MARGIN + 20), fit(scene.title, room, 24), 24, Words(INK, weight=700))
    lines = broken(scene.subtitle, room, 14)
    for nth, line in enumerate(lines):
        pen.words((MARGIN, MARGIN + 42 + 19 * nth), fit(line, room, 14), 14, Words(SOFT_INK))
    return MARGIN + (35 + 19 * len(lines) if scene.subtitle else 32)


def broken(text: str, room: float, size: float) -> list[str]:
    """A text in lines of about so many pixels, broken where there are blanks.

    >>> broken("walls: 7 · turns: 2", 90, 14), broken("", 90, 14)
    (['walls: 7 ·', 'turns: 2'], [''])
    """
    lines = [""]
    for word in text.split(" "):
        wider = f"{lines[-1]} {word}" if lines[-1] else word
        lines[-1:] = [wider] if not lines[-1] or text_width(wider, size) <= room else [lines[-1], word]
    return lines


def draw_boards(pen: Pen, rows: Sequence[Row], low: float, width: float) -> float:
    """The rows of boards, each in the middle of the page; several boards have their names above them."""
    named = sum(map(len, rows)) > 1
    for row in rows:
        left = (width - row_width(row)) / 2
        caption = 26 if named else 4
        for board, sheet in row:
            pen.words((left + 4, low + 20), fit(board.name, sheet.width, 15) if named else "", 15, Words(weight=700))
            group = pen.group((left, low + caption), class_="board", data_board=board.name)
            group.node.extend(sheet.node)
            left += sheet.width + GAP
        low += caption + max(sheet.height for _, sheet in row) + 6
    return low


def draw_entries(pen: Pen, entries: Sequence[Entry], low: float, width: float) -> float:
    """Marks with their meanings in lines across the page; answers how far down they reach."""
    left = MARGIN
    for entry in entries:
        if left > MARGIN and left + entry.width > width - MARGIN:
            left, low = MARGIN, low + 28
        group = pen.group((left + 12, low + 14))
        entry.draw(group)
        group.words((19, 5), fit(entry.text, width - 2 * MARGIN - 40, 13), 13, Words(INK))
        left += entry.width
    return low + 30 if entries else low


def player_entries(scene: Scene) -> list[Entry]:
    """Every player with a figure as it stands on the boards, and what the player has."""
    standing = {piece.player: piece for board in scene.boards for place in board.places for piece in place.pieces}

    def entry(player: int, name: str) -> Entry:
        known = standing.get(player)
        figure = Piece(name, known.initial if known and known.symbol else name[:1], player)
        holding = scene.holdings[player] if player < len(scene.holdings) else ""
        return Entry(" – ".join(filter(None, (name, holding))), lambda pen: draw_piece(pen, figure, (0, 0), 11))

    return [entry(player, name) for player, name in enumerate(scene.players)]


def legend_entries(scene: Scene) -> list[Entry]:
    """Every line of the legend, its symbol tinted as the places that bear it."""
    tints = {place.symbol: place.colour for board in scene.boards for place in board.places if place.colour}
    return [Entry(text, legend_mark(symbol, tints.get(symbol, ""))) for symbol, text in scene.legend]


def legend_mark(symbol: str, tint: str) -> Callable[[Pen], None]:
    """What stands before a line of the legend."""

    def draw(pen: Pen) -> None:
        if symbol == "╎":
            return draw_fixed(pen, ((-8, 0), (11, 0)))
        pen.circle((0, 0), 11.5, fill=CARVED, stroke=ROCK_EDGE, stroke_width=1.5)
        pen.circle((0, 0), 11, fill=colour_or(tint, CARVED), fill_opacity="0.5")
        size = 13 if columns(clean(symbol)) < 2 else 10
        pen.words((0, size * 0.36), symbol, size, Words(INK, "middle", 700))
        return None

    return draw


def lay_paper(root: ET.Element, paper: ET.Element, width: float, height: float) -> None:
    """Gives picture and paper their size, now that it is known."""
    size = {"width": number(width), "height": number(height)}
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    inner = {"x": "1", "y": "1", "width": number(width - 2), "height": number(height - 2), "rx": "18"}
    paper.attrib |= {**inner, "fill": PAPER, "stroke": PAPER_EDGE, "stroke-width": "1.5"}
