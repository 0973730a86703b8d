"""A sheet of terminal cells one can write on anywhere, and the choice of which columns of a wide board to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ..texts import texts
from .characters import Lettering, columns


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

    def lines(self) -> list[str]:
        """The rows from the first to the last that is written on, without blanks at their ends."""
        used = sorted(self._rows)
        return [self._line(self._rows.get(row, {})) for row in range(used[0], used[-1] + 1)] if used else []

    @staticmethod
    def _line(cells: dict[int, str]) -> str:
        return "".join(cells.get(column, " ") for column in range(max(cells, default=-1) + 1)).rstrip()


def window(first: int, last: int, room: int, wanted: Sequence[int]) -> tuple[int, int]:
    """Which columns of `first` to `last` to show if there is room for so many: those with most of the wanted ones.

    Of equal choices the one whose middle is nearest to the wanted columns, then the westernmost.

    >>> window(0, 9, 4, [7, 8])
    (6, 9)
    """
    if last - first < room:
        return first, last

    def merit(start: int) -> tuple[int, float]:
        middle = start + (room - 1) / 2
        inside = sum(start <= column < start + room for column in wanted)
        return inside, -sum(abs(column - middle) for column in wanted)

    best = max(range(first, last - room + 2), key=merit)
    return best, best + room - 1


def hidden(first: int, last: int, shown: tuple[int, int], lettering: Lettering) -> list[str]:
    """What to say about columns that are not shown, in few words if the terminal is narrow.

    >>> hidden(0, 9, (4, 8), Lettering(80)), hidden(0, 9, (4, 9), Lettering(30))
    (['… 4 columns to the west and 1 column to the east are not shown'], ['… not shown: 4 west'])
    """
    west, east, words, more = shown[0] - first, last - shown[1], texts(lettering.lang), lettering.strokes.more
    if not west and not east:
        return []
    said, brief = [], []
    if west:
        said.append(words.plural("{n} column to the west", "{n} columns to the west", west))
        brief.append(words.phrase("{n} west", n=west))
    if east:
        said.append(words.plural("{n} column to the east", "{n} columns to the east", east))
        brief.append(words.phrase("{n} east", n=east))
    long = words.plural(
        "{more} {columns} is not shown",
        "{more} {columns} are not shown",
        west + east,
        more=more,
        columns=words.both(said),
    )
    short = words.phrase("{more} not shown: {columns}", more=more, columns=", ".join(brief))
    return [long if columns(long) <= lettering.width else lettering.fit(short)]
