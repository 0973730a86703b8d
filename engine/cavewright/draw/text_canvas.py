"""A sheet of terminal cells one can write on anywhere, and the choice of which part of a wide board to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .characters import columns
from .geometry import Area
from .layout import Layout


class Canvas:
    """Cells by row and column, both from 0; a wide character fills its cell and empties the next."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Writes a cleaned text; later writing covers earlier."""
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

    def lines(self, first: int, width: int) -> list[str]:
        """So many columns of the rows from the first to the last that is written on, without blanks at their ends."""
        used = sorted(row for row, cells in self._rows.items() if any(first <= at < first + width for at in cells))
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
    """Where windows of that width begin in which every place is seen whole, from west to east."""
    start = layout.area.x
    while True:
        yield start
        further = [box.area.x for box in layout.boxes if box.area.right > start + width]
        if not further or min(further) <= start:
            return
        start = min(further)


def window(layout: Layout, width: int, follows: int | None) -> float:
    """Where a window of that width onto a layout begins: as near as can be to the figures of the player who is
    followed, or else to all figures; at the edge of a place, so that as few as possible are cut."""
    whole = layout.area
    if whole.wide <= width:
        return whole.x
    pieces = [(box.area, piece) for box in layout.boxes for piece in box.place.pieces if not piece.small]
    wanted = [area for area, piece in pieces if piece.player == follows] or [area for area, _ in pieces]
    starts = sorted({min(box.area.x, whole.right - width) for box in layout.boxes} | {whole.x})

    def merit(start: float) -> tuple[int, float, int]:
        shown = Area(start, whole.y, width, whole.high)
        middle = start + width / 2
        seen = sum(shown.holds(box.area) for box in layout.boxes)
        return sum(map(shown.holds, wanted)), -sum(abs(area.middle[0] - middle) for area in wanted), seen

    return max(starts, key=merit)
