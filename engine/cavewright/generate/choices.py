"""The options of a decision as a Python function: loops over what parameters may be, with every guard as early as it can be asked."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ..program import instructions as i
from . import python as py
from .expressions import Expressions, Scope, Shelf, TooLarge
from .python import Node
from .sharing import shared

MOST_LOOPS = 15
"""Parameters of an option; Python nests no more than 20 loops."""


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
            body += self.option(pc, n, option, lambda values, n=n: [py.do(py.call("add", _entry(n, values)))])
        return self.function(f"l{pc}", [*body, py.give(py.name("found"))])

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
        return shared(py.function(word, ("h", "s", "run"), [py.assign("me", self.make.slot(py.const(i.ME))), *body]))

    def option(self, pc: int, n: int, option: i.Option, found: object) -> list[ast.stmt]:
        """One option: what is done with every choice of values that may be made."""
        if len(option.slots) > MOST_LOOPS:
            raise TooLarge
        numbers = {slot: number for number, slot in self.program.layout.locals.items()}

        def inner(scope: Scope) -> list[ast.stmt]:
            values = [scope.bound[numbers[slot]] for slot in option.slots]
            hit = found(values)  # type: ignore[operator]
            if not option.may_refuse:
                return list(hit)
            trial = py.call("tried", py.const((pc, n)), py.name("h"), py.name("s"), py.name("run"), py.tuple_of(*values))
            return py.when(trial, list(hit))

        def level(at: int, scope: Scope) -> list[ast.stmt]:
            return self.guarded([g for g in option.guards if g.level == at], scope, numbers, lambda scope: deeper(at, scope))

        def deeper(at: int, scope: Scope) -> list[ast.stmt]:
            if at == len(option.slots):
                return inner(scope)
            slot = option.slots[at]
            few = self.make.constants(option.domains[at])
            if few is not None:
                return [each for value in few for each in level(at + 1, scope.binding([(numbers[slot], py.const(value))]))]
            domain = self.make.domain(option.domains[at], scope)
            return [py.loop(f"x{slot}", domain, level(at + 1, scope.binding([(numbers[slot], py.name(f"x{slot}"))])))]
        return level(0, Scope())

    def guarded(self, guards: Sequence[i.Guard], scope: Scope, numbers: dict[int, int], then: object) -> list[ast.stmt]:
        """What follows when guards hold, in their order; names that stand among them get their values."""
        if not guards:
            return list(then(scope))  # type: ignore[operator]
        first = guards[0]
        if first.slot >= 0 and first.condition is not None:
            word = f"x{first.slot}"
            value = ast.UnaryOp(ast.UAdd(), self.make.expr(first.condition, scope))
            named = scope.binding([(numbers[first.slot], py.name(word))])
            return [py.assign(word, value), *self.guarded(guards[1:], named, numbers, then)]
        many = next((n for n, each in enumerate(guards) if each.slot >= 0), len(guards))
        tests = [self.test(each, scope) for each in guards[:many]]
        return py.when(py.both(*tests), self.guarded(guards[many:], scope, numbers, then))

    def test(self, guard: i.Guard, scope: Scope) -> Node:
        """A requirement, or that a cost can be paid."""
        if guard.amount is not None and guard.held is not None:
            return py.compare(self.make.expr(guard.held, scope), ">=", self.make.expr(guard.amount, scope))
        assert guard.condition is not None
        return self.make.expr(guard.condition, scope)


def _entry(n: int, values: Sequence[Node]) -> Node:
    """An option in the list: the number of its kind, and its values."""
    if all(isinstance(each, ast.Constant) for each in values):
        return py.const((n, tuple(each.value for each in values if isinstance(each, ast.Constant))))
    return py.tuple_of(py.const(n), py.tuple_of(*values))
