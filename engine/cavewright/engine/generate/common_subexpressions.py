"""Common subexpressions and loop-invariant code: repeated reads move to the start of a function or loop.

Only for functions that write nothing: reading has no effect and always has a value, so it may be done earlier than it
is needed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from . import python_syntax as py
from .python_syntax import Body

INNER = 4
"""How often a loop is taken to go round."""
MOST_NAMED = 50
"""Reads that are shared in a function."""
MOST_SEARCHED = 5_000
"""Nodes of a function in which repeated reads are looked for."""
STEADY = frozenset({"h", "s", "me"})


def share_reads(function: ast.FunctionDef, values: Mapping[str, Any]) -> ast.FunctionDef:
    """Returns the function with its repeated reads done once. `values` are those that names stand for."""
    scan_fields(function, values)
    if len(py.nodes(function)) <= MOST_SEARCHED:
        _Sharing(function).scope(function.body, set(STEADY))
    return function


def scan_fields(function: ast.FunctionDef, values: Mapping[str, Any]) -> None:
    """Turns loops over all rows that read a field of each into loops over the slots of the field; searches that are the same in
    every round come before them."""
    if len(py.nodes(function)) <= MOST_SEARCHED:
        hoist_searches(function.body, count())
    for loop in [node for node in py.nodes(function) if isinstance(node, ast.For)]:
        rows = values.get(loop.iter.id) if isinstance(loop.iter, ast.Name) else None
        if not isinstance(rows, range) or not isinstance(loop.target, ast.Name):
            continue
        read = Counter(
            base for node in _first(loop.body) for base in [_slot_of(node, loop.target.id)] if base is not None
        )
        if read:
            base = max(read, key=lambda each: (read[each], -each))
            _scan(loop, loop.target.id, base, len(rows))


def hoist_searches(body: Body, number: Iterator[int]) -> None:
    """Puts searches of boards in front of the outermost loop in which they are always the same."""
    for each in [*body]:
        if isinstance(each, ast.For):
            for dump in _steady(each):
                replacing = Replacing(dump, f"z{next(number)}")
                each.body[:] = [replacing.visit(statement) for statement in each.body]
                assert replacing.found is not None
                body.insert(body.index(each), py.assign(replacing.word, replacing.found))
        if isinstance(each, (ast.For, ast.If)):
            hoist_searches(each.body, number)
            hoist_searches(each.orelse, number)


def _steady(loop: ast.For) -> list[str]:
    """The searches in a loop that are the same in every round, as their dumps."""
    changing = {node.id for node in py.nodes(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    searches = [node for statement in loop.body for node in py.nodes(statement) if _is_search(node)]
    return sorted(
        {
            ast.dump(each)
            for each in searches
            if not any(isinstance(part, ast.Name) and part.id in changing for part in py.nodes(each))
        }
    )


def _is_search(node: ast.AST) -> bool:
    """Tells if this is the call of a search that is remembered."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("mf")


def _first(body: Body) -> Iterator[ast.AST]:
    """Yields the expressions of every round of a loop: the conditions and values at its start."""
    for statement in body[:2]:
        yield from py.nodes(statement.test if isinstance(statement, ast.If) else statement)


def _slot_of(node: ast.AST, word: str) -> int | None:
    """The first slot of a field of which the row of this name is read."""
    if (
        not isinstance(node, ast.Subscript)
        or not isinstance(node.value, ast.Name)
        or node.value.id != "h"
        or not isinstance(node.slice, ast.BinOp)
    ):
        return None
    left, right = node.slice.left, node.slice.right
    return py.number(left) if isinstance(right, ast.Name) and right.id == word else None


def _scan(loop: ast.For, word: str, base: int, many: int) -> None:
    slot = ast.BinOp(py.const(base), ast.Add(), py.name(word))
    replacing = Replacing(ast.dump(py.index(py.name("h"), slot)), f"z{word}")
    for statement in loop.body:
        replacing.visit(statement)
    loop.target = ast.Tuple([ast.Name(word, ast.Store()), ast.Name(f"z{word}", ast.Store())], ast.Store())
    slots = ast.Slice(py.const(base), py.const(base + many))
    loop.iter = py.call("enumerate", py.index(py.name("h"), slots))


