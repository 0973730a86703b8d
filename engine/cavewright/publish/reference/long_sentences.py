"""Finds rules that read as one sentence too long to be understood, where an author has to name a part."""

from __future__ import annotations

from collections.abc import Iterator

from ...foundation.source import Diagnostic, Span, warning
from ...play.loading.opened_rules import OpenedRules
from ..sentences import Sentences

MOST_WORDS = 65
"""Words of a sentence that is made from the rules, in the language of its texts."""


def long_sentences(opened: OpenedRules) -> Iterator[Diagnostic]:
    """C0543, a warning, at each clause or definition whose sentence has too many words. What the texts of rules say is
    their authors' affair, and a trigger lists its actions.

    >>> from cavewright.play.loading.opened_rules import open_rules
    >>> list(long_sentences(open_rules("hex", {})))
    []
    """
    places = _places(opened)
    for each in dict.fromkeys(Sentences(opened.words).all()):
        many = len(each.text.split())
        if each.source != "model" or each.kind == "trigger" or many <= MOST_WORDS or each.clause not in places:
            continue
        yield warning(
            "C0543",
            f"this reads as one sentence of {many} words",
            places[each.clause],
            help="name a part of it: `define NAME(...) = …`",
        )


def _places(opened: OpenedRules) -> dict[str, Span]:
    """Returns the spans of clauses and declarations, by their names."""
    declared = {each.label: each.name_span or each.span for each in opened.declarations.declarations}
    return {**declared, **{each.name: each.span for each in opened.rules.clauses}}
