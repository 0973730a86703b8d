"""Changes that overlays made to rules, in words and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from ...foundation.texts import translatable
from ...play.loading.opened_rules import OpenedRules

PAST = {
    "add": translatable("added by {who}"),
    "replace": translatable("replaced by {who}"),
    "remove": translatable("removed by {who}"),
    "change": translatable("changed by {who}"),
    "drop": translatable("dropped by {who}"),
    "set": translatable("set by {who}"),
    "move": translatable("moved by {who}"),
    "amend": translatable("amended by {who}"),
}


def changes(opened: OpenedRules, label: str = "") -> Iterator[tuple[str, str, str, str, str]]:
    """Yields the changes of overlays to one rule or to all, in words: the thing, the verb, who, why and where."""
    composed = opened.declarations
    did = [
        (of if key in ("", "value") else f"{of}.{key}", each)
        for (of, key), history in composed.provenance.items()
        for each in history
    ]
    for name, each in (*did, *composed.removed.items()):
        if not label or name == label or name.startswith(f"{label}."):
            yield name, each.verb, each.overlay, each.because, opened.place(each.span)


def past(verb: str) -> str:
    """Returns the past of a verb, for programs."""
    return PAST[verb].partition(" ")[0]
