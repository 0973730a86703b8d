"""Conditions that are always yes or always no, whatever options and constants say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...foundation.source import Diagnostics, warning
from ...language.syntax import tree as t
from ..model import ruleset as m
from ..model.operators import COMPARISONS
from .constant_folding import COMPUTED
from .whole_program import WholeProgram

_WORD = re.compile(r"[^\W\d_][\w-]*")
_PLAIN = {"yes", "no", "none", "and", "or", "not", "is", "in", "if", "otherwise"}
Bounds = tuple[int, int]


def check_conditions(whole: WholeProgram) -> Diagnostics:
    """C0506, C0507, warnings: conditions that are the same in every position; requirements that are never met."""
    judge = _IntervalEvaluator(_literal_fields(whole), set(whole.ruleset.units))
    for step in whole.steps():
        for condition in _conditions(step.statement):
            known = judge.value(condition)
            if known is False and isinstance(step.statement, m.Require):
                yield warning(
                    "C0507",
                    "this requirement can never be met",
                    condition,
                    help="write what is meant, or take out what it forbids",
                )
            elif known is not None:
                yield warning(
                    "C0506",
                    f"this condition is always `{'yes' if known else 'no'}`",
                    condition,
                    help="write what is meant, or take it out",
                )


def _conditions(statement: object) -> Iterator[m.Expr]:
    match statement:
        case m.If(branches=branches):
            yield from (condition for condition, _ in branches)
        case m.Require(condition=condition):
            yield condition
        case m.Choose(ranks=(*ranks,)) if ranks:
            yield from (each.condition for each in ranks if each.condition.op != "const")
        case m.Choose(where=where) | m.ForEach(where=where) | m.InTurn(where=where) if where is not None:
            yield where


def _literal_fields(whole: WholeProgram) -> Mapping[tuple[str, str], Bounds]:
    """Bounds of kept numbers that are written as numbers, not as constants that somebody may change."""
    written = {
        each.span.place
        for node in whole.declarations
        for each in node.every(t.Keeps)
        if isinstance(each.type.low, t.Number) and isinstance(each.type.high, t.Number)
    }
    return {
        (f.owner, f.name): (f.type.low, f.type.high)
        for f in whole.ruleset.fields
        if f.span is not None and f.span.place in written and f.type.is_number and not f.type.optional
    }


class _IntervalEvaluator:
    def __init__(self, fields: Mapping[tuple[str, str], Bounds], units: set[str]) -> None:
        self.fields, self.plain = fields, _PLAIN | units

    def value(self, expr: m.Expr) -> bool | None:
        """Returns the truth of a condition that always holds, or never does; none when it may do either or options
        decide."""
        if expr.op == "const":
            return bool(expr.args[0]) if self._is_literal(expr) else None
        if expr.op in ("and", "or"):
            return self._join(expr)
        if expr.op == "not":
            inner = self.value(expr.args[0])
            return None if inner is None else not inner
        if expr.op in COMPARISONS:
            return self._compare(expr.op, *expr.args)
        return None

    def _is_literal(self, expr: m.Expr) -> bool:
        return set(_WORD.findall(expr.span.text)) <= self.plain

    def _join(self, expr: m.Expr) -> bool | None:
        decisive = expr.op == "or"
        values = [self.value(each) for each in expr.args]
        if decisive in values:
            return decisive
        return None if None in values else not decisive

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> bool | None:
        if left == right and left.op != "const":
            return op in ("eq", "le", "ge")
        a, b = self._bounds(left), self._bounds(right)
        if a is None or b is None:
            return None
        if op in ("eq", "ne"):
            return op == "ne" if a[1] < b[0] or b[1] < a[0] else None
        at_ends = {bool(COMPUTED[op](x, y)) for x in a for y in b}
        return at_ends.pop() if len(at_ends) == 1 else None

    def _bounds(self, expr: m.Expr) -> Bounds | None:
        if expr.op == "const" and expr.type.is_number and self._is_literal(expr):
            return expr.args[0], expr.args[0]
        return self.fields.get((expr.args[0].owner, expr.args[0].name)) if expr.op == "field" else None
