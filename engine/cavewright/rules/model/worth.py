"""Worth of a position to a player, as expressions of the model: score lines, and the `advice` of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...foundation.source.frozen import frozen
from . import ruleset as m


@frozen
class Worth:
    """Sum that bots go by: the score lines times `sign` (-1 where the lowest total wins), and the advice."""

    sign: int
    lines: tuple[m.Expr, ...]
    advice: m.Expr | None


def worth_of(rules: m.Ruleset) -> Worth:
    """Returns the worth of a position under some rules.

    The score is that of a player who is in the running, and so is everybody it is ranked with: who would be counted if
    the game ended now tells little while it goes on.
    """
    scoring = rules.scoring
    assert scoring is not None
    lines = tuple(everybody(line.value) for line in scoring.lines)
    advice = everybody(rules.advice) if rules.advice is not None else None
    return Worth(1 if scoring.highest else -1, lines, advice)


def advice_parts(advice: m.Expr, sign: int = 1) -> Iterator[tuple[m.Expr, int]]:
    """Yields the parts that an advice adds up, with -1 for those that it takes away."""
    if advice.op in ("add", "sub"):
        yield from advice_parts(advice.args[0], sign)
        yield from advice_parts(advice.args[1], sign if advice.op == "add" else -sign)
    else:
        yield advice, sign


def everybody(part: Any) -> Any:
    """Returns the expression with rankings that rank everybody. A definition that says something else then has another
    name."""
    if isinstance(part, m.Ranking):
        return replace(part, among=None)
    if isinstance(part, tuple):
        return tuple(map(everybody, part))
    if isinstance(part, m.Expr):
        return replace(part, args=everybody(part.args))
    if isinstance(part, m.Define):
        body = everybody(part.body)
        return part if body == part.body else replace(part, name=f"{part.name} of everybody", body=body)
    return part
