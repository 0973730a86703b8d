"""Functions that keep the groups of a field, of which `routines/groups.py` is the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from .connected_groups import UnionFind
from .construction import indices
from .expressions import Lowering
from .form import Function
from .memory import Memory, word_of
from .routine_compiler import Names, add_routines


def group_functions(groups: UnionFind, lowering: Lowering) -> list[Function]:
    """The functions that find the root of a place, that join it to the groups around it, that find all anew."""
    suffix = f"_{groups.field.at}"
    add_routines(lowering, "groups", _names(groups, lowering.memory), suffix)
    return [lowering.functions[name + suffix] for name in ("root", "join", "regroup")]


def _names(groups: UnionFind, memory: Memory) -> Names:
    """Returns what the text of the routines takes from a board: ranges, tables, and the sides that there are."""
    near, widest = groups.near, max(map(len, groups.near))
    ways = widest + 1
    bits = [[1 << near[there].index(n) for there in row] for n, row in enumerate(near)]
    sorts = [sum(1 << n for n, mask in enumerate(groups.masks) if mask >> row & 1) for row in range(len(near))]
    shapes, asked = one_of_each(near)
    most = max(1, *(each.bit_count() for each in asked))
    return {
        "PLACE": groups.parents.range,
        "VALUE": groups.field.range,
        "SHAPE": indices(len(asked)),
        "PLACES": len(near),
        "WAYS": ways,
        "HELD": 1 << widest,
        "LOWEST": groups.around.bounds.low,
        "BEYOND": groups.around.bounds.high + 1,
        "SIDES": tuple(range(widest)),
        "field": groups.field,
        "parents": groups.parents,
        "sorts": groups.sorts,
        "around": groups.around,
        "beside": memory.table([(*row, *[n] * ways)[k] for n, row in enumerate(near) for k in range(ways)]),
        "SIDES_TO_JOIN": tuple(
            memory.table([([*_bits(each), *[widest] * most])[n] for each in asked]) for n in range(most)
        ),
        "shapes": memory.table(shapes),
        "own_side": memory.table([(*row, *[0] * ways)[k] for row in bits for k in range(ways)]),
        "own_sorts": memory.table([word_of(each, 0) for each in sorts]),
        "union": lambda *words: reduce(or_, words),
    }


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


def _bits(word: int) -> list[int]:
    return [n for n in range(word.bit_length()) if word >> n & 1]
