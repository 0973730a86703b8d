"""Readers of observations: a table of positions, worked out once for a game and a viewer, turns slots into tensors."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from operator import getitem, itemgetter
from typing import Any, TypeAlias

from ...foundation.source.frozen import frozen
from ...foundation.source.memo import Memo
from ...play.positions.position import Position
from ...play.positions.sight import Sight, Viewer
from ...play.views.view import plain
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ...rules.program.instructions import PC
from .packing import field_table, is_in_c, position_in_c
from .values import Coder, Tensor

Numbers: TypeAlias = tuple[float, ...]


@frozen
class FieldPart:
    """A part of a tensor that a field in slots fills: so many rows, each written by a coder; or, `counted`, how many
    pieces lie in its bags where that alone is known."""

    field: m.Field
    rows: int
    coder: Coder
    counted: bool = False


@frozen
class NamePart:
    """A part of a tensor for what rules may give a name; `told` says whether a value of a view belongs there."""

    name: str
    coder: Coder
    told: Callable[[Any], bool]


def pack(coder: Coder, value: Any, is_there: bool) -> bytes:
    """The bytes that a coder writes of a value of a view; zeros of one that is not there."""
    tensor = array("f", bytes(4 * coder.width))
    if is_there:
        coder.write(tensor, 0, value)
    return tensor.tobytes()


class SlotsReader:
    """Reads parts of fields: for each value that the viewer knows its slot, and the bytes by the value. What it does
    not know is zeros, which stand before the next value or behind the last one."""

    def __init__(self, parts: Iterable[FieldPart], state: Position, sight: Sight) -> None:
        self.rules, layout = state.game.rules_model, state.game.program.layout
        self.slots = slots = list[int]()
        self.tables: list[Memo[Any, bytes]] = []
        made: dict[tuple[int, int], Memo[Any, bytes]] = {}
        self.rest = b""
        for n, part in enumerate(parts):
            field, first = part.field, layout.slot(part.field)
            for row in range(part.rows):
                knows = sight.shows(field, row)
                if knows if not part.counted else not knows and sight.counts(field, row):
                    key = n, len(self.rest)
                    if key not in made:
                        made[key] = self._table(part, self.rest, sight)
                    slots.append(first + row)
                    self.tables.append(made[key])
                    self.rest = b""
                else:
                    self.rest += bytes(4 * part.coder.width)
        self.pick: Callable[[Any], Any] = itemgetter(*slots, 0, 0)
        """The values of the slots; two more behind them, so that there are always several."""

    def _table(self, part: FieldPart, before: bytes, sight: Sight) -> Memo[Any, bytes]:
        """The bytes of values of a part, each behind some zeros."""
        coder, type_, rules, seen_value = part.coder, part.field.type, self.rules, sight.seen_value

        def write(value: Any) -> bytes:
            shown = sum(value) if part.counted else plain(seen_value(part.field, value), type_, rules)
            return before + pack(coder, shown, shown is not None)

        return Memo(write)

    def read(self, h: list[Any]) -> bytes:
        """The parts, as the slots stand."""
        return b"".join(map(getitem, self.tables, self.pick(h))) + self.rest

    def layout_in(self, pool: Any) -> tuple[bytes, bytes, int] | None:
        """The parts of positions of an extension module, in its words; None where it does not know all of them."""
        return field_table(pool, self.slots, self.tables, self.rest)


class NamesReader:
    """Reads what the rule around a decision has given names, as far as the viewer knows it."""

    def __init__(self, parts: Iterable[NamePart], state: Position) -> None:
        game = state.game
        self.bound = game.program.bound
        types: dict[int, Type] = {each.local.number: each.local.type for some in self.bound.values() for each in some}

        def memo_of(part: NamePart) -> Memo[tuple[int, Any], bytes]:
            def write(key: tuple[int, Any]) -> bytes:
                value = plain(key[1], types[key[0]], game.rules_model)
                return pack(part.coder, value, part.told(value))

            return Memo(write)

        self.parts = [(each.name, bytes(4 * each.coder.width), memo_of(each)) for each in parts]
        self.blank = b"".join(blank for _, blank, _ in self.parts)

    def read(self, state: Position, sight: Sight) -> bytes:
        """The parts in a position."""
        named = {local.name: (local.number, value) for local, value in sight.names()}
        return b"".join(table[named[name]] if name in named else blank for name, blank, table in self.parts)


class PositionLayout:
    """Layout of the tensors that an extension module writes of its positions, as bytes or as a list of numbers."""

    __slots__ = ("bound", "fields", "numbers", "turns")

    def __init__(self, turns: Memo[int, bytes], fields: tuple[bytes, bytes, int], names: NamesReader) -> None:
        table, columns, width = fields
        self.turns, self.bound = turns, names.bound
        self.fields = table, columns, (len(turns[0]) + len(names.blank)) // 4 + width
        self.numbers: tuple[Memo[int, Numbers], tuple[bytes, Numbers, int]] | None = None

    def read(self, at: Any) -> bytearray | None:
        """The bytes of the tensor of a position; None where names are bound, or a value has no place."""
        if self.bound and self.bound.get(at.pc):
            return None
        return at.tensor(self.turns[at.who], *self.fields)  # type: ignore[no-any-return]

    def read_list(self, at: Any) -> list[float] | None:
        """Returns the tensor as a list of numbers, whose objects are made once."""
        if self.bound and self.bound.get(at.pc):
            return None
        turns, fields = self.numbers or self._make_numbers()
        return at.tensor_list(turns[at.who], *fields)  # type: ignore[no-any-return]

    def _make_numbers(self) -> tuple[Memo[int, Numbers], tuple[bytes, Numbers, int]]:
        """Turns the bytes of tables into objects of numbers, one for each number."""
        known: dict[float, float] = {}

        def numbers(data: bytes) -> Numbers:
            return tuple(known.setdefault(each, each) for each in array("f", data))

        table, columns, size = self.fields
        made = Memo[int, Numbers](lambda who: numbers(self.turns[who])), (table, numbers(columns), size)
        self.numbers = made
        return made


class ObservationReader:
    """Reads what a viewer observes of positions of a game: tensors as those that are made of its views.

    `turn` writes whose turn it is, by who decides and who may act; `boards` read boards that grow.
    """

    def __init__(
        self,
        turn: Callable[[tuple[int, tuple[int, ...]]], bytes],
        fields: Iterable[FieldPart],
        boards: Iterable[Callable[[Position], bytes]],
        names: Iterable[NamePart],
        state: Position,
        sight: Sight,
    ) -> None:
        self.turn = turn
        self.turns = Memo[int, bytes](lambda who: turn((who, (who,) if who >= 0 else ())))
        """The first parts by who decides, where only one may act."""
        self.layouts = Memo[Any, PositionLayout | None](self._layout_in)
        """By pools of an extension module how it writes tensors itself; None where it cannot."""
        self.fields, self.boards, self.names = (
            SlotsReader(fields, state, sight),
            tuple(boards),
            NamesReader(names, state),
        )

    def _layout_in(self, pool: Any) -> PositionLayout | None:
        """Returns how a pool of an extension module writes tensors; None of another pool, and where boards grow."""
        fields = None if self.boards or not is_in_c(pool) else self.fields.layout_in(pool)
        return PositionLayout(self.turns, fields, self.names) if fields is not None else None

    def read_position(self, at: Any) -> bytearray | None:
        """The bytes of the tensor of a position of an extension module; None of one that is none, and where the module
        does not know all of it."""
        layout = self.layouts[at.pool] if at is not None else None
        return layout.read(at) if layout is not None else None

    def read(self, state: Position, viewer: Viewer) -> Tensor:
        """The tensor of a position at which this viewer looks."""
        found = self.read_position(position_in_c(state))
        if found is not None:
            return array("f", found)
        h, boards = state._h, b"".join([board(state) for board in self.boards]) if self.boards else b""
        if state._branches is None:
            turn, names = self.turns[state.current_player], self.names
            named = names.read(state, Sight(state, viewer)) if names.bound.get(h[PC]) else names.blank
            return array("f", turn + self.fields.read(h) + boards + named)
        sight = Sight(state, viewer)
        turn = self.turn((state.current_player, state.active_players))
        return array("f", turn + self.fields.read(sight.slots()) + boards + self.names.read(state, sight))
