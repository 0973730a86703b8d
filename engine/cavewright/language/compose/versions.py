"""Versions of rulesets, and which of them an overlay admits."""

from __future__ import annotations

import re

Version = tuple[int, int, int]
_VERSION = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})(?:\.([0-9]{1,6}))?", re.ASCII)
_RANGE = re.compile(r"\s*(\^|~|>=|=|)\s*([0-9.]+)\s*", re.ASCII)


def read_version(text: str) -> Version | None:
    """`1.2` or `1.2.3` as numbers; none if it is neither.

    >>> read_version("1.2")
    (1, 2, 0)
    """
    found = _VERSION.fullmatch(text)
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else None


def admits(wanted: str, version: str) -> bool | None:
    """Tells if a range admits a version; none if one of them cannot be read.

    `1.2` is that version alone, `>=1.2` that and all later ones, `~1.2` those that begin with 1.2, and `^1.2` those
    from 1.2 up to the next first number (with first number 0: up to the next second number).

    >>> [admits(each, "1.4") for each in ("1.2", ">=1.2", "~1.2", "^1.2", "^0.9", "soon")]
    [False, True, False, True, False, None]
    """
    found = _RANGE.fullmatch(wanted)
    low = read_version(found[2]) if found else None
    seen = read_version(version)
    if found is None or low is None or seen is None:
        return None
    if found[1] in ("", "="):
        return seen == low
    return low <= seen and (found[1] == ">=" or seen < _end(found[1], low))


def _end(sign: str, low: Version) -> Version:
    return (low[0] + 1, 0, 0) if sign == "^" and low[0] else (low[0], low[1] + 1, 0)
