"""Reads that a function repeats are done once, at the start of the function or of the loop in which they are all the same.

Only for functions that write nothing: reading has no effect and always has a value, so it may be done earlier than it is needed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from . import python as py

INNER = 4
"""How often a loop is taken to go round."""
MOST_SHARED = 50
"""Reads that are shared in a function."""
MOST_SEARCHED = 5_000
"""Nodes of a function in which repeated reads are looked for."""
STEADY = frozenset({"h", "s", "me"})


def shared(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function with its repeated reads done once."""
    if sum(1 for _ in ast.walk(function)) <= MOST_SEARCHED:
        _Sharing(function).scope(function.body, set(STEADY))
    return function


class _Sharing:
    def __init__(self, function: ast.FunctionDef) -> None:
        self.count = 0
        self.assigned = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}

    def scope(self, body: list[ast.stmt], known: set[str]) -> None:
        """The statements of a function or loop, in which some names are known from the start."""
        begin = self.begins(body)
        only = body[begin] if len(body) == begin + 1 else None
        narrow = only if isinstance(only, ast.If) and not only.orelse else None
        while self.count < MOST_SHARED and (best := self.repeated(body[begin:], known, narrow)) is not None:
            word = f"y{self.count}"
            self.count += 1
            replacing = Replacing(best, word)
            for each in body[begin:]:
                replacing.visit(each)
            assert replacing.found is not None
            body.insert(begin, py.assign(word, replacing.found))
            known.add(word)
            begin += 1
        if narrow is not None:
            return self.scope(narrow.body, set(known))
        for loop in _loops(body):
            if isinstance(loop.target, ast.Name):
                self.scope(loop.body, {*known, loop.target.id})
        return None

    def begins(self, body: list[ast.stmt]) -> int:
        """Behind the assignment of the acting player, which everything else reads."""
        first = body[0]
        return int(isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name) and first.targets[0].id == "me")

    def repeated(self, body: list[ast.stmt], known: set[str], narrow: ast.If | None) -> str | None:
        """The smallest read that is repeated, as its dump; where all stands under one condition, one that the condition asks for."""
        first = {ast.dump(node) for node in ast.walk(narrow.test) if isinstance(node, ast.expr)} if narrow is not None else None
        weights: Counter[str] = Counter()
        sizes: dict[str, int] = {}
        for node, weight in _expressions(body, 1):
            if self.is_read(node) and self.is_closed(node, known):
                dump = ast.dump(node)
                if first is not None and dump not in first:
                    continue
                weights[dump] += weight
                sizes[dump] = len(dump)
        return min((each for each, weight in weights.items() if weight > 1), key=lambda each: (sizes[each], each), default=None)

    def is_read(self, node: ast.expr) -> bool:
        """Whether an expression reads a slot, a table or a record."""
        if isinstance(node, ast.Subscript):
            return not (isinstance(node.value, ast.Name) and node.value.id == "s")
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"

    def is_closed(self, node: ast.expr, known: set[str]) -> bool:
        """Whether it means the same in all of a scope, and calls nothing that is dear."""
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id not in known and (each.id in self.assigned or each.id[0] not in "kn"):
                return False
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Attribute) and each.func.attr == "get"):
                return False
        return True


class Replacing(ast.NodeTransformer):
    """Puts a name in place of an expression."""

    def __init__(self, dump: str, word: str) -> None:
        self.dump, self.word = dump, word
        self.found: ast.expr | None = None

    def visit(self, node: ast.AST) -> Any:
        """The name, or the node with its parts."""
        if isinstance(node, (ast.Subscript, ast.Call)) and ast.dump(node) == self.dump:
            self.found = node
            return py.name(self.word)
        return self.generic_visit(node)


def _loops(body: list[ast.stmt]) -> Iterator[ast.For]:
    """The outermost loops of statements."""
    for each in body:
        if isinstance(each, ast.For):
            yield each
        elif isinstance(each, ast.If):
            yield from _loops([*each.body, *each.orelse])


def _expressions(body: list[ast.stmt], weight: int) -> Iterator[tuple[ast.expr, int]]:
    """All expressions of statements, with how often they are taken to be worked out."""
    for statement in body:
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.expr):
                yield from ((each, weight) for each in ast.walk(node) if isinstance(each, ast.expr))
        if isinstance(statement, ast.For):
            yield from _expressions(statement.body, weight * INNER)
        elif isinstance(statement, ast.If):
            yield from _expressions([*statement.body, *statement.orelse], weight)
