"""Examples of a file, carried out where they stand: which hold, and what overlays change about them."""

from __future__ import annotations

from pathlib import Path

from ...foundation.source import Diagnostic
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...play.examples.runner import run_example
from ...publish.changes.changed_examples import changed_by
from .outline import Entry, outline
from .positions import Range
from .workspace import Workspace


@frozen
class Lens:
    """An example of a file, by name, and where it stands."""

    name: str
    range: Range


@frozen
class ExampleRun:
    """Result of an example: one line for people, findings, and if it holds or is changed by overlays."""

    name: str
    holds: bool
    summary: str
    findings: tuple[Diagnostic, ...] = ()


def lenses(workspace: Workspace, path: Path) -> list[Lens]:
    """The examples that stand in a file."""
    return [
        Lens(each.name.partition(" ")[2], each.name_range) for each in outline(workspace, path) if _is_example(each)
    ]


def _is_example(entry: Entry) -> bool:
    return entry.kind == "example"


@with_room
def run_named(workspace: Workspace, path: Path, name: str) -> ExampleRun:
    """Carries out one example of the rules of a file."""
    project = workspace.project(path)
    game = project.game
    if game is None:
        wrong = project.check_result[1]
        return ExampleRun(name, False, f"the rules cannot be played: {wrong[0].message}" if wrong else "", ())
    example = next((each for each in game.examples if each.name == name), None)
    if example is None:
        return ExampleRun(name, False, f"there is no example `{name}`", ())
    result = run_example(game, example)
    if result.ok:
        return ExampleRun(name, True, "holds")
    changed = changed_by(project.folders, {}, [example]) if len(project.folders) > 1 else {}
    if name in changed:
        by = changed[name]
        edit = f" (`{by.edit.text.partition(chr(10))[0].strip()}`)" if by.edit is not None else ""
        return ExampleRun(name, False, f"comes out otherwise: {' + '.join(by.overlays)} changes it{edit}")
    first = result.diagnostics[0].message if result.diagnostics else ""
    return ExampleRun(name, False, f"does not hold: {first}", result.diagnostics)
