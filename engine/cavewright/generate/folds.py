"""Folds as loops of Python: sums, counts, searches, each a function of its own that ends as soon as the answer is known.

Loops over what never changes are narrowed down before: where only things with a certain value of a printed column count, or lines
through a certain place, those alone are gone through.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from ..cave.fixed import Net
from ..model import ruleset as m
from ..model.types import NONE
from ..program import instructions as i
from . import python as py
from .python import Node
from .shelf import SMALL, UNROLLED, Scope, Shelf, size_of

Step = Callable[[Node, Scope], list[ast.stmt]]


class Folds:
    """The part of `Expressions` that goes through things."""

    ruleset: m.Ruleset
    layout: i.Layout
    shelf: Shelf
    nets: dict[str, Net]

    def expr(self, e: m.Expr, scope: Scope) -> Node:
        """An expression as Python."""
        raise NotImplementedError

    def domain(self, e: m.Expr, scope: Scope) -> Node:
        """What an expression goes through."""
        raise NotImplementedError

    def free(self, parts: Any, scope: Scope, but: Sequence[int] = ()) -> tuple[int, ...]:
        """The numbers of the names in expressions that are variables of Python here."""
        raise NotImplementedError

    def beside(self, parts: tuple[Any, ...], scope: Scope, body: Callable[[Scope], list[ast.stmt]], but: Sequence[int] = (),
               me: Node | None = None, key: Any = None) -> Node:
        """The call of a function of its own."""
        raise NotImplementedError

    # ---- the loop ------------------------------------------------------------------------------------------------------

    def fold(self, e: m.Expr, scope: Scope, begin: list[ast.stmt], step: Step, end: Node) -> Node:
        """A function that goes through things, and does something with each that meets the condition."""
        local, domain, where, _ = (*e.args, None)[:4]

        def body(outer: Scope) -> list[ast.stmt]:
            return [*begin, *self.loop(local, domain, conjuncts(where), outer, lambda inner: step(inner.bound[local.number], inner)), py.give(end)]
        return self.beside(e.args[1:], scope, body, [local.number], key=("fold", id(e)))

    def loop(self, local: m.Local, domain: m.Expr, tests: list[m.Expr], outer: Scope, then: Callable[[Scope], list[ast.stmt]]) -> list[ast.stmt]:
        """For each thing that meets some conditions, something is done."""
        word = f"v{local.number}"
        things, tests, members = self.narrowed(local, domain, tests, outer)
        inner = outer.binding([(local.number, py.name(word))])
        if members:
            inner = Scope(inner.me, inner.bound, {**inner.members, local.number: py.name(members)})
            return [ast.For(ast.Tuple([ast.Name(word, ast.Store()), ast.Name(members, ast.Store())], ast.Store()), things,
                            self.when_all(tests, inner, then) or [ast.Pass()], [])]
        return [py.loop(word, things, self.when_all(tests, inner, then))]

    def when_all(self, tests: Sequence[m.Expr], scope: Scope, then: Callable[[Scope], list[ast.stmt]]) -> list[ast.stmt]:
        """Something is done if all conditions hold. A fold at the end of them is a loop in place."""
        if not tests:
            return then(scope)
        *first, last = tests
        if last.op == "every" and last.args[3] is not None and not any(each.op == "every" for each in conjuncts(last.args[2])):
            local, domain, where, test = last.args
            stop: Callable[[Scope], list[ast.stmt]] = lambda inner: py.when(py.negated(self.expr(test, inner)), [ast.Break()])
            [loop] = self.loop(local, domain, conjuncts(where), scope, stop)
            assert isinstance(loop, ast.For)
            loop.orelse = then(scope)
            found: list[ast.stmt] = [loop]
        else:
            found = py.when(self.expr(last, scope), then(scope))
        return py.when(py.both(*(self.expr(each, scope) for each in first)), found) if first else found

    # ---- what is gone through --------------------------------------------------------------------------------------------

    def narrowed(self, local: m.Local, domain: m.Expr, tests: list[m.Expr], scope: Scope) -> tuple[Node, list[m.Expr], str]:
        """What has to be gone through, the conditions that are left, and a name for the members of each thing, if it is a line."""
        if domain.op == "lines" and domain.args[1] is None:
            return self._lines_through(local, domain, tests, scope)
        if self.is_steady(domain):
            for n, test in enumerate(tests):
                if test.op == "in_set" and _column_of(test.args[1], local) and not mentions(test.args[0], local):
                    return self._rows_with(domain, test, scope), tests[:n] + tests[n + 1 :], ""
                sides = test.args if test.op == "eq" else ()
                for mine, other in (sides, sides[::-1]) if sides else ():
                    if _column_of(mine, local) and not mentions(other, local):
                        table = self.table_by(domain, mine.args[0].columns[mine.args[1]].values, (domain.args[0].name, mine.args[1]))
                        return self.looked_up(table, self.expr(other, scope)), tests[:n] + tests[n + 1 :], ""
        return self.domain(domain, scope), tests, ""

    def _rows_with(self, domain: m.Expr, test: m.Expr, scope: Scope) -> Node:
        """The rows of a kind whose printed set has a member."""
        member, column = test.args
        element = column.type.element
        low, step = (element.low, element.step) if element is not None and element.form == "number" else (0, 1)
        values = column.args[0].columns[column.args[1]].values[: len(domain.args[0].rows)]

        def table() -> dict[int, tuple[int, ...]]:
            most = max((bits.bit_length() for bits in values), default=0)
            return {low + n * step: tuple(at for at, bits in enumerate(values) if bits >> n & 1) for n in range(most)}
        rows = self.shelf.made(("with", column.args[0].name, column.args[1]), table)
        return self.looked_up(rows, self.expr(member, scope))

    def looked_up(self, table: ast.Name, key: Node) -> Node:
        """What stands in a table of tuples, or nothing."""
        known = py.number(key)
        return py.call(py.attribute(table, "get"), key, py.const(())) if known is None else py.const(self.shelf.values[table.id].get(known, ()))

    def is_steady(self, domain: m.Expr) -> bool:
        """Whether it is always the same rows."""
        if domain.op != "rows" or domain.args[0].name == self.ruleset.players:
            return False
        net = self.nets.get(domain.args[0].name)
        return net is None or not net.board.private

    def table_by(self, domain: m.Expr, values: tuple[int, ...], key: Any) -> ast.Name:
        """The rows of a kind by their values in a column."""
        found: dict[int, list[int]] = {}
        for at, value in enumerate(values[: len(domain.args[0].rows)]):
            found.setdefault(value, []).append(at)
        return self.shelf.made(("by", key), lambda: {value: tuple(rows) for value, rows in found.items()})

    def lines_through(self, local: m.Local, tests: Sequence[m.Expr]) -> m.Expr | None:
        """The condition that a line goes through a certain place."""
        return next((each for each in tests if each.op == "in_set" and each.args[1].op == "local" and each.args[1].args[0] == local
                     and not mentions(each.args[0], local)), None)

    def _lines_through(self, local: m.Local, domain: m.Expr, tests: list[m.Expr], scope: Scope) -> tuple[Node, list[m.Expr], str]:
        board, _, length = domain.args
        lines, through = self.lines_of(domain), self.lines_through(local, tests)
        if through is None:
            return self.shelf.made(("lines", board.name, length), lambda: lines), tests, f"w{local.number}"
        table = self.shelf.made(("through", board.name, length), lambda: {
            place: tuple(each for each in lines if place in each[1]) for place in range(self.nets[board.name].count)})
        return self.looked_up(table, self.expr(through.args[0], scope)), [each for each in tests if each is not through], f"w{local.number}"

    def lines_of(self, domain: m.Expr) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """All lines of a board that all share, as sets and as their places."""
        board, _, length = domain.args
        return tuple((sum(1 << place for place in line), tuple(sorted(line))) for line in self.nets[board.name].lines(length))

    def constants(self, domain: m.Expr) -> Sequence[int] | None:
        """What is gone through, if it is always the same few things."""
        few: Sequence[int] = domain.args[0] if domain.op == "values" else range(len(domain.args[0].rows)) if self.is_steady(domain) else range(99)
        ends = domain.args if domain.op == "range" else ()
        if ends and ends[0].op == ends[1].op == "const":
            few = range(ends[0].args[0], ends[1].args[0] + 1)
        return few if len(few) <= UNROLLED else None

    def unrolled(self, e: m.Expr, scope: Scope) -> tuple[list[tuple[int, Scope]], list[m.Expr]] | None:
        """What a fold goes through, if that is a few known things, each with its name bound; and the conditions that are left to ask."""
        local, domain, where, _ = (*e.args, None)[:4]
        if size_of(e.args[2:]) > SMALL:
            return None
        if domain.op == "lines" and domain.args[1] is None and not self.lines_through(local, conjuncts(where)):
            lines = self.lines_of(domain)
            many = [Scope(scope.me, scope.bound, {**scope.members, local.number: py.const(places)}) for _, places in lines]
            found = [(line, each.binding([(local.number, py.const(line))])) for (line, _), each in zip(lines, many, strict=True)]
            return (found, conjuncts(where)) if len(lines) <= UNROLLED else None
        few, tests = self.constants(domain), conjuncts(where)
        if few is None:
            things, tests, _ = self.narrowed(local, domain, tests, scope) if domain.op == "rows" else (scope.members.get(_number(domain)), tests, "")
            known = things.value if isinstance(things, ast.Constant) else None
            few = [each for each in known if isinstance(each, int)] if isinstance(known, tuple) and len(known) <= UNROLLED else None
        return None if few is None else ([(value, scope.binding([(local.number, py.const(value))])) for value in few], tests)

    def tested(self, tests: Sequence[m.Expr], scope: Scope) -> Node:
        """Whether all conditions hold."""
        return py.both(*(self.expr(each, scope) for each in tests)) if tests else py.const(True)

    def column_of_slots(self, e: m.Expr, test: m.Expr | None, sign: str) -> tuple[Node, Node] | None:
        """The slots of a field of all rows that are gone through, and the number it is compared with, if that is all that is asked."""
        local, domain = e.args[0], e.args[1]
        if test is None or test.op != sign or not self.is_steady(domain) or test.args[1].op != "const":
            return None
        field = test.args[0]
        if field.op != "field" or field.args[1] is None or field.args[1].op != "local" or field.args[1].args[0] != local:
            return None
        base = self.layout.slot(field.args[0])
        rows = ast.Slice(py.const(base), py.const(base + len(domain.args[0].rows)))
        return py.index(py.name("h"), rows), py.const(test.args[1].args[0])

    # ---- the folds -------------------------------------------------------------------------------------------------------

    def _sum(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        return self.fold(e, scope, [py.assign("found", py.const(0))],
                         lambda it, inner: [py.add_to("found", self.expr(body, inner) if body is not None else py.const(1))], py.name("found"))

    def _count(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        slots = self.column_of_slots(e, where, "eq")
        if slots is not None:
            return py.call(py.attribute(slots[0], "count"), slots[1])
        return self.fold(e, scope, [py.assign("found", py.const(0))], lambda it, inner: [py.add_to("found", py.const(1))], py.name("found"))

    def _some(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        slots = self.column_of_slots(e, where, "eq")
        if slots is not None:
            return py.compare(slots[1], "in", slots[0])
        if where is None and domain.op in ("exits", "openers", "neighbours"):
            return py.call("bool", self.expr(domain, scope))
        few = self.unrolled(e, scope) if where is not None else None
        if few is not None and few[0]:
            return py.yes(py.either(*(self.tested(few[1], each) for _, each in few[0])))
        return self.fold(e, scope, [], lambda it, inner: [py.give(py.const(True))], py.const(False))

    def _every(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        if body is None:
            return py.const(True)
        slots = self.column_of_slots(e, body, "ne") if where is None else None
        if slots is not None:
            return py.negated(py.compare(slots[1], "in", slots[0]))
        test, few = body, self.unrolled(e, scope)
        if few is not None and few[0] and not few[1]:
            return py.yes(py.both(*(self.expr(test, each) for _, each in few[0])))
        return self.fold(e, scope, [], lambda it, inner: py.when(py.negated(self.expr(test, inner)), [py.give(py.const(False))]), py.const(True))

    def _first(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        if where is None and domain.op == "rows" and (self.is_steady(domain) or domain.args[0].name == self.ruleset.players):
            return py.const(0 if domain.args[0].rows else NONE)
        few = self.unrolled(e, scope)
        if few is not None:
            found: Node = py.const(NONE)
            for value, each in reversed(few[0]):
                found = py.choice(py.truth(self.tested(few[1], each)), py.const(value), found)
            return found
        return self.fold(e, scope, [], lambda it, inner: [py.give(it)], py.const(NONE))

    def _best(self, e: m.Expr, scope: Scope, choose: str, body: m.Expr | None) -> Node:
        value: Callable[[Scope], Node] = lambda inner: self.expr(body, inner) if body is not None else py.const(True)
        return self.fold(e, scope, [py.assign("found", ast.List([], ast.Load()))],
                         lambda it, inner: [py.do(py.call(py.attribute(py.name("found"), "append"), value(inner)))],
                         py.choice(py.name("found"), py.call(choose, py.name("found")), py.const(0)))

    def _most(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        return self._best(e, scope, "max", body)

    def _least(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> Node:
        return self._best(e, scope, "min", body)

    def _those(self, e: m.Expr, scope: Scope, local: m.Local, domain: m.Expr, where: m.Expr) -> Node:
        return self.fold(e, scope, [py.assign("found", ast.List([], ast.Load()))],
                         lambda it, inner: [py.do(py.call(py.attribute(py.name("found"), "append"), it))], py.name("found"))


def _number(e: m.Expr) -> int:
    """The number of a name; -1 of anything else."""
    return e.args[0].number if e.op == "local" else -1


def _column_of(e: m.Expr, local: m.Local) -> bool:
    """Whether this is what is printed on a row that has this name."""
    return e.op == "column" and e.args[2].op == "local" and bool(e.args[2].args[0] == local)


def conjuncts(condition: m.Expr | None) -> list[m.Expr]:
    """The conditions of which one is made with `and`; none for none."""
    if condition is None:
        return []
    return [part for each in condition.args for part in conjuncts(each)] if condition.op == "and" else [condition]


def mentions(part: Any, local: m.Local) -> bool:
    """Whether an expression mentions a name."""
    if isinstance(part, m.Expr):
        return mentions(part.args, local)
    return any(mentions(each, local) for each in part) if isinstance(part, tuple) else part == local
