"""Scales of drawings: how large tiles, cells, spots and texts are, in pixels or in characters."""

from __future__ import annotations

from collections.abc import Mapping

from ..source.frozen import frozen
from .characters import Lettering, columns, text_width
from .geometry import Point

SIZES: Mapping[str, float] = {
    "name": 11.5,
    "note": 10,
    "symbol": 24,
    "cell name": 12,
    "cell note": 9.5,
    "cell symbol": 22,
    "fact": 11.5,
    "edge": 12,
    "spot": 12,
    "spot name": 12.5,
    "spot note": 10.5,
    "link": 10.5,
    "track": 10.5,
}
"""Sizes of letters in pixels, by what a label says."""
BOLD = frozenset({"name", "symbol", "cell name", "cell symbol", "edge", "spot", "spot name", "link", "track"})
LINE = 1.22  # of the size of its letters, the height of a line


@frozen
class Scale:
    """The measures of one drawing. `unit` is 1 where a coordinate names a whole character, and 0 for pixels."""

    unit: int
    tile: Point
    gap: Point
    fringe: Point
    inside: float
    """How far something fixed on a passage reaches into a tile."""
    edge: Point
    """Room for the names of columns and rows along a grid."""
    stretch: Point
    """How much longer a map is drawn from west to east and from north to south."""
    apart: float
    """What is free around each label."""
    lettering: Lettering | None = None

    def size(self, text: str, role: str) -> Point:
        """Returns width and height of a line of text."""
        if self.lettering is not None:
            return columns(self.lettering.words(text)), 1
        return text_width(text, SIZES[role], role in BOLD), SIZES[role] * LINE


PIXELS = Scale(
    unit=0,
    tile=(132, 132),
    gap=(0, 0),
    fringe=(30, 30),
    inside=24,
    edge=(26, 26),
    stretch=(1, 1),
    apart=1.5,
)


def characters(lettering: Lettering, inner: int = 7) -> Scale:
    """The scale of a terminal, on which tiles are so many characters wide inside."""
    return Scale(
        unit=1,
        tile=(inner + 2, 3),
        gap=(inner > 5, 0),
        fringe=(1, 1),
        inside=0,
        edge=(0, 1),
        stretch=(2, 1),
        apart=0,
        lettering=lettering,
    )
