"""Scene of a drawing, as plain values: places with coordinates, what lies there, who stands there.

Nothing here knows a rule. Whoever draws a game turns its state into a `Scene` first; both renderers start from that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

from ..source.frozen import frozen

Form = Literal["growing", "grid", "hexagonal", "map", "tiles", "cards"]
Side = Literal["n", "e", "s", "w", "ne", "se", "sw", "nw"]
PassageState = Literal["closed", "joined", "blocked", "unexplored", "continued"]
Change = Literal["", "new", "gone"]
Cell = tuple[int, int]

SIDES: tuple[Side, ...] = ("n", "e", "s", "w")
SIX_SIDES: tuple[Side, ...] = ("ne", "e", "se", "sw", "w", "nw")
STEP: Mapping[Side, Cell] = {
    "n": (0, -1),
    "e": (1, 0),
    "s": (0, 1),
    "w": (-1, 0),
    "ne": (0, -1),
    "se": (1, 1),
    "sw": (0, 1),
    "nw": (-1, -1),
}
"""From cell to cell. Each row of hexagons begins half a hexagon west of the one above."""
HIGH = math.sqrt(3) / 2
TOWARDS: Mapping[Side, tuple[float, float]] = {
    **{side: (float(STEP[side][0]), float(STEP[side][1])) for side in SIDES},
    **{"ne": (0.5, -HIGH), "se": (0.5, HIGH), "sw": (-0.5, HIGH), "nw": (-0.5, -HIGH)},
}
"""The direction of a side, as one pixel east and south."""
FACING: Mapping[Side, Side] = {
    "n": "s",
    "e": "w",
    "s": "n",
    "w": "e",
    "ne": "sw",
    "se": "nw",
    "sw": "ne",
    "nw": "se",
}


@frozen
class Piece:
    """A figure on a place. `player` counts from 0 and chooses the colour; none belongs to nobody.

    >>> Piece("Anna", "", 0).initial
    'A'
    """

    text: str
    symbol: str
    player: int | None
    small: bool = False
    """Whether it is only a sign that somebody has been there."""
    change: Change = ""
    sign: str = ""
    """How it looks in pictures, instead of its initial: `♞`, `●`."""
    colour: str = ""
    """Its colour, `#rrggbb`, if it has not that of its player."""

    @property
    def initial(self) -> str:
        """Letter on the figure: its symbol, or the first letter of its text."""
        return self.symbol or self.text[:1] or "?"


@frozen
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
    facts: tuple[str, ...] = ()
    """What is printed on a card, line by line."""
    changed: bool = False
    counts: tuple[tuple[str, str], ...] = ()
    """Numbers that a place of a map keeps: what is counted, and how many there are."""
    thing: str = ""
    """The row of the rules that `label` names, `chamber.shelf`."""
    stacked: int = 0
    """How many pieces lie on each other, of a pile that is drawn as a card."""
    spoken: str = ""
    """Its name for people, where they call it otherwise: `White's bar`."""

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.spoken or self.name

    @property
    def lying(self) -> tuple[str, ...]:
        """Names of all that lies there besides figures, in words: tokens, and so many of what is counted."""
        return (*self.tokens, *(f"{name} {number}" for name, number in self.counts))

    @property
    def cell(self) -> Cell:
        """Column and row as whole numbers."""
        return round(self.x), round(self.y)


@frozen
class Link:
    """A passage between two places, by name. `marked` means that something is fixed on it."""

    a: str
    b: str
    label: str
    marked: bool
    change: Change = ""

    def title(self, a: Place, b: Place) -> str:
        """Returns the passage between its two places in words."""
        return f"{a.title} – {b.title}" + (f": {self.label}" if self.label else "")


class DrawnForm:
    """Answers of all that is drawn in the form of a board."""

    __slots__ = ()
    form: Form

    @property
    def is_growing(self) -> bool:
        """True for tiles that are laid side by side."""
        return self.form == "growing"

    @property
    def has_tiles(self) -> bool:
        """True where each place is drawn as a tile, laid or by itself."""
        return self.form in ("growing", "tiles")

    @property
    def is_grid(self) -> bool:
        """True for cells in columns and rows."""
        return self.form in ("grid", "hexagonal")

    @property
    def is_hexagonal(self) -> bool:
        """True for cells with six sides."""
        return self.form == "hexagonal"

    @property
    def is_map(self) -> bool:
        """True for a printed map."""
        return self.form == "map"

    @property
    def is_cards(self) -> bool:
        """True for cards in rows."""
        return self.form == "cards"


@frozen
class Board(DrawnForm):
    """Places that are drawn together. Names are unique within a board; links to unknown names are not drawn.

    Of form `tiles` or `cards` each place is a tile or a card by itself, that lies on no board.
    """

    name: str
    form: Form
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    beyond: frozenset[Cell] = frozenset()
    """Cells of which is known that something lies there, though it is not in the picture."""
    six: bool = False
    """Whether its tiles are hexagons."""
    edges: tuple[tuple[str, str], ...] = ()
    """Sides of a grid that are somebody's, each with the colour."""
    closed: str = ""
    """Letters of the sides at which a grid goes on at the opposite side."""
    title: str = ""
    """Its name for people, if that is not its name."""

    @property
    def heading(self) -> str:
        """The name for people, as it stands above the board."""
        return self.title or self.name

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of its tiles."""
        return SIX_SIDES if self.six else SIDES

    def cells(self) -> dict[Cell, Place]:
        """Returns the place in each cell; of several in one cell the first that is laid."""
        found: dict[Cell, Place] = {}
        for place in self.places:
            if place.cell not in found or (place.laid and not found[place.cell].laid):
                found[place.cell] = place
        return found

    def links_inside(self) -> Iterator[tuple[Link, Place, Place]]:
        """Every link whose two ends are places of this board, with them."""
        named = {place.name: place for place in self.places}
        for link in self.links:
            if link.a in named and link.b in named:
                yield link, named[link.a], named[link.b]


@frozen
class Entry:
    """A cell of a table, with a figure before it if there is one; `changed` if an action made it what it is."""

    text: str
    piece: Piece | None = None
    changed: bool = False


Table = tuple[tuple[Entry, ...], ...]
"""Rows as long as each other; the first names the columns, the first of each row what the row tells."""


@frozen
class Scene:
    """One picture: boards, a legend of (symbol, meaning), and the players' names in order.

    In a legend the symbol `╎` stands for a marked link and is drawn as one. `lang` is the language of all texts.
    `follows` is the player whose figures stay visible where there is no room for a whole board; `initials` stand on the
    figures of players.
    """

    title: str
    subtitle: str
    boards: tuple[Board, ...]
    legend: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    lang: str = "en"
    tables: tuple[Table, ...] = ()
    follows: int | None = None
    initials: tuple[str, ...] = ()
    looks: tuple[tuple[str, str], ...] = ()
    """Sign and colour of what the players have on boards, "" where it is a letter, and the colour that of the player."""

    def own(self, player: int) -> Piece:
        """The figure by which a player is known: with the own initial, or as it stands on a board."""
        name = self.players[player]
        if player < len(self.initials):
            sign, colour = self.looks[player] if player < len(self.looks) else ("", "")
            return Piece(name, self.initials[player], player, sign=sign, colour=colour)
        pieces = (piece for board in self.boards for place in board.places for piece in place.pieces)
        own = [each for each in pieces if each.player == player and not each.small]
        return next((each for each in own if each.text == name), own[0] if own else Piece(name, name[:1], player))


def beside(place: Place, side: Side) -> Cell:
    """The cell on that side of a place."""
    column, row = place.cell
    east, south = STEP[side]
    return column + east, row + south


def side_towards(place: Place, other: Place, board: Board) -> Side | None:
    """The side of `place` on which `other` lies next to it, if it does."""
    return next((side for side in board.sides if beside(place, side) == other.cell), None)


def way_out(place: Place, side: Side, cells: Mapping[Cell, Place], known: frozenset[Cell]) -> PassageState:
    """Returns the state of the passage on a side: a wall, a passage through, one that ends at a wall or leads out of
    the picture, or the unknown."""
    if side not in place.open:
        return "closed"
    neighbour = cells.get(beside(place, side))
    if neighbour is None or not neighbour.laid:
        return "continued" if beside(place, side) in known else "unexplored"
    return "joined" if FACING[side] in neighbour.open else "blocked"
