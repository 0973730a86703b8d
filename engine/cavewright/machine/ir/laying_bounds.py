"""Bounds of laying: how many tiles can be laid at most, by an analysis of ranges over the control flow.

An instruction outside of loops is carried out once, one in a loop over things as often as there are things. Another
loop ends at the latest when a bag is empty, if every round draws from it and nothing is put into it any more. Draws
that bring nothing are not counted, and a position from outside may hold anything: who lays looks whether there is room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, TypeAlias

from ...rules.check.cardinality import most_in
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.refusal_reach import returns

Ways: TypeAlias = Mapping[int, Collection[int]]
"""For every instruction what may come behind it."""
Begun: TypeAlias = Sequence[tuple[Collection[int], float]]
"""How many times it begins at one of some instructions."""


class LayingBounds:
    """The analysis of a program for a number of players."""

    def __init__(self, rules: m.Ruleset, program: i.Program, players: int) -> None:
        self.rules, self.code, self.players = rules, program.code, players
        self.flow = _flow(program)

    def most_laid(self, board: str) -> float:
        """At most how many tiles are laid on a board in a game; infinite where that is not known."""
        self.laying = {at for at, node in enumerate(self.code) if isinstance(node, i.LayTile) and node.board == board}
        self.times: dict[int, float] = {}
        """how often an instruction is carried out at most, as far as that is known"""
        return self._tiles_in(self.flow, [((0,), 1)], frozenset())

    def _tiles_in(self, ways: Ways, begun: Begun, loop: frozenset[int]) -> float:
        """Returns the number of tiles that are laid in a part of the program, within the outermost `loop`."""
        parts, most = components(ways), sum(many for _, many in begun)
        ahead: dict[int, float] = {}
        """how many are laid from an instruction on each time that one comes by, those in loops left out"""
        for part in parts:
            behind = max((ahead[to] for at in part for to in ways[at] if to not in part), default=0)
            own = not _is_loop(part, ways) and bool(part & self.laying)
            ahead |= dict.fromkeys(part, own + behind)
        found = sum(many * max((ahead[at] for at in at_one), default=0) for at_one, many in begun)
        for part in reversed(parts):
            self.times |= dict.fromkeys(part, most)
            if _is_loop(part, ways):
                first = {at for at_one, _ in begun for at in at_one} & part
                first |= {to for at, behind in ways.items() if at not in part for to in behind} & part
                found += self._tiles_in_loop({at: set(ways[at]) & part for at in part}, (first, most), loop or part)
        return found

    def _tiles_in_loop(
        self, ways: dict[int, set[int]], entered: tuple[Collection[int], float], loop: frozenset[int]
    ) -> float:
        """Returns the number of tiles that are laid in a loop, which is cut where something becomes less with every
        round."""
        self.times |= dict.fromkeys(ways, inf)
        cuts = {(at, to): many for at in ways for to, many in self._bounds(at, loop) if to in ways[at]}
        if not cuts:
            return inf if self.laying & set(ways) else 0
        for at, to in cuts:
            ways[at] = {each for each in ways[at] if each != to}
        return self._tiles_in(ways, [entered, *(((to,), many) for (_, to), many in cuts.items())], loop)

    # ---- what becomes less ---------------------------------------------------------------------------------------------

    def _bounds(self, at: int, loop: frozenset[int]) -> Iterator[tuple[int, float]]:
        """Yields the targets to which an instruction leads no more than so many times."""
        node, many = self.code[at], inf
        if isinstance(node, i.Next):
            many = sum(self._things(each) for each in range(len(self.code)) if self._fills(each, node.items))
            to = at + 1
        elif isinstance(node, i.Chance) and node.bag is not None and node.bag.op == "field":
            many, to = self._pieces(node.bag, loop), node.to
        if many < inf:
            yield to, many

    def _fills(self, at: int, slot: int) -> bool:
        node = self.code[at]
        return isinstance(node, i.Collect) and node.slot == slot

    def _things(self, at: int) -> float:
        """Returns the number of things that an instruction brings to go through, in all."""
        node: Any = self.code[at]
        many = self.players if node.players else most_in(node.domain, self.rules)
        return self.times.get(at, inf) * many

    def _pieces(self, bag: m.Expr, loop: frozenset[int]) -> float:
        """Returns the number of pieces that come into a bag before a loop; those of all rows are one."""
        if bag.args[0].start is not None:
            return inf
        found = 0.0
        for at, node in enumerate(self.code):
            for taker, many in _arrivals(node):
                if taker.op == "field" and taker.args[0] != bag.args[0] or taker.type.name != bag.type.name:
                    continue
                found += inf if at in loop else self.times.get(at, 0) * many
        return found


def _arrivals(node: i.Instruction) -> Iterator[tuple[m.Expr, float]]:
    """The bags that an instruction puts something into, and how much."""
    match node:
        case i.Pieces(transfer=transfer):
            for each in transfer.pieces if transfer.taker is not None else ():
                yield transfer.taker, inf if each.amount is None else max(0, each.amount.type.high)  # type: ignore[misc]
        case i.Returned(bag=bag, slots=slots):
            yield bag, len(slots)
        case i.Repack(first=first, second=second):
            yield first, inf
            yield second, inf
        case i.Set(target=m.Expr(op="amount", args=(m.Expr() as bag, *_))):
            yield bag, inf


def _flow(program: i.Program) -> dict[int, set[int]]:
    """Returns the instructions that may come behind every instruction, decided or not; an act of all at once is done
    again and again."""
    back, code = returns(program.code), program.code
    found = {at: set(i.successors(node, at, back)) for at, node in enumerate(code)}
    forks = {at for at, node in enumerate(code) if isinstance(node, i.Fork)}
    for at, node in enumerate(code):
        match node:
            case i.Decide(options=options):
                found[at] |= {each.to for each in options}
            case i.Join():
                found[at] |= forks
    return found


def _is_loop(part: frozenset[int], ways: Ways) -> bool:
    return len(part) > 1 or any(at in ways[at] for at in part)


def components(ways: Ways) -> list[frozenset[int]]:
    """The strongly connected components of a graph, each behind those that it leads to (Tarjan).

    >>> components({1: (2,), 2: (3,), 3: (2, 4), 4: ()})
    [frozenset({4}), frozenset({2, 3}), frozenset({1})]
    """
    found: list[frozenset[int]] = []
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    done: set[int] = set()
    for first in ways:
        todo: list[tuple[int, Iterable[int]]] = [] if first in number else [(first, iter(ways[first]))]
        while todo:
            at, behind = todo[-1]
            if at not in number:
                number[at] = low[at] = len(number)
                path.append(at)
            to = next((each for each in behind if each not in number), None)
            if to is not None:
                todo.append((to, iter(ways[to])))
                continue
            todo.pop()
            low[at] = min(low[at], *(low[each] for each in ways[at] if each not in done), low[at])
            if low[at] == number[at]:
                part = frozenset(path[path.index(at) :])
                del path[path.index(at) :]
                done |= part
                found.append(part)
    return found
