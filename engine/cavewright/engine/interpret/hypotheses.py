"""Questions about what would be, as functions of a position: something is carried out on a copy, of which nothing
stays but its work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.model.types import NONE
from .closures import Boards, Closure, ClosureMaker, Slots
from .step import count_things


class TrialSource(Protocol):
    """Whatever carries things out in thought: an interpreter of the same program. It counts the work in the slots."""

    def is_possible(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> bool:
        """Tells if something could be carried out here, with values, and nothing in it be refused."""
        ...

    def position_after(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> tuple[Slots, Boards] | None:
        """The slots and boards after something was carried out, with values; none where that is refused."""
        ...


class Hypotheses(ClosureMaker):
    """The operators that suppose something; `trials` carries it out."""

    trials: TrialSource

    @handles("possible")
    def _possible(self, e: m.Expr, deed: m.Deed, values: tuple[m.Expr, ...]) -> Closure:
        given, meter = [self.expr(each) for each in values], self.work_slot

        def possible(h: Slots, s: Boards) -> bool:
            known = [each(h, s) for each in given]
            count_things(h, meter, 1)
            return self.trials.is_possible(deed, known, h, s)

        return possible

    @handles("after")
    def _after(self, e: m.Expr, deed: m.Deed, values: tuple[m.Expr, ...], value: m.Expr) -> Closure:
        given = [self.expr(each) for each in values]
        meter = self.work_slot
        asked = self.expr(value)
        nothing = NONE if e.type.optional else 0

        def after(h: Slots, s: Boards) -> Any:
            known = [each(h, s) for each in given]
            count_things(h, meter, 1)
            found = self.trials.position_after(deed, known, h, s)
            if found is None:
                return nothing
            copy, boards = found
            answer = asked(copy, boards)
            h[meter] = copy[meter]
            return answer

        return after
