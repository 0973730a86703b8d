"""The colours of a drawing. Players' colours stay apart for colour-blind eyes (after Okabe and Ito)."""

from __future__ import annotations

import re
from functools import lru_cache

from .geometry import total

PLAYERS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#1f1f1f")
NOBODY = "#5d6470"

PAPER, PAPER_EDGE = "#f7f1e3", "#cbbfa6"
INK, SOFT_INK = "#2b2620", "#675d4f"
ROCK, ROCK_EDGE = "#7d7468", "#453e36"
CARVED, CARVED_EDGE, CHALK = "#f6ecd6", "#d8c8a4", "#fffaf0"
FIXED, FIXED_EDGE = "#c2410c", "#fff3dd"
CELL, CELL_EDGE = "#fffaf0", "#cbb997"
TOKEN = "#ffd866"
TRACK, TRACK_INK = "#7fb2d9", "#22577f"
CHANGED, CHANGED_PAPER = "#b5179e", "#fbe3f6"

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


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG has it, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 3), contrast(INK, PAPER) > 4.5
    (21.0, True)
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else stretched_light((part + 0.055) / 1.055) for part in parts)
    return total(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@lru_cache(256)
def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    return max("#ffffff", "#000000", key=lambda ink: contrast(ink, colour))


def stretched_light(part: float) -> float:
    """A part of light to the power of 2.4, by operations that are exactly the same everywhere: its square, times the
    fifth root of that.

    >>> round(stretched_light(0.5), 6), stretched_light(1.0)
    (0.189465, 1.0)
    """
    square, root = part * part, 1.0
    for _ in range(40):
        root = (4 * root + square / (root * root * root * root)) / 5
    return square * root
