"""A sheet of terminal cells one can write on anywhere, and the choice of which part of a large board to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .characters import Lettering, columns
from .geometry import Area, Point, total
from .layout import Layout

Span = tuple[float, float]


class Canvas:
    """Cells by row and column, both from 0; a wide character fills its cell and empties the next."""

    def __init__(self, lettering: Lettering) -> None:
        self.lettering = lettering
        self._rows: dict[int, dict[int, str]] = {}

    def write(self, at: Point, text: str) -> None:
        """Writes a cleaned text; later writing covers earlier."""
        column, row = int(at[0]), int(at[1])
        cells = self._rows.setdefault(row, {})
        for letter in text:
            wide = columns(letter)
            if not wide:
                cells[column - 1] = unicodedata.normalize("NFC", cells.get(column - 1, "") + letter)
                continue
            cells[column] = letter
            if wide == 2:
                cells[column + 1] = ""
            column += wide

    def lines(self, first: int, width: int, within: range) -> list[str]:
        """Returns the rows from the first to the last that is written on, so many columns of each, without blanks at
        their ends; of rows within a range."""
        used = sorted(
            row
            for row, cells in self._rows.items()
            if row in within and any(first <= at < first + width for at in cells)
        )
        rows = range(used[0], used[-1] + 1) if used else ()
        return [self._line(self._rows.get(row, {}), first, first + width) for row in rows]

    @staticmethod
    def _line(cells: dict[int, str], first: int, end: int) -> str:
        """The cells from `first` to `end`; half of a wide character at an edge is a blank."""
        letters = [cells.get(column, " ") for column in range(first, min(end, max(cells, default=-1) + 1))]
        if letters and not letters[0]:
            letters[0] = " "
        if len(letters) == end - first and columns(letters[-1]) == 2:
            letters[-1] = " "
        return "".join(letters).rstrip()


def strips(layout: Layout, width: int) -> Iterator[float]:
    """Yields the left edges of windows of that width in which every place is seen whole, from west to east."""
    start = layout.area.x
    while True:
        yield start
        further = [box.area.x for box in layout.boxes if box.area.right > start + width]
        if not further or min(further) <= start:
            return
        start = min(further)


def window(layout: Layout, width: int, height: int, follows: int | None) -> Area:
    """The part of a layout that so many columns and lines show: as near as can be to the figures of the player who is
    followed, or else to all figures; at the edges of places, so that as few as possible are cut. All lines, if only
    some without places would be missing, and the walls along the edge."""
    whole, boxes = layout.area, layout.boxes
    pieces = [(box.area, piece) for box in boxes for piece in box.place.pieces if not piece.small]
    wanted = [area for area, piece in pieces if piece.player == follows] or [area for area, _ in pieces]
    areas = [box.area for box in boxes]
    x = _begin(_across(areas), _across(wanted), whole[0::2], width)
    y = _begin(_down(areas), _down(wanted), whole[1::2], height)
    if all(y <= each.y and each.low <= y + height for each in areas):
        return Area(x, whole.y, width, max(height, whole.high + 1))
    return Area(x, y, width, height)


def _across(areas: list[Area]) -> list[Span]:
    return [(each.x, each.right) for each in areas]


def _down(areas: list[Area]) -> list[Span]:
    return [(each.y, each.low) for each in areas]


def _begin(boxes: list[Span], wanted: list[Span], whole: tuple[float, ...], room: int) -> float:
    """Returns the beginning of a window along one direction, in which the whole begins somewhere and has a length."""
    begin, length = whole
    if length <= room:
        return begin
    starts = sorted({min(low, begin + length - room) for low, _ in boxes} | {begin})

    def merit(start: float) -> tuple[int, float, int]:
        seen = [int(total(start <= low and high <= start + room for low, high in spans)) for spans in (wanted, boxes)]
        return seen[0], -total(abs(low + high - 2 * start - room) for low, high in wanted), seen[1]

    return max(starts, key=merit)
