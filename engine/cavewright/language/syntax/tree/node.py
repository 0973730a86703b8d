"""Base class of all nodes of the tree of a rule file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from functools import cache
from typing import Any

from ....foundation.source import Source, Span
from ....foundation.source.frozen import frozen

NOWHERE = Span(Source("", ""), 0, 0)
PLACES = frozenset({"span", "key_span", "name_span"})
"""Names of fields that say where something stands."""
WITHOUT_NODES = frozenset(
    {"str", "bool", "int", "str | None", "int | None", "tuple[str, ...]", "tuple[tuple[int, Span], ...]"}
)
"""Types, as they are written, of fields that hold no nodes."""


@frozen
class Node:
    """Any node: where they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@frozen
class Cited(Node):
    """Node that may have ids behind it, of the facts that it carries out."""

    cites: tuple[str, ...] = field(default=(), kw_only=True)


@frozen
class Noted(Cited):
    """Node that may have a text before these, too."""

    text: str = field(default="", kw_only=True)


@frozen
class Labelled(Node):
    """Node that goes by the first word of a declaration and a name."""

    kind: str
    name: str

    @property
    def label(self) -> str:
        """Name of the declaration in messages: `action enter`, `scoring`."""
        return f"{self.kind} {self.name}" if self.name != self.kind else self.kind


@cache
def parts(kind: type[Any]) -> tuple[str, ...]:
    """The names of what is in a node, in the order of writing; where it stands is not in it.

    >>> from cavewright.language.syntax.tree import Binary
    >>> parts(Binary)
    ('op', 'left', 'right')
    """
    return tuple(each.name for each in fields(kind) if each.name not in PLACES)


def walk(node: Any) -> Iterator[Node]:
    """The node and everything below it, in the order of writing.

    >>> from cavewright.language.syntax.tree import Binary, Name, Number
    >>> [type(each).__name__ for each in walk(Binary("+", Name("a"), Number(1)))]
    ['Binary', 'Name', 'Number']
    """
    todo = [node]
    while todo:
        each = todo.pop()
        if isinstance(each, Node):
            yield each
            for name in _backwards(type(each)):  # type: ignore[arg-type]
                below = getattr(each, name)
                if isinstance(below, (Node, tuple)) and below:
                    todo.append(below)
        elif isinstance(each, tuple):
            todo += reversed(each)


@cache
def _backwards(kind: type[Any]) -> tuple[str, ...]:
    """The names of what is in a node and may hold nodes, the last first."""
    held = [each.name for each in fields(kind) if each.name not in PLACES and each.type not in WITHOUT_NODES]
    return tuple(reversed(held))
