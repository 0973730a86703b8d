"""Finds where additions go, and which tokens an edit of a clause touches."""

from __future__ import annotations

from ..syntax import tree as t
from .clause_keys import Clausal
from .clause_lookup import Lookup
from .draft_clauses import Block, Clause, Token, Tombstone, anchor_at

HOLDERS: tuple[tuple[type, str, tuple[str, ...]], ...] = (
    (t.Line, "lines", ("currency", "to", "action", "whenever", "option")),
    (t.Row, "rows", ("kind", "option", "ranking", "example")),
    (t.Rows, "rows", ("kind",)),
    (t.Keeps, "`keeps`", ("kind", "game", "players", "board")),
    (t.Score, "scores", ("scoring",)),
    (t.Among, "`among`", ("ranking", "scoring")),
    (t.Least, "`least`", ("ranking", "scoring")),
    (t.Together, "`together`", ("scoring",)),
    (t.ConstantTotal, "`constant total`", ("scoring",)),
    (t.Tie, "tie-breaks", ("scoring",)),
    (t.Grid, "grids", ("board",)),
    (t.Free, "`free`", ("board",)),
    (t.Joined, "`passage where`", ("board",)),
    (t.Branch, "branches", ("currency", "to", "action", "whenever")),
    (t.Choice, "choices", ("action",)),
    (t.Column, "columns", ("kind",)),
    (t.Within, "menus", ("action",)),
    (t.Upon, "actions to follow", ("whenever",)),
    (t.Parameter, "parameters", ("to", "define", "whenever", "ranking")),
)
"""What can be added, what a message calls it, and the declarations that have it."""


class Places(Lookup):
    """The places of a declaration, as an overlay that edits it sees them."""

    __slots__ = ()

    def default_index(self, home: Block, addition: Clausal) -> int:
        """Behind the last of its kind; requirements and costs of an action stand before what it does, other lines last.

        What overlays did that this one does not know counts only in so far as their additions to the same place come first.
        """
        if isinstance(addition, t.Line):
            kinds = self._leading(addition)
            return self._leading_index(home, kinds) if kinds else len(home.entries)
        if isinstance(addition, t.Upon):
            return _index_of_action(home, addition.action)
        for index, entry in reversed([*enumerate(home.entries, 1)]):
            if isinstance(entry, Clause) and type(entry.node) is type(addition):
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
        leads = bool(self._leading(clause.node))
        if is_placed or (isinstance(clause.node, t.Line | t.Parameter | t.Choice | t.Tie) and not leads):
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

    def _leading(self, node: Clausal) -> tuple[type, ...]:
        """The statements behind which a requirement or cost of an action goes by itself; none for other clauses."""
        if self.draft.declaration.kind != "action" or not isinstance(node, t.Line):
            return ()
        if isinstance(node.statement, t.Require):
            return (t.Require,)
        return (t.Require, t.Cost) if isinstance(node.statement, t.Cost) else ()

    def _leading_index(self, home: Block, kinds: tuple[type, ...]) -> int:
        index = len(home.entries)
        while index > 0 and not _is_of(self._visible_clause(home.entries[index - 1]), kinds):
            index -= 1
        for entry in home.entries[index:]:
            if not isinstance(entry, Clause) or self.session.knows(entry.added_by) or not _is_of(entry, kinds):
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
        if not isinstance(entry.node, t.Upon) or entry.node.action <= action:
            return index
    return 0


def _is_of(seen: Clause | None, kinds: tuple[type, ...]) -> bool:
    return seen is not None and isinstance(seen.node, t.Line) and isinstance(seen.node.statement, kinds)


def rests(anchor: Clause | None) -> list[Token]:
    """Returns the tokens that an edit rests on if it is placed by a clause: that this is there, and where it is."""
    return [] if anchor is None else [("exists", anchor), ("place", anchor)]


def opened_by(anchor: Clause, addition: Clausal) -> Block | None:
    """The block of a line that takes an addition: an `if` a branch, a `choose` an `otherwise`, an action below an
    `offer` a choice, what a row does a parameter."""
    statement = getattr(anchor.node, "statement", None)
    for form, taken in ((t.If, t.Branch), (t.Choose, t.Branch), (t.Deed, t.Choice), (t.Ability, t.Parameter)):
        if isinstance(statement, form) and isinstance(addition, taken) and takes(anchor, addition):
            return anchor.blocks[1]
    return None


def takes(owner: Clause | None, addition: Clausal) -> bool:
    """Tells if a line can have such a branch: `otherwise if` belongs to an `if` alone."""
    statement = owner.node.statement if owner is not None and isinstance(owner.node, t.Line) else None
    return not (isinstance(statement, t.Choose) and isinstance(addition, t.Branch) and addition.condition is not None)


def is_alike(node: Clausal, anchor: Clause) -> bool:
    """Tells if a clause may stand beside another: lines beside lines, parts beside such, and among the rows of a file
    rows only.

    Actions that are followed, and columns, have no place of their own.
    """
    if isinstance(node, t.Upon | t.Column) or not takes(anchor.home.owner, node):
        return False
    if anchor.home.owner is not None and isinstance(anchor.home.owner.node, t.Rows):
        return isinstance(node, t.Row)
    return _family(node) is _family(anchor.node)


def _family(node: Clausal) -> type:
    return type(node) if isinstance(node, (t.Line, t.Branch, t.Parameter, t.Choice, t.Within, t.Upon)) else t.Node
