"""Lowering of searches over boards: distances and reach, as functions that keep what they found last.

A search finds the nearest first, as the interpreter does. What it finds stands in lists of its own; it is made anew
when something was written since, or it is asked from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.free_names import locals_in
from ...rules.model.types import NO_WAY, NONE, row
from .boards import Ways
from .connected_groups import UnionFind
from .construction import NONE as NOTHING
from .construction import YES, assign, both, choose, either, indices, load, read, store, up_to, within, write
from .domains import _number
from .form import (
    TRUTH,
    Array,
    Block,
    Break,
    Call,
    Const,
    Each,
    Entries,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Loop,
    Range,
    Return,
    Statement,
    Var,
    op,
)
from .iterations import Iteration, Through
from .ranges import range_of
from .scope import Environment, UnloweredError
from .sight import Sight


@dataclass(frozen=True)
class Search:
    """A search: its function, the nodes in the order in which they were found, how far each is (-1: not found)."""

    function: Function
    queue: Array
    far: Array
    takes: tuple[int, ...]
    """the numbers of the names that it is given besides where it begins and who acts"""
    has_goal: bool
    """whether it is given last where it may stop, none for nowhere"""


class Searches(Sight):
    """The operators that search boards."""

    _searches: dict[Any, tuple[Search, Any]]

    @handles("distance")
    def _distance(self, e: m.Expr, names: Environment, board: m.Board, a: m.Expr, b: m.Expr, *how: Any) -> Expr:
        search = self.search(e, board, names, *how)
        ground = self.ground(board)
        none = Const(NO_WAY)

        def far(goal: Expr) -> Expr:
            return self.bind("far", load(search.far, goal), lambda n: choose(n < 0, none, n))

        def distance(start: Expr, goal: Expr) -> Expr:
            reached = choose(self.run_search(search, start, names, goal) > 0, far(goal), none)
            return choose(both(ground_has(ground, start), goal >= 0), reached, none)

        return self.bind(
            "from",
            self.node(board, a, names),
            lambda start: self.bind("to", self.node(board, b, names), lambda goal: distance(start, goal)),
        )

    @handles("reach")
    def through_reach(self, e: m.Expr, names: Environment, board: m.Board, of: m.Expr, *how: Any) -> Through:
        """All places to which ways lead."""
        search, ground = self.search(e, board, names, *how), self.ground(board)
        start = self.node(board, of, names)
        many = self.bind("from", start, lambda n: choose(ground_has(ground, n), self.run_search(search, n, names), 0))
        return Iteration(
            Entries(search.queue, Const(0), many),
            search.queue.range,
            lambda node: ground.place(node),
            steady=board.fixed,
        )

    @handles("linked")
    def _reaches_sorts(
        self,
        e: m.Expr,
        names: Environment,
        field: m.Field,
        board: m.Board,
        start: m.Expr,
        value: m.Expr,
        sorts: tuple[m.Expr, ...],
    ) -> Expr:
        """Returns the test that places of every sort can be reached over places whose field is a value."""
        it = m.Local("it", row(board.name), -30_000_000 - self.count)
        held = m.Expr("field", (field, it.at(e.span)), field.type, e.span)
        where = m.Expr("eq", (held, value), e.type, e.span)
        passage = m.Local("passage", row(board.name), -40_000_000 - self.count)
        search = self.search(e, board, names, where, None, it, passage)

        def has_all_sorts(many: Expr) -> Expr:
            return both(*(self._of_sort(search, many, each, names) for each in sorts))

        def reach(node: Expr) -> Expr:
            found = self.bind("many", self.run_search(search, node, names), has_all_sorts)
            groups = self.layout.groups.get((field.owner, field.name))
            kept = self._group_has_sorts(groups, node, sorts, names) if groups is not None else None
            if groups is None or kept is None:
                return found
            return choose(op("==", load(groups.field, node), self.expr(value, names)), kept, found)

        return self.bind("from", self.expr(start, names), lambda node: both(node >= 0, reach(node)))

    def _group_has_sorts(
        self, groups: UnionFind, node: Expr, sorts: tuple[m.Expr, ...], names: Environment
    ) -> Expr | None:
        """Returns the test that the group of a node has nodes of every sort; none where there are too many sorts."""
        by_choice: dict[Expr, list[int]] = {}
        for each in sorts:
            sets, at = self.table_and_index(each, names) if each.op == "pick" else ([each.args[0]], Const(0))
            bits = [groups.sort(places) for places in sets]
            if None in bits:
                return None
            known = by_choice.get(at, [0] * len(bits))
            by_choice[at] = [a | (b or 0) for a, b in zip(known, bits, strict=True)]
        wanted: Expr = Const(0)
        for at, known in by_choice.items():
            one = load(self.memory.table(known), at)
            wanted = one if wanted == Const(0) else wanted | one
        place = within(node, groups.parents.range)
        return self.bind("wanted", wanted, lambda all_: op("==", groups.of(place) & all_, all_))

    def _of_sort(self, search: Search, many: Expr, sort: m.Expr, names: Environment) -> Expr:
        """Returns the test for a node of a sort, which are bits, among so many that were found."""
        sets, at = self.table_and_index(sort, names) if sort.op == "pick" else ([sort.args[0]], Const(0))
        nodes = search.far.length
        table = self.memory.table([bits >> node & 1 for bits in sets for node in range(nodes)])
        place = self.fresh("place", search.queue.range)
        return Fold("some", place, Entries(search.queue, Const(0), many), load(table, at * nodes + place))

    # ---- the functions -----------------------------------------------------------------------------------------------

    def search(
        self,
        e: m.Expr,
        board: m.Board,
        names: Environment,
        where: m.Expr | None,
        cost: m.Expr | None,
        it: m.Local,
        passage: m.Local,
    ) -> Search:
        """The search of a place in the rules; searches within each other have lists of their own."""
        if not hasattr(self, "_searches"):
            self._searches = {}
        takes = tuple(
            sorted({each.number for each in locals_in((where, cost))} & set(names.values) - {it.number, passage.number})
        )
        key = board.name, id(where), id(cost), takes, names.depth
        if key not in self._searches:
            self._searches[key] = self._search_function(e, board, names, where, cost, it, passage, takes), (where, cost)
        return self._searches[key][0]

    def run_search(self, search: Search, start: Expr, names: Environment, goal: Expr = NOTHING) -> Expr:
        """Returns the number of nodes that a search finds from a node, of one that weighs ways those no further than
        its goal."""
        takes = search.function.parameters
        given = [start, self.me(names), *(_number(names.values[each]) for each in search.takes)]
        given += [goal] if search.has_goal else []
        args = tuple(within(each, wanted.range) for each, wanted in zip(given, takes, strict=True))
        return Call(search.function.name, args, search.function.returns)

    def _search_function(
        self,
        e: m.Expr,
        board: m.Board,
        names: Environment,
        where: m.Expr | None,
        cost: m.Expr | None,
        it: m.Local,
        passage: m.Local,
        takes: Sequence[int],
    ) -> Search:
        if any(callable(names.values[each]) for each in takes):
            raise UnloweredError(e.op, "a set is asked for on the way", e.span)
        ground = self.ground(board)
        nodes, self.count = ground.nodes, self.count + 1
        name = f"search_{self.count}"
        queue = self.memory.array(f"{name}_queue", nodes, indices(nodes))
        far = self.memory.array(f"{name}_far", nodes, Range(NONE, NO_WAY))
        start, me = self.variables(start=indices(nodes), me=range_of(self.me(Environment())))
        given = [self.fresh("given", range_of(_number(names.values[each]))) for each in takes]
        inner = Environment(dict(zip(takes, given, strict=True)), me, names.depth + 1)
        many, goal = self.variables(many=Range(0, nodes), goal=Range(NONE, nodes - 1))
        found = self.memory.cell(f"{name}_found", many.range)
        clean = self.memory.cell(f"{name}_clean", TRUTH)
        parts = _Parts(self, board, queue, far, start, goal, where, cost, it, passage, inner, many, found, clean)
        same, behind = self._memory_of_search(name, [start, me, *given], parts)
        if cost is None:
            body: Block = (If(same, (Return(read(found)),)), *self._spread(parts))
        else:
            body = self._search_nearest(parts, same)
        parameters = [start, me, *given, *([goal] if cost is not None else [])]
        function = self.function(name, parameters, (*body, *behind, Return(many)), many.range)
        return Search(function, queue, far, tuple(takes), cost is not None)

    def _memory_of_search(self, name: str, given: Sequence[Var], p: _Parts) -> tuple[Expr, Block]:
        """Returns the test for the search made last, and the note behind a search, so that it is not made twice."""
        stamp = self.memory.cell(f"{name}_stamp")
        asked = [self.memory.cell(f"{name}_{each.name}", each.range | Range(0, 0)) for each in given]
        same = both(
            read(p.clean),
            op("==", read(stamp), read(self.stamp)),
            *(op("==", read(cell), each) for cell, each in zip(asked, given, strict=True)),
        )
        notes = tuple(write(cell, each) for cell, each in zip(asked, given, strict=True))
        return same, (write(stamp, read(self.stamp)), *notes, write(p.found, p.many), write(p.clean, 1))

    @property
    def stamp(self) -> Array:
        """The cell that changes with everything that is written."""
        if not hasattr(self, "_stamp"):
            self._stamp = self.memory.array("stamp", 1)
        return self._stamp

    _stamp: Array

    def stamp_write(self) -> Statement:
        """Something was written."""
        return write(self.stamp, op("wrapped +", read(self.stamp), 1))

    def _spread(self, p: _Parts) -> Block:
        """Ring by ring, every step as far as any other."""
        many, (head, here) = p.many, p.counters()
        far = self.fresh("far", Range(0, NO_WAY))
        found: Block = (
            store(p.far, p.there, far),
            store(p.queue, many, p.there),
            assign(many, many + 1),
        )
        next_far = within(within(load(p.far, here), indices(NO_WAY)) + 1, far.range)
        loop: Block = (
            If(head >= many, (Break("rings"),)),
            Let(here, load(p.queue, head)),
            assign(head, head + 1),
            Let(far, next_far),
            *p.each_way(here, lambda names: found),
        )
        begin: Block = (
            store(p.far, p.start, 0),
            write(p.queue, p.start),
            assign(many, 1),
            assign(head, 0),
        )
        return (*p.clear(), *begin, Loop("rings", loop))

    def _search_nearest(self, p: _Parts, same: Expr) -> Block:
        """Whatever is nearest next, and of what is as near the place with the lowest number, until the goal is found. A
        search for another goal goes on where the last one stopped, if it is the same otherwise."""
        assert p.cost is not None
        nodes = p.far.length
        best = self.memory.array(f"{p.queue.name}_best", nodes, Range(0, NO_WAY))
        ends = self.memory.array(f"{p.queue.name}_ends", nodes, p.queue.range)
        here, least = self.variables(here=p.queue.range, least=best.range)
        many, at, chosen = self.variables(many=Range(0, nodes), at=p.queue.range, chosen=p.queue.range)
        node, total = self.variables(node=p.queue.range, total=indices(2**31))
        ground = self.ground(p.board)
        before = both(op("==", load(best, node), least), ground.place(node) < ground.place(here))
        closer = either(load(best, node) < least, before)
        nearest = (Let(here, node), Let(least, load(best, node)), Let(chosen, at))

        def price(names: Environment) -> Block:
            by = self.expr(p.cost, names)  # type: ignore[arg-type]
            step = choose(by < 0, 0, by) if range_of(by).low < 0 else by
            opened: Block = (
                store(ends, many, p.there),
                assign(many, many + 1),
            )
            first = If(op("==", load(best, p.there), NO_WAY), opened)
            shorter = total < load(best, p.there)
            relaxed = If(shorter, (first, store(best, p.there, total)))
            return (assign(total, least + step), relaxed)

        reached = choose(p.goal < 0, 0, load(p.far, p.goal) >= 0)
        loop: Block = (
            If(either(op("==", many, 0), reached), (Break("nearest"),)),
            assign(least, NO_WAY),
            assign(here, 0),
            assign(chosen, 0),
            Each(at, up_to(many), (Let(node, load(ends, at)), If(closer, nearest))),
            assign(many, many - 1),
            store(ends, chosen, load(ends, many)),
            store(p.far, here, least),
            store(p.queue, p.many, here),
            assign(p.many, p.many + 1),
            *p.each_way(here, price),
        )
        left = self.memory.cell(f"{p.queue.name}_left", many.range)
        far = Const(NO_WAY)
        left_behind = Each(at, up_to(read(left)), (store(best, load(ends, at), far),))
        cleared = p.clear(lambda each: (store(best, each, far),), (left_behind,))
        begin: Block = (
            *cleared,
            store(best, p.start, 0),
            write(ends, p.start),
            assign(many, 1),
            assign(p.many, 0),
        )
        resume: Block = (write(p.clean, 0), assign(many, read(left)), assign(p.many, read(p.found)))
        return (If(same, resume, begin), Loop("nearest", loop), write(left, many))


@dataclass(frozen=True)
class _Parts:
    """Parts of a search."""

    lowering: Searches
    board: m.Board
    queue: Array
    far: Array
    start: Var
    goal: Var
    where: m.Expr | None
    cost: m.Expr | None
    it: m.Local
    passage: m.Local
    names: Environment
    many: Var
    """how many nodes were found"""
    found: Array
    """how many the last search found"""
    clean: Array
    """whether only those differ from what nothing was found of"""

    @property
    def there(self) -> Var:
        """The node to which a way leads."""
        return Var(f"there_{self.queue.name}", self.queue.range)

    def counters(self) -> tuple[Var, Var]:
        """Returns the counters of the nodes that are left, and of the present one."""
        make = self.lowering.fresh
        return make("head", self.many.range), make("here", self.queue.range)

    def clear(self, more: Callable[[Expr], Block] = lambda node: (), left: Block = ()) -> Block:
        """Nothing is found yet: what the last search has found is put back, all nodes where there was none, or it was
        stopped on its way."""
        node, at = self.lowering.variables(node=self.queue.range, at=self.queue.bounds)
        unknown = store(self.far, node, NONE), *more(node)
        found = Let(node, load(self.queue, at)), *unknown
        touched = Each(at, up_to(read(self.found)), found), *left
        everywhere = Each(node, up_to(self.far.length), unknown)
        return If(read(self.clean), touched, (everywhere,)), write(self.clean, 0)

    def each_way(self, here: Expr, found: Callable[[Environment], Block]) -> Block:
        """Returns the statements for each node that was not found yet, to which a way leads from another."""
        lowering = self.lowering
        ways: Ways = lowering.ways(self.board, here, self.names)
        going = ways.going
        var = lowering.fresh("way", going.member)
        item = _number(going.item(var))
        ground = lowering.ground(self.board)
        inner = self.names.bind(self.it, ground.place(self.there)).bind(self.passage, ways.passage(var))
        allowed = lowering.truth(self.where, inner) if self.where is not None else YES
        new = load(self.far, self.there) < 0
        enter: Block = (assign(self.there, item), If(both(new, allowed), found(inner)))
        test = going.test(var, item)
        return (Each(var, going.domain, enter if test == YES else (If(test, enter),)),)


def ground_has(ground: Any, node: Expr) -> Expr:
    """Returns the test for a node of its board."""
    return node >= 0
