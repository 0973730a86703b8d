"""Encoding of positions: the bytes of what slots and boards hold, and back.

A bag has a word for each kind of piece, behind one for none, a pile what lies where behind these; a set as many words as
its members need; what is left to go through is how much was taken. A field of rows has an entry for none before the first.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, TypeAlias

from ...foundation.source.frozen import frozen
from ...foundation.source.lazy_property import lazy_property
from ...rules.model.piles import EVERYBODY, Heap, Pile
from ...rules.program.seats import clockwise
from .arrays import FORMATS, Array
from .memory import MASK, TooMuchError, word_of
from .position_decoding import RecordsDecoder, SlotDecoder
from .records import Records


@frozen
class NumberCodec:
    """One number, or a row of them."""

    array: Array

    stride = 1


@frozen
class SetCodec:
    """Sets, as bits."""

    array: Array
    stride: int

    def words_of(self, value: Any) -> list[int]:
        """The words of a set."""
        return [word_of(value, n) for n in range(self.stride)]

    def read(self, words: Sequence[int]) -> Any:
        """A set by its words."""
        return sum((word & MASK) << 32 * n for n, word in enumerate(words))


@frozen
class BagCodec:
    """Bags: none, then how many there are of each kind of piece."""

    array: Array
    stride: int

    def words_of(self, value: Any) -> list[int]:
        """The words of the contents of a bag."""
        return [0, *value[:-1]]

    def read(self, words: Sequence[int]) -> Any:
        """The contents of a bag by its words."""
        return (*words[1:], 0)


NOBODY, ALL = 2, 1
"""Who knows what lies in a pile: all, or nobody; more than that by the bits of the players who do."""


@frozen
class PileCodec:
    """Piles: how many there are of each kind of piece, as in bags; how many in all; then as many entries as there is room
    for, from the bottom to the top. An entry has a piece in its lower bits. Above them the uppermost of a heap has who
    knows it, all others zero."""

    array: Array
    kinds: int
    most: int

    @property
    def stride(self) -> int:
        """Number of words that it takes."""
        return self.first + self.most

    @property
    def size_at(self) -> int:
        """Entry of the number of pieces."""
        return self.kinds + 1

    @property
    def first(self) -> int:
        """Entry of what lies at the bottom."""
        return self.kinds + 2

    @property
    def bits(self) -> int:
        """Bits that a piece takes."""
        return bits_of_pieces(self.kinds)

    def words_of(self, value: Any) -> list[int]:
        """The words of a pile."""
        lying = [code for heap in reversed(value.heaps) for code in self._entries_of(heap)]
        if len(lying) > self.most or max(lying, default=0) > self.array.range.high:
            raise TooMuchError(f"{self.array.name}: {len(lying)}")
        return [0, *value[:-1], len(lying), *lying, *[0] * (self.most - len(lying))]

    def _entries_of(self, heap: Heap) -> list[int]:
        """Returns the entries of a heap, from its bottom."""
        if heap.known < EVERYBODY:
            raise TooMuchError(f"{self.array.name}: {heap.known}")
        uppermost, *others = heap.pieces
        known = ALL if heap.known == EVERYBODY else NOBODY + heap.known
        return [*reversed(others), uppermost | known << self.bits]

    def read(self, words: Sequence[int]) -> Any:
        """A pile by its words."""
        heaps: list[tuple[list[int], int]] = []
        for code in reversed(words[self.first : self.first + words[self.size_at]]):
            known, piece = code >> self.bits, code & (1 << self.bits) - 1
            if known:
                heaps.append(([], EVERYBODY if known == ALL else known - NOBODY))
            heaps[-1][0].append(piece)
        return Pile.of(self.kinds, (Heap(tuple(pieces), known) for pieces, known in heaps))


def bits_of_pieces(kinds: int) -> int:
    """Returns how many bits the number of a piece takes, of so many kinds."""
    return max(1, (kinds - 1).bit_length())


@frozen
class TurnOrderCodec:
    """Players left to act in turn: one more than have acted, 0 for nothing; who began."""

    taken: Array
    first: Array
    count: int

    stride = 2

    def words_of(self, value: Any) -> list[int]:
        """The words of those who are left."""
        if not isinstance(value, tuple):
            return [0, 0]
        taken = self.count - len(value)
        return [1 + taken, (value[0] - taken) % self.count if value else 0]

    def read(self, words: Sequence[int]) -> Any:
        """Those who are left."""
        return clockwise(self.count, words[1])[words[0] - 1 :] if words[0] else 0


@frozen
class FixedIterationCodec:
    """Things left to go through that are always the same: one more than were taken, 0 for nothing."""

    taken: Array
    things: Sequence[int]

    stride = 1

    def words_of(self, value: Any) -> list[int]:
        """The word of those that are left."""
        return [1 + len(self.things) - len(value)] if isinstance(value, tuple) else [0]

    def read(self, words: Sequence[int]) -> Any:
        """Those that are left."""
        return tuple(self.things[words[0] - 1 :]) if words[0] else 0


@frozen
class ListIterationCodec:
    """Things left to go through, written down: one more than were taken, how many there were, the things."""

    taken: Array
    count: Array
    things: Array

    @property
    def stride(self) -> int:
        """Number of words that it takes."""
        return 2 + self.things.length

    def words_of(self, value: Any) -> list[int]:
        """The words of those that are left, as if none had been taken yet."""
        if not isinstance(value, tuple):
            return [0] * self.stride
        if len(value) > self.things.length:
            raise TooMuchError(f"{self.things.name}: {len(value)}")
        return [1, len(value), *value, *[0] * (self.things.length - len(value))]

    def read(self, words: Sequence[int]) -> Any:
        """Those that are left."""
        return tuple(words[1 + words[0] : 2 + words[1]]) if words[0] else 0


Others: TypeAlias = SetCodec | BagCodec | PileCodec | TurnOrderCodec | FixedIterationCodec | ListIterationCodec
Held: TypeAlias = NumberCodec | Others


class Encoding:
    """Layout of a position in memory: `slots` say what each slot holds, `at` where it begins; `records` of growing
    boards lie behind them."""

    def __init__(
        self,
        whole: Array,
        slot_words: int,
        slots: Sequence[Held],
        at: Sequence[int],
        records: Sequence[Records],
    ) -> None:
        self.whole, self.slot_words, self.slots, self.at = whole, slot_words, slots, at
        self.records = records
        self._last: tuple[list[Any], list[int]] | None = None
        """What the slots held that were encoded last, and their numbers: the next ones are mostly the same."""

    def __reduce__(self) -> Any:
        return Encoding, (self.whole, self.slot_words, self.slots, self.at, self.records)

    def cell(self, slot: int) -> Array:
        """The array of a slot that holds a number."""
        held = self.slots[slot]
        assert isinstance(held, NumberCodec)
        return held.array

    def width(self, slot: int) -> int:
        """Returns the number of bytes of each number of a slot."""
        held = self.slots[slot]
        return held.array.width if isinstance(held, BagCodec | PileCodec) else 4

    @lazy_property
    def _entries_of_slots(self) -> tuple[struct.Struct, dict[int, int], int]:
        """Struct of the slots one behind another, the first entry of every slot, and the number of entries."""
        form, first, end, many = ["<"], dict[int, int](), self.whole.at, 0
        for slot, at in sorted(enumerate(self.at), key=lambda each: each[1]):
            held = self.slots[slot]
            letter = FORMATS[self.width(slot)]
            form += [f"{at - end}x", f"{held.stride}{letter}"]
            first[slot], many = many, many + held.stride
            end = at + struct.calcsize(f"<{held.stride}{letter}")
        form.append(f"{self.whole.at + 4 * self.slot_words - end}x")
        return struct.Struct("".join(form)), first, many

    def encode(self, h: Sequence[Any], s: Sequence[dict[int, Any]]) -> bytes:
        """The bytes of a position. Raises TooMuchError for one that does not fit."""
        form, first, many = self._entries_of_slots
        before, entries = self._last or ([None] * len(self.slots), [0] * many)
        entries = entries[:]
        for slot in [n for n, (a, b) in enumerate(zip(h, before, strict=False)) if a is not b]:
            held = self.slots[slot]
            if not isinstance(held, NumberCodec):
                entries[first[slot] : first[slot] + held.stride] = held.words_of(h[slot])
            elif held.array.range.low <= h[slot] <= held.array.range.high:
                entries[first[slot]] = h[slot]
            else:
                raise TooMuchError(f"{held.array.name} = {h[slot]}")
        self._last = list(h[: len(self.slots)]), entries
        found = bytearray(self.whole.length * 4)
        try:
            form.pack_into(found, 0, *entries)
        except struct.error:
            self._last = None
            raise TooMuchError("a bag") from None
        for n, records in enumerate(self.records):
            for array, values in records.entries_of(s[3 * n : 3 * n + 3]).items():
                struct.pack_into(f"<{len(values)}{array.format}", found, array.at - self.whole.at, *values)
        return bytes(found)

    def decode(self, data: bytes) -> tuple[list[Any], list[dict[int, Any]]]:
        """Returns the contents of slots and boards, by the bytes of a position."""
        slots, records = self._decoders
        return slots.decode(data), [each for one in records for each in one.decode(data)]

    @lazy_property
    def _decoders(self) -> tuple[SlotDecoder, list[RecordsDecoder]]:
        """Decoders of slots and of boards."""
        at = [each - self.whole.at for each in self.at]
        numbers = {slot: at[slot] for slot, held in enumerate(self.slots) if isinstance(held, NumberCodec)}
        others = {
            slot: (at[slot], f"<{held.stride}{FORMATS[self.width(slot)]}", held.read)
            for slot, held in enumerate(self.slots)
            if not isinstance(held, NumberCodec)
        }
        return SlotDecoder(numbers, others), [RecordsDecoder(each, self.whole.at) for each in self.records]
