"""Checks menus that are offered to players who are not asked, and those of the host."""

from __future__ import annotations

from ...foundation.source import Diagnostics, Label, at
from ..model import ruleset as m
from .whole_program import WholeProgram, steps

DECIDING = (m.Offer, m.Choose, m.May, m.Draw, m.Roll, m.Repack, m.AtOnce)
"""Statements at which somebody decides, or chance does."""


def check_interrupts(whole: WholeProgram) -> Diagnostics:
    """C0548, C0549: actions beside the decisions of others that decide something, and menus of the host that are
    offered to players."""
    yield from _find_decisions(whole)
    internal = {each.menu: each for each in whole.ruleset.interrupts if each.internal}
    for step in whole.steps():
        if isinstance(step.statement, m.Offer) and step.statement.menu in internal:
            menu = step.statement.menu
            yield at(
                "C0549",
                f"menu `{menu}` is `internal`: the host acts in it, and no player is offered it",
                step.clause.span,
                more=[Label(internal[menu].clause.span, "said here")],
                help="take out `internal`, or offer another menu",
            )


def _find_decisions(whole: WholeProgram) -> Diagnostics:
    for action in whole.ruleset.interrupting:
        for name in sorted(whole.reachable_from(["action " + action.name])):
            found = next((each for each in steps(whole.bodies[name]) if isinstance(each.statement, DECIDING)), None)
            if found is not None:
                yield at(
                    "C0548",
                    f"`{action.word}` is done beside the decision of another, so nothing is decided or drawn in it",
                    found.clause.span,
                    more=[Label(whole.place_of_declaration("action " + action.name), "this action leads here")],
                    help="write down what was done, and let a process of `play` ask what follows",
                )
                break
