"""Constant folding: what is known before play is computed once, so that an option costs nothing while playing."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from ..model.dispatch import Pass, handles
from ..model.operators import OPERATORS
from ..model.ruleset import Define, Expr, Kind, constant
from ..model.types import MOST, number

COMPUTED: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": lambda a, b: a // b if b else 0,
    "remainder": lambda a, b: a % b if b else 0,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
}
"""What operators between two numbers come to."""


def _is_constant(expr: object) -> bool:
    return isinstance(expr, Expr) and expr.op == "const" and not expr.type.is_unknown


class Folding(Pass, over=OPERATORS, left=OPERATORS):
    """Fold of an expression whose parts were folded. All others stay as they are."""

    def of(self, expr: Expr) -> Expr:
        """Returns the expression with its constant parts computed."""
        fold = self.handlers.get(expr.op)
        return fold(self, expr, *expr.args) if fold is not None else expr

    @handles(*COMPUTED)
    def _compute(self, expr: Expr, a: Expr, b: Expr) -> Expr:
        if not (_is_constant(a) and _is_constant(b)):
            return expr
        value = COMPUTED[expr.op](a.args[0], b.args[0])
        if abs(value) > MOST:
            return expr
        return constant(value, number(value, value, expr.type.unit) if expr.type.is_number else expr.type, expr.span)

    @handles("and", "or")
    def _logic(self, expr: Expr, left: Expr, right: Expr) -> Expr:
        """`yes and x` is x, `no and x` is no, and so for `or`; exact since conditions are yes or no and have no
        effect."""
        absorbing = 0 if expr.op == "and" else 1
        for one, other in ((left, right), (right, left)):
            if _is_constant(one):
                return constant(absorbing, expr.type, expr.span) if one.args[0] == absorbing else other
        return expr

    @handles("seat")
    def _seat(self, expr: Expr, player: Expr) -> Expr:
        return constant(player.args[0] + 1, expr.type, expr.span) if _is_constant(player) else expr

    @handles("not", "neg")
    def _opposite(self, expr: Expr, a: Expr) -> Expr:
        return constant((expr.op == "not") - a.args[0], expr.type, expr.span) if _is_constant(a) else expr

    @handles("if")
    def _if(self, expr: Expr, condition: Expr, a: Expr, b: Expr) -> Expr:
        return replace(a if condition.args[0] else b, span=expr.span) if _is_constant(condition) else expr

    @handles("call")
    def _call(self, expr: Expr, define: Define, values: tuple[Expr, ...]) -> Expr:
        return replace(define.body, span=expr.span) if not values and _is_constant(define.body) else expr

    @handles("column")
    def _column(self, expr: Expr, kind: Kind, name: str, of: Expr) -> Expr:
        if not _is_constant(of) or expr.type.is_text:
            return expr
        value = kind.columns[name].values[of.args[0]]
        is_number = expr.type.is_number and not expr.type.optional
        return constant(value, number(value, value, expr.type.unit) if is_number else expr.type, expr.span)


folded = Folding().of
