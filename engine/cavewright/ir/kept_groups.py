"""Kept groups: for fields of places the groups of places that lie together and hold the same value, which every write
keeps up.

Every place leads to another of its group, the root to itself. At a root stand the sorts of places that its group has,
as bits: whatever the rules ask to be linked is a sort.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .construction import load, store, within
from .form import (
    TRUTH,
    WORD,
    Array,
    Bits,
    Block,
    Call,
    Const,
    Do,
    Each,
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
from .ranges import BITS, range_of

MOST_SORTS = 32
MOST_AROUND = 8
"""Places that may lie around another where groups are kept: all that some of them may hold has to fit into a table."""
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

    def rejoined(self, place: Expr) -> Do:
        """A place joins what lies around it, while groups are found anew."""
        return Do(Call(f"rejoin_{self.field.at}", (place,), TRUTH))


def room_for_groups(field: Array, near: Sequence[Sequence[int]], memory: Memory) -> Groups:
    """Room for the groups of a field, by what lies near every place, at most so much."""
    places = Range(0, len(near) - 1)
    parents = memory.packed(f"{field.name}.parents", len(near), places)
    return Groups(field, parents, memory.packed(f"{field.name}.sorts", len(near)), tuple(map(tuple, near)))


def group_functions(groups: Groups, memory: Memory, fresh: Fresh) -> tuple[Function, ...]:
    """The functions that find the root of a place, that join it to the groups around it, that find all anew."""
    place = fresh("place", groups.parents.range)
    joins = [_join(groups, memory, fresh, each, place) for each in (groups.joined(place), groups.rejoined(place))]
    return _root(groups, fresh), *joins, _regroup(groups, memory, fresh)


def _root(groups: Groups, fresh: Fresh) -> Function:
    at, above = fresh("at", groups.parents.range), fresh("above", groups.parents.range)
    loop: Block = (
        Let(above, load(groups.parents, at)),
        If(op("==", above, at), (Return(at),)),
        Let(at, above),
    )
    return Function(_name(groups.root(at)), (at,), (Loop("up", loop),), at.range)


def _join(groups: Groups, memory: Memory, fresh: Fresh, call: Do, place: Var) -> Function:
    """A place that stands alone goes below the first group that it meets, and others go below that."""
    places = groups.parents.range
    root, other, there = (fresh(name, places) for name in ("root", "other", "there"))
    bits, side = fresh("bits", WORD), fresh("side", BITS)
    below: Block = (store(groups.parents, root, other), Let(root, other))
    meeting: Block = (
        Let(bits, bits | load(groups.sorts, other)),
        If(op("==", root, place), below, (store(groups.parents, other, root),)),
    )
    widest = max(map(len, groups.near))
    ways = memory.table([(*row, *[n] * widest)[k] for n, row in enumerate(groups.near) for k in range(widest)])
    way = [load(ways, place * widest + k) for k in range(widest)]
    held: Expr = Const(0)
    for k, each in enumerate(way):
        held = held | op("==", load(groups.field, each), load(groups.field, place)) << k
    sorts, asked = one_of_each(groups.near, call == groups.joined(place))
    which = load(memory.table(sorts), place) * (1 << widest) + held
    body: Block = (
        Let(root, groups.root(place)),
        Let(bits, load(groups.sorts, root)),
        Each(
            side,
            Bits(load(memory.table(asked), which)),
            (
                Let(there, load(ways, within(place * widest + side, ways.bounds))),
                Let(other, groups.root(there)),
                store(groups.parents, there, other),
                If(op("!=", other, root), meeting),
            ),
        ),
        store(groups.sorts, root, bits),
        Return(Const(0)),
    )
    return Function(_name(call.call), (place,), body, TRUTH)


def one_of_each(near: Sequence[Sequence[int]], together: bool) -> tuple[list[int], list[int]]:
    """Of every place a number, and of this and the places around it that hold its value, as bits, those to be joined to
    it: of places that lie together one, if those are in one group already; else all.

    >>> one_of_each([(1, 2), (0, 2), (0, 1)], True)
    ([0, 0, 0], [0, 1, 2, 1])
    """
    widest = max(map(len, near))
    sorts: dict[tuple[frozenset[int], ...], int] = {}
    of_place = []
    for around in near:
        beside = [frozenset(k for k, there in enumerate(around) if there in near[each]) for each in around]
        of_place.append(sorts.setdefault(tuple(beside if together else [frozenset[int]()] * len(around)), len(sorts)))
    return of_place, [_asked(beside, held) for beside in sorts for held in range(1 << widest)]


def _asked(beside: Sequence[frozenset[int]], held: int) -> int:
    found, met = 0, set[int]()
    for k in range(len(beside)):
        if held >> k & 1 and k not in met:
            found |= 1 << k
            left = {k}
            while left:
                met |= left
                left = {n for each in left for n in beside[each] if held >> n & 1} - met
    return found


def _regroup(groups: Groups, memory: Memory, fresh: Fresh) -> Function:
    place, again = fresh("place", groups.parents.range), fresh("place", groups.parents.range)
    own = [sum(1 << n for n, mask in enumerate(groups.masks) if mask >> row & 1) for row in range(len(groups.near))]
    alone = load(memory.table([word_of(each, 0) for each in own]), place)
    all_places = Span(Const(0), Const(len(groups.near)))
    body: Block = (
        Each(place, all_places, (store(groups.parents, place, place), store(groups.sorts, place, alone))),
        Each(again, all_places, (If(load(groups.field, again) >= 0, (groups.rejoined(again),)),)),
        Return(Const(0)),
    )
    return Function(_name(groups.regrouped().call), (), body, TRUTH)


def _name(call: Expr) -> str:
    assert isinstance(call, Call) and range_of(call)
    return call.function
