"""Finds the parts of an expression, and the names that it binds for them."""

from __future__ import annotations

from collections.abc import Iterator

from .operators import OPERATORS
from .ruleset import Expr, Local


def parts_of(e: Expr) -> Iterator[Expr]:
    """The expressions that an expression works on.

    >>> from cavewright.foundation.source import Source, Span
    >>> from .types import YES_NO
    >>> n, where = Local("n", YES_NO, 1), Span(Source("a.cave", "n"), 0, 1)
    >>> [each.op for each in parts_of(Expr("not", (n.at(where),), YES_NO, where))]
    ['local']
    """
    for each in e.args:
        if isinstance(each, Expr):
            yield each
        elif isinstance(each, tuple):
            yield from (inner for inner in each if isinstance(inner, Expr))


def all_in(e: Expr) -> Iterator[Expr]:
    """An expression and all its parts."""
    yield e
    for each in parts_of(e):
        yield from all_in(each)


def bound_locals(e: Expr) -> frozenset[Local]:
    """The names that an expression binds for its parts; those that its parts bind are not among them."""
    takes = zip(OPERATORS[e.op].takes, e.args, strict=False)
    bound = (each if isinstance(each, tuple) else (each,) for name, each in takes if name.bound)
    return frozenset(local for each in bound for local in each)
