"""Count of the rounds that have begun, kept by the module itself beside the position."""

from __future__ import annotations

from ...machine.ir.construction import read, write
from ...machine.ir.form import Array, Block, If
from ...machine.ir.loop_ends import EndingRegions
from ...machine.ir.regions import Go


class RoundCounting(EndingRegions):
    """Regions that count how often it goes on behind some instructions. While an option is tried nothing is counted."""

    heads: frozenset[int]
    """the instructions with which a round begins"""
    begun: Array
    """how many have begun since somebody has set it to 0"""
    depth: Array | None
    """the cell that says how many trials are going on"""

    def follows(self, here: int, then: int) -> bool:
        """Tells if an instruction can stand right behind another: behind the beginning of a round the count does."""
        return here not in self.heads and super().follows(here, then)

    def go(self, at: int) -> Go:
        """Goes on, and counts it."""
        to = super().go(at)
        if at not in self.heads:
            return to
        one: Block = (write(self.begun, read(self.begun) + 1),)
        if self.depth is not None:
            one = (If(read(self.depth) > 0, (), one),)
        return lambda there: (*one, *to(there)) if there == at + 1 else to(there)
