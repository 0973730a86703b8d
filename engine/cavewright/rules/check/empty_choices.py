"""Decisions that can be shown to have nothing to decide."""

from __future__ import annotations

from ...foundation.source import Diagnostic, Diagnostics, at
from ..model import ruleset as m
from .field_usage import uses_in
from .whole_program import WholeProgram


def check_choices(whole: WholeProgram) -> Diagnostics:
    """C0512, C0513, C0514: menus, choices, rolls and draws of which nothing can ever come."""
    filled = uses_in(whole.declarations).written
    for step in whole.steps():
        match step.statement:
            case m.Offer(any=False, menu=menu, optional=False) if menu not in whole.menus:
                yield at(
                    "C0512",
                    f"menu `{menu}` has no actions, so nothing can be chosen here",
                    step.clause,
                    help=f"write an action `in {menu}`, or take this line out",
                )
            case m.Choose(binds=binds, otherwise=()):
                yield from (_empty("chosen", each.domain) for each in binds if is_empty(each.domain))
            case m.Roll(domain=domain) if is_empty(domain):
                yield _empty("rolled", domain)
            case m.Draw(bag=bag) if bag.op == "field" and bag.args[0].name not in filled and bag.args[0].start is None:
                yield at(
                    "C0514",
                    f"nothing is ever put into `{bag.args[0].name}`, so nothing can be drawn",
                    bag,
                    help=f"put pieces into it first: `gain 1 … in {bag.span.text}`",
                )


def _empty(what: str, domain: m.Expr) -> Diagnostic:
    return at(
        "C0513",
        f"there is nothing that could be {what} here",
        domain,
        help="a range goes from its lower to its higher number" if domain.op == "range" else "give its kind a row",
    )


def is_empty(domain: m.Expr) -> bool:
    """Tells if a domain is known to hold nothing."""
    if domain.op == "range":
        low, high = domain.args
        return bool(low.op == high.op == "const" and low.args[0] > high.args[0])
    return domain.op == "rows" and not domain.args[0].rows
