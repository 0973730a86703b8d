"""Values that a line of play keeps up with every single write: the rows that hold a value, and the groups of places
that hang together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..model.types import NONE
from ..optimise import Kept

Log = list[Any]
Near = tuple[tuple[int, ...], ...]


class Held:
    """What is kept of one field, for slots `h`. Every change is logged as what was there, its key, and where:
    `take_back` puts it back.

    `lists` has the rows that hold each value, in order, that of none last; of values that nobody asks for there is
    none. `options` are the same as options of a decision. `parents` leads every place to the one that stands for its
    group, `masks` has the places of that as bits; for both, and for what is `near`, a place is the slot in which the
    field of it lies.
    """

    __slots__ = ("base", "kept", "lists", "masks", "near", "options", "parents")

    def __init__(self, kept: Kept, h: Sequence[Any]) -> None:
        self.kept, self.base = kept, kept.base
        held = h[kept.slots]
        self.lists = [
            [row for row, value in enumerate(held) if value == wanted] if wanted in kept.listed else None
            for wanted in (*range(kept.values), NONE)
        ]
        self.options: list[list[Any] | None] = [None] * (kept.values + 1)
        for value, n in kept.offered:
            self.options[value] = [(n, (row,)) for row in self.lists[value] or ()]
        self.near = _slots_near(kept)
        self.parents, self.masks = self._groups(h)

    def copy(self) -> Held:
        """The same, to be changed by itself."""
        made = object.__new__(Held)
        made.kept = kept = self.kept
        made.base, made.near = self.base, self.near
        made.parents, made.masks = self.parents, self.masks
        made.lists, made.options = lists, options = self.lists[:], self.options[:]
        for value in kept.listed:
            lists[value] = lists[value][:]  # type: ignore[index]
        for value, _ in kept.offered:
            options[value] = options[value][:]  # type: ignore[index]
        if kept.near is not None:
            made.parents, made.masks = self.parents[:], self.masks[:]
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.told() == other.told()

    __hash__ = None  # type: ignore[assignment]

    def told(self) -> Any:
        """All that it knows, so that two that know the same are equal."""
        groups = (
            {self.masks[_root(self.parents, at)] for at in range(self.base, self.kept.slots.stop)}
            if self.near
            else set()
        )
        return self.kept, self.lists, self.options, groups

    def _groups(self, h: Sequence[Any]) -> tuple[list[int], list[int]]:
        """Every place of a group leads to one of them; places that hold nothing stand alone."""
        near, base = self.near, self.base
        if not near:
            return [], []
        parents, masks = (
            list(range(self.kept.slots.stop)),
            [*[0] * base, *(1 << place for place in range(self.kept.rows))],
        )
        for at in range(base, self.kept.slots.stop):
            for there in near[at]:
                if h[at] >= 0 and there < at and h[there] == h[at]:
                    a, b = _root(parents, at), _root(parents, there)
                    if a != b:
                        parents[a] = b
                        masks[b] |= masks[a]
        return parents, masks

    # ---- writes ------------------------------------------------------------------------------------------------------

    def __setitem__(self, key: tuple[int, int], old: int) -> None:
        """A write is taken back: the row that was given a value has the old one again."""
        row, new = key
        self.relisted(row, new, old)

    def relisted(self, row: int, old: int, new: int) -> None:
        """A row goes from the list of one value into that of another."""
        rows, options = self.lists[old], self.options[old]
        if rows is not None:
            at = bisect_left(rows, row)
            del rows[at]
            if options is not None:
                del options[at]
        if self.lists[new] is not None:
            self.entered(row, new)

    def entered(self, row: int, value: int) -> None:
        """A row comes into the list of a value."""
        rows, options = self.lists[value], self.options[value]
        assert rows is not None
        at = bisect_left(rows, row)
        rows.insert(at, row)
        if options is not None:
            options.insert(at, (dict(self.kept.offered)[value], (row,)))

    def joined(self, h: Sequence[Any], place: int, old: int, new: int, log: Log) -> None:
        """A place has got another value, and is in its lists: if it stood alone, it joins the groups around it that
        hold the same."""
        if old >= 0:
            return self._parted(h, log)
        parents, masks, root = self.parents, self.masks, -1
        for at in self.near[place] if new >= 0 else ():
            if h[at] == new:
                while parents[at] != at:
                    at = parents[at]
                if root < 0:
                    root, bits = at, masks[at] | masks[place]
                elif at != root:
                    bits |= masks[at]
                    log += (at, at, parents)
                    parents[at] = root
        if root >= 0:
            log += (place, place, parents, masks[root], root, masks)
            parents[place], masks[root] = root, bits

    def _parted(self, h: Sequence[Any], log: Log) -> None:
        """A place has left its group; which groups there are now is found anew."""
        whole = slice(None)
        log += (self.parents[:], whole, self.parents, self.masks[:], whole, self.masks)
        self.parents[:], self.masks[:] = self._groups(h)

    # ---- questions ---------------------------------------------------------------------------------------------------

    def reached(self, h: Sequence[Any], start: int, value: int) -> int:
        """The places that can be reached from one over others that hold a value, as bits; none from nowhere."""
        at, parents = self.base + start, self.parents
        if start >= 0 <= value == h[at]:
            while parents[at] != at:
                at = parents[at]
            return self.masks[at]
        return self._found(h, start, value) if start >= 0 else 0

    def _found(self, h: Sequence[Any], start: int, value: int) -> int:
        """The same from a place that is in none of their groups."""
        near, at, found = self.near, self.base + start, 1 << start
        if value < 0:
            return _flooded(h, self.masks, near, at, value)
        for there in near[at]:
            if h[there] == value:
                found |= self.masks[_root(self.parents, there)]
        return found


@lru_cache(maxsize=64)
def _slots_near(kept: Kept) -> Near:
    """For every slot in which the field of a place lies those of the places next to it; nothing where there are no
    groups."""
    if kept.near is None:
        return ()
    return *((),) * kept.base, *(tuple(kept.base + there for there in around) for around in kept.near)


def _root(parents: list[int], place: int) -> int:
    while parents[place] != place:
        place = parents[place]
    return place


def _flooded(h: Sequence[Any], bits: Sequence[int], near: Near, start: int, value: int) -> int:
    """The places that are reached from one over others that hold a value, as bits; each of these stands alone in a
    group."""
    found, todo = bits[start], [start]
    while todo:
        for there in near[todo.pop()]:
            if h[there] == value and not found & bits[there]:
                found |= bits[there]
                todo.append(there)
    return found
