"""How a program flows: which stretches of it run through without a decision, and what they write."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..program import instructions as i

WAITING = (i.Decide, i.Chance, i.RepackOpen, i.RepackTurn, i.RepackDecide, i.Fork, i.Join, i.End)
"""Instructions at which somebody decides, or that belong to such."""


class Flow:
    """What can be said of a program without running it."""

    def __init__(self, program: i.Program) -> None:
        self.program, self.code = program, program.code
        self.known: dict[int, tuple[frozenset[int], int] | None] = {}

    @cached_property
    def heads(self) -> frozenset[int]:
        """The instructions at which loops begin: those to which others go back."""
        return frozenset(each.to for at, each in enumerate(self.code) if isinstance(each, i.Jump) and each.to <= at)

    @cached_property
    def ends(self) -> dict[int, int]:
        """For every process, by its entry, the instruction with which it returns."""
        found: dict[int, int] = {}
        for entry in self.program.entries.values():
            found[entry] = next(at for at in range(entry, len(self.code)) if isinstance(self.code[at], i.Return))
        return found

    def after(self, at: int) -> tuple[int, ...]:
        """What may come next."""
        match self.code[at]:
            case i.Jump(to=to):
                return (to,)
            case i.Unless(to=to) | i.Next(to=to):
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
        """The instructions from one to another (which is left out), if all ways lead there and nobody has to decide on any; else none."""
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
        """What a loop repeats, if nobody has to decide in it; else none."""
        node = self.code[head]
        if not isinstance(node, (i.Next, i.Unless)):
            return None
        body = self.region(head + 1, head)
        return None if body is None or node.to in body else body

    def written(self, region: frozenset[int]) -> set[int]:
        """The slots of names that a stretch writes, processes that it carries out included."""
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
                more = self.written(inner[0]) | set(end.clear if isinstance(end, i.Return) else ()) if inner else set()
                return {back, *(slot for slot, _ in arguments)} | more
        return set()
