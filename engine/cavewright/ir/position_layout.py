"""Layout of a position in memory: where what a slot holds lies in words, and how one becomes the other.

A bag has a word for each kind of piece, behind one for none; a set as many words as its members need; what is left to
go through is how much was taken. A field of rows has an entry for none before the first.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..check.cardinality import most_in
from ..model import ruleset as m
from ..model.types import Type
from ..optimise import Kept
from ..program import instructions as i
from ..source.cached_property import once
from .form import FORMATS, WORD, Array, Range
from .kept_groups import MOST_AROUND, room_for_groups
from .kept_sets import room_for_sets
from .memory import MASK, Memory, TooMuchError, width_of, word_of
from .records import MOST_FREE, MOST_LAID, records_of
from .slot_ranges import Types, of_members, slot_ranges

MOST_PIECES = 2**15 - 1
"""Pieces of a kind in a bag; a position with more is left to Python."""
MOST_THINGS = 4_096
"""Things that may be left to go through, where that is not known beforehand."""


@dataclass(frozen=True)
class Numbers:
    """One number, or a row of them."""

    array: Array

    stride = 1

    def read(self, words: Sequence[int]) -> Any:
        """What a slot holds, by its words."""
        return words[0]


@dataclass(frozen=True)
class Sets:
    """Sets, as bits."""

    array: Array
    stride: int

    def written(self, value: Any) -> list[int]:
        """The words of a set."""
        return [word_of(value, n) for n in range(self.stride)]

    def read(self, words: Sequence[int]) -> Any:
        """A set by its words."""
        return sum((word & MASK) << 32 * n for n, word in enumerate(words))


@dataclass(frozen=True)
class Bags:
    """Bags: none, then how many there are of each kind of piece."""

    array: Array
    stride: int

    def written(self, value: Any) -> list[int]:
        """The words of the contents of a bag."""
        return [0, *value[:-1]]

    def read(self, words: Sequence[int]) -> Any:
        """The contents of a bag by its words."""
        return (*words[1:], 0)


@dataclass(frozen=True)
class Players:
    """Players left to act in turn: one more than have acted, 0 for nothing; who began."""

    taken: Array
    first: Array
    count: int

    stride = 2

    def written(self, value: Any) -> list[int]:
        """The words of those who are left."""
        if not isinstance(value, tuple):
            return [0, 0]
        taken = self.count - len(value)
        return [1 + taken, (value[0] - taken) % self.count if value else 0]

    def read(self, words: Sequence[int]) -> Any:
        """Those who are left."""
        return i.clockwise(self.count, words[1])[words[0] - 1 :] if words[0] else 0


@dataclass(frozen=True)
class Known:
    """Things left to go through that are always the same: one more than were taken, 0 for nothing."""

    taken: Array
    things: Sequence[int]

    stride = 1

    def written(self, value: Any) -> list[int]:
        """The word of those that are left."""
        return [1 + len(self.things) - len(value)] if isinstance(value, tuple) else [0]

    def read(self, words: Sequence[int]) -> Any:
        """Those that are left."""
        return tuple(self.things[words[0] - 1 :]) if words[0] else 0


@dataclass(frozen=True)
class Listed:
    """Things left to go through, written down: one more than were taken, how many there were, the things."""

    taken: Array
    count: Array
    things: Array

    @property
    def stride(self) -> int:
        """How many words it takes."""
        return 2 + self.things.length

    def written(self, value: Any) -> list[int]:
        """The words of those that are left, as if none had been taken yet."""
        if not isinstance(value, tuple):
            return [0] * self.stride
        if len(value) > self.things.length:
            raise TooMuchError(f"{self.things.name}: {len(value)}")
        return [1, len(value), *value, *[0] * (self.things.length - len(value))]

    def read(self, words: Sequence[int]) -> Any:
        """Those that are left."""
        return tuple(words[1 + words[0] : 2 + words[1]]) if words[0] else 0


Others: TypeAlias = Sets | Bags | Players | Known | Listed
Held: TypeAlias = Numbers | Others


class Layout:
    """Where everything of a position lies."""

    def __init__(
        self,
        rules: m.Ruleset,
        program: i.Program,
        memory: Memory,
        types: Types,
        rows: frozenset[int],
        kept: Mapping[tuple[str, str], Kept],
    ) -> None:
        self.rules, self.program, self.memory, self.types = rules, program, memory, types
        self.ranges = slot_ranges(program, types, rows)
        self.fields: dict[tuple[str, str], Numbers | Sets | Bags] = {}
        self.slots: dict[int, Held] = {}
        self._last: tuple[list[Any], list[int]] | None = None
        """What the slots held that were encoded last, and their numbers: the next ones are mostly the same."""
        self.at: dict[int, int] = {}
        """For every slot the address of its first byte."""
        memory.array("aligned", 0)
        self.start = memory.end
        self._fields()
        self._others()
        memory.array("slots_end", 0, width=4)
        self.slot_words = (memory.end - self.start) // 4
        held = (each for key, each in self.fields.items() if key[0] != "game" and isinstance(each, Numbers))
        self.kept = tuple(found for each in held if (found := room_for_sets(each.array, memory)) is not None)
        self.groups = {
            key: room_for_groups(self.fields[key].array, each.near, memory)
            for key, each in kept.items()
            if each.near is not None and max(map(len, each.near), default=0) <= MOST_AROUND
        }
        self.records = {
            name: records_of(board, rules, memory, types, self.words) for name, board in rules.growing.items()
        }
        memory.array("aligned_end", 0)
        self.whole = memory.view("position", self.start, (memory.end - self.start) // 4)

    # ---- where things lie --------------------------------------------------------------------------------------------

    def _fields(self) -> None:
        for field in self.rules.fields:
            if field.owner in self.rules.growing:
                continue
            base = self.program.layout.slot(field)
            alone = field.owner == "game"
            rows = 1 if alone else len(self.rules.kinds[field.owner].rows)
            held = self._kept(f"{field.owner}.{field.name}", field.type, rows, 0 if alone else 1)
            self.fields[field.owner, field.name] = held
            for row in range(0 if alone else -1, rows):
                self._note(base + row, held, held.array.at + (row + (not alone)) * held.stride * held.array.width)

    def _kept(self, name: str, type_: Type, rows: int, none: int) -> Numbers | Sets | Bags:
        """Room for so many rows of what has a type, and for none before them."""
        if type_.form == "set":
            words = self.words(type_)
            return Sets(self.memory.packed(name, (rows + none) * words, WORD, -none * words), words)
        if type_.form == "bag":
            many = len(self.rules.kinds[type_.name].rows) + 1
            pieces = Range(0, MOST_PIECES)
            return Bags(self.memory.packed(name, (rows + none) * many, pieces, -none * many, width_of(pieces)), many)
        return Numbers(self.memory.packed(name, rows + none, self.types.of(type_), -none))

    def words(self, type_: Type) -> int:
        """How many words a set takes."""
        element = type_.element
        if element is None:
            return 1
        many = (
            (element.high - element.low) // element.step + 1
            if element.form == "number"
            else len(self.rules.kinds[element.name].rows)
        )
        return max(1, -(-many // 32))

    def _others(self) -> None:
        """All slots that are no fields."""
        names = {
            slot: local
            for scope in self.program.scopes
            for local in scope
            if (slot := self.program.layout.locals.get(local.number)) is not None
        }
        loops = {node.slot: node for node in self.program.code if isinstance(node, i.Collect)}
        for slot in range(self.program.layout.size):
            if slot in self.slots:
                continue
            at = self._aligned()
            local = names.get(slot)
            if slot in loops:
                self._note(slot, self._things(loops[slot]), at)
            elif local is not None and local.type.form == "set":
                words = self.words(local.type)
                self._note(slot, Sets(self.memory.packed(f"{local.name}_{slot}", words), words), at)
            else:
                name = ("pc", "me", "count")[slot] if slot < 3 else f"{local.name if local else 'slot'}_{slot}"
                self._note(slot, Numbers(self.memory.cell(name, self.ranges.get(slot, Range(0, 0)))), at)

    def _things(self, node: i.Collect) -> Held:
        """Room for what is left to go through."""
        name = f"left_{node.slot}"
        if node.players:
            taken = self.memory.cell(name, Range(0, self.types.players + 1))
            return Players(
                taken, self.memory.cell(f"{name}_first", Range(0, self.types.players - 1)), self.types.players
            )
        things = self.known_things(node.domain)
        if things is not None:
            return Known(self.memory.cell(name, Range(0, len(things) + 1)), things)
        element = node.domain.type.element
        of_places = element is not None and element.form == "place"
        most = min(most_in(node.domain, self.rules), MOST_LAID + MOST_FREE if of_places else MOST_THINGS)
        cells = self.memory.cell(name, Range(0, most + 1)), self.memory.cell(f"{name}_count", Range(0, most))
        return Listed(*cells, self.memory.packed(f"{name}_things", most, of_members(node.domain, self.types)))

    def known_things(self, domain: m.Expr) -> Sequence[int] | None:
        """What a domain holds, if it is always the same."""
        if domain.op == "values":
            return tuple(map(int, domain.args[0]))
        if domain.op == "range" and all(each.op == "const" for each in domain.args):
            return range(domain.args[0].args[0], domain.args[1].args[0] + 1)
        if domain.op == "rows":
            return range(self.rows_of(domain.args[0].name))
        return None

    def rows_of(self, kind: str) -> int:
        """How many rows of a kind are in play: of players, and of places on their boards, those of as many as play."""
        board = self.rules.boards.get(kind)
        if board is not None and board.fixed and board.private:
            return len(self.rules.kinds[kind].rows) // self.rules.player_range[1] * self.types.players
        return self.types.rows(kind)

    def _aligned(self) -> int:
        """Where the next word begins."""
        self.memory.end = -(-self.memory.end // 4) * 4
        return self.memory.end

    def _note(self, slot: int, held: Held, at: int) -> None:
        self.slots.setdefault(slot, held)
        self.at.setdefault(slot, at)

    # ---- from one to the other ---------------------------------------------------------------------------------------

    def cell(self, slot: int) -> Array:
        """The array of a slot that holds a number."""
        held = self.slots[slot]
        assert isinstance(held, Numbers)
        return held.array

    def width(self, slot: int) -> int:
        """How many bytes each number of a slot takes."""
        held = self.slots[slot]
        return held.array.width if isinstance(held, Bags) else 4

    @once
    def _entries_of_slots(self) -> tuple[struct.Struct, dict[int, int], int]:
        """How the slots stand in memory one behind another, and for every slot which entry is its first; how many there
        are."""
        form, first, end, many = ["<"], dict[int, int](), self.start, 0
        for slot, at in sorted(self.at.items(), key=lambda each: each[1]):
            held = self.slots[slot]
            letter = FORMATS[self.width(slot)]
            form += [f"{at - end}x", f"{held.stride}{letter}"]
            first[slot], many = many, many + held.stride
            end = at + struct.calcsize(f"<{held.stride}{letter}")
        form.append(f"{self.start + 4 * self.slot_words - end}x")
        return struct.Struct("".join(form)), first, many

    def encoded(self, h: Sequence[Any], s: Sequence[dict[int, Any]]) -> bytes:
        """The bytes of a position. Raises TooMuchError for one that does not fit."""
        form, first, many = self._entries_of_slots
        before, entries = self._last or ([None] * self.program.layout.size, [0] * many)
        entries = entries[:]
        for slot in [n for n, (a, b) in enumerate(zip(h, before, strict=False)) if a is not b]:
            held = self.slots[slot]
            if not isinstance(held, Numbers):
                entries[first[slot] : first[slot] + held.stride] = held.written(h[slot])
            elif held.array.range.low <= h[slot] <= held.array.range.high:
                entries[first[slot]] = h[slot]
            else:
                raise TooMuchError(f"{held.array.name} = {h[slot]}")
        self._last = list(h[: self.program.layout.size]), entries
        found = bytearray(self.whole.length * 4)
        try:
            form.pack_into(found, 0, *entries)
        except struct.error:
            self._last = None
            raise TooMuchError("a bag") from None
        for n, records in enumerate(self.records.values()):
            for array, values in records.written(s[3 * n : 3 * n + 3]).items():
                struct.pack_into(f"<{len(values)}{array.format}", found, array.at - self.start, *values)
        return bytes(found)

    def decoded(self, data: bytes) -> tuple[list[Any], list[dict[int, Any]]]:
        """What slots and boards hold, by the bytes of a position."""
        form, first, _ = self._entries_of_slots
        entries = form.unpack_from(data)
        h = [
            self.slots[slot].read(entries[first[slot] : first[slot] + self.slots[slot].stride])
            for slot in range(self.program.layout.size)
        ]
        return h, [each for records in self.records.values() for each in records.read(self._entries(data))]

    def _entries(self, data: bytes) -> dict[Array, Sequence[int]]:
        """The entries of all arrays behind the slots."""
        behind = [each for each in self.memory.arrays if self.start + self.slot_words * 4 <= each.at < self.whole.end]
        return {
            each: struct.unpack_from(f"<{each.length}{each.format}", data, each.at - self.start)
            for each in behind
            if each.end <= self.whole.end
        }
