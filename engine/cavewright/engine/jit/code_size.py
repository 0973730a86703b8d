"""Size of the Python that is written for rules: what would be too large is left to the interpreter. It is found by
writing all of it, before anybody plays.

What was written is not written again: the game plays by it, and it is kept between runs, with what was found.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...foundation.source import Diagnostic, Label, Span, at
from ...rules.check.whole_program import supposes
from ...rules.program import instructions as i
from ..generate import FunctionCode, GeneratedFunction
from ..generate.generator import MOST_IN_ALL, MOST_NODES
from ..generate.instruction_runs import expressions_at
from ..interpret.interpreter import Interpreter
from .compiled import Compiled

SHOWN = 8
"""Points of a program that are told at most; nothing more is looked for when so many are found."""
CLOSE = 2
"""From a share of 1/2 of what may be written on, the form for play in place is written too, which is somewhat
larger."""


def too_large(interpreter: Interpreter, engine: Interpreter | Compiled) -> tuple[Diagnostic, ...]:
    """C0614: what is left to the interpreter, one finding for all, with the first places of it.

    What would be is the interpreter's in any case.
    Takes as long as writing Python for the whole game, for which there are bounds, unless that was kept.

    >>> from cavewright import load_game
    >>> game = load_game("connect-four")
    >>> too_large(game.interpreter, game.engine)
    ()
    """
    program = interpreter.program
    left = [pc for pc in left_in(interpreter, engine) if not supposes(expressions_at(program.code[pc]))]
    places = list(dict.fromkeys(place(program, pc) for pc in left))
    if not places:
        return ()
    what = (
        "listing what can be chosen"
        if isinstance(program.code[left[0]], i.Decide)
        else "this, and what follows up to the next decision"
    )
    more = [Label(each, "and this") for each in places[1:SHOWN]]
    return (
        at(
            "C0614",
            f"a part of `{rule(program, left[0])}` would be too large as Python; the interpreter carries it out",
            places[0],
            what,
            more=more,
            severity="warning",
            help="it plays the same, but some four times slower there: offer and require less at one place, or go through less at once",
        ),
    )


def left_in(interpreter: Interpreter, engine: Interpreter | Compiled) -> tuple[int, ...]:
    """The points of a program at which something is left to the interpreter."""
    left = engine.left_in_all if isinstance(engine, Compiled) else None
    if left is None:
        states = CodeSizeEngine(interpreter, logged=False, noted=True)
        left = tuple(sorted(states.too_large or left_in_place(states)))
        if isinstance(engine, Compiled):
            engine.take_all(states.bundle(left))
    return left


def left_in_place(states: CodeSizeEngine) -> set[int]:
    """Clauses left to the interpreter by lines, looked for where the functions of states come close to the limit of code."""
    is_close = states.largest > MOST_NODES // CLOSE or states.generator.nodes > MOST_IN_ALL // CLOSE
    return CodeSizeEngine(states.interpreter, logged=True, noted=False).too_large if is_close else set()


def place(program: i.Program, pc: int) -> Span:
    """Returns the place of an instruction in the rule files."""
    node = program.code[pc]
    asked = getattr(node, "condition", None) or getattr(node, "domain", None)
    span: Span = asked.span if asked is not None and not hasattr(node, "clause") else clause(program, pc).span
    return span


def rule(program: i.Program, pc: int) -> str:
    """The rule that an instruction belongs to."""
    name: str = clause(program, pc).rule
    return name


def clause(program: i.Program, pc: int) -> Any:
    """The clause of an instruction, or of the next one that has any; of the last one behind that. A process stands for
    what carries it out."""
    code, node = program.code, program.code[pc]
    if isinstance(node, i.Call):
        return clause(program, node.to)
    return next(each.clause for each in (*code[pc:], *reversed(code)) if hasattr(each, "clause"))


class CodeSizeEngine(Compiled):
    """All functions that play could ask for, written but not called; until something is too large at `SHOWN` points."""

    def __init__(self, interpreter: Interpreter, logged: bool, noted: bool) -> None:
        super().__init__(interpreter, logged, noted)
        self.key = ""
        self.largest = self.so_far = 0
        self.due = list(self.points())
        for pc, node in enumerate(self.program.code):
            if isinstance(node, i.Decide) and len(self.too_large) < SHOWN:
                self.decision(pc, node)
        known = set[int]()
        while self.due and len(self.too_large) < SHOWN:
            pc = self.due.pop()
            if pc not in known:
                known.add(pc)
                self.at(pc)
                self.due += self.generator.blocks.flow.after(pc) if pc in self.too_large else ()

    def points(self) -> Iterator[int]:
        """Yields the instructions at which functions begin that are not options, as far as the program says: behind processes, chance and
        repacking."""
        through = self.generator.blocks.flow.through
        for pc, node in enumerate(self.program.code):
            match node:
                case i.Call(to=to) if through(to) is None:
                    yield pc + 1
                case i.Chance(to=to):
                    yield to
                case i.Repack(decide=decide, to=to):
                    yield from (decide, to)

    def decision(self, pc: int, node: i.Decide) -> None:
        """Listing the options of a decision, and carrying each out; one that would be too large is entered by the
        interpreter, and goes on alone."""
        self.lister(pc)
        listed = pc not in self.too_large
        for n, option in enumerate(node.options):
            self.due += [option.after] if option.after >= 0 else []
            for trial in (False, True) if option.is_tried and not self.logged else (False,):
                self.option(pc, n, trial)
                if listed and pc in self.too_large:
                    self.too_large -= {pc}
                    self.due.append(option.to)

    def open(self) -> None:
        """Nothing of what was kept is taken up."""

    def bind(self, made: FunctionCode, names: dict[str, Any]) -> Callable[..., Any]:
        """Only looks at a function: how large it is, and where it goes on."""
        self.largest, self.so_far = max(self.largest, self.generator.nodes - self.so_far), self.generator.nodes
        function = made.module.body[-1] if isinstance(made, GeneratedFunction) else None
        self.due += leads_to(function.body) if isinstance(function, ast.FunctionDef) else ()
        return nothing


def nothing(*given: Any) -> None:
    """Stands for a function that nobody calls."""


def leads_to(body: Iterable[ast.stmt]) -> Iterator[int]:
    """The instructions at which statements say that it goes on."""
    for each in body:
        match each:
            case ast.Return(value=ast.Constant(value=int(to))) if to >= 0:
                yield to
            case (
                ast.If(body=first, orelse=second)
                | ast.For(body=first, orelse=second)
                | ast.While(body=first, orelse=second)
            ):
                yield from leads_to((*first, *second))
