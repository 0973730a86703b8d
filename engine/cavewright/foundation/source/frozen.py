"""Decorator of values: classes whose fields never change, and which are compared by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(made: type[Made]) -> type[Made]:
    """A class as a value: a frozen dataclass that has room for its fields only.

    Its comparisons are shared by all values: what dataclasses write for each class takes long to compile.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1, 0)), hasattr(Point(1), "__dict__")
    (Point(x=1, y=0), True, True, False)
    """
    for name, method in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _repr)):
        if name not in vars(made):
            setattr(made, name, method)
    finished: Any = dataclass(frozen=True, slots=True, eq=False, repr=False)(made)
    compared = [each for each in fields(finished) if each.compare]
    finished._compared = staticmethod(_whole([each.name for each in compared]))
    finished._hashable = staticmethod(_whole([each.name for each in compared if each.hash is not False]))
    return finished  # type: ignore[no-any-return]


def _whole(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Returns a function that gives the fields of these names as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda value: ()
    only = attrgetter(names[0])
    return lambda value: (only(value),)


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == self._compared(other)


def _hash(self: Any) -> int:
    return hash(self._hashable(self))


def _repr(self: Any) -> str:
    parts = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({parts})"
