"""Operators between numbers, truth values and what is in something."""

from __future__ import annotations

from ...language.syntax import tree as t
from ..model.dispatch import handles
from ..model.operators import SIGNS
from ..model.ruleset import Expr
from ..model.types import YES_NO, Type, number, row, union
from .aggregates import AggregateReader
from .expression_reader import in_unit, unknown


class Operators(AggregateReader):
    """Operators between two expressions, or before one."""

    @handles
    def _unary(self, node: t.Unary, expected: Type | None) -> Expr:
        if node.op == "not":
            return Expr("not", (self.condition(node.value),), YES_NO, node.span)
        value = self.expr(node.value)
        if not value.type.may_be("number"):
            return self.wrong("C0401", f"only a number has a negative, not `{value.type}`", node)
        return Expr("neg", (value,), number(-value.type.high, -value.type.low, value.type.unit), node.span)

    @handles
    def _binary(self, node: t.Binary, expected: Type | None) -> Expr:
        if node.op in ("and", "or"):
            return Expr(node.op, (self.condition(node.left), self.condition(node.right)), YES_NO, node.span)
        if node.op in ("in", "not in"):
            inside = self._membership(node)
            return inside if node.op == "in" else Expr("not", (inside,), YES_NO, node.span)
        if node.op == "..":
            return self.wrong("C0401", "a range can only be gone through, rolled or chosen from", node)
        left, right = self._both(node)
        if left.type.is_unknown or right.type.is_unknown:
            return unknown(node)
        if node.op in ("is", "is not"):
            if union(left.type, right.type) is None or not left.type.facts.in_one_number:
                return self._report_mixed_types(node, left, right)
            return Expr(SIGNS[node.op], (left, right), YES_NO, node.span)
        return self._arithmetic(node, left, right)

    def _both(self, node: t.Binary) -> tuple[Expr, Expr]:
        """Both sides, each helping to read the other: `feature is water` and `water is feature`."""
        if (
            isinstance(node.left, t.Name)
            and node.left.id not in self.scope
            and len(self.names.rows_called(node.left.id)) > 1
        ):
            right = self.expr(node.right)
            return self.expr(node.left, right.type.without_none()), right
        left = self.expr(node.left)
        return left, self.expr(node.right, left.type.without_none())

    def _report_mixed_types(self, node: t.Binary, left: Expr, right: Expr) -> Expr:
        if left.type.is_number and right.type.is_number:
            return self.wrong(
                "C0402",
                f"{in_unit(left.type)} and {in_unit(right.type)} do not go together",
                node,
                help="give both the same unit",
            )
        return self.wrong("C0401", f"`{left.type}` cannot be compared with `{right.type}`", node)

    def _arithmetic(self, node: t.Binary, left: Expr, right: Expr) -> Expr:
        a, b, op = left.type, right.type, node.op
        if not a.is_number or not b.is_number:
            wrong = left if not a.is_number else right
            return self.wrong("C0401", f"`{op}` works on numbers, not on `{wrong.type}`", wrong)
        if op in ("+", "-", "<", "<=", ">", ">=") and union(a, b) is None:
            return self._report_mixed_types(node, left, right)
        if op in ("<", "<=", ">", ">="):
            return Expr(SIGNS[op], (left, right), YES_NO, node.span)
        if op == "/" and right.op == "const" and not right.args[0]:
            return self.wrong("C0408", "nothing is divided by zero", right)
        return Expr(SIGNS[op], (left, right), _arithmetic_type(op, a, b), node.span)

    def _membership(self, node: t.Binary) -> Expr:
        is_domain = isinstance(node.right, t.Binary) and node.right.op == ".."
        if isinstance(node.right, t.Name) and node.right.id not in self.scope:
            is_domain = node.right.id in self.names.kinds or node.right.id in self.names.boards
        right = None if is_domain else self.expr(node.right)
        if right is not None and right.type.is_bag and self.as_bag(right).type.is_bag:
            return Expr("has", (right, self.read_as(node.left, row(right.type.name, True))), YES_NO, node.span)
        if right is not None and right.type.is_positions:
            return self.occurrences(node.left, right, node.span, is_asked=True)
        if right is not None and right.type.is_unknown:
            return right
        inside = None if right is None else self.in_set(node.left, right, node.span)
        if inside is not None:
            return inside
        domain, element = self.domain(node.right) if right is None else self.gone_through(right, node.right.span)
        return Expr("in_list", (self.read_as(node.left, element), domain), YES_NO, node.span)

    @handles
    def _conditional(self, node: t.Conditional, expected: Type | None) -> Expr:
        condition = self.condition(node.condition)
        value = self.expr(node.value, expected)
        other = self.expr(node.otherwise, expected)
        kind = union(value.type, other.type)
        if kind is None:
            return self.wrong("C0401", f"one way gives `{value.type}`, the other `{other.type}`", node)
        return Expr("if", (condition, value, other), kind, node.span)


def _arithmetic_type(op: str, a: Type, b: Type) -> Type:
    if op in ("+", "-"):
        unit = a.unit or b.unit
        if op == "+":
            return number(a.low + b.low, a.high + b.high, unit)
        return number(a.low - b.high, a.high - b.low, unit)
    if op == "*":
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return number(min(ends), max(ends), a.unit or b.unit)
    unit = "" if a.unit == b.unit else a.unit
    divisor = max(1, min(abs(b.low), abs(b.high))) if b.low * b.high > 0 else 1
    bound = max(abs(a.low), abs(a.high)) // divisor
    return number(0 if a.low >= 0 and b.low >= 0 else -bound, bound, unit)
