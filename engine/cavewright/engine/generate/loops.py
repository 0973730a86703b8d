"""Generates aggregates as loops, each a function of its own that ends once the answer is known.

Loops over what never changes are narrowed down before: where only things with a certain value of a printed column
count, or lines through a certain place, those alone are gone through.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.expression_parts import all_in, bound_locals
from ...rules.model.operators import OF_TILES
from ...rules.model.types import NONE
from ...rules.program import instructions as i
from . import python_syntax as py
from .constant_pool import FREE, ConstantPool, Scope
from .python_syntax import Body, Node

Step = Callable[[Node, Scope], Body]


@dataclass(frozen=True)
class MemoizedQuery:
    """A question by the name of its function, whose answer is the same until a tile is laid on a board; `at` is the
    first dictionary of that."""

    function: str
    at: int


class Aggregates(Pass):
    """The part of `Expressions` that goes through things."""

    ruleset: m.Ruleset
    layout: i.Layout
    pool: ConstantPool
    nets: dict[str, PlaceGraph]
    boards: dict[str, int]

    def expr(self, e: m.Expr, scope: Scope) -> Node:
        """An expression as Python."""
        raise NotImplementedError

    def domain(self, e: m.Expr, scope: Scope) -> Node:
        """Returns the domain of an expression."""
        raise NotImplementedError

    def free(self, parts: Any, scope: Scope, but: Sequence[int] = ()) -> tuple[int, ...]:
        """The numbers of the names in expressions that are variables of Python here."""
        raise NotImplementedError

    def beside(
        self,
        parts: tuple[Any, ...],
        scope: Scope,
        body: Callable[[Scope], Body],
        but: Sequence[int] = (),
        me: Node | None = None,
        key: Any = None,
    ) -> Node:
        """The call of a function of its own."""
        raise NotImplementedError

    # ---- the loop ----------------------------------------------------------------------------------------------------

    def fold(self, e: m.Expr, scope: Scope, begin: Body, step: Step, end: Node) -> Node:
        """A function that goes through things, and does something with each that meets the condition."""
        local, domain, where, _ = (*e.args, None)[:4]

        def body(outer: Scope) -> Body:
            return [
                *begin,
                *self.loop(
                    local, domain, m.conjuncts(where), outer, lambda inner: step(inner.bound[local.number], inner)
                ),
                py.give(end),
            ]

        asked = self.beside(e.args[1:], scope, body, [local.number], key=("fold", id(e)))
        board = self.laid_on(e)
        return self.standing(asked, self.boards[board]) if board is not None else asked

    def standing(self, asked: Node, at: int) -> Node:
        """Returns a question whose answer is remembered until a tile is laid on a board; one that is given no names."""
        if not isinstance(asked, ast.Call) or not isinstance(asked.func, ast.Name) or len(asked.args) != len(FREE):
            return asked
        word = f"m{asked.func.id}"
        self.pool.values.setdefault(word, MemoizedQuery(asked.func.id, at))
        return py.call(word, *asked.args)

    def laid_on(self, e: m.Expr) -> str | None:
        """The growing board, if an expression depends on nothing but how tiles are laid on one, and on the names that
        it binds itself."""
        boards, bound, named = set[str](), set[m.Local](), set[m.Local]()
        for part in all_in(e):
            if part.op not in OF_TILES:
                return None
            boards |= {each.name for each in part.args if isinstance(each, m.Board)}
            bound |= bound_locals(part)
            named |= {part.args[0]} if part.op == "local" else set()
        board = self.ruleset.boards[boards.pop()] if len(boards) == 1 else None
        alone = board is not None and not board.fixed and board.joined is None
        return board.name if board is not None and alone and named <= bound else None

    def loop(
        self, local: m.Local, domain: m.Expr, tests: list[m.Expr], outer: Scope, then: Callable[[Scope], Body]
    ) -> Body:
        """For each thing that meets some conditions, something is done."""
        word = f"v{local.number}"
        inner = outer.binding([(local.number, py.name(word))])
        return [py.loop(word, self.domain(domain, outer), self.when_all(tests, inner, then))]

    def when_all(self, tests: Sequence[m.Expr], scope: Scope, then: Callable[[Scope], Body]) -> Body:
        """Something is done if all conditions hold. A fold at the end of them is a loop in place."""
        if not tests:
            return then(scope)
        *first, last = tests
        if (
            last.op == "every"
            and last.args[3] is not None
            and not any(each.op == "every" for each in m.conjuncts(last.args[2]))
        ):
            local, domain, where, test = last.args
            stop: Callable[[Scope], Body] = lambda inner: py.when(py.negate(self.expr(test, inner)), [ast.Break()])
            [loop] = self.loop(local, domain, m.conjuncts(where), scope, stop)
            assert isinstance(loop, ast.For)
            loop.orelse = then(scope)
            found: Body = [loop]
        else:
            found = py.when(self.expr(last, scope), then(scope))
        return py.when(py.both(*(self.expr(each, scope) for each in first)), found) if first else found

    # ---- rows of values ----------------------------------------------------------------------------------------------

    @handles("across")
    def _across(self, e: m.Expr, scope: Scope, names: tuple[m.Local, ...], domain: m.Expr, test: m.Expr) -> Node:
        """Tells if a condition holds of some row of values, all of which have names."""

        def body(outer: Scope) -> Body:
            words = [f"v{each.number}" for each in names]
            inner = outer.binding([(each.number, py.name(word)) for each, word in zip(names, words, strict=True)])
            target = ast.Tuple([ast.Name(word, ast.Store()) for word in words], ast.Store())
            found = py.when(self.expr(test, inner), [py.give(py.const(True))])
            loop = ast.For(target, self.expr(domain, outer), found or [ast.Pass()], [])
            return [loop, py.give(py.const(False))]

        return self.beside((domain, test), scope, body, [each.number for each in names], key=("across", id(e)))

    def is_steady(self, domain: m.Expr) -> bool:
        """Tells if it is always the same rows."""
        if domain.op != "rows" or domain.args[0].name == self.ruleset.players:
            return False
        net = self.nets.get(domain.args[0].name)
        return net is None or not net.board.private

    def column_of_slots(self, e: m.Expr, test: m.Expr | None, sign: str) -> tuple[Node, Node] | None:
        """The slots of a field of all rows that are gone through, and the number it is compared with, if that is all
        that is asked."""
        local, domain = e.args[0], e.args[1]
        if test is None or test.op != sign or not self.is_steady(domain) or test.args[1].op != "const":
            return None
        field = test.args[0]
        if (
            field.op != "field"
            or field.args[1] is None
            or field.args[1].op != "local"
            or field.args[1].args[0] != local
        ):
            return None
        base = self.layout.slot(field.args[0])
        rows = ast.Slice(py.const(base), py.const(base + len(domain.args[0].rows)))
        return py.index(py.name("h"), rows), py.const(test.args[1].args[0])

    # ---- the folds ---------------------------------------------------------------------------------------------------

    @handles("sum")
    def _sum(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        return self.fold(
            e,
            scope,
            [py.assign("found", py.const(0))],
            lambda it, inner: [py.add_to("found", self.expr(body, inner) if body is not None else py.const(1))],
            py.name("found"),
        )

    @handles("count")
    def _count(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        slots = self.column_of_slots(e, where, "eq")
        if slots is not None:
            return py.call(py.attribute(slots[0], "count"), slots[1])
        return self.fold(
            e,
            scope,
            [py.assign("found", py.const(0))],
            lambda it, inner: [py.add_to("found", py.const(1))],
            py.name("found"),
        )

    @handles("some")
    def _some(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        slots = self.column_of_slots(e, where, "eq")
        if slots is not None:
            return py.compare(slots[1], "in", slots[0])
        if where is None and domain.op in ("exits", "openers", "neighbours"):
            return py.call("bool", self.expr(domain, scope))
        return self.fold(e, scope, [], lambda it, inner: [py.give(py.const(True))], py.const(False))

    @handles("every")
    def _every(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        if body is None:
            return py.const(True)
        slots = self.column_of_slots(e, body, "ne") if where is None else None
        if slots is not None:
            return py.negate(py.compare(slots[1], "in", slots[0]))
        test = body
        return self.fold(
            e,
            scope,
            [],
            lambda it, inner: py.when(py.negate(self.expr(test, inner)), [py.give(py.const(False))]),
            py.const(True),
        )

    @handles("first")
    def _first(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        if (
            where is None
            and domain.op == "rows"
            and (self.is_steady(domain) or domain.args[0].name == self.ruleset.players)
        ):
            return py.const(0 if domain.args[0].rows else NONE)
        return self.fold(e, scope, [], lambda it, inner: [py.give(it)], py.const(NONE))

    def _best(self, e: m.Expr, scope: Scope, choose: str, body: m.Expr | None) -> Node:
        value: Callable[[Scope], Node] = lambda inner: self.expr(body, inner) if body is not None else py.const(True)
        return self.fold(
            e,
            scope,
            [py.assign("found", ast.List([], ast.Load()))],
            lambda it, inner: [py.do(py.call(py.attribute(py.name("found"), "append"), value(inner)))],
            py.choice(py.name("found"), py.call(choose, py.name("found")), py.const(0)),
        )

    @handles("most")
    def _most(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        return self._best(e, scope, "max", body)

    @handles("least")
    def _least(
        self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None
    ) -> Node:
        return self._best(e, scope, "min", body)

    @handles("those")
    def _those(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr) -> Node:
        return self.fold(
            e,
            scope,
            [py.assign("found", ast.List([], ast.Load()))],
            lambda it, inner: [py.do(py.call(py.attribute(py.name("found"), "append"), it))],
            py.name("found"),
        )
