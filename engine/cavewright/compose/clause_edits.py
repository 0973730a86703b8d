"""Edits inside a declaration: clauses, rows and cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..source import Label, Span
from ..syntax import tree as t
from ..syntax.unparse import spell_cites, spell_clause
from . import overlay_findings
from .clause_keys import Clausal, main_key, names_of, narrowed, spelled, written_keys
from .csv_rows import filed_rows
from .declaration_edits import label_of
from .drafts import (
    NOBODY,
    Block,
    Clause,
    Draft,
    Provenance,
    Token,
    Touch,
    citing,
    closed,
    ground_at,
    is_hollow,
    move,
    open_clause,
)
from .insertion import HOLDERS, all_of, default_index, is_alike, opened_by, own_keys, place_tokens, rests
from .overlay_session import Desk, touch
from .row_cells import cells, first_cell, with_cell
from .stated_values import begins_with, cell_text, changed, holds, is_expr, retold, said, same, shown_part


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row."""

    row: Clause
    index: int
    column: str

    @property
    def text(self) -> str:
        """What is written in it now."""
        assert isinstance(self.row.node, t.Row)
        found = cells(self.row.node.raw)
        return found[self.index] if self.index < len(found) else ""


# ---- The verbs -----------------------------------------------------------------------------------------------------


def amend(desk: Desk, edit: t.Amend) -> None:
    """`amend KIND NAME` and the edits below it."""
    label = label_of(edit.kind, edit.name)
    draft = desk.draft(label)
    if draft is None:
        desk.report(desk.missing(f"`{label}` to amend", edit.name, overlay_findings.first_line(edit.span), edit.kind))
        return
    header = touch(desk.did("amend", edit.span), ("amend",), [])
    if desk.settle(draft, f"`{label}`", header, draft.history, draft.origin) != "free":
        return
    amending = Amending(desk, draft, edit.cites)
    draft.unfold(desk.table_of)
    for each in edit.edits:
        if not desk.is_full:
            amending.apply(each)
    draft.declaration = citing(draft.declaration, edit.cites)


def change_cell(desk: Desk, edit: t.ChangeValue, row: t.Name, column: str) -> None:
    """`change ROW.COLUMN: old to new` outside `amend`: there must be one row of that name in the whole ruleset."""
    for draft in desk.standing():
        draft.unfold(desk.table_of)
    there = [(draft, each) for draft in desk.standing() for each in desk.seen(draft.find(row.id)) if _is_row(each)]
    found = [pair for pair in there if desk.knows(pair[0].added_by) and desk.knows(pair[1].added_by)] or there
    if not found:
        names = {name: each.origin for draft in desk.standing() for name, each in _rows(draft)}
        desk.report(
            overlay_findings.unknown(
                f"row `{row.id}`",
                row.id,
                row.span,
                names,
                names,
                help="a constant is changed by its name alone, a row by `row.column`",
            )
        )
    elif len(found) > 1:
        labels = " or ".join(f"`amend {draft.declaration.label}`" for draft, _ in found[:4])
        desk.report(
            overlay_findings.ambiguous(row.id, row.span, [each.origin for _, each in found], f"write it below {labels}")
        )
    else:
        Amending(desk, found[0][0]).change_cell(found[0][1], column, edit)


def _is_row(clause: Clause) -> bool:
    return isinstance(clause.node, t.Row)


def _is_if(clause: Clause) -> bool:
    return isinstance(clause.node, t.Line) and isinstance(clause.node.statement, t.If)


def _is_last(node: Clausal) -> bool:
    return isinstance(node, t.Branch) and node.condition is None


def _rows(draft: Draft) -> Iterable[tuple[str, Clause]]:
    return (
        (first_cell(each.node.raw), each)
        for each in draft.clauses()
        if isinstance(each.node, t.Row) and each.node is not draft.header and not each.dropped_by
    )


