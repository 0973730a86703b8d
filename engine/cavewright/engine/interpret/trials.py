"""Trials of what is carried out in thought, to answer what would be: whether it is possible, and the position after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules.model import ruleset as m
from ...rules.model.dispatch import handles
from ...rules.program import instructions as i
from .closures import Boards, Slots
from .decisions import DecisionInstructions
from .step import NOWHERE, Gatherer, NumberError, Refused, Run, Step, count_things


class TrialInstructions(DecisionInstructions):
    """The functions of instructions that play never comes to."""

    def __init__(self, ruleset: m.Ruleset, program: i.Program) -> None:
        super().__init__(ruleset, program)
        self.supposing: dict[int, Gatherer] = {}
        """What finds the values of something of which all is given, by the number of its instruction."""

    @handles
    def _trial(self, at: int, node: i.Trial) -> Step:
        found = [self.gatherer(at, n, each) for n, each in enumerate(node.options)]
        self.probers[at] = self.prober(node, found)
        if len(found) == 1:
            self.supposing[at] = found[0]
        return self._end(at, i.End())

    def is_possible(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> bool:
        """Tells if something could be carried out here, with values, and nothing in it be refused."""
        at, copy = self.begin_trial(deed, given, h)
        found = self.probers[at](copy, s, Run())
        h[self.evaluate.work_slot] = copy[self.evaluate.work_slot]
        return found

    def position_after(self, deed: m.Deed, given: Sequence[Any], h: Slots, s: Boards) -> tuple[Slots, Boards] | None:
        """The slots and boards after something was carried out, with values; none where that is refused."""
        (at, copy), boards, values = self.begin_trial(deed, given, h), s[:], list[Any]()
        self.supposing[at](copy, s, values, None, True)
        found = bool(values) and self.carry_through(at, values[0][1], copy, boards)
        h[self.evaluate.work_slot] = copy[self.evaluate.work_slot]
        return (copy, boards) if found else None

    def begin_trial(self, deed: m.Deed, given: Sequence[Any], h: Slots) -> tuple[int, Slots]:
        """The instruction of what is supposed, and a copy of the slots with the values that it takes."""
        at, copy = self.program.trials[deed], h[:]
        node = self.program.code[at]
        assert isinstance(node, i.Trial)
        for name, value in zip(node.takes, given, strict=True):
            copy[self.evaluate.slot(name)] = +value
        return at, copy

    def carry_through(self, at: int, values: Sequence[int], h: Slots, s: Boards) -> bool:
        """Carries something out to its end, on the slots and boards themselves. Gives no where it is refused."""
        node = self.program.code[at]
        assert isinstance(node, i.Trial)
        option, run = node.options[0], Run(True, 0, 1, NOWHERE)
        for slot, value in zip(option.slots, values, strict=True):
            h[slot] = value
        for guard in self.guards[at, 0]:
            if guard.guard.slot >= 0:
                guard.holds(h, s)
        h[option.back], at = option.after, option.to
        code, weights, meter = self.code, self.own_work, self.evaluate.work_slot
        try:
            while at >= 0:
                count_things(h, meter, weights[at])
                at = code[at](h, s, run)
        except (Refused, NumberError):
            return False
        return True
