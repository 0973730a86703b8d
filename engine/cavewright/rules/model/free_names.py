"""Finds the free names of an expression."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from .expression_parts import all_in, bound_locals
from .ruleset import Expr, Local


def locals_in(value: Any) -> Iterator[Local]:
    """The locals that an expression mentions, or all in a tuple; those that it binds itself are among them, those in
    definitions are not.

    >>> from cavewright.foundation.source import Source, Span
    >>> from .types import YES_NO
    >>> n, where = Local("n", YES_NO, 1), Span(Source("a.cave", "n"), 0, 1)
    >>> [each.name for each in locals_in((Expr("local", (n,), YES_NO, where), None))]
    ['n']
    """
    if isinstance(value, Local):
        yield value
    elif isinstance(value, (Expr, tuple)):
        for each in value.args if isinstance(value, Expr) else value:
            yield from locals_in(each)


def free_locals(e: Expr) -> tuple[Local, ...]:
    """Returns the locals that an expression mentions and does not bind itself, each once.

    >>> from cavewright.foundation.source import Source, Span
    >>> from .types import YES_NO
    >>> n, where = Local("n", YES_NO, 1), Span(Source("a.cave", "n"), 0, 1)
    >>> [each.name for each in free_locals(n.at(where))]
    ['n']
    >>> free_locals(Expr("sum", (n, None, n.at(where), None), YES_NO, where))
    ()
    """
    bound = {each for part in all_in(e) for each in bound_locals(part)}
    return tuple(each for each in dict.fromkeys(locals_in(e)) if each not in bound)


def mentions(value: Any, numbers: Set[int]) -> bool:
    """Tells if an expression, or one of a tuple, mentions a local of these numbers."""
    return any(each.number in numbers for each in locals_in(value))
