"""Lines that can never matter: repeated requirements, branches behind an equal one, lines behind the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..source import Diagnostic, Label, Span, at
from ..syntax import tree as t
from .whole import Whole, lines, written_blocks


def check_clauses(whole: Whole) -> Iterator[Diagnostic]:
    """C0510, C0515, C0516, each a warning."""
    for node in whole.declarations:
        if node.kind == "action":
            yield from _repeated(node)
        for line in lines(node.block):
            if isinstance(line.statement, t.If):
                yield from _shadowed(line.statement)
        yield from _unreachable(node.block)


def _repeated(node: t.Declaration) -> Iterator[Diagnostic]:
    """Requirements that follow from one before them, as long as nothing has happened in between."""
    known: list[tuple[Any, Span]] = []
    for line in node.block:
        if isinstance(line.statement, t.Require):
            condition = line.statement.condition
            first = [place for part, place in known if _follows(condition, part)]
            if first:
                yield at("C0515", "this requirement says nothing new", condition.span, severity="warning",
                         more=[Label(first[0], "this requires it already")], help="take one of the two out")
            known += [(part, condition.span) for part in _joined(condition, "and")]
        elif not isinstance(line.statement, (t.Cost, t.Let)):
            return


def _shadowed(node: t.If) -> Iterator[Diagnostic]:
    for n, (condition, _) in enumerate(node.branches):
        for earlier, _ in node.branches[:n]:
            if any(_follows(earlier, part) for part in _joined(condition, "and")):
                yield at("C0510", "this branch is never taken: an earlier one has the same condition", condition.span, severity="warning",
                         more=[Label(earlier.span, "taken first")], help="put the narrower condition first, or take this branch out")
                break


def _follows(wanted: Any, known: Any) -> bool:
    """Whether a condition holds whenever a known one does, as far as their words show."""
    return all(any(part == known for part in _joined(each, "or")) for each in _joined(wanted, "and"))


def _joined(condition: Any, word: str) -> Iterator[Any]:
    """The conditions that are joined by a word."""
    if isinstance(condition, t.Binary) and condition.op == word:
        yield from _joined(condition.left, word)
        yield from _joined(condition.right, word)
    else:
        yield condition


def _unreachable(block: tuple[t.Line, ...]) -> Iterator[Diagnostic]:
    for n, line in enumerate(block):
        if n + 1 < len(block) and _ends(line.statement):
            yield at("C0516", "this line is never reached: the game is over before it", block[n + 1].span, severity="warning",
                     more=[Label(line.span, "the game ends here")], help="put it before `finish`, or take it out")
            return
        for inner in written_blocks(line.statement):
            yield from _unreachable(inner)


def _ends(statement: Any) -> bool:
    """Whether every way through a statement ends the game."""
    if isinstance(statement, t.If) and statement.otherwise:
        blocks = (*(block for _, block in statement.branches), statement.otherwise)
        return all(any(_ends(line.statement) for line in block) for block in blocks)
    return isinstance(statement, t.Finish)
