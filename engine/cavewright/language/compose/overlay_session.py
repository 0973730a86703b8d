"""Session of one overlay on the drafts: it resolves names as the overlay sees them, and detects conflicts with
others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from ...foundation.source import Diagnostic, Label, Span, list_names, nearest
from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from .clause_keys import has_own_name, names_of, trigger_names
from .csv_rows import TableOf
from .draft_clauses import WHOLE, Clause, EditFootprint, Ids, Provenance, Token
from .drafts import Draft
from .overlay_findings import NEAR, agreement, beside_absent, conflict, first_line, unknown

ConflictResult = Literal["free", "alike", "refused"]

MOST_FINDINGS = 100
"""After so many errors no more edits are applied."""


@frozen
class Layer:
    """An overlay in its place: its head, its edits, and the ids of all overlays that are declared to come before."""

    head: t.Declaration
    items: tuple[t.Declaration | t.Edit, ...]
    before: frozenset[str]
    absent: tuple[t.Property, ...] = ()
    """The lines of its head that name overlays before it which are not played."""
    played: str = ""
    """The words by which all of this is played: `base+one+two`."""

    @property
    def ids(self) -> Ids:
        """Ids of this layer alone, as those who did something."""
        return frozenset((self.head.name,))


@frozen
class LinesBeside:
    """Lines that two overlays without an order add to one place; `what` says which, `place` shows it."""

    what: str
    touch: EditFootprint
    other: EditFootprint
    place: Span | None


@dataclass(slots=True)
class OverlaySession:
    """The drafts by label, the overlay that works on them, and what is wrong so far."""

    drafts: dict[str, Draft]
    layer: Layer
    found: list[Diagnostic] = field(default_factory=list)
    table_of: TableOf = lambda rows: None
    beside: list[LinesBeside] = field(default_factory=list)
    """Additions to one place, of overlays without an order to this one."""

    def did(self, verb: str, span: Span, because: str = "", cites: tuple[str, ...] = ()) -> Provenance:
        """Returns the provenance of a deed of this overlay."""
        return Provenance(self.layer.head.name, verb, span, because, cites)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keeps a finding, if it is not one warning too many; about an edit that finds nothing, with the overlays that
        might have made it."""
        diagnostic = beside_absent(diagnostic, self.layer.absent, self.layer.played)
        if diagnostic.severity == "error" or len(self.found) < MOST_FINDINGS:
            self.found.append(diagnostic)

    @property
    def is_full(self) -> bool:
        """True if there are so many errors that more would help nobody."""
        return sum(each.severity == "error" for each in self.found) >= MOST_FINDINGS

    # -- what it sees ------------------------------------------------------------------------------------------------

    def knows(self, overlays: Ids) -> bool:
        """Tells if something is the work of the base, of this overlay, or of one that is declared to come before it."""
        return not overlays or self.layer.head.name in overlays or not overlays.isdisjoint(self.layer.before)

    def is_gone(self, dropped_by: Ids) -> bool:
        """Tells if a thing that overlays dropped or removed is gone for this one."""
        return bool(dropped_by) and self.knows(dropped_by)

    def stands(self, clause: Clause) -> bool:
        """Tells if a clause is there for this overlay."""
        return self.knows(clause.added_by) and not self.is_gone(clause.dropped_by)

    def draft(self, label: str) -> Draft | None:
        """A declaration that stands; also one that is only removed by an overlay unknown here."""
        draft = self.drafts.get(label)
        if draft is None or not self.knows(draft.added_by):
            draft = self._following(label) or draft
        return None if draft is None or self.is_gone(draft.removed_by) else draft

    def _following(self, label: str) -> Draft | None:
        """The trigger that has come to be called so, as far as this overlay knows."""
        if not label.startswith("whenever "):
            return None
        triggers = [
            each for each in self.standing() if not has_own_name(each.declaration) and self.knows(each.added_by)
        ]
        names = trigger_names([(each.declaration.name, self._actions(each)) for each in triggers])
        return next((each for each, name in zip(triggers, names, strict=True) if f"whenever {name}" == label), None)

    def _actions(self, draft: Draft) -> list[str]:
        """The actions that a trigger follows, as far as this overlay knows."""
        former = [
            (name, each)
            for name, each in draft.former_parts()
            for did in each.history[-1:]
            if not self.knows(frozenset((did.overlay,)))
        ]
        return [
            next((name for name, clause in former if clause is each), *names_of(each.node))
            for each in draft.parts.clauses
            if each.form.order == "alphabet" and self.stands(each)
        ]

    def standing(self) -> Iterable[Draft]:
        """All declarations that it sees."""
        return (each for each in self.drafts.values() if not self.is_gone(each.removed_by))

    def visible_clauses(self, clauses: Iterable[Clause]) -> list[Clause]:
        """Those that stand for this overlay; if it knows of none, those that others unknown to it wrote."""
        there = [each for each in clauses if not self.is_gone(each.dropped_by)]
        return [each for each in there if self.knows(each.added_by)] or there

    def clauses_by_name(self, draft: Draft, address: str) -> list[Clause]:
        """Those of that name that it sees: with a key that it knows of, else parts, else by their first word."""
        known = (each for each in draft.lookup(address) if any(self.knows(clause.added_by) for clause in each))
        return self.visible_clauses(next(known, draft.find(address)))

    # -- what it may touch -------------------------------------------------------------------------------------------

    def detect_conflict(
        self,
        draft: Draft,
        what: str,
        did: Provenance,
        says: object,
        history: list[Provenance],
        place: Span | None,
        writes: Iterable[Token] = (),
        reads: Iterable[Token] = (),
        lines: tuple[t.Line, ...] = (),
    ) -> ConflictResult:
        """Decides on an edit after a look at the edits of overlays without an order to this one.

        Another edit of the same thing is a conflict (`refused`); an equal one needs no further work, and is only
        remembered (`alike`). An edit of a part rests on the whole, which must not be replaced or removed by an overlay
        unknown to it. `lines` that are added to one place are looked at again when all is put together: they get on if
        their order means nothing.
        """
        touch = EditFootprint(did, frozenset(writes), frozenset((*reads, WHOLE)), says, lines)
        rivals = [each for each in _rivals(draft, touch) if not self.knows(frozenset((each.did.overlay,)))]
        beside = _lines_beside(draft, touch, rivals)
        self.beside += [LinesBeside(what, touch, each, place) for each in beside]
        rivals = [each for each in rivals if each not in beside]
        is_again = _is_again(draft, touch)
        _note(draft, touch)
        if not rivals:
            return "free"
        last = list({each.did.overlay: each for each in rivals}.values())
        if is_again or any(each.says != touch.says for each in rivals):
            self.report(conflict(what, touch, last, place))
            return "refused"
        history.append(touch.did)
        self.report(agreement(what, touch, last))
        return "alike"

    # -- what it cannot find -----------------------------------------------------------------------------------------

    def target_draft(
        self,
        what: str,
        edit: t.Declaration | t.RemoveDeclaration | t.Amend,
        span: Span,
        fits: Callable[[Draft], bool] = bool,
    ) -> Draft | None:
        """The declaration that an edit speaks of; reports if there is none, and offers one that the edit fits."""
        draft = self.draft(edit.label)
        if draft is None:
            self.report(self.missing(what, edit.name, span, edit.kind, fits))
        return draft

    def missing(
        self, what: str, name: str, span: Span, kind: str = "", fits: Callable[[Draft], bool] = bool
    ) -> Diagnostic:
        """C0301 about a declaration: near names of its kind, the same name of another kind, or who removed it."""
        gone = self.drafts.get(f"{kind} {name}" if kind != name else kind)
        if gone is not None and gone.removed_by:
            labels = [Label(first_line(each.span), f"`{each.overlay}` removed it here") for each in gone.history[-1:]]
            return unknown(
                what, name, span, more=labels, help=f"drop this edit, or do without `{min(gone.removed_by)}`"
            )
        others = [each.declaration for each in self.standing() if each.declaration.name == name and fits(each)]
        if others:
            help = f"did you mean `{others[0].label}`?"
            return unknown(
                what, name, span, help=help, more=[Label(others[0].name_span, f"`{others[0].label}` stands here")]
            )
        standing = {each.declaration: fits(each) for each in self.standing()}
        if kind not in {each.kind for each in standing}:
            label = name if kind == name else f"{kind} {name}".strip()
            known = _labels_near(label, [each for each, does_fit in standing.items() if does_fit])
            return unknown(
                what, label, span, known or _labels_near(label, [*standing]), help=self._kinds(kind, name, {})
            )
        there = {each.declaration.name: each for each in self.standing() if each.declaration.kind == kind}
        near = {name: each.declaration.name_span for name, each in there.items()}
        if name == kind and len(there) == 1:
            [only] = there.values()
            labels = [Label(only.declaration.name_span, f"`{only.declaration.label}` stands here")]
            return unknown(what, name, span, more=labels, help=f"did you mean `{only.declaration.label}`?")
        return unknown(what, name, span, near, help=self._kinds(kind, name, near), fits=lambda name: fits(there[name]))

    def _kinds(self, kind: str, name: str, near: dict[str, Span]) -> str:
        kinds = dict.fromkeys(each.declaration.kind for each in self.standing())
        if near or kind in kinds:
            return list_names(name, near)
        words = ", ".join(f"`{each}`" for each in kinds)
        return f"it begins with the word of its declaration: {words}" if kinds else ""


