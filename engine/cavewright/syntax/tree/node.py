"""What all nodes of the tree of a rule file have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from ...source import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes have: where they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


def walk(node: Any) -> Iterator[Node]:
    """The node and everything below it, in the order of writing.

    >>> from cavewright.syntax.tree import Binary, Name, Number
    >>> [type(each).__name__ for each in walk(Binary("+", Name("a"), Number(1)))]
    ['Binary', 'Name', 'Number']
    """
    if isinstance(node, Node):
        yield node
        for each in fields(node):
            yield from walk(getattr(node, each.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from walk(each)
