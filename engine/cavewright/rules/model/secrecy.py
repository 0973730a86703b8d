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
        return _of_any(_rank((value.by, value.among, value.least), known))
    if isinstance(value, m.Expr) and value.op == "size" and value.args[0].args[0].counted:
        return _rank(value.args[0].args[1], known)
    if isinstance(value, m.Expr):
        return max(_rank(value.args, known), _own_rank(value, known))
    return max((_rank(each, known) for each in value), default=0) if isinstance(value, tuple) else 0


def _own_rank(value: m.Expr, known: dict[str, int]) -> int:
    """Of what an operator asks besides its parts: whose secret it is, and what decides where ways lead on a board."""
    args = value.args
    match value.op:
        case "field" if args[1] is not None and args[1].op != "me":
            return _of_any(_rank(args[0], known))
        case "as" if args[0].op != "me":
            return _of_any(_rank(args[1], known))
        case "neighbours" | "distance" | "reach" | "fits":
            name = f"board {args[0].name}"
            if name not in known:
                known[name] = 0
                known[name] = _of_any(_rank((args[0].joined, args[0].free), known))
            return known[name]
    return 0


def _of_any(rank: int) -> int:
    """Of the same for any player: what is a secret of each is known to nobody as a whole."""
    return 2 if rank else 0
