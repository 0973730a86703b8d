"""Players that need no person. They know no game; what they aim at is the score, and the `advice` that the rules give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from ..positions.action import Action
from ..states.game import Game, State
from .beam_search import Search

T = TypeVar("T")


class Bot(Protocol):
    """Chooses actions. The same bot, made with the same seed and asked the same things in the same order, answers the
    same."""

    def choose(self, state: State, player: int) -> Action:
        """One of the legal actions of a player who may act. ValueError when it may not."""
        ...


class RandomBot:
    """Every legal action is as likely as any other."""

    def __init__(self, game: Game, seed: int) -> None:
        self.sampler = random.Random(f"random {seed}")

    def choose(self, state: State, player: int) -> Action:
        """A legal action, by chance."""
        return self.pick(legal(state, player))

    def pick(self, options: Sequence[T]) -> T:
        """One of some options, by chance."""
        return self.sampler.choice(options)


class GreedyBot:
    """Looks ahead to the end of its own turn, for the position that is worth most; see `Search`.

    It plans once, and goes on with its plan as long as it meets the very positions that it foresaw; chance ends a plan.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.search, self.seed, self.asked = Search(game), seed, 0
        self.plans: dict[int, list[tuple[State, Action]]] = {}

    def choose(self, state: State, player: int) -> Action:
        """The next action of its plan."""
        actions = legal(state, player)
        if len(actions) == 1:
            return actions[0]
        plan = self.plans.get(player, [])
        while plan and not state._stands_as(plan[0][0], player):
            plan = plan[1:]
        if not plan:
            self.asked += 1
            plan = self.search.plan(state, player, f"greedy {self.seed} {player} {self.asked}")
        self.plans[player] = plan[1:]
        return plan[0][1]


def legal(state: State, player: int) -> tuple[Action, ...]:
    """The legal actions of a player; ValueError when there are none."""
    actions = state.legal_actions(player)
    if not actions:
        raise ValueError(f"player {player} may not act now")
    return actions
