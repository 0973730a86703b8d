"""Union-find over the places of a board that hold equal values, updated by every write.

Whatever the rules ask to be linked is a sort of places. `group_routines` has what is done.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .construction import indices, invoke, load
from .form import Array, Call, Do, Expr, Range, Var
from .memory import Memory, width_of, word_of

MOST_SORTS = 32
MOST_AROUND = 8
"""Places that may lie around another where groups are kept: which of them hold a value has to fit into a table."""
Fresh = Callable[[str, Range], Var]


@dataclass(frozen=True)
class UnionFind:
    """The groups of one field."""

    field: Array
    parents: Array
    sorts: Array
    around: Array
    near: tuple[tuple[int, ...], ...]
    masks: list[int] = dataclasses.field(default_factory=list)
    """The places of every sort, as bits."""

    def sort(self, places: int) -> int | None:
        """The bit of a sort; none where there are too many."""
        if places not in self.masks and len(self.masks) < MOST_SORTS:
            self.masks.append(places)
        return word_of(1 << self.masks.index(places), 0) if places in self.masks else None

    def of(self, place: Expr) -> Expr:
        """The sorts of the group of a place."""
        return load(self.sorts, self.root(place))

    def root(self, place: Expr) -> Expr:
        """The place that stands for the group of another."""
        return Call(f"root_{self.field.at}", (place,), self.parents.range)

    def regroup(self) -> Do:
        """All groups are found anew."""
        return invoke(f"regroup_{self.field.at}")

    def join(self, place: Expr, value: Expr) -> Do:
        """A place that held nothing holds a value, and joins the groups around it."""
        return invoke(f"join_{self.field.at}", place, value)


def room_for_groups(field: Array, near: Sequence[Sequence[int]], memory: Memory) -> UnionFind:
    """Room for the groups of a field, by what lies near every place, at most so much."""
    many, values, widest = len(near), field.range, max(map(len, near))
    sorts = memory.adjacent_array(f"{field.name}.sorts", many)
    places, held = indices(many), indices(1 << widest)
    parents = memory.adjacent_array(f"{field.name}.parents", many, places)
    rows = values.high - values.low + 1
    around = memory.adjacent_array(f"{field.name}.around", rows * many, held, values.low * many, width_of(held))
    return UnionFind(field, parents, sorts, around, tuple(map(tuple, near)))
