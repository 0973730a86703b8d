"""What a line of play keeps up with every single write: the rows that hold a value, and the groups of places that hang together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from ..model.types import NONE
from ..optimise import Kept

Log = list[Any]


class Held:
    """What is kept of one field, for slots `h`. Every change is logged as what was there, its key, and where: `take_back` puts it back.

    `lists` has the rows that hold each value, in order, that of none last; of values that nobody asks for there is none. `options` are the
    same as options of a decision. `parents` leads every place to the one that stands for its group, `masks` has the places of that as bits.
    """

    __slots__ = ("grouped", "kept", "lists", "masks", "options", "parents", "slots")

    def __init__(self, kept: Kept, h: Sequence[Any]) -> None:
        self.kept = kept
        self.slots = slice(kept.base, kept.base + kept.rows)
        held = h[self.slots]
        self.lists = [[row for row, value in enumerate(held) if value == wanted] if wanted in kept.listed else None
                      for wanted in (*range(kept.values), NONE)]
        self.options: list[list[Any] | None] = [None] * (kept.values + 1)
        for value, n in kept.offered:
            self.options[value] = [(n, (row,)) for row in self.lists[value] or ()]
        self.grouped = kept.near is not None
        self.parents, self.masks = self._groups(held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.told() == other.told()

    __hash__ = None  # type: ignore[assignment]

    def told(self) -> Any:
        """All that it knows, so that two that know the same are equal."""
        groups = {self.masks[self.root(place)] for place in range(self.kept.rows)} if self.grouped and self.parents else set()
        return self.kept, self.lists, self.options, groups if self.parents else None

    def _groups(self, held: Sequence[int]) -> tuple[list[int], list[int]]:
        """Every place of a group leads to its first; places that hold nothing stand alone."""
        near = self.kept.near
        if near is None:
            return [], []
        parents, masks = list(range(len(near))), [1 << place for place in range(len(near))]
        for place, around in enumerate(near):
            for there in around:
                if held[place] >= 0 and there < place and held[there] == held[place]:
                    a, b = _root(parents, place), _root(parents, there)
                    if a != b:
                        parents[a] = b
                        masks[b] |= masks[a]
        return parents, masks

    def root(self, place: int) -> int:
        """The place that stands for a group."""
        return _root(self.parents, place)

    # ---- writes --------------------------------------------------------------------------------------------------------

    def __setitem__(self, key: tuple[int, int], old: int) -> None:
        """A write is taken back: the row that was given a value has the old one again."""
        self._move(key[0], key[1], old)

    def moved(self, h: Sequence[Any], row: int, old: int, new: int, log: Log) -> None:
        """A row has got another value."""
        self._move(row, old, new)
        log += (old, (row, new), self)
        if self.grouped:
            self._regroup(h, row, old, new, log)

    def _move(self, row: int, old: int, new: int) -> None:
        rows = self.lists[old]
        if rows is not None:
            at = bisect_left(rows, row)
            del rows[at]
            options = self.options[old]
            if options is not None:
                del options[at]
        rows = self.lists[new]
        if rows is not None:
            at = bisect_left(rows, row)
            rows.insert(at, row)
            options = self.options[new]
            if options is not None:
                options.insert(at, (self._offered(new), (row,)))

    def _offered(self, value: int) -> int:
        return dict(self.kept.offered)[value]

    def _regroup(self, h: Sequence[Any], row: int, old: int, new: int, log: Log) -> None:
        """A place has joined the groups around it that hold the same. Where it leaves a group, all are found anew."""
        parents, masks, near = self.parents, self.masks, self.kept.near
        assert near is not None
        if old >= 0:
            whole = slice(None)
            log += (parents[:], whole, parents, masks[:], whole, masks)
            parents[:], masks[:] = self._groups(h[self.slots])
            return
        if new < 0:
            return
        base, root, bits = self.kept.base, row, 1 << row
        for there in near[row]:
            if h[base + there] == new:
                while parents[there] != there:
                    there = parents[there]
                if there != root:
                    bits |= masks[there]
                    if root == row:
                        log += (row, row, parents)
                        parents[row] = root = there
                    else:
                        log += (there, there, parents)
                        parents[there] = root
        log += (masks[root], root, masks)
        masks[root] = bits

    # ---- questions -----------------------------------------------------------------------------------------------------

    def linked(self, h: Sequence[Any], start: int, value: int, mask: int) -> bool:
        """Whether one of some places can be reached from a place over others that hold a value."""
        if start < 0:
            return False
        parents, base, near = self.parents, self.kept.base, self.kept.near
        assert near is not None
        if h[base + start] == value and value >= 0:
            while parents[start] != start:
                start = parents[start]
            return self.masks[start] & mask != 0
        if value < 0:
            return bool(_flooded(h, base, near, start, value) & mask)
        found = 1 << start
        for there in near[start]:
            if h[base + there] == value:
                found |= self.masks[_root(parents, there)]
        return found & mask != 0


def _root(parents: list[int], place: int) -> int:
    while parents[place] != place:
        place = parents[place]
    return place


def _flooded(h: Sequence[Any], base: int, near: Sequence[Sequence[int]], start: int, value: int) -> int:
    """The places that are reached from one over others that hold a value, as bits."""
    found, todo = 1 << start, [start]
    while todo:
        for there in near[todo.pop()]:
            if h[base + there] == value and not found >> there & 1:
                found |= 1 << there
                todo.append(there)
    return found
