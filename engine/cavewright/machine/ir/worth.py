"""Lowering of what a position is worth to a player, as `State.value` says it; to bots that want points more than that,
with points counted several times."""

from __future__ import annotations

from ...rules.model.tree_limits import MORE_POINTS
from ...rules.model.worth import Worth, advice_parts
from .construction import indices, read, store
from .expressions import Lowering, whole
from .form import WORD, Const, Expr, Function, Range, Return
from .scope import Environment


def worth(lowering: Lowering, known: Worth, bots: bool) -> Function:
    """The function `worth`: of a player, the score lines and the advice as one number. Of bots, `more_points` says how
    many times more the score lines count."""
    player = lowering.fresh("player", indices(lowering.players))
    names, points = Environment(me=player), Const(0)
    total: Expr = points
    for line in known.lines:
        value = lowering.value(line, names)
        total = whole(total + value)
    if known.sign < 0:
        total = whole(0 - total)
    if bots:
        total = whole(total * (read(lowering.memory.array("more_points", 1, Range(0, MORE_POINTS))) + 1))
    if known.advice is not None:
        total = whole(total + lowering.expr(known.advice, names))
    return lowering.function("worth", [player], (Return(total),), WORD, out=True)


def worth_terms(lowering: Lowering, known: Worth) -> Function:
    """Returns the function `value_terms`: of a player, what each score line and each part of the advice counts, into the
    array `terms`."""
    player = lowering.fresh("player", indices(lowering.players))
    names = Environment(me=player)
    found = [(lowering.value(line, names), known.sign) for line in known.lines]
    if known.advice is not None:
        found += [(lowering.expr(part, names), sign) for part, sign in advice_parts(known.advice)]
    terms = lowering.memory.array("terms", max(1, len(found)))
    writes = tuple(store(terms, n, whole(value if sign > 0 else 0 - value)) for n, (value, sign) in enumerate(found))
    return lowering.procedure("value_terms", [player], writes, out=True)
