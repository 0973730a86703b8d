"""Adapters that let an instruction of the interpreter stand in for a generated function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.program import instructions as i
from ..interpret.closures import Boards, Slots
from ..interpret.interpreter import Interpreter
from ..interpret.step import MOST_OPTIONS, NOWHERE, WORK_LIMIT, Chosen, Run, WorkLimitError, count_work, new_run
from .maintained import MutableIndexValues

MANY_OPTIONS = 5 * MOST_OPTIONS
"""Where there could be more options, the interpreter lists them: it stops as soon as there are too many."""
Function = Callable[..., Any]
Options = list[Chosen]


def with_work(function: Function, work: int) -> Function:
    """Returns a function with its work counted before it is called. Raises WorkLimitError where that is too much."""

    def count_and_call(h: Slots, s: Boards, run: Run) -> Any:
        count_work(run, work)
        return function(h, s, run)

    return count_and_call if work else function


def counted_by_slot(step: Function, work_slot: int, weight: int) -> Function:
    """Returns an instruction of the interpreter, which counts in a slot, with its work added to that of the run."""

    def counted_step(h: Slots, s: Boards, run: Run, *values: Any) -> Any:
        before, h[work_slot] = h[work_slot], run.work
        try:
            return step(h, s, run, *values)
        finally:
            run.work, h[work_slot] = h[work_slot] + weight, before

    return counted_step


def within_budget(interpreter: Interpreter, made: Function | None, pc: int, plain: int, own: bool) -> Function:
    """Returns the lister of a decision: the one that was made, if its work is never too much, else the interpreter with the
    `plain` boards alone. `own`: it has a budget of its own, which counts in the run where nothing is found."""
    work = interpreter.find_listing_work(pc)
    if made is not None and work <= WORK_LIMIT:
        return with_own_budget(made, work, interpreter.program.code[pc]) if own else made
    if not own:
        return lambda h, s, run: interpreter.list_options(h, s[:plain])

    def list_and_count(h: Slots, s: Boards, run: Run) -> Options:
        found, run.work = interpreter.measured_options(h, s[:plain])
        return found

    return with_own_budget(list_and_count, 0, interpreter.program.code[pc])


def with_own_budget(lister: Function, work: int, node: i.Instruction) -> Function:
    """Returns a lister whose work, and that of its trials, is counted by itself; in the run where none of the decision's
    own options, which come first, is found and there is a run."""
    own = sum(not each.beside for each in node.options) if isinstance(node, i.Decide) else 0

    def list_with_budget(h: Slots, s: Boards, run: Run | None) -> Options:
        budget = new_run(Run)
        budget.strict = False
        budget.work = work
        budget.trials = 0
        budget.effects = NOWHERE
        budget.copies = budget.options = budget.log = budget.rounds = None
        found: Options = lister(h, s, budget)
        if run is not None and not (found and found[0][0] < own):
            count_work(run, budget.work)
        return found

    return list_with_budget


def not_too_many(lister: Function) -> Function:
    """Returns a lister that stops at the greatest number of options there may be."""

    def list_at_most(h: Slots, s: Boards, run: Run) -> Options:
        found: Options = lister(h, s, run)
        if len(found) > MOST_OPTIONS:
            raise WorkLimitError(options=True)
        return found

    return list_at_most


def taken_down(step: Function) -> Function:
    """Returns a step that writes its changes into the log of the run."""

    def log_and_call(h: Slots, s: Boards, run: Run, *values: Any) -> Any:
        before, boards, run.copies = h[:], s[:], None
        try:
            return step(h, s, run, *values)
        finally:
            assert run.log is not None
            run.log += [each for at, old in enumerate(before) if h[at] is not old for each in (old, at)]
            run.log += [each for at, old in enumerate(boards) if s[at] is not old for each in (old, at, s)]
            for at, held in enumerate(boards):
                if isinstance(held, MutableIndexValues) and before[held.kept.slots] != h[held.kept.slots]:
                    run.log += (held, at, s)
                    s[at] = MutableIndexValues(held.kept, h)
            run.copies = None

    return log_and_call


def finding_indexes_after(step: Function, held: Callable[[Slots], list[Any]]) -> Function:
    """Returns a step behind which the indexes are found anew, by `held`."""

    def done(h: Slots, s: Boards, run: Run, *values: Any) -> Any:
        found = step(h, s, run, *values)
        kept = held(h[:])
        s[len(s) - len(kept) :] = kept
        return found

    return done
