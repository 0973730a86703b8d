"""Ways in which an overlay takes hold of what is written: the key path of every line, and the edit to start from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from ...foundation.source import Source, Span
from ...foundation.source.frozen import frozen
from ..syntax import parse_text
from ..syntax import tree as t
from ..syntax.table_row import plain, row_cells
from ..syntax.unparse import spell_clause
from .clause_keys import distinction, names_of, word_of
from .clause_lookup import Lookup
from .draft_clauses import Clause
from .drafts import Draft, declared_value
from .overlay_session import Layer, OverlaySession
from .stated_values import repeated_part

_BARE = re.compile(r"[^\W\d]\w*|\d+")
_WITHOUT = ("ruleset", "edition", "overlay", "example")
_PROBE = t.Finish()


@frozen
class EditPath:
    """A line and how an edit speaks of it: by which path, what the edit repeats, and what it puts there instead."""

    label: str
    path: str
    repeated: str
    span: Span
    new: str

    @property
    def edit(self) -> str:
        """An edit that changes nothing yet; of an action or ability without a text, one that gives it a text."""
        if not self.path:
            return f"change {self.label.removeprefix('constant ')}: {self.repeated} to {self.new}"
        return f"amend {self.label}\n    change {self.path}: {self.repeated} to {self.new}"


def edit_paths(declaration: t.Declaration) -> tuple[EditPath, ...]:
    """The paths of a declaration and of all that stands in it, in the order of writing.

    >>> declaration = t.Declaration("to", "play", block=(t.Line("", t.Finish()), t.Line("end", t.Finish())))
    >>> [each.edit for each in edit_paths(declaration)][1]
    'amend to play\\n    change end: finish to finish'
    """
    if declaration.kind in _WITHOUT:
        return ()
    draft, label = Draft(declaration), declaration.label
    value: Any = declared_value(declaration)
    value = value or (t.Text(declaration.text) if declaration.text else None)
    whole = (
        [EditPath(label, "", spell_clause(value), declaration.name_span, spell_clause(value))]
        if value is not None
        else []
    )
    whole = [each for each in whole if parse_text(Source("", each.edit), 0, len(each.edit), "item")[1] is None]
    return (*whole, *(each for clause in draft.clauses() for each in _of_clause(draft, clause)))


def _of_clause(draft: Draft, clause: Clause) -> Iterator[EditPath]:
    label, node, form = draft.declaration.label, cast(Any, clause.node), clause.form
    if form.table == "row":
        yield from _of_row(draft, node)
        return
    is_head = form.has_parts
    probe = node if form.repeats_whole and form.home != "lines" else t.Text("") if is_head else _PROBE
    repeated: Any = repeated_part(node, probe)
    path = _path(draft, clause, repeated)
    if path:
        text = spell_clause(repeated)
        yield EditPath(label, path, text, node.span, '"…"' if is_head and text == "_" else text)


def _of_row(draft: Draft, row: t.Row) -> Iterator[EditPath]:
    if row is draft.header:
        return
    for column, cell in list(zip(draft.columns, row_cells(row.raw), strict=False))[1:]:
        path, text = f"{names_of(row)[0]}.{column}", plain(cell)
        is_free = _BARE.fullmatch(names_of(row)[0]) and not draft.find(path) and '"' not in text
        repeated = "_" if not cell else text if _BARE.fullmatch(cell) else f'"{text}"'
        if is_free and len(draft.find(names_of(row)[0])) == 1:
            yield EditPath(draft.declaration.label, path, repeated, row.span, repeated)


def _path(draft: Draft, clause: Clause, repeated: t.Node | None) -> str:
    """The first path by which an edit that repeats this finds the clause and nothing else."""
    for path in (*_paths(clause), draft.ordinals.get(clause, "")):
        if "." in path and path.rpartition(".")[2] in draft.columns:
            continue
        session = OverlaySession({}, Layer(draft.declaration, (), frozenset()))
        if Lookup(session, draft).find(path, clause.origin, repeated) is clause and not session.found:
            return path
    return ""


def _paths(clause: Clause) -> Iterator[str]:
    node, owner = clause.node, clause.home.owner
    own = [each for each in dict.fromkeys((*names_of(node), distinction(node), word_of(node))) if each]
    yield from own
    for outer in _paths(owner) if owner is not None else ():
        yield from (f"{outer}.{each}" for each in own)
        if clause.form.home == "branches":
            yield outer
