"""Generates move generators: loops over parameters, with every guard as early as it can be asked."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..optimise import Ask, Each, Name, Offered, Optimised, Search
from . import python_syntax as py
from .common_subexpressions import MOST_NAMED, MOST_SEARCHED, Replacing, share_reads
from .constant_pool import ConstantPool, Scope, TooLarge
from .expressions import Expressions
from .python_syntax import Body, Node

MOST_LOOPS = 15
"""Loops within each other; Python nests no more than 20."""
MOST_LISTED = 4_096
"""Options that stand in a table beforehand."""
Found = Callable[[tuple[m.Expr, ...], Scope], Body]
"""What is done with the values of an option, and what names stand for."""
Reached = Callable[[Offered, Scope], Body]
"""What is done with an option, and what names stand for."""


class MoveGenerator:
    """Writes the functions that list what can be chosen."""

    def __init__(self, rules: Optimised, expressions: Expressions, pool: ConstantPool) -> None:
        self.program, self.searches, self.live, self.make, self.pool = (
            rules.program,
            rules.searches,
            rules.live,
            expressions,
            pool,
        )

    def lister(self, pc: int) -> ast.FunctionDef:
        """`l<pc>(h, s, run)`: all options, each as the number of its kind and its values; if they are kept in place,
        what is kept of them itself."""
        node = self.program.code[pc]
        assert isinstance(node, i.Decide)
        kept = self.kept_options(pc) if self.make.logged else None
        if kept is not None:
            return py.function(f"l{pc}", ("h", "s", "run"), [py.give(kept)])
        body: Body = [
            py.assign("found", ast.List([], ast.Load())),
            py.assign("add", py.attribute(py.name("found"), "append")),
        ]
        for n in range(len(node.options)):
            body += self.option(pc, n, partial(self.list_option, n))
        made = self.function(f"l{pc}", [*body, py.give(py.name("found"))])
        made.body = py.comprehend(made.body)
        return made

    def kept_options(self, pc: int) -> Node | None:
        """Returns the list of the options of a decision that every write maintains, if there is one; of states those
        rows, as bits."""
        if pc not in self.live:
            return None
        n, value = self.live[pc]
        return py.index(py.attribute(self.make.index_at(n), "options" if self.make.logged else "bits"), py.const(value))

    def prober(self, pc: int) -> ast.FunctionDef:
        """`b<pc>(h, s, run)`: whether there is any option, those beside left out; the ones that need no trial are asked
        first."""
        node = self.program.code[pc]
        assert isinstance(node, i.Decide)
        body: Body = []
        own = [n for n, option in enumerate(node.options) if not option.beside]
        for n in sorted(own, key=lambda n: node.options[n].is_tried):
            body += self.option(pc, n, lambda values, scope: [py.give(py.const(True))])
        return self.function(f"b{pc}", [*body, py.give(py.const(False))])

    def function(self, word: str, body: Body) -> ast.FunctionDef:
        """A function of this kind."""
        begin = py.assign("me", self.make.slot(py.const(i.ME)))
        made = py.function(word, ("h", "s", "run"), [begin, *body])
        return share_reads(made, self.pool.values)

    def option(self, pc: int, n: int, found: Found) -> Body:
        """One option: what is done with every choice of values that may be made. Raises TooLarge."""
        node, search = self.program.code[pc], self.searches.get((pc, n))
        assert isinstance(node, i.Decide)
        if search is None:
            raise TooLarge

        def offer_option(option: Offered, scope: Scope) -> Body:
            if option.tried:
                given = py.tuple_of(*(self.make.expr(each, scope) for each in option.values))
                trial = py.call("passes_trial", py.const((pc, n)), py.name("h"), py.name("s"), py.name("run"), given)
                return py.when(trial, found(option.values, scope))
            return found(option.values, scope)

        return self.search(search, Scope(), offer_option, 0)

    def search(self, search: Search, scope: Scope, found: Reached, loops: int) -> Body:
        """Loops and questions, one after another."""
        return [each for step in search for each in self.step(step, scope, found, loops)]

    def step(self, step: Ask | Name | Each | Offered, scope: Scope, found: Reached, loops: int) -> Body:
        """A loop, an option, or questions in a row and what follows when all are met."""
        self.pool.count()
        if isinstance(step, Offered):
            return found(step, scope)
        if isinstance(step, Each):
            if loops == MOST_LOOPS:
                raise TooLarge
            word = self.word(step.local)
            inner = scope.binding([(step.local.number, py.name(word))])
            return [
                py.loop(word, self.make.domain(step.domain, scope), self.search(step.then, inner, found, loops + 1))
            ]
        parts: list[tuple[str, Node]] = []
        then: Search = (step,)
        while len(then) == 1 and isinstance(only := then[0], (Ask, Name)):
            if isinstance(only, Ask):
                parts.append(("", self.make.expr(only.condition, scope)))
            else:
                value = self.make.expr(only.value, scope)
                parts.append(
                    (
                        self.word(only.local),
                        value
                        if only.value.type.is_number or only.value.type.is_row
                        else ast.UnaryOp(ast.UAdd(), value),
                    )
                )
                scope = scope.binding([(only.local.number, py.name(self.word(only.local)))])
            then = only.then
        parts = asked_once(parts, f"t{len(parts)}_") if self.pool.written <= MOST_SEARCHED else parts
        return guarding(parts, self.search(then, scope, found, loops))

    def word(self, local: m.Local) -> str:
        """The variable of Python for a parameter, or a name beside it."""
        slot = self.make.layout.locals.get(local.number)
        return f"x{slot}" if slot is not None else f"v{local.number}"

    def list_option(self, n: int, values: tuple[m.Expr, ...], scope: Scope) -> Body:
        """Puts an option into the list. Those of which only rows change stand in a table beforehand."""
        given = [self.make.expr(each, scope) for each in values]
        rows = [
            self.rows(each)
            if isinstance(node, ast.Name)
            else range(number, number + 1)
            if (number := py.number(node)) is not None
            else None
            for each, node in zip(values, given, strict=True)
        ]
        sizes = [len(each) if each is not None else MOST_LISTED + 1 for each in rows]
        if not values or prod(sizes) > MOST_LISTED or all(isinstance(each, ast.Constant) for each in given):
            return [py.do(py.call("add", _entry(n, given)))]
        table: Node = self.pool.lazy_value(
            ("options", n, tuple(rows)), lambda: _options(n, (), [each for each in rows if each is not None])
        )
        for node in given:
            table = py.index(table, node) if isinstance(node, ast.Name) else table
        return [py.do(py.call("add", table))]

    def rows(self, e: m.Expr) -> range | None:
        """The rows that a name stands for, if they are always the same and it is never none."""
        if (
            not e.type.is_row
            or e.type.optional
            or e.type.name == self.make.ruleset.players
            or e.type.name not in self.make.ruleset.kinds
        ):
            return None
        return range(len(self.make.ruleset.kinds[e.type.name].rows))


def _options(n: int, values: tuple[int, ...], rows: Sequence[range]) -> Any:
    """Options in tables, by those of their values that are not known beforehand."""
    if not rows:
        return n, values
    first, *rest = rows
    if len(first) == 1:
        return _options(n, (*values, first[0]), rest)
    return tuple(_options(n, (*values, each), rest) for each in first)


def guarding(parts: Sequence[tuple[str, Node]], body: Body) -> Body:
    """Conditions in a row, and names with their values among them, before what follows when all hold. Names that
    nothing uses are left out."""
    tests: list[Node] = []
    for word, node in reversed(parts):
        if not word:
            tests.insert(0, node)
            continue
        body, tests = py.when(py.both(*tests), body) if tests else body, []
        if any(isinstance(each, ast.Name) and each.id == word for statement in body for each in py.nodes(statement)):
            body = [py.assign(word, node), *body]
    return py.when(py.both(*tests), body) if tests else body


def asked_once(parts: list[tuple[str, Node]], prefix: str) -> list[tuple[str, Node]]:
    """Returns the conditions with what several ask of one function or of one slot asked once, which has a name."""
    calls = Counter(ast.dump(each) for _, node in parts for each in py.nodes(node) if _is_asked(each))
    for n, dump in enumerate(sorted(each for each, many in calls.items() if many > 1)[:MOST_NAMED]):
        at = next(
            (
                k
                for k, (_, node) in enumerate(parts)
                if any(ast.dump(each) == dump for each in py.nodes(node) if _is_asked(each))
            ),
            None,
        )
        if at is None:
            continue
        replacing = Replacing(dump, f"{prefix}{n}")
        parts = parts[:at] + [(word, replacing.visit(node)) for word, node in parts[at:]]
        assert replacing.found is not None
        parts.insert(at, (f"{prefix}{n}", replacing.found))
    return parts


def _is_asked(node: ast.AST) -> bool:
    """Tells if this is the call of a function that was made beside, or the value in a slot that is found by a name."""
    if isinstance(node, ast.Subscript):
        return (
            isinstance(node.value, ast.Name)
            and node.value.id == "h"
            and isinstance(node.slice, ast.BinOp)
            and not _is_of_me(node.slice)
        )
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id[0] in "dfqr"
        and node.func.id[1:].isdigit()
    )


def _is_of_me(node: ast.BinOp) -> bool:
    """Tells if a slot is one of the acting player, the same for all that is asked."""
    return isinstance(node.right, ast.Name) and node.right.id == "me"


def _entry(n: int, values: Sequence[Node]) -> Node:
    """An option in the list: the number of its kind, and its values."""
    if all(isinstance(each, ast.Constant) for each in values):
        return py.const((n, tuple(each.value for each in values if isinstance(each, ast.Constant))))
    return py.tuple_of(py.const(n), py.tuple_of(*values))
