"""Decorator of values: classes whose fields never change, and which are compared by them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(made: type[Made]) -> type[Made]:
    """A class as a value: a frozen dataclass that has room for its fields only.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), hasattr(Point(1), "__dict__")
    (True, False)
    """
    return dataclass(frozen=True, slots=True)(made)
