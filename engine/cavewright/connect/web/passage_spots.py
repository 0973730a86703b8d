"""Passages that can be pointed at: between two places of a board, or at the edge of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...foundation.draw.geometry import Area
from ...foundation.draw.scene import SIDES, TOWARDS
from ...rules.model import ruleset as m

SIZE = 30.0
"""Pixels of the mark of a passage."""
EDGES = {str(side): towards for side, towards in TOWARDS.items()}
Ends = tuple[str, str]
"""The two places that a passage joins, or the place and the side of it at which it ends."""


def ends_of_passages(board: m.Board, net: Any, places: tuple[str, ...], passages: tuple[str, ...]) -> dict[str, Ends]:
    """Returns the ends of each passage of a board that is there from the start, by names as the rules write them."""
    found: dict[str, Ends] = {}
    for place, borders in enumerate(net.borders[: len(places)] if board.form == "grid" else ()):
        for side, passage in zip(SIDES, borders, strict=False):
            if passage >= 0:
                found[passages[passage]] = places[place], side
    for place, ways in enumerate(net.ways[: len(places)]):
        for there, passage in ways:
            if place < there or passages[passage] not in found:
                found[passages[passage]] = places[place], places[there]
    return found


def area_of_passage(ends: Ends, areas: Mapping[str, Area]) -> Area | None:
    """Returns the area of a mark on a passage; none where its ends are not drawn."""
    place, other = ends
    if place not in areas:
        return None
    x, y = areas[place].middle
    if other in areas:
        x = (x + areas[other].middle[0]) / 2
        y = (y + areas[other].middle[1]) / 2
    elif other in EDGES:
        east, south = EDGES[other]
        x = x + east * areas[place].wide / 2
        y = y + south * areas[place].high / 2
    else:
        return None
    return Area(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE)
