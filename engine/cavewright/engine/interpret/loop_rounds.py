"""Rounds of loops within a step: a loop that stands at its beginning once more, with everything as it was, ends there.

Between two decisions play is deterministic, so such a loop could only repeat itself. What is compared is all that the
position keeps, the names that are bound, and who acts. Of the first round all is kept, of later ones a digest.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from ...rules.model.piles import Pile
from ...rules.program.instructions import PC
from .closures import Boards, Slots
from .step import Run

Standing = tuple[tuple[Any, ...], list[dict[int, Any]]]
"""Slots and boards, and whether effects can be refused."""


class LoopRounds:
    """The rounds of one loop in one step."""

    def __init__(self, standing: Standing) -> None:
        self.first, self.digests = standing, set[bytes]()

    def stands_again(self, standing: Standing) -> bool:
        """Tells if the loop has stood here before."""
        if standing == self.first:
            return True
        digest = _digest_of(standing)
        if digest in self.digests:
            return True
        self.digests.add(digest)
        return False


def _digest_of(standing: Standing) -> bytes:
    """Returns bytes that two places have in common only if they are equal. The hash of Python would not do: it takes -1
    for -2, and a set for one whose members are 61 further on."""
    slots = [each.heaps if isinstance(each, Pile) else each for each in standing[0]]
    text = repr((slots, [sorted(each.items()) for each in standing[1]]))
    return blake2b(text.encode(), digest_size=16).digest()


def comes_back(at: int, size: int, h: Slots, s: Boards, run: Run) -> bool:
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
    found: bool = known.stands_again(standing)
    return found
