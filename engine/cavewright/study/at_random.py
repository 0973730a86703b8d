"""Games of bots that look at nothing but their options: on one position that changes in place, without states, actions or events.

They are the games that a `Match` with the same seed and the same bots would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..play.action import CHANCE
from ..play.chance import brought
from ..play.game import Game
from ..play.interpret import Run
from ..play.line import Line
from ..play.state import State
from ..program.instructions import PC
from .bots import RandomBot
from .counts import Bounds, Counts, Seating
from .study import Played


class NotedLine(Line):
    """A line that notes effects, one after another; it is never taken back."""

    __slots__ = ("before", "effects")

    def __init__(self, state: State, effects: list[Any]) -> None:
        super().__init__(state)
        self._engine = state.game.noted_in_place
        self._run = Run()
        self._run.log, self._run.effects, self.effects, self.before = self._log, effects, effects, 0
        effects += state._effects

    def decision(self, player: int) -> int:
        """The instruction at which a player decides."""
        at: int = (self._h if self._together is None else self._together._slots(player))[PC]
        return at

    def push(self, option: tuple[int, tuple[int, ...]], player: int | None = None) -> None:
        """Carries out one of `options`."""
        self.before = len(self.effects)
        super().push(option, player)

    def draw(self, value: int) -> None:
        """Carries out one of the values of `weights`."""
        self.before = len(self.effects)
        super().draw(value)

    def _again(self, state: State) -> None:
        del self.effects[self.before :]
        super()._again(state)

    def _stand(self, state: State) -> None:
        self.effects += state._effects
        super()._stand(state)


def played_at_random(game: Game, seating: Seating, bounds: Bounds, bots: Sequence[RandomBot]) -> Played:
    """One game, by random bots. Raises what playing raises."""
    seed, moves, offered = seating[0], 0, game.offered
    counts = Counts(game, len(bots), bounds)
    line = NotedLine(game.new_initial_state(len(bots)), counts.effects)
    while not line.is_terminal:
        if line.current_player == CHANCE:
            line.draw(brought(seed, moves, line.weights()))
        else:
            player = line.active_players[0]
            options = line.options(player)
            if not counts.goes_on(player, len(options)):
                break
            option, at = bots[player].pick(options), line.decision(player)
            counts.chosen.append((at, offered[at][option[0]].name))
            line.push(option, player)
        moves += 1
    return counts.played(line.state, seating, ended=line.is_terminal)
