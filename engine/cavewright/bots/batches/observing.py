"""Observing of batches: tensors of all games at once, each as the player may know it whose turn it is."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from ...machine.ir.interface import Interface
from ...machine.ir.position_encoding import BagCodec, NumberCodec, SetCodec
from ...play.positions.action import TERMINAL
from ...play.positions.sight import Sight
from ...play.states.game import State
from ...play.views.view import plain
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.types import Type
from ...rules.program import instructions as i
from ..encodings import Observations, Part
from ..encodings.growing_boards import Tiles
from ..encodings.values import Coder, coder
from .board_filling import BoardFilling, ValueColumns

AT_ONCE = 128
"""Games that one operation goes through: what they take stays in a processor's cache."""
MOST_VALUES = 4_096
"""Values of which the columns are worked out beforehand."""

OVER = -1
"""Who decides where a game is over."""

Fill = Callable[[Any, Any, Any], None]
"""Writes a part of the tensors of all games, where zeros stand: of their positions, and of who looks."""
Coded = tuple[int, Callable[[Any], tuple[Any, Any]]]
"""How many columns a value has, and what makes them of the entries of values: whether there is one, and the columns."""


class UnobservedError(Exception):
    """A part of observations that is made of one position at a time."""


class BatchObserver(
    Pass,
    over=FORMS,
    left=("yes_no", "row", "place", "passage", "sides", "pile", "positions", "list", "text", "none", "unknown"),
):
    """Makes the tensors of `Observations` out of the bytes of positions, with one operation of numpy for all games.

    `fills` is None where the rules have something for which that is not known: boards that grow with something secret on
    them, above all.
    """

    def __init__(self, numpy: Any, interface: Interface, observations: Observations, first: State) -> None:
        self.numpy, self.encoding, self.observations = numpy, interface.encoding, observations
        self.game, self.rules, self.first = first.game, first.game.rules_model, first
        self.players = observations.players
        try:
            self.fills: list[Fill] | None = [self._fill(each) for each in observations.parts]
        except UnobservedError:
            self.fills = None

    def write(self, found: Any, positions: Any, who: Any, deciding: Any) -> None:
        """Writes the tensors of positions, of which each is looked at by a player; another one decides there, or the
        game is over."""
        assert self.fills is not None
        turn, active = (each for each in self.observations.parts if each.name in ("turn", "active"))
        for n in range(0, len(found), AT_ONCE):
            some = slice(n, n + AT_ONCE)
            found[some] = 0
            for part, fill in zip(self.observations.parts, self.fills, strict=True):
                rows, width = part.shape
                here = found[some, part.at : part.at + rows * width]
                fill(here.reshape(len(here), rows, width), positions[some], who[some])
            games, player = self.numpy.arange(len(found[some])), deciding[some]
            found[some][games, turn.at + self.numpy.where(player == OVER, self.players + 2, player)] = 1
            on = games[player != OVER]
            found[some][on, active.at + player[on]] = 1

    def players_at(self, positions: Any) -> Any:
        """Returns the players who decide at positions, or `OVER`: players, or `OVER`."""
        np, waiting = self.numpy, self.numpy.array(self.game.waiting)
        who, pc = (self._reader(slot, 1)(positions)[:, 0, 0] for slot in (i.ME, i.PC))
        return np.where(waiting[pc] == TERMINAL, OVER, who)

    # ---- parts -----------------------------------------------------------------------------------------------------------

    def _fill(self, part: Part) -> Fill:
        """Returns the function that fills a part."""
        if part.name in ("turn", "active"):
            return lambda out, positions, who: None
        if part.name == "viewer":
            return lambda out, positions, who: self._mark(out[:, 0], who)
        group, _, name = part.name.rpartition(".")
        if group == "named":
            return self._name(part)
        counted = name == "size" and (group, part.shape[1]) not in self._fields
        if counted:
            group, _, name = group.rpartition(".")
        owner = self._owners.get(group)
        for board in self.observations._boards:
            if part.name == f"boards.{board.board.name}.places":
                return self._tiles(board)
        for field in self.rules.fields:
            if field.owner == owner and field.name == name:
                return self._sizes(field, part) if counted else self._values(field, part)
        raise UnobservedError(part.name)

    def _tiles(self, tiles: Tiles) -> Fill:
        """Fills the part of a board that grows."""
        whole, slot = self.encoding.whole.at, tiles.standing_slot
        records = next(each for each in self.encoding.records if each.name == tiles.board.name)
        read = self._reader(slot, self.players) if slot >= 0 else None

        def read_middle(positions: Any, who: Any) -> Any:
            if read is None:
                return self.numpy.full(len(who), -1)
            return read(positions)[self.numpy.arange(len(who)), who, 0].astype(self.numpy.intp)

        try:
            return BoardFilling(self.numpy, tiles, records, whole, self.rules, read_middle).fill
        except LookupError:
            raise UnobservedError(tiles.board.name) from None

    def _mark(self, out: Any, who: Any) -> None:
        """A 1 in the column of every player."""
        out[self.numpy.arange(len(who)), who] = 1

    @property
    def _fields(self) -> set[tuple[str, int]]:
        """Parts that are called `size` since a field is."""
        found = {(group, owner) for group, owner in self._owners.items()}
        return {(group, 1) for group, owner in found for f in self.rules.fields if (f.owner, f.name) == (owner, "size")}

    @property
    def _owners(self) -> dict[str, str]:
        """Of every group of parts the owner of its fields."""
        rules = self.rules
        found = {"players": rules.players, "game": "game"}
        for board in rules.boards.values():
            if board.fixed:
                found[f"boards.{board.name}.places"] = board.name
                found[f"boards.{board.name}.passages"] = board.passages
        return found | {f"kinds.{each.owner}": each.owner for each in rules.fields}

    def _values(self, field: m.Field, part: Part) -> Fill:
        """Fills a part with the values of a field that whoever looks knows."""
        slot, (rows, width) = self.game.program.layout.slot(field), part.shape
        known = self._knowledge(lambda sight, row: sight.sees(field, row), rows)
        coded = coder(field.type, self.observations.setting, field.shown != "open")
        is_told: Callable[[Any], bool] = lambda value: value is not None
        table = self._table(slot, field.type, coded, is_told)
        if table is not None:
            return self._looked_up(self._reader(slot, rows), *table, known)
        if field.type.is_place:
            return self._fill_met_values(self._reader(slot, rows), self._met_columns(field.type, coded, is_told), known)
        read = self._reader(slot, rows)
        write = self._writer(field.type, field.shown != "open", width)

        def fill(out: Any, positions: Any, who: Any) -> None:
            write(out, read(positions), known[who])

        return fill

    def _table(self, slot: int, type_: Type, coded: Coder, is_told: Callable[[Any], bool]) -> tuple[Any, int] | None:
        """The columns of every value that a slot may hold, behind them those of what is not known, and the first of the
        values; None where there are too many."""
        held = self.encoding.slots[slot]
        if not isinstance(held, NumberCodec) or not type_.facts.is_counted:
            return None
        low, high = held.array.range.low, held.array.range.high
        if high - low >= MOST_VALUES:
            return None
        table = self.numpy.zeros((high - low + 2, coded.width), self.numpy.float32)
        for value in range(low, high + 1):
            shown = plain(value, type_, self.rules)
            if is_told(shown):
                tensor = array("f", bytes(4 * coded.width))
                coded.write(tensor, 0, shown)
                table[value - low] = tensor
        return table, low

    def _met_columns(self, type_: Type, coded: Coder, is_told: Callable[[Any], bool]) -> ValueColumns:
        """The columns of values of which there are too many for a table, each made when it is first met."""

        def code(value: int) -> array[float]:
            tensor = array("f", bytes(4 * coded.width))
            shown = plain(value, type_, self.rules)
            if is_told(shown):
                coded.write(tensor, 0, shown)
            return tensor

        return ValueColumns(self.numpy, code)

    def _fill_met_values(self, read: Callable[[Any], Any], columns: ValueColumns, known: Any) -> Fill:
        """Fills a part with the columns of values that are met."""

        def fill(out: Any, positions: Any, who: Any) -> None:
            out[:] = columns.take(read(positions)[:, :, 0]) * known[who][:, :, None]

        return fill

    def _looked_up(self, read: Callable[[Any], Any], table: Any, low: int, known: Any) -> Fill:
        """Fills a part with the columns of values."""
        np, unknown = self.numpy, len(table) - 1
        veiled = not known.all()

        def fill(out: Any, positions: Any, who: Any) -> None:
            values = read(positions)[:, :, 0].astype(np.intp) - low
            if veiled:
                values[~known[who]] = unknown
            out[:] = table.take(values, axis=0)

        return fill

    def _sizes(self, field: m.Field, part: Part) -> Fill:
        """Fills a part with how many pieces lie in bags, where that alone is known."""
        read = self._reader(self.game.program.layout.slot(field), part.shape[0])
        known = self._knowledge(
            lambda sight, row: not sight.sees(field, row) and sight.counts(field, row), part.shape[0]
        )

        def fill(out: Any, positions: Any, who: Any) -> None:
            out[:, :, 0] = read(positions)[:, :, 1:].sum(axis=2) * known[who]

        return fill

    def _knowledge(self, asked: Callable[[Sight, int], bool], rows: int) -> Any:
        """By player and row whether something is known."""
        sights = [Sight(self.first, player) for player in range(self.players)]
        return self.numpy.array([[asked(sight, row) for row in range(rows)] for sight in sights], bool)

    def _name(self, part: Part) -> Fill:
        """Fills a part with what the rule around the decision has named."""
        name, type_ = next(each for each in zip(self._named_parts, self._names, strict=True) if each[0] is part)[1]
        told = self.observations._tells(type_)
        coded = coder(type_, self.observations.setting, veiled=True)
        pc, fills = self._reader(i.PC, 1), list[tuple[int, Fill]]()
        for at, several in self.game.program.bound.items():
            for bound in several:
                if bound.local.name == name and bound.local.shown in ("open", "secret"):
                    fills.append((at, self._fill_bound(bound, coded, told)))

        def fill(out: Any, positions: Any, who: Any) -> None:
            here = pc(positions)[:, 0, 0]
            for at, fill_some in fills:
                games = here == at
                if games.any():
                    some = out[games]
                    fill_some(some, positions[games], who[games])
                    out[games] = some

        return fill

    @property
    def _named_parts(self) -> list[Part]:
        return [each for each in self.observations.parts if each.name.startswith("named.")]

    @property
    def _names(self) -> list[tuple[str, Type]]:
        """Of every such part its name and type, in their order."""
        bound = (each.local for several in self.game.program.bound.values() for each in several)
        return list(dict.fromkeys((each.name, each.type) for each in bound))

    def _fill_bound(self, bound: i.Bound, coded: Coder, told: Callable[[Any], bool]) -> Fill:
        """Fills a part with a name, where it is bound and whoever looks knows it."""
        slot = self.game.program.layout.locals[bound.local.number]
        table = self._table(slot, bound.local.type, coded, told)
        if table is None and bound.local.type.is_place:
            return self._fill_name(bound, self._met_columns(bound.local.type, coded, told))
        if table is None:
            raise UnobservedError(bound.local.name)
        read, (columns, low) = self._reader(slot, 1), table
        whose = self._reader(i.ME if bound.whose == i.BEFORE_ALL else bound.whose, 1)

        def fill(out: Any, positions: Any, who: Any) -> None:
            values = read(positions)[:, 0, 0].astype(self.numpy.intp) - low
            if bound.local.shown == "secret":
                values[whose(positions)[:, 0, 0] != who] = len(columns) - 1
            out[:, 0] = columns.take(values, axis=0)

        return fill

    def _fill_name(self, bound: i.Bound, columns: ValueColumns) -> Fill:
        """Fills a part with a name for a place, where it is bound and whoever looks knows it."""
        read = self._reader(self.game.program.layout.locals[bound.local.number], 1)
        whose = self._reader(i.ME if bound.whose == i.BEFORE_ALL else bound.whose, 1)

        def fill(out: Any, positions: Any, who: Any) -> None:
            found = columns.take(read(positions)[:, 0, 0])
            if bound.local.shown == "secret":
                found[whose(positions)[:, 0, 0] != who] = 0
            out[:, 0] = found

        return fill

    # ---- values ----------------------------------------------------------------------------------------------------------

    def _reader(self, slot: int, rows: int) -> Callable[[Any], Any]:
        """Reads what some slots hold that lie one behind another: by game, row and entry."""
        held = self.encoding.slots[slot]
        at = self.encoding.at[slot] - self.encoding.whole.at
        if not isinstance(held, NumberCodec | SetCodec | BagCodec):
            raise UnobservedError(f"{slot}")
        dtype = self.numpy.dtype(f"<{held.array.format}")
        step = held.stride * held.array.width
        apart = {self.encoding.at[slot + n + 1] - self.encoding.at[slot + n] for n in range(rows - 1)}
        if apart - {step}:
            raise UnobservedError(f"{slot}")

        def read(positions: Any) -> Any:
            shape = len(positions), rows, held.stride
            return self.numpy.ndarray(shape, dtype, positions, at, (positions.shape[1], step, dtype.itemsize))

        return read

    def _writer(self, type_: Type, veiled: bool, wide: int) -> Callable[[Any, Any, Any], None]:
        """Writes values of a type, as far as they are known; before one that may be none or unknown, that it is there."""
        width, code = self._coder(type_)
        lead = int((veiled or type_.optional) and (not type_.is_row or veiled))
        if width + lead != wide:
            raise UnobservedError(str(type_))

        def write(out: Any, entries: Any, known: Any) -> None:
            there, columns = code(entries)
            there = there & known
            if lead:
                out[:, :, 0] = there
            out[:, :, lead:] = columns * there[:, :, None]

        return write

    def _coder(self, type_: Type) -> Coded:
        """Returns a function that turns values of a type into columns."""
        handler = self.handlers.get(type_.form)
        if handler is None:
            raise UnobservedError(type_.form)
        coded: Coded = handler(self, type_)
        return coded

    @handles("number")
    def _of_number(self, type_: Type) -> Coded:
        np, low, whole, optional = self.numpy, type_.low, max(type_.high - type_.low, 1), type_.optional
        return 1, lambda found: (found[:, :, 0] >= 0 if optional else np.True_, (found - low) / whole)

    @handles("bag")
    def _of_bag(self, type_: Type) -> Coded:
        many = len(self.observations.setting.rows(type_.name))
        return many, lambda found: (self.numpy.True_, found[:, :, 1 : 1 + many])

    @handles("set")
    def _of_set(self, type_: Type) -> Coded:
        """Returns a function that turns sets into columns: a bit for each that may be in them."""
        element = type_.element
        if element is None or not element.facts.is_counted:
            raise UnobservedError(type_.form)
        bits = self.numpy.arange(self.observations.setting.count_values(element))

        def code(found: Any) -> tuple[Any, Any]:
            return self.numpy.True_, found[:, :, bits // 32] >> bits % 32 & 1

        return len(bits), code
