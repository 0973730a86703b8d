"""A scene as one SVG picture: title, what players hold, boards beside each other, legend, all on a sheet of paper.

The paper is part of the picture, so that it looks the same on a light page and on a dark one.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..source.frozen import frozen
from .characters import broken, clean, text_width
from .geometry import Area, total
from .layout import Layout, Line, Mark
from .palette import CARVED, CELL_EDGE, CHANGED_PAPER, FONT, INK, PAPER, PAPER_EDGE, ROCK_EDGE, SOFT_INK, colour_or
from .picture_layout import card_height, in_columns, picture_layout
from .scene import Entry, Piece, Scene, Table
from .svg_board import draw_layout, draw_line, draw_mark, fades
from .svg_writer import SvgWriter, TextStyle, number

MARGIN, GAP = 24.0, 26.0
WIDEST, NARROWEST = 1240.0, 352.0  # a row of boards; one board alone may be wider
TITLE, SUBTITLE, TEXT = 23.0, 14.0, 13.0
ROW = 19.0  # of a table, for each line
FIXED_MARK = "╎"
Row = list[tuple[int, Layout]]
"""Boards that are laid out, with their numbers in the scene."""


@frozen
class Picture:
    """A finished picture: the text of an SVG file, its size in pixels, and where each place of each board is in it.

    `places` names a board by its number in the scene, since several may have one name.
    """

    svg: str
    wide: float
    high: float
    places: tuple[tuple[int, str, Area], ...]


def draw_svg(scene: Scene) -> str:
    """The scene as the text of an SVG file: the same scene gives the same text.

    >>> from cavewright.foundation.draw import Board, Scene
    >>> picture = draw_svg(Scene("Ox & Crosses", "", (Board("board", "grid", (), ()),), (), ()))
    >>> picture.startswith("<svg"), "Ox &amp; Crosses" in picture
    (True, True)
    """
    return draw_picture(scene).svg


def draw_picture(scene: Scene, width: float = WIDEST) -> Picture:
    """The scene as a picture that tells where its places are, for whoever lays something over them. Boards stand beside
    each other as far as they fit into `width`."""
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT})
    pen = SvgWriter(root)
    pen.add("title", scene.title or " · ".join(board.heading for board in scene.boards) or "-")
    if described := " · ".join(description(scene)):
        pen.add("desc", described)
    if any(board.is_growing for board in scene.boards):
        fades(pen)
    high = {
        form: max(card_height(e) for e in scene.boards if e.form == form) for form in {e.form for e in scene.boards}
    }
    layouts = [picture_layout(in_columns(board, width), high[board.form]) for board in scene.boards]
    rows = in_rows(layouts, width)
    wide = page_width(scene, [*map(row_width, rows)])
    paper = pen.add("rect")
    low = draw_heading(pen, scene, wide)
    for table in scene.tables:
        low = draw_table(pen, table, low, wide) + 10
    places: list[tuple[int, str, Area]] = []
    for row in rows:
        low = draw_row(pen, scene, row, low, wide, places)
    low = draw_legend(pen, scene, layouts, low, wide)
    lay_paper(root, paper, wide, low + MARGIN / 2)
    ET.indent(root, " ")
    return Picture(ET.tostring(root, encoding="unicode") + "\n", wide, low + MARGIN / 2, tuple(places))


def description(scene: Scene) -> Iterator[str]:
    """Yields the account of a picture that a screen reader gives: turn, what is held, who stands where."""
    if said := clean(scene.subtitle).strip():
        yield said
    for table in scene.tables:
        for first, *others in table[1:]:
            named = ((head.text, cell.text) for head, cell in zip(table[0][1:], others, strict=False) if cell.text)
            yield f"{first.text}: " + ", ".join(f"{head} {text}".strip() for head, text in named)
    for board in scene.boards:
        for place in board.places:
            if standing := ", ".join(
                piece.text for piece in place.pieces if not piece.small and piece.change != "gone"
            ):
                yield f"{place.title}: {standing}"


def in_rows(layouts: Sequence[Layout], width: float) -> list[Row]:
    """Boards in rows that are no wider than a page."""
    rows: list[Row] = []
    for each in enumerate(layouts):
        if rows and row_width([*rows[-1], each]) <= width:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def row_width(row: Row) -> float:
    """Pixels from the first board's west edge to the last one's east edge."""
    return total(layout.area.wide for _, layout in row) + GAP * (len(row) - 1)


def page_width(scene: Scene, rows: Sequence[float]) -> float:
    """Wide enough for the boards, and for tables and a title of reasonable length."""
    title = min(560.0, max(text_width(clean(scene.title), TITLE, True), text_width(clean(scene.subtitle), SUBTITLE)))
    tables = (min(620.0, total(wished_widths(table)) + 14 * len(table[0])) for table in scene.tables)
    least = (92.0 * len(table[0]) for table in scene.tables)
    narrowest = NARROWEST if scene.title or scene.legend or scene.tables else 0
    return 2 * MARGIN + max(narrowest, title, *rows, *tables, *least)


def draw_heading(pen: SvgWriter, scene: Scene, wide: float) -> float:
    """Title and subtitle in full; answers how far down they reach."""
    room, low = wide - 2 * MARGIN, MARGIN
    for text, size, style in (
        (scene.title, TITLE, TextStyle(weight=700)),
        (scene.subtitle, SUBTITLE, TextStyle(SOFT_INK)),
    ):
        for line in broken(clean(text), room, size, style.weight == 700):
            pen.words((MARGIN, low + size * 0.9), line, size, style)
            low += size * 1.3
        low += 3
    return low + 8 if low > MARGIN + 6 else MARGIN


# ---- tables ----------------------------------------------------------------------------------------------------------


def wished_widths(table: Table) -> list[float]:
    """Returns the width that each column would like to have."""
    cells = zip(*table, strict=True)
    return [max(text_width(clean(e.text), TEXT, True) + 24 * (e.piece is not None) for e in column) for column in cells]


def column_widths(table: Table, room: float) -> list[float]:
    """Returns the width of each column: as it likes if there is room for all, else those that want more than their
    share get less."""
    wished, free = wished_widths(table), room - 14.0 * len(table[0])
    if total(wished) <= free:
        return wished
    share = free / len(wished)
    small = [each for each in wished if each <= free / len(wished)]
    rest = (free - total(small)) / (len(wished) - len(small))
    return [each if each <= share else rest for each in wished]


def draw_table(pen: SvgWriter, table: Table, low: float, wide: float) -> float:
    """A small table with lines between its rows, what changed on a brighter ground; answers how far down it reaches."""
    widths = column_widths(table, wide - 2 * MARGIN)
    group = pen.group(class_="table")
    for number_, row in enumerate(table):
        if not number_ and not any(entry.text for entry in row):
            continue
        lines = [
            broken(clean(e.text), w - 24 * (e.piece is not None) + 1, TEXT) for e, w in zip(row, widths, strict=True)
        ]
        high = max(map(len, lines)) * 17 + (ROW - 13)
        if number_:
            group.line(((MARGIN, low), (MARGIN + total(widths) + 14 * len(row), low)), stroke=CELL_EDGE, stroke_width=1)
        left = MARGIN
        for nth, (entry, said, column) in enumerate(zip(row, lines, widths, strict=True)):
            draw_entry(group, entry, said, Area(left, low, column + 14, high), nth == 0 or number_ == 0)
            left += column + 14
        low += high
    return low


def draw_entry(pen: SvgWriter, entry: Entry, lines: Sequence[str], area: Area, is_head: bool) -> None:
    """One cell of a table."""
    left = area.x
    if entry.changed:
        pen.box((left - 4, area.y + 1.5), (area.wide - 4, area.high - 3), 4, fill=CHANGED_PAPER, class_="changed")
    if entry.piece is not None:
        draw_mark(pen, Mark(entry.piece.initial, Area(left, area.y + 2, 19, 19), entry.piece))
        left += 24
    style = TextStyle(SOFT_INK if is_head and entry.piece is None else INK, weight=700 if entry.changed else 400)
    for n, line in enumerate(lines):
        pen.words((left, area.y + 16 + 17 * n), line, TEXT, style)


# ---- boards and legend -----------------------------------------------------------------------------------------------


def draw_row(
    pen: SvgWriter,
    scene: Scene,
    row: Row,
    low: float,
    wide: float,
    places: list[tuple[int, str, Area]],
) -> float:
    """A row of boards in the middle of the page, each with its name above it if there are several; notes where their
    places are."""
    left = (wide - row_width(row)) / 2
    named = len(scene.boards) > 1
    for n, layout in row:
        board = scene.boards[n]
        if named:
            pen.words((left + 2, low + 18), clean(board.heading), 15, TextStyle(weight=700))
        shift = left - layout.area.x, low + 26 * named - layout.area.y
        group = pen.group(at=shift, class_="board", data_board=board.name)
        draw_layout(group, layout, f"board-{n + 1}")
        for box in layout.boxes:
            x, y, box_wide, high = box.area
            places.append((n, box.place.name, Area(x + shift[0], y + shift[1], box_wide, high)))
        left += layout.area.wide + GAP
    return low + 26 * named + max(layout.area.high for _, layout in row) + 10


def draw_legend(pen: SvgWriter, scene: Scene, layouts: Sequence[Layout], low: float, wide: float) -> float:
    """The players, unless a table names them, and the meanings of all symbols that are drawn."""
    drawn = {clean(each.text).strip() for layout in layouts for each in layout.labels}
    drawn |= {clean(each.text).strip() for layout in layouts for each in layout.marks}
    drawn |= {FIXED_MARK} if any(line.kind == "fixed" for layout in layouts for line in layout.lines) else set()
    listed = {entry.text for table in scene.tables for row in table for entry in row if entry.piece is not None}
    entries: list[tuple[str, str, Piece | None]] = []
    for n, name in enumerate(scene.players):
        if name and name not in listed:
            own = scene.own(n)
            entries.append((name, own.initial, replace(own, change="")))
    others = {each.piece.initial: each.piece for layout in layouts for each in layout.marks if each.piece is not None}
    entries += [(text, mark, others.get(mark)) for mark, text in scene.legend if clean(mark).strip() in drawn]
    tints = {place.symbol: place.colour for board in scene.boards for place in board.places if place.colour}
    left, low = MARGIN, low + 4
    for text, mark, piece in entries:
        lines = broken(clean(text), wide - 2 * MARGIN - 34, TEXT)
        room = 48 + max((text_width(line, TEXT) for line in lines), default=0)
        if left > MARGIN and left + room > wide - MARGIN:
            left, low = MARGIN, low + 28
        group = pen.group(at=(left, low), class_="legend")
        draw_key(group, mark, piece, tints.get(mark, ""))
        for nth, line in enumerate(lines):
            group.words((30, 17 + 17 * nth), line, TEXT)
        left += room
        low += 17 * (len(lines) - 1)
    return low + (30 if entries else 0)


def draw_key(pen: SvgWriter, mark: str, piece: Piece | None, tint: str) -> None:
    """Draws the sign before a line of the legend."""
    if piece is not None:
        return draw_mark(pen, Mark(mark, Area(1, 1, 23, 23), piece))
    if mark == FIXED_MARK:
        return draw_line(pen, Line("fixed", (3, 12), (22, 12)))
    pen.circle((12, 12), 11.5, fill=CARVED, stroke=ROCK_EDGE, stroke_width=1.5)
    pen.circle((12, 12), 11, fill=colour_or(tint, CARVED), fill_opacity="0.4")
    size = min(13.0, 13.0 * 17 / max(1.0, text_width(clean(mark), 13, True)))
    pen.words((12, 12 + size * 0.36), mark, size, TextStyle(INK, "middle", 700))
    return None


def lay_paper(root: ET.Element, paper: ET.Element, wide: float, high: float) -> None:
    """Gives picture and paper their size, now that it is known."""
    size = {"width": number(wide), "height": number(high)}
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    inner = {"x": "1", "y": "1", "width": number(wide - 2), "height": number(high - 2), "rx": "14"}
    paper.attrib |= {**inner, "fill": PAPER, "stroke": PAPER_EDGE, "stroke-width": "1.5"}
