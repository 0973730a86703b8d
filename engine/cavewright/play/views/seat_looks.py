"""Looks of seats: what the things of each player look like, and which sides of a board are whose.

A kind says so whose rows are numbered by a column that is called as the players are: `| side | player: 1..2 | symbol: text |`.
"""

from __future__ import annotations

import re

from ...foundation.draw.palette import player_colour
from ...foundation.draw.scene import SIDES
from ...foundation.source.frozen import frozen
from ...rules.model import ruleset as m

LOOKS = ("symbol", "colour", "edges")
"""Columns of texts that say how the things of a player look, and the letters of the sides that it joins or holds."""
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


@frozen
class SeatLook:
    """The sign on the things of a player and its colour, "" where the rules say nothing; the sides of a board that are its."""

    sign: str = ""
    colour: str = ""
    edges: str = ""


def is_of_seats(kind: m.Kind, players: str) -> bool:
    """Tells if a kind says how the things of players look."""
    number = kind.columns.get(players)
    return number is not None and number.type.is_number and any(each in kind.columns for each in LOOKS)


def seat_looks(rules: m.Ruleset, many: int) -> tuple[SeatLook, ...]:
    """Returns the looks of the first seats."""
    kind = next((each for each in rules.kinds.values() if is_of_seats(each, rules.players)), None)
    if kind is None:
        return (SeatLook(),) * many
    numbers = kind.columns[rules.players].values
    rows = {numbers[row]: row for row in range(len(kind.rows))}
    return tuple(_look(kind, rows[seat]) if seat in rows else SeatLook() for seat in range(1, many + 1))


def _look(kind: m.Kind, row: int) -> SeatLook:
    sign, colour, edges = (_text(kind, row, name) for name in LOOKS)
    return SeatLook(sign, colour if _COLOUR.fullmatch(colour) else "", edges)


def _text(kind: m.Kind, row: int, name: str) -> str:
    column = kind.columns.get(name)
    return (column.texts[row] or "").strip() if column is not None and column.texts else ""


def edges_of(looks: tuple[SeatLook, ...]) -> tuple[tuple[str, str], ...]:
    """Returns the sides of a board that are somebody's, each with the colour."""
    return tuple(edge for n, look in enumerate(looks) for edge in edges_of_seat(n, look))


def edges_of_seat(seat: int, look: SeatLook) -> list[tuple[str, str]]:
    """Returns the sides that are those of a seat, each with its colour; letters that are no sides are none."""
    return [(side, look.colour or player_colour(seat)) for side in dict.fromkeys(look.edges) if side in SIDES]
