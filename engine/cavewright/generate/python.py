"""Small makers of Python syntax. Names are the generator's own; nothing that stands in a rule file becomes a name or a text here."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

Node = ast.expr

_OPERATORS: dict[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, ">>": ast.RShift, "<<": ast.LShift, "&": ast.BitAnd, "|": ast.BitOr,
}
_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE, "in": ast.In,
}


def name(word: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(word, ast.Load())


def const(value: Any) -> ast.Constant:
    """A number, a truth value, or a tuple of numbers."""
    return ast.Constant(value)


def number(node: Node) -> int | None:
    """The number that an expression always is, if it is one."""
    value: Any = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) else None


def call(function: str | Node, *arguments: Node) -> Node:
    """A call."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def attribute(of: Node, word: str) -> Node:
    """An attribute that is read."""
    return ast.Attribute(of, word, ast.Load())


def index(of: Node, at: Node) -> Node:
    """An element of a list or tuple; that of a constant tuple at a constant is a constant."""
    which: Any = number(at)
    if isinstance(of, ast.Constant) and which is not None:
        table: Any = of.value
        return const(table[which])
    return ast.Subscript(of, at, ast.Load())


def math(left: Node, sign: str, right: Node) -> Node:
    """Arithmetic; of constants a constant, and plus nothing is nothing."""
    first, second = number(left), number(right)
    if sign == "+" and first is not None and second is not None:
        return const(first + second)
    if sign in ("+", "-") and second == 0:
        return left
    if sign == "+" and first == 0 and isinstance(right, ast.Name):
        return right
    return ast.BinOp(left, _OPERATORS[sign](), right)


def compare(left: Node, sign: str, right: Node) -> Node:
    """A comparison; of constants a constant."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and sign in ("==", "!="):
        return const((left.value == right.value) == (sign == "=="))
    return ast.Compare(left, [_COMPARISONS[sign]()], [right])


def both(*parts: Node) -> Node:
    """All of these, in one chain."""
    return _chain(ast.And, parts)


def either(*parts: Node) -> Node:
    """One of these, in one chain."""
    return _chain(ast.Or, parts)


def _chain(form: type[ast.And] | type[ast.Or], parts: Sequence[Node]) -> Node:
    flat: list[Node] = []
    neutral = form is ast.And
    for each in parts:
        flat += each.values if isinstance(each, ast.BoolOp) and isinstance(each.op, form) else [each]
    left = [each for each in flat[:-1] if not (isinstance(each, ast.Constant) and bool(each.value) == neutral)] + flat[-1:]
    end = next((n for n, each in enumerate(left) if isinstance(each, ast.Constant) and bool(each.value) != neutral), len(left) - 1)
    return left[0] if end == 0 else ast.BoolOp(form(), left[: end + 1])


def negated(part: Node) -> Node:
    """Not this."""
    if isinstance(part, ast.Constant):
        return const(not part.value)
    return ast.UnaryOp(ast.Not(), part)


def choice(test: Node, then: Node, otherwise: Node) -> Node:
    """One or the other."""
    if isinstance(test, ast.Constant):
        return then if test.value else otherwise
    return ast.IfExp(test, then, otherwise)


def tuple_of(*parts: Node) -> Node:
    """A tuple."""
    return ast.Tuple(list(parts), ast.Load())


# ---- statements ------------------------------------------------------------------------------------------------------


def assign(word: str, value: Node) -> ast.stmt:
    """A name gets a value."""
    return ast.Assign([ast.Name(word, ast.Store())], value)


def store(of: Node, at: Node, value: Node) -> ast.stmt:
    """An element of a list gets a value."""
    return ast.Assign([ast.Subscript(of, at, ast.Store())], value)


def add_to(word: str, value: Node) -> ast.stmt:
    """A name grows by a value."""
    return ast.AugAssign(ast.Name(word, ast.Store()), ast.Add(), value)


def when(test: Node, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> list[ast.stmt]:
    """If, and else; of a constant condition what it leads to."""
    if isinstance(test, ast.Constant):
        return then if test.value else otherwise or []
    if not then:
        return [ast.If(negated(test), otherwise, [])] if otherwise else []
    return [ast.If(test, then, otherwise or [])]


def loop(word: str, things: Node, body: list[ast.stmt]) -> ast.stmt:
    """For each."""
    return ast.For(ast.Name(word, ast.Store()), things, body or [ast.Pass()], [])


def give(value: Node) -> ast.stmt:
    """Return."""
    return ast.Return(value)


def do(value: Node) -> ast.stmt:
    """A call for what it does."""
    return ast.Expr(value)


def function(word: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """A function of plain parameters."""
    made = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef(word, made, body or [ast.Pass()], [])


# ---- trees -----------------------------------------------------------------------------------------------------------


def nodes(root: ast.AST) -> list[ast.AST]:
    """A node and all below it, as `ast.walk` goes through them, in half the time; the tree must not be changed meanwhile."""
    found = [root]
    for node in found:
        for value in node.__dict__.values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif type(value) is list:
                found += [each for each in value if isinstance(each, ast.AST)]
    return found


def placed(root: ast.stmt) -> ast.stmt:
    """A statement in which all have a line: their own, or that of what they stand in."""
    todo: list[tuple[Any, int]] = [(root, 1)]
    while todo:
        node, line = todo.pop()
        inside = node.__dict__
        line = inside.get("lineno", line)
        for value in reversed(inside.values()):
            if isinstance(value, ast.AST):
                todo.append((value, line))
            elif type(value) is list:
                todo += [(each, line) for each in reversed(value) if isinstance(each, ast.AST)]
        inside["lineno"] = inside["end_lineno"] = line
        inside["col_offset"] = inside["end_col_offset"] = 0
    return root
