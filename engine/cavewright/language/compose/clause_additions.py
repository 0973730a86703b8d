"""Additions to a declaration, and moves of its clauses: where they may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ...foundation.source import Span
from ..syntax import tree as t
from ..syntax.clause_blocks import is_last
from ..syntax.clause_forms import form_of
from ..syntax.unparse import spell_clause
from .clause_keys import Clausal, main_key, names_of, own_keys, written_keys
from .draft_clauses import Block, Clause, Provenance, Token, anchor_at, move, open_clause
from .drafts import is_hollow
from .insertion import Places, is_alike, is_below_row, opened_by, rests
from .overlay_findings import exists, first_line

Place = tuple[Block, int, Clause | None]
"""Where an addition goes: block and index, and the clause that it was placed by."""


class Additions(Places):
    """The edits that bring clauses to places."""

    __slots__ = ()

    def add(self, edit: t.Add) -> None:
        """Adds a clause where it was said to go, or where such clauses go by themselves."""
        if not self._has_room_for(edit):
            return
        new = self.rows_of_file(edit.addition) or (edit.addition,)
        place = self._place(edit) if all(map(self._is_new, new)) else None
        if place is None:
            return
        home, index, anchor = place
        node: Any = edit.addition
        if form_of(node).table == "row" and self.draft.header:
            node = self.draft.fit_row(node, self.columns())
        clause = open_clause(node, home, self.session.layer.ids)
        if clause.form.table == "file":
            self.draft.unfold_one(clause, self.session.table_of, self.columns())
        twin = self.draft.additions.get(_identity(clause), clause)
        did = self.did("add", edit, getattr(edit.addition, "cites", ()))
        writes, reads = self._tokens(edit, new, clause, index, anchor, twin)
        origin = anchor.origin if anchor else None
        what, says = self._place_name(edit), ("add", edit, anchor)
        lines = (node,) if clause.form.home == "lines" else ()
        verdict = self.session.detect_conflict(self.draft, what, did, says, twin.history, origin, writes, reads, lines)
        if verdict == "free":
            clause.ground = anchor_at(home, index)
            home.entries.insert(index, clause)
            self._make_known(clause)
            for each in clause.below() if clause.form.table == "file" else (clause,):
                each.history.append(did)
        for each in twin.below() if verdict == "alike" else ():
            each.added_by |= self.session.layer.ids

    def _tokens(
        self, edit: t.Add, new: Sequence[Clausal], clause: Clause, index: int, anchor: Clause | None, twin: Clause
    ) -> tuple[list[Token], list[Token]]:
        """Returns the tokens that an addition writes and reads: itself, its keys, its twins, and the place where it
        goes if that matters."""
        writes, reads = self.place_tokens(clause, index, bool(edit.side))
        keys = () if is_below_row(clause.node) else (key for each in new for key in written_keys(each))
        writes += [("same", _identity(clause)), *(("key", key) for key in keys)]
        writes += [*self.all_of(clause), *self.all_of(twin)]
        writes += [("part", clause.home, names_of(clause.node))] if clause.form.home == "parts" else []
        writes += [("last", clause.home)] if is_last(clause.node) else []
        return writes, [*reads, *rests(anchor), *self.told_by(edit.anchor)]

    def unfold(self, clause: Clause, did: Provenance) -> None:
        """Opens another file, whose rows are all new."""
        self.draft.unfold_one(clause, self.session.table_of, self.columns())
        for block in clause.blocks:
            for each in block.clauses:
                each.history.append(did)

    def rows_of_file(self, addition: Any) -> tuple[t.Row, ...]:
        """The rows of a file that is added; none for other additions, and for a file that does not fit."""
        if form_of(addition).table != "file":
            return ()
        return self.draft.rows_of_file(addition, self.session.table_of(addition), self.columns()) or ()

    def _make_known(self, clause: Clause) -> None:
        self.draft.additions[_identity(clause)] = clause
        if clause.form.table == "row":
            self.draft.header = self.draft.header or cast(t.Row, clause.node)
        if clause.form.table == "column":
            self.draft.widen(clause)
        for each in clause.below():
            self.draft.note_names(each)

    # -- where it goes -----------------------------------------------------------------------------------------------

    def _place_name(self, edit: t.Add) -> str:
        if edit.side:
            return f"the place {edit.side} `{edit.anchor}` of `{self.label}`"
        form, keys = form_of(edit.addition), [*written_keys(edit.addition)]
        if form.home == "parts" and form.order == "written":
            return f"the {form.plural} of `{self.label}`"
        keys += names_of(edit.addition) if form.field == ("names",) else ()
        return self.name_in_message(keys[0]) if keys else f"the end of `{self.label}`"

    def _has_room_for(self, edit: t.Add) -> bool:
        declaration, form = self.draft.declaration, form_of(edit.addition)
        is_inside = form.home == "parts" and bool(edit.side)
        if is_inside or not form.holders or declaration.kind in form.holders:
            return True
        way = f"{form.plural} belong to {', '.join(f'`{each}`' for each in form.holders)}"
        return self.refuse(f"`{self.label}` has no {form.plural}", edit.addition.span, declaration.name_span, way)

    def _place(self, edit: t.Add) -> Place | None:
        addition: Any = edit.addition
        if edit.side:
            return self._place_beside(edit)
        where = form_of(addition).home
        if where == "branches":
            way = f"say behind which one: `add after KEY {spell_clause(addition)}`"
            self.refuse("a branch belongs to an `if` or a `choose`", addition.span, self.draft.origin, way)
            return None
        home: Block = getattr(self.draft, where)
        return (home, self.default_index(home, addition), None) if self.is_only(addition, home) else None

    def _place_beside(self, edit: t.Add) -> Place | None:
        addition: Any = edit.addition
        is_after = edit.side == "after"
        anchor = self._anchor(edit.anchor, edit.span, addition if form_of(addition).home == "parts" else None)
        below = opened_by(anchor, addition) if anchor is not None and is_after else None
        if anchor is None or (below is None and not self._is_beside(edit, anchor)):
            return None
        home = below or anchor.home
        if not self.is_only(addition, home):
            return None
        index = 0 if below is not None else home.entries.index(anchor) + is_after
        return home, len(home.entries) if is_last(addition) else index, anchor

    def _anchor(self, key: str, span: Span, about: t.Node | None = None) -> Clause | None:
        start = span.start + span.text.find(f" {key}") + 1
        is_there = f" {key}" in span.text
        return self.find(key, Span(span.source, start, start + len(key)) if is_there else first_line(span), about)

    def _is_beside(self, edit: t.Add, anchor: Clause) -> bool:
        if is_alike(edit.addition, anchor) and not (is_last(anchor.node) and edit.side == "after"):
            return True
        way = f"leave out `{edit.side} {edit.anchor}`"
        if form_of(edit.addition).home == "branches":
            way = (
                "name an `if` that it comes `after`, or another branch of it; "
                "an `otherwise` without a condition stays last"
            )
        return self.refuse(f"this does not go {edit.side} `{edit.anchor}`", edit.addition.span, anchor.origin, way)

    # -- whether it is there -----------------------------------------------------------------------------------------

    def is_only(self, addition: Clausal, home: Block) -> bool:
        """Tells if an `if` or a `choose` has no other `otherwise`, a first line nothing else of this name."""
        there = [*filter(self.session.stands, self.session.visible_clauses(home.clauses))]
        if is_last(addition):
            there = [each for each in there if is_last(each.node) and not self._is_emptied(each)]
            help = "add lines to it, or drop it first: `drop otherwise: otherwise`"
            return self._is_free(there, f"`otherwise` of this line in `{self.label}`", addition, help)
        names, key = names_of(addition), main_key(addition)
        is_named_here = form_of(addition).home == "parts" or is_below_row(addition)
        there = [each for each in there if is_named_here and names_of(each.node) == names]
        return self._is_free(there, f"`{key}` in `{self.label}`", addition, _another_name(key))

    def _is_new(self, addition: Clausal) -> bool:
        for key in written_keys(addition) if not is_below_row(addition) else ():
            there = [each for each in self.draft.find(key) if key in own_keys(each.node) and self.session.stands(each)]
            help = _another_name(f"{key}.COLUMN" if form_of(addition).table == "row" else key)
            if not self._is_free(there, f"`{key}` of `{self.label}`", addition, help):
                return False
        return True

    def _is_free(self, there: Sequence[Clause], what: str, addition: Clausal, help: str) -> bool:
        if there:
            self.session.report(exists(what, first_line(addition.span), there[0].origin, help))
        return not there

    def _is_emptied(self, last: Clause) -> bool:
        """Tells if nothing is left of an `otherwise` for this overlay; what others unknown to it dropped stands."""
        return is_hollow(last) and all(self.session.is_gone(each.dropped_by) for each in last.blocks[0].clauses)

    # -- moves -------------------------------------------------------------------------------------------------------

    def move(self, edit: t.MoveClause) -> None:
        """Moves a clause beside another."""
        clause = self._anchor(edit.key, edit.span)
        about: Any = clause.node if clause is not None and clause.form.home == "parts" else None
        anchor = self._anchor(edit.anchor, edit.span, about)
        if clause is None or anchor is None or not self._may_go(clause, anchor, edit):
            return
        is_after, did = edit.side == "after", self.did("move", edit)
        index = anchor.home.entries.index(anchor) + is_after
        places, _ = self.place_tokens(replace(clause, home=anchor.home), index, True)
        writes, reads = [("place", clause), *places], [("exists", clause), *rests(anchor)]
        verdict = self.detect_conflict(
            did, self.name_in_message(edit.key), ("move", clause, anchor, edit.side), writes, reads, clause
        )
        if verdict == "free":
            move(clause, anchor, is_after, self.session.layer.ids)
            clause.history.append(did)
        elif verdict == "alike" and clause.came.number:
            clause.came.by |= self.session.layer.ids

    def _may_go(self, clause: Clause, anchor: Clause, edit: t.MoveClause) -> bool:
        is_far = clause.form.home not in ("lines", "members") and clause.home is not anchor.home
        is_behind = is_last(clause.node) or (is_last(anchor.node) and edit.side == "after")
        if anchor not in clause.below() and is_alike(clause.node, anchor) and not is_far and not is_behind:
            return True
        message = f"`{edit.key}` cannot stand {edit.side} `{edit.anchor}`"
        way = "move it beside a clause of its own kind, outside of it"
        return self.refuse(message, edit.span, clause.origin, way)


def _identity(clause: Clause) -> Any:
    """Returns what equal additions share: what they say, and of what stands below a row that row."""
    row = clause.home.owner
    is_own = row is not None and is_below_row(clause.node)
    return (names_of(row.node), clause.node) if row is not None and is_own else clause.node


def _another_name(path: str) -> str:
    return f"write `change {path}: … to …`, or give this one another name"
