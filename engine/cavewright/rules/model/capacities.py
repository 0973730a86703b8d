"""Capacities of bags: the room that each kind of piece takes, and which pieces never run out."""

from __future__ import annotations

from .ruleset import Kind
from .types import NONE, Type


def sizes_in(bag: Type, kind: Kind) -> tuple[int, ...]:
    """Returns the room that each kind of piece takes, and one entry more, for none."""
    return kind.columns[bag.measure].values if bag.measure else (1,) * (len(kind.rows) + 1)


def endless_rows(bag: Type, kind: Kind) -> tuple[bool, ...]:
    """For each kind of piece, whether the bag never runs out of it."""
    supply = kind.columns.get("supply")
    return tuple(bag.endless and (supply is None or supply.values[n] == NONE) for n in range(len(kind.rows)))
