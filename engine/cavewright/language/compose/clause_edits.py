"""Edits inside a declaration: clauses and rows; those of cells are in `cell_edits`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any, cast

from ..syntax import tree as t
from ..syntax.clause_blocks import blocks_of, bodies, is_last
from ..syntax.clause_forms import form_of
from ..syntax.table_row import row_cells
from ..syntax.unparse import spell_cites, unparse
from .cell_edits import CellEditing, column_in
from .clause_keys import Clausal, distinction, names_of, written_keys
from .clause_lookup import is_branched, is_row, rows
from .draft_clauses import NOBODY, Block, Clause, Provenance, Token, citing, open_block
from .drafts import Draft, close_unshared
from .insertion import takes
from .overlay_findings import ambiguous, first_line, shorten_line, stale, unknown
from .overlay_session import OverlaySession
from .stated_values import change_part, repeated_part, retold, same, shown_part, told_part


def amend(session: OverlaySession, edit: t.Amend) -> None:
    """`amend KIND NAME` and the edits below it."""
    draft = session.target_draft(
        f"`{edit.label}` to amend", edit, first_line(edit.span), partial(_would_fit, session, edit)
    )
    if draft is None:
        return
    did = session.did("amend", edit.span)
    if session.detect_conflict(draft, f"`{edit.label}`", did, ("amend",), draft.history, draft.origin) != "free":
        return
    amending = Amending(session, draft, edit.cites)
    draft.unfold(session.table_of)
    for each in edit.edits:
        if not session.is_full:
            draft.is_edited = True
            _VERBS[type(each)](amending, each)
    draft.declaration = citing(draft.declaration, edit.cites)


def change_cell(session: OverlaySession, edit: t.ChangeValue | t.AddShare, row: t.Name, column: str) -> None:
    """`change ROW.COLUMN: old to new` and `add to ROW.COLUMN: …` outside `amend`: there must be one row of that name in
    the whole ruleset."""
    for draft in session.standing():
        draft.unfold(session.table_of)
    there = [
        (draft, each)
        for draft in session.standing()
        for each in session.visible_clauses(draft.find(row.id))
        if is_row(each)
    ]
    found = [pair for pair in there if session.knows(pair[0].added_by) and session.knows(pair[1].added_by)] or there
    if not found:
        names = dict(chain.from_iterable(rows(draft).items() for draft in session.standing()))
        missing = unknown(
            f"row `{row.id}`",
            row.id,
            row.span,
            names,
            help="a constant is changed by its name alone, a row by `row.column`",
            fits=lambda name: any(
                Amending(session, draft).holding(name, column, getattr(edit, "old", None))
                for draft in session.standing()
            ),
        )
        session.report(missing)
    elif len(found) > 1:
        help = f"write it below {' or '.join(f'`amend {draft.declaration.label}`' for draft, _ in found[:4])}"
        session.report(ambiguous(row.id, row.span, [each.origin for _, each in found], help))
    elif isinstance(edit, t.AddShare):
        Amending(session, found[0][0]).add_share(edit)
    else:
        Amending(session, found[0][0]).change_cell(found[0][1], column, edit)


def _would_fit(session: OverlaySession, edit: t.Amend, draft: Draft) -> bool:
    """Tells if all that an edit changes or drops goes by its keys in another declaration."""
    draft.unfold(session.table_of)
    repeating = (each for each in edit.edits if isinstance(each, t.Change | t.Drop))
    paths = [each.path for each in repeating if each.path is not None]
    return all(draft.find(unparse(each)) or draft.find(unparse(_row_in(each, draft))) for each in paths)


def _row_in(path: t.Expr, draft: Draft) -> t.Expr:
    """The path of the row, if one leads to a cell of this declaration."""
    cell = column_in(path)
    return cell[0] if cell is not None and cell[1] in draft.columns else path


class Amending(CellEditing):
    """The edits of one overlay to one declaration."""

    __slots__ = ()

    # -- change ------------------------------------------------------------------------------------------------------

    def change(self, edit: t.Change) -> None:
        """Changes a clause, or a cell."""
        row, cell = self.row_of(edit.path), column_in(edit.path)
        if cell is not None and row is not None:
            self.change_cell(row, cell[1], edit)
        elif cell is not None and cell[1] in self.draft.columns:
            self.report_missing_row(*cell, edit.old)
        elif clause := self.find(unparse(edit.path), edit.path.span, edit.old, repeats=True):
            self._change_clause(clause, edit)

    def _change_clause(self, clause: Clause, edit: t.Change) -> None:
        did = self.did("change", edit)
        if shares := self.shares_of(clause, edit):
            self.share(clause, edit, shares, did)
            return
        writes: list[Token] = [("text", clause), *self._comes_to_be(clause, edit)]
        if clause.form.table == "file":
            new = change_part(clause.node, edit.old, edit.new) or clause.node
            keys = [("key", key) for row in self.rows_of_file(new) for key in written_keys(row)]
            writes = [*self.all_of(clause)[2:], *keys]
        new_line: Any = edit.new
        if any(bodies(new_line)):
            writes += [("key", key) for key in written_keys(t.Line("", new_line))]
        reads = [("exists", clause), *self.told_by(unparse(edit.path), edit.old)]
        says = ("change", clause, edit.old, edit.new, edit.text)
        is_free = self.detect_conflict(did, self.name_in_message(edit.path), says, writes, reads, clause) == "free"
        if is_free and self._is_stated(repeated_part(clause.node, edit.old, edit.new), "change", edit, clause):
            self._write_clause(clause, edit, did)

    def _comes_to_be(self, clause: Clause, edit: t.Change) -> list[Token]:
        """Returns the tokens by which a changed clause is known, and the names that a part has and gets."""
        new = change_part(clause.node, edit.old, edit.new) or clause.node
        if clause.form.home == "parts":
            names = [names_of(each) for each in (clause.node, new)]
            return [("part", clause.home, each) for each in names] if names[0] != names[1] else []
        last: list[Token] = [("last", clause.home)] if is_last(clause.node) else []
        return [("reads", distinction(new)), *last] if distinction(new) else []

    def _write_clause(self, clause: Clause, edit: t.Change, did: Provenance) -> None:
        new = change_part(close_unshared(clause) if clause.form.home == "lines" else clause.node, edit.old, edit.new)
        new = retold(new, edit.text) if new is not None else None
        if new is None or not takes(clause.home.owner, new):
            message = f"{self.name_in_message(edit.path)} cannot become this"
            self.refuse(message, edit.new.span, clause.origin, _way_to_change(clause, edit))
            return
        if (
            clause.form.home == "parts"
            and names_of(new) != names_of(clause.node)
            and not self.is_only(new, clause.home)
        ):
            return
        had_block = bool(clause.blocks)
        self._set(clause, new, edit.cites)
        for each in clause.below() if not had_block else (clause,):
            self.draft.note_names(each)
            each.history.append(did)
        if clause.form.table == "file":
            self._take_out((each for each in clause.below() if each is not clause), did)
            self.unfold(clause, did)

    def _set(self, clause: Clause, new: Clausal, cites: tuple[str, ...]) -> None:
        """Gives a clause another node; the ids of what has none of its own are those of the declaration."""
        old, clause.node = clause.node, citing(new, cites)
        clause.was, clause.shares = [*clause.was, old], []
        if blocks_of(new) and not clause.blocks:
            clause.blocks = [open_block(body, clause, self.session.layer.ids) for body in blocks_of(new)]
        if clause.form.home == "lines" and form_of(old) is not clause.form:
            self.draft.recast += [(name, clause) for name in names_of(old)]
        if is_branched(clause) and len(clause.blocks) == 1:
            clause.blocks.append(Block(clause))
        if not hasattr(new, "cites"):
            self.draft.declaration = citing(self.draft.declaration, cites)

    # -- what is stated of a clause ----------------------------------------------------------------------------------

    def _is_stated(self, now: t.Node | None, verb: str, edit: Any, clause: Clause) -> bool:
        """Tells if an edit repeats the present text of a clause; reports if not."""
        if now is None:
            help = f"`replace {self.label} …` puts another in its place"
            if is_row(clause):
                help = "name the column too, `row.column`, or drop the row as it is written, `drop | … |`"
            elif clause.form.home == "branches":
                help = "of a further branch repeat the first words too, `otherwise if …`"
            message = "this clause has no single value that an edit could repeat"
            return self.refuse(message, edit.old.span, clause.origin, help)
        if any(same(each, edit.old) for each in self.readings(clause, edit)):
            return True
        is_done = verb == "change" and same(now, edit.new)
        return self.report_stale(verb, edit, shown_part(now), clause, clause.history, is_done)

    # -- drop --------------------------------------------------------------------------------------------------------

    def drop(self, edit: t.Drop) -> None:
        """Drops a clause, or a whole row."""
        if edit.path is None:
            self._drop_row(edit, cast(t.Row, edit.old))
            return
        if row := self.row_of(edit.path):
            self.edit_set("drop", row, edit, edit.old)
            return
        if self._is_dropped_before(edit):
            return
        clause = self.find(unparse(edit.path), edit.path.span, edit.old, repeats=True)
        is_free = clause is not None and self._may_drop(clause, edit, self.name_in_message(edit.path))
        if (
            clause is not None
            and is_free
            and self._is_stated(repeated_part(clause.node, edit.old), "drop", edit, clause)
        ):
            self._take_out(clause.below(), self.did("drop", edit))

    def _is_dropped_before(self, edit: t.Drop) -> bool:
        """Tells if overlays before this one dropped all that it drops, which then is as it asks."""
        found = self.draft.find(unparse(edit.path)) if edit.path is not None else []
        others = [each for each in found if self.session.is_gone(each.dropped_by - self.session.layer.ids)]
        stated = (repeated_part(each.node, edit.old) for each in others)
        return len(others) == len(found) and any(each is not None and same(each, edit.old) for each in stated)

    def _may_drop(self, clause: Clause, edit: t.Drop, what: str) -> bool:
        told_by = self.told_by(unparse(edit.path), edit.old) if edit.path is not None else []
        writes, says = self.all_of(clause), ("drop", clause, edit.old)
        verdict = self.detect_conflict(self.did("drop", edit), what, says, writes, told_by, clause)
        for each in clause.below() if verdict == "alike" else ():
            each.dropped_by |= self.session.layer.ids if each.dropped_by else NOBODY
        return verdict == "free"

    def _take_out(self, clauses: Iterable[Clause], did: Provenance) -> None:
        for each in clauses:
            if not each.dropped_by:
                each.dropped_by = self.session.layer.ids
                each.history.append(did)

    def _drop_row(self, edit: t.Drop, row: t.Row) -> None:
        name, wanted = row.row_name, row_cells(row.raw)
        there = self.session.visible_clauses(filter(is_row, self.draft.find(name)))
        found = [
            each
            for each in there
            if len(each.raw_cells) >= len(wanted)
            and all(cell in each.cell_readings(n) for n, cell in enumerate(wanted))
        ]
        if len(found) > 1:
            self.session.report(
                ambiguous(row.raw, row.span, [each.origin for each in found], "write more of its cells")
            )
        elif not there:
            self.report_missing(name, row.span)
        elif self._may_drop((found or there)[0], edit, self.name_in_message(name)):
            if found:
                self._take_out(found[0].below(), self.did("drop", edit))
                return
            now = there[0]
            history = [*now.history[-1:], *(did for each in now.cells.values() for did in each[-1:])]
            help = f"if the drop is still meant, write `drop | {name} |`"
            self.session.report(stale("drop", row.span, now.raw, now.origin, history, help))

    # -- cite --------------------------------------------------------------------------------------------------------

    def cite(self, edit: t.Cite) -> None:
        """Adds ids to a clause, which stays as it is; it has to be there still."""
        clause = self.find(unparse(edit.path), edit.path.span)
        if clause is None:
            return
        if not hasattr(clause.node, "cites"):
            way = f"write `amend {self.label} {spell_cites(edit.cites)}`"
            self.refuse(f"{self.name_in_message(edit.path)} has no ids of its own", edit.span, clause.origin, way)
            return
        reads = [("exists", clause), *self.told_by(unparse(edit.path))]
        did = self.session.did("cite", edit.span, cites=edit.cites)
        what = self.name_in_message(edit.path)
        if (
            self.session.detect_conflict(self.draft, what, did, ("cite", clause), [], clause.origin, reads=reads)
            == "free"
        ):
            clause.node = citing(clause.node, edit.cites)


def _way_to_change(clause: Clause, edit: t.Change) -> str:
    """Returns what to write in the place of a change to another kind of thing."""
    path, old, new = (shorten_line(each.span.text) for each in (edit.path, edit.old, edit.new))
    if told_part(edit.old):
        return "write a text for a text, ids for ids"
    new_line: Any = edit.new
    if clause.blocks and any(bodies(new_line)):
        return "leave out the lines below it: those that stand there stay, and are changed by their own keys"
    if not isinstance(edit.old, t.Expr):
        begin = "otherwise if" if old.startswith("otherwise if ") else old.partition(" ")[0]
        return f"begin with the same word behind `to`: `change {path}: {old} to {begin} …`"
    if isinstance(edit.new, t.Expr | t.Text) or clause.form.home != "lines":
        return "write an expression behind `to`, as before it"
    return f"write an expression behind `to`, or `add after {path} {new}`"


_VERBS: dict[type, Callable[[Amending, Any], None]] = {
    t.Change: Amending.change,
    t.Add: Amending.add,
    t.AddValue: Amending.add_value,
    t.AddShare: Amending.add_share,
    t.Drop: Amending.drop,
    t.MoveClause: Amending.move,
    t.Cite: Amending.cite,
}
"""The edits below an `amend`, and what carries them out."""