@dataclass(frozen=True, slots=True)
class Amending:
    """The edits of one overlay to one declaration."""

    desk: Desk
    draft: Draft
    cites: tuple[str, ...] = ()
    """The ids that all of the edits carry out together."""

    def _did(self, verb: str, edit: Any, cites: tuple[str, ...] = ()) -> Provenance:
        return self.desk.did(
            verb, edit.span, cites=tuple(dict.fromkeys((*getattr(edit, "cites", ()), *cites, *self.cites)))
        )

    def apply(self, edit: t.Change | t.Add | t.Drop | t.MoveClause | t.Cite) -> None:
        """Carries one edit out, or reports why not."""
        self.draft.is_edited = True
        match edit:
            case t.Change():
                self._change(edit)
            case t.Add():
                self._add(edit)
            case t.Drop(old=t.Row() as row):
                self._drop_row(edit, row)
            case t.Drop():
                self._drop(edit)
            case t.MoveClause():
                self._move(edit)
            case t.Cite():
                self._cite(edit)

    # -- finding -----------------------------------------------------------------------------------------------------

    @property
    def label(self) -> str:
        """How messages name the declaration."""
        return self.draft.declaration.label

    def _find(self, address: str, span: Span, about: t.Node | None = None) -> Clause | None:
        """The clause that a key names, of those that an edit about such a thing can mean; reports if there is none, or
        more than one."""
        if isinstance(about, t.Branch):
            return self._branch(address, span, about)
        found = self.desk.named(self.draft, address)
        is_part = isinstance(about, t.Part) or (
            about is not None
            and is_expr(about)
            and all(isinstance(said(each.node, about), t.Statement) for each in found)
        )
        found = (self.desk.seen(self.draft.find_parts(address)) if is_part else []) or found
        if not found:
            self._report_missing(address, span)
        elif len(found) > 1:
            self.desk.report(
                overlay_findings.ambiguous(
                    address, span, [each.origin for each in found], self._help_for_several(address, found)
                )
            )
        return found[0] if len(found) == 1 else None

    def _help_for_several(self, address: str, found: list[Clause]) -> str:
        named = [narrowed(each.node) for each in found]
        if all(named) and len(set(named)) == len(named):
            return f"say which one: {' or '.join(f'`{each}`' for each in named[:3])}"
        return f"name the line around it too, `outer.{address}`; if that has no key, `replace {self.label}`"

    def _branches(self, address: str) -> list[Clause]:
        """The branches that a key may mean: of that name, or of the `if` of that name."""
        found = [
            clause
            for each in self.desk.named(self.draft, address)
            for clause in (
                [each] if isinstance(each.node, t.Branch) else each.blocks[1].clauses if _is_if(each) else ()
            )
        ]
        return [each for each in self.desk.seen(found) if isinstance(each.node, t.Branch)]

    def _branch(self, address: str, span: Span, about: t.Branch) -> Clause | None:
        """The branch that reads as it is repeated, or did once, or the only one there is."""
        there = [each for each in self._branches(address) if _is_last(each.node) == _is_last(about)]
        once = self.draft.find(narrowed(about))
        alike = [each for each in there if same(said(each.node, about) or about, about)] or [
            each for each in there if each in once
        ]
        found = alike or (there if len(there) == 1 else [])
        if len(found) > 1:
            self.desk.report(
                overlay_findings.ambiguous(
                    address, span, [each.origin for each in found], self._help_for_several(address, found)
                )
            )
        elif not found and there:
            names = [spell_clause(each.node) for each in there if isinstance(each.node, t.Branch)]
            self.desk.report(
                overlay_findings.unknown(
                    f"`{spell_clause(about)}` in `{self.label}`",
                    spell_clause(about),
                    about.span,
                    names,
                    dict(zip(names, (each.origin for each in there), strict=True)),
                    help=f"there are: {', '.join(f'`{each}`' for each in names)}",
                )
            )
        elif not found:
            self._report_missing(address, span) if not self.draft.find(address) else self.desk.report(
                overlay_findings.unfit(
                    f"`{address}` of `{self.label}` has no further branch",
                    about.span,
                    self.draft.find(address)[0].origin,
                    f"`add after {address} {spell_clause(about)}`, and a block below it, gives it one",
                )
            )
        return found[0] if len(found) == 1 else None

    def _report_missing(self, address: str, span: Span) -> None:
        if self.draft.is_unread():
            return
        dropped = [each for each in self.draft.find(address) if each.dropped_by]
        more = [
            Label(overlay_findings.first_line(each.history[-1].span), f"`{each.history[-1].overlay}` dropped it here")
            for each in dropped[-1:]
        ]
        spans = {name: each.origin for name, each in self.draft.standing()}
        names = [] if dropped else [*self.draft.names(), *spans]
        self.desk.report(
            overlay_findings.unknown(
                f"`{address}` in `{self.label}`",
                address,
                span,
                names,
                spans,
                more,
                help=self._help_for_missing(dropped),
            )
        )

    def _report_missing_row(self, row: t.Expr) -> None:
        dropped = any(each.dropped_by for each in self.draft.find(spelled(row)))
        if dropped or self.draft.is_unread():
            self._report_missing(spelled(row), row.span)
            return
        names = {name: each.origin for name, each in _rows(self.draft)}
        self.desk.report(
            overlay_findings.unknown(
                f"row `{spelled(row)}` in `{self.label}`",
                spelled(row),
                row.span,
                names,
                names,
                help=f"there are: {', '.join(f'`{each}`' for each in list(names)[:8])}",
            )
        )

    def _help_for_missing(self, dropped: list[Clause]) -> str:
        if dropped:
            return f"drop this edit, or do without `{min(dropped[-1].dropped_by)}`"
        names = ", ".join(f"`{each}`" for each in self.draft.names()[:8])
        return f"there are: {names}" if names else f"`replace {self.label} …` puts another in its place"

    # -- change ------------------------------------------------------------------------------------------------------

    def _change(self, edit: t.Change) -> None:
        row = self._row_of(edit.path)
        if row is not None and isinstance(edit.path, t.Attribute):
            self.change_cell(row, edit.path.name, edit)
            return
        if isinstance(edit.path, t.Attribute) and edit.path.name in self.draft.columns:
            self._report_missing_row(edit.path.of)
            return
        clause = self._find(spelled(edit.path), edit.path.span, edit.old)
        if clause is not None:
            self._change_clause(clause, edit)

    def _row_of(self, path: t.Expr) -> Clause | None:
        """The row of a path `row.column`, unless a clause goes by the whole of it."""
        if not isinstance(path, t.Attribute) or not isinstance(path.of, t.Name) or self.draft.find(spelled(path)):
            return None
        return next((each for each in self.desk.seen(self.draft.find(path.of.id)) if _is_row(each)), None)

    def change_cell(self, row: Clause, column: str, edit: t.Change | t.ChangeValue) -> None:
        """Changes one cell of a row."""
        names = self.draft.columns
        if column not in names:
            header = self.draft.header.span if self.draft.header else row.origin
            self.desk.report(
                overlay_findings.unknown(
                    f"column `{column}` in `{self.label}`",
                    column,
                    edit.path.span,
                    names,
                    dict.fromkeys(names, header),
                    help=f"there are: {', '.join(f'`{each}`' for each in names)}",
                )
            )
            return
        cell, did = Cell(row, names.index(column), column), self._did("change", edit)
        says = touch(did, ("change", row, column, edit.old, edit.new), [("cell", row, column)], [("exists", row)])
        history = row.cells.setdefault(column, [])
        if self.desk.settle(self.draft, f"`{spelled(edit.path)}`", says, history, row.origin) != "free":
            return
        if not holds(cell.text, edit.old):
            self.desk.report(self._stale("change", edit, cell.text, row, history, holds(cell.text, edit.new)))
        elif self._is_cell_value(edit, row):
            assert isinstance(row.node, t.Row)
            elsewhere = {**dict(row.node.elsewhere), cell.index: edit.new.span}
            row.node = replace(
                row.node,
                raw=with_cell(row.node.raw, cell.index, cell_text(edit.new)),
                cites=tuple(dict.fromkeys((*row.node.cites, *edit.cites))),
                elsewhere=tuple(elsewhere.items()),
            )
            self.draft.is_edited = True
            history.append(did)

    def _is_cell_value(self, edit: t.Change | t.ChangeValue, row: Clause) -> bool:
        new = edit.new
        if edit.text:
            self.desk.report(
                overlay_findings.unfit(
                    "a cell has no text besides what it holds",
                    edit.span,
                    row.origin,
                    "leave out the text behind the change",
                )
            )
            return False
        if isinstance(new, (t.Text, t.Empty, t.Words)) or is_expr(new):
            return True
        self.desk.report(
            overlay_findings.unfit(
                "a cell holds a value, not a statement",
                new.span,
                row.origin,
                "write what is to stand between the bars; a text in quotes, `_` for nothing",
            )
        )
        return False

    def _change_clause(self, clause: Clause, edit: t.Change) -> None:
        did = self._did("change", edit)
        writes: list[Token] = [("text", clause), *self._comes_to_be(clause, edit)]
        if isinstance(clause.node, t.Rows):
            new = (
                replace(clause.node, file=edit.new.value, span=edit.span)
                if isinstance(edit.new, t.Text)
                else clause.node
            )
            writes = [
                *all_of(self.desk, clause)[2:],
                *(("key", key) for row in self._filed(new) for key in written_keys(row)),
            ]
        reads = [("exists", clause), *self._told_by(spelled(edit.path), edit.old)]
        says = touch(did, ("change", clause, edit.old, edit.new, edit.text), writes, reads)
        if self.desk.settle(self.draft, self._named(edit.path), says, clause.history, clause.origin) != "free":
            return
        now = said(clause.node, edit.old, edit.new)
        if now is None:
            self._report_unstatable(clause, edit.old)
        elif not same(now, edit.old):
            self.desk.report(self._stale("change", edit, shown_part(now), clause, clause.history, same(now, edit.new)))
        else:
            self._put(clause, edit, did)

    def _told_by(self, address: str, about: t.Node | None = None) -> list[Token]:
        """The conditions by which an edit tells what it means: no other clause may come to read so."""
        names = (
            [each for each in self.draft.names() if each.endswith("]") and each in address] if "[" in address else []
        )
        return [("reads", each) for each in (*names, *([narrowed(about)] if isinstance(about, t.Branch) else ()))]

    def _comes_to_be(self, clause: Clause, edit: t.Change) -> list[Token]:
        """What a clause is told by when it is changed, and the names that a part has and gets."""
        new = changed(clause.node, edit.old, edit.new) or clause.node
        if isinstance(new, t.Part):
            return (
                [("part", clause.home, names_of(each)) for each in (clause.node, new)]
                if names_of(new) != names_of(clause.node)
                else []
            )
        last: list[Token] = [("last", clause.home)] if _is_last(clause.node) else []
        return [("reads", narrowed(new)), *last] if narrowed(new) else []

    def _put(self, clause: Clause, edit: t.Change, did: Provenance) -> None:
        new = changed(closed(clause) if isinstance(clause.node, t.Line) else clause.node, edit.old, edit.new)
        new = retold(new, edit.text, edit.cites) if new is not None else None
        if new is None:
            self.desk.report(
                overlay_findings.unfit(
                    f"{self._named(edit.path)} cannot become this",
                    edit.new.span,
                    clause.origin,
                    "write the same kind of thing as before `to`",
                )
            )
            return
        if isinstance(new, t.Part) and names_of(new) != names_of(clause.node) and not self._is_only(new, clause.home):
            return
        self._set(clause, new, edit.cites)
        self.draft.note_names(clause)
        clause.history.append(did)
        if isinstance(new, t.Rows):
            self._take_out_below(clause, did)
            self._unfold(clause, did)

    def _set(self, clause: Clause, new: Clausal, cites: tuple[str, ...]) -> None:
        """Gives a clause another node; the ids of what has none of its own are those of the declaration."""
        clause.node = citing(new, cites)
        if _is_if(clause) and len(clause.blocks) == 1:
            clause.blocks.append(Block(clause))
        if not hasattr(new, "cites"):
            self.draft.declaration = citing(self.draft.declaration, cites)

    def _named(self, path: t.Expr | str) -> str:
        return f"`{path if isinstance(path, str) else spelled(path)}` of `{self.label}`"

    def _stale(
        self,
        verb: str,
        edit: t.Change | t.ChangeValue | t.Drop,
        now: str,
        clause: Clause,
        history: list[Provenance],
        is_done: bool,
    ) -> Any:
        path = spelled(edit.path) if edit.path is not None else ""
        to = " to …" if verb == "change" else ""
        help = f"if the {verb} is still meant, write `{verb} {path}: {overlay_findings.shown(now) or '_'}{to}`"
        return overlay_findings.stale(
            verb,
            edit.old.span,
            now,
            clause.origin,
            history,
            "the result is already there: drop this line" if is_done else help,
        )

    def _report_unstatable(self, clause: Clause, old: t.Node) -> None:
        help = f"`replace {self.label} …` puts another in its place"
        if isinstance(clause.node, t.Row):
            help = "name the column too, `row.column`, or drop the row as it is written, `drop | … |`"
        elif isinstance(clause.node, t.Branch):
            help = "of a further branch repeat the first words too, `otherwise if …`"
        self.desk.report(
            overlay_findings.unfit(
                "this clause has no single value that an edit could repeat", old.span, clause.origin, help
            )
        )

    # -- drop --------------------------------------------------------------------------------------------------------

    def _drop(self, edit: t.Drop) -> None:
        assert edit.path is not None and not isinstance(edit.old, t.Row)
        clause = self._find(spelled(edit.path), edit.path.span, edit.old)
        if clause is None or not self._may_drop(clause, edit, self._named(edit.path)):
            return
        now = said(clause.node, edit.old)
        if now is None:
            self._report_unstatable(clause, edit.old)
        elif not same(now, edit.old):
            self.desk.report(self._stale("drop", edit, shown_part(now), clause, clause.history, False))
        else:
            self._take_out(clause, self._did("drop", edit))

    def _may_drop(self, clause: Clause, edit: t.Drop, what: str) -> bool:
        told_by = self._told_by(spelled(edit.path), edit.old) if edit.path is not None else []
        says = touch(self._did("drop", edit), ("drop", clause, edit.old), all_of(self.desk, clause), told_by)
        verdict = self.desk.settle(self.draft, what, says, clause.history, clause.origin)
        for each in clause.below() if verdict == "alike" else ():
            each.dropped_by |= self.desk.layer.ids if each.dropped_by else NOBODY
        return verdict == "free"

    def _take_out(self, clause: Clause, did: Provenance) -> None:
        clause.dropped_by = self.desk.layer.ids
        clause.history.append(did)
        self._take_out_below(clause, did)

    def _take_out_below(self, clause: Clause, did: Provenance) -> None:
        for each in clause.below():
            if each is not clause and not each.dropped_by:
                each.dropped_by = self.desk.layer.ids
                each.history.append(did)

    def _drop_row(self, edit: t.Drop, row: t.Row) -> None:
        wanted = cells(row.raw)
        named = self.desk.seen(each for each in self.draft.find(first_cell(row.raw)) if _is_row(each))
        found = [each for each in named if begins_with(each.node, wanted)]
        if len(found) > 1:
            self.desk.report(
                overlay_findings.ambiguous(
                    row.raw, row.span, [each.origin for each in found], "write more of its cells"
                )
            )
        elif not named:
            self._report_missing(first_cell(row.raw), row.span)
        elif self._may_drop((found or named)[0], edit, self._named(first_cell(row.raw))):
            self._drop_found_row(edit, row, found, named[0])

    def _drop_found_row(self, edit: t.Drop, row: t.Row, found: list[Clause], named: Clause) -> None:
        if found:
            self._take_out(found[0], self._did("drop", edit))
            return
        assert isinstance(named.node, t.Row)
        changes = [named.history[-1:], *(each[-1:] for each in named.cells.values())]
        self.desk.report(
            overlay_findings.stale(
                "drop",
                row.span,
                named.node.raw,
                named.origin,
                [each for some in changes for each in some],
                f"if the drop is still meant, write `drop | {first_cell(row.raw)} |`",
            )
        )

    # -- add and move ------------------------------------------------------------------------------------------------

    def _add(self, edit: t.Add) -> None:
        if not self._has_room_for(edit):
            return
        new = self._filed(edit.addition) or (edit.addition,)
        place = self._place(edit) if all(self._is_new(each) for each in new) else None
        if place is None:
            return
        home, index, anchor = place
        clause = open_clause(edit.addition, home, self.desk.layer.ids)
        if isinstance(edit.addition, t.Rows):
            self.draft.unfold_one(clause, self.desk.table_of)
        twin, origin = self.draft.additions.get(clause.node, clause), anchor.origin if anchor else None
        says = self._addition(edit, clause, index, anchor, twin)
        verdict = self.desk.settle(self.draft, self._place_name(edit), says, twin.history, origin)
        if verdict == "free":
            clause.ground = ground_at(home, index)
            home.entries.insert(index, clause)
            self._make_known(clause)
            for each in clause.below() if isinstance(clause.node, t.Rows) else (clause,):
                each.history.append(says.did)
        for each in twin.below() if verdict == "alike" else ():
            each.added_by |= self.desk.layer.ids

    def _addition(self, edit: t.Add, clause: Clause, index: int, anchor: Clause | None, twin: Clause) -> Touch:
        """What an addition touches: itself, its keys, its twins, and the place where it goes if that matters."""
        did = self._did("add", edit, getattr(edit.addition, "cites", ()))
        writes, reads = place_tokens(self.draft, clause, index, bool(edit.side))
        new = self._filed(edit.addition) or (edit.addition,)
        writes += [("same", edit.addition), *(("key", key) for each in new for key in written_keys(each))]
        writes += [*all_of(self.desk, clause), *all_of(self.desk, twin)]
        writes += [("part", clause.home, names_of(clause.node))] if isinstance(clause.node, t.Part) else []
        writes += [("last", clause.home)] if _is_last(clause.node) else []
        return touch(did, ("add", edit, anchor), writes, [*reads, *rests(anchor), *self._told_by(edit.anchor)])

    def _unfold(self, clause: Clause, did: Provenance) -> None:
        """Opens another file, whose rows are all new."""
        self.draft.unfold_one(clause, self.desk.table_of)
        for block in clause.blocks:
            for each in block.clauses:
                each.history.append(did)

    def _filed(self, addition: Clausal) -> tuple[t.Row, ...]:
        """The rows of a file that is added; none for other additions, and for a file that does not fit."""
        source = self.desk.table_of(addition) if isinstance(addition, t.Rows) else None
        return (filed_rows(source, self.draft.header) if source is not None else None) or ()

    def _make_known(self, clause: Clause) -> None:
        self.draft.additions[clause.node] = clause
        if self.draft.header is None and isinstance(clause.node, t.Row):
            self.draft.header = clause.node
        for each in clause.below():
            self.draft.note_names(each)

    def _place_name(self, edit: t.Add) -> str:
        if edit.side:
            return f"the place {edit.side} `{edit.anchor}` of `{self.label}`"
        match edit.addition:
            case t.Within(menu=name) | t.Upon(action=name):
                return self._named(name)
            case t.Parameter() | t.Choice():
                return f"the {'choices' if isinstance(edit.addition, t.Choice) else 'parameters'} of `{self.label}`"
        keys = list(written_keys(edit.addition))
        return self._named(keys[0]) if keys else f"the end of `{self.label}`"

    def _has_room_for(self, edit: t.Add) -> bool:
        inside = isinstance(edit.addition, t.Part) and bool(edit.side)
        for form, name, kinds in HOLDERS if not inside else ():
            if isinstance(edit.addition, form) and self.draft.declaration.kind not in kinds:
                takers = ", ".join(f"`{each}`" for each in kinds)
                self.desk.report(
                    overlay_findings.unfit(
                        f"`{self.label}` has no {name}",
                        edit.addition.span,
                        self.draft.declaration.name_span,
                        f"{name} belong to {takers}",
                    )
                )
                return False
        return True

    def _place(self, edit: t.Add) -> tuple[Block, int, Clause | None] | None:
        """Where an addition goes: block and index, and the clause that it was placed by."""
        if edit.side:
            return self._place_beside(edit)
        if isinstance(edit.addition, t.Branch):
            self.desk.report(
                overlay_findings.unfit(
                    "a branch belongs to an `if`",
                    edit.addition.span,
                    self.draft.origin,
                    f"say behind which one: `add after KEY {spell_clause(edit.addition)}`",
                )
            )
            return None
        is_part, is_line = isinstance(edit.addition, t.Part), isinstance(edit.addition, t.Line)
        home = self.draft.parts if is_part else self.draft.lines if is_line else self.draft.members
        if not self._is_only(edit.addition, home):
            return None
        return home, default_index(self.desk, self.draft, home, edit.addition), None

    def _place_beside(self, edit: t.Add) -> tuple[Block, int, Clause | None] | None:
        anchor = self._anchor(edit.anchor, edit.span, edit.addition if isinstance(edit.addition, t.Part) else None)
        below = opened_by(anchor, edit.addition) if anchor is not None and edit.side == "after" else None
        if anchor is None or (below is None and not self._is_beside(edit, anchor)):
            return None
        home = below or anchor.home
        if not self._is_only(edit.addition, home):
            return None
        if _is_last(edit.addition):
            return home, len(home.entries), anchor
        return home, 0 if below is not None else home.entries.index(anchor) + (edit.side == "after"), anchor

    def _is_only(self, addition: Clausal, home: Block) -> bool:
        """Whether an `if` has no other `otherwise`, a first line nothing else of this name."""
        there = [each for each in self.desk.seen(home.clauses) if self._stands(each)]
        if _is_last(addition):
            there = [each for each in there if _is_last(each.node) and not self._is_emptied(each)]
            what, help = "`otherwise` of this `if`", "add lines to it, or drop it first: `drop otherwise: otherwise`"
        else:
            there = [
                each for each in there if isinstance(addition, t.Part) and names_of(each.node) == names_of(addition)
            ]
            what, help = (
                f"`{main_key(addition)}`",
                f"write `change {main_key(addition)}: … to …`, or give this one another name",
            )
        if there:
            self.desk.report(
                overlay_findings.exists(
                    f"{what} in `{self.label}`", overlay_findings.first_line(addition.span), there[0].origin, help
                )
            )
        return not there

    def _is_emptied(self, last: Clause) -> bool:
        """Whether nothing is left of an `otherwise` for this overlay; what others unknown to it dropped stands."""
        return is_hollow(last) and all(self.desk.is_gone(each.dropped_by) for each in last.blocks[0].clauses)

    def _anchor(self, key: str, span: Span, about: t.Node | None = None) -> Clause | None:
        at = span.text.find(f" {key}")
        place = (
            Span(span.source, span.start + at + 1, span.start + at + 1 + len(key))
            if at >= 0
            else overlay_findings.first_line(span)
        )
        return self._find(key, place, about)

    def _is_beside(self, edit: t.Add, anchor: Clause) -> bool:
        if is_alike(edit.addition, anchor) and not (_is_last(anchor.node) and edit.side == "after"):
            return True
        way = f"leave out `{edit.side} {edit.anchor}`"
        if isinstance(edit.addition, t.Branch):
            way = "name an `if` that it comes `after`, or another branch of it; an `otherwise` without a condition stays last"
        self.desk.report(
            overlay_findings.unfit(
                f"this does not go {edit.side} `{edit.anchor}`", edit.addition.span, anchor.origin, way
            )
        )
        return False

    def _is_new(self, addition: Clausal) -> bool:
        for key in written_keys(addition):
            there = [each for each in self.draft.find(key) if key in own_keys(each) and self._stands(each)]
            if there:
                path = f"{key}.COLUMN" if isinstance(addition, t.Row) else key
                self.desk.report(
                    overlay_findings.exists(
                        f"`{key}` of `{self.label}`",
                        overlay_findings.first_line(addition.span),
                        there[0].origin,
                        f"write `change {path}: … to …`, or give this one another name",
                    )
                )
                return False
        return True

    def _stands(self, clause: Clause) -> bool:
        return self.desk.knows(clause.added_by) and not self.desk.is_gone(clause.dropped_by)

    def _move(self, edit: t.MoveClause) -> None:
        clause = self._anchor(edit.key, edit.span)
        anchor = self._anchor(
            edit.anchor, edit.span, clause.node if clause is not None and isinstance(clause.node, t.Part) else None
        )
        if clause is None or anchor is None or not self._may_go(clause, anchor, edit):
            return
        is_after = edit.side == "after"
        index = anchor.home.entries.index(anchor) + is_after
        writes, _ = place_tokens(self.draft, replace(clause, home=anchor.home), index, True)
        says = touch(
            self._did("move", edit),
            ("move", clause, anchor, edit.side),
            [("place", clause), *writes],
            [("exists", clause), *rests(anchor)],
        )
        verdict = self.desk.settle(self.draft, self._named(edit.key), says, clause.history, clause.origin)
        if verdict == "free":
            move(clause, anchor, is_after, self.desk.layer.ids)
            clause.history.append(says.did)
        elif verdict == "alike" and clause.came.number:
            clause.came.by |= self.desk.layer.ids

    # -- cite --------------------------------------------------------------------------------------------------------

    def _cite(self, edit: t.Cite) -> None:
        """Adds ids to a clause, which stays as it is; it has to be there still."""
        clause = self._find(spelled(edit.path), edit.path.span)
        if clause is None:
            return
        if not hasattr(clause.node, "cites"):
            self.desk.report(
                overlay_findings.unfit(
                    f"{self._named(edit.path)} has no ids of its own",
                    edit.span,
                    clause.origin,
                    f"write `amend {self.label} {spell_cites(edit.cites)}`",
                )
            )
            return
        says = touch(
            self.desk.did("cite", edit.span, cites=edit.cites),
            ("cite", clause),
            [],
            [("exists", clause), *self._told_by(spelled(edit.path))],
        )
        if self.desk.settle(self.draft, self._named(edit.path), says, [], clause.origin) == "free":
            clause.node = citing(clause.node, edit.cites)

    def _may_go(self, clause: Clause, anchor: Clause, edit: t.MoveClause) -> bool:
        is_far = not isinstance(clause.node, t.Line | t.Member) and clause.home is not anchor.home
        if (
            anchor not in clause.below()
            and is_alike(clause.node, anchor)
            and not is_far
            and not _is_last(clause.node)
            and not (_is_last(anchor.node) and edit.side == "after")
        ):
            return True
        self.desk.report(
            overlay_findings.unfit(
                f"`{edit.key}` cannot stand {edit.side} `{edit.anchor}`",
                edit.span,
                clause.origin,
                "move it beside a clause of its own kind, outside of it",
            )
        )
        return False
