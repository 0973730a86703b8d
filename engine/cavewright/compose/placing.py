"""Where additions go, and which tokens an edit of a clause touches."""

from __future__ import annotations

from ..syntax import tree as t
from .desk import Desk
from .drafts import Block, Clause, Draft, Token
from .keys import Clausal, names_of

HOLDERS: tuple[tuple[type, str, tuple[str, ...]], ...] = (
    (t.Line, "lines", ("currency", "to", "action", "whenever")),
    (t.Row, "rows", ("kind", "option", "ranking", "example")),
    (t.Rows, "rows", ("kind",)),
    (t.Keeps, "`keeps`", ("kind", "game", "players", "board")),
    (t.Score, "scores", ("scoring",)),
    (t.Grid, "a grid", ("board",)),
)
"""What can be added, what a message calls it, and the declarations that have it."""


def default_index(draft: Draft, home: Block, addition: Clausal) -> int:
    """Behind the last of its kind; requirements and costs of an action stand before what it does, other lines last."""
    if isinstance(addition, t.Line) and not _leads(addition, draft):
        return len(home.clauses)
    kinds = _leading(addition) if isinstance(addition, t.Line) else ()
    for index in range(len(home.clauses), 0, -1):
        node = home.clauses[index - 1].node
        if type(node) is type(addition) and (not isinstance(node, t.Line) or isinstance(node.statement, kinds)):
            return index
    return 0 if kinds else len(home.clauses)


def _leads(line: t.Line, draft: Draft) -> bool:
    """Whether a line without a place goes before what an action does."""
    return draft.declaration.kind == "action" and bool(_leading(line))


def _leading(line: t.Line) -> tuple[type, ...]:
    """The statements behind which a requirement or cost goes; none for other lines."""
    if isinstance(line.statement, t.Require):
        return (t.Require,)
    return (t.Require, t.Cost) if isinstance(line.statement, t.Cost) else ()


def is_ordered(edit: t.Add, draft: Draft) -> bool:
    """Whether it matters beside which other addition this stands: not for what is added without a place to a set."""
    return bool(edit.side) or (isinstance(edit.addition, t.Line) and not _leads(edit.addition, draft))


def gap(desk: Desk, home: Block, index: int) -> Token:
    """The place behind the last clause before it that this overlay knows there."""
    while index > 0:
        before = home.clauses[index - 1]
        if desk.knows(before.added_by) and desk.knows(before.moved_by):
            return "gap", home, before
        index -= 1
    return "gap", home, None


def all_of(clause: Clause) -> list[Token]:
    """That a clause is there, where it stands and what it says, with all below it."""
    return [(what, each) for each in clause.below() for what in ("exists", "place", "text")]


def rests(anchor: Clause | None) -> list[Token]:
    """What an edit rests on that is placed by a clause: that this is there, and where it is."""
    return [] if anchor is None else [("exists", anchor), ("place", anchor)]


def own_keys(clause: Clause) -> tuple[str, ...]:
    """Keys that nothing else in the declaration may have."""
    if isinstance(clause.node, t.Line):
        return (clause.node.key,) if clause.node.key else ()
    return names_of(clause.node)
