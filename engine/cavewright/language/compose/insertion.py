"""Finds where additions go, and which tokens an edit of a clause touches."""

from __future__ import annotations

from ..syntax.clause_blocks import is_last
from ..syntax.clause_forms import form_of
from .clause_keys import Clausal, names_of
from .clause_lookup import Lookup
from .draft_clauses import Block, Clause, Token, Tombstone, anchor_at


class Places(Lookup):
    """The places of a declaration, as an overlay that edits it sees them."""

    __slots__ = ()

    def default_index(self, home: Block, addition: Clausal) -> int:
        """Behind the last of its kind; requirements and costs of an action stand before what it does, other lines last.

        What overlays did that this one does not know counts only in so far as their additions to the same place come first.
        """
        form, rank = form_of(addition), self._rank(addition)
        if form.order == "alphabet":
            return _index_of_action(home, *names_of(addition))
        if form.home == "lines":
            return self._leading_index(home, rank) if rank else len(home.entries)
        for index, entry in reversed([*enumerate(home.entries, 1)]):
            if isinstance(entry, Clause) and entry.form is form:
                return index
        return len(home.entries)

    def place_tokens(self, clause: Clause, index: int, is_placed: bool) -> tuple[list[Token], list[Token]]:
        """Returns the tokens that an arrival at a place writes and reads.

        A place lies behind a clause that every overlay knows, and reaches to the next; nothing else may arrive there.
        Members and columns without a place are a set, and touch none; parameters, choices and tie-breaks come one after
        the other. Requirements and costs without a place get on with each other and with requirements and costs that
        have one, but what else an action does must not come between.
        """
        place = clause.home, anchor_at(clause.home, index)
        leads = bool(self._rank(clause.node))
        if is_below_row(clause.node):
            return [("part", clause.home, names_of(clause.node))], []
        if is_placed or (clause.form.order == "written" and not leads):
            return [("gap", *place)] if leads else [("gap", *place), ("work", *place)], []
        return [], [("work", *place)] if leads else []

    def all_of(self, clause: Clause) -> list[Token]:
        """That a clause is there, where it stands and what it says, with all that stands below it or seems to."""
        found: dict[Clause, None] = {}
        todo = [clause]
        while todo:
            each = todo.pop()
            if each not in found:
                found[each] = None
                todo += [
                    below.clause if isinstance(below, Tombstone) else below
                    for block in each.blocks
                    for below in block.entries
                    if isinstance(below, Clause) or not self.session.knows(below.went.by)
                ]
        return [(what, each) for each in found for what in ("exists", "place", "text")]

    def _rank(self, node: Clausal) -> int:
        """The rank of a requirement or cost of an action, which goes by itself behind those of no higher one; or 0."""
        return form_of(node).leading if self.draft.declaration.kind == "action" else 0

    def _leading_index(self, home: Block, rank: int) -> int:
        index = len(home.entries)
        while index > 0 and not _leads(self._visible_clause(home.entries[index - 1]), rank):
            index -= 1
        for entry in home.entries[index:]:
            if not isinstance(entry, Clause) or self.session.knows(entry.added_by) or not _leads(entry, rank):
                break
            index += 1
        return index

    def _visible_clause(self, entry: Clause | Tombstone) -> Clause | None:
        """The clause that an overlay sees at an entry: as if those unknown to it had done nothing."""
        clause = entry if isinstance(entry, Clause) else entry.clause
        is_away = isinstance(entry, Tombstone) and self.session.knows(entry.went.by)
        return (
            clause
            if self.session.knows(clause.added_by) and self.session.knows(entry.came.by) and not is_away
            else None
        )


def _index_of_action(home: Block, action: str) -> int:
    """Behind the actions that the declaration had; those that overlays add stand there by the alphabet, whoever comes
    first."""
    for index, entry in reversed([*enumerate(home.entries, 1)]):
        if not isinstance(entry, Clause) or entry.ground is entry:
            return index
        if entry.form.order != "alphabet" or names_of(entry.node) <= (action,):
            return index
    return 0


def _leads(seen: Clause | None, rank: int) -> bool:
    return seen is not None and 0 < seen.form.leading <= rank


def rests(anchor: Clause | None) -> list[Token]:
    """Returns the tokens that an edit rests on if it is placed by a clause: that this is there, and where it is."""
    return [] if anchor is None else [("exists", anchor), ("place", anchor)]


def is_below_row(node: Clausal) -> bool:
    """Tells if a clause stands below a row: what it does, or a definition of its own."""
    return form_of(node).home == "lines" and form_of(node).holders == ("kind",)


def opened_by(anchor: Clause, addition: Clausal) -> Block | None:
    """The block of a line that takes an addition: an `if` a branch, a `choose` an `otherwise`, an action below an
    `offer` a choice, what a row does a parameter, a row what stands below it."""
    if is_below_row(addition) and anchor.form.table == "row":
        anchor.blocks = anchor.blocks or [Block(anchor)]
        return anchor.blocks[0]
    is_taken = anchor.form.further in form_of(addition).field and takes(anchor, addition)
    return anchor.blocks[1] if is_taken else None


def takes(owner: Clause | None, addition: Clausal) -> bool:
    """Tells if a line can have such a branch: `otherwise if` belongs to an `if` alone."""
    is_conditional = form_of(addition).home == "branches" and not is_last(addition)
    return owner is None or owner.form.further != "otherwise" or not is_conditional


def is_alike(node: Clausal, anchor: Clause) -> bool:
    """Tells if a clause may stand beside another: lines beside lines, parts beside such, and among the rows of a file
    rows only.

    Actions that are followed, and columns, have no place of their own.
    """
    form, owner = form_of(node), anchor.home.owner
    if form.order in ("alphabet", "last") or not takes(owner, node):
        return False
    if owner is not None and owner.form.table == "file":
        return form.table == "row"
    return form.home == anchor.form.home and (form.home != "parts" or form is anchor.form)
