"""Ends of loops that no line of the loop brings about: what is set there stays outside of what the condition asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..model import ruleset as m
from ..model.types import Type
from .stuck_loops import locations_of, locations_written

_MAY_HOLD: Mapping[str, Callable[[Type, Type], bool]] = {
    "eq": lambda a, b: a.low <= b.high and b.low <= a.high,
    "lt": lambda a, b: a.low < b.high,
    "le": lambda a, b: a.low <= b.high,
    "gt": lambda a, b: a.high > b.low,
    "ge": lambda a, b: a.high >= b.low,
}
"""Tests if a comparison may hold of numbers of two types."""


def is_never_met(until: m.Expr, inside: Sequence[m.Step]) -> bool:
    """Tells if a condition that does not hold before statements cannot hold behind them, going by the bounds of the numbers that they set."""
    if until.op in ("and", "or"):
        found = [is_never_met(each, inside) for each in until.args if isinstance(each, m.Expr)]
        return any(found) if until.op == "and" else all(found)
    if until.op not in _MAY_HOLD:
        return False
    sides = [_values_of(each, inside) for each in until.args]
    return None not in sides and not any(_MAY_HOLD[until.op](a, b) for a in sides[0] or () for b in sides[1] or ())


def _values_of(side: m.Expr, inside: Sequence[m.Step]) -> list[Type] | None:
    """Returns the types of the numbers that statements give to one side of a comparison; a constant is its own. None where that is not known."""
    if not side.type.is_number:
        return None
    if side.op == "const":
        return [side.type]
    if side.op != "field":
        return None
    (mark,) = locations_of(side)
    writes = [each.statement for each in inside if mark in locations_written([each])]
    values = [each.value for each in writes if isinstance(each, m.Assign)]
    if not values or len(values) < len(writes) or not all(each.type.is_number for each in values):
        return None
    return [each.type for each in values]
