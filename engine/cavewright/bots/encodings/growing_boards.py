"""Tiles of boards that grow, as rows of a tensor."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...foundation.source.memo import Memo
from ...play.positions.position import Position
from ...play.positions.sight import Sight
from ...play.positions.value_text import border_words, place_named, place_words
from ...play.views.view import plain
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model import types
from ...rules.model.initial_values import blank_passage
from ...rules.model.types import SIDES, SIX_SIDES, row
from .encoding_error import EncodingError
from .places import place_number
from .setting import Setting
from .values import Coder, Tensor, coder

if TYPE_CHECKING:
    from ...play.views.view import View

Columns = list[tuple[str, Coder]]


class Tiles:
    """The part of a board that grows: a row for each tile in the order of the numbers of places.

    In a row stand 1 for a tile that is there, its place, which tile it is, its open sides, what the rules keep of
    the place, and what they keep of each of the passages around it, clockwise from the north.
    """

    def __init__(self, board: m.Board, setting: Setting) -> None:
        self.board, self.setting, self.grid = board, setting, grid.shape_of(board)
        sides = SIX_SIDES if board.hexagonal else SIDES
        self.columns: Columns = [(board.kind, coder(row(board.kind), setting)), (board.sides, coder(sides, setting))]
        self.columns += [(each.name, coder(each.type, setting, each.shown != "open")) for each in board.fields]
        self.borders: Columns = [
            (each.name, coder(each.type, setting, each.shown != "open")) for each in board.passage_fields
        ]
        self.lies = coder(types.place(board.name), setting)
        self.border = sum(coded.width for _, coded in self.borders)
        self.standing_slot = -1
        """The slot that says where the first player stands, around whom a window lies; -1 for none."""
        self.order = Memo(self._number)
        """The number of a place, whatever the reach."""
        self.tile = 1 + self.lies.width + sum(coded.width for _, coded in self.columns)
        self.width = self.tile + len(self.grid.letters) * self.border
        self.shape = setting.room, self.width

    def fill(self, tensor: Tensor, at: int, view: View) -> None:
        """Writes the tiles of a view."""
        shown = view.boards[self.board.name]
        names = {place_named(name, self.board): name for name in shown.places}
        for n, place in self.arrange(names, self.find_middle(view)):
            here, name = at + n * self.width, names[place]
            self.write_tile(tensor, here, name, shown.places[name].values)
            for side, passage in enumerate(self.around(place)):
                kept = shown.passages.get(border_words(passage, self.board)) if passage >= 0 else None
                write_fields(
                    tensor, here + self.tile + side * self.border, kept.values if kept is not None else {}, self.borders
                )

    def write_tile(self, tensor: Tensor, at: int, name: str, values: dict[str, object]) -> None:
        """Writes a tile with what is kept of its place, without its passages."""
        tensor[at] = 1
        self.lies.write(tensor, at + 1, name)
        write_fields(tensor, at + 1 + self.lies.width, values, self.columns)

    def arrange(self, places: Iterable[int], middle: int) -> Iterator[tuple[int, int]]:
        """Yields the rows of places, with the places, in order. EncodingError where there is no room for all."""
        laid = sorted(places, key=self.order.__getitem__)
        self.fits(len(laid))
        yield from enumerate(laid)

    def find_middle(self, view: View) -> int:
        """Returns the place around which a viewer looks; -1 where it does not matter."""
        return -1

    def fits(self, many: int) -> None:
        """Sees to it that so many tiles have room. EncodingError if not."""
        room = self.setting.room
        if many > room:
            raise EncodingError(f"{many:,} tiles lie on {self.board.name}, and a tensor has room for {room:,}")

    def _number(self, place: int) -> int:
        return place_number(place, 2 * grid.FURTHEST)

    def around(self, place: int) -> tuple[int, ...]:
        """The passages around a place, clockwise from the north; -1 at the edge of what can be numbered."""
        beside = (self.grid.beside(place, side) for side in range(len(self.grid.letters)))
        return tuple(self.grid.passage(place, there) if there >= 0 else -1 for there in beside)


class TilesReader:
    """Reads the part of a board that grows from its records, as one viewer knows them."""

    def __init__(self, tiles: Tiles, state: Position, sight: Sight) -> None:
        self.tiles, self.board, self.rules, self.sight = tiles, tiles.board, sight.rules, Sight(state, sight.viewer)
        self.at: int = state.game.interpreter.evaluate.boards[self.board.name]
        self.around = Memo(tiles.around)
        self.places = Memo(self._place)
        self.passages = Memo[int, Memo[Any, bytes]](self._passages_of)
        self.blank = bytes(4 * tiles.width)
        self.border = bytes(4 * tiles.border)

    def read(self, state: Position) -> bytes:
        """The part in a position."""
        places, passages = state._s[self.at], state._s[self.at + 2]
        found, border, private, end = [], self.border, self.board.private, 0
        for n, place in self.tiles.arrange(places, self._find_middle(state)):
            found += [self.blank * (n - end), self.places[place, places[place]]]
            end = n + 1
            if border:
                known = self.passages[place // grid.BEYOND if private else 0]
                found += [known[passages[each]] if each in passages else border for each in self.around[place]]
        found.append(self.blank * (self.tiles.shape[0] - end))
        return b"".join(found)

    def _find_middle(self, state: Position) -> int:
        """Returns the place around which the viewer looks, as `Tiles.find_middle` does."""
        slot, viewer = self.tiles.standing_slot, self.sight.viewer
        if slot < 0 or not isinstance(viewer, int):
            return -1
        h = state._h if state._branches is None else Sight(state, viewer).slots()
        return int(h[slot + viewer])

    def _place(self, key: tuple[int, Sequence[Any]]) -> bytes:
        """A tile, by its place and its record."""
        place, record = key
        tensor, board = array("f", bytes(4 * self.tiles.tile)), self.board
        lies = {
            board.kind: self.rules.kinds[board.kind].rows[record[0]],
            board.sides: self.tiles.grid.write_sides(record[1]),
        }
        kept = self._values(self._known_fields(board.fields, place), record[2:])
        self.tiles.write_tile(tensor, 0, place_words(place, board), {**lies, **kept})
        return tensor.tobytes()

    def _passages_of(self, owner: int) -> Memo[Any, bytes]:
        """Passages on the board of a player, or of all, by their records: what is kept since the beginning."""
        middle = self.tiles.grid.passage(grid.cell(0, 0, owner), grid.cell(1, 0, owner))
        known = self._known_fields(self.board.passage_fields, middle)
        before = self._values(known, blank_passage(self.board))

        def make_bytes(record: Sequence[Any]) -> bytes:
            tensor, kept = array("f", self.border), self._values(known, record)
            write_fields(tensor, 0, kept if kept != before else {}, self.tiles.borders)
            return tensor.tobytes()

        return Memo(make_bytes)

    def _known_fields(self, fields: Sequence[m.Field], row: int) -> list[tuple[int, m.Field]]:
        return [(n, each) for n, each in enumerate(fields) if self.sight.sees(each, row)]

    def _values(self, known: Iterable[tuple[int, m.Field]], record: Sequence[Any]) -> dict[str, object]:
        return {field.name: plain(record[n], field.type, self.rules) for n, field in known}


def write_fields(tensor: Tensor, at: int, values: dict[str, object], columns: Columns) -> int:
    """Writes what is kept of one place or passage; where the next begins."""
    for name, coded in columns:
        value = values.get(name)
        if value is not None:
            coded.write(tensor, at, value)
        at += coded.width
    return at
