"""Control flow of a program: what may come behind each instruction, dominators, and regions that begin at one
instruction only.

Play enters a program where somebody has decided. Whatever can be reached from several of these ways in, and is
dominated by none, is a way in as well; so every instruction belongs to one region, and none is there twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...foundation.source.lazy_property import lazy_property
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import returns

ROOT = -1
"""Stands above all ways in."""
MOST_RETURNS = 6
"""Ways back of a process that are told apart where it returns; of more, each is a way in."""
MOST_LEVELS = 24
"""Blocks within blocks of a region. What lies deeper is a way in, so long rows of branches become several regions."""
MOST_LENGTH = 400
"""Instructions of a region behind each other, for the same reason."""


@dataclass(frozen=True)
class ControlFlowGraph:
    """Order of instructions: by instruction the next ones, the ways in, the order, and what dominates what."""

    after: Mapping[int, tuple[int, ...]]
    entries: tuple[int, ...]
    order: Mapping[int, int]
    above: Mapping[int, int]

    def below(self, at: int) -> tuple[int, ...]:
        """The instructions that one dominates at once, in order."""
        return self._below.get(at, ())

    @lazy_property
    def _below(self) -> Mapping[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for at in sorted(self.above, key=self.order.__getitem__):
            found.setdefault(self.above[at], []).append(at)
        return {at: tuple(each) for at, each in found.items()}

    def dominates(self, one: int, other: int) -> bool:
        """Tells if every way to another instruction leads over one."""
        while other not in (one, ROOT):
            other = self.above[other]
        return other == one

    def loops(self) -> frozenset[int]:
        """The instructions to which it goes back within their region."""
        entries = set(self.entries)
        return frozenset(
            to
            for at, ways in self.after.items()
            for to in ways
            if self.order[to] <= self.order[at]
            and self.dominates(to, at)
            and (to not in entries or self.root(at) == to)
        )

    def root(self, at: int) -> int:
        """The way into the region of an instruction."""
        return self._roots[at]

    @lazy_property
    def _roots(self) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for at in sorted(self.above, key=self.order.__getitem__):
            found[at] = at if self.above[at] == ROOT else found[self.above[at]]
        return found

    def too_deep(self) -> frozenset[int]:
        """The instructions at which a region is deeper than `MOST_LEVELS`, longer than `MOST_LENGTH`, or has more blocks
        around it."""
        merges, loops = self.merges(), self.loops()
        levels, lengths = {ROOT: 0}, {ROOT: 0}
        found: set[int] = set()
        for at in sorted(self.above, key=self.order.__getitem__):
            up = self.above[at]
            is_straight = up != ROOT and self.after[up] == (up + 1,) and at not in merges and at not in loops
            is_deeper = up != ROOT and not is_straight
            levels[at], lengths[at] = levels[up] + is_deeper, lengths[up] + 1
            if levels[at] > MOST_LEVELS or lengths[at] > MOST_LENGTH:
                found.add(at)
                levels[at] = lengths[at] = 0
            found |= set([each for each in self.below(at) if each in merges][MOST_LEVELS:])
        return frozenset(found)

    def merges(self) -> frozenset[int]:
        """The instructions to which several ways lead, those back left out."""
        found: set[int] = set()
        seen: set[int] = set()
        for at, ways in self.after.items():
            for to in ways:
                if self.order[to] > self.order[at]:
                    (found if to in seen else seen).add(to)
        return frozenset(found - set(self.entries))


def ways_in(program: i.Program) -> set[int]:
    """The instructions at which play goes on when somebody has decided, or all have."""
    found = {program.stop}
    for at, node in enumerate(program.code):
        match node:
            case i.Decide(options=options) | i.Trial(options=options):
                found |= {each.to for each in options}
            case i.Chance(to=to):
                found.add(to)
            case i.Fork(to=to):
                found |= {to, at + 1}
    back = returns(program.code)
    for node in program.code:
        if isinstance(node, i.Return) and len(back.get(node.back, ())) > MOST_RETURNS:
            found |= set(back[node.back])
    return found


def successors(program: i.Program) -> dict[int, tuple[int, ...]]:
    """Returns the instructions that may come behind each instruction."""
    back = returns(program.code)
    return {at: tuple(dict.fromkeys(_after(at, node, program, back))) for at, node in enumerate(program.code)}


def _after(at: int, node: i.Instruction, program: i.Program, back: Mapping[int, set[int]]) -> Iterable[int]:
    match node:
        case i.Jump(to=to) | i.Call(to=to) | i.Chance(to=to):
            return (to,)
        case i.JumpUnless(to=to) | i.Next(to=to):
            return (at + 1, to)
        case i.Repack(decide=decide, to=to):
            return (decide, to)
        case i.Return(back=slot):
            ways = tuple(sorted(back.get(slot, ())))
            return ways if len(ways) <= MOST_RETURNS else ()
        case i.Decide(otherwise=otherwise):
            return (otherwise,) if otherwise >= 0 else ()
        case i.Trial() | i.Fork() | i.Join() | i.End():
            return ()
    return (at + 1,)


def flow_of(
    program: i.Program, more_ways_in: Iterable[int] = (), more_ways: Mapping[int, int] | None = None
) -> ControlFlowGraph:
    """The control flow of a program, cut into regions. Play may also begin at `more_ways_in`, and go on from one
    instruction to another by `more_ways`."""
    after, entries = successors(program), ways_in(program) | {*more_ways_in}
    after |= {at: (*after[at], to) for at, to in (more_ways or {}).items()}
    while True:
        order = _order(after, entries)
        reached = {at: after[at] for at in order}
        above = _dominators(reached, entries, order)
        more = {at for at, up in above.items() if up == ROOT} - entries
        flow = ControlFlowGraph(reached, tuple(sorted(entries | more)), order, above)
        crossing = {
            to
            for at, ways in reached.items()
            for to in ways
            if order[to] <= order[at] and not flow.dominates(to, at) and above[to] != ROOT
        }
        if not crossing and not more:
            crossing = set(flow.too_deep())
            if not crossing:
                return flow
        entries |= more | crossing


def _order(after: Mapping[int, Sequence[int]], entries: Iterable[int]) -> dict[int, int]:
    """Every instruction that is reached, behind those that lead to it but for those that go back."""
    found: list[int] = []
    seen: set[int] = set()
    for entry in sorted(entries, reverse=True):
        stack = [(entry, iter(after[entry]))] if entry not in seen else []
        seen.add(entry)
        while stack:
            at, left = stack[-1]
            to = next((each for each in left if each not in seen), None)
            if to is None:
                found.append(at)
                stack.pop()
            else:
                seen.add(to)
                stack.append((to, iter(after[to])))
    return {at: n for n, at in enumerate(reversed(found))}


def _dominators(after: Mapping[int, Sequence[int]], entries: Iterable[int], order: Mapping[int, int]) -> dict[int, int]:
    """Returns the immediate dominator of every instruction (Cooper, Harvey and Kennedy)."""
    before: dict[int, list[int]] = {at: [] for at in after}
    for at, ways in after.items():
        for to in ways:
            before[to].append(at)
    above = dict.fromkeys(entries, ROOT)
    place = {**order, ROOT: -1}

    def meet(a: int, b: int) -> int:
        while a != b:
            while place[a] > place[b]:
                a = above[a]
            while place[b] > place[a]:
                b = above[b]
        return a

    changed = True
    while changed:
        changed = False
        for at in sorted(after, key=order.__getitem__):
            known = [each for each in before[at] if each in above]
            if at in above and above[at] == ROOT:
                continue
            new = known[0]
            for each in known[1:]:
                new = meet(new, each)
            if above.get(at) != new:
                above[at], changed = new, True
    return above
