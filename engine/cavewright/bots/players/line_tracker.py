"""Tracks a line of play for bots: its position, and the steps since a module last encoded it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.interpret.step import Chosen
from ...play.states.game import State
from ...play.states.line import Line

if TYPE_CHECKING:
    from ...machine.native.searcher import Searcher


class LineTracker:
    """Position of a line, as the number of steps and the choices that led to it. Whoever goes on with the line says so
    here."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.steps: list[tuple[int, Chosen]] = []
        """What was done since a bot looked ahead last: at which instruction, and what."""

    def __call__(self) -> State:
        """The position as a state."""
        return self.line.state

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.line.names)

    def options(self, player: int) -> int:
        """Returns the number of options that a player has."""
        return len(self.line.options(player))

    def goes_on(self, at: int, chosen: Chosen) -> None:
        """Somebody does something at an instruction; what chance brings is that value and its weight."""
        self.steps.append((at, chosen))

    def plan(self, searcher: Searcher, player: int, points: Sequence[int]) -> tuple[int, ...] | None:
        """Returns the plan of `Searcher.plan` at this position. While all act at once each stands somewhere else."""
        line, steps, self.steps = self.line, self.steps, []
        if line._together is None:
            return searcher.plan_on(self, steps, line._h, line._s, player, points)
        return searcher.plan(line._together._slots(player), line._together._s, player, points)
