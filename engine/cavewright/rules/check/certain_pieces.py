"""Recognises conditions that some piece of a bag certainly meets: to be the lowest, or to follow suit where one can.

Whether there is such a piece tells no more than whether the bag is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model import ruleset as m
from ..model.free_names import mentions

_BOUNDS = ("ge", "le")
_BEYOND = ("gt", "lt")


def met_by_some(condition: m.Expr, local: m.Local, bag: m.Expr) -> bool:
    """Tells if some piece of a bag certainly meets a condition, if there is any: `local` stands for it there."""
    parts = tuple(_parts(condition))
    if any(_is_extreme(each, local, bag) for each in parts):
        return True
    denied = [found for each in parts if (found := _denied_condition(each, bag)) is not None]
    return any(_is_as(asked, other, each, local) for asked, other in denied for each in parts)


def is_always_met(condition: m.Expr, binds: tuple[m.Bind, ...]) -> bool:
    """Tells if something can certainly be chosen that meets a condition, if there is anything to choose from."""
    return len(binds) == 1 and met_by_some(condition, binds[0].local, binds[0].domain)


def certain_line(action: m.Action) -> m.Step | None:
    """The line of an action that something certainly meets which it may be chosen with, if no other line asks for that."""
    asking = [each for each in action.header if mentions(_asked_by(each), {one.local.number for one in action.binds})]
    if len(asking) != 1 or not isinstance(asking[0].statement, m.Require):
        return None
    return asking[0] if is_always_met(asking[0].statement.condition, action.binds) else None


def _asked_by(step: m.Step) -> tuple[Any, ...]:
    """The expressions of a line that is asked before an action is chosen."""
    match step.statement:
        case m.Require(condition=condition):
            return (condition,)
        case m.Assign(value=value):
            return (value,)
        case m.Cost(payments=payments):
            return tuple((each.amount, each.held) for each in payments)
    return ()


def any_of(value: m.Expr) -> m.Expr | None:
    """The bag of which a value is some piece if there is any: the first, whatever that is, or one that is always there."""
    if value.op != "first":
        return None
    local, bag, where, _ = value.args
    if where is not None and where.op != "const" and not met_by_some(where, local, bag):
        return None
    return bag if bag.op == "field" and bag.type.is_bag else None


def _parts(condition: m.Expr) -> Iterator[m.Expr]:
    """The conditions of which one has to hold."""
    if condition.op == "or":
        for each in condition.args:
            yield from _parts(each)
    else:
        yield condition


def _is_extreme(condition: m.Expr, local: m.Local, bag: m.Expr) -> bool:
    """Tells if a condition says that a piece has the most or the least of all in a bag."""
    match condition.op, condition.args:
        case "every", (other, domain, None, m.Expr() as body) if body.op in _BOUNDS and is_same(domain, bag):
            return _compares(body.args, other, local)
        case "not", (m.Expr(op="some", args=(other, domain, m.Expr() as body, None)),) if body.op in _BEYOND:
            return is_same(domain, bag) and _compares(body.args, other, local)
        case "eq", (one, two):
            return any(_is_most(a, b, local, bag) for a, b in ((one, two), (two, one)))
    return False


def _compares(sides: tuple[Any, ...], other: m.Local, local: m.Local) -> bool:
    """Tells if the same number of two pieces is compared."""
    one, two = sides
    return _is_as(one, other, two, local) or _is_as(two, other, one, local)


def _is_most(most: m.Expr, own: m.Expr, local: m.Local, bag: m.Expr) -> bool:
    """Tells if an expression is the most or least of a number of all in a bag, and another that number of one piece."""
    if most.op not in ("most", "least") or most.args[2] is not None or not is_same(most.args[1], bag):
        return False
    return _is_as(most.args[3], most.args[0], own, local)


def _denied_condition(condition: m.Expr, bag: m.Expr) -> tuple[m.Expr, m.Local] | None:
    """Returns the condition that no piece of a bag meets, and the name for such a piece."""
    match condition.op, condition.args:
        case "not", (m.Expr(op="some", args=(other, domain, m.Expr() as asked, None)),) if is_same(domain, bag):
            return asked, other
        case "eq", (m.Expr(op="count", args=(other, domain, m.Expr() as asked, *_)), m.Expr(op="const", args=(0,))):
            return (asked, other) if is_same(domain, bag) else None
    return None


def _is_as(asked: m.Expr, other: m.Local, own: m.Expr, local: m.Local) -> bool:
    """Tells if two expressions are the same, one of one piece, and one of another."""
    if asked.type.optional or mentions(asked, {local.number}) or mentions(own, {other.number}):
        return False
    return is_same(asked, own, {other.number: local.number})


def is_same(one: Any, other: Any, means: Mapping[int, int] = {}) -> bool:
    """Tells if two expressions are written alike, wherever they stand. `means` says for names which they stand for."""
    match one, other:
        case m.Expr(), m.Expr():
            return one.op == other.op and is_same(one.args, other.args, means)
        case tuple(), tuple():
            return len(one) == len(other) and all(is_same(a, b, means) for a, b in zip(one, other, strict=True))
        case m.Local(), m.Local():
            return means.get(one.number, one.number) == other.number
    return bool(one is other or one == other)
