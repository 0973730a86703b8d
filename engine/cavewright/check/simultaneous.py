"""Interference checks for simultaneous choices: nobody may see or change what the others do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import ruleset as m
from ..source import Diagnostic, Label, at
from .control_flow import called_from
from .whole_program import Whole, steps


def check_together(whole: Whole) -> Iterator[Diagnostic]:
    """C0511: what `at once` leads to, and what a line alone does not show."""
    bodies = whole.bodies()
    for step in whole.steps():
        if isinstance(step.statement, m.AtOnce):
            for each in steps(step.statement.body):
                if isinstance(each.statement, (m.Finish, m.InTurn)):
                    yield _found(each, step)
            for name in _reached(step.statement.body, whole, bodies):
                yield from (
                    _found(each, step)
                    for each in steps(bodies[name])
                    if _disturbs(each.statement, whole.ruleset.players)
                )


def _found(inner: m.Step, outer: m.Step) -> Diagnostic:
    return at(
        "C0511",
        "while all choose at once, each player can only change what is its own",
        inner.clause.span,
        more=[Label(outer.clause.span, "all choose at once here")],
        help="do it before or after",
    )


def _reached(body: m.Block, whole: Whole, bodies: dict[str, m.Block]) -> list[str]:
    found: dict[str, None] = {}
    todo = sorted(called_from(body, whole.ruleset))
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = None
            todo += sorted(called_from(bodies[name], whole.ruleset))
    return sorted(found)


def _disturbs(statement: object, players: str) -> bool:
    match statement:
        case m.Draw() | m.Roll() | m.Lay() | m.Finish() | m.AtOnce() | m.InTurn() | m.AsPlayer():
            return True
        case m.Assign(target=target):
            return not _is_own(target, players)
        case m.Transfer(giver=giver, taker=taker):
            return any(bag is not None and not _is_own(bag, players) for bag in (giver, taker))
        case m.Repack(first=first, second=second):
            return not (_is_own(first, players) and _is_own(second, players))
    return False


def _is_own(target: m.Expr, players: str) -> bool:
    root = target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
    return root.op == "local" or (root.op == "field" and root.args[0].owner == players and root.args[1].op == "me")
