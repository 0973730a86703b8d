"""Interference checks for simultaneous choices: nobody may see or change what the others do meanwhile."""

from __future__ import annotations

from ...foundation.source import Diagnostic, Diagnostics, Label, at
from ..model import ruleset as m
from ..model.statement_effects import is_shared
from .own_places import OwnPlaces
from .whole_program import WholeProgram, steps


def check_interference(whole: WholeProgram) -> Diagnostics:
    """C0511: lines of `at once`, and of what that leads to, that change what is not one's own."""
    for step in whole.steps():
        if isinstance(step.statement, m.AtOnce):
            body = step.statement.body
            names = sorted(whole.reachable_from(whole.called_from(body)))
            binds = [bind for name in names for bind in whole.binds(name)]
            own = OwnPlaces(whole, (body, *(whole.bodies[each] for each in names)), binds)
            for each in steps(body):
                if isinstance(each.statement, (m.Finish, m.InTurn)) or not own.owns_all_written(each.statement):
                    yield _finding(each, step, own)
            for each in (each for name in names for each in steps(whole.bodies[name])):
                if is_shared(each.statement) or not own.owns_all_written(each.statement):
                    yield _finding(each, step, own)


def _finding(inner: m.Step, outer: m.Step, own: OwnPlaces) -> Diagnostic:
    board = own.board_written(inner.statement)
    if not board:
        help = "do it before or after"
    elif board in own.boards:
        help = f"take the place from `me.{board}`, or write `require PLACE.owner is me`"
    else:
        help = f"give `{board}` a size, such as `grid 5 by 5`, or lay before or after: a board that grows stands still while all choose"
    return at(
        "C0511",
        "while all choose at once, each player can only change what is its own",
        inner.clause,
        more=[Label(outer.clause.span, "all choose at once here")],
        help=help,
    )
