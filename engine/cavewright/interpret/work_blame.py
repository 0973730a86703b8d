"""Which rule a step spends most of its work on, found by doing the step once more and counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..program import instructions as i
from ..source import Span
from . import step
from .board_queries import Boards, Slots
from .interpreter import Interpreter
from .step import Run, WorkLimitError


class Counting(Interpreter):
    """An interpreter that counts the work of every instruction, in trials too. It is as slow as it likes: nobody plays
    by it."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter.ruleset, interpreter.program)
        self.counts = Counter[int]()

    def advance(self, h: Slots, s: Boards, run: Run) -> None:
        """Carries out instructions until somebody has to decide."""
        at, n = h[i.PC], 0
        try:
            for n in range(step.WORK_LIMIT - run.work):  # noqa: B007 - counted in `finally`
                at = self.counted_at(at, h, s, run)
                if at < 0:
                    return
            raise WorkLimitError
        finally:
            run.work += n + 1

    def try_out(self, h: Slots, s: Boards, run: Run) -> None:
        """The same, as far as something could be refused."""
        at = h[i.PC]
        while at in self.risky:
            if run.work >= step.WORK_LIMIT:
                raise WorkLimitError
            run.work += 1
            at = self.counted_at(at, h, s, run)

    def counted_at(self, at: int, h: Slots, s: Boards, run: Run) -> int:
        """Carries out one instruction, and says which comes next."""
        self.counts[at] += self.counted[at]
        return self.code[at](h, s, run)

    def blame(self, error: WorkLimitError, ask: Callable[[Interpreter], Any]) -> WorkLimitError:
        """The error as it is."""
        return error


def carried_out(interpreter: Interpreter, ask: Callable[[Interpreter], Any]) -> Any:
    """What `ask` gives when it is done by an interpreter that counts. Raises WorkLimitError that names what most of the
    work went to."""
    counting = Counting(interpreter)
    try:
        return ask(counting)
    except WorkLimitError as error:
        raise named(error, counting) from None


def named(error: WorkLimitError, counting: Counting) -> WorkLimitError:
    """The error that names the line that most of the work went to."""
    if error.span is not None or not counting.counts:
        return error
    by_line, places = Counter[tuple[str, int]](), dict[tuple[str, int], tuple[str, Span]]()
    for at, work in sorted(counting.counts.items()):
        rule, span = place(counting.program, at)
        key = span.source.name, span.line
        by_line[key] += work
        places.setdefault(key, (rule, span))
    return WorkLimitError(*places[max(by_line, key=lambda key: by_line[key])], error.options)


def place(program: i.Program, at: int) -> tuple[str, Span]:
    """The rule that an instruction belongs to, and where it stands: its own clause, or that of what comes next."""
    found = next(each.clause for each in (*program.code[at:], *reversed(program.code[:at])) if hasattr(each, "clause"))
    node = program.code[at]
    asked = getattr(node, "condition", None) or getattr(node, "domain", None)
    return found.name, asked.span if asked is not None and not hasattr(node, "clause") else found.span
