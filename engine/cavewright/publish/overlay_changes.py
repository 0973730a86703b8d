"""Changes that overlays made to rules, in words and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from ..loading.opened_rules import Opened
from ..texts import marked

PAST = {
    "add": marked("added by {who}"),
    "replace": marked("replaced by {who}"),
    "remove": marked("removed by {who}"),
    "change": marked("changed by {who}"),
    "drop": marked("dropped by {who}"),
    "set": marked("set by {who}"),
    "move": marked("moved by {who}"),
    "amend": marked("amended by {who}"),
}


def changes(opened: Opened, label: str = "") -> Iterator[tuple[str, str, str, str, str]]:
    """What overlays did, to one rule or to all, in words: the thing, the verb, who, why and where."""
    composed = opened.composed
    did = [
        (of if key in ("", "value") else f"{of}.{key}", each)
        for (of, key), history in composed.provenance.items()
        for each in history
    ]
    for name, each in (*did, *composed.removed.items()):
        if not label or name == label or name.startswith(f"{label}."):
            yield name, each.verb, each.overlay, each.because, opened.place(each.span)


def past(verb: str) -> str:
    """What was done, for programs."""
    return PAST[verb].partition(" ")[0]
