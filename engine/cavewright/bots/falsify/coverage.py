"""Notes which clauses examples evaluate: an interpreter whose functions tell by name what they belong to.

A declaration counts as evaluated where one of its lines or values is asked for: options fold parts of lines away, so
that the places of parts say too little.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ...engine.interpret.closures import Boards, Closure, Slots
from ...engine.interpret.decisions import GuardFunctions
from ...engine.interpret.expressions import Evaluator
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import Gatherer, Run, Step
from ...engine.jit.mechanics import Mechanics
from ...rules.model import ruleset as m
from ...rules.program import instructions as i
from ...rules.program.lower import lower

Place: TypeAlias = tuple[str, int]
"""The name of a file, and where a line of it begins."""


class Cell(NamedTuple):
    """A cell of a table: its kind, its column and the number of its row."""

    kind: str
    column: str
    row: int


Evaluated = set[Any]
"""Names of declarations, places of lines (the name of the file and where the line begins), and cells of tables."""


class NotingEvaluator(Evaluator):
    """Notes definitions and rankings that are asked for, and cells of tables that are read."""

    def __init__(self, noted: Evaluated, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.noted = noted

    def _call(self, e: m.Expr, define: m.Define, arguments: tuple[m.Expr, ...]) -> Closure:
        noted: Closure = note_before(self.noted, (f"define {define.name}",), super()._call(e, define, arguments))
        return noted

    def _ranking(self, e: m.Expr, ranking: m.Ranking, arguments: tuple[m.Expr, ...]) -> Closure:
        noted: Closure = note_before(self.noted, (f"ranking {ranking.name}",), super()._ranking(e, ranking, arguments))
        return noted

    def _column(self, e: m.Expr, kind: m.Kind, name: str, of: m.Expr) -> Closure:
        made: Closure = super()._column(e, kind, name, of)
        row, add = self.expr(of), self.noted.add

        def noting(h: Slots, s: Boards) -> Any:
            add(Cell(kind.name, name, row(h, s)))
            return made(h, s)

        return noting


class NotingInterpreter(Interpreter):
    """Notes instructions that are carried out, and guards that are asked."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program, noted: Evaluated) -> None:
        self.noted, self.evaluator = noted, partial(NotingEvaluator, noted)
        starts = {at: f"to {name}" for name, at in program.entries.items()}
        for node in program.code:
            for option in node.options if isinstance(node, i.Decide) else ():
                if option.signature.rule in ruleset.actions:
                    starts[option.to] = f"action {option.signature.rule}"
        self.starts = sorted(starts.items())
        super().__init__(ruleset, program)

    def declaration_of(self, at: int) -> str:
        """The declaration that an instruction was made of."""
        n = bisect_right(self.starts, at, key=lambda each: each[0])
        return self.starts[n - 1][1] if n else ""

    def _step(self, at: int, instruction: Any) -> Step:
        made = super()._step(at, instruction)
        names = self._names(at, instruction)
        add = self.noted.update

        def noting(h: Slots, s: Boards, run: Run) -> int:
            add(names)
            return made(h, s, run)

        return noting

    def _names(self, at: int, instruction: Any) -> tuple[Any, ...]:
        clause = getattr(instruction, "clause", None)
        declaration = self.declaration_of(at)
        if not isinstance(clause, m.Clause):
            return (declaration,)
        return declaration, f"whenever {clause.rule}", clause.rule, place_of(clause)

    def gatherer(self, at: int, n: int, option: i.Option) -> Gatherer:
        """Going through options, noted for the action and where it is offered."""
        names = f"action {option.signature.rule}", self.declaration_of(at)
        made = super().gatherer(at, n, option)
        self.domains[at, n] = [note_before(self.noted, names, each) for each in self.domains[at, n]]
        noted: Gatherer = note_before(self.noted, names, made)
        return noted

    def guard_functions(self, guard: i.Guard) -> GuardFunctions:
        """A guard that is noted when it is asked, with its action: a refusal asks for nothing else."""
        made = super().guard_functions(guard)
        names = place_of(guard.clause), f"action {guard.clause.rule}", f"to {guard.clause.rule}"
        made.holds = note_before(self.noted, names, made.holds)
        return made


def note_before(noted: Evaluated, names: tuple[Any, ...], work: Any) -> Any:
    """Returns the work with names noted before it."""
    add = noted.update

    def noting(*given: Any) -> Any:
        add(names)
        return work(*given)

    return noting


def place_of(clause: m.Clause) -> Place:
    """The place of a clause: its file, and where its line begins."""
    return clause.span.source.name, clause.span.start


def noting_mechanics(rules: m.Ruleset, noted: Evaluated) -> Mechanics:
    """The mechanics of a ruleset that note what they are asked for."""
    program = lower(rules)
    return Mechanics(rules, program, NotingInterpreter(rules, program, noted))
