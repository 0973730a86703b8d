"""What is made of the printed values of one row alone is printed, so to speak, in a column of its own."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..model import ruleset as m
from ..model.types import NONE, Type
from . import python as py
from .python import Node
from .shelf import Scope

MADE = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "if", "add", "sub", "neg", "abs", "in_set"})
"""Operators of which a column is made."""
WORTH = 2
"""So many of them make a column worth while."""
ANY_ROW = m.Local("row", Type("row"), -1)


class Printed:
    """Whether an expression reads the columns of one row and nothing else, but for what is always the same in its `scope`."""

    def __init__(self, e: m.Expr, scope: Scope) -> None:
        self.scope = scope
        self.rows: list[tuple[m.Kind, m.Expr]] = []
        self.made = 0
        self.only = e.op in MADE and self.goes_through(e) and self.made >= WORTH and bool(self.rows)

    def goes_through(self, e: m.Expr) -> bool:
        """Whether there is nothing else in an expression; it ends as soon as there is."""
        if self.is_steady(e):
            return True
        if e.op == "column":
            kind, _, of = e.args
            if self.is_steady(of):
                return True
            self.rows.append((kind, of))
            return of.args != (ANY_ROW,) and self.rows[0] == (kind, of)
        element = e.args[1].type.element if e.op == "in_set" else None
        if e.op not in MADE or (element is not None and element.form == "number"):
            return False
        self.made += 1 + (e.op == "in_set")
        return all(map(self.goes_through, e.args))

    def is_steady(self, e: m.Expr) -> bool:
        """Whether this is a number, or the name of one."""
        return e.op == "const" or (e.op == "local" and isinstance(self.scope.bound.get(e.args[0].number), ast.Constant))


def with_row(part: Any, row: m.Expr) -> Any:
    """The same expression with any row in place of that row."""
    if isinstance(part, tuple):
        return tuple(with_row(each, row) for each in part)
    if not isinstance(part, m.Expr):
        return part
    return replace(part, op="local", args=(ANY_ROW,)) if part == row else replace(part, args=with_row(part.args, row))


def column(kind: m.Kind, value: Node, values: Mapping[str, Any]) -> tuple[int, ...]:
    """What an expression comes to for every row called `row`, and for none, which stands last; truth values as 0 and 1.

    It is made of numbers and of columns, which are the `values` of their names.
    """
    code = compile(ast.Expression(py.placed(value)), "columns", "eval")
    names = {"__builtins__": {"abs": abs, "bool": bool}, **values}
    return tuple(int(eval(code, names, {"row": at})) for at in (*range(len(kind.rows)), NONE))
