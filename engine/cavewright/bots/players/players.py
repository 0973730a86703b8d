"""Players that need no person. They know no game; what they aim at is the score, and the `advice` that the rules give."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from ...engine.interpret.step import Chosen
from ...foundation.source.argument_checks import wrong_value
from ...play.positions.action import Action
from ...play.states.game import Game, State
from .beam_search import Search, after
from .determinisation import BROKEN, imagine, keeps_secrets
from .line_tracker import LineTracker
from .repetition import Repetition
from .tree_search import Budget, SearchResult, TreeSearch


class Bot(Protocol):
    """Chooses actions. The same bot, made with the same seed and asked the same things in the same order, answers the
    same.

    >>> import cavewright as cw
    >>> class First:
    ...     def choose(self, state, player):
    ...         return state.legal_actions(player)[0]
    >>> bot: cw.bots.Bot = First()
    >>> state = cw.load_game("tic-tac-toe").new_initial_state()
    >>> str(bot.choose(state, 0))
    '0: mark a1'
    """

    def choose(self, state: State, player: int) -> Action:
        """One of the legal actions of a player who may act. ValueError when it may not."""
        ...


class Chooser(Protocol):
    """A bot that is asked in the course of one game, where positions need not be made."""

    def choose(self, state: State, player: int) -> Action:
        """One of the legal actions of a player who may act. ValueError when it may not."""
        ...

    def option(self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of one of some options of a player. `state` makes the position; `goes_on` says that nobody else has
        acted, and nothing was left to chance, since the player was asked last."""
        ...


class OptionBot(ABC):
    """Chooses an action by the place of its option, whatever it chose before."""

    game: Game

    @abstractmethod
    def option(self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of one of some options of a player."""

    def choose(self, state: State, player: int) -> Action:
        """The action of that option."""
        actions = legal(state, player, self.game)
        return actions[self.option(state._options(player), player, lambda: state, False)]


class RandomBot(OptionBot):
    """Every legal action is as likely as any other."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.sampler = game, random.Random(f"random {seed}")

    def option(self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of any option."""
        return self.sampler.choice(range(len(options)))


class GreedyBot:
    """Looks ahead to the end of its own turn, for the position that is worth most; see `Search`. Where it finds no
    difference it takes any action, by its seed.

    It plans once, and goes on with its plan as long as it meets the very positions that it foresaw; chance ends a plan.
    What it cannot know is dealt anew for every plan. Where a position comes again and again it takes any action, so that
    it does not go round for ever; see `Repetition`.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.search, self.seed, self.asked = game, Search(game), seed, 0
        self.is_open, self.repetition = not keeps_secrets(game), Repetition()
        self.plans: dict[int, list[int] | list[Chosen]] = {}
        """Places of options; where something may be unknown the options themselves, since there may be others."""
        self.last: dict[int, tuple[State, Chosen]] = {}

    def choose(self, state: State, player: int) -> Action:
        """The next action of its plan."""
        actions = legal(state, player, self.game)
        at = self.option(state._options(player), player, lambda: state, self.foreseen(state, player))
        self.last[player] = state, state._options(player)[at]
        return actions[at]

    def foreseen(self, state: State, player: int) -> bool:
        """Tells if a state came of the bot's last choice."""
        if not self.plans.get(player):
            return False
        return player in self.last and after(self.last[player][0], player, self.last[player][1])._stands_as(
            state, player
        )

    def option(self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of the next action of its plan."""
        if not self.is_open:
            return self.option_in_the_dark(options, player, state, goes_on)
        plan: Any = self.plans.get(player) if goes_on else None
        if not plan and len(options) == 1:
            plan = [0]
        elif not plan:
            plan = self.make_plan(state if isinstance(state, LineTracker) else state(), player, len(options))
        self.plans[player] = plan[1:]
        return int(plan[0])

    def make_plan(self, at: State | LineTracker, player: int, many: int) -> list[int]:
        """Returns a plan from a position on; any option where it went round."""
        seed = self.next_seed(player)
        if self.repetition.comes_again(at() if isinstance(at, LineTracker) else at, player):
            return [random.Random(f"again {seed}").randrange(many)]
        return self.search.plan(at, player, seed)

    def next_seed(self, player: int) -> str:
        """The seed of another plan."""
        self.asked += 1
        return f"greedy {self.seed} {player} {self.asked}"

    def option_in_the_dark(
        self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool
    ) -> int:
        """The place of the next action of its plan, where something may be unknown to the player."""
        plan: Any = self.plans.get(player) if goes_on else None
        if not plan or plan[0] not in options:
            plan = [options[0]]
            if len(options) > 1:
                plan = self.planned_in_the_dark(options, player, state(), self.next_seed(player))
        self.plans[player] = plan[1:]
        return options.index(plan[0])

    def planned_in_the_dark(self, options: Sequence[Chosen], player: int, state: State, seed: str) -> list[Chosen]:
        """A plan that was made in a position that could be the present one; any option where that one cannot be."""
        try:
            world = imagine(state, player, seed)
            plan = [*options_of(self.search.plan(world, player, seed), world, player)]
        except BROKEN:
            plan = []
        return plan if plan and plan[0] in options else [random.Random(seed).choice(options)]


def options_of(rows: Sequence[int], state: State, player: int) -> Iterator[Chosen]:
    """The options that are meant by the places of a plan."""
    for row in rows[:-1]:
        chosen = state._options(player)[row]
        yield chosen
        state = after(state, player, chosen)
    yield from (state._options(player)[row] for row in rows[-1:])


class TreeBot(OptionBot):
    """Plays out many games in its mind, and takes what it came back to most; see `TreeSearch`."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self.game, self.search, self.budget, self.asked = game, TreeSearch(game), budget, 0
        self.seed = random.Random(f"mcts {seed}").getrandbits(64)

    def option(self, options: Sequence[Chosen], player: int, state: Callable[[], State], goes_on: bool) -> int:
        """The place of the option that it tried most."""
        return 0 if len(options) == 1 else self.look(state(), player).best

    def look(self, state: State, player: int) -> SearchResult:
        """Returns the result of a search over the options of a player."""
        self.asked += 1
        return self.search.look(state, player, self.seed, self.asked & 2**32 - 1, self.budget)


def asked_for_options(bots: Sequence[Bot]) -> list[Chooser] | None:
    """The bots as such that are asked for options; None if one of them is none of these."""
    found: list[Any] = [each for each in bots if type(each) in (RandomBot, GreedyBot, TreeBot)]
    return found if len(found) == len(bots) else None


def legal(state: State, player: int, game: Game) -> Sequence[Action]:
    """The legal actions of a player who is asked, those out of turn apart; ValueError for one who is not, and for a state of
    another game."""
    if state.game != game:
        raise wrong_value("state", state, f"a state of {game.id}, by the same rules and options")
    player = state.player_meant(player)
    if player not in state.active_players:
        raise ValueError(f"player {player} may not act now")
    return state.legal_actions(player)
