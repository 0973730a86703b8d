"""Bots: players that need no person, for every ruleset.

>>> import cavewright as cw
>>> game = cw.load_game("tic-tac-toe")
>>> match, bot = cw.Match(game, players=2, seed=7), cw.bots.make("greedy", game, seed=7)
>>> while not match.state.is_terminal:
...     _ = match.push(bot.choose(match.state, match.state.active_players[0]))
>>> match.state.is_terminal
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ..source import did_you_mean
from ..source.argument_checks import instance, shown, whole_number
from ..states.game import Game
from .players import Bot, GreedyBot, RandomBot

__all__ = ["Bot", "make", "names"]

BOTS: Mapping[str, Callable[[Game, int], Bot]] = MappingProxyType({"greedy": GreedyBot, "random": RandomBot})


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('greedy', 'random')
    """
    return tuple(BOTS)


def make(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot that plays a game: `greedy` looks for the position that is worth most at the end of its turn, to `random`
    all legal actions are alike.

    The seed is a whole number from 0; a bot made with the same one, and asked the same in the same order, answers the
    same. Raises ValueError for a name that is none.

    >>> import cavewright as cw
    >>> make("gredy", cw.load_game("tic-tac-toe"))
    Traceback (most recent call last):
    ValueError: there is no bot `gredy`; did you mean `greedy`?
    """
    instance("name", name, str, "the name of a bot")
    instance("game", game, Game, "a Game, as `load_game` gives it")
    whole_number("seed", seed, 0, "a whole number from 0")
    known(name)
    return BOTS[name](game, seed)


def known(name: str) -> str:
    """The name of a bot; ValueError for one that is none."""
    if name not in BOTS:
        help = did_you_mean(name[:40], BOTS) or f"there are: {', '.join(f'`{each}`' for each in BOTS)}"
        raise ValueError(f"there is no bot `{shown(name)[1:-1]}`; {help}")
    return name
