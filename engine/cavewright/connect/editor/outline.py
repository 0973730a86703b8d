"""Outline of a file: its declarations, and what stands in each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...foundation.source.frozen import frozen
from ...language.syntax import tree as t
from .name_index import declared_names
from .positions import Range, range_of
from .workspace import Project, Workspace

MOST_CHILDREN = 200


@frozen
class Entry:
    """A declaration of an outline: its name, where it stands whole and where its name stands."""

    name: str
    kind: str
    detail: str
    range: Range
    name_range: Range
    children: tuple[Entry, ...] = ()


def outline(workspace: Workspace, path: Path) -> tuple[Entry, ...]:
    """The declarations and edits of a file in their order."""
    project = workspace.project(path)
    reader = next((each for name, each in project.readers.items() if project.paths.get(name) == path), None)
    if reader is None:
        return ()
    file, _ = reader.parse(project.source(path).text)
    return tuple(_entry(item, project) for item in file.items)


def _entry(item: Any, project: Project) -> Entry:
    whole = getattr(item, "declaration", item)
    declared = isinstance(whole, t.Declaration)
    name = whole.label if declared else " ".join(item.span.text.partition("\n")[0].partition(":")[0].split()[:4])
    span = project.place(item.span)[1]
    title = project.place(whole.name_span)[1] if declared and whole.name_span.end else span
    first = range_of(span)
    shown = range_of(title) if span.start <= title.start and title.end <= span.end else first
    kind = whole.kind if declared else "edit"
    return Entry(name, kind, getattr(whole, "text", ""), first, shown, tuple(_children(item, project))[:MOST_CHILDREN])


def _children(item: Any, project: Project) -> Iterator[Entry]:
    for each in declared_names([item]):
        if each.kind in ("field", "row", "key", "score") and each.span.end:
            place = range_of(project.place(each.span)[1])
            yield Entry(each.name, each.kind, getattr(each.node, "text", ""), place, place)
