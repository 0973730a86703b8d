"""Rewriting of the form: the parts of a node replaced, from within outwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from .form import (
    Array,
    Block,
    Break,
    Call,
    Check,
    Continue,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Loop,
    Op,
    Range,
    Return,
    Scope,
    Statement,
    Switch,
    Trap,
    Var,
    With,
)
from .ranges import OPERATIONS
from .validation import parts_of

Node = TypeVar("Node")


def map_parts(node: Node, change: Callable[[Any], Any]) -> Node:
    """A node with every part of it changed; the very same where nothing did.

    >>> from .form import Const
    >>> a = Var("a", Range(0, 9))
    >>> map_parts((a, Const(1)), lambda part: Const(4) if part == a else part)
    (Const(value=4), Const(value=1))
    """
    if isinstance(node, tuple):
        parts = tuple(map(change, node))
        return node if all(map(_is, parts, node)) else parts  # type: ignore[return-value]
    if isinstance(node, (Array, Range, Var)) or not hasattr(node, "__dataclass_fields__"):
        return node
    changed: dict[str, Any] = {}
    for name in node.__dataclass_fields__:  # type: ignore[attr-defined]
        before = getattr(node, name)
        if before is None or isinstance(before, (str, int, Array, Range)):
            continue
        after = change(before)
        if after is not before:
            changed[name] = after
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


def _is(a: object, b: object) -> bool:
    return a is b


def with_blocks(s: Any, change: Callable[[Block], Block]) -> Any:
    """A statement with the blocks of statements in it changed; not those within these blocks."""

    def part(each: Any) -> Any:
        if isinstance(each, tuple) and each and isinstance(each[0], Statement):
            return change(each)
        return map_parts(each, part) if isinstance(each, tuple) else each

    return map_parts(s, part)


def substitute(part: Any, by: Mapping[Var, Expr]) -> Any:
    """A part of the form with expressions in the place of variables."""
    return by.get(part, part) if isinstance(part, Var) else map_parts(part, lambda each: substitute(each, by))


def free_names(part: object) -> set[str]:
    """The names of the variables that a part of the form mentions and does not bind itself."""
    return {each.name for each in free_variables(part)}


def free_variables(part: object) -> set[Var]:
    """The variables that a part of the form mentions and does not bind itself."""
    match part:
        case Var():
            return {part}
        case Fold(var=var, domain=domain, test=test, value=value):
            return free_variables(domain) | (free_variables((test, value)) - {var})
        case With(var=var, value=value, inner=inner):
            return free_variables(value) | (free_variables(inner) - {var})
    return {var for each in parts_of(part) for var in free_variables(each)}


def within_all(node: object) -> Iterator[object]:
    """A part of the form and everything within it."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += [*parts_of(node)][::-1]


def conjuncts(e: Any) -> list[Any]:
    """The parts of a condition that all have to hold."""
    return operands("and", e)


def operands(name: str, e: Any) -> list[Any]:
    """Returns the operands of a row of equal operations."""
    assert name in OPERATIONS
    if isinstance(e, Op) and e.name == name:
        return [each for arg in e.args for each in operands(name, arg)]
    return [e]


def mentions(node: object, wanted: object) -> bool:
    """Tells if a part of the form has another in it."""
    return any(each == wanted for each in within_all(node))


def cut_unreachable(body: Iterable[Statement]) -> Block:
    """Returns statements up to the first behind which nothing comes by."""
    found: list[Statement] = []
    for each in body:
        found.append(each)
        if ends(each):
            break
    return tuple(found)


def ends(s: Statement) -> bool:
    """Tells if nothing comes by behind a statement."""
    match s:
        case Return() | Trap() | Break() | Continue():
            return True
        case If(then=then, otherwise=otherwise):
            return any(map(ends, then)) and any(map(ends, otherwise))
        case Switch(blocks=blocks):
            return all(any(map(ends, each)) for each in blocks)
        case Scope(label=label, body=body):
            return not mentions(body, Break(label)) and any(map(ends, body))
        case Loop(label=label, body=body):
            return not mentions(body, Break(label))
    return False


def without_unused(function: Function, checks: bool = True) -> Function:
    """A function without the values that nothing asks for; with `checks` also without those that are checked."""
    while True:
        lets = [each for each in within_all(function.body) if isinstance(each, Let)]
        read = {each for part in within_all(function.body) if not isinstance(part, Let) for each in _variables(part)}
        read |= {each for let in lets for each in within_all(let.value) if isinstance(each, Var) and each != let.var}
        idle = [each for each in lets if each.var not in read and not mentions_call(each.value)]
        idle = [each for each in idle if checks or not any(isinstance(part, Check) for part in within_all(each.value))]
        if not idle:
            return function
        function = _without(function, idle)


def _variables(part: object) -> Iterator[Var]:
    return (each for each in parts_of(part) if isinstance(each, Var))


def mentions_call(node: object) -> bool:
    """Tells if a part of the form calls a function."""
    return any(isinstance(each, Call) for each in within_all(node))


def _without(node: Any, idle: list[Let]) -> Any:
    if isinstance(node, tuple):
        node = tuple(each for each in node if not (isinstance(each, Let) and each in idle))
    return map_parts(node, lambda part: _without(part, idle))
