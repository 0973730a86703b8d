"""`diff`: how two rulesets differ, rule by rule, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from ...play.loading.opened_rules import OpenedRules
from ...publish.book.errata import Errata, Erratum
from ...publish.changes.citations import where
from ...publish.changes.difference import Difference
from ...publish.changes.difference_sentences import DifferenceSentences
from ...publish.changes.differences import differences
from . import output as s
from .rules_argument import open_sides


def diff(
    old: str, new: str, settings: Mapping[str, str], *, texts: bool, as_json: bool, lang: str, lines: bool = False
) -> int:
    """Prints how the second ruleset differs from the first, both with the settings that they know; the exit status. What
    authors say in their own words stands for the lines that it tells, unless all `lines` are asked for."""
    before, after = open_sides((old, new), settings, lang)
    words = DifferenceSentences(after.words, before.words)
    found = differences(before.declarations, after.declarations, words, _own_facts(before, after))
    shown = found.all if texts else found.in_play
    if as_json:
        s.answer(
            {
                "old": _head(before),
                "new": _head(after),
                "options": dict(settings),
                "differences": [record(each) for each in shown],
                "rules": {"differ": found.rules - found.same(shown), "same": found.same(shown)},
                "wording": len(found.in_words),
            }
        )
        return 0
    _print_head(before, after, settings)
    if texts or lines:
        print_differences(shown)
    else:
        errata = Errata((old, new), (before, after))
        _print_errata(errata.rules, after)
        print_differences(errata.other_differences)
    if not shown:
        s.say(words.nothing(len(found.in_words)))
    same = found.same(shown)
    s.say()
    s.paragraph(words.sum_up(found.rules - same, same, len(found.in_words), texts), style="dim")
    return 0


def _own_facts(before: OpenedRules, after: OpenedRules) -> dict[str, Mapping[str, str]]:
    """The facts of one of them that are not facts of the other."""
    return {
        id: row
        for one, other in ((before, after), (after, before))
        for id, row in one.facts.items()
        if id not in other.facts
    }


def _head(opened: OpenedRules) -> dict[str, Any]:
    rules = opened.rules
    return {"ruleset": opened.full_id, "version": rules.version, "hash": rules.hash}


def _print_head(before: OpenedRules, after: OpenedRules, settings: Mapping[str, str]) -> None:
    names = [f"{each.full_id} {each.rules.version}" for each in (before, after)]
    s.say(f"{names[0]}  →  {names[1]}", "bold")
    if settings:
        s.paragraph(", ".join(f"{name} = {value}" for name, value in settings.items()), "", "  ", "dim")
    for each in after.declarations.heads:
        if each.name not in before.rules.overlays:
            of = "ruleset" if each.kind == "edition" else f"overlay {each.name}"
            why = next(iter(after.reasons_for(each)), "")
            told = " - ".join(filter(None, (after.words.text(of, each.text), why)))
            s.paragraph(": ".join(filter(None, (f"{each.name} {each.version}", told))), "", "  ", "dim")


def _print_errata(written: Sequence[Erratum], after: OpenedRules) -> None:
    """Prints the rules that authors say otherwise, chapter by chapter, each behind its number."""
    for chapter, group in groupby(written, key=lambda each: each.chapter):
        s.say()
        s.paragraph(chapter, "", "  ", "cyan")
        for each in group:
            now = each.now or after.phrase("nothing is said of it any more")
            said = after.phrase("{now} (Before: {before})", now=now, before=each.before) if each.before else now
            s.paragraph(f"{each.number}  {said}", "    ", "      ")
            for head, *rows in each.tables:
                s.grid((head, *rows), ("dim",), indent=6)


def print_differences(shown: Sequence[Difference]) -> None:
    """Prints differences in groups, a rule each."""
    authors = {each.by for each in shown if each.by}
    for _, group in groupby(shown, key=lambda each: each.rule):
        several = list(group)
        s.say()
        s.paragraph(f"{several[0].title}", "", "  ", "cyan")
        for each in several:
            by = f"  ({each.author})" if each.author and len(authors) > 1 else ""
            ids = f"  [{', '.join(each.cites)}]" if each.cites else ""
            s.paragraph(f"{each.text}{by}{ids}", "    ", "      ")


RECORDED = [
    "rule",
    "key",
    "what",
    "done",
    "old",
    "new",
    "title",
    "text",
    "sentence",
    "by",
    "why",
    "cites",
    "was",
    "plays",
]
"""What programs are told of a difference."""


def record(each: Difference) -> dict[str, Any]:
    """A difference for programs."""
    return {**{name: getattr(each, name) for name in RECORDED}, **where(each.span)}
