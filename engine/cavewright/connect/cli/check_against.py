"""`check --against`: whether overlays written for an older version of a ruleset still apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...foundation.source import Diagnostic, errors
from ...foundation.texts import translatable
from ...language.compose import Folder, registered_overlays
from ...language.compose.rule_files import find, nameless
from ...language.syntax import parse_file
from ...language.syntax.tree import AddDeclaration
from ...play.loading.opened_rules import OpenedRules
from ...play.loading.rulesets import RulesetError
from ...publish.changes.compatibility import Side, Verdict, breaking, compatibility, misfit, names, stale
from ...publish.changes.difference_sentences import DifferenceSentences
from . import output as s
from .diff import record
from .rules_argument import grounds, head_of, open_sides, option_names

SAID = {
    "same": translatable("nothing differs"),
    "patch": translatable("a patch: texts, notes or examples differ; edits of these alone may rest on them"),
    "minor": translatable("a minor change: there are additions, and edits find what they rest on"),
    "major": translatable("a major change: overlays may rest on what differs"),
}


def against(specs: Sequence[str], old: str, settings: Mapping[str, str], form: str = "", lang: str = "en") -> int:
    """Prints how rulesets differ from an older version for those who change them, both with the settings that they
    know; the exit status.

    1 if the version says too little, or if an overlay that was named does not fit any more.
    """
    if wrong := [each for each in map(nameless, specs) if each is not None]:
        raise RulesetError(wrong)
    split = [each.split("+") for each in specs]
    theirs = _added_options({each for _, *named in split for each in named}) if settings else set()
    before, *after = open_sides([old, *(base for base, *_ in split)], settings, lang, theirs, (old, *specs))
    return max(_against(each, before, named, settings, form) for each, (_, *named) in zip(after, split, strict=True))


def _added_options(overlays: Iterable[str]) -> set[str]:
    """The options and presets that overlays add."""
    folders = [find(each) for name in overlays for each in grounds(name)[1]]
    items = [
        item
        for each in folders
        if isinstance(each, Folder)
        for source in each.sources
        for item in parse_file(source)[0].items
    ]
    return option_names(item.declaration for item in items if isinstance(item, AddDeclaration))


def _against(
    after: OpenedRules, before: OpenedRules, named: Sequence[str], settings: Mapping[str, str], form: str
) -> int:
    verdict = compatibility(before.declarations, after.declarations, DifferenceSentences(after.words, before.words))
    wrong = misfit(verdict, after.declarations.head)
    overlays = {each: _stale(each, before, after, settings) for each in (named or _overlays_for(after.rules.id))}
    broken = [one for each in overlays.values() for one in each or ()]
    found = [*([wrong] if wrong is not None else []), *broken]
    if form == "json":
        s.answer(_record(verdict, after, overlays))
    else:
        s.report(found, form, before.words.lang)
        if form != "github":
            _print(verdict, before, after, overlays)
    return 1 if wrong is not None or (named and errors(broken)) else 0


def _overlays_for(ruleset: str) -> Iterator[str]:
    """The overlays that are bundled or stand in the current folder, and are meant for the ruleset."""
    here = [each.name for each in sorted(Path().glob("*.cave"))]
    for name in dict.fromkeys((*registered_overlays(), *here)):
        head = head_of(name)
        if head is not None and head.kind == "overlay" and Path(grounds(name)[0]).name.removesuffix(".cave") == ruleset:
            yield name


def _stale(
    name: str, before: OpenedRules, after: OpenedRules, settings: Mapping[str, str]
) -> tuple[Diagnostic, ...] | None:
    folders = [find(each) for each in grounds(name)[1]]
    missing = [one for each in folders if not isinstance(each, Folder) for one in each]
    if missing:
        return tuple(missing)
    sides = [
        Side([parse_file(source)[0] for source in each.sources], list(each.tables.values()))
        for each in folders
        if isinstance(each, Folder)
    ]
    return stale(_side(before), _side(after), sides, settings)


def _side(opened: OpenedRules) -> Side:
    return Side(opened.files.trees[0], list(opened.folders[0].tables.values()))


def _record(verdict: Verdict, after: OpenedRules, overlays: dict[str, tuple[Diagnostic, ...] | None]) -> dict[str, Any]:
    return {
        "ruleset": after.rules.id,
        "old": verdict.old,
        "new": verdict.new,
        "level": verdict.level,
        "fits": verdict.fits,
        "least": verdict.least,
        "why": [record(each) for each in verdict.why],
        "overlays": [
            {
                "id": name,
                "fits": None if found is None else not found,
                "findings": [{"code": each.code, "message": each.message, "help": each.help} for each in found or ()],
            }
            for name, found in overlays.items()
        ],
    }


def _print(
    verdict: Verdict, before: OpenedRules, after: OpenedRules, overlays: dict[str, tuple[Diagnostic, ...] | None]
) -> None:
    phrase = before.phrase
    s.paragraph(
        phrase(
            "{rules} {new} against {before} {old}: {what}",
            rules=after.rules.id,
            new=verdict.new,
            before=before.rules.id,
            old=verdict.old,
            what=phrase(SAID[verdict.level]),
        ),
        style="bold",
    )
    if verdict.why:
        s.grid([(names(found), found[0].text) for found in breaking(verdict).values()], ("cyan",))
    s.say(
        phrase("The version says so: {new}.", new=verdict.new)
        if verdict.fits
        else phrase("The version has to be at least {least}, not {new}.", least=verdict.least, new=verdict.new),
        "" if verdict.fits else "bold red",
    )
    if overlays:
        s.head(phrase("Overlays"))
        told = {True: phrase("fits as before"), False: phrase("no longer fits")}
        rows = [
            (name, phrase("did not fit the old version") if found is None else told[not found])
            for name, found in overlays.items()
        ]
        s.grid(rows, ("cyan",))
