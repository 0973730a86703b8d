"""Inlines small definitions that a function asks for at one place only."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from . import python_syntax as py

MOST_OPENED = 300
"""Nodes of a definition."""
BINDING = (ast.ListComp, ast.GeneratorExp, ast.NamedExpr)
"""What gives names of its own a value; where it stands such a name may mean something else."""


def inline_definitions(function: ast.FunctionDef, beside: Iterable[ast.FunctionDef]) -> None:
    """Puts what a definition gives into a function in place of its only call there."""
    calls = Counter(word for word in map(called_name, py.nodes(function)) if word)
    known = {each.name: each for each in beside if calls[each.name] == 1 and is_small(each)}
    if known:
        _Opening(known).visit(function)


def called_name(node: ast.AST) -> str:
    """Returns the name of the definition that is called here, or ""."""
    word = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return word if word[:1] == "d" and word[1:].isdigit() else ""


def is_small(function: ast.FunctionDef) -> bool:
    """Tells if a function is no more than an expression that may stand elsewhere."""
    inside = py.nodes(function)
    return (
        isinstance(function.body[0], ast.Return)
        and len(inside) <= MOST_OPENED
        and not any(isinstance(each, BINDING) for each in inside)
    )


class _Opening(ast.NodeTransformer):
    """Writes out the calls of some functions that are given nothing but names and numbers."""

    def __init__(self, known: Mapping[str, ast.FunctionDef]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Returns the body of the definition, or the call as it is."""
        function = self.known.get(called_name(node))
        if function is None or not all(isinstance(each, (ast.Name, ast.Constant)) for each in node.args):
            self.generic_visit(node)
            return node
        given = dict(zip((each.arg for each in function.args.args), node.args, strict=True))
        [result] = function.body
        assert isinstance(result, ast.Return) and result.value is not None
        made: ast.expr = _Given(given).visit(deepcopy(result.value))
        return made


class _Given(ast.NodeTransformer):
    """Puts what a function is given in place of its parameters."""

    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> Any:
        """Returns the argument behind a name."""
        return self.given.get(node.id, node)
