"""The files of a base and of what is laid over it: by ids, by paths, or as texts that lie in memory.

Where only what is installed counts (`registered_only`), no path is looked at, whatever it is called.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...foundation.source import Diagnostic
from ...foundation.source.argument_checks import shorten, show_value
from .folders import Folder, Reading
from .in_memory import folder_in_memory
from .overlay_order import extended_ruleset, head_in
from .ruleset_search import find_registered, find_ruleset

Named = str | os.PathLike[str] | Mapping[str, str]
"""A ruleset or overlay: an id, a path, or its files by name."""

MOST_NAMES = 100
"""Names of overlays that are looked for."""

_EDITION = re.compile(r"^edition\b", re.MULTILINE)
"""How the head of an edition begins; whether there is one is seen without the parser."""


def read_stack(
    ruleset: Named, overlays: Named | Iterable[Named], registered_only: bool = False
) -> tuple[list[Folder], tuple[Diagnostic, ...]]:
    """All files of a ruleset and its overlays, or why they cannot be had. TypeError for what names no ruleset, and no
    overlay."""
    above = list_overlays(overlays)
    if not isinstance(ruleset, (str, os.PathLike, Mapping)):
        raise TypeError(f"ruleset is an id or a path, such as 'the-cave', not {show_value(ruleset)}")
    if isinstance(ruleset, Mapping):
        return folders_of([ruleset, *above], registered_only)
    names = split(os.fspath(ruleset), registered_only)
    wrong = nameless(os.fspath(ruleset), registered_only)
    return ([], (wrong,)) if wrong is not None else folders_of([*names, *above], registered_only)


def list_overlays(given: Any) -> list[Named]:
    """Overlays as they were named, of which one alone may be given as it is."""
    single = isinstance(given, (str, os.PathLike, Mapping))
    listed = [given] if single else list(given) if isinstance(given, Iterable) else None
    if listed is None or not all(isinstance(each, (str, os.PathLike, Mapping)) for each in listed):
        raise TypeError(
            f"overlays is the id or the path of an overlay, its files by name, or a list of these, not {show_value(given)}"
        )
    return listed


def nameless(text: str, registered_only: bool = False) -> Diagnostic | None:
    """Returns the finding about the name of a ruleset in which a `+` stands alone."""
    names = split(text, registered_only)
    if all(names) or not text:
        return None
    return Diagnostic(
        "C0201",
        f"`{shorten(text)}` has a `+` with no name beside it",
        help=f"write `{shorten('+'.join(filter(None, names)))}`, or name the overlay",
    )


def split(text: str, registered_only: bool = False) -> list[str]:
    """`id+overlay+overlay`; a path that exists is taken whole, plus signs and all."""
    return [text] if not text.strip("+") or (not registered_only and os.path.exists(text)) else text.split("+")


def folders_of(names: Sequence[Named], registered_only: bool) -> tuple[list[Folder], tuple[Diagnostic, ...]]:
    """The files of a base and of what is laid over it; an edition, named as a base, comes with its own."""
    if len(names) > MOST_NAMES:
        return [], (
            Diagnostic(
                "C0601",
                f"{len(names)} names are too many for a ruleset and its overlays; {MOST_NAMES} are allowed",
                help="do without some overlays",
            ),
        )
    folders: list[Folder] = []
    found: list[Diagnostic] = []
    for each in names:
        folder = _one(each, folders, registered_only)
        if isinstance(folder, Folder):
            folders.append(folder)
        else:
            found += folder
    if not found:
        below, found = _below(folders[0], [], registered_only)
        folders = [*below, *folders]
    return folders, tuple(found)


def _one(name: Named, before: Sequence[Folder], registered_only: bool) -> Reading:
    """The files of one name. Files in memory that are called as others before them are shown as if they stood in a
    folder of their own."""
    if not isinstance(name, Mapping):
        return find(os.fspath(name), registered_only)
    taken = {source.name for folder in before for source in (*folder.sources, *folder.tables.values())}
    return folder_in_memory(
        name, f"overlay-{len(before)}/" if taken.intersection(each for each in name if isinstance(each, str)) else ""
    )


def find(name: str, registered_only: bool = False) -> Reading:
    """The files of a ruleset or overlay, from anywhere or from what is installed."""
    return find_registered(name) if registered_only else find_ruleset(name, beside=Path.cwd())


def _below(folder: Folder, seen: list[str], registered_only: bool) -> tuple[list[Folder], list[Diagnostic]]:
    """The files that an edition stands on, from the base on; none for what is no edition, or stands on itself."""
    head = head_in(folder.sources) if any(_EDITION.search(each.text) for each in folder.sources) else None
    base = extended_ruleset(head, "edition")
    if not base or base in seen:
        return [], []
    aside = folder.path is not None and not registered_only
    found = find(ground_of(folder.id_or_path, base) if aside else base, registered_only)
    if not isinstance(found, Folder):
        return [], list(found)
    below, problems = _below(found, [*seen, base], registered_only)
    return [*below, found], problems


def ground_of(overlay: str, base: str) -> str:
    """Finds the ruleset that an overlay extends: one that lies beside it comes first."""
    beside = [Path(overlay).with_name(base + ending) for ending in (".cave", "")] if os.path.exists(overlay) else []
    return next(
        (str(each) for each in beside if os.path.exists(each) and isinstance(find_ruleset(str(each)), Folder)), base
    )


def standing_on(name: str, registered_only: bool) -> list[str]:
    """The words by which an overlay is played, from its base on; less where a file cannot be found."""
    names = [name]
    while (folder := find(names[0], registered_only)) and isinstance(folder, Folder):
        base = extended_ruleset(head_in(folder.sources), "overlay")
        if not base or base in names:
            break
        names.insert(0, base)
    return names
