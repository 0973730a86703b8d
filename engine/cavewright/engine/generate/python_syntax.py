"""Small makers of Python syntax. Names are the generator's own; nothing that stands in a rule file becomes a name or a
text here."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Node = ast.expr
Body = list[ast.stmt]
"""The statements of a block."""
Tree = TypeVar("Tree", bound=ast.AST)

_OPERATORS: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    ">>": ast.RShift,
    "<<": ast.LShift,
    "&": ast.BitAnd,
    "|": ast.BitOr,
}
_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
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


def rest(of: Node) -> Node:
    """A tuple without its first element; of a constant a constant."""
    if isinstance(of, ast.Constant):
        things: Any = of.value
        return const(things[1:])
    return ast.Subscript(of, ast.Slice(const(1)), ast.Load())


def math(left: Node, sign: str, right: Node) -> Node:
    """Arithmetic; of constants a constant, and plus nothing is nothing."""
    first, second = number(left), number(right)
    if sign == "+" and first is not None and second is not None:
        return const(first + second)
    if sign in ("+", "-") and second == 0:
        return left
    if sign == "-" and second is not None and second < 0:
        return ast.BinOp(left, ast.Add(), const(-second))
    if sign == "+" and first == 0 and isinstance(right, ast.Name):
        return right
    return ast.BinOp(left, _OPERATORS[sign](), right)


def compare(left: Node, sign: str, right: Node) -> Node:
    """A comparison; of constants a constant."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and sign in ("==", "!="):
        return const((left.value == right.value) == (sign == "=="))
    return ast.Compare(left, [_COMPARISONS[sign]()], [right])


def is_short(part: Node) -> bool:
    """Tells if this is a name, a constant or a slot of the acting player, which may be written down several times."""
    if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.BinOp):
        return is_short(part.value) and is_short(part.slice.left) and is_short(part.slice.right)
    return isinstance(part, (ast.Name, ast.Constant))


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
    left = [each for each in flat[:-1] if not (isinstance(each, ast.Constant) and bool(each.value) == neutral)] + flat[
        -1:
    ]
    end = next(
        (n for n, each in enumerate(left) if isinstance(each, ast.Constant) and bool(each.value) != neutral),
        len(left) - 1,
    )
    return left[0] if end == 0 else ast.BoolOp(form(), left[: end + 1])


def negate(part: Node) -> Node:
    """Returns the contrary of a condition."""
    if isinstance(part, ast.Constant):
        return const(not part.value)
    return ast.UnaryOp(ast.Not(), part)


def truth(test: Node) -> Node:
    """Returns a condition that is true when another is, without what never decides it. Conditions have no effect, so one that cannot
    matter is not asked."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return negate(truth(test.operand))
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "bool":
        return truth(test.args[0])
    if not isinstance(test, ast.BoolOp):
        return test
    neutral = isinstance(test.op, ast.And)
    parts = [truth(each) for each in test.values]
    if any(isinstance(each, ast.Constant) and bool(each.value) != neutral for each in parts):
        return const(not neutral)
    parts = [each for each in parts if not isinstance(each, ast.Constant)]
    return ast.BoolOp(test.op, parts) if len(parts) > 1 else parts[0] if parts else const(neutral)


def yes(test: Node) -> Node:
    """A condition as a truth value."""
    test = truth(test)
    return test if _is_yes(test) else call("bool", test)


def _is_yes(test: Node) -> bool:
    """Tells if a condition is a truth value by itself."""
    if isinstance(test, ast.BoolOp):
        return all(map(_is_yes, test.values))
    return isinstance(test, ast.Compare) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


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


def drop(of: Node, at: Node) -> ast.stmt:
    """An element is taken out of a list."""
    return ast.Delete([ast.Subscript(of, at, ast.Del())])


def add_to(word: str, value: Node) -> ast.stmt:
    """A name grows by a value."""
    return ast.AugAssign(ast.Name(word, ast.Store()), ast.Add(), value)


def when(test: Node, then: Body, otherwise: Body | None = None) -> Body:
    """If, and else; of a constant condition what it leads to."""
    test = truth(test)
    if isinstance(test, ast.Constant):
        return then if test.value else otherwise or []
    if not then:
        return [ast.If(negate(test), otherwise, [])] if otherwise else []
    return [ast.If(test, then, otherwise or [])]


def loop(word: str, things: Node, body: Body) -> ast.stmt:
    """For each."""
    return ast.For(ast.Name(word, ast.Store()), things, body or [ast.Pass()], [])


def give(value: Node) -> ast.stmt:
    """Return."""
    return ast.Return(value)


def do(value: Node) -> ast.stmt:
    """A call for what it does."""
    return ast.Expr(value)


def function(word: str, parameters: Sequence[str], body: Body) -> ast.FunctionDef:
    """A function of plain parameters."""
    made = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef(word, made, body or [ast.Pass()], [])


def comprehend(body: Body) -> Body:
    """Returns the statements; where all they do is to fill the list `found` in loops and give it, as that list itself."""
    *before, filling, _ = body
    rounds: list[ast.comprehension] = []
    inner = [filling]
    while len(inner) == 1 and isinstance(step := inner[0], (ast.For, ast.If)) and not step.orelse:
        if isinstance(step, ast.For):
            rounds.append(ast.comprehension(step.target, step.iter, [], 0))
        elif rounds:
            rounds[-1].ifs.append(step.test)
        inner = step.body
    added = _addition(inner[0]) if len(inner) == 1 and rounds and isinstance(filling, ast.For) else None
    if added is None or not all(isinstance(each, ast.Assign) for each in before):
        return body
    return [*(each for each in before if not _assigns(each, ("found", "add"))), give(ast.ListComp(added, rounds))]


def _addition(statement: ast.stmt) -> Node | None:
    """Returns the value that a statement adds to the list `found`, if it does."""
    made = statement.value if isinstance(statement, ast.Expr) else None
    return (
        made.args[0]
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "add"
        else None
    )


def _assigns(statement: ast.stmt, words: Sequence[str]) -> bool:
    """Tells if a statement gives one of these names a value."""
    return isinstance(statement, ast.Assign) and any(
        isinstance(each, ast.Name) and each.id in words for each in statement.targets
    )


def before_returns(body: Body, first: Callable[[], ast.stmt], but: ast.Constant) -> Body:
    """Returns the statements with one before every return that gives something else than a constant, outside of loops."""
    found: Body = []
    for each in body:
        if isinstance(each, ast.Return) and not (
            isinstance(each.value, ast.Constant) and each.value.value == but.value
        ):
            found.append(first())
        elif isinstance(each, ast.If):
            each.body, each.orelse = before_returns(each.body, first, but), before_returns(each.orelse, first, but)
        found.append(each)
    return found


# ---- trees -----------------------------------------------------------------------------------------------------------


def nodes(root: ast.AST) -> list[ast.AST]:
    """A node and all below it, as `ast.walk` goes through them, in half the time; the tree must not be changed
    meanwhile."""
    found = [root]
    for node in found:
        for value in node.__dict__.values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif type(value) is list:
                found += [each for each in value if isinstance(each, ast.AST)]
    return found


def place_nodes(root: Tree) -> Tree:
    """Gives every node of a tree a line: its own, or that of what it stands in."""
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
