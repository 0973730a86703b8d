"""Constant pool of generated functions: the values, names and functions that they refer to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...rules.model import ruleset as m
from . import python_syntax as py
from .python_syntax import Node

FREE = ("h", "s", "me")
"""What every function of an expression takes: slots, boards, the acting player."""


@dataclass(frozen=True)
class Scope:
    """Meanings of names at a point of a generated function: the acting player, the names that rules bind."""

    me: Node = field(default_factory=lambda: py.name("me"))
    bound: Mapping[int, Node] = field(default_factory=dict)

    def binding(self, pairs: Iterable[tuple[int, Node]]) -> Scope:
        """Returns the scope with more names."""
        return Scope(self.me, {**self.bound, **dict(pairs)})


MOST_WRITTEN = 20_000
"""Parts of rules that are written for one function, before it is known how large it becomes."""
MOST_TOGETHER = 2 * MOST_WRITTEN
"""Parts of rules for one function, and nodes of Python of the functions that are made beside it."""


class TooLarge(Exception):
    """A function would be larger than it may be; what it stands for is left to the interpreter."""


@dataclass(frozen=True)
class Fallback:
    """An instruction, by its number, that is left to the interpreter."""

    at: int


@dataclass
class ConstantPool:
    """Values that generated functions refer to by name: those of the model, and functions that are made beside them.

    `asked` are expressions that are asked of the interpreter's closures, with the names that they are given.
    """

    values: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, tuple[m.Expr, tuple[m.Local, ...]]] = field(default_factory=dict)
    functions: list[ast.FunctionDef] = field(default_factory=list)
    known: dict[Any, str] = field(default_factory=dict)
    written: int = 0
    beside: int = 0

    def count(self, parts: int = 1) -> None:
        """Counts what is written. Raises TooLarge."""
        self.written += parts
        if self.written > MOST_WRITTEN or self.written + self.beside > MOST_TOGETHER:
            raise TooLarge

    def add_function(self, function: ast.FunctionDef) -> None:
        """Adds a function made beside the one asked for. Raises TooLarge."""
        self.functions.append(function)
        self.beside += len(py.nodes(function))
        self.count(0)

    def lazy_value(self, key: Any, make: Callable[[], Any]) -> ast.Name:
        """Returns the name of a value that is made when it is first needed."""
        if key not in self.known:
            self.known[key] = f"k{len(self.values)}"
            self.values[self.known[key]] = make()
        return py.name(self.known[key])

    def value(self, value: Any) -> Node:
        """A value of the model by a name of its own."""
        return self.lazy_value(("value", id(value)), lambda: value)

    def equal(self, value: Any) -> Node:
        """Returns the name of a value that is made here, one for all that are equal."""
        return self.lazy_value(("equal", value), lambda: value)
