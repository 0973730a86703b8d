"""Properties that are found out once, without a lock.

`functools.cached_property` of Python 3.11 holds a lock while it finds something out. A process that is forked meanwhile
by another thread inherits the lock, and nobody there ever lets go of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy_property(Generic[Value]):
    """A property that is kept with its owner when it is first asked for. Of what two threads find out at once, both get
    the first.

    >>> class Word:
    ...     @lazy_property
    ...     def length(self):
    ...         print("counted")
    ...         return 5
    >>> word = Word()
    >>> word.length, word.length
    counted (5, 5)
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...

    def __get__(self, owner: object, kind: type) -> Value | Self:
        if owner is None:
            return self
        known: Any = owner.__dict__
        found: Value = known[self.name] if self.name in known else known.setdefault(self.name, self.find(owner))
        return found
