"""Control flow of a program: which stretches run through without a decision, and what they write."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...foundation.source.lazy_property import lazy_property
from ...rules.program import instructions as i

WAITING = (i.Decide, i.Chance, i.Repack, i.Fork, i.Join, i.End)
"""Instructions at which somebody decides, or that belong to such."""


class ControlFlow:
    """Flow of a program, as far as it is known without running it."""

    def __init__(self, program: i.Program) -> None:
        self.program, self.code = program, program.code
        self.known: dict[int, tuple[frozenset[int], int] | None] = {}

    @lazy_property
    def heads(self) -> frozenset[int]:
        """The instructions at which loops begin: those to which others go back."""
        return frozenset(each.to for at, each in enumerate(self.code) if isinstance(each, i.Jump) and each.to <= at)

    @lazy_property
    def ends(self) -> dict[int, int]:
        """For every process, by its entry, the instruction with which it returns."""
        found: dict[int, int] = {}
        for entry in self.program.entries.values():
            found[entry] = next(at for at in range(entry, len(self.code)) if isinstance(self.code[at], i.Return))
        return found

    def after(self, at: int) -> tuple[int, ...]:
        """Returns the instructions that may come next."""
        match self.code[at]:
            case i.Jump(to=to):
                return (to,)
            case i.JumpUnless(to=to) | i.Next(to=to):
                return (at + 1, to)
            case i.Return():
                return ()
        return (at + 1,)

    def through(self, entry: int) -> tuple[frozenset[int], int] | None:
        """The instructions of a process that runs through without a decision, and its return; none for others."""
        if entry not in self.known:
            self.known[entry] = None
            end = self.ends.get(entry, -1)
            region = self.region(entry, end) if end >= 0 else None
            self.known[entry] = (region, end) if region is not None else None
        return self.known[entry]

    def region(self, start: int, end: int) -> frozenset[int] | None:
        """The instructions from one to another (which is left out), if all ways lead there and nobody has to decide on
        any; else none."""
        found: set[int] = set()
        open_ends = [start]
        while open_ends:
            at = open_ends.pop()
            if at == end or at in found:
                continue
            node = self.code[at]
            if isinstance(node, (*WAITING, i.Return)) or isinstance(node, i.Call) and self.through(node.to) is None:
                return None
            found.add(at)
            open_ends += self.after(at)
        return frozenset(found)

    def body(self, head: int) -> frozenset[int] | None:
        """Returns the instructions that a loop repeats, if nobody has to decide in it; else none."""
        node = self.code[head]
        if not isinstance(node, (i.Next, i.JumpUnless)):
            return None
        body = self.region(head + 1, head)
        return None if body is None or node.to in body else body

    @lazy_property
    def zeros(self) -> tuple[frozenset[int], ...]:
        """For every instruction the slots that are certainly zero when it is carried out."""
        return Zeros(self.program).found

    def written_slots(self, region: frozenset[int]) -> set[int]:
        """Returns the slots of names that a stretch writes, processes that it carries out included."""
        found: set[int] = set()
        for at in region:
            found |= self.writes(self.code[at])
        return found

    def writes(self, node: Any) -> set[int]:
        """The slots of names that an instruction writes."""
        match node:
            case i.Set(target=target) if target.op == "local":
                return {self.program.layout.locals[target.args[0].number]}
            case i.Collect(slot=slot) | i.Copy(target=slot):
                return {slot}
            case i.Next(items=items, slot=slot):
                return {items, slot}
            case i.Clear(slots=slots):
                return set(slots)
            case i.Call(back=back, arguments=arguments, to=to):
                inner = self.through(to)
                end = self.code[inner[1]] if inner else None
                more = (
                    self.written_slots(inner[0]) | set(end.clear if isinstance(end, i.Return) else ())
                    if inner
                    else set()
                )
                return {back, *(slot for slot, _ in arguments)} | more
        return set()


class Zeros:
    """Zero slots of names and of control, by instruction.

    A process or an action clears its slots when it returns, and nothing recurs, so all of them are zero where it
    begins, but for those that it is given. From there on it is what every way to an instruction has left at zero. Slots
    that several of them write are not looked at.
    """

    def __init__(self, program: i.Program) -> None:
        self.program, self.code = program, program.code
        begins = self.beginnings()
        regions = {entry: self.region(entry) for entry in begins}
        writers = Counter(
            slot
            for region in regions.values()
            for slot in {slot for at in region for slot in self.slots_written_by(self.code[at])}
        )
        self.own = frozenset(slot for slot, many in writers.items() if many == 1)
        self.states: dict[int, frozenset[int]] = {}
        for entry, given in begins.items():
            self.spread(entry, self.cleared_slots(regions[entry]) - given)
        self.found = tuple(self.states.get(at, frozenset()) for at in range(len(self.code)))

    def beginnings(self) -> dict[int, set[int]]:
        """Yields the beginnings of processes and actions, with the slots that they are given."""
        found: dict[int, set[int]] = {entry: set() for entry in self.program.entries.values()}
        for node in self.code:
            if isinstance(node, i.Call):
                found.setdefault(node.to, set()).update(slot for slot, _ in node.arguments)
            elif isinstance(node, i.Decide):
                for option in node.options:
                    if option.back >= 0:
                        found.setdefault(option.to, set()).update(option.slots, (each.slot for each in option.guards))
        return found

    def region(self, entry: int) -> frozenset[int]:
        """The instructions of a process or an action, those of others that it leads to left out."""
        found, open_ends = set[int](), [entry]
        while open_ends:
            at = open_ends.pop()
            if at not in found:
                found.add(at)
                open_ends += (to for to, _ in self.ways(at))
        return frozenset(found)

    def cleared_slots(self, region: frozenset[int]) -> frozenset[int]:
        """Returns the slots that are zero again after a process or an action."""
        returns = [set(node.clear) for node in (self.code[at] for at in region) if isinstance(node, i.Return)]
        return self.own & frozenset(set[int].intersection(*returns)) if returns else frozenset()

    def ways(self, at: int) -> list[tuple[int, set[int]]]:
        """Yields the instructions that may come next in the same process or action, and the slots written on the way."""
        node = self.code[at]
        match node:
            case i.Decide(options=options, otherwise=otherwise):
                found = [
                    (each.after, set[int]()) if each.back >= 0 else (each.to, slots_taken_by(each)) for each in options
                ]
                return [*found, (otherwise, set())] if otherwise >= 0 else found
            case i.Next(items=items, slot=slot, to=to):
                return [(at + 1, {items, slot}), (to, set())]
            case i.Chance(to=to) | i.Jump(to=to):
                return [(to, self.slots_written_by(node))]
            case i.Repack(decide=decide, to=to):
                written = self.slots_written_by(node)
                return [(decide, written), (to, written)]
            case i.JumpUnless(to=to) | i.Fork(to=to):
                return [(at + 1, set()), (to, set())]
            case i.Return() | i.End() | i.Join():
                return []
        return [(at + 1, self.slots_written_by(node))]

    def slots_written_by(self, node: Any) -> set[int]:
        """Returns the slots of names and of control that an instruction itself writes, those that it clears left out."""
        match node:
            case i.Set(target=target) if target.op == "local":
                return {self.program.layout.locals[target.args[0].number]}
            case i.Collect(slot=slot) | i.Copy(target=slot) | i.Chance(slot=slot):
                return {slot}
            case i.Next(items=items, slot=slot):
                return {items, slot}
            case i.Decide(options=options):
                return {slot for each in options for slot in slots_taken_by(each)}
            case i.Repack(piece=piece, many=many, left=left, kinds=kinds):
                named = (self.program.layout.locals[each.number] for each in (piece, many))
                return {*named, *range(left, left + kinds)}
        return set()

    def spread(self, entry: int, zero: frozenset[int]) -> None:
        """From an instruction on, to whatever it leads to."""
        todo = [(entry, zero)]
        while todo:
            at, zero = todo.pop()
            before = self.states.get(at)
            now = zero if before is None else before & zero
            if now == before:
                continue
            self.states[at] = now
            cleared = self.own.intersection(node.slots) if isinstance(node := self.code[at], i.Clear) else frozenset()
            todo += ((to, (now - gone) | cleared) for to, gone in self.ways(at))


def slots_taken_by(option: i.Option) -> set[int]:
    """Returns the slots into which the values of an option go."""
    return {*option.slots, *(each.slot for each in option.guards if each.slot >= 0)}
