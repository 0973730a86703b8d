"""Positions by hand: what the tables and `given` lines of an example say is put into slots and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..cave import grid
from ..model import ruleset as m
from ..model.initial_values import blank_passage
from ..model.types import NONE, Type
from ..source import Diagnostic, Span, at, did_you_mean
from ..states.game import State
from ..tables.table_values import Cell, RawRow
from .conditions import Words
from .table_rows import Table, first_word, table_words

Writer = Callable[[int, Cell], None]


@dataclass(frozen=True, slots=True)
class _Tile:
    """What the cells of a row say of the tile of a place: values by printed column, the tile itself, its open sides."""

    printed: Mapping[str, int]
    tile: int | None
    sides: int | None


class Position:
    """A copy of a state that is changed by hand. `found` is what cannot be done, `state` the result."""

    def __init__(self, before: State, words: Words) -> None:
        self.game, self.words, self.before = before.game, words, before
        self.rules, self.layout = before.game.rules_model, before.game.program.layout
        self.h, self.s = before._h[:], [dict(each) for each in before._s]
        self.branches = None if before._branches is None else tuple(each[:] for each in before._branches)
        self.found: list[Diagnostic] = []

    @property
    def state(self) -> State:
        """The position as a state."""
        return State(self.game, self.words.people, self.h, self.s, self.branches)

    def cannot(self, message: str, span: Span, help: str = "") -> None:
        self.found.append(at("C0904", message, span, help=help))

    def put(self, slot: int, value: int | tuple[int, ...]) -> None:
        for each in (self.h, *(self.branches or ())):
            each[slot] = value

    # ---- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: Table) -> Iterable[RawRow]:
        """Reads a table, and gives each row after what it says has been put in place."""
        head, word = table[0], first_word(table[0])
        if word not in table_words(self.rules):
            self.cannot(f"no table begins with `{word}`", _span(head), did_you_mean(word, table_words(self.rules)))
            return
        read = self._reader(word, head.cells[1:])
        for row in table[1:]:
            if len(row.cells) == len(head.cells):
                read(row)
            else:
                self.cannot(f"this row has {len(row.cells)} cells, its header {len(head.cells)}", row.span)
            yield row

    def _reader(self, word: str, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        if word == self.rules.players:
            return self._of_rows(word, head, self.words.people, "player")
        if word in self.rules.boards:
            board = self.rules.boards[word]
            return self._of_fixed(board, head) if board.fixed else self._of_places(board, head)
        if word == "passage":
            return self._of_passages(head)
        return self._of_rows(word, head, self.rules.kinds[word].rows, word)

    def _each_cell(self, writers: Sequence[Writer | None], row: RawRow, subject: int) -> None:
        for write, cell in zip(writers, row.cells[1:], strict=True):
            if write is not None and cell.text:
                write(subject, cell)

    def _no_column(self, cell: Cell, known: Iterable[str]) -> Writer | None:
        known = tuple(known)
        self.cannot(
            f"`{cell.text}` is no column of this table",
            cell.span,
            did_you_mean(cell.text, known) or (f"there are: {', '.join(known)}" if known else "nothing is kept here"),
        )
        return None

    def _value(self, cell: Cell, type_: Type) -> int | None:
        value = self.words.cell(cell.text, type_)
        if value is None and type_.form == "yes_no":
            self.cannot(f"`{cell.text}` is neither `yes` nor `no`", cell.span, self.words.help(cell.text, type_))
        elif value is None:
            shown = "player" if type_.name == self.rules.players and type_.form == "row" else str(type_)
            self.cannot(f"`{cell.text}` is no {shown}", cell.span, self.words.help(cell.text, type_))
        return value

    # ---- what players and rows keep ----------------------------------------------------------------------------------

    def _of_rows(self, owner: str, head: Sequence[Cell], names: Sequence[str], what: str) -> Callable[[RawRow], None]:
        fields = {f.name: f for f in self.rules.fields if f.owner == owner}
        writers = [
            self._field_writer(fields[cell.text]) if cell.text in fields else self._no_column(cell, fields)
            for cell in head
        ]

        def read(row: RawRow) -> None:
            if first_word(row) in names:
                self._each_cell(writers, row, names.index(first_word(row)))
            else:
                self.cannot(f"there is no {what} `{first_word(row)}`", _span(row), did_you_mean(first_word(row), names))

        return read

    def _field_writer(self, field: m.Field) -> Writer:
        base = self.layout.slot(field)

        def write(subject: int, cell: Cell) -> None:
            value = self._value(cell, field.type)
            if value is not None:
                self.put(base + subject, value)

        def fill(subject: int, cell: Cell) -> None:
            amounts, strange = self.words.pieces(cell.text, self.rules.kinds[field.type.name])
            if strange:
                self.cannot(
                    f"there is no {field.type.name} `{strange}`", cell.span, self.words.help(strange, field.type)
                )
            self.put(base + subject, (*amounts, 0))

        return fill if field.type.form == "bag" else write

    # ---- places ------------------------------------------------------------------------------------------------------

    def _of_places(self, board: m.Board, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        fields = {f.name: n for n, f in enumerate(board.fields)}
        printed = self._columns(board)
        columns = {n: cell.text for n, cell in enumerate(head) if cell.text not in fields and cell.text in printed}
        writers = [
            self._record_writer(board, fields[cell.text])
            if cell.text in fields
            else None
            if n in columns
            else self._no_column(cell, (*fields, *printed))
            for n, cell in enumerate(head)
        ]

        def read(row: RawRow) -> None:
            place = self._place(board, row)
            if place < 0:
                return
            cells = {name: row.cells[n + 1] for n, name in columns.items() if row.cells[n + 1].text}
            if self._laid(board, place, cells, printed, row):
                self._each_cell(writers, row, place)

        return read

    def _place(self, board: m.Board, row: RawRow) -> int:
        """The place that a row is about, or -1."""
        place = self.words.place_in(first_word(row), board)
        if place < 0:
            self.cannot(
                f"`{first_word(row)}` is no place",
                _span(row),
                self.words.help(first_word(row), self.words.place_of(board)),
            )
        return place

    def _of_fixed(self, board: m.Board, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        """A table of places that are there from the start; what lies there is told by its tile or by what is printed on
        it."""
        fields = {
            f.name: f for f in self.rules.fields if f.owner == board.name and f.name not in (board.kind, board.sides)
        }
        printed = self._columns(board)
        columns = {n: cell.text for n, cell in enumerate(head) if cell.text not in fields and cell.text in printed}
        writers = [
            self._field_writer(fields[cell.text])
            if cell.text in fields
            else None
            if n in columns
            else self._no_column(cell, (*fields, *printed))
            for n, cell in enumerate(head)
        ]

        def read(row: RawRow) -> None:
            place = self._place(board, row)
            cells = {name: row.cells[n + 1] for n, name in columns.items() if row.cells[n + 1].text}
            if place >= 0 and (not cells or self._lay_printed(board, place, cells, printed, row)):
                self._each_cell(writers, row, place)

        return read

    def _columns(self, board: m.Board) -> dict[str, Type]:
        """What can be said of a tile: which it is, and what is printed on it."""
        return (
            {
                board.kind: Type("row", board.kind),
                **{c.name: c.type for c in self.rules.kinds[board.kind].columns.values()},
            }
            if board.kind
            else {}
        )

    def _record_writer(self, board: m.Board, index: int) -> Writer:
        at_ = self.words.evaluate.boards[board.name]

        def write(place: int, cell: Cell) -> None:
            value = self._value(cell, board.fields[index].type)
            if value is not None:
                record = self.s[at_][place]
                self.s[at_][place] = (*record[: index + 2], value, *record[index + 3 :])

        return write

    def _laid(
        self, board: m.Board, place: int, cells: Mapping[str, Cell], printed: Mapping[str, Type], row: RawRow
    ) -> bool:
        """Lays what the cells say; true when there is a tile at the place then."""
        there = self.s[self.words.evaluate.boards[board.name]].get(place)
        if not cells and (there is not None or not board.kind):
            if there is None:
                self.lay(board, place, NONE, 0)
            return True
        if not cells:
            self.cannot(
                f"no tile lies at `{first_word(row)}`",
                _span(row),
                f"say which: a column `{board.kind}`, or what is printed on it",
            )
            return False
        return self._lay_printed(board, place, cells, printed, row, there)

    def _lay_printed(
        self,
        board: m.Board,
        place: int,
        cells: Mapping[str, Cell],
        printed: Mapping[str, Type],
        row: RawRow,
        there: tuple[int, ...] | None = None,
    ) -> bool:
        """Lays the tile that the cells tell of, in place of the one that is there."""
        values = {name: self._printed(cell, printed[name]) for name, cell in cells.items()}
        if None in values.values():
            return False
        known = {name: value for name, value in values.items() if value is not None}
        tile, sides = known.pop(board.kind, None), known.pop(board.sides, None)
        if tile is None and not known and there is not None:
            tile = there[0]
        return self._lay_first(board, place, _Tile(known, tile, sides), row)

    def _printed(self, cell: Cell, type_: Type) -> int | None:
        if type_.form == "text":
            self.cannot("what a place is cannot be told by a text", cell.span)
            return None
        return NONE if cell.text == "none" and type_.optional else self._value(cell, type_)

    def _lay_first(self, board: m.Board, place: int, wanted: _Tile, row: RawRow) -> bool:
        """Lays the first tile that is as wanted."""
        kind = self.rules.kinds[board.kind]
        for tile in range(len(kind.rows)) if wanted.tile is None else (wanted.tile,):
            lies = kind.columns[board.sides].values[tile] if board.sides else 0
            turned = lies if wanted.sides is None else wanted.sides
            if all(
                kind.columns[name].values[tile] == value for name, value in wanted.printed.items()
            ) and turned in grid.turnings(lies):
                self.lay(board, place, tile, turned)
                return True
        what = (
            f"`{kind.rows[wanted.tile]}` is not printed so"
            if wanted.tile is not None
            else f"no {board.kind} is printed so"
        )
        self.cannot(f"{what}, however it is turned", row.span, self._turnings(kind, board, wanted))
        return False

    def _turnings(self, kind: m.Kind, board: m.Board, wanted: _Tile) -> str:
        if wanted.tile is None or not board.sides:
            return ""
        return ways_round(kind.columns[board.sides].values[wanted.tile])

    def lay(self, board: m.Board, place: int, tile: int, sides: int) -> None:
        """Lays or overwrites, and works out the frontier anew."""
        if board.fixed:
            for name, value in ((board.kind, tile), (board.sides, sides)):
                if name:
                    self.put(self.words.evaluate.lying(board, name) + place, value)
            return
        at_ = self.words.evaluate.boards[board.name]
        records = {**self.s[at_], place: (tile, sides, *self.words.evaluate.blank[board.name][2:])}
        cells: grid.Cells = {}
        frontier: grid.Frontier = {}
        for each, record in records.items():
            grid.lay(cells, frontier, each, record)
        self.s[at_], self.s[at_ + 1] = cells, frontier

    # ---- passages ----------------------------------------------------------------------------------------------------

    def _of_passages(self, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        boards = self.rules.boards.values()
        names = {cell.text for cell in head}
        board = next((b for b in boards if names & {f.name for f in b.passage_fields}), next(iter(boards), None))
        if board is not None and board.fixed:
            return self._of_borders(board, head)
        fields = {} if board is None else {f.name: n for n, f in enumerate(board.passage_fields)}
        writers = [
            self._edge_writer(board, fields[cell.text])
            if board is not None and cell.text in fields
            else self._no_column(cell, fields)
            for cell in head
        ]

        def read(row: RawRow) -> None:
            ends = (
                [self.words.place_in(each.strip(), board) for each in first_word(row).replace("–", "-").split("-")]
                if board is not None
                else []
            )
            passage = grid.passage(*ends) if len(ends) == 2 and min(ends) >= 0 else -1
            if passage < 0:
                self.cannot(
                    f"`{first_word(row)}` is no passage", _span(row), "write two places that touch, as in `o-n1`"
                )
            else:
                self._each_cell(writers, row, passage)

        return read

    def _of_borders(self, board: m.Board, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        """A table of passages between fixed places, by their names or by their two ends; `a1-n` is at the edge."""
        rows, between = self.rules.kinds[board.passages].rows, self.words.evaluate.nets[board.name].between
        fields = {f.name: f for f in board.passage_fields}
        writers = [
            self._field_writer(fields[cell.text]) if cell.text in fields else self._no_column(cell, fields)
            for cell in head
        ]

        def read(row: RawRow) -> None:
            said = self.words.owned(first_word(row).replace("–", "-"))
            ends = [self.words.place_in(each.strip(), board) for each in said.split("-")]
            if len(ends) == 2 and "." in said:
                ends[1] = self.words.place_in(f"{said.partition('.')[0]}.{said.partition('-')[2]}", board)
            passage = (
                rows.index(said) if said in rows else between.get((ends[0], ends[1]), NONE) if len(ends) == 2 else NONE
            )
            if passage < 0:
                self.cannot(
                    f"`{first_word(row)}` is no passage",
                    _span(row),
                    f"write two places that touch, as in `{rows[0] if rows else 'a1-b1'}`",
                )
            else:
                self._each_cell(writers, row, passage)

        return read

    def _edge_writer(self, board: m.Board, index: int) -> Writer:
        def write(passage: int, cell: Cell) -> None:
            value = self._value(cell, board.passage_fields[index].type)
            if value is not None:
                self.set_edge(board, index, passage, value)

        return write

    def set_edge(self, board: m.Board, index: int, passage: int, value: int) -> None:
        edges = self.s[self.words.evaluate.boards[board.name] + 2]
        record = edges.get(passage, blank_passage(board))
        edges[passage] = (*record[:index], value, *record[index + 1 :])


def ways_round(sides: int) -> str:
    return f"it can lie open to {' or '.join(f'`{grid.shown(each)}`' for each in grid.turnings(sides))}"


def _span(row: RawRow) -> Span:
    return row.cells[0].span if row.cells and row.cells[0].text else row.span
