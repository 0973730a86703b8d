"""Values that are known before play, and how sentences count with them."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.model import ruleset as m
from .parts import SUBJECT, Plain

NOTHING = "none"
"""What a message is told where an operator has no such part."""
KEPT = ("field", "record", "edge")
"""Operators for something that is kept."""
OWNED = (*KEPT, "column")
"""Operators for something that is kept or printed: what belongs to the game, to a thing or to a place."""


class Number(Plain):
    """A number that is known, so that what is counted agrees with it."""


@dataclass(frozen=True)
class Price(Number):
    """A number of things that are paid with; `paid` is what something costs."""

    paid: str

    def form(self, case: str = SUBJECT) -> str:
        return self.text if case == SUBJECT else self.paid


def is_true(e: m.Expr) -> bool:
    """Tells if a condition always holds."""
    return e.op == "const" and e.args == (1,)


def is_none(e: m.Expr) -> bool:
    """Tells if an expression stands for none, whatever the position."""
    return e.op == "const" and (e.type.is_none or e.type.facts.is_thing and e.args[0] < 0)


def known_value(e: m.Expr) -> m.Expr:
    """A number instead of the word of the rules that stands for it, where that is the same whenever it is asked."""
    body = e.args[0].body if e.op == "call" else e
    return body if body.op == "const" else e


def naming_of(e: m.Expr) -> str:
    """Returns the message by which something goes that has a name of its own."""
    return "named-clause" if e.type.is_truth else "named"


def terms_of(e: m.Expr, op: str) -> list[m.Expr]:
    """Returns the terms of a chain of one operator, the first first."""
    return [leaf for each in e.args for leaf in terms_of(each, op)] if e.op == op else [e]


def bound_in_words(op: str, right: m.Expr) -> tuple[str, m.Expr]:
    """Returns a comparison as people say it: of whole numbers, more than nothing is at least one."""
    if op == "gt" and right.op == "const" and right.args[0] == 0:
        return "ge", m.constant(1, right.type, right.span)
    return op, right
