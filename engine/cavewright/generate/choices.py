"""The options of a decision as a Python function: loops over what parameters may be, with every guard as early as it can be asked."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from ..program import instructions as i
from . import python as py
from .expressions import Expressions
from .python import Node
from .sharing import MOST_NAMED, MOST_SEARCHED, Replacing, shared
from .shelf import Scope, Shelf, TooLarge

MOST_LOOPS = 15
"""Parameters of an option; Python nests no more than 20 loops."""

MOST_COPIES = 64
"""Times that what follows a parameter is written out, where few constants can be chosen for it and for those before it."""


class Choices:
    """Writes the functions that list what can be chosen."""

    def __init__(self, program: i.Program, expressions: Expressions, shelf: Shelf) -> None:
        self.program, self.make, self.shelf = program, expressions, shelf

    def lister(self, pc: int) -> ast.FunctionDef:
        """`l<pc>(h, s, run)`: all options, each as the number of its kind and its values."""
        node = self.program.code[pc]
        assert isinstance(node, i.Decide)
        body: list[ast.stmt] = [py.assign("found", ast.List([], ast.Load())), py.assign("add", py.attribute(py.name("found"), "append"))]
        for n, option in enumerate(node.options):
            body += self.option(pc, n, option, partial(self.listed, n, option))
        made = self.function(f"l{pc}", [*body, py.give(py.name("found"))])
        made.body = py.comprehended(made.body)
        return made

    def prober(self, pc: int) -> ast.FunctionDef:
        """`b<pc>(h, s, run)`: whether there is any option, those beside left out; the ones that need no trial are asked first."""
        node = self.program.code[pc]
        assert isinstance(node, i.Decide)
        body: list[ast.stmt] = []
        own = [n for n, option in enumerate(node.options) if not option.beside]
        for n in sorted(own, key=lambda n: node.options[n].may_refuse):
            body += self.option(pc, n, node.options[n], lambda values: [py.give(py.const(True))])
        return self.function(f"b{pc}", [*body, py.give(py.const(False))])

    def function(self, word: str, body: list[ast.stmt]) -> ast.FunctionDef:
        """A function of this kind."""
        return shared(py.function(word, ("h", "s", "run"), [py.assign("me", self.make.slot(py.const(i.ME))), *body]), self.shelf.values)

    def option(self, pc: int, n: int, option: i.Option, found: Callable[[list[Node]], list[ast.stmt]]) -> list[ast.stmt]:
        """One option: what is done with every choice of values that may be made."""
        if len(option.slots) > MOST_LOOPS:
            raise TooLarge
        numbers = self.make.numbers

        def inner(scope: Scope) -> list[ast.stmt]:
            values = [scope.bound[numbers[slot]] for slot in option.slots]
            hit = found(values)
            if not option.may_refuse:
                return hit
            trial = py.call("tried", py.const((pc, n)), py.name("h"), py.name("s"), py.name("run"), py.tuple_of(*values))
            return py.when(trial, hit)

        def level(at: int, scope: Scope, copies: int) -> list[ast.stmt]:
            self.shelf.count()
            return self.guarded([g for g in option.guards if g.level == at], scope, lambda scope: deeper(at, scope, copies))

        def deeper(at: int, scope: Scope, copies: int) -> list[ast.stmt]:
            if at == len(option.slots):
                return inner(scope)
            slot = option.slots[at]
            few = self.make.constants(option.domains[at])
            if few is not None and copies * len(few) <= MOST_COPIES:
                return [each for value in few for each in level(at + 1, scope.binding([(numbers[slot], py.const(value))]), copies * len(few))]
            domain = self.make.domain(option.domains[at], scope)
            return [py.loop(f"x{slot}", domain, level(at + 1, scope.binding([(numbers[slot], py.name(f"x{slot}"))]), copies))]
        return level(0, Scope(), 1)

    def listed(self, n: int, option: i.Option, values: Sequence[Node]) -> list[ast.stmt]:
        """An option goes into the list; one with a row that is known beforehand is taken from a table."""
        if len(values) == 1 and isinstance(values[0], ast.Name) and self.make.is_steady(option.domains[0]):
            rows = range(len(option.domains[0].args[0].rows))
            table = self.shelf.made(("options", n, len(rows)), lambda: tuple((n, (row,)) for row in rows))
            return [py.do(py.call("add", py.index(table, values[0])))]
        return [py.do(py.call("add", _entry(n, values)))]

    def guarded(self, guards: Sequence[i.Guard], scope: Scope, then: Callable[[Scope], list[ast.stmt]]) -> list[ast.stmt]:
        """What follows when guards hold, in their order; names that stand among them get their values."""
        parts: list[tuple[str, Node]] = []
        for each in guards:
            if each.slot >= 0 and each.condition is not None:
                parts.append((f"x{each.slot}", ast.UnaryOp(ast.UAdd(), self.make.expr(each.condition, scope))))
                scope = scope.binding([(self.make.numbers[each.slot], py.name(f"x{each.slot}"))])
            else:
                parts.append(("", self.test(each, scope)))
        parts = asked_once(parts, f"t{len(guards)}_") if self.shelf.written <= MOST_SEARCHED else parts
        return guarding(parts, then(scope))

    def test(self, guard: i.Guard, scope: Scope) -> Node:
        """A requirement, or that a cost can be paid."""
        if guard.amount is not None and guard.held is not None:
            return py.compare(self.make.expr(guard.held, scope), ">=", self.make.expr(guard.amount, scope))
        assert guard.condition is not None
        return self.make.expr(guard.condition, scope)


def guarding(parts: Sequence[tuple[str, Node]], body: list[ast.stmt]) -> list[ast.stmt]:
    """Conditions in a row, and names with their values among them, before what follows when all hold. Names that nothing uses are left out."""
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
    """The same, in which what several ask of one function is asked once and has a name."""
    calls = Counter(ast.dump(each) for _, node in parts for each in py.nodes(node) if _is_asked(each))
    for n, dump in enumerate(sorted(each for each, many in calls.items() if many > 1)[:MOST_NAMED]):
        at = next((k for k, (_, node) in enumerate(parts) if any(ast.dump(each) == dump for each in py.nodes(node) if _is_asked(each))), None)
        if at is None:
            continue
        replacing = Replacing(dump, f"{prefix}{n}")
        parts = parts[:at] + [(word, replacing.visit(node)) for word, node in parts[at:]]
        assert replacing.found is not None
        parts.insert(at, (f"{prefix}{n}", replacing.found))
    return parts


def _is_asked(node: ast.AST) -> bool:
    """Whether this is the call of a function that was made beside."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id[0] in "dfqr" and node.func.id[1:].isdigit()


def _entry(n: int, values: Sequence[Node]) -> Node:
    """An option in the list: the number of its kind, and its values."""
    if all(isinstance(each, ast.Constant) for each in values):
        return py.const((n, tuple(each.value for each in values if isinstance(each, ast.Constant))))
    return py.tuple_of(py.const(n), py.tuple_of(*values))
