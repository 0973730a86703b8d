"""Finds the clause that an edit of a declaration speaks of, and tells why there is none or more than one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ...foundation.source import Label, Span, list_names
from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from ..syntax.clause_blocks import is_last
from ..syntax.clause_forms import BRANCHED, form_of
from ..syntax.table_row import first_cell
from ..syntax.unparse import spell_clause, unparse
from .clause_keys import distinction
from .draft_clauses import Clause, Provenance, Token
from .drafts import Draft
from .overlay_findings import ambiguous, first_line, unfit, unknown
from .overlay_session import ConflictResult, OverlaySession
from .stated_values import holds, repeated_part, same


def is_row(clause: Clause) -> bool:
    """Tells if a clause is a row."""
    return clause.form.table == "row"


def is_branched(clause: Clause) -> bool:
    """Tells if a clause is a line that can have an `otherwise`."""
    return clause.form.further in BRANCHED


def rows(draft: Draft) -> dict[str, Span]:
    """Returns the span of each row of a declaration, by name."""
    return {
        first_cell(each.raw): each.origin
        for each in draft.clauses()
        if is_row(each) and each.node is not draft.header and not each.dropped_by
    }


@frozen
class Lookup:
    """The clauses of one declaration, as an overlay that edits it sees them."""

    session: OverlaySession
    draft: Draft
    cites: tuple[str, ...] = ()
    """The ids that all of the edits carry out together."""

    @property
    def label(self) -> str:
        """Name of the declaration in messages."""
        return self.draft.declaration.label

    def name_in_message(self, path: t.Expr | str) -> str:
        """Returns the name of a clause in messages."""
        return f"`{unparse(path)}` of `{self.label}`"

    def did(self, verb: str, edit: Any, cites: tuple[str, ...] = ()) -> Provenance:
        """Returns the provenance that the overlay leaves by an edit."""
        ids = dict.fromkeys((*getattr(edit, "cites", ()), *cites, *self.cites))
        return self.session.did(verb, edit.span, cites=tuple(ids))

    def detect_conflict(
        self, did: Provenance, what: str, says: object, writes: Sequence[Token], reads: Sequence[Token], clause: Clause
    ) -> ConflictResult:
        """Decides on an edit that changes one thing and rests on others: carried out, or in conflict."""
        return self.session.detect_conflict(self.draft, what, did, says, clause.history, clause.origin, writes, reads)

    def refuse(self, message: str, span: Span, place: Span, help: str) -> bool:
        """Reports an edit that its target does not take; no."""
        self.session.report(unfit(message, span, place, help))
        return False

    def told_by(self, address: str, about: Any = None) -> list[Token]:
        """The conditions by which an edit tells what it means: no other clause may come to read so."""
        names = [each for each in self.draft.names() if each.endswith("]") and each in address]
        return [
            ("reads", each) for each in (*names, *([distinction(about)] if form_of(about).home == "branches" else ()))
        ]

    def find(self, address: str, span: Span, about: Any = None, repeats: bool = False) -> Clause | None:
        """The clause that a key names, of those that an edit about such a thing can mean; reports if there is none, or
        more than one. An edit that `repeats` what it is about is told of another name only if it would fit there."""
        if form_of(about).home == "branches":
            return self._branch(address, span, about)
        found = self.session.clauses_by_name(self.draft, address)
        is_part = form_of(about).home == "parts"
        if isinstance(about, t.Expr):
            stated = (repeated_part(each.node, about) for each in found)
            is_part = all(each is None or form_of(each).home == "lines" for each in stated)
        found = (self.session.visible_clauses(self.draft.find_parts(address)) if is_part else []) or found
        if not found:
            self.report_missing(address, span, about if repeats else None)
        return self._single(address, span, found)

    def _fits(self, about: t.Node | None, name: str) -> bool:
        """Tells if the part that goes by a name reads as an edit repeats it."""
        there = (
            (repeated_part(each.node, about) for each in self.session.visible_clauses(self.draft.find(name)))
            if about is not None
            else ()
        )
        return about is None or any(now is not None and same(now, about) for now in there)

    def _single(self, address: str, span: Span, found: list[Clause]) -> Clause | None:
        if len(found) < 2:
            return next(iter(found), None)
        named = [distinction(each.node) or self.draft.ordinals.get(each, "") for each in found]
        help = f"name the line around it too, `outer.{address}`; if that has no key, `replace {self.label}`"
        if all(named) and len(set(named)) == len(named):
            help = f"say which one: {', '.join(f'`{each}`' for each in named[:3])}"
        self.session.report(ambiguous(address, span, [each.origin for each in found], help))
        return None

    # -- branches ----------------------------------------------------------------------------------------------------

    def _branches(self, address: str) -> Iterable[Clause]:
        """The branches that a key may mean: of that name, or of the `if` of that name."""
        found: list[Clause] = []
        for each in self.session.clauses_by_name(self.draft, address):
            found += each.blocks[1].clauses if is_branched(each) else [each]
        return (each for each in self.session.visible_clauses(found) if each.form.home == "branches")

    def _branch(self, address: str, span: Span, about: t.Branch) -> Clause | None:
        """The branch that reads as it is repeated, or did once, or the only one there is."""
        there = [each for each in self._branches(address) if is_last(each.node) == is_last(about)]
        once = self.draft.find(distinction(about))
        known = self.draft.find(address)
        alike = [each for each in there if same(repeated_part(each.node, about) or about, about)]
        found = alike or [each for each in there if each in once] or (there if len(there) == 1 else [])
        written = spell_clause(about)
        if not found and there:
            names = [(unparse(each.node), each.origin) for each in there]
            help = f"there are: {', '.join(f'`{each}`' for each, _ in names)}"
            alone = {each: place for each, place in names if len([one for one, _ in names if one == each]) == 1}
            self.session.report(unknown(f"`{written}` in `{self.label}`", written, about.span, alone, help=help))
        elif not found and known:
            way = f"`add after {address} {written}`, and a block below it, gives it one"
            self.refuse(f"`{address}` of `{self.label}` has no further branch", about.span, known[0].origin, way)
        elif not found:
            self.report_missing(address, span)
        return self._single(address, span, found)

    # -- what is not there -------------------------------------------------------------------------------------------

    def report_missing(
        self, address: str, span: Span, about: t.Node | None = None, there: Sequence[Clause] = ()
    ) -> None:
        """Reports that nothing goes by a key, and who dropped what did; says nothing where rows could not be read."""
        if self.draft.is_unread():
            return
        dropped = [each for each in there or self.draft.find(address) if each.dropped_by]
        more = [
            Label(first_line(each.history[-1].span), f"`{each.history[-1].overlay}` dropped it here")
            for each in dropped[-1:]
        ]
        clauses = [(name, each) for name, each in self.draft.standing() if each.node is not self.draft.header]
        spans = {key: each.origin for name, each in clauses if (key := self._address(name, each))}
        names = {} if dropped else self._nested_keys(address, clauses) | dict.fromkeys(self.draft.names()) | spans
        help = f"`replace {self.label} …` puts another in its place"
        if dropped:
            help = f"drop this edit, or do without `{min(dropped[-1].dropped_by)}`"
        elif names:
            help = self._keys_in_message(address, about, names)
        what = f"`{address}` in `{self.label}`"
        fits = partial(self._fits, about)
        self.session.report(unknown(what, address, span, names, more, help, fits))

    def _nested_keys(self, address: str, clauses: Iterable[tuple[str, Clause]]) -> dict[str, Span | None]:
        """Returns the keys of all that stands in the clause of which a key within another speaks."""
        outer = address.rpartition(".")[0]
        owners = self.draft.find(outer) if outer else []
        return {f"{outer}.{name}": each.origin for name, each in clauses if each.home.owner in owners}

    def _address(self, key: str, clause: Clause) -> str:
        """Returns the words by which an edit can name a clause: its key, or its number among those of that key; "" if it
        has none."""
        keys = (key, distinction(clause.node), self.draft.ordinals.get(clause, ""))
        return next((each for each in keys if each and self.draft.find(each) == [clause]), "")

    def _keys_in_message(self, address: str, about: t.Node | None, names: Iterable[str]) -> str:
        """Returns the keys of what reads as an edit repeats it, each of which means one thing; where nothing reads so, the
        nearest keys of all."""
        alike = [each for each in names if about is not None and self._fits(about, each)]
        alike = [each for each in alike if len(self.session.clauses_by_name(self.draft, each)) == 1]
        if len(alike) == 1:
            return f"did you mean `{alike[0]}`? It reads so"
        return f"these read so: {', '.join(f'`{each}`' for each in alike[:3])}" if alike else list_names(address, names)

    def holding(self, row: str, column: str, old: t.Node | None) -> bool:
        """Tells if a row has a column, and holds there the value that an edit repeats."""
        found = next(filter(is_row, self.draft.find(row)), None)
        if found is None or column not in self.draft.columns:
            return False
        return old is None or holds((*found.raw_cells, "")[self.draft.columns.index(column)], old)

    def report_missing_row(self, row: t.Expr, column: str = "", old: t.Node | None = None) -> None:
        """Reports that there is no row of a name, of which a column holds what an edit repeats."""
        name = unparse(row)
        if self.draft.is_unread() or any(each.dropped_by for each in self.draft.find(name)):
            self.report_missing(name, row.span)
            return
        there = rows(self.draft)
        help = list_names(name, there)
        what = f"row `{name}` in `{self.label}`"
        fits = (lambda near: self.holding(near, column, old)) if column else bool
        self.session.report(unknown(what, name, row.span, there, help=help, fits=fits))

    def columns(self) -> list[Clause]:
        """The columns of a kind behind the first, as the overlay sees them."""
        return [*filter(self.session.stands, self.draft.layout)]

    def column(self, name: str, span: Span, row: Clause, old: t.Node | None = None) -> int | None:
        """The number of a column; reports if there is none of that name, and offers one that holds what an edit
        repeats."""
        names, layout = self.draft.columns, self.draft.layout
        for each in self.session.visible_clauses(self.draft.find_parts(name)) if layout else ():
            return layout.index(each) + 1
        if name in (names[:1] if layout else names):
            return names.index(name)
        if layout and self.draft.find_parts(name):
            self.report_missing(name, span, there=self.draft.find_parts(name))
            return None
        header = self.draft.header.span if self.draft.header else row.origin
        help = f"there are: {', '.join(f'`{each}`' for each in names)}"
        of = first_cell(row.raw)
        what, there = f"column `{name}` in `{self.label}`", dict.fromkeys(names, header)
        fits = (lambda near: self.holding(of, near, old)) if old is not None else bool
        self.session.report(unknown(what, name, span, there, help=help, fits=fits))
        return None
