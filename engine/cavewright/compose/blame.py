"""What the checker finds in composed rules, with the edit that led to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..source import Diagnostic, Label, Span
from ..syntax import tree as t
from . import findings
from .compose import Composed
from .drafts import Provenance

_QUOTED = re.compile(r"`([^`]+)`")
_DONE = {"remove": "removed", "drop": "dropped", "change": "changed"}


def blamed(found: Iterable[Diagnostic], composed: Composed) -> tuple[Diagnostic, ...]:
    """The findings; a name that is missing because an overlay removed it comes with that place, a cell with its row."""
    gone = {re.split(r"[ .]", name)[-1]: (name, did) for name, did in composed.removed.items()}
    rows = {span: row.span for row, span in _edited_cells(composed.declarations)}
    return tuple(_with_row(_with_removal(each, gone), rows) for each in found)


def _with_removal(found: Diagnostic, gone: dict[str, tuple[str, Provenance]]) -> Diagnostic:
    names = _QUOTED.findall(found.message) if found.code.startswith("C02") else ()
    missing = next((gone[name] for name in names if name in gone), None)
    if missing is None:
        return found
    what, did = missing
    because = f": {did.because}" if did.because else ""
    label = Label(findings.first_line(did.span), f"`{did.overlay}` {_DONE.get(did.verb, did.verb)} `{what}` here{because}")
    return replace(found, labels=(*found.labels, label), help=f"amend what needs it too, or keep `{what}`")


def _with_row(found: Diagnostic, rows: dict[Span, Span]) -> Diagnostic:
    row = rows.get(found.span) if found.span is not None else None
    return replace(found, labels=(*found.labels, Label(row, "this row was changed"))) if row is not None else found


def _edited_cells(declarations: Iterable[t.Declaration]) -> Iterator[tuple[t.Row, Span]]:
    for declaration in declarations:
        for each in declaration.members:
            if isinstance(each, t.Row):
                yield from ((each, span) for _, span in each.elsewhere)
