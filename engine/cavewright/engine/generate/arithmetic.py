"""Generates arithmetic, comparisons and logic, and questions to bags and sets."""

from __future__ import annotations

import ast

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.operators import COMPARISONS, OPERATORS
from ...rules.model.types import MOST, Type
from . import python_syntax as py
from .constant_pool import Scope
from .loops import Aggregates
from .python_syntax import Node

SIGNS = {name: each.sign for name, each in OPERATORS.items()} | {"eq": "==", "ne": "!=", "div": "//"}
"""What stands between two parts in Python."""


class Arithmetic(Aggregates):
    """The part of `Expressions` that reckons, compares and combines conditions."""

    @handles("add", "sub", "mul")
    def _two(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        made = py.math(self.expr(a, scope), SIGNS[e.op], self.expr(b, scope))
        return made if e.op == "div" or e.type.low > -MOST and e.type.high < MOST else py.call("exact", made)

    @handles("div")
    def _div(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        if b.op == "const" and b.args[0]:
            return self._two(e, scope, a, b)
        return py.call("quotient", self.expr(a, scope), self.expr(b, scope))

    @handles("remainder")
    def _remainder(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.call("remainder", self.expr(a, scope), self.expr(b, scope))

    @handles("within")
    def _within(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        bounds = (py.const(e.type.low), py.const(e.type.high), py.const(e.type.optional))
        return py.call("within", self.expr(a, scope), *bounds)

    @handles("neg")
    def _neg(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return ast.UnaryOp(ast.USub(), self.expr(a, scope))

    @handles("abs")
    def _abs(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return py.call("abs", self.expr(a, scope))

    @handles(*COMPARISONS)
    def _comparison(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.compare(self.expr(a, scope), SIGNS[e.op], self.expr(b, scope))

    @handles("and")
    def _and(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.both(self.expr(a, scope), self.expr(b, scope))

    @handles("or")
    def _or(self, e: m.Expr, scope: Scope, a: m.Expr, b: m.Expr) -> Node:
        return py.either(self.expr(a, scope), self.expr(b, scope))

    @handles("not")
    def _not(self, e: m.Expr, scope: Scope, a: m.Expr) -> Node:
        return py.negate(self.expr(a, scope))

    @handles("if")
    def _if(self, e: m.Expr, scope: Scope, condition: m.Expr, a: m.Expr, b: m.Expr) -> Node:
        return py.choice(*(self.expr(each, scope) for each in (condition, a, b)))

    # ---- bags and sets -----------------------------------------------------------------------------------------------

    @handles("amount")
    def _amount(self, e: m.Expr, scope: Scope, bag: m.Expr, piece: m.Expr) -> Node:
        return py.index(self.expr(bag, scope), self.expr(piece, scope))

    @handles("has")
    def _has(self, e: m.Expr, scope: Scope, bag: m.Expr, piece: m.Expr) -> Node:
        return py.compare(self._amount(e, scope, bag, piece), ">", py.const(0))

    @handles("size")
    def _size(self, e: m.Expr, scope: Scope, bag: m.Expr) -> Node:
        return py.call("sum", self.expr(bag, scope))

    @handles("room")
    def _room(self, e: m.Expr, scope: Scope, bag: m.Expr) -> Node:
        return py.math(py.const(bag.type.room or 99_999), "-", self.room_taken(bag, scope))

    def room_taken(self, bag: m.Expr, scope: Scope) -> Node:
        """Returns the room that the contents of a bag take."""
        if not bag.type.measure:
            return py.call("sum", self.expr(bag, scope))
        sizes = self.ruleset.kinds[bag.type.name].columns[bag.type.measure].values
        return py.call("sum", py.call("map", py.name("mul"), self.expr(bag, scope), self.pool.value(sizes)))

    @handles("in_set")
    def _in_set(self, e: m.Expr, scope: Scope, member: m.Expr, of: m.Expr) -> Node:
        inner = self.expr(member, scope)
        whole = self.expr(of, scope)
        element = of.type.element
        if element is not None and element.is_number:
            return py.call("contains", whole, bit_of(inner, element))
        there = py.compare(py.math(py.math(whole, ">>", inner), "&", py.const(1)), "==", py.const(1))
        return there if is_something(member) else py.both(py.compare(inner, ">=", py.const(0)), there)

    @handles("in_list")
    def _in_list(self, e: m.Expr, scope: Scope, member: m.Expr, of: m.Expr) -> Node:
        return py.compare(self.expr(member, scope), "in", self.domain(of, scope))

    @handles("count_bits")
    def _count_bits(self, e: m.Expr, scope: Scope, of: m.Expr) -> Node:
        return py.call(py.attribute(self.expr(of, scope), "bit_count"))


def bit_of(member: Node, element: Type) -> Node:
    """The bit of a number in a set of numbers."""
    return py.call("bit", member, py.const(element.low), py.const(element.high), py.const(element.step))


def is_something(e: m.Expr) -> bool:
    """Tells if a value can be seen never to be none."""
    if e.op == "const":
        return bool(e.args[0] >= 0)
    return e.op == "me" or (e.op == "column" and min(e.args[0].columns[e.args[1]].values) >= 0)
