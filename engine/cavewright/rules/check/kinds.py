"""Kinds with the rows and columns of their tables, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...foundation.source import Diagnostic, Label, Span, errors
from ...language.syntax import tree as t
from ...language.syntax.parse import parse_text
from ...language.tables import Cell, Column, ColumnType, RawRow, RawTable, read_csv, split_row, type_rows
from ..model import ruleset as m
from ..model.types import NONE, SIDES, SIX_SIDES, TEXT, Type, number
from .boards import grows_by_hexagons
from .column_types import column_type_of, kind_of_cells
from .limits import MOST_CELLS, MOST_ROWS
from .section import CheckerInput, Section, cells_of
from .symbols import side_kinds

Tables = tuple[list[Any], list[Any], list[Any]]
"""The header cells, the rows that stand in a rule file, and the tables of the files that a kind names."""


class Kinds(Section):
    """Cells that lie at one of the places `without` are read as if nothing were said there.

    So the rules know the row by its name. One that cannot be read even so, at whose place `without` is twice or its
    name, is left out.
    """

    def __init__(self, given: CheckerInput) -> None:
        super().__init__(given)
        self.without = given.without
        self.raw: dict[str, Tables] = {}
        self.cut: set[str] = set()
        self.rows = self.cells = 0

    def declare(self) -> None:
        """Names of all kinds first, then their columns: a column may hold rows of any kind."""
        is_six = any(grows_by_hexagons(node.first(t.Grid)) for node in self.of("board"))
        self.names.kinds["side"], self.names.sides = side_kinds[is_six], SIX_SIDES if is_six else SIDES
        kinds = [each for each in self.of("kind") if each.name != "side"]
        for node in kinds:
            _, rows, files = self._tables(node)
            read = (*rows, *(row for each in files for row in (*each.rows, *each.ragged)))
            names = dict.fromkeys(row.cells[0].text for row in read if row.cells)
            self._declare_kind(node, list(names)[:5000], {}, node.name_span)
        for node in self.of("players")[:1]:
            self._players(node)
        for node in self.of("board"):
            self.boards.declare(node)
        for node in kinds:
            self._columns(node)
        self.names.index_rows()

    def _declare_kind(
        self, node: t.Declaration, rows: Iterable[str], columns: Mapping[str, m.Column], span: Span | None
    ) -> None:
        self.names.kinds[node.name] = m.Kind(node.name, tuple(rows), columns, node.text, node.cites, span)

    def _players(self, node: t.Declaration) -> None:
        type_ = self.read.type_of(node.second) if node.second else number(1, 1)
        low, high = type_.low, type_.high
        if not type_.is_number or not 1 <= low <= high <= 16:
            self.wrong("C0418", "a game is played by 1 to 16 players, for instance `players team 2..5`", node)
            low, high = 1, 2
        self.names.players, self.names.player_range = node.name, (low, high)
        self._declare_kind(node, map(str, range(high)), {}, None)

    def _tables(self, node: t.Declaration) -> Tables:
        """The header cells, the inline rows, and the rows of the files that the kind names."""
        if node.label not in self.raw:
            self.raw[node.label] = ([], [], []) if self.is_too_large("C0611") else self._read_rows(node)
            _, rows, files = self.raw[node.label]
            cells = [len(row.cells) for row in (*rows, *(r for f in files for r in f.rows))]
            self.rows = self.rows + len(cells)
            self.cells = self.cells + sum(cells)
            if self.rows > MOST_ROWS or self.cells > MOST_CELLS:
                self.wrong(
                    "C0611",
                    f"all tables together have at most {MOST_ROWS:,} rows and {MOST_CELLS:,} cells",
                    node.name_span,
                    "too many with this one",
                    help="do without some of them",
                )
        return self.raw[node.label]

    def _read_rows(self, node: t.Declaration) -> Tables:
        rows = [cells_of(each) for each in node.every(t.Row)]
        files = []
        for each in node.every(t.Rows):
            source = self.given.table(each)
            if source is None:
                self.wrong(
                    "C0222",
                    f"there is no table `{each.file}` beside this file",
                    each,
                    help="a table is a file that ends in `.csv`, stands in the same folder, and is named without "
                    "the folder",
                )
            elif not each.mark:
                self.wrong(
                    "C0137",
                    f"columns are separated by one character, and this is {len(each.separator or '')}",
                    each,
                    help="write the character itself between the quotes, for instance `;` or a tab",
                )
            else:
                table, found = read_csv(source, each.mark)
                self.findings.add(*(one for one in found if one.code != "C0131" or one.span not in self.without))
                self.cut |= {node.label} if any(one.code == "C0133" for one in found) else set()
                files.append(self._without(table) if self.without else table)
        return (list(rows[0].cells) if rows else []), [each for each in rows[1:] if self._is_read(each)], files

    def _without(self, table: RawTable) -> RawTable:
        """The table as it is read once what is wrong with it has been told; rows with missing cells are rows, too."""
        rows = sorted((*table.rows, *table.ragged), key=lambda each: each.span.start) if table.ragged else table.rows
        return RawTable(table.header, tuple(filter(self._is_read, rows)))

    def _hit(self, each: Any) -> list[Span]:
        """The places in a row at which nothing is to be read."""
        return [
            span
            for span in self.without
            if span.source is each.span.source and each.span.start <= span.start <= each.span.end
        ]

    def _is_read(self, each: Any) -> bool:
        """Tells if a row is read, with its doubtful cells blank or as it is."""
        return all(self.without[span] == 1 and span.start >= each.cells[0].span.end for span in self._hit(each))

    def _blank_cells(self, kind: str, each: Any, columns: list[Column]) -> Any:
        """The row with the least that a column can hold in place of what is not to be read; where cells are missing, of
        all."""
        hit = self._hit(each)
        if not hit:
            return each
        is_whole = len(each.cells) == len(columns)
        cells = [each.cells[0]]
        for n, column in enumerate(columns[1:], 1):
            cell = each.cells[n] if is_whole else Cell("", hit[0])
            if cell.span in hit:
                self.boards.doubted.setdefault((kind, column.name), set()).add(each.cells[0].text)
                cell = Cell(_least(column.type), cell.span)
            cells.append(cell)
        return RawRow(tuple(cells), each.span)

    def _columns(self, node: t.Declaration) -> None:
        header, rows, files = self._tables(node)
        columns = [self.column(cell, n) for n, cell in enumerate(header)]
        if not columns:
            if files or not node.every(t.Row):
                self.wrong(
                    "C0223",
                    f"kind `{node.name}` needs a row that names its columns",
                    node.name_span,
                    help=f"`| {node.name} | … |`",
                )
            return
        read = [*rows, *(row for table in files for row in self._in_order(columns, table))]
        raw = (
            [self._blank_cells(node.name, each, [column for column, _ in columns]) for each in read]
            if self.without
            else read
        )
        typed, found = type_rows(raw, [column for column, _ in columns], node.name)
        self.findings.add(*(each for each in found if each.code != "C0133" or node.label not in self.cut))
        kind = self.names.kinds[node.name]
        self.boards.rows[node.name] = typed
        if not errors(found) and not any(table.ragged for table in files):
            made = {c.name: self._values(c, type_, n, typed) for n, (c, type_) in enumerate(columns[1:])}
            self._declare_kind(node, (r.name for r in typed), made, node.name_span)
        else:
            many = len(kind.rows) + 1
            empty = {
                column.name: m.Column(column.name, type_, (0,) * many, ("",) * many) for column, type_ in columns[1:]
            }
            self._declare_kind(node, kind.rows, empty, node.name_span)

    def _in_order(self, columns: list[tuple[Column, Type]], table: Any) -> list[Any]:
        """The rows of a file, their cells in the order of the declared columns."""
        names = [cell.text for cell in table.header]
        wanted = [column.name for column, _ in columns]
        missing = [name for name in wanted[1:] if name not in names[1:]]
        strange = [cell for cell in table.header[1:] if cell.text not in wanted[1:]]
        for cell in strange:
            self.wrong("C0224", f"`{cell.text}` is no column of this table", cell, help=self.near(cell.text, missing))
        if missing and table.header:
            said = f"the table lacks columns: {', '.join(f'`{each}`' for each in missing)}"
            help = 'separate columns by commas, or write `separated by ";"` behind the name of the file'
            is_cut_elsewhere = len(names) == 1 and ";" in names[0]
            self.wrong("C0224", said, table.header[0], help=help if is_cut_elsewhere else "")
        if missing or strange or not table.header:
            return []
        order = [0, *(names.index(name, 1) for name in wanted[1:])]
        return [
            RawRow(tuple(r.cells[n] for n in order) if len(r.cells) == len(names) else r.cells[:1], r.span)
            for r in table.rows
            if len(r.cells) == len(names) or self._hit(r)
        ]

    def column(self, cell: Any, n: int) -> tuple[Column, Type]:
        """A heading of a table, the `n`th: the column, and its type; that of texts where none is written, and of the
        first."""
        name, _, written = (each.strip() for each in cell.text.partition(":"))
        of, type_ = ColumnType("text"), TEXT
        if written and n:
            start = cell.span.start + cell.span.text.index(":") + 1
            node, problem = parse_text(cell.span.source, start, cell.span.end, "type")
            if problem is not None:
                self.findings.add(problem)
            else:
                type_ = self.read.type_of(node, self._is_printed)
                of = self._column_type(type_, node)
        elif n:
            self.wrong("C0223", f"column `{name}` needs a type", cell, help=f"for instance `{name}: 0..9`")
        return Column(name, of, cell.span), type_

    def _column_type(self, type_: Type, node: t.TypeNode) -> ColumnType:
        made = column_type_of(type_, self.names.kinds)
        if made is None and not type_.is_unknown:
            self.wrong("C0419", "a column holds numbers, rows, sets of rows, yes_no or text", node)
        return made or ColumnType("text")

    def _is_printed(self, type_: Type) -> bool:
        return column_type_of(type_, self.names.kinds) is not None

    def _values(self, column: Column, type_: Type, n: int, rows: Any) -> m.Column:
        cells = [r.values[n] for r in rows]
        if column.type.is_text:
            texts = *(str(cell or "") for cell in cells), ""
            return m.Column(column.name, type_, (0,) * len(texts), texts)
        numbers = self.names.numbers(kind_of_cells(type_)) if column.type.of else {}
        coded = tuple(self._code(cell, type_, numbers) for cell in cells)
        return m.Column(column.name, type_, (*coded, NONE if type_.starts_empty else 0))

    def _code(self, cell: Any, type_: Type, numbers: Mapping[str, int]) -> int:
        if cell is None:
            return NONE if type_.optional else 0
        if type_.is_row:
            return numbers.get(cell, NONE)
        if type_.facts.in_bits:
            return sum(1 << numbers[word] for word in cell)
        return int(cell)

    # ---- names that hide rows ----------------------------------------------------------------------------------------

    def hidden_rows(self, base: str) -> None:
        """C0230 for names and rows of the same name that different authors wrote: the name hides the row where it
        stands alone."""
        rows: dict[str, list[tuple[str, Span, str]]] = {}
        for node in self.of("kind"):
            for each in node.every(t.Row):
                cells = split_row(each.span).cells
                if cells:
                    rows.setdefault(cells[0].text, []).append((node.name, cells[0].span, self.origin(each)))
            _, _, files = self.raw.get(node.label, ([], [], []))
            for cell in (each.cells[0] for table in files for each in table.rows if each.cells):
                rows.setdefault(cell.text, []).append((node.name, cell.span, self.origin(node)))
        named = [
            (each.name, each.name_span, self.origin(each))
            for each in self.of("constant", "option", "define", "notice", "ranking")
        ]
        named += [
            (each.name, each.span, self.origin(each))
            for node in self.of("players", "game")
            for each in node.every(t.Keeps)
        ]
        for name, span, author in named:
            for kind, place, other in rows.get(name, ()):
                if author != other:
                    self._report_hidden_name(name, kind, span, place, author == base)

    def _report_hidden_name(self, name: str, kind: str, span: Span, place: Span, is_old: bool) -> None:
        labels = [Label(span, "this name stands for it from here on"), Label(place, f"the row of `{kind}`")]
        first, second = reversed(labels) if is_old else labels
        message = f"`{name}` alone no longer means the row of `{kind}`"
        help = f"choose another name, or write `{kind}.{name}` wherever the row is meant"
        self.findings.add(Diagnostic("C0230", message, (first, second), (), help, "warning"))


def _least(of: ColumnType) -> str:
    """Returns a cell that stands for an unknown value."""
    if of.is_number and not of.optional:
        return of.amount(of.low)
    return of.choices[0] if of.form == "choice" and of.choices and not of.optional else ""
