"""Kept groups: for fields of places the groups of places that lie together and hold the same value, which every write
keeps up.

Every place leads to another of its group, the root to itself. At a root stand the sorts of places that its group has,
as bits: whatever the rules ask to be linked is a sort.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .construction import load, store
from .form import (
    TRUTH,
    WORD,
    Array,
    Block,
    Call,
    Const,
    Do,
    Each,
    Entries,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Range,
    Return,
    Span,
    Var,
    op,
)
from .memory import Memory, word_of
from .ranges import range_of

MOST_SORTS = 32
Fresh = Callable[[str, Range], Var]


@dataclass(frozen=True)
class Groups:
    """The groups of one field."""

    field: Array
    parents: Array
    sorts: Array
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

    def regrouped(self) -> Do:
        """All groups are found anew."""
        return Do(Call(f"regroup_{self.field.at}", (), TRUTH))

    def joined(self, place: Expr) -> Do:
        """A place joins the groups around it."""
        return Do(Call(f"join_{self.field.at}", (place,), TRUTH))


def room_for_groups(field: Array, near: Sequence[Sequence[int]], memory: Memory) -> Groups:
    """Room for the groups of a field, by what lies near every place."""
    places = Range(0, len(near) - 1)
    parents = memory.packed(f"{field.name}.parents", len(near), places)
    return Groups(field, parents, memory.packed(f"{field.name}.sorts", len(near)), tuple(map(tuple, near)))


def group_functions(groups: Groups, memory: Memory, fresh: Fresh) -> tuple[Function, ...]:
    """The functions that find the root of a place, that join it to the groups around it, that find all anew."""
    return _root(groups, fresh), _join(groups, memory, fresh), _regroup(groups, memory, fresh)


def _root(groups: Groups, fresh: Fresh) -> Function:
    at, above = fresh("at", groups.parents.range), fresh("above", groups.parents.range)
    loop: Block = (
        Let(above, load(groups.parents, at)),
        If(op("==", above, at), (Return(at),)),
        Let(at, above),
    )
    return Function(_name(groups.root(at)), (at,), (Loop("up", loop),), at.range)


def _join(groups: Groups, memory: Memory, fresh: Fresh) -> Function:
    """A place that stands alone goes below the first group that it meets, and others go below that."""
    places = groups.parents.range
    place, root, other, there = (fresh(name, places) for name in ("place", "root", "other", "there"))
    bits = fresh("bits", WORD)
    starts = [sum(map(len, groups.near[:n])) for n in range(len(groups.near) + 1)]
    ways, first = memory.table([each for row in groups.near for each in row]), memory.table(starts)
    below: Block = (store(groups.parents, root, other), Let(root, other))
    meeting: Block = (
        Let(bits, bits | load(groups.sorts, other)),
        If(op("==", root, place), below, (store(groups.parents, other, root),)),
    )
    shorter = store(groups.parents, there, other)
    same: Block = (Let(other, groups.root(there)), shorter, If(op("!=", other, root), meeting))
    body: Block = (
        Let(root, groups.root(place)),
        Let(bits, load(groups.sorts, root)),
        Each(
            there,
            Entries(ways, load(first, place), load(first, place + 1)),
            (If(op("==", load(groups.field, there), load(groups.field, place)), same),),
        ),
        store(groups.sorts, root, bits),
        Return(Const(0)),
    )
    return Function(_name(groups.joined(place).call), (place,), body, TRUTH)


def _regroup(groups: Groups, memory: Memory, fresh: Fresh) -> Function:
    place, again = fresh("place", groups.parents.range), fresh("place", groups.parents.range)
    own = [sum(1 << n for n, mask in enumerate(groups.masks) if mask >> row & 1) for row in range(len(groups.near))]
    alone = load(memory.table([word_of(each, 0) for each in own]), place)
    all_places = Span(Const(0), Const(len(groups.near)))
    body: Block = (
        Each(place, all_places, (store(groups.parents, place, place), store(groups.sorts, place, alone))),
        Each(again, all_places, (If(load(groups.field, again) >= 0, (groups.joined(again),)),)),
        Return(Const(0)),
    )
    return Function(_name(groups.regrouped().call), (), body, TRUTH)


def _name(call: Expr) -> str:
    assert isinstance(call, Call) and range_of(call)
    return call.function
