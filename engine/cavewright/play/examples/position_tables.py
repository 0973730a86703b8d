"""Positions by hand: what the tables and `given` lines of an example say is put into slots and boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ...foundation.source import Diagnostic, Span, Where, at, did_you_mean
from ...language.tables.table_values import Cell, RawRow
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.initial_values import blank_passage
from ...rules.model.piles import Heap, Pile
from ...rules.model.types import NONE, Type
from ..states.game import State
from .conditions import ExampleExpressions
from .table_rows import Table, first_word, table_words


class PositionBuilder:
    """A copy of a state that is changed by hand. `found` is what cannot be done, `state` the result."""

    def __init__(self, before: State, words: ExampleExpressions) -> None:
        self.game, self.words, self.before = before.game, words, before
        self.rules, self.layout = before.game.rules_model, before.game.program.layout
        self.h, self.s = before._h[:], [dict(each) for each in before._s]
        self.branches = None if before._branches is None else tuple(each[:] for each in before._branches)
        self.found: list[Diagnostic] = []

    @property
    def state(self) -> State:
        """The position as a state."""
        return State(self.game, self.words.people, self.h, self.s, self.branches)

    def cannot(self, message: str, place: Where, help: str = "") -> None:
        self.found.append(at("C0904", message, place, help=help))

    def write_slot(self, slot: int, value: int | tuple[int, ...]) -> None:
        for each in (self.h, *(self.branches or ())):
            each[slot] = value

    # ---- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: Table) -> Iterable[RawRow]:
        """Reads a table, and gives each row after what it says has been put in place."""
        head, word = table[0], first_word(table[0])
        if word not in table_words(self.rules):
            help = did_you_mean(word, table_words(self.rules), lambda near: self._has_columns(near, head))
            self.cannot(f"no table begins with `{word}`", _span(head), help)
            return
        read = self._reader(word, head.cells[1:])
        for row in table[1:]:
            if len(row.cells) == len(head.cells):
                read(row)
            else:
                self.cannot(f"this row has {len(row.cells)} cells, its header {len(head.cells)}", row)
            yield row

    def _has_columns(self, word: str, head: RawRow) -> bool:
        """Tells if the table of a word can have the columns of a header."""
        kept = {each.name for each in self.rules.fields if each.owner == word and not each.passage}
        board = self.rules.boards.get(word)
        kept |= {*self._columns(board)} if board is not None else set()
        kept |= {f.name for b in self.rules.boards.values() for f in b.passage_fields} if word == "passage" else set()
        return all(cell.text in kept for cell in head.cells[1:])

    def _reader(self, word: str, head: Sequence[Cell]) -> Callable[[RawRow], None]:
        """Returns a function that reads the rows of a table: it finds what a row is about, lays the tile that the row
        tells of, and puts down what is kept."""
        board = self.rules.boards.get(word)
        fields: Iterable[m.Field] = (f for f in self.rules.fields if f.owner == word and not f.passage)
        if board is not None and word != self.rules.players:
            fields = (f for f in fields if f.name not in (board.kind, board.sides))
            find = partial(self._place, board)
        elif word == "passage":
            board = self._board_with({cell.text for cell in head})
            fields = board.passage_fields if board is not None else ()
            find = partial(self._passage, board)
        else:
            is_player = word == self.rules.players
            names = self.words.people if is_player else self.rules.kinds[word].rows
            find = partial(self._index_of_name, names, "player" if is_player else word)
        kept = {field.name: field for field in fields}
        printed = self._columns(self.rules.boards[word]) if word in self.rules.boards else {}
        for cell in head:
            if cell.text not in kept and cell.text not in printed:
                self._no_column(cell, (*kept, *printed), [each.text for each in head])

        def read(row: RawRow) -> None:
            subject = find(row)
            cells = list(zip((cell.text for cell in head), row.cells[1:], strict=True))
            tile = {name: cell for name, cell in cells if name in printed and name not in kept and cell.text}
            if subject < 0 or (
                word in self.rules.boards and not self._lay_tile(self.rules.boards[word], subject, tile, row)
            ):
                return
            said = [(kept[name], cell) for name, cell in cells if name in kept and cell.text]
            for field, cell in said:
                before = self._bag(field, subject)
                self._write(field, subject, cell)
                self._take_from_supply(field, subject, before, [each for each, _ in said])

        return read

    def _no_column(self, cell: Cell, known: Sequence[str], there: Collection[str]) -> None:
        there_are = f"there are: {', '.join(known)}" if known else "nothing is kept here"
        self.cannot(
            f"`{cell.text}` is no column of this table",
            cell,
            did_you_mean(cell.text, {*known}.difference(there)) or there_are,
        )

    def _write(self, field: m.Field, subject: int, cell: Cell) -> None:
        """Puts down what a cell says that a row, a place or a passage keeps."""
        value = self.contents(cell, field.type) if field.type.is_bag else self._value(cell, field.type)
        if value is not None:
            self.keep(field, subject, value)

    def contents(self, cell: Cell, type_: Type) -> tuple[int, ...]:
        """Returns what lies in a bag as a cell says it, `copper, 2 hill`; in a pile from the top."""
        kind = self.rules.kinds[type_.name]
        amounts, strange = self.words.cells.pieces(cell.text, kind)
        if strange:
            self.cannot(f"there is no {kind.name} `{strange}`", cell, self.words.cell_help.of(strange, type_))
        if not type_.is_pile:
            return (*amounts, 0)
        return Pile.of(len(amounts), (Heap((each,)) for each in self.words.cells.order(cell.text, kind)))

    def _bag(self, field: m.Field, subject: int) -> tuple[int, ...]:
        """Returns the pieces in a bag that no growing board keeps; nothing for any other field."""
        is_bag = field.type.is_bag and field.owner not in self.rules.growing
        bag: tuple[int, ...] = self.h[self.layout.slot(field) + subject] if is_bag else ()
        return bag

    def _take_from_supply(self, field: m.Field, subject: int, before: Sequence[int], said: Sequence[m.Field]) -> None:
        """Takes the pieces that a table has put into a bag out of the bag that supplies their owner, as far as they lie
        there, unless the table says what that holds: nobody has two of a piece of which there is one."""
        more = [max(0, now - was) for now, was in zip(self._bag(field, subject), before, strict=False)]
        for supply in self.rules.fields:
            is_source = supply.type.endless and (supply.owner, supply.type.name) == (field.owner, field.type.name)
            if is_source and any(more) and supply not in (field, *said):
                held = self._bag(supply, subject)
                left = (*(max(0, n - taken) for n, taken in zip(held, more, strict=True)),)
                self.keep(supply, subject, (*left[:-1], held[-1]))

    def keep(self, field: m.Field, row: int, value: int | tuple[int, ...]) -> None:
        """Sets what a field keeps of a row, a place or a passage."""
        board = self.rules.growing.get(field.owner)
        if board is None:
            self.write_slot(self.layout.slot(field) + row, value)
            return
        at_ = self.words.evaluate.boards[board.name]
        fields = board.passage_fields if field.passage else board.fields
        records: dict[int, Any] = self.s[at_ + 2 if field.passage else at_]
        record = records.get(row) or blank_passage(board)
        n = fields.index(field) + len(record) - len(fields)
        records[row] = (*record[:n], value, *record[n + 1 :])

    def _value(self, cell: Cell, type_: Type) -> int | None:
        value = self.words.cells.value(cell.text, type_)
        if value is None:
            wrong = f"`{cell.text}` is no {type_}"
            if type_.is_truth:
                wrong = f"`{cell.text}` is neither `yes` nor `no`"
            elif type_.is_row_of(self.rules.players):
                wrong = f"there is no player `{cell.text}`"
            self.cannot(wrong, cell, self.words.cell_help.of(cell.text, type_))
        return value

    # ---- what a row is about: its number, or -1 --------------------------------------------------------------------

    def _index_of_name(self, names: Sequence[str], what: str, row: RawRow) -> int:
        word = first_word(row)
        if word in names:
            return names.index(word)
        self.cannot(f"there is no {what} `{word}`", _span(row), did_you_mean(word, names))
        return -1

    def _place(self, board: m.Board, row: RawRow) -> int:
        word = first_word(row)
        place = self.words.cells.place_in(word, board)
        if place < 0:
            self.cannot(f"`{word}` is no place", _span(row), self.words.cell_help.of(word, board.place()))
        return place

    def _board_with(self, names: Collection[str]) -> m.Board | None:
        """The board whose passages keep one of these, or else the first."""
        boards = self.rules.boards.values()
        return next((b for b in boards if any(f.name in names for f in b.passage_fields)), next(iter(boards), None))

    def _passage(self, board: m.Board | None, row: RawRow) -> int:
        """A passage by its two ends; one between fixed places by its name too: `a1-n` is at the edge."""
        said, example, passage = first_word(row).replace("–", "-"), "o-n1", -1
        if board is not None and board.fixed:
            passages = self.rules.kinds[board.passages]
            between = self.words.evaluate.nets[board.name].between
            said = self.words.cells.write_place(said)
            example = next(iter(passages.rows), "a1-b1")
            ends = self._ends(said, board)
            if len(ends) == 2 and "." in said:
                ends[1] = self.words.cells.place_in(f"{said.partition('.')[0]}.{said.partition('-')[2]}", board)
            passage = passages.index(said)
            if passage < 0 and len(ends) == 2:
                passage = between.get((ends[0], ends[1]), NONE)
        elif board is not None:
            ends = self._ends(said, board)
            passage = grid.shape_of(board).passage(*ends) if len(ends) == 2 and min(ends) >= 0 else -1
        if passage < 0:
            help = f"write two places that touch, as in `{example}`"
            self.cannot(f"`{first_word(row)}` is no passage", _span(row), help)
        return passage

    def _ends(self, said: str, board: m.Board) -> list[int]:
        return [self.words.cells.place_in(each.strip(), board) for each in said.split("-")]

    # ---- tiles -----------------------------------------------------------------------------------------------------

    def _columns(self, board: m.Board) -> dict[str, Type]:
        """Returns the columns that can tell of a tile: which it is, and what is printed on it."""
        columns = self.rules.kinds[board.kind].columns if board.kind else {}
        return {
            **({board.kind: Type("row", board.kind)} if board.kind else {}),
            **{n: c.type for n, c in columns.items()},
        }

    def _lay_tile(self, board: m.Board, place: int, cells: Mapping[str, Cell], row: RawRow) -> bool:
        """Lays the tile that the cells tell of, in place of one that is there; true when what the place keeps can be
        said then."""
        there = None if board.fixed else self.s[self.words.evaluate.boards[board.name]].get(place)
        if not cells:
            if board.kind and not board.fixed and there is None:
                help = f"say which: a column `{board.kind}`, or what is printed on it"
                self.cannot(f"no tile lies at `{first_word(row)}`", _span(row), help)
                return False
            if not board.fixed and there is None:
                self.lay(board, place, NONE, 0)
            return True
        columns = self._columns(board)
        values = {name: self._printed_value(cell, columns[name]) for name, cell in cells.items()}
        if None in values.values():
            return False
        known = {name: value for name, value in values.items() if value is not None}
        tile, sides = known.pop(board.kind, None), known.pop(board.sides, None)
        if tile is None and not known and there is not None:
            tile = there[0]
        return self._lay_first(board, place, tile, sides, known, row)

    def _printed_value(self, cell: Cell, type_: Type) -> int | None:
        if type_.is_text:
            self.cannot("what a place is cannot be told by a text", cell)
            return None
        return NONE if cell.text == "none" and type_.optional else self._value(cell, type_)

    def _lay_first(
        self, board: m.Board, place: int, tile: int | None, sides: int | None, known: Mapping[str, int], row: RawRow
    ) -> bool:
        """Lays the first tile that is printed so, or the one that is named, open to these sides if any are said."""
        kind = self.rules.kinds[board.kind]
        opened = kind.columns[board.sides].values if board.sides else (0,) * len(kind.rows)
        for each in range(len(kind.rows)) if tile is None else (tile,):
            turned = opened[each] if sides is None else sides
            if (
                all(kind.columns[name].values[each] == value for name, value in known.items())
                and turned in grid.shape_of(self.rules).turnings[opened[each]]
            ):
                self.lay(board, place, each, turned)
                return True
        what = f"no {board.kind} is printed so" if tile is None else f"`{kind.rows[tile]}` is not printed so"
        help = "" if tile is None or not board.sides else ways_round(opened[tile], grid.shape_of(self.rules))
        self.cannot(f"{what}, however it is turned", row, help)
        return False

    def lay(self, board: m.Board, place: int, tile: int, sides: int) -> None:
        """Lays or overwrites, and works out the frontier anew."""
        if board.fixed:
            for name, value in ((board.kind, tile), (board.sides, sides)):
                if name:
                    self.write_slot(self.words.evaluate.lying(board, name) + place, value)
            return
        at_ = self.words.evaluate.boards[board.name]
        records = {**self.s[at_], place: (tile, sides, *self.words.evaluate.blank[board.name][2:])}
        cells: grid.Cells = {}
        frontier: grid.Frontier = {}
        for each, record in records.items():
            grid.shape_of(board).lay(cells, frontier, each, record)
        self.s[at_], self.s[at_ + 1] = cells, frontier


def ways_round(sides: int, shape: grid.Shape) -> str:
    """Advice on how a tile can lie that is open on so many sides, as they are written for a grid of this shape."""
    return f"it can lie open to {' or '.join(f'`{shape.write_sides(each)}`' for each in shape.turnings[sides])}"


def _span(row: RawRow) -> Span:
    return row.cells[0].span if row.cells and row.cells[0].text else row.span
