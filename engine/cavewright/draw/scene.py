"""Scene of a drawing, as plain values: places with coordinates, what lies there, who stands there.

Nothing here knows a rule. Whoever draws a game turns its state into a `Scene` first; both renderers start from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Form = Literal["growing", "grid", "hexagonal", "map"]
Side = Literal["n", "e", "s", "w"]
Way = Literal["closed", "joined", "blocked", "unexplored"]
Cell = tuple[int, int]

SIDES: tuple[Side, ...] = ("n", "e", "s", "w")
STEP: Mapping[Side, Cell] = MappingProxyType({"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)})
FACING: Mapping[Side, Side] = MappingProxyType({"n": "s", "e": "w", "s": "n", "w": "e"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure on a place. `player` counts from 0 and chooses the colour; none belongs to nobody.

    >>> Piece("Anna", "", 0).initial
    'A'
    """

    text: str
    symbol: str
    player: int | None

    @property
    def initial(self) -> str:
        """What stands on the figure: its symbol, or the first letter of its text."""
        return self.symbol or self.text[:1] or "?"


@dataclass(frozen=True, slots=True)
class Place:
    """A tile, a field or a spot of a printed map.

    `x` grows east, `y` grows south; both are finite, and whole numbers unless the board is a map. `open` holds the
    sides one can leave by; `symbol` is one or two characters; `label` the kind in words; `colour` a CSS colour or "".
    `walls` are sides of a grid's cell that something closes; `tracks` what is printed on a map through several of its
    places. A place that is not `laid` is known to be there but not turned up.
    """

    name: str
    x: float
    y: float
    open: frozenset[str]
    symbol: str
    label: str
    colour: str
    notes: tuple[str, ...]
    tokens: tuple[str, ...]
    pieces: tuple[Piece, ...]
    laid: bool = True
    walls: frozenset[str] = frozenset()
    tracks: tuple[str, ...] = ()

    @property
    def cell(self) -> Cell:
        """Column and row as whole numbers."""
        return round(self.x), round(self.y)


@dataclass(frozen=True, slots=True)
class Link:
    """A passage between two places, by name. `marked` means that something is fixed on it."""

    a: str
    b: str
    label: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Places that are drawn together. Names are unique within a board; links to unknown names are not drawn."""

    name: str
    form: Form
    places: tuple[Place, ...]
    links: tuple[Link, ...]

    def cells(self) -> dict[Cell, Place]:
        """Which place lies where; of several in one cell the first that is laid."""
        found: dict[Cell, Place] = {}
        for place in self.places:
            if place.cell not in found or (place.laid and not found[place.cell].laid):
                found[place.cell] = place
        return found

    def barred(self) -> frozenset[tuple[Cell, Side]]:
        """Cells with a side on whose border something stands: a link that says what, and is no marked one.

        >>> cells = [Place(name, at, 0, frozenset(), "", "", "", (), (), ()) for at, name in enumerate("ab")]
        >>> sorted(Board("", "grid", tuple(cells), (Link("a", "b", "wall", False),)).barred())
        [((0, 0), 'e'), ((1, 0), 'w')]
        """
        sides = ((a, b, side_towards(a, b)) for link, a, b in self.linked() if link.label and not link.marked)
        return frozenset(each for a, b, side in sides if side for each in ((a.cell, side), (b.cell, FACING[side])))

    def linked(self) -> Iterator[tuple[Link, Place, Place]]:
        """Every link whose two ends are places of this board, with them."""
        named = {place.name: place for place in self.places}
        for link in self.links:
            if link.a in named and link.b in named:
                yield link, named[link.a], named[link.b]


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: boards, a legend of (symbol, meaning), and the players' names in order.

    In a legend the symbol `╎` stands for a marked link and is drawn as one. `lang` is the language of all texts.
    `holdings` say what each player has, in the order of `players`; none if nothing is known of it.
    """

    title: str
    subtitle: str
    boards: tuple[Board, ...]
    legend: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    lang: str = "en"
    holdings: tuple[str, ...] = ()


def beside(place: Place, side: Side) -> Cell:
    """The cell on that side of a place."""
    column, row = place.cell
    east, south = STEP[side]
    return column + east, row + south


def side_towards(place: Place, other: Place) -> Side | None:
    """The side of `place` on which `other` lies next to it, if it does."""
    return next((side for side in SIDES if beside(place, side) == other.cell), None)


def way_out(place: Place, side: Side, cells: Mapping[Cell, Place]) -> Way:
    """What one finds on a side: a wall, a passage through, a passage that ends at a wall, or the unknown."""
    if side not in place.open:
        return "closed"
    neighbour = cells.get(beside(place, side))
    if neighbour is None or not neighbour.laid:
        return "unexplored"
    return "joined" if FACING[side] in neighbour.open else "blocked"
