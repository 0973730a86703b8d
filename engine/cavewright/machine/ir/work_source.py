"""Work of a program as the interpreter knows it, and whether a step may be more than a limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.interpret.interpreter import Interpreter
from ...rules.check.control import in_order
from ...rules.check.cost_limits import StatementCost
from ...rules.check.whole_program import WholeProgram


@dataclass(frozen=True)
class WorkSource:
    """Work of the instructions of a program and of listing the options of its decisions, at its worst; how much a step
    may be; and of whom to learn more where a step may be more than that."""

    works: Sequence[int]
    listings: Sequence[int]
    limit: int
    interpreter: Interpreter | None = None
    """of rules whose steps or listings may be too much work at their worst"""


def work_source(interpreter: Interpreter, limit: int) -> WorkSource:
    """Returns the work of the program of an interpreter."""
    works, listings = interpreter.work_by_instruction, interpreter.work_of_listing
    is_known = max(listings, default=0) <= limit and not may_pass(interpreter, limit)
    return WorkSource(works, listings, limit, None if is_known else interpreter)


def may_pass(interpreter: Interpreter, limit: int) -> bool:
    """Reports whether a step may be more work than a limit, going by the worst case of everything."""
    steps = StatementCost(whole := WholeProgram(interpreter.ruleset, ()))
    return any(steps.add(each).most > limit for each in in_order(whole.graph))
