"""Compatibility of overlays with the next version of a ruleset, and which version number says so.

Major: a clause says something else, or something is gone, so that edits which repeat it go stale. Minor: there are only
additions. Patch: only words, notes and examples differ; those overlays alone can go stale that change just these.
Whether *play* is another is a different question; the hash answers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...foundation.source import Diagnostic, Source, at, errors
from ...foundation.source.frozen import frozen
from ...language.compose import Composed, compose
from ...language.compose.versions import Version, admits, read_version
from ...language.syntax import tree as t
from ...play.loading.rulesets import effective_settings, those_of
from ...rules.check.checker import check
from .difference import Difference
from .difference_sentences import DifferenceSentences
from .differences import differences

LEVELS = ("same", "patch", "minor", "major")


@frozen
class Verdict:
    """Distance of two versions: one of LEVELS, and the differences that make it so.

    `fits`: the declared version says at least that; `least` is the first one that would.
    """

    level: str
    why: tuple[Difference, ...]
    old: str
    new: str
    fits: bool
    least: str


def compatibility(old: Composed, new: Composed, say: DifferenceSentences) -> Verdict:
    """Returns the distance of two versions of a ruleset, the differences in the language of `say`.

    >>> from cavewright.language.syntax import parse_file
    >>> text = "ruleset core 1.0\\n  language 1\\nconstant days = 5\\n"
    >>> old, new = (compose([parse_file(Source("a.cave", each))[0]], [])[0] for each in (text, text.replace("5", "6")))
    >>> from cavewright import load_game
    >>> words = load_game("tic-tac-toe").wording("en")
    >>> verdict = compatibility(old, new, DifferenceSentences(words, words))
    >>> verdict.level, verdict.fits, verdict.least
    ('major', False, '2.0')
    """
    found = differences(old, new, say).all
    levels = [_level(each) for each in found]
    level = max(levels, key=LEVELS.index, default="same")
    if level != "major" and old.hash == new.hash:
        level = "patch" if found else "same"
    before = read_version(old.head.version) or (0, 0, 0)
    after = read_version(new.head.version) or (0, 0, 0)
    least = _least(before, level)
    fits = after >= least and (level != "major" or not admits(f"^{old.head.version}", new.head.version))
    why = tuple(each for each, its in zip(found, levels, strict=True) if its == level)
    written = ".".join(map(str, least if least[2] else least[:2]))
    return Verdict(level, why, old.head.version, new.head.version, fits, written)


def _level(each: Difference) -> str:
    if each.what in ("text", "citation", "note", "notice", "lesson", "chapter") or each.rule.partition(" ")[0] in (
        "example",
        "chapter",
        "notice",
    ):
        return "patch"
    is_called = each.what in ("parameter", "choice")
    return "minor" if each.done in ("added", "moved") and not is_called else "major"


def _least(old: Version, level: str) -> Version:
    first, second, third = old
    if level == "major":
        return (first + 1, 0, 0) if first else (0, second + 1, 0)
    if level == "minor":
        return (first, second + 1, 0)
    return (first, second, third + 1) if level == "patch" else old


def misfit(verdict: Verdict, head: t.Declaration) -> Diagnostic | None:
    """A finding if the declared version says less than what has changed."""
    if verdict.fits:
        return None
    told = {
        "major": "overlays may rest on what has changed",
        "minor": "something was added",
        "patch": "texts or notes have changed",
    }
    return at(
        "",
        f"`{head.name}` {verdict.new} says too little: since {verdict.old} {told.get(verdict.level, 'it went back')}",
        head.name_span,
        f"a {verdict.level} change",
        help=f"write `ruleset {head.name} {verdict.least}`, or a later version",
    )


@frozen
class Side:
    """One of the versions: the trees of its files, and the tables beside them."""

    trees: Sequence[t.File]
    tables: Sequence[Source]


def stale(old: Side, new: Side, overlays: Sequence[Side], settings: Mapping[str, str]) -> tuple[Diagnostic, ...] | None:
    """Returns the findings about overlays that fit the old version and no longer fit; none if they did not fit that
    either.

    The number of the new version is left out of account: what is asked is whether the edits hold, and that with those
    of the settings whose option there is.
    """
    if errors(_findings(old, overlays, settings)):
        return None
    heads = (each for file in old.trees for each in file.items if isinstance(each, t.Declaration))
    version = next((each.version for each in heads if each.kind == "ruleset"), "")
    trees = [replace(file, items=tuple(_with_version(each, version) for each in file.items)) for file in new.trees]
    return errors(_findings(Side(trees, new.tables), overlays, settings))


def _with_version(item: t.Declaration | t.Edit, version: str) -> t.Declaration | t.Edit:
    return replace(item, version=version) if isinstance(item, t.Declaration) and item.kind == "ruleset" else item


def _findings(base: Side, overlays: Sequence[Side], settings: Mapping[str, str]) -> Sequence[Diagnostic]:
    tables = [*base.tables, *(table for each in overlays for table in each.tables)]
    composed, found = compose(base.trees, [each.trees for each in overlays], tables)
    named = {each.name for each in composed.declarations if each.kind in ("option", "preset")}
    chosen, clashes = effective_settings(those_of(settings, named), composed)
    return found if errors(found) else [*clashes, *check(composed, composed.table, chosen)[1]]


def breaking(verdict: Verdict) -> Mapping[str, Sequence[Difference]]:
    """The differences that decide, by rule."""
    found: dict[str, list[Difference]] = {}
    for each in verdict.why:
        found.setdefault(each.rule, []).append(each)
    return found


def names(differences: Iterable[Difference]) -> str:
    """The clauses that differ, by name."""
    return ", ".join(
        dict.fromkeys(f"{each.rule}{f'.{each.key}' if each.key not in ('', 'value') else ''}" for each in differences)
    )
