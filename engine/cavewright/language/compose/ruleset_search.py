"""Search for rulesets by id or path: beside the player, among those that are bundled, and in installed packages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISDIR

from ...foundation.source import Diagnostic, did_you_mean
from ...foundation.source.argument_checks import shorten
from ...foundation.source.frozen import frozen
from .folders import (
    MOST_FILES,
    RULES,
    Folder,
    Reading,
    entries_of,
    head_line,
    is_rule_path,
    mode_of,
    outside,
    read_rules,
    rule_files_of,
    sorted_entries,
)

GROUP = "cavewright.rulesets"
"""Entry points under which installed packages offer folders of rulesets; each names a package, whose files are read."""

GROUPS = ("house-rules", "classics")
"""Folders among the rulesets that are none themselves, but hold some."""

_ID = re.compile(r"[^\W\d_][\w-]{0,99}")
_PACKAGE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@frozen
class _Location:
    """A folder that holds rulesets, and the name under which files in it are shown."""

    path: Path
    shown: str
    offers: bool = True
    """Whether what stands there is registered."""


# ---- Looking up ----------------------------------------------------------------------------------------------------


def find_ruleset(id_or_path: str, beside: Path | None = None) -> Reading:
    """The files of a ruleset or overlay, or why they cannot be had.

    It is looked up as a path, then as `NAME.cave` or `NAME/` in the folder `beside` (for overlays: the current one),
    then among the bundled rulesets, then in installed packages. C0201: nothing has that name. C0105: a file or folder
    does not exist, cannot be read, or holds no rules. C0103: not UTF-8. C0601: too large, or too many files.

    >>> find_ruleset("the-cafe")[0].help
    'did you mean `the-cave`?'
    """
    path = Path(id_or_path) if id_or_path and "\0" not in id_or_path else None
    is_path = "/" in id_or_path or os.sep in id_or_path or id_or_path.endswith(RULES) or id_or_path in (".", "..")
    if path is not None and (is_path or is_rule_path(path)):
        return read_rules(id_or_path, path, id_or_path.replace(os.sep, "/").rstrip("/") or "/")
    found = _in_locations(id_or_path, _locations(beside))
    if found is not None:
        return found
    if path is not None and (mode_of(path) or (path.suffix and "+" not in id_or_path)):
        return read_rules(id_or_path, path, id_or_path)
    return (_unknown(id_or_path, _locations(beside)),)


def find_registered(name: str) -> Reading:
    """Finds the ruleset that is bundled or installed and has this id. Nothing else is looked at; what is no id is looked for
    nowhere.

    >>> find_registered("the-cave").registered, find_registered("./the-cave")[0].code
    (True, 'C0201')
    """
    return _in_locations(name, _locations(None)) or (
        _unknown(name, _locations(None), "`cavewright games` lists what there is"),
    )


def _in_locations(name: str, locations: Iterable[_Location]) -> Reading | None:
    """The files of an id, from the first of these locations that has it."""
    for location in locations if _is_id(name) else ():
        for place in (location.path, *(location.path / group for group in GROUPS)):
            for file in (name + RULES, name):
                if is_rule_path(place / file):
                    return _from_location(name, place / file, location)
    return None


def rules_called(name: str, folder: Path) -> list[Path]:
    """Rules by the name in their head, whatever their file is called; those first whose file has that name too.

    That is the folder itself if this is the only head among its files, else files in it and folders in it.
    """
    heads = {each: head_line(each)[1] for each in entries_of(folder, RULES)[:MOST_FILES]}
    if [each for each in heads.values() if each] == [name]:
        return [folder]
    inside = [each for each in sorted_entries(folder) if S_ISDIR(mode_of(each)) and not each.is_symlink()]
    heads |= {
        each: name
        for each in inside[:MOST_FILES]
        if name in [head_line(file)[1] for file in entries_of(each, RULES)[:MOST_FILES]]
    }
    return sorted(
        (each for each, head in heads.items() if head == name), key=lambda each: each.name.removesuffix(RULES) != name
    )


def _unknown(
    name: str, locations: Iterable[_Location], help: str = "`cavewright games` lists what there is; or give a path"
) -> Diagnostic:
    known = [each for location in locations for each, _ in _ids_at(location)]
    return Diagnostic(
        "C0201", f"there is no ruleset `{shorten(name, 100)}`", help=did_you_mean(name[:100], known) or help
    )


def _is_id(name: str) -> bool:
    return _ID.fullmatch(name) is not None and name not in GROUPS


def _from_location(name: str, path: Path, location: _Location) -> Reading:
    relative = path.relative_to(location.path).as_posix()
    shown = f"{location.shown}/{relative}" if location.shown else relative
    if not path.resolve().is_relative_to(location.path.resolve()):
        return (outside(shown),)
    found = read_rules(name, path, shown)
    return replace(found, registered=location.offers) if isinstance(found, Folder) else found


# ---- Listing -------------------------------------------------------------------------------------------------------


def registered_games() -> tuple[str, ...]:
    """Ids of the rulesets and editions that are bundled and that installed packages offer, sorted.

    >>> "the-cave" in registered_games()
    True
    """
    return _registered_ids("ruleset", "edition")


def registered_overlays() -> tuple[str, ...]:
    """Ids of the overlays that are bundled and that installed packages offer, sorted.

    >>> "long-rope" in registered_overlays()
    True
    """
    return _registered_ids("overlay")


def _registered_ids(*words: str) -> tuple[str, ...]:
    kinds: dict[str, str] = {}
    for location in _locations(None):
        for name, kind in _ids_at(location):
            kinds.setdefault(name, kind)
    return tuple(sorted(name for name, kind in kinds.items() if kind in words))


def _ids_at(location: _Location) -> Iterator[tuple[str, str]]:
    """The ids at a location, each with the first word of its head, as they would be found."""
    for place in (location.path, *(location.path / group for group in GROUPS)):
        for path in sorted_entries(place):
            name = path.name.removesuffix(RULES)
            if _is_id(name) and not path.is_symlink() and is_rule_path(path):
                kind = next(filter(None, (head_line(file)[0] for file in rule_files_of(path))), "")
                if kind:
                    yield name, kind


def _locations(beside: Path | None) -> Iterator[_Location]:
    """Folders of rulesets, in the order in which they are searched. Installed packages are looked for last, and only if
    it comes to that."""
    here = Path(__file__).resolve().parent.parent.parent
    inside = here / "rulesets"
    bundled = inside if inside.is_dir() else here.parent.parent / "rulesets"
    if beside is not None:
        yield _Location(beside, "" if str(beside) == "." else beside.as_posix(), offers=False)
    yield _Location(bundled, "rulesets")
    yield from _plugin_locations()


def _plugin_locations() -> Iterator[_Location]:
    found = {(each.name, each.value): each for each in entry_points(group=GROUP)}
    for _, entry in sorted(found.items()):
        path = _folder_of_package(entry) if _PACKAGE.fullmatch(entry.value) else None
        if path is not None:
            yield _Location(path, entry.value.replace(".", "/"))


def _folder_of_package(entry: EntryPoint) -> Path | None:
    """The folder of a package, found without running any of it: only its topmost package is asked for its place."""
    top, *rest = entry.value.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    places = [Path(each, *rest) for each in (spec.submodule_search_locations or ())] if spec else []
    return next((each for each in places if each.is_dir()), None)
