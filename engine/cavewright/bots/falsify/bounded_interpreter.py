"""Interpreter of broken rules, which may turn in a circle: it counts what decisions list within a step as work of that step.

Rules that pass the check seldom list options, find none and go on; broken ones may do nothing else, thousands of times in a step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...engine.interpret.closures import Boards, Slots
from ...engine.interpret.interpreter import Answer, Interpreter
from ...engine.interpret.step import STOP, WORK_LIMIT, Chosen, Gatherer, Lister, Run, Step, WorkLimitError
from ...foundation.source.ample_stack import retry_with_room
from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.program import instructions as i


class BoundedInterpreter(Interpreter):
    """Adds the work of listing to the step where nothing could be chosen, and refuses it beyond the limit. It asks
    nobody again which line the work went to."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        self.listed = 0
        super().__init__(ruleset, program)

    def lister(self, gatherers: list[Gatherer]) -> Lister:
        """The function that lists the options of a decision, and leaves the work of that in `listed`."""
        made, meter = super().lister(gatherers), self.evaluate.work_slot

        def list_options(h: Slots, s: Boards, run: Run | None = None) -> list[Chosen]:
            found = made(h, s, run)
            self.listed = h[meter]
            return found

        return list_options

    @handles
    def _decide(self, at: int, node: i.Decide) -> Step:
        made, meter, rule, span = super()._decide(at, node), self.evaluate.work_slot, node.clause.name, node.clause.span

        def decide(h: Slots, s: Boards, run: Run) -> int:
            self.listed = 0
            following = made(h, s, run)
            if following != STOP:
                h[meter] += self.listed
                if h[meter] > WORK_LIMIT:
                    raise WorkLimitError(rule, span)
            return following

        return decide

    def run_diagnosed(self, ask: Callable[[Interpreter], Answer]) -> Answer:
        """Returns the result of `ask`. Raises WorkLimitError, which names no line."""
        try:
            return ask(self)
        except RecursionError:
            return retry_with_room(partial(ask, self))
