"""Classifies how secret a value is, by what its expression reads."""

from __future__ import annotations

from typing import Any

from . import ruleset as m

OPEN, SECRET, HIDDEN = "open", "secret", "hidden"
RANK = (OPEN, SECRET, HIDDEN)


def secrecy(value: Any) -> str:
    """Open to all, secret to the acting player, or hidden (another's secret also): the most guarded thing that is read.

    Takes expressions, definitions, and tuples of them; whatever else is open.
    """
    return RANK[_rank(value, {})]


def _rank(value: Any, known: dict[str, int]) -> int:
    """As a number; `known` holds the definitions that were looked at."""
    if isinstance(value, (m.Field, m.Local)):
        return RANK.index(value.shown)
    if isinstance(value, m.Define):
        if value.name not in known:
            known[value.name] = _rank(value.body, known)
        return known[value.name]
    if isinstance(value, m.Ranking):
        return _rank((value.by, value.among), known)
    if isinstance(value, m.Expr):
        if (
            value.op == "field"
            and value.args[0].shown == SECRET
            and value.args[1] is not None
            and value.args[1].op != "me"
        ):
            return 2
        return _rank(value.args, known)
    return max((_rank(each, known) for each in value), default=0) if isinstance(value, tuple) else 0
