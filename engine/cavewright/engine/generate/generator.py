"""The functions of one program, made one by one when they are asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ..optimise import MaintainedIndex, Optimised
from . import python_syntax as py
from .common_subexpressions import scan_fields, share_reads
from .constant_pool import ConstantPool, Scope, TooLarge
from .expressions import Expressions
from .inlining import inline_definitions
from .move_generation import MoveGenerator
from .step_functions import StepFunctions

MOST_NODES = 20_000
"""Nodes of Python syntax that one function may have, with those that are made beside it."""
MOST_IN_ALL = 400_000
"""The same of all functions of a program; what is asked for beyond that is left to the interpreter. As much may be
written in vain."""


Plan = tuple[tuple[MaintainedIndex, ...], Mapping[int, tuple[int, int]]]
"""What is kept up with every write, and what of that is all that can be chosen at decisions, as in `Optimised`."""
FunctionKey = tuple[Any, ...]
"""What is asked for: the name of what makes it (at, option, lister or prober of `Generator`), and what that is
given."""


@dataclass(frozen=True)
class FunctionCode:
    """A function with those beside it as code; `values` and `asked` are what it refers to and has not been bound
    before."""

    name: str
    code: CodeType
    values: dict[str, Any]
    asked: dict[str, tuple[m.Expr, tuple[m.Local, ...]]]


@dataclass(frozen=True)
class GeneratedFunction(FunctionCode):
    """The same, just written, with its syntax."""

    module: ast.Module

    @property
    def bare(self) -> FunctionCode:
        """Returns the parts that have to be kept."""
        return FunctionCode(self.name, self.code, self.values, self.asked)


@dataclass(frozen=True)
class CodeBundle:
    """Generated functions by key, in an order in which each follows all that it refers to.

    `vain` is what was asked for in vain, since it would be too large. If all was written that play could ask for,
    `left` says at which points of the program something is left to the interpreter. `plan` is what it keeps up.
    """

    functions: Mapping[FunctionKey, FunctionCode]
    vain: tuple[FunctionKey, ...]
    left: tuple[int, ...] | None = None
    plan: Plan | None = None

    @property
    def asks(self) -> set[FunctionKey]:
        """All that it knows of."""
        return {*self.functions, *self.vain}


class Generator:
    """Writes the functions of a program. `work` is the work of every instruction, `listing_work` tells that of listing the
    options at one, `limit` is how much one step may take.

    What `logged` functions do can be taken back, by the log of the run; `noted` ones note effects, of which events are
    made.
    """

    def __init__(
        self,
        rules: Optimised,
        work: Sequence[int],
        listing_work: Callable[[int], int],
        limit: int,
        logged: bool = False,
        noted: bool = True,
    ) -> None:
        self.rules, self.program, self.pool = rules, rules.program, ConstantPool()
        self.expressions = Expressions(rules.ruleset, self.program.layout, self.pool)
        self.expressions.kept, self.expressions.rows, self.expressions.logged = rules.kept, rules.rows, logged
        self.choices = MoveGenerator(rules, self.expressions, self.pool)
        kept = self.choices.kept_options
        self.blocks = StepFunctions(
            self.program, self.expressions, self.pool, work, listing_work, limit, logged, noted, kept
        )
        self.given = set[str]()
        self.nodes = self.lost = 0

    def write_function(self, make: str, *given: Any) -> GeneratedFunction:
        """Writes the function that is asked for. Raises TooLarge, as all of these do."""
        made: GeneratedFunction = getattr(self, make)(*given)
        return made

    def at(self, pc: int) -> GeneratedFunction:
        """The function that goes on at an instruction."""
        return self.finish_function(lambda: self.blocks.at(pc), pc)

    def option(self, pc: int, n: int, trial: bool = False) -> GeneratedFunction:
        """The function that carries out an option of a decision; in a trial nothing goes on behind one that stands
        beside."""
        return self.finish_function(lambda: self.blocks.option(pc, n, trial), pc)

    def lister(self, pc: int) -> GeneratedFunction:
        """The function that lists the options of a decision."""
        return self.finish_function(lambda: self.choices.lister(pc), pc)

    def prober(self, pc: int) -> GeneratedFunction:
        """The function that says whether a decision has options."""
        return self.finish_function(lambda: self.choices.prober(pc), pc)

    def expression(self, e: m.Expr) -> GeneratedFunction:
        """The function `e<n>(h, s)` of an expression."""
        e = self.rules.expressions.expr(e)
        word = f"e{len(self.given)}"
        me = py.assign("me", self.expressions.slot(py.const(i.ME)))
        return self.finish_function(
            lambda: share_reads(
                py.function(word, ("h", "s"), [me, py.give(self.expressions.expr(e, Scope()))]), self.pool.values
            ),
            0,
        )

    def finish_function(self, write: Callable[[], ast.FunctionDef], pc: int) -> GeneratedFunction:
        """Returns a function with all that it needs and that has not been given out yet."""
        if self.nodes > MOST_IN_ALL or self.lost > MOST_IN_ALL:
            raise TooLarge
        known, values, asked, count = (
            dict(self.pool.known),
            dict(self.pool.values),
            dict(self.pool.asked),
            len(self.pool.functions),
        )
        self.pool.written = self.pool.beside = size = 0
        try:
            function = write()
            for each in self.pool.functions[count:]:
                if each.name[0] in "dfr":
                    scan_fields(each, self.pool.values)
            inline_definitions(function, self.pool.functions)
            body = [*self.pool.functions[count:], function]
            size = sum(len(py.nodes(each)) for each in body)
            if size > MOST_NODES:
                raise TooLarge
            module = ast.Module([py.place_nodes(each) for each in body], [])
            code = compile(module, self.file(pc), "exec")
        except (TooLarge, RecursionError, SyntaxError) as error:
            self.pool.known, self.pool.values, self.pool.asked = known, values, asked
            del self.pool.functions[count:]
            self.lost += max(size, self.pool.written, self.pool.beside)
            raise TooLarge from error
        self.nodes += size
        self.given.add(function.name)
        new = {word: value for word, value in self.pool.values.items() if word not in values}
        questions = {word: what for word, what in self.pool.asked.items() if word not in asked}
        return GeneratedFunction(function.name, code, new, questions, module)

    def file(self, pc: int) -> str:
        """The rule file that an instruction comes from."""
        clause = getattr(self.program.code[pc], "clause", None)
        return clause.span.source.name if clause is not None else "rules"
