"""Writes as Python: a value goes into a slot, and what changed is noted as an effect."""

from __future__ import annotations

import ast

from ..model import ruleset as m
from ..model.types import MOST, NONE, Type
from ..program import instructions as i
from . import python as py
from .expressions import Expressions, Scope, Shelf
from .python import Node

PLAIN = ("const", "local", "me", "column", "field", "record", "edge", "tile", "open", "add", "sub", "neg", "first", "count", "size", "amount", "room")
"""Operators whose value is a whole number as it stands, never a truth value."""


class Writing:
    """Writes the effects of instructions; `logged` ones can be taken back."""

    def __init__(self, expressions: Expressions, shelf: Shelf, logged: bool) -> None:
        self.make, self.shelf, self.logged = expressions, shelf, logged

    def put(self, slot: Node, value: Node) -> list[ast.stmt]:
        """A slot gets a value. `slot` is a constant or a name."""
        store = py.store(py.name("h"), slot, value)
        return [py.do(py.call("log", py.tuple_of(slot, self.make.slot(slot)))), store] if self.logged else [store]

    def whole(self, e: m.Expr, scope: Scope) -> Node:
        """A value as a whole number: a truth value becomes 0 or 1."""
        value = self.make.expr(e, scope)
        return value if e.op in PLAIN and (e.op != "local" or e.type.form != "yes_no") else ast.UnaryOp(ast.UAdd(), value)

    def field(self, target: m.Expr, value: Node, given: Type, clause: m.Clause, scope: Scope) -> list[ast.stmt]:
        """A field gets a value, kept within what its type allows."""
        field, of = target.args
        base = self.make.layout.slot(field)
        row: Node = self.make.expr(of, scope) if of is not None else py.const(0)
        found: list[ast.stmt] = [py.assign("new", value)]
        if not isinstance(row, (ast.Name, ast.Constant)):
            found.append(py.assign("row", row))
            row = py.name("row")
        slot = py.math(py.const(base), "+", row)
        body = [*self.bounded(target.type, given, clause)]
        if not isinstance(slot, ast.Constant):
            body.append(py.assign("slot", slot))
            slot = py.name("slot")
        body.append(py.assign("old", self.make.slot(slot)))
        changed = py.compare(py.name("new"), "!=", py.name("old"))
        if target.type.form in ("row", "place") and not target.type.optional:
            changed = py.both(changed, py.compare(py.name("new"), ">=", py.const(0)))
        effect = self.effect("set", clause, self.shelf.value(field), row, py.name("old"), py.name("new"))
        body.append(py.when(changed, [*self.put(slot, py.name("new")), effect]))
        sure = of is None or of.op == "me" or isinstance(row, ast.Constant)
        return [*found, *body] if sure else [*found, py.when(py.compare(row, ">=", py.const(0)), body)]

    def bounded(self, wanted: Type, given: Type, clause: m.Clause) -> list[ast.stmt]:
        """`new` is kept within the bounds of a type: refused where a player chose it, elsewhere as far as it goes."""
        if wanted.form == "yes_no":
            return [py.assign("new", py.choice(py.name("new"), py.const(1), py.const(0)))]
        if wanted.form != "number":
            return []
        low, high = py.const(wanted.low), py.const(wanted.high)
        outside: Node = py.negated(ast.Compare(low, [ast.LtE(), ast.LtE()], [py.name("new"), high]))
        if wanted.optional:
            outside = py.both(outside, py.compare(py.name("new"), "!=", py.const(NONE)))
        return [py.when(outside, [py.assign("new", py.call("clipped", py.name("run"), self.shelf.value(clause), py.name("new"), low, high))])]

    def kept(self, target: m.Expr, value: Node, clause: m.Clause) -> Node:
        """A name for a number that grows as the rules go on: it ends at the largest number."""
        type_ = target.type
        if type_.form != "number" or type_.high < MOST:
            return value
        bounds = (py.const(type_.low), py.const(type_.high), py.const(type_.optional))
        return py.call("kept", py.name("run"), self.shelf.value(clause), value, *bounds)

    def effect(self, kind: str, clause: m.Clause, subject: Node, *values: Node) -> ast.stmt:
        """What was done is noted."""
        parts = (py.const(kind), self.shelf.value(clause), py.name("me"), subject, *values, py.const(None))
        return py.do(py.call("note", py.call("new_effect", py.name("Effect"), py.tuple_of(*parts))))


def due(node: i.Check) -> tuple[str, m.Expr | None, m.Expr | None]:
    """The unit of a cost, what there is and what is due; nothing of a requirement."""
    return node.due or ("", None, None)
