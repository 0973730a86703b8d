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

    __slots__ = ("kept", "lists", "masks", "near", "options", "parents", "slots")

    def __init__(self, kept: Kept, h: Sequence[Any]) -> None:
        self.kept = kept
        self.slots = slice(kept.base, kept.base + kept.rows)
        held = h[self.slots]
        self.lists = [[row for row, value in enumerate(held) if value == wanted] if wanted in kept.listed else None
                      for wanted in (*range(kept.values), NONE)]
        self.options: list[list[Any] | None] = [None] * (kept.values + 1)
        for value, n in kept.offered:
            self.options[value] = [(n, (row,)) for row in self.lists[value] or ()]
        self.near = kept.near
        self.parents, self.masks = self._groups(held)

    def copy(self) -> Held:
        """The same, to be changed by itself."""
        made = object.__new__(Held)
        made.kept, made.slots, made.near = self.kept, self.slots, self.near
        made.lists = [each[:] if each is not None else None for each in self.lists]
        made.options = [each[:] if each is not None else None for each in self.options]
        made.parents, made.masks = self.parents[:], self.masks[:]
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.told() == other.told()

    __hash__ = None  # type: ignore[assignment]

    def told(self) -> Any:
        """All that it knows, so that two that know the same are equal."""
        groups = {self.masks[self.root(place)] for place in range(self.kept.rows)} if self.near is not None else set()
        return self.kept, self.lists, self.options, groups

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
        row, new = key
        rows, options = self.lists[new], self.options[new]
        if rows is not None:
            at = bisect_left(rows, row)
            del rows[at]
            if options is not None:
                del options[at]
        if self.lists[old] is not None:
            self._enter(row, old)

    def moved(self, h: Sequence[Any], row: int, old: int, new: int, log: Log) -> None:
        """A row has got another value."""
        rows, options = self.lists[old], self.options[old]
        if rows is not None:
            at = bisect_left(rows, row)
            del rows[at]
            if options is not None:
                del options[at]
        if self.lists[new] is not None:
            self._enter(row, new)
        if self.near is None or old == new:
            log += (old, (row, new), self)
        elif old < 0:
            self._join(h, row, new, log)
        else:
            whole = slice(None)
            log += (old, (row, new), self, self.parents[:], whole, self.parents, self.masks[:], whole, self.masks)
            self.parents[:], self.masks[:] = self._groups(h[self.slots])

    def _enter(self, row: int, value: int) -> None:
        """A row comes into the list of a value."""
        rows, options = self.lists[value], self.options[value]
        assert rows is not None
        at = bisect_left(rows, row)
        rows.insert(at, row)
        if options is not None:
            options.insert(at, (dict(self.kept.offered)[value], (row,)))

    def _join(self, h: Sequence[Any], row: int, new: int, log: Log) -> None:
        """A place that stood alone joins the groups around it that hold the same."""
        parents, masks, near, base = self.parents, self.masks, self.near, self.slots.start
        assert near is not None
        root, bits, changed = row, 1 << row, [-1, (row, new), self]
        for there in near[row]:
            if h[base + there] == new:
                while parents[there] != there:
                    there = parents[there]
                if there == root:
                    continue
                bits |= masks[there]
                if root == row:
                    changed += (row, row, parents)
                    parents[row] = root = there
                else:
                    changed += (there, there, parents)
                    parents[there] = root
        if root != row:
            changed += (masks[root], root, masks)
            masks[root] = bits
        log += changed

    # ---- questions -----------------------------------------------------------------------------------------------------

    def reached(self, h: Sequence[Any], start: int, value: int) -> int:
        """The places that can be reached from one over others that hold a value, as bits; none from nowhere."""
        if start < 0:
            return 0
        parents, base, near = self.parents, self.slots.start, self.near
        assert near is not None
        if h[base + start] == value and value >= 0:
            while parents[start] != start:
                start = parents[start]
            return self.masks[start]
        if value < 0:
            return _flooded(h, base, near, start, value)
        found = 1 << start
        for there in near[start]:
            if h[base + there] == value:
                found |= self.masks[_root(parents, there)]
        return found


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
