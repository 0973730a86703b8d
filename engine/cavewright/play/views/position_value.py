"""Values a position for bots: by the score lines and the advice of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.interpret.closures import Boards, Closure, Slots
from ...engine.interpret.interpreter import Interpreter
from ...engine.interpret.step import WorkLimitError
from ...engine.jit.compiled import Compiled
from ...rules.check.limits import MOST_STEP
from ...rules.check.whole_program import all_parts
from ...rules.model import ruleset as m
from ...rules.model.worth import worth_of
from ...rules.program.instructions import COUNT, ME, Layout
from ..positions.playable import Playable

KEPT = 4096
"""Scores that are remembered."""


class PositionValue:
    """Says what slots and boards are worth to a player, as `model.worth` has it."""

    def __init__(self, game: Playable) -> None:
        rules, layout = game.rules_model, game.program.layout
        evaluate = game.interpreter.evaluator(rules, layout, at_rest=True)
        evaluate.trials = game.interpreter
        engine = None if isinstance(game.engine, Interpreter) else Compiled(game.interpreter, evaluate=evaluate)
        work = game.interpreter.work

        def make(value: m.Expr) -> Closure:
            """Returns a question; one that may take more work than it may is counted by the interpreter."""
            proven = engine is not None and work.of(value) <= MOST_STEP
            return engine.expression(value) if engine is not None and proven else evaluate.question(value)

        worth = worth_of(rules)
        self.sign = worth.sign
        self.score = memoised_sum(worth.lines, make, layout)
        self.advice: Closure = make(worth.advice) if worth.advice is not None else lambda h, s: 0

    def of(self, h: Slots, s: Boards, player: int, more: int = 0) -> int:
        """The value of a position, the score counted so many times more. The slots are scratch paper meanwhile, and
        come back meaning the same. What takes more work than it may is unknown, and adds nothing."""
        me, h[ME] = h[ME], player
        value = self.sign * known_value(self.score, h, s) * (more + 1) + known_value(self.advice, h, s)
        h[ME] = me
        return value


def known_value(ask: Closure, h: Slots, s: Boards) -> int:
    """Returns the answer, or 0 where that takes more work than it may."""
    me = h[ME]
    try:
        value: int = ask(h, s)
    except WorkLimitError:
        h[ME], value = me, 0
    return value


def memoised_sum(lines: Sequence[m.Expr], make: Callable[[m.Expr], Closure], layout: Layout) -> Closure:
    """The sum of the score lines. It is worked out once for what they read, unless they read boards, or ask what would be."""
    closures = [make(line) for line in lines]
    read = [arg for each in all_parts(tuple(lines)) for arg in each.args]

    def score(h: Slots, s: Boards) -> int:
        return sum(closure(h, s) for closure in closures)

    if any(isinstance(each, (m.Board, m.Deed)) for each in read):
        return score
    spans, known = kept_slots(read, layout), dict[Any, int]()

    def looked_up(h: Slots, s: Boards) -> int:
        key = (h[ME], h[COUNT], *[tuple(h[span]) for span in spans])
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[key] = score(h, s)
        return found

    return looked_up


def kept_slots(read: list[Any], layout: Layout) -> list[slice]:
    """The slots of everything kept that an expression may read."""
    ends = sorted({*layout.base.values(), layout.size})
    starts = sorted({layout.slot(each) for each in read if isinstance(each, m.Field)})
    return [slice(at, next(end for end in ends if end > at)) for at in starts]
