"""Expressions with others in the place of names, as definitions are filled in with what they are asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .ruleset import Expr, Local


def replace_names(part: Any, values: Mapping[Local, Expr], make: Callable[..., Expr] = Expr) -> Any:
    """Returns the expression with others in the place of names; what holds none of them is the same object. `make` makes
    an expression of its operator, arguments, type and span."""
    if isinstance(part, tuple):
        return tuple(replace_names(each, values, make) for each in part)
    if not isinstance(part, Expr):
        return part
    if part.op == "local":
        return values.get(part.args[0], part)
    args = replace_names(part.args, values, make)
    return part if all(map(_same, args, part.args)) else make(part.op, args, part.type, part.span)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(map(_same, one, other))
    return one is other or (not isinstance(one, Expr) and one == other)
