"""Lowering of what a position is worth to a player, as `State.value` says it."""

from __future__ import annotations

from ..model.worth import Worth
from .form import WORD, Const, Expr, Function, Range, Return
from .lowering import Lowering, whole
from .scope import Names


def worth(lowering: Lowering, known: Worth) -> Function:
    """The function `worth`: of a player, the score lines and the advice as one number."""
    player = lowering.fresh("player", Range(0, lowering.players - 1))
    names, points = Names(me=player), Const(0)
    total: Expr = points
    for line in known.lines:
        value = lowering.truth(line, names) if line.type.form == "yes_no" else lowering.expr(line, names)
        total = whole(total + value)
    if known.sign < 0:
        total = whole(0 - total)
    if known.advice is not None:
        total = whole(total + lowering.expr(known.advice, names))
    return lowering.function("worth", [player], (Return(total),), WORD, out=True)
