"""Reads the arguments that name rules: ids, paths and settings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from ...foundation.source import Diagnostic, did_you_mean
from ...language.compose import Folder, find_ruleset
from ...language.compose.overlay_order import head_in, properties
from ...language.compose.rule_files import find, ground_of
from ...language.syntax import tree as t
from ...play.loading.opened_rules import OpenedRules, open_rules
from ...play.loading.rulesets import RulesetError, those_of

MOST_OVERLAYS = 50
"""Overlays that one may need, those that they need included."""
_OVERLAY = re.compile(r"^overlay\b", re.MULTILINE)
"""How the head of an overlay begins: rules without it are not parsed to see that they are none."""


def open_sides(
    specs: Sequence[str],
    settings: Mapping[str, str],
    lang: str = "en",
    more: Iterable[str] = (),
    called: Sequence[str] = (),
) -> list[OpenedRules]:
    """Several rulesets that are compared, each with those of the settings whose option or preset it has.

    `more` are names of options that something else has, which `called` names too. Raises RulesetError, which tells
    which of them has no such value, or that none has such an option.
    """
    plain = [open_rules(each, {}, lang) for each in specs]
    names = [option_names(each.declarations.declarations) for each in plain] if settings else []
    known = {*more, *(name for each in names for name in each)}
    unknown = [_unknown(name, known, called or specs) for name in settings if name not in those_of(settings, known)]
    if unknown:
        raise RulesetError(unknown)
    sides = zip(specs, names, strict=True) if settings else ()
    return [_with_settings(spec, those_of(settings, its), lang) for spec, its in sides] or plain


def option_names(declarations: Iterable[t.Declaration]) -> set[str]:
    """The options and presets among declarations."""
    return {each.name for each in declarations if each.kind in ("option", "preset")}


def _unknown(name: str, known: Iterable[str], specs: Sequence[str]) -> Diagnostic:
    there = sorted(known)
    help = did_you_mean(name, there) or (
        f"there are: {', '.join(f'`{each}`' for each in there[:8])}" if there else "leave out `--set`"
    )
    return Diagnostic(
        "C0220",
        f"there is no option `{name}` in {' or '.join(f'`{each}`' for each in dict.fromkeys(specs))}",
        help=help,
    )


def _with_settings(spec: str, settings: Mapping[str, str], lang: str) -> OpenedRules:
    """The rules with these settings; a value that cannot be is told with the name of the rules."""
    try:
        return replace(open_rules(spec, settings, lang), settings=settings)
    except RulesetError as error:
        found = [
            each if each.labels or f"`{spec}`" in each.message else replace(each, message=f"{each.message} in `{spec}`")
            for each in error.diagnostics
        ]
        raise RulesetError(found) from None


def settings_of(pairs: Iterable[str] | None) -> dict[str, str]:
    """Options from `name=value` texts; a name alone is that of a preset. Raises ValueError for a text that is neither.

    >>> settings_of(["pace=fast", "beginner"])
    {'pace': 'fast', 'beginner': 'yes'}
    """
    settings: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=") if "=" in pair else (pair, "=", "yes")
        if not equals or not name.strip() or not value.strip():
            raise ValueError(f"an option is set as NAME=VALUE, a preset as NAME, not {pair[:80]!r}")
        if settings.setdefault(name.strip(), value.strip()) != value.strip():
            raise ValueError(
                f"option {name.strip()!r} is set twice, to {settings[name.strip()]!r} and to {value.strip()!r}"
            )
    return settings


def playable(name: str) -> tuple[str, tuple[str, ...]]:
    """Returns the base and the overlays that have to be read to check something: an overlay upon its base, a rule file
    with the folder that it is a part of.

    The ruleset, and what is laid over it: the overlay, those that it extends or requires, and theirs.
    """
    path, found, is_file = Path(name), find(name), os.path.isfile(name)
    sources = found.sources if isinstance(found, Folder) else ()
    if not is_file and not any(_OVERLAY.search(each.text) for each in sources):
        return name, ()
    head = head_in(sources)
    if head is not None and head.kind == "overlay":
        return grounds(name)
    return str(path.parent) if is_file and _is_one_game(path, head is not None) else name, ()


def head_of(name: str) -> t.Declaration | None:
    """The head of a ruleset or overlay that can be found; none if there is no such, or it has none."""
    found = find(name)
    return head_in(found.sources) if isinstance(found, Folder) else None


def grounds(name: str) -> tuple[str, tuple[str, ...]]:
    """The ruleset below an overlay, and all overlays that are needed, this one last; itself if it names no ruleset."""
    base, overlays, todo = "", [name], [name]
    while todo and len(overlays) < MOST_OVERLAYS:
        each = todo.pop()
        head = head_of(each)
        for line in (*properties(head, "extends"), *properties(head, "requires")) if head is not None else ():
            below = ground_of(each, line.word)
            if getattr(head_of(below), "kind", "") == "overlay" and below not in overlays:
                overlays.append(below)
                todo.append(below)
            elif line.name == "extends" and below not in overlays:
                base = base or below
    return (base, tuple(reversed(overlays))) if base else (name, ())


def _is_one_game(path: Path, has_head: bool) -> bool:
    """Tells if the rule files of its folder have one head among them, so that together they are one ruleset."""
    found = find_ruleset(f"{path.parent}/")
    if not isinstance(found, Folder):
        return False
    others = [source for source in found.sources if PurePath(source.name).name != path.name]
    heads = [head for source in others if (head := head_in([source])) is not None]
    return len(heads) + has_head == 1 and all(head.kind != "overlay" for head in heads)
