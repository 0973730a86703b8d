"""Actions that an editor offers at a place: what mends a finding, and the edit by which an overlay changes a line of the base."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...foundation.source.frozen import frozen
from ...language.compose import edit_paths
from ...language.compose.folders import RULES
from ...language.compose.overlay_order import head_in
from ...language.syntax import tree as t
from .positions import Range, TextEdit, range_of
from .remedies import remedies
from .renaming import Edits
from .workspace import Finding, Project, Workspace

MOST_FINDINGS = 10
NEW = "{base}-house-rule.cave"
"""Name of the file in which an edit begins an overlay of its own."""


@frozen
class CodeAction:
    """Something that an editor can do at a place. `new` is the text of a file that does not exist yet."""

    title: str
    edits: Edits
    finding: Finding | None = None
    new: tuple[Path, str] | None = None
    is_sure: bool = False


def code_actions(workspace: Workspace, path: Path, wanted: Range) -> list[CodeAction]:
    """The actions between two places of a file."""
    project = workspace.project(path)
    start = project.offset(path, wanted.start)
    end = project.offset(path, wanted.end)
    found = [each for each in workspace.look_closely(path) if each.path == path and _meets(each.range, wanted)]
    made = [
        CodeAction(each.title, {each.path: each.edits}, finding, None, each.is_sure)
        for finding in found[:MOST_FINDINGS]
        for each in remedies(workspace, path, finding.diagnostic)
    ]
    return [*made, *_overlay_edits(workspace, project, path, start, end)]


def _meets(first: Range, second: Range) -> bool:
    return _key(first.start) <= _key(second.end) and _key(second.start) <= _key(first.end)


def _key(place: object) -> tuple[int, int]:
    return place.line, place.character  # type: ignore[attr-defined]


def _overlay_edits(workspace: Workspace, project: Project, path: Path, start: int, end: int) -> Iterator[CodeAction]:
    """The edit that changes the line at a place, for open overlays upon these rules, or for a new one."""
    if path.suffix != RULES or not project.folders or path not in project.sources:
        return
    line = project.source(path).place(start)[0]
    reader = next((each for name, each in project.readers.items() if project.paths.get(name) == path), None)
    item = reader.piece_at(start)[0] if reader is not None else None
    if not isinstance(item, t.Declaration):
        return
    here = [each for each in edit_paths(item) if range_of(project.place(each.span)[1]).start.line == line - 1]
    head = head_in(project.folders[0].sources)
    for each in here[:3]:
        title = f"`{each.label}{'.' * bool(each.path)}{each.path}`"
        for other in _open_overlays(workspace, project):
            text = workspace.texts[other]
            edit = TextEdit(len(text), len(text), f"{'' if text.endswith(chr(10)) else chr(10)}\n{each.edit}\n")
            yield CodeAction(f"change {title} in {other.name}", {other: (edit,)})
        if head is not None and head.kind == "ruleset":
            name = NEW.format(base=head.name)
            text = f'overlay {name.removesuffix(RULES)} 1.0 "…"\n    language 2\n    extends {head.name} ^{head.version}\n\n{each.edit}\n'
            yield CodeAction(f"change {title} by an overlay", {}, None, (_beside(project, name), text))


def _beside(project: Project, name: str) -> Path:
    folder = project.folders[0].path or project.path
    return folder.parent / name


def _open_overlays(workspace: Workspace, project: Project) -> list[Path]:
    """The open files with an overlay upon the rules of a project."""
    base = project.folders[0].path
    others = [each for each in sorted(workspace.texts) if each.suffix == RULES]
    return [
        each
        for each in others
        if len(workspace.project(each).folders) > 1
        and workspace.project(each).folders[0].path == base
        and each in workspace.project(each).sources
        and workspace.project(each).folders[-1].path in (each, each.parent)
    ]
