"""Traces findings of the checker to the edit that led to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...foundation.source import Diagnostic, Label, Span
from ..syntax import tree as t
from .compose import Composed
from .draft_clauses import Provenance
from .overlay_findings import first_line

_QUOTED = re.compile(r"`([^`]+)`")
Gone = Mapping[str, tuple[str, Provenance]]
"""What overlays took away, with its full name, by the name that rules use."""

_DONE = {"remove": "removed", "drop": "dropped", "change": "changed"}


MOST_PLACES = 5
"""Places that need what is gone, of which a message shows where they stand."""


def with_blame(found: Iterable[Diagnostic], composed: Composed) -> tuple[Diagnostic, ...]:
    """The findings; a name that is missing because an overlay removed it is told once, with that place, a cell with its
    row."""
    gone = {re.split(r"[ .]", name)[-1]: (name, did) for name, did in composed.removed.items()}
    rows = {
        span: each.span for node in composed.declarations for each in node.every(t.Row) for _, span in each.elsewhere
    }
    told: dict[object, list[Diagnostic]] = {}
    for each in found:
        missing = _missing(each, gone)
        told.setdefault((each.message, missing[0]) if missing is not None else id(each), []).append(each)
    triggers = {each.name_span: each for each in composed.declarations if each.kind == "whenever"}
    return tuple(_with_row(_with_removal(each, gone, triggers), rows) for each in told.values())


def _missing(found: Diagnostic, gone: Gone) -> tuple[str, Provenance] | None:
    """Returns the thing that an overlay took away and that a finding names."""
    names = _QUOTED.findall(found.message) if found.code.startswith("C02") and found.labels else ()
    return next((gone[name] for name in names if name in gone), None)


def _with_removal(alike: Sequence[Diagnostic], gone: Gone, triggers: Mapping[Span, t.Declaration]) -> Diagnostic:
    """Findings that say the same as one, and where what they miss was removed."""
    first, *others = alike
    missing = _missing(first, gone)
    if missing is None:
        return first
    what, did = missing
    because = f": {did.because}" if did.because else ""
    label = Label(first_line(did.span), f"`{did.overlay}` {_DONE.get(did.verb, did.verb)} `{what}` here{because}")
    places = [Label(each.labels[0].span, "needed here too") for each in others]
    more = len(places) - MOST_PLACES
    notes = (f"needed in more places: {more}",) if more > 0 else ()
    return replace(
        first,
        labels=(*first.labels, label, *places[:MOST_PLACES]),
        notes=(*first.notes, *notes),
        help=_help(what, [triggers[each.labels[0].span] for each in alike if each.labels[0].span in triggers]),
    )


def _help(what: str, triggers: Sequence[t.Declaration]) -> str:
    """Returns the advice about a thing that is gone and needed: a trigger can do without an action."""
    name = what.rpartition(" ")[2]
    if not triggers:
        return f"amend what needs it too, or keep `{what}`"
    drop = f"`drop {name}: whenever {name}`"
    alone = [f"`remove {each.label} because …`" for each in triggers if len(each.names) == 1]
    if alone:
        ways = ", ".join([*alone, *(f"`amend {each.label}` ({drop})" for each in triggers if len(each.names) > 1)])
        return f"write {ways}, or keep `{what}`"
    amended = ", ".join(f"`amend {each.label}`" for each in triggers)
    return f"write {amended}, and below it {drop}; or keep `{what}`"


def _with_row(found: Diagnostic, rows: dict[Span, Span]) -> Diagnostic:
    row = rows.get(found.span) if found.span is not None else None
    return replace(found, labels=(*found.labels, Label(row, "this row was changed"))) if row is not None else found
