"""Examples of a file, carried out where they stand: which hold, and what overlays change about them. Lines of rules, and
which examples notice when they are broken, as the last falsification found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ...bots.falsify.last_run import JudgedClause, clause_key, read_last_run
from ...foundation.source import Diagnostic
from ...foundation.source.ample_stack import with_room
from ...foundation.source.frozen import frozen
from ...play.examples.runner import run_example
from ...publish.changes.changed_examples import changed_by
from .outline import Entry, outline
from .positions import Position, Range
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


def lines_judged(workspace: Workspace, path: Path) -> list[Lens]:
    """The lines of a file that a falsification has broken, each with what came of it."""
    source = workspace.project(path).source(path)
    game = workspace.project(path).game
    known = read_last_run(game.rules_model.full_id) if game is not None else {}
    if game is None or not known:
        return []
    lines = source.text.split("\n")
    return [
        Lens(_verdict(clause, clause.hash == game.rules_model.hash), line)
        for entry in outline(workspace, path)
        if not _is_example(entry)
        for clause, line in _clauses_of(entry, lines, known)
    ]


def _clauses_of(
    entry: Entry, lines: list[str], known: Mapping[str, JudgedClause]
) -> Iterator[tuple[JudgedClause, Range]]:
    """Yields what is known of each line of a declaration, and where the line stands."""
    for n in range(entry.range.start.line, min(entry.range.end.line + 1, len(lines))):
        text = lines[n].strip()
        clause = known.get(clause_key(entry.name, text))
        if text and clause is not None:
            indent = len(lines[n]) - len(lines[n].lstrip())
            yield clause, Range(Position(n, indent), Position(n, indent + len(text)))


def _verdict(clause: JudgedClause, is_current: bool) -> str:
    """Says which examples notice a line, and if the rules have changed since that was found out."""
    count = len(clause.examples)
    said = f"noticed by {count} example{'s' if count != 1 else ''}" if count else "noticed by no example"
    if clause.open:
        said += f"; {clause.open} of {clause.mutants} changes go unnoticed"
    return said if is_current else f"{said} (before the rules changed)"


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
