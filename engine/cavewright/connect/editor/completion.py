"""Words that can stand at a place: by the grammar, by what is declared, and in overlays every line of the base with its
edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...foundation.source.frozen import frozen
from ...language.compose import edit_paths
from ...language.compose.folders import RULES
from ...language.compose.overlay_order import head_in
from ...language.syntax import tree as t
from ...language.syntax.lark_parser import words_accepted
from .name_index import names_of
from .positions import Position, Range, position_of
from .workspace import Project, Workspace

_WORD = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]*)*$")
_AMEND = re.compile(r"^amend[ \t]+([^\n\[#]+?)[ \t]*(?:\[[^\n]*)?$", re.MULTILINE)
_EDIT = re.compile(r"^[ \t]+(change|drop|cite|move|before|after)[ \t]+[\w.\-\[\]]*$")
_SAID = re.compile(r"^[ \t]*(?:when|refuse|allow(?:[ \t]+only)?)[ \t]+[^:\n]+:[ \t]*[\w-]*$")


@frozen
class Completion:
    """A word that can stand at a place, and what is written for it there."""

    label: str
    text: str
    range: Range
    kind: str
    detail: str = ""


def complete(workspace: Workspace, path: Path, position: Position) -> list[Completion]:
    """The words that can stand at a place."""
    project = workspace.project(path)
    if path.suffix != RULES or path not in project.sources:
        return []
    source = project.source(path)
    offset = project.offset(path, position)
    line = source.text[:offset].rpartition("\n")[2]
    found = _WORD.search(line)
    begin = offset - len(found[0]) if found else offset
    range = Range(position_of(source, begin), position_of(source, offset))
    piece = _piece_before(source.text, offset)
    edits = list(_edits(project, piece, line, source.text, offset))
    if edits:
        return edits
    return list(_words(project, piece[: len(piece) - (offset - begin)], line, range, piece))


def _piece_before(text: str, offset: int) -> str:
    """The declaration up to a place."""
    starts = [each.start() for each in re.finditer(r"^(?=[^\s#])", text[:offset], re.MULTILINE)]
    return text[starts[-1] if starts else 0 : offset]


# ---- overlays --------------------------------------------------------------------------------------------------------


def _edits(project: Project, piece: str, line: str, text: str, offset: int) -> Iterator[Completion]:
    """The edits of an overlay: behind `amend` the rules of the base, below it their lines, at the margin its values."""
    source = project.sources.get(project.path)
    if source is None or len(project.folders) < 2 or not _is_overlay(project):
        return
    start = offset - len(line.lstrip()) if line.strip() else offset
    range = Range(position_of(source, start), position_of(source, offset))
    amended = _AMEND.match(piece)
    if amended is not None and "\n" in piece:
        verb = _EDIT.match(line)
        if verb is None and line.strip() not in ("", "c", "ch", "cha", "chan", "chang", "d", "dr", "dro"):
            return
        yield from _lines(project, amended[1].strip(), range, verb[1] if verb else "change")
    elif line == piece and re.fullmatch(r"(?:a(?:m(?:e(?:n(?:d[ \t]*[\w \t-]*)?)?)?)?)?", line):
        for node in _below(project):
            if edit_paths(node):
                yield Completion(f"amend {node.label}", f"amend {node.label}\n    ", range, "module", node.text)
    elif line == piece and re.fullmatch(r"c(?:h(?:a(?:n(?:g(?:e[ \t]*[\w.-]*)?)?)?)?)?", line):
        for node in _below(project):
            for each in edit_paths(node):
                if not each.path:
                    yield Completion(each.edit.split("\n")[0].partition(":")[0], each.edit, range, "value", node.text)


def _is_overlay(project: Project) -> bool:
    head = head_in(project.folders[-1].sources)
    return head is not None and head.kind == "overlay"


def _below(project: Project) -> list[t.Declaration]:
    """The declarations that the overlay is laid upon."""
    below = project.files.parse_results[:-1]
    every = [each for files in below for file, _ in files for each in file.items]
    whole = [getattr(each, "declaration", each) for each in every]
    return [each for each in whole if isinstance(each, t.Declaration)]


def _lines(project: Project, label: str, range: Range, verb: str) -> Iterator[Completion]:
    """Every line of a rule with the edit that begins with this verb."""
    node = next((each for each in _below(project) if each.label == label), None)
    table = project.composition_of_files.with_file_rows(node) if node is not None else None
    for each in edit_paths(table) if table is not None else ():
        if not each.path:
            continue
        whole = {
            "change": f"change {each.path}: {each.repeated} to {each.new}",
            "drop": f"drop {each.path}: {each.repeated}",
        }.get(verb, f"{verb} {each.path}")
        yield Completion(f"{verb} {each.path}", whole, range, "property", each.repeated)


# ---- words and names -------------------------------------------------------------------------------------------------


def _words(project: Project, before: str, line: str, range: Range, piece: str) -> Iterator[Completion]:
    """Yields what the grammar allows behind a text: words, and names where a name can stand."""
    if _SAID.match(line):
        yield from _names(project, range, ("action",))
        return
    accepted: frozenset[str] = frozenset()
    with suppress(Exception):
        accepted = words_accepted(before)
    for word in sorted(accepted):
        if word.isalpha():
            yield Completion(word, word, range, "keyword")
    if "NAME" in accepted or not accepted:
        label = " ".join(piece.split("(")[0].split()[:2])
        yield from _names(project, range, (), label)


def _names(project: Project, range: Range, kinds: tuple[str, ...], label: str = "") -> Iterator[Completion]:
    seen = set()
    for each in names_of(project):
        is_here = (
            each.label == label if each.is_local else each.kind not in ("key", "example", "chapter", "note", "lesson")
        )
        if each.name in seen or not is_here or (kinds and each.kind not in kinds):
            continue
        seen.add(each.name)
        yield Completion(each.name, each.name, range, each.kind, getattr(each.node, "text", "") or each.label)
