"""Constant folding: what is known before play is computed once, so that an option costs nothing while playing."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from ..model.ruleset import Expr
from ..model.types import MOST, number

_COMPUTED: dict[str, Callable[[int, int], int]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
    "div": lambda a, b: a // b if b else 0,
    "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b),
}


def _known(expr: object) -> bool:
    return isinstance(expr, Expr) and expr.op == "const" and expr.type.form != "unknown"


def folded(expr: Expr) -> Expr:
    """The same expression with what is constant in it computed."""
    if expr.op in _COMPUTED and all(map(_known, expr.args)):
        value = _COMPUTED[expr.op](expr.args[0].args[0], expr.args[1].args[0])
        if abs(value) > MOST:
            return expr
        kind = replace(number(value, value, expr.type.unit)) if expr.type.form == "number" else expr.type
        return Expr("const", (value,), kind, expr.span)
    if expr.op in ("and", "or"):
        return _logic(expr)
    if expr.op == "not" and _known(expr.args[0]):
        return Expr("const", (1 - expr.args[0].args[0],), expr.type, expr.span)
    if expr.op == "neg" and _known(expr.args[0]):
        return Expr("const", (-expr.args[0].args[0],), expr.type, expr.span)
    if expr.op == "if" and _known(expr.args[0]):
        taken: Expr = expr.args[1] if expr.args[0].args[0] else expr.args[2]
        return replace(taken, span=expr.span)
    if expr.op == "call" and not expr.args[1] and _known(expr.args[0].body):
        body: Expr = expr.args[0].body
        return replace(body, span=expr.span)
    if expr.op == "column" and _known(expr.args[2]) and expr.type.form != "text":
        value = expr.args[0].columns[expr.args[1]].values[expr.args[2].args[0]]
        kind = number(value, value, expr.type.unit) if expr.type.form == "number" and not expr.type.optional else expr.type
        return Expr("const", (value,), kind, expr.span)
    return expr


def _logic(expr: Expr) -> Expr:
    """`yes and x` is x, `no and x` is no, and so for `or`; exact since conditions are yes or no and have no effect."""
    left, right = expr.args
    absorbing = 0 if expr.op == "and" else 1
    for one, other in ((left, right), (right, left)):
        if _known(one):
            return Expr("const", (absorbing,), expr.type, expr.span) if one.args[0] == absorbing else other
    return expr
