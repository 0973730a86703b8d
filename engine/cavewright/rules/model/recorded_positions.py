"""Sets and bags of positions: how some fields were at earlier moments, and how often.

What such a field keeps is a tuple of numbers in their order, one for each position: the values of its fields one after
another, and in the lowest bits how often it was put there. Equal contents are equal tuples, whatever came first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from ...foundation.source.frozen import frozen
from .declarations import Expr, Field, Kind
from .types import NONE, Type

COUNT_BITS = 20
MOST_TIMES = 2**COUNT_BITS - 1
"""Times that one position is counted."""
MOST_POSITIONS = 1_024
"""Positions that there is room for, where rules do not say how many."""
MOST_ROOM = 100_000
"""Positions for which rules may ask room."""
MOST_BYTES = 600
"""Bytes of one position."""
Record: TypeAlias = tuple[int, ...]


@frozen
class Stretch:
    """Slots of one field in a position, with the number that is added to each value, and the bytes that one takes."""

    first: int
    stop: int
    more: int
    width: int


def bytes_of(type_: Type, kinds: Mapping[str, Kind]) -> int:
    """Returns the bytes that a value of a type takes in a position."""
    low, high = value_bounds(type_, kinds)
    return max(1, -(-(high - low).bit_length() // 8))


def value_bounds(type_: Type, kinds: Mapping[str, Kind]) -> tuple[int, int]:
    """Returns the least and the greatest number of a value of a type."""
    element = type_.element
    if element is not None:
        members = len(kinds[element.name].rows) if element.is_row else (element.high - element.low) // element.step + 1
        return 0, 2**members - 1
    if type_.is_row:
        return NONE, len(kinds[type_.name].rows) - 1
    return min(type_.low, NONE), type_.high


def stretches(parts: Sequence[Expr], slot: Callable[[Field], int], kinds: Mapping[str, Kind]) -> tuple[Stretch, ...]:
    """Returns the slots that make a position. Rows of one field, one behind another, are one stretch."""
    found: list[Stretch] = []
    for part in parts:
        field, owner = part.args
        at, (low, _) = slot(field) + (owner.args[0] if owner is not None else 0), value_bounds(field.type, kinds)
        width = bytes_of(field.type, kinds)
        last = found[-1] if found else None
        if last is not None and (last.stop, last.more, last.width) == (at, -low, width):
            found[-1] = Stretch(last.first, at + 1, -low, width)
        else:
            found.append(Stretch(at, at + 1, -low, width))
    return tuple(found)


def position_of(parts: Iterable[Stretch], h: Sequence[Any]) -> int:
    """Returns the number of the position at hand.

    >>> position_of([Stretch(1, 3, 1, 1)], [7, -1, 4])
    5
    """
    told = (
        bytes([value + each.more for value in h[each.first : each.stop]])
        if each.width == 1
        else b"".join((value + each.more).to_bytes(each.width, "big") for value in h[each.first : each.stop])
        for each in parts
    )
    return int.from_bytes(b"".join(told), "big")


def occurrences(record: Record, position: int) -> int:
    """Returns how often a position was put down.

    >>> record = with_occurrences((), 5, 2)
    >>> occurrences(record, 5), occurrences(record, 4), with_occurrences(record, 5, 0)
    (2, 0, ())
    """
    at = bisect_left(record, position << COUNT_BITS)
    here = at < len(record) and record[at] >> COUNT_BITS == position
    return record[at] & MOST_TIMES if here else 0


def with_occurrences(record: Record, position: int, times: int) -> Record:
    """Returns the positions with another number of times that one of them was put down."""
    entry = position << COUNT_BITS
    at = bisect_left(record, entry)
    behind = at + (at < len(record) and record[at] >> COUNT_BITS == position)
    return (*record[:at], *((entry + times,) if times > 0 else ()), *record[behind:])


def work_of_position(fields: int) -> int:
    """Returns the work of one question about a position of so many values."""
    return 1 + fields // 64


def is_record(value: Any, type_: Type) -> bool:
    """Tells if a value is one of a set or bag of positions."""
    if not isinstance(value, tuple | list) or len(value) > type_.room:
        return False
    places = [each >> COUNT_BITS for each in value]
    times = [each & MOST_TIMES for each in value]
    return all(a < b for a, b in pairwise(places)) and all(0 < each <= type_.high for each in times)