def _labels_near(label: str, standing: Sequence[t.Declaration]) -> dict[str, Span]:
    """The labels of declarations, with their places, that a word may be meant for: by all of a label, else by its name."""
    places = {each.label: each.name_span for each in standing}
    if nearest(label, islice(places, NEAR)):
        return places
    labels = {each.name: each.label for each in standing}
    near = labels.get(nearest(label, islice(labels, NEAR)))
    return {near: places[near]} if near else {}


def _rivals(draft: Draft, touch: EditFootprint) -> list[EditFootprint]:
    """Edits that change what this one touches, or rest on what it changes; by overlay, in order of writing."""
    found: dict[int, EditFootprint] = {}
    for token in touch.writes | touch.reads:
        for other, writes in draft.touches.get(token, {}).values():
            if writes or token in touch.writes:
                found[id(other)] = other
    return sorted(found.values(), key=lambda each: (each.did.overlay, each.did.span.source.name, each.did.span.start))


_OF_PLACES = ("gap", "work")
"""Tokens of a place at which lines stand one after the other."""


def _lines_beside(draft: Draft, touch: EditFootprint, rivals: Iterable[EditFootprint]) -> list[EditFootprint]:
    """Those that share nothing with an addition of lines but the place, and add other lines there."""
    shared = [
        (token, other)
        for token in touch.writes | touch.reads
        for other, writes in draft.touches.get(token, {}).values()
        if writes or token in touch.writes
    ]
    apart = {other.did.overlay for token, other in shared if token[0] not in _OF_PLACES or not other.lines}
    return [each for each in rivals if touch.lines and each.did.overlay not in apart and each.says != touch.says]


def _is_again(draft: Draft, touch: EditFootprint) -> bool:
    """Tells if the overlay has said this before, and so can no longer mean what others say once."""
    own = [draft.touches.get(token, {}).get(touch.did.overlay) for token in touch.writes]
    return any(each is not None and each[0].says == touch.says for each in own)


def _note(draft: Draft, touch: EditFootprint) -> None:
    """Remembers the last edit of an overlay for each token; who touches a thing in two ways agrees with nobody."""
    for token in touch.writes | touch.reads:
        by_overlay = draft.touches.setdefault(token, {})
        writes = token in touch.writes
        last, wrote = by_overlay.get(touch.did.overlay, (touch, False))
        is_mixed = (writes or wrote) and last.says != touch.says
        lines = (*last.lines, *touch.lines) if last.lines and touch.lines else ()
        noted = replace(touch, says=object(), lines=lines) if is_mixed else touch
        by_overlay[touch.did.overlay] = noted, writes or wrote
