"""Indexes of a field that every write updates: rows by value, and connected groups of places."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

from ..optimise import MaintainedIndex

Log = list[Any]
MOST_PATCHED = 8
"""Rows that may have changed for a list to be made of the last one."""


class IndexValues:
    """Indexes of one field, for slots `h`.

    `parents` leads every place to the one that stands for its group, `flags` has of that which sorts of places are in
    it, as bits; for both, and for what is `around` places, a place is the slot in which the field of it lies. They are
    found when they are asked for.
    """

    __slots__ = ("flags", "h", "kept", "parents")

    def __init__(self, kept: MaintainedIndex, h: Sequence[Any]) -> None:
        self.kept, self.h = kept, h
        self.parents: Any = None
        self.flags: Any = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IndexValues) and self.comparable_state() == other.comparable_state()

    __hash__ = None  # type: ignore[assignment]

    def comparable_state(self) -> Any:
        """Returns all that it knows, so that two that know the same are equal."""
        if self.kept.near is None:
            return self.kept
        roots = [_root(self.find_groups(), at) for at in range(self.kept.base, self.kept.slots.stop)]
        return self.kept, [(roots.index(root), self.flags[root]) for root in roots]

    def array(self, numbers: Sequence[int]) -> Any:
        """Numbers of places."""
        return list(numbers)

    def find_groups(self) -> Any:
        """Returns the groups: every place of one leads to one of them, places that hold nothing stand alone."""
        if self.parents is None:
            kept, h, flags = self.kept, self.h, self.array(self.kept.sorts_by_slot)
            parents = self.array(range(kept.slots.stop))
            for at in range(kept.base, kept.slots.stop):
                for there in kept.around[at] if h[at] >= 0 else ():
                    if there < at and h[there] == h[at]:
                        a, b = _root(parents, at), _root(parents, there)
                        if a != b:
                            parents[a] = b
                            flags[b] |= flags[a]
            self.flags, self.parents = flags, parents
        return self.parents

    def reaches(self, at: int, value: int, sorts: int) -> bool:
        """Tells if all of these sorts can be reached from a place over others that hold a value."""
        parents = self.parents or self.find_groups()
        if value < 0 or value != self.h[at]:
            return self.sorts_reached(at, value) & sorts == sorts
        while (up := parents[at]) != at:
            at = up
        return self.flags[at] & sorts == sorts  # type: ignore[no-any-return]

    def sorts_reached(self, start: int, value: int) -> int:
        """Returns the sorts that are reached from a place that is in none of the groups of a value."""
        h, kept, seen, todo = self.h, self.kept, {start}, [start]
        sorts: int = kept.sorts_by_slot[start]
        while todo:
            for at in kept.around[todo.pop()]:
                if h[at] == value and at not in seen:
                    sorts |= kept.sorts_by_slot[at] if value < 0 else self.flags[_root(self.parents, at)]
                    seen.add(at)
                    todo += [at] if value < 0 else []
        return sorts


class PersistentIndexValues(IndexValues):
    """Indexes of a state. Those that come of it share it until one of them writes to the field, on a copy (`of`).

    `bits` are the rows that hold each value, that of none last; of values that nobody asks for it says nothing. `latest`
    is the place that joined a group last, `sorts` those of that group.
    """

    __slots__ = ("around", "bits", "columns", "latest", "sorts")

    def __init__(self, kept: MaintainedIndex, h: Sequence[Any], columns: Sequence[Column]) -> None:
        super().__init__(kept, h)
        held, self.columns, self.around = h[kept.slots], columns, kept.around
        self.latest, self.sorts = -1, 0
        self.bits = [sum(1 << row for row, value in enumerate(held) if value == wanted) for wanted in kept.all_values]

    def array(self, numbers: Sequence[int]) -> Any:
        """Numbers of places, where they are few in half the time copied."""
        return (bytearray if self.kept.slots.stop <= 256 and len(self.kept.sides) <= 8 else list)(numbers)

    def of(self, h: Sequence[Any]) -> PersistentIndexValues:
        """Returns the values for slots that are about to change: these if they are theirs, else a copy."""
        if self.h is h:
            return self
        made = new_held(PersistentIndexValues)
        made.h = h
        made.kept = self.kept
        made.columns = self.columns
        made.around = self.around
        made.bits = self.bits[:]
        made.latest = -1
        if (parents := self.parents) is None:
            made.parents = None
        else:
            made.parents = parents[:]
            made.flags = self.flags[:]
        return made

    def with_place_written(self, h: Sequence[Any], place: int, old: int, new: int) -> PersistentIndexValues:
        """Returns the values for slots in which a place was just written: it joins the groups around it."""
        made = self.of(h)
        if old >= 0 or (parents := made.parents) is None:
            made.parents, made.latest = None, -1
        elif new >= 0:
            flags, root = made.flags, place
            sorts = flags[place]
            for at in made.around[place]:
                if h[at] == new:
                    while (up := parents[at]) != at:
                        at = up
                    if at != root:
                        sorts |= flags[at]
                        parents[root] = root = at
            flags[root] = made.sorts = sorts
            made.latest = place
        return made

    def reaches(self, at: int, value: int, sorts: int) -> bool:
        if at == self.latest and value == self.h[at]:
            return self.sorts & sorts == sorts
        return super().reaches(at, value, sorts)

    def comparable_state(self) -> Any:
        return super().comparable_state(), [self.bits[value] for value in sorted(self.kept.listed)]

    def rows(self, value: int) -> Sequence[int]:
        """The rows that hold a value, in order."""
        return self.columns[value].of(self.bits[value])


new_held: Callable[..., PersistentIndexValues] = object.__new__
"""Makes one of which nothing is set yet."""


class Column:
    """Something that stands for each row, of those that hold a value; for each of those who ask something else. Of what
    was asked last it makes what is asked next.

    `last` is that, as bits and as lists. Whoever changes these takes them out meanwhile: another thread then begins
    with none.
    """

    __slots__ = ("last", "lower", "things")

    def __init__(self, *things: Sequence[Any]) -> None:
        self.things = things
        self.lower = {1 << row: (1 << row) - 1 for row in range(len(things[0]))}
        self.last = list[tuple[int, list[list[Any]]]]()

    def of(self, bits: int, who: int = 0) -> tuple[Any, ...]:
        """Returns the entries of some rows, in order."""
        try:
            before, lists = self.last.pop()
        except IndexError:
            before, lists = 0, [[] for _ in self.things]
        if changed := before ^ bits:
            lower = self.lower.get(changed)
            if lower is not None and before & changed:
                at = (before & lower).bit_count()
                for things in lists:
                    del things[at]
            else:
                self.patch(lists, before, bits)
        self.last.append((bits, lists))
        return tuple(lists[who])

    def patch(self, lists: list[list[Any]], before: int, bits: int) -> None:
        """Lists of what stands for some rows become those of what stands for others."""
        changed = before ^ bits
        if changed.bit_count() > MOST_PATCHED:
            chosen = bin(bits)[:1:-1].encode().translate(DIGITS)
            lists[:] = [[*compress(things, chosen)] for things in self.things]
            return
        while changed:
            row = changed.bit_length() - 1
            changed ^= (flag := 1 << row)
            at = (before & flag - 1).bit_count()
            for known, things in zip(self.things, lists, strict=True):
                if before & flag:
                    del things[at]
                else:
                    things.insert(at, known[row])


DIGITS = bytes(digit == ord("1") for digit in range(256))
"""What digits of bits say."""


class MutableIndexValues(IndexValues):
    """Indexes of a line, which change in place. Every change is logged as what was there, its key, and where:
    `take_back` puts it back.

    `lists` has the rows that hold each value, in order, that of none last; of values that nobody asks for there is
    none. `options` are the same as options of a decision.
    """

    __slots__ = ("lists", "options")

    def __init__(self, kept: MaintainedIndex, h: Sequence[Any]) -> None:
        super().__init__(kept, h)
        held, offered = h[kept.slots], dict(kept.offered)
        self.lists = [
            [row for row, value in enumerate(held) if value == wanted] if wanted in kept.listed else None
            for wanted in kept.all_values
        ]
        self.options = [
            [(offered[value], (row,)) for row in rows or ()] if value in offered else None
            for value, rows in zip(kept.all_values, self.lists, strict=True)
        ]
        if kept.near is not None:
            self.find_groups()

    def copy(self, h: Sequence[Any]) -> MutableIndexValues:
        """Returns a copy for other slots with equal contents, to be changed by itself."""
        made, kept = object.__new__(MutableIndexValues), self.kept
        made.h, made.kept, made.parents, made.flags = h, kept, self.parents, self.flags
        made.lists, made.options = lists, options = self.lists[:], self.options[:]
        for value in kept.listed:
            lists[value] = lists[value][:]  # type: ignore[index]
        for value, _ in kept.offered:
            options[value] = options[value][:]  # type: ignore[index]
        if kept.near is not None:
            made.parents, made.flags = self.parents[:], self.flags[:]
        return made

    def comparable_state(self) -> Any:
        return super().comparable_state(), self.lists, self.options

    def __setitem__(self, key: tuple[int, int], old: int) -> None:
        """A write is taken back: the row that was given a value has the old one again."""
        row, new = key
        self.relist_row(row, new, old)

    def relist_row(self, row: int, old: int, new: int) -> None:
        """Moves a row from the list of one value into that of another."""
        rows, options = self.lists[old], self.options[old]
        if rows is not None:
            at = bisect_left(rows, row)
            del rows[at]
            if options is not None:
                del options[at]
        if self.lists[new] is not None:
            self.insert_row(row, new)

    def insert_row(self, row: int, value: int) -> None:
        """Inserts a row into the list of a value."""
        rows, options = self.lists[value], self.options[value]
        assert rows is not None
        at = bisect_left(rows, row)
        rows.insert(at, row)
        if options is not None:
            options.insert(at, (dict(self.kept.offered)[value], (row,)))

    def join_groups(self, place: int, old: int, new: int, log: Log) -> None:
        """Puts a place that was written into the groups around it, if it stood alone."""
        h, parents, flags, root = self.h, self.parents, self.flags, -1
        if old >= 0:
            return self.leave_group(log)
        for at in self.kept.around[place] if new >= 0 else ():
            if h[at] == new:
                while (up := parents[at]) != at:
                    at = up
                if root < 0:
                    root, sorts = at, flags[at] | flags[place]
                elif at != root:
                    sorts |= flags[at]
                    log += (at, at, parents)
                    parents[at] = root
        if root >= 0:
            log += (place, place, parents, flags[root], root, flags)
            parents[place], flags[root] = root, sorts

    def leave_group(self, log: Log) -> None:
        """Finds the groups anew after a place has left its own."""
        parents, flags, whole = self.parents, self.flags, slice(None)
        self.parents = None
        log += (parents[:], whole, parents, flags[:], whole, flags)
        parents[:], flags[:] = self.find_groups(), self.flags
        self.parents, self.flags = parents, flags


def _root(parents: Sequence[int], place: int) -> int:
    while parents[place] != place:
        place = parents[place]
    return place
