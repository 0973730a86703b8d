"""Tables by which an extension module tells action numbers and tensors of its positions, in the words of `encodings.c`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ...machine.ir.position_encoding import NumberCodec
from ...rules.model.types import Type

MOST_VALUES = 4_096
"""Values of a field whose columns are worked out beforehand, at most."""
DigitTypes = Mapping[str, tuple[int, Sequence[tuple[Type, int]]]]


def position_in_c(state: Any) -> Any:
    """Returns the position of a state in an extension module, which tells numbers and tensors itself; None where it
    stands elsewhere."""
    at = getattr(state, "_at", None)
    return at if at is not None and is_in_c(at.pool) else None


def is_in_c(pool: Any) -> bool:
    """Tells if the positions of a pool are objects of an extension module."""
    return getattr(pool, "writes_tensors", False)


def number_table(pool: Any, offered: Sequence[Sequence[Any]], numbers: DigitTypes) -> bytes | None:
    """Returns the table of action numbers for the positions of a pool: of each sort of option where it begins, then its
    first number and what each of its values is as a digit. None where places of a growing board are among them, or an
    option has more values than its action."""
    sorts, records = list[int](), list[int]()
    interface = pool.interface
    many = sum(len(interface.widths[pc]) for pc in interface.strides)
    for pc in interface.strides:
        widths, signatures = interface.widths[pc], offered[pc]
        if not signatures:  # what chance brings has no numbers here
            sorts += [many] * len(widths)
            continue
        for width, signature in zip_longest(widths, signatures):
            first, digits = numbers.get(getattr(signature, "name", ""), (0, ()))
            if len(digits) != width or any(type_.is_place for type_, _ in digits):
                return None
            sorts.append(many + len(records))
            records.append(first)
            for type_, digit in digits:
                records += *type_.numbering, digit, int(type_.optional)
    return array("i", [*sorts, *records]).tobytes()


def field_table(
    pool: Any, slots: Sequence[int], tables: Sequence[Mapping[Any, bytes]], rest: bytes
) -> tuple[bytes, bytes, int] | None:
    """Returns the table of the fields that slots hold, that of what each of their values shows, and how many numbers both
    write, for the positions of a pool; None where a slot holds anything but a number out of a few."""
    encoding = pool.encoding
    fields, columns, written = array("i"), bytearray(), 0
    begun: dict[tuple[int, int, int], tuple[int, int]] = {}
    for slot, table in zip(slots, tables, strict=True):
        held = encoding.slots[slot]
        if not isinstance(held, NumberCodec) or held.array.format.isupper():
            return None
        low, high = held.array.range.low, held.array.range.high
        if high - low >= MOST_VALUES:
            return None
        key = id(table), low, high
        if key not in begun:
            found = _columns_of(table, range(low, high + 1))
            if found is None:
                return None
            begun[key] = len(columns) // 4, len(found) // 4 // (high - low + 1)
            columns += found
        at, width = begun[key]
        fields.extend(
            (encoding.at[slot] - encoding.whole.at, held.array.width, low, high - low + 1, at, width, written)
        )
        written += width
    return fields.tobytes(), bytes(columns), written + len(rest) // 4


def _columns_of(table: Mapping[Any, bytes], values: Iterable[int]) -> bytes | None:
    """The columns of some values, one behind another; None where one of them is never held."""
    try:
        return b"".join([table[value] for value in values])
    except (LookupError, ValueError, TypeError):
        return None
