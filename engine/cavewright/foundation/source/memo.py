"""Memo of values by what they are made of: a dictionary that makes what it lacks, and has a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST = 4_096
"""Entries of a memo, unless told otherwise."""


class Memo(dict[Key, Value]):
    """Values by keys, each made when it is first asked for. Where there would be more than `most`, all are forgotten.

    Several threads may ask: what is made twice is equal.

    >>> squares = Memo(lambda number: number * number, most=2)
    >>> squares[3], squares[4], sorted(squares), squares[5], sorted(squares)
    (9, 16, [3, 4], 25, [5])
    """

    __slots__ = ("make", "most")

    def __init__(self, make: Callable[[Key], Value], most: int = MOST) -> None:
        super().__init__()
        self.make, self.most = make, most

    def __missing__(self, key: Key) -> Value:
        found = self.make(key)
        if len(self) >= self.most:
            self.clear()
        self[key] = found
        return found
