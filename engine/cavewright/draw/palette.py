"""The colours of a drawing. Players' colours stay apart for colour-blind eyes (after Okabe and Ito)."""

from __future__ import annotations

import re

PLAYERS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#1f1f1f")
LIGHT_PLAYERS = frozenset({"#cc79a7", "#e69f00", "#56b4e9", "#f0e442"})
NOBODY = "#5d6470"

PAPER, PAPER_EDGE = "#f7f1e3", "#cbbfa6"
INK, SOFT_INK = "#2b2620", "#6f6556"
ROCK, ROCK_EDGE = "#7d7468", "#453e36"
CARVED, CARVED_EDGE, CHALK = "#f6ecd6", "#d8c8a4", "#fffaf0"
FIXED, FIXED_EDGE = "#c2410c", "#fff3dd"
CELL, CELL_EDGE = "#fffaf0", "#d8cbb0"
TOKEN = "#ffd866"
TRACK, TRACK_INK = "#7fb2d9", "#2f6690"

FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

_COLOUR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([0-9., %/deg]{5,40}\)", re.IGNORECASE
)


def colour_or(colour: str, default: str) -> str:
    """A CSS colour if it is written as one, otherwise the default; so nothing else gets into an attribute.

    >>> colour_or("#48a", ROCK), colour_or("url(http://example.org)", "grey")
    ('#48a', 'grey')
    """
    return colour if _COLOUR.fullmatch(colour) else default


def player_colour(player: int | None) -> str:
    """The colour of a player's pieces; grey for nobody's."""
    return NOBODY if player is None else PLAYERS[player % len(PLAYERS)]


def ink_on(colour: str) -> str:
    """Dark or light ink, whichever can be read on a player's colour."""
    return INK if colour in LIGHT_PLAYERS else "#ffffff"
