"""Union-find over the places of a board that hold equal values, updated by every write.

Every place leads to another of its group, the root to itself. At a root stand the sorts of places that its group has,
as bits: whatever the rules ask to be linked is a sort. For every value each place knows which of those around it hold
that, so nothing has to be guessed when groups are joined.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .construction import DONE, indices, invoke, load, store, up_to
from .form import (
    TRUTH,
    Array,
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
    Store,
    Var,
    op,
)
from .memory import Memory, width_of, word_of
from .ranges import range_of

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


def group_functions(groups: UnionFind, memory: Memory, fresh: Fresh) -> tuple[Function, ...]:
    """The functions that find the root of a place, that join it to the groups around it, that find all anew."""
    return _root(groups, fresh), _join(groups, memory, fresh), _regroup(groups, memory, fresh)


def _root(groups: UnionFind, fresh: Fresh) -> Function:
    """Few roots are further than two steps away, so that two are made before anything is asked."""
    place, at, above = (fresh(name, groups.parents.range) for name in ("place", "at", "above"))
    loop: Block = (
        Let(above, load(groups.parents, at)),
        If(op("==", above, at), (Return(at),)),
        Let(at, above),
    )
    begin = Let(at, load(groups.parents, load(groups.parents, place)))
    return Function(_name(groups.root(place)), (place,), (begin, Loop("up", loop)), at.range)


def _join(groups: UnionFind, memory: Memory, fresh: Fresh) -> Function:
    """All groups go below the first; for those that there are not, the place itself stands."""
    near, places = groups.near, groups.parents.range
    place, value = fresh("place", places), fresh("value", groups.field.range)
    widest = max(map(len, near))
    wide = widest + 1
    ways = memory.table([(*row, *[n] * wide)[k] for n, row in enumerate(near) for k in range(wide)])
    shapes, asked = one_of_each(near)
    most = max(1, *(each.bit_count() for each in asked))
    sides = [memory.table([([*_bits(each), *[widest] * most])[n] for each in asked]) for n in range(most)]
    held = load(groups.around, value * len(near) + place)
    which = fresh("which", indices(len(asked)))
    met, roots = ([fresh(name, places) for _ in sides] for name in ("met", "root"))
    sorts = load(groups.sorts, place)
    for root in roots:
        sorts = sorts | load(groups.sorts, root)
    body: Block = (
        Let(which, load(memory.table(shapes), place) * (1 << widest) + held),
        *(Let(there, load(ways, place * wide + load(side, which))) for there, side in zip(met, sides, strict=True)),
        *(Let(root, groups.root(there)) for there, root in zip(met, roots, strict=True)),
        store(groups.sorts, roots[0], sorts),
        *(store(groups.parents, each, roots[0]) for each in (place, *met, *roots[1:])),
        *_notice(groups, memory, place, value),
        DONE,
    )
    return Function(_name(groups.join(place, value).call), (place, value), body, TRUTH)


def _notice(groups: UnionFind, memory: Memory, place: Expr, value: Expr) -> Block:
    """The places around one know that it holds a value."""
    near, widest = groups.near, max(map(len, groups.near))
    ways = memory.table([(*row, *[n] * (widest + 1))[k] for n, row in enumerate(near) for k in range(widest + 1)])
    bits = [[1 << near[there].index(n) for there in row] for n, row in enumerate(near)]
    own = memory.table([(*row, *[0] * (widest + 1))[k] for row in bits for k in range(widest + 1)])
    found: list[Store] = []
    for k in range(widest):
        side = place * (widest + 1) + k
        at = value * len(near) + load(ways, side)
        found.append(store(groups.around, at, load(groups.around, at) | load(own, side)))
    return tuple(found)


def _bits(word: int) -> list[int]:
    return [n for n in range(word.bit_length()) if word >> n & 1]


def one_of_each(near: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Of every place a number, and of this and the places around it that hold its value, as bits, those to be joined to
    it: of places that lie together one, since those are in one group already.

    >>> one_of_each([(1, 2), (0, 2), (0, 1)])
    ([0, 0, 0], [0, 1, 2, 1])
    """
    widest = max(map(len, near))
    sorts: dict[tuple[frozenset[int], ...], int] = {}
    of_place = []
    for around in near:
        beside = tuple(frozenset(k for k, there in enumerate(around) if there in near[each]) for each in around)
        of_place.append(sorts.setdefault(beside, len(sorts)))
    return of_place, [_representatives(beside, held) for beside in sorts for held in range(1 << widest)]


def _representatives(beside: Sequence[frozenset[int]], held: int) -> int:
    found, met = 0, set[int]()
    for k in range(len(beside)):
        if held >> k & 1 and k not in met:
            found |= 1 << k
            left = {k}
            while left:
                met |= left
                left = {n for each in left for n in beside[each] if held >> n & 1} - met
    return found


def _regroup(groups: UnionFind, memory: Memory, fresh: Fresh) -> Function:
    place = fresh("place", groups.parents.range)
    again = fresh("place", groups.parents.range)
    at = fresh("at", groups.around.bounds)
    own = [sum(1 << n for n, mask in enumerate(groups.masks) if mask >> row & 1) for row in range(len(groups.near))]
    alone = load(memory.table([word_of(each, 0) for each in own]), place)
    held, all_places = load(groups.field, again), up_to(len(groups.near))
    body: Block = (
        Each(place, all_places, (store(groups.parents, place, place), store(groups.sorts, place, alone))),
        Each(at, Span(Const(at.range.low), Const(at.range.high + 1)), (store(groups.around, at, 0),)),
        Each(again, all_places, (If(held >= 0, (groups.join(again, held),)),)),
        DONE,
    )
    return Function(_name(groups.regroup().call), (), body, TRUTH, rare=True)


def _name(call: Expr) -> str:
    assert isinstance(call, Call) and range_of(call)
    return call.function