class _Sharing:
    def __init__(self, function: ast.FunctionDef) -> None:
        self.count = 0
        self.dumps = Dumps()
        self.assigned = {
            node.id for node in py.nodes(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def scope(self, body: Body, known: set[str]) -> None:
        """The statements of a function or loop, in which some names are known from the start."""
        begin = self.begins(body)
        only = body[begin] if len(body) == begin + 1 else None
        narrow = only if isinstance(only, ast.If) and not only.orelse else None
        while (
            self.count < MOST_NAMED and (best := self.smallest_repeated_read(body[begin:], known, narrow)) is not None
        ):
            word = f"y{self.count}"
            self.count += 1
            replacing = Replacing(best, word, self.dumps)
            for each in body[begin:]:
                replacing.visit(each)
            assert replacing.found is not None
            body.insert(begin, py.assign(word, replacing.found))
            known.add(word)
            begin += 1
        if narrow is not None:
            return self.scope(narrow.body, set(known))
        for loop in _loops(body):
            self.scope(loop.body, known | {node.id for node in py.nodes(loop.target) if isinstance(node, ast.Name)})
        return None

    def begins(self, body: Body) -> int:
        """Behind the assignment of the acting player, which everything else reads."""
        first = body[0]
        return int(
            isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name) and first.targets[0].id == "me"
        )

    def smallest_repeated_read(self, body: Body, known: set[str], narrow: ast.If | None) -> str | None:
        """Returns the smallest read that is repeated, as its dump; where all stands under one condition, one that the condition
        asks for."""
        first = (
            {self.dumps.of(node) for node in py.nodes(narrow.test) if isinstance(node, ast.expr)}
            if narrow is not None
            else None
        )
        weights: Counter[str] = Counter()
        sizes: dict[str, int] = {}
        for node, weight in _expressions(body, 1):
            if self.is_read(node) and self.is_closed(node, known):
                dump = self.dumps.of(node)
                if first is not None and dump not in first:
                    continue
                weights[dump] += weight
                sizes[dump] = len(dump)
        return min(
            (each for each, weight in weights.items() if weight > 1), key=lambda each: (sizes[each], each), default=None
        )

    def is_read(self, node: ast.expr) -> bool:
        """Tells if an expression reads a slot, a table or a record."""
        if isinstance(node, ast.Subscript):
            return not (isinstance(node.value, ast.Name) and node.value.id == "s")
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"

    def is_closed(self, node: ast.expr, known: set[str]) -> bool:
        """Tells if it means the same in all of a scope, and calls nothing that is dear."""
        for each in py.nodes(node):
            if (
                isinstance(each, ast.Name)
                and each.id not in known
                and (each.id in self.assigned or each.id[0] not in "kn")
            ):
                return False
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Attribute) and each.func.attr == "get"):
                return False
        return True


class Dumps:
    """The dumps of nodes, remembered until something in a node is replaced. The nodes are held, so that their identity
    stays their own."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[ast.AST, str]] = {}

    def of(self, node: ast.AST) -> str:
        """The dump of a node."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = node, ast.dump(node)
        return found[1]

    def forget(self, node: ast.AST) -> None:
        """A node is no longer what it was."""
        self.known.pop(id(node), None)


class Replacing(ast.NodeTransformer):
    """Puts a name in place of an expression."""

    def __init__(self, dump: str, word: str, dumps: Dumps | None = None) -> None:
        self.dump, self.word, self.dumps = dump, word, dumps or Dumps()
        self.found: ast.expr | None = None
        self.changes = 0
        self.changed: set[int] = set()

    def visit(self, node: ast.AST) -> Any:
        """The name, or the node with its parts."""
        if isinstance(node, (ast.Subscript, ast.Call)) and self.dumps.of(node) == self.dump:
            self.found = node
            self.changes += 1
            return py.name(self.word)
        before = self.changes
        self.generic_visit(node)
        if self.changes != before or id(node) in self.changed:
            self.changes += 1
            self.changed.add(id(node))
            self.dumps.forget(node)
        return node


def _loops(body: Body) -> Iterator[ast.For]:
    """The outermost loops of statements."""
    for each in body:
        if isinstance(each, ast.For):
            yield each
        elif isinstance(each, ast.If):
            yield from _loops([*each.body, *each.orelse])


def _expressions(body: Body, weight: int) -> Iterator[tuple[ast.expr, int]]:
    """All expressions of statements, with how often they are taken to be worked out."""
    for statement in body:
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.expr):
                yield from ((each, weight) for each in py.nodes(node) if isinstance(each, ast.expr))
        if isinstance(statement, ast.For):
            yield from _expressions(statement.body, weight * INNER)
        elif isinstance(statement, ast.If):
            yield from _expressions([*statement.body, *statement.orelse], weight)
