"""One overlay at work on the drafts: what it can see, and whether it may touch what others touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..source import Diagnostic, Label, Span
from ..syntax import tree as t
from . import findings
from .drafts import WHOLE, Clause, Draft, Provenance, Token, Touch

MOST_FINDINGS = 100
"""After so many errors no more edits are applied."""


@dataclass(frozen=True, slots=True)
class Layer:
    """An overlay in its place: its head, its edits, and the ids of all overlays that are declared to come before."""

    head: t.Declaration
    items: tuple[t.Declaration | t.Edit, ...]
    before: frozenset[str]

    @property
    def id(self) -> str:
        """The name in its head."""
        return self.head.name


@dataclass(slots=True)
class Desk:
    """The drafts by label, the overlay that works on them, and what is wrong so far."""

    drafts: dict[str, Draft]
    layer: Layer
    found: list[Diagnostic] = field(default_factory=list)

    def did(self, verb: str, span: Span, because: str = "", cites: tuple[str, ...] = ()) -> Provenance:
        """What this overlay did."""
        return Provenance(self.layer.id, verb, span, because, cites)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keeps a finding, if it is not one warning too many."""
        if diagnostic.severity == "error" or len(self.found) < MOST_FINDINGS:
            self.found.append(diagnostic)

    @property
    def is_full(self) -> bool:
        """Whether there are so many errors that more would help nobody."""
        return sum(each.severity == "error" for each in self.found) >= MOST_FINDINGS

    # -- what it sees ------------------------------------------------------------------------------------------------

    def knows(self, overlay: str) -> bool:
        """Whether it is declared to come after another overlay; it also knows the base (""), and itself."""
        return overlay in ("", self.layer.id) or overlay in self.layer.before

    def is_gone(self, dropped_by: str) -> bool:
        """Whether what was dropped or removed by an overlay is gone for this one."""
        return dropped_by != "" and self.knows(dropped_by)

    def draft(self, label: str) -> Draft | None:
        """A declaration that stands; also one that is only removed by an overlay unknown here."""
        draft = self.drafts.get(label)
        return None if draft is None or self.is_gone(draft.removed_by) else draft

    def standing(self) -> Iterable[Draft]:
        """All declarations that it sees."""
        return (each for each in self.drafts.values() if not self.is_gone(each.removed_by))

    def seen(self, clauses: Iterable[Clause]) -> list[Clause]:
        """Those that stand for this overlay; if it knows of none, those that others unknown to it wrote."""
        there = [each for each in clauses if not self.is_gone(each.dropped_by)]
        return [each for each in there if self.knows(each.added_by)] or there

    # -- what it may touch -------------------------------------------------------------------------------------------

    def settle(self, draft: Draft, what: str, touch: Touch, history: list[Provenance], place: Span | None) -> bool:
        """Whether to go on with an edit: not if an overlay without order touched the same, alike or otherwise."""
        rivals = [each for each in _rivals(draft, touch) if not self.knows(each.did.overlay)]
        _note(draft, touch)
        if not rivals:
            return True
        last = list({each.did.overlay: each for each in rivals}.values())
        if all(each.says == touch.says for each in rivals):
            history.append(touch.did)
            self.report(findings.agreement(what, touch, last))
        else:
            self.report(findings.conflict(what, touch, last, place))
        return False

    # -- what it cannot find -----------------------------------------------------------------------------------------

    def missing(self, what: str, name: str, span: Span, kind: str = "") -> Diagnostic:
        """C0301 about a declaration: near names of its kind, the same name of another kind, or who removed it."""
        gone = self.drafts.get(f"{kind} {name}" if kind != name else kind)
        if gone is not None and gone.removed_by:
            labels = [Label(findings.first_line(each.span), f"`{each.overlay}` removed it here")
                      for each in gone.history[-1:]]
            return findings.unknown(what, name, span, (), more=labels,
                                    help=f"drop this edit, or do without `{gone.removed_by}`")
        others = [each.declaration for each in self.standing() if each.declaration.name == name]
        if others:
            help = f"did you mean `{others[0].label}`?"
            return findings.unknown(what, name, span, (), help=help,
                                    more=[Label(others[0].name_span, f"`{others[0].label}` stands here")])
        near = {each.declaration.name: each.declaration.name_span for each in self.standing()
                if each.declaration.kind == kind}
        return findings.unknown(what, name, span, near, near, help=self._kinds(kind, near))

    def _kinds(self, kind: str, near: dict[str, Span]) -> str:
        kinds = dict.fromkeys(each.declaration.kind for each in self.standing())
        if near or kind in kinds:
            return f"there are: {', '.join(f'`{each}`' for each in list(near)[:8])}"
        words = ", ".join(f"`{each}`" for each in kinds)
        return f"it begins with the word of its declaration: {words}" if kinds else ""


def _rivals(draft: Draft, touch: Touch) -> list[Touch]:
    """Edits that change what this one touches, or rest on what it changes; by overlay, in order of writing."""
    found: dict[int, Touch] = {}
    for token in touch.writes | touch.reads:
        for other, writes in draft.touches.get(token, {}).values():
            if writes or token in touch.writes:
                found[id(other)] = other
    return sorted(found.values(), key=lambda each: (each.did.overlay, each.did.span.source.name, each.did.span.start))


def _note(draft: Draft, touch: Touch) -> None:
    for token in touch.writes | touch.reads:
        by_overlay = draft.touches.setdefault(token, {})
        last = by_overlay.get(touch.did.overlay)
        if token in touch.writes or last is None or not last[1]:
            by_overlay[touch.did.overlay] = touch, token in touch.writes


def touch(did: Provenance, says: object, writes: Iterable[Token], reads: Iterable[Token] = ()) -> Touch:
    """An edit of a part; it rests on the whole, which must not be replaced or removed by an overlay unknown to it."""
    return Touch(did, frozenset(writes), frozenset((*reads, WHOLE)), says)


def whole_touch(did: Provenance, says: object) -> Touch:
    """An edit of all of a declaration."""
    return Touch(did, frozenset((WHOLE,)), frozenset(), says)
