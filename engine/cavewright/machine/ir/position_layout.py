"""Layout of a position in memory: room for what slots and boards hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...engine.optimise import MaintainedIndex
from ...foundation.source.lazy_property import lazy_property
from ...rules.check.cardinality import members_of, most_in
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ...rules.program import instructions as i
from .bitmap_indexes import room_for_sets
from .connected_groups import MOST_AROUND, room_for_groups
from .construction import indices
from .form import WORD, Array, Range
from .laying_bounds import LayingBounds
from .memory import Memory, width_of
from .position_encoding import (
    NOBODY,
    BagCodec,
    Encoding,
    FixedIterationCodec,
    Held,
    ListIterationCodec,
    NumberCodec,
    PileCodec,
    SetCodec,
    TurnOrderCodec,
    bits_of_pieces,
)
from .record_rooms import free_room, records_of, room_for
from .slot_ranges import Types, of_members, slot_ranges

MOST_PIECES = 2**15 - 1
"""Pieces of a kind in a bag; a position with more is left to Python."""
MOST_STACKED = 256
"""Pieces of a pile; a position with more is left to Python."""
MANY_STEADY = 256
"""Words of fields that no trial writes, from which on trials leave them out."""
MOST_THINGS = 4_096
"""Things that may be left to go through, where that is not known beforehand."""


class Layout:
    """Places of all fields, names and records of a position."""

    def __init__(
        self,
        rules: m.Ruleset,
        program: i.Program,
        memory: Memory,
        types: Types,
        rows: frozenset[int],
        kept: Mapping[tuple[str, str], MaintainedIndex],
        tried: frozenset[tuple[str, str]] | None = None,
    ) -> None:
        self.rules, self.program, self.memory, self.types = rules, program, memory, types
        self.ranges = slot_ranges(program, types, rows)
        self.fields: dict[tuple[str, str], NumberCodec | SetCodec | BagCodec | PileCodec] = {}
        self.slots: dict[int, Held] = {}
        self.at: dict[int, int] = {}
        """For every slot the address of its first byte."""
        bounds = LayingBounds(rules, program, types.players)
        self.rooms = {name: room_for(bounds.most_laid(name)) for name in rules.growing}
        """For every board that grows how many places may be laid."""
        memory.array("aligned", 0)
        self.start = memory.end
        steady = self.steady_fields(tried)
        self._fields(steady)
        first_tried = self._align()
        self._fields([each for each in rules.fields if each not in steady])
        self._others()
        memory.array("slots_end", 0, width=4)
        self.slot_words = (memory.end - self.start) // 4
        held = (each for key, each in self.fields.items() if key[0] != "game" and isinstance(each, NumberCodec))
        self.kept = tuple(found for each in held if (found := room_for_sets(each.array, memory)) is not None)
        self.groups = {
            key: room_for_groups(self.fields[key].array, each.near, memory)
            for key, each in kept.items()
            if each.near is not None and max(map(len, each.near), default=0) <= MOST_AROUND
        }
        self.records = {
            name: records_of(board, rules, memory, types, self.words, self.rooms[name])
            for name, board in rules.growing.items()
        }
        memory.array("aligned_end", 0)
        self.whole = memory.view("position", self.start, (memory.end - self.start) // 4)
        self.tried = memory.view("tried_part", first_tried, (memory.end - first_tried) // 4) if steady else self.whole
        """The part of a position that may change while an option is tried: steady fields lie before it."""

    # ---- where things lie --------------------------------------------------------------------------------------------

    def steady_fields(self, tried: frozenset[tuple[str, str]] | None) -> list[m.Field]:
        """Returns the fields that no trial writes, where they are so large that it is worth while to know."""
        if tried is None:
            return []
        steady = [each for each in self.rules.fields if (each.owner, each.name) not in tried]
        steady = [each for each in steady if each.owner not in self.rules.growing]
        return steady if sum(map(self._most_words, steady)) >= MANY_STEADY else []

    def _most_words(self, field: m.Field) -> int:
        rows = len(self.rules.kinds[field.owner].rows) if field.owner in self.rules.kinds else 1
        return rows * (self.words(field.type) if field.type.is_set else 1)

    def _fields(self, fields: Iterable[m.Field]) -> None:
        for field in fields:
            if field.owner in self.rules.growing:
                continue
            base = self.program.layout.slot(field)
            alone = field.owner == "game"
            rows = 1 if alone else len(self.rules.kinds[field.owner].rows)
            held = self._codec(f"{field.owner}.{field.name}", field.type, rows, 0 if alone else 1)
            self.fields[field.owner, field.name] = held
            for row in range(0 if alone else -1, rows):
                self._note(base + row, held, held.array.at + (row + (not alone)) * held.stride * held.array.width)

    def _codec(self, name: str, type_: Type, rows: int, none: int) -> NumberCodec | SetCodec | BagCodec | PileCodec:
        """Room for so many rows of what has a type, and for none before them."""
        if type_.is_positions:
            return NumberCodec(self.memory.adjacent_array(name, rows + none, Range(0, 0), -none))
        if type_.is_set:
            words = self.words(type_)
            return SetCodec(self.memory.adjacent_array(name, (rows + none) * words, WORD, -none * words), words)
        if type_.is_pile:
            return self._pile(name, type_, rows, none)
        if type_.is_bag:
            many = len(self.rules.kinds[type_.name].rows) + 1
            pieces = Range(0, MOST_PIECES)
            return BagCodec(
                self.memory.adjacent_array(name, (rows + none) * many, pieces, -none * many, width_of(pieces)), many
            )
        return NumberCodec(self.memory.adjacent_array(name, rows + none, self.types.of(type_), -none))

    def _pile(self, name: str, type_: Type, rows: int, none: int) -> PileCodec:
        """Room for so many piles, and for none before them."""
        kinds = len(self.rules.kinds[type_.name].rows)
        most = most_stacked(type_)
        entry = Range(0, max(MOST_PIECES, (NOBODY + 2**self.types.players << bits_of_pieces(kinds)) - 1))
        stride = PileCodec(self.memory.arrays[0], kinds, most).stride
        width = width_of(entry)
        array = self.memory.adjacent_array(name, (rows + none) * stride, entry, -none * stride, width)
        return PileCodec(array, kinds, most)

    def words(self, type_: Type) -> int:
        """Returns the number of words of a set."""
        if type_.element is None:
            return 1
        return max(1, -(-members_of(type_.element, self.rules) // 32))

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
            at = self._align()
            local = names.get(slot)
            if slot in loops:
                self._note(slot, self._things(loops[slot]), at)
            elif local is not None and local.type.is_set:
                words = self.words(local.type)
                self._note(slot, SetCodec(self.memory.adjacent_array(f"{local.name}_{slot}", words), words), at)
            else:
                name = ("pc", "me", "count")[slot] if slot < 3 else f"{local.name if local else 'slot'}_{slot}"
                self._note(slot, NumberCodec(self.memory.cell(name, self.ranges.get(slot, Range(0, 0)))), at)

    def _things(self, node: i.Collect) -> Held:
        """Room for what is left to go through."""
        name = f"left_{node.slot}"
        if node.players:
            taken = self.memory.cell(name, Range(0, self.types.players + 1))
            return TurnOrderCodec(
                taken, self.memory.cell(f"{name}_first", indices(self.types.players)), self.types.players
            )
        things = self.known_things(node.domain)
        if things is not None:
            return FixedIterationCodec(self.memory.cell(name, Range(0, len(things) + 1)), things)
        element = node.domain.type.element
        laid = self.rooms.get(element.name) if element is not None and element.is_place else None
        room = MOST_THINGS if laid is None else laid + free_room(laid)
        most = min(most_in(node.domain, self.rules), room)
        if node.domain.type.is_pile:
            most = most_stacked(node.domain.type)
        cells = self.memory.cell(name, Range(0, most + 1)), self.memory.cell(f"{name}_count", Range(0, most))
        return ListIterationCodec(
            *cells, self.memory.adjacent_array(f"{name}_things", most, of_members(node.domain, self.types))
        )

    def known_things(self, domain: m.Expr) -> Sequence[int] | None:
        """Returns the members of a domain, if it always has the same."""
        if domain.op == "values":
            return tuple(map(int, domain.args[0]))
        if domain.op == "range" and all(each.op == "const" for each in domain.args):
            return range(domain.args[0].args[0], domain.args[1].args[0] + 1)
        if domain.op == "rows":
            return range(self.rows_of(domain.args[0].name))
        return None

    def rows_of(self, kind: str) -> int:
        """Returns the number of rows of a kind that are in play: of players, and of places on their boards, those of as
        many as play."""
        board = self.rules.boards.get(kind)
        if board is not None and board.fixed and board.private:
            return len(self.rules.kinds[kind].rows) // self.rules.player_range[1] * self.types.players
        return self.types.rows(kind)

    def _align(self) -> int:
        """Returns the address at which the next word begins."""
        self.memory.end = -(-self.memory.end // 4) * 4
        return self.memory.end

    def _note(self, slot: int, held: Held, at: int) -> None:
        self.slots.setdefault(slot, held)
        self.at.setdefault(slot, at)

    def cell(self, slot: int) -> Array:
        """The array of a slot that holds a number."""
        held = self.slots[slot]
        assert isinstance(held, NumberCodec)
        return held.array

    @lazy_property
    def encoding(self) -> Encoding:
        """Encoding of positions in the memory, which has room for all of it."""
        slots = range(self.program.layout.size)
        held = tuple(self.slots[n] for n in slots)
        at = tuple(self.at[n] for n in slots)
        return Encoding(self.whole, self.slot_words, held, at, tuple(self.records.values()))


def most_stacked(type_: Type) -> int:
    """Returns how many pieces of a pile there is room for."""
    return min(type_.room, MOST_STACKED) if type_.room and not type_.measure else MOST_STACKED
