"""A name changed everywhere it stands, after a trial: what would break a rule is refused with what it would break."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...foundation.source import errors
from ...foundation.source.source_file import Source
from ...language.syntax.parse import parse_text
from .name_index import find_occurrences, names_of, symbol_at
from .positions import TextEdit, apply_edits
from .workspace import Workspace

Edits = Mapping[Path, tuple[TextEdit, ...]]


class RefusedRename(ValueError):
    """A name cannot be changed so; the text says why."""


def rename(workspace: Workspace, path: Path, offset: int, new: str) -> Edits:
    """The edits by which a name becomes another one in the base, overlays, examples, tables and catalogues. Raises
    RefusedRename where nothing can be renamed, or where rules would no longer hold."""
    project = workspace.project(path)
    found = symbol_at(project, path, offset)
    if found is None or not found[0].declared:
        raise RefusedRename("no name that these files declare stands here")
    symbol = found[0]
    node, problem = parse_text(Source("", new), 0, len(new), "expr")
    if problem is not None or type(node).__name__ != "Name":
        raise RefusedRename(
            f"`{new[:60]}` is no name: begin with a letter, go on with letters, digits, `_` and single `-`"
        )
    if new != symbol.name and any(each.name == new and not each.is_local for each in names_of(project)):
        raise RefusedRename(f"`{new}` is taken")
    projects = workspace.find_related(path)
    edits: dict[Path, dict[int, TextEdit]] = {}
    for each in find_occurrences(projects, symbol):
        edits.setdefault(each.path, {})[each.start] = TextEdit(each.start, each.end, new)
    made = {where: tuple(each.values()) for where, each in edits.items()}
    _try(workspace, [each.path for each in projects], made)
    return made


def _try(workspace: Workspace, paths: list[Path], edits: Edits) -> None:
    """Refuses edits after which rules that held do not hold any more."""
    texts = {
        path: apply_edits(workspace.project(owner).source(path).text, each)
        for path, each in edits.items()
        for owner in paths
        if path in workspace.project(owner).sources
    }
    trial = workspace.trial(texts)
    for number, path in enumerate(paths):
        before, after = workspace.project(path), trial.project(path)
        worse = errors(after.name_findings if number else after.whole)
        if worse and len(worse) > len(errors(before.name_findings if number else before.whole)):
            raise RefusedRename(f"then it would no longer hold: {worse[0].message} ({path.name})")
