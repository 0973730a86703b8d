"""Edits that add to what a clause says: `add to KEY: …`, and changes that take nothing away."""

from __future__ import annotations

from ..syntax import tree as t
from ..syntax import unparse
from ..syntax.clause_forms import content_of
from .clause_additions import Additions
from .clause_keys import distinction
from .declaration_edits import refusal_of_share, share_value
from .draft_clauses import Clause, Provenance, Token, citing
from .drafts import close_clause, close_unshared
from .insertion import takes
from .overlay_findings import shorten_line
from .shares import OverlayShare, nearest_share, same_shares, shares_between, with_shares
from .stated_values import change_part, repeated_part, same, shown_part


class Sharing(Additions):
    """The edits that overlays without an order may make to one clause side by side."""

    __slots__ = ()

    def add_share(self, edit: t.AddShare) -> None:
        """Adds to what a clause says; below `amend players` also to how many play."""
        name = self.draft.declaration.name
        if edit.path == t.Name(name) and not self.draft.find(name):
            share_value(self.session, self.draft, edit, (edit.share,))
            return
        about = edit.share.value if edit.share.sort == "bounds" else None
        clause = self.find(unparse(edit.path), edit.path.span, about)
        if clause is not None:
            self.share(clause, edit, (edit.share,), self.did("add", edit))

    def share(self, clause: Clause, edit: t.AddShare | t.Change, shares: tuple[t.Share, ...], did: Provenance) -> None:
        """Adds shares to a clause. Others may add to it, too; nobody else may put another in its place."""
        overlay = self.session.layer.head.name
        more = [*clause.shares, *(OverlayShare(overlay, each) for each in shares)]
        new = with_shares(close_unshared(clause), more)
        if new is None or not takes(clause.home.owner, new):
            what, path = self.name_in_message(edit.path), unparse(edit.path)
            near = nearest_share(close_unshared(clause), shares[0])
            now = repeated_part(clause.node, content_of(clause.node))
            way = f"change {path}: {shorten_line(shown_part(now))} to …" if now else f"replace {self.label} …"
            self.session.report(refusal_of_share(what, path, shares[0], near, way, clause.origin))
            return
        writes: list[Token] = [("share", clause, overlay), *same_shares(clause, shares)]
        reads: list[Token] = [("exists", clause), ("text", clause), *self.told_by(unparse(edit.path))]
        says = ("share", clause, shares)
        if self.detect_conflict(did, self.name_in_message(edit.path), says, writes, reads, clause) == "free":
            clause.shares = more
            clause.node = citing(clause.node, edit.cites)
            clause.history.append(did)
            self.draft.is_edited = True

    def shares_of(self, clause: Clause, edit: t.Change) -> tuple[t.Share, ...]:
        """The shares that a change of a clause amounts to; none of one that takes something away, or gives a text."""
        if edit.text or distinction(clause.node) or clause.form.home == "branches":
            return ()
        base = close_unshared(clause)
        shares = shares_between(edit.old, edit.new)
        now = repeated_part(clause.node, edit.old, edit.new)
        if not shares or now is None or not same(now, edit.old):
            return ()
        alone = with_shares(base, [OverlayShare("", each) for each in shares])
        return shares if alone == change_part(base, edit.old, edit.new) else ()

    def readings(self, clause: Clause, edit: t.Change | t.Drop) -> list[t.Node]:
        """All that an edit may repeat of a clause: as it reads now, as it read before others added to it, and before the
        overlays that this one comes after changed it."""
        new = getattr(edit, "new", None)
        nodes = [close_clause(clause) if clause.shares else clause.node, clause.node, *reversed(clause.was)]
        found = (repeated_part(node, edit.old, new) for node in nodes)
        return [each for each in found if each is not None]
