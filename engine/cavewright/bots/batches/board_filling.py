"""Tiles of boards that grow, of all games of a batch at once: out of the records of their positions, into tensors."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ...foundation.source.memo import Memo
from ...machine.ir.arrays import Array
from ...machine.ir.records import Records
from ...play.positions.value_text import place_words
from ...play.views.view import plain
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ..encodings.growing_boards import Tiles
from ..encodings.values import Coder
from ..encodings.windows import Window

MOST_VALUES = 4_096
"""Values of a field whose columns are worked out beforehand."""
UNKNOWN_ORDER = 2**31 - 1
"""What stands in place of the order of a record that is none: such records come last."""
Columns = Callable[[Any], Any]
"""Returns the columns of values, one behind another."""


class ValueColumns:
    """Columns of the values of a type: each is coded once, when a batch first meets it."""

    def __init__(self, numpy: Any, code: Callable[[Any], array[float]]) -> None:
        self.numpy = numpy
        self.known: Memo[int, Any] = Memo(lambda value: numpy.array(code(value), numpy.float32))

    def take(self, values: Any) -> Any:
        """Returns the columns of an array of values, in a last dimension more."""
        met, where = self.numpy.unique(values, return_inverse=True)
        table = self.numpy.stack([self.known[each] for each in met.tolist()])
        return table[where.reshape(values.shape)]


class BoardFilling:
    """Fills the part of a board that grows with the tiles of all games, as `Tiles` or `Window` lay them out. `read_middle`
    says of positions, and of who looks, where these stand. Raises LookupError for a board of which a batch knows too
    little: where something is secret, or a field holds sets.
    """

    def __init__(
        self, numpy: Any, tiles: Tiles, records: Records, start: int, rules: m.Ruleset, read_middle: Any
    ) -> None:
        self.numpy, self.tiles, self.records, self.start, self.rules = numpy, tiles, records, start, rules
        self.read_middle, board = read_middle, tiles.board
        fields = (*board.fields, *board.passage_fields)
        if {*records.words} - {1} or any(each.shown != "open" for each in fields):
            raise LookupError(board.name)
        self.lies = ValueColumns(numpy, lambda value: self._code(tiles.lies, place_words(value, board)))
        held = records.columns[2:]
        rows = tuple(rules.kinds[board.kind].rows)
        told: list[Callable[[int], Any]] = [rows.__getitem__, tiles.grid.write_sides]
        told += [self._teller(each) for each in board.fields]
        coders = [coded for _, coded in tiles.columns]
        arrays = (*records.columns[:2], *held)
        self.columns = [self._columns(*each) for each in zip(arrays, coders, told, strict=True)]
        self.borders = [
            self._columns(each, coded, self._teller(field))
            for each, (_, coded), field in zip(records.edges, tiles.borders, board.passage_fields, strict=True)
        ]

    def _teller(self, field: m.Field) -> Callable[[int], Any]:
        """Returns what tells a value of a field as a view does."""
        return lambda value: plain(value, field.type, self.rules)

    def _code(self, coded: Coder, value: Any) -> array[float]:
        """The columns of a value of a view, of none zeros."""
        tensor = array("f", bytes(4 * coded.width))
        if value is not None:
            coded.write(tensor, 0, value)
        return tensor

    def _columns(self, held: Array, coded: Coder, tell: Callable[[int], Any]) -> tuple[Array, int, Any]:
        """An array of records, how many columns a value of it has, and what makes them."""
        return held, coded.width, ValueColumns(self.numpy, lambda value: self._code(coded, tell(value)))

    # ---- reading ---------------------------------------------------------------------------------------------------------

    def _entries(self, positions: Any, held: Array, many: int = 1) -> Any:
        """Entries of an array for every record, from the first on: by game, record, and so many of them."""
        dtype = self.numpy.dtype(f"<{held.format}")
        at, size = held.at - self.start - held.width * held.origin, dtype.itemsize
        shape = len(positions), self.records.most, many
        return self.numpy.ndarray(shape, dtype, positions, at, (positions.shape[1], many * size, size))

    def _count(self, positions: Any) -> Any:
        """Returns the number of records in each game."""
        dtype = self.numpy.dtype(f"<{self.records.count.format}")
        at = self.records.count.at - self.start
        return self.numpy.ndarray((len(positions),), dtype, positions, at, (positions.shape[1],))

    # ---- filling ---------------------------------------------------------------------------------------------------------

    def fill(self, out: Any, positions: Any, who: Any) -> None:
        """Writes the tiles of all positions, where zeros stand."""
        np, counts = self.numpy, self._count(positions)
        most = int(counts.max())
        places = self._entries(positions, self.records.place)[:, :most, 0]
        laid = np.arange(most) < counts[:, None]
        rows = (
            self._window_rows(places, positions, who)
            if isinstance(self.tiles, Window)
            else self._order_rows(places, laid)
        )
        games, records = np.nonzero(laid & (rows >= 0))
        if not len(games):
            return
        target, lie = rows[games, records], places[games, records]
        width = 1 + self.tiles.lies.width
        found = np.zeros((len(games), self.tiles.width), np.float32)
        found[:, 0], found[:, 1:width] = 1, self.lies.take(lie)
        for held, many, columns in self.columns:
            found[:, width : width + many] = columns.take(self._entries(positions, held)[games, records, 0])
            width += many
        if self.borders:
            self._write_borders(found, positions, games, records)
        out[games, target] = found

    def _order_rows(self, places: Any, laid: Any) -> Any:
        """The rows of places in the order of their numbers. Raises EncodingError where there is no room."""
        np = self.numpy
        self.tiles.fits(laid.sum(axis=1).max(initial=0))
        met, where = np.unique(places, return_inverse=True)
        numbers = np.array([self.tiles.order[each] for each in met.tolist()])
        order = np.where(laid, numbers[where.reshape(places.shape)], UNKNOWN_ORDER)
        return order.argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")

    def _window_rows(self, places: Any, positions: Any, who: Any) -> Any:
        """The rows of places in the windows of those who look; -1 outside of them."""
        np, window = self.numpy, self.tiles
        assert isinstance(window, Window)
        middle = self.read_middle(positions, who)[:, None]
        owner, (x, y) = places // grid.BEYOND, grid.position(places)
        across, down = grid.position(middle)
        mine = (middle >= 0) & (middle // grid.BEYOND == owner)
        x, y = (at - np.where(mine, to, 0) + window.reach for at, to in ((x, across), (y, down)))
        inside = (x >= 0) & (x < window.across) & (y >= 0) & (y < window.across) & (owner < window.owners)
        return np.where(inside, (owner * window.across + y) * window.across + x, -1)

    def _write_borders(self, found: Any, positions: Any, games: Any, records: Any) -> None:
        """Writes what is kept of the passages around tiles: each is kept with the place to its west or north, unless
        nothing has changed there since the beginning."""
        np, known = self.numpy, self._entries(positions, self.records.known, 2)
        near = self._entries(positions, self.records.near, 4)
        held = [self._entries(positions, each, 2) for each, _, _ in self.borders]
        changed = np.zeros(known.shape, bool)
        for entries, blank in zip(held, self.records.blanks[1], strict=True):
            changed |= entries != blank
        changed &= known != 0
        for side, (of, end) in enumerate(_KEEPERS):
            beyond = records if of is None else near[games, records, of].astype(np.intp) - 1
            keeper = np.maximum(beyond, 0)
            there = changed[games, keeper, end] & (beyond >= 0)
            at = self.tiles.tile + side * self.tiles.border
            for entries, (_, many, columns) in zip(held, self.borders, strict=True):
                values = columns.take(entries[games, keeper, end])
                found[:, at : at + many] = values * there[:, None]
                at += many


_KEEPERS: Sequence[tuple[int | None, int]] = ((0, 1), (None, 0), (None, 1), (3, 0))
"""Of each side of a square, clockwise from the north, beyond which side its passage is kept, and whether as the one to the
east or as the one to the south."""
