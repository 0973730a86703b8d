"""Generates searches over boards, with the conditions and costs of the rules written into them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NO_WAY
from ...rules.program.instructions import COUNT
from . import python_syntax as py
from .constant_pool import Scope
from .loops import Aggregates
from .memo_dependencies import MemoDependencies
from .python_syntax import Body, Node


@dataclass(frozen=True)
class MemoizedSearch:
    """A search by the name of its function; what it reads of the slots, and whether it reads boards that grow."""

    function: str
    reads: tuple[slice, ...]
    grows: bool


class GraphSearch(Aggregates):
    """The part of `Expressions` that searches boards."""

    def board(self, board: m.Board, more: int = 0) -> Node:
        """The dictionary of a board that grows."""
        raise NotImplementedError

    def closure_call(self, e: m.Expr, scope: Scope) -> Node:
        """Returns the call by which the interpreter answers an expression."""
        raise NotImplementedError

    @handles("reach")
    def _reach(
        self,
        e: m.Expr,
        scope: Scope,
        board: m.Board,
        of: m.Expr,
        where: m.Expr | None,
        cost: m.Expr | None,
        it: m.Local,
        passage: m.Local,
    ) -> Node:
        board = self.ruleset.boards[board.name]
        if board.fixed and board.sides:
            return self.closure_call(e, scope)
        return py.call("tuple", self.flood((where, cost), board, it, passage, self.expr(of, scope), scope))

    @handles("distance")
    def _distance(
        self,
        e: m.Expr,
        scope: Scope,
        board: m.Board,
        a: m.Expr,
        b: m.Expr,
        where: m.Expr | None,
        cost: m.Expr | None,
        it: m.Local,
        passage: m.Local,
    ) -> Node:
        board = self.ruleset.boards[board.name]
        if board.fixed and board.sides:
            return self.closure_call(e, scope)
        far = self.flood((where, cost), board, it, passage, self.expr(a, scope), scope)
        return py.call(py.attribute(far, "get"), self.expr(b, scope), py.const(NO_WAY))

    def flood(
        self,
        how: tuple[m.Expr | None, m.Expr | None],
        board: m.Board,
        it: m.Local,
        passage: m.Local,
        start: Node,
        scope: Scope,
    ) -> Node:
        """The distances from a place to all that can be reached, nearest first; nothing where there is no such
        place."""
        if not board.fixed and how == (None, None) and board.joined is None:
            return py.call("distances", self.board(board), self.board(board, 1), start)
        own = {it.number, passage.number}
        numbers = tuple(n for n in self.free((how, board.joined), scope, ()) if n not in own)
        body = self.search(how, board, it, passage, Scope(bound={n: py.name(f"v{n}") for n in numbers}))
        known = ("flood", ast.dump(ast.Module(body, [])), numbers)
        if known not in self.pool.known:
            word = self.pool.known[known] = f"f{len(self.pool.known)}"
            self.pool.add_function(py.function(word, ["h", "s", "me", "start", *(f"v{n}" for n in numbers)], body))
            reads = MemoDependencies(self.layout, self.ruleset, lambda local: 0)
            reads.of(board, *how, it, passage)
            self.pool.values[f"m{word}"] = MemoizedSearch(
                word, (slice(COUNT, COUNT + 1), *reads.name_slots(numbers), *reads.field_slots()), reads.grows
            )
        return py.call(
            f"m{self.pool.known[known]}",
            py.name("h"),
            py.name("s"),
            scope.me,
            start,
            *(scope.bound[n] for n in numbers),
        )

    def search(
        self, how: tuple[m.Expr | None, m.Expr | None], board: m.Board, it: m.Local, passage: m.Local, outer: Scope
    ) -> Body:
        """The statements of a search: ring by ring, or by cost where steps have one."""
        where, cost = how
        there, way = "there", "way"
        pairs = [(it.number, py.name(there)), (passage.number, py.name(way))]
        if board.joined_local is not None:
            pairs.append((board.joined_local.number, py.name(way)))
        inner = outer.binding(pairs)
        tests = [self.expr(each, inner) for each in (board.joined, where) if each is not None]
        fresh = ast.Compare(py.name(there), [ast.NotIn()], [py.name("found")])
        lost = [py.give(ast.Dict([], []))]
        is_there = (
            py.compare(py.name("start"), ">=", py.const(0))
            if board.fixed
            else py.compare(py.name("start"), "in", self.board(board))
        )
        begin = py.when(py.negate(is_there), lost)
        if cost is None:
            return [*begin, *self.nearest(board, there, way, py.both(fresh, *tests))]
        return [*begin, *self.cheapest(board, there, way, py.both(fresh, *tests), self.expr(cost, inner))]

    def nearest(self, board: m.Board, there: str, way: str, test: Node) -> Body:
        """The statements of a search ring by ring."""
        name, none = py.name, ast.List([], ast.Load())
        entered = [
            py.store(name("found"), name(there), name("far")),
            py.do(py.call(py.attribute(name("ring"), "append"), name(there))),
        ]
        body = self.steps(board, there, way, py.when(test, entered))
        rings = [
            py.add_to("far", py.const(1)),
            py.assign("near", name("ring")),
            py.assign("ring", none),
            py.loop("place", name("near"), body),
        ]
        return [
            py.assign("found", ast.Dict([name("start")], [py.const(0)])),
            py.assign("ring", ast.List([name("start")], ast.Load())),
            py.assign("far", py.const(0)),
            ast.While(name("ring"), rings, []),
            py.give(name("found")),
        ]

    def cheapest(self, board: m.Board, there: str, way: str, test: Node, cost: Node) -> Body:
        """The statements of a search by cost."""
        name, const = py.name, py.const
        known = py.call(py.attribute(name("best"), "get"), name(there), const(NO_WAY))
        better = py.compare(name("total"), "<", known)
        push = py.call("heappush", name("ends"), py.tuple_of(name("total"), name(there)))
        entered = [py.store(name("best"), name(there), name("total")), py.do(push)]
        step = [
            py.assign("total", py.math(name("far"), "+", py.call("max", const(0), cost))),
            *py.when(better, entered),
        ]
        both = ast.Tuple([ast.Name("far", ast.Store()), ast.Name("place", ast.Store())], ast.Store())
        nearest = ast.Assign([both], py.call("heappop", name("ends")))
        visit = [
            py.store(name("found"), name("place"), name("far")),
            *self.steps(board, there, way, py.when(test, step)),
        ]
        fresh = ast.Compare(name("place"), [ast.NotIn()], [name("found")])
        return [
            py.assign("found", ast.Dict([], [])),
            py.assign("best", ast.Dict([name("start")], [const(0)])),
            py.assign("ends", ast.List([py.tuple_of(const(0), name("start"))], ast.Load())),
            ast.While(name("ends"), [nearest, *py.when(fresh, visit)], []),
            py.give(name("found")),
        ]

    def steps(self, board: m.Board, there: str, way: str, body: Body) -> Body:
        """For each place beside one, with the passage that leads there, something is done."""
        if board.fixed:
            ways = py.index(self.pool.value(self.nets[board.name].ways), py.name("place"))
            return [
                ast.For(
                    ast.Tuple([ast.Name(there, ast.Store()), ast.Name(way, ast.Store())], ast.Store()),
                    ways,
                    body or [ast.Pass()],
                    [],
                )
            ]
        used = any(isinstance(node, ast.Name) and node.id == way for statement in body for node in ast.walk(statement))
        begin = [py.assign(way, py.call("passage", py.name("place"), py.name(there)))] if used else []
        return [
            py.loop(
                there, py.call("neighbours", self.board(board), self.board(board, 1), py.name("place")), [*begin, *body]
            )
        ]
