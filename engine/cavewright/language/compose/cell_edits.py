"""Edits of the cells of rows: values put in the place of others, numbers added, values of sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ...foundation.source import Span
from ..syntax import tree as t
from ..syntax import unparse
from ..syntax.table_row import plain
from .clause_lookup import is_row
from .draft_clauses import Clause, Provenance, Token, citing
from .overlay_findings import exists, shorten_line, stale
from .row_cells import BETWEEN, cell_text, with_cell
from .share_edits import Sharing
from .stated_values import holds


def column_in(path: t.Expr | None) -> tuple[t.Expr, str] | None:
    """The row and the column of a path that may lead to a cell."""
    return (path.of, path.name) if isinstance(path, t.Attribute) else None


class CellEditing(Sharing):
    """The edits of one overlay to the rows of one declaration."""

    __slots__ = ()

    def row_of(self, path: t.Expr) -> Clause | None:
        """The row of a path `row.column`, unless a clause goes by the whole of it."""
        cell = column_in(path)
        if cell is None or not isinstance(cell[0], t.Name) or self.draft.find(unparse(path)):
            return None
        return next(filter(is_row, self.session.visible_clauses(self.draft.find(cell[0].id))), None)

    def change_cell(self, row: Clause, column: str, edit: t.Change | t.ChangeValue) -> None:
        """Changes one cell of a row."""
        index = self.column(column, edit.path.span, row, edit.old)
        if index is None:
            return
        did = self.did("change", edit)
        history = row.cells.setdefault(column, [])
        meant = ("change", row, column, edit.old, edit.new)
        what, rests = f"`{unparse(edit.path)}`", self._cell_rests(row, index)
        writes = [("cell", row, column)]
        if self.session.detect_conflict(self.draft, what, did, meant, history, row.origin, writes, rests) != "free":
            return
        readings = row.cell_readings(index)
        if not any(holds(each, edit.old) for each in readings):
            self.report_stale("change", edit, readings[0], row, history, holds(readings[0], edit.new))
        elif self._is_cell_value(edit, row):
            self._write_cell(row, index, cell_text(edit.new), edit.new.span, edit.cites)
            history.append(did)

    def _cell_rests(self, row: Clause, index: int) -> list[Token]:
        """Returns the tokens that an edit of a cell rests on: its row and its column."""
        return [("exists", row), *(("exists", each) for each in self.draft.layout[max(index - 1, 0) : index])]

    def _write_cell(self, row: Clause, index: int, text: str, place: Span, cites: tuple[str, ...]) -> None:
        node = cast(t.Row, row.node)
        row.cells_before.setdefault(index, []).append(row.cell_readings(index)[0])
        raw = with_cell(node.raw, index, text)
        elsewhere = {**dict(node.elsewhere), index: place}
        row.node = citing(replace(node, raw=raw, elsewhere=tuple(elsewhere.items())), cites)
        self.draft.is_edited = True

    def add_share(self, edit: t.AddShare) -> None:
        """Adds to what a clause says, or to the number or the set in a cell."""
        row, cell = self.row_of(edit.path), column_in(edit.path)
        if row is None and not (cell is not None and cell[1] in self.draft.columns):
            super().add_share(edit)
        elif row is None or edit.share.sort == "values":
            self.add_value(t.AddValue(edit.path, cast(Any, edit.share.value), cites=edit.cites, span=edit.span))
        else:
            self._add_to_number(row, edit)

    def _add_to_number(self, row: Clause, edit: t.AddShare) -> None:
        """Adds to the number in a cell. Others may add to it, too; nobody else may put another in its place."""
        column, term = cast(t.Attribute, edit.path).name, edit.share.value
        index = self.column(column, edit.path.span, row)
        if index is None:
            return
        sign, now = {"+": 1, "-": -1}.get(edit.share.sort), row.cell_readings(index)[0]
        is_number = now.removeprefix("-").isdecimal()
        if sign is None or not isinstance(term, t.Number) or term.unit or not is_number:
            path, sample = unparse(edit.path), "+ 1" if is_number else "VALUE" if self._has_set(index) else ""
            way = f"add to {path}: {sample}" if sample else f"change {path}: … to …"
            self.refuse(f"this cannot be added to `{path}`", edit.share.span, row.origin, f"write `{way}`")
            return
        did, history = self.did("add", edit), row.cells.setdefault(column, [])
        rests = [("cell", row, column), *self._cell_rests(row, index)]
        says, writes = ("share", row, column, edit.share), [("share", row, column, self.session.layer.head.name)]
        what = f"`{unparse(edit.path)}`"
        if self.session.detect_conflict(self.draft, what, did, says, history, row.origin, writes, rests) == "free":
            self._write_cell(row, index, str(int(now) + sign * term.value), edit.share.span, edit.cites)
            history.append(did)

    def add_value(self, edit: t.AddValue) -> None:
        """Adds values to a cell that holds a set."""
        row, cell = self.row_of(edit.path), column_in(edit.path)
        if row is not None:
            self.edit_set("add", row, edit, edit.value)
        elif cell is not None:
            self.report_missing_row(cell[0])

    def edit_set(self, verb: str, row: Clause, edit: t.AddValue | t.Drop, value: t.Node) -> None:
        """Adds values to the set in a cell, or drops them; every value is touched by itself."""
        path = cast(t.Attribute, edit.path)
        index = self.column(path.name, path.span, row)
        if index is None or not self._is_set(row, index, edit, value):
            return
        for word in _words(cell_text(value)):
            token, history = ("value", row, index, word), row.cells.setdefault(path.name, [])
            did = self.did(verb, edit)
            rests = [("cell", row, path.name), *self._cell_rests(row, index)]
            what, says = f"`{word}` in `{unparse(path)}`", (verb, row, index, word)
            if self.session.detect_conflict(self.draft, what, did, says, history, row.origin, [token], rests) != "free":
                continue
            now, *before = (_words(plain(each)) for each in row.cell_readings(index))
            is_there = (word in now) is (verb == "add") and any((word in each) is (verb == "drop") for each in before)
            if is_there and any(each.overlay != did.overlay for each in history):
                continue
            if verb == "add" and word in now:
                self.session.report(exists(what, value.span, row.origin, "the result is already there: drop this line"))
            elif verb == "drop" and word not in now:
                self.report_stale(verb, edit, " ".join(now), row, history, False)
            else:
                kept = [each for each in now if ("value", row, index, each) not in self.draft.touches]
                added = sorted({*now, word} - {*kept} - ({word} if verb == "drop" else set()))
                self._write_cell(row, index, " ".join([*kept, *added]), value.span, edit.cites)
                history.append(did)

    def _has_set(self, index: int) -> bool:
        """Tells if the cells of a column hold sets."""
        column = self.draft.layout[index - 1].node if 0 < index <= len(self.draft.layout) else None
        return bool(getattr(column, "type", t.TypeNode("")).is_set)

    def _is_set(self, row: Clause, index: int, edit: t.AddValue | t.Drop, value: t.Node) -> bool:
        path = unparse(edit.path) if edit.path is not None else ""
        if not self._has_set(index):
            message, way = f"`{path}` of `{self.label}` holds no set", f"write `change {path}: … to …`"
        elif isinstance(value, t.Name | t.Number | t.Words):
            return True
        else:
            message, way = "a set takes values, and no more", "write their names, with commas between them"
        return self.refuse(message, value.span, row.origin, way)

    def _is_cell_value(self, edit: t.Change | t.ChangeValue, row: Clause) -> bool:
        if edit.text:
            message, way = "a cell has no text besides what it holds", "leave out the text behind the change"
            return self.refuse(message, edit.span, row.origin, way)
        if isinstance(edit.new, t.Empty | t.Words | t.Expr):
            return True
        way = "write what is to stand between the bars; a text in quotes, `_` for nothing"
        return self.refuse("a cell holds a value, not a statement", edit.new.span, row.origin, way)

    def report_stale(
        self, verb: str, edit: Any, now: str, clause: Clause, history: Sequence[Provenance], is_done: bool
    ) -> bool:
        path, to = unparse(edit.path), " to …" * (verb == "change")
        help = f"if the {verb} is still meant, write `{verb} {path}: {shorten_line(now) or '_'}{to}`"
        help = "the result is already there: drop this line" if is_done else help
        self.session.report(stale(verb, edit.old.span, now, clause.origin, history, help))
        return False


def _words(text: str) -> list[str]:
    return [each for each in BETWEEN.split(text) if each]
