"""Lines that can never matter: repeated requirements, branches behind an equal one, lines behind the end of the
game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...foundation.source import Diagnostics, Label, Span, warning
from ...language.syntax import tree as t
from ...language.syntax.clause_blocks import bodies
from .whole_program import WholeProgram, blocks_of


def check_dead_lines(whole: WholeProgram) -> Diagnostics:
    """C0510, C0515, C0516, each a warning."""
    for node in whole.declarations:
        if node.kind == "action":
            yield from _repeated_requirements(node)
        for block in blocks_of(node):
            for each in t.walk(block):
                yield from _shadowed_branches(each) if isinstance(each, t.If) else ()
            yield from _unreachable(block)


def _repeated_requirements(node: t.Declaration) -> Diagnostics:
    """Requirements that follow from those before them, as long as nothing has happened in between."""
    known: dict[Any, Span] = {}
    for line in node.block:
        if isinstance(line.statement, t.Require):
            condition = line.statement.condition
            first = [_known_place(part, known) for part in _conditions_joined_by(condition, "and")]
            if first[0] is not None and None not in first:
                yield warning(
                    "C0515",
                    "this requirement says nothing new",
                    condition,
                    more=[Label(first[0], "this requires it already")],
                    help="take one of the two out",
                )
            for part in _conditions_joined_by(condition, "and"):
                known.setdefault(part, condition.span)
        elif not isinstance(line.statement, (t.Cost, t.Let)):
            return


def _known_place(condition: Any, known: Mapping[Any, Span]) -> Span | None:
    """Finds the place at which a condition, or one of those joined by `or` in it, stands among the known ones."""
    return next((known[part] for part in _conditions_joined_by(condition, "or") if part in known), None)


def _shadowed_branches(node: t.If) -> Diagnostics:
    """Branches whose condition is an earlier one, or one of those joined in it by `or`, perhaps with more required."""
    earlier: dict[Any, Span] = {}
    for condition, _ in node.branches:
        taken = next(
            (earlier[part] for part in (condition, *_conditions_joined_by(condition, "and")) if part in earlier), None
        )
        if taken is not None:
            yield warning(
                "C0510",
                "this branch is never taken: an earlier one has the same condition",
                condition,
                more=[Label(taken, "taken first")],
                help="put the narrower condition first, or take this branch out",
            )
        for part in (condition, *_conditions_joined_by(condition, "or")):
            earlier.setdefault(part, condition.span)


def _conditions_joined_by(condition: Any, word: str) -> Iterator[Any]:
    """The conditions that are joined by a word."""
    if isinstance(condition, t.Binary) and condition.op == word:
        yield from _conditions_joined_by(condition.left, word)
        yield from _conditions_joined_by(condition.right, word)
    else:
        yield condition


def _unreachable(block: tuple[t.Line, ...]) -> Diagnostics:
    for n, line in enumerate(block):
        if n + 1 < len(block) and _ends(line.statement):
            yield warning(
                "C0516",
                "this line is never reached: the game is over before it",
                block[n + 1],
                more=[Label(line.span, "the game ends here")],
                help="put it before `finish`, or take it out",
            )
            return
        for inner in bodies(line.statement):
            yield from _unreachable(inner)


def _ends(statement: Any) -> bool:
    """Tells if every way through a statement ends the game."""
    if isinstance(statement, t.If) and statement.otherwise:
        blocks = (*(block for _, block in statement.branches), statement.otherwise)
        return all(any(_ends(line.statement) for line in block) for block in blocks)
    return isinstance(statement, t.Finish)
