"""Rounds of loops within a step: a loop that stands at its beginning once more, with everything as it was, ends there.

Between two decisions play is deterministic, so such a loop could only repeat itself. What is compared is all that the
position keeps, the names that are bound, and who acts. Of the first round all is kept, of later ones a hash; where that
comes again, the next round is kept whole, and the loop ends when it stands there the next time.
"""

from __future__ import annotations

from typing import Any

from ...rules.program.instructions import PC
from .closures import Boards, Slots
from .step import Run

Standing = tuple[tuple[Any, ...], list[dict[int, Any]]]
"""Slots and boards, and whether effects can be refused."""


class LoopRounds:
    """The rounds of one loop in one step."""

    def __init__(self, standing: Standing) -> None:
        self.first, self.hashes = standing, set[int]()
        self.suspect: Standing | None = None
        self.noted = self.work = 0

    def stands_again(self, standing: Standing, run: Run, h: Slots, work_slot: int) -> bool:
        """Tells if the loop has stood here before. What it did since, and was counted for, is forgotten where that was
        only to be sure."""
        if standing == self.first:
            return True
        if self.suspect is not None and standing == self.suspect:
            while len(run.effects) > self.noted:
                run.effects.pop()
            h[work_slot] = self.work
            return True
        mark = hash((standing[0], tuple(hash(frozenset(each.items())) for each in standing[1])))
        if mark in self.hashes and self.suspect is None:
            self.suspect = standing
            self.noted = len(run.effects)
            self.work = h[work_slot]
        self.hashes.add(mark)
        return False


def comes_back(at: int, size: int, h: Slots, s: Boards, run: Run, work_slot: int) -> bool:
    """Tells if a loop stands at its beginning, an instruction, as it did before in this step."""
    slots = h[:size]
    slots[PC] = at
    standing = (run.strict, *slots), [dict(each) for each in s]
    if run.rounds is None:
        run.rounds = {}
    known = run.rounds.get(at)
    if known is None:
        run.rounds[at] = LoopRounds(standing)
        return False
    found: bool = known.stands_again(standing, run, h, work_slot)
    return found
