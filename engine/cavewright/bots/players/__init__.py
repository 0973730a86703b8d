"""Bots: players that need no person, for every ruleset.

In: states. Out: actions. Look here for players that need no person (`players`), the search of the greedy one
(`beam_search`), which goes on with the game in a module (`line_tracker`), tree search (`tree_search`, on a line
`line_tree`), what a player cannot know, dealt anew (`determinisation`; `imagined_values`, `unknown_names`), how the choices of a
match stood, and what a hint goes by (`judgement`), why one could not go on (`failure`).

>>> import cavewright as cw
>>> game = cw.load_game("tic-tac-toe")
>>> match, bot = cw.Match(game, players=2, seed=7), cw.bots.make("greedy", game, seed=7)
>>> while not match.state.is_terminal:
...     _ = match.push(bot.choose(match.state, match.state.active_players[0]))
>>> match.state.is_terminal
True
"""

from __future__ import annotations

import re

from ...foundation.source import did_you_mean
from ...foundation.source.argument_checks import instance, show_value, whole_number, wrong_value
from ...play.states.game import Game
from ...rules.model.tree_limits import MOST_PLAYOUTS
from .players import Bot, GreedyBot, RandomBot, TreeBot
from .tree_search import Budget

__all__ = ["Bot", "make", "names", "strengths"]

GREEDY, MCTS, RANDOM = "greedy", "mcts", "random"
BOTS = (GREEDY, MCTS, RANDOM)
PLAYOUTS = 1_000
"""What an `mcts` bot plays out for a decision, unless told otherwise."""
MOST_MILLISECONDS = 3_600_000
STRENGTHS = {"easy": 30, "normal": PLAYOUTS, "hard": 8_000}
"""What `mcts` plays out at each strength."""
A_TIME = re.compile(r"([0-9]{1,4}(?:[.][0-9]{1,3})?)s")


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('greedy', 'mcts', 'random')
    """
    return BOTS


def strengths() -> tuple[str, ...]:
    """The names of all bots, each strength of `mcts` by itself.

    >>> strengths()
    ('greedy', 'mcts', 'mcts:easy', 'mcts:hard', 'random')
    """
    return tuple(sorted((*BOTS, *(f"{MCTS}:{each}" for each in STRENGTHS if STRENGTHS[each] != PLAYOUTS))))


def make(name: str, game: Game, seed: int = 0, *, playouts: int | None = None, milliseconds: int | None = None) -> Bot:
    """A bot that plays a game: `greedy` looks for the position that is worth most at the end of its turn, `mcts` plays
    out many games in its mind (Monte Carlo tree search), to `random` all legal actions are alike.

    The seed is a whole number from 0; a bot made with the same one, and asked the same in the same order, answers the
    same. What `mcts` may use for a decision is a number of `playouts` (1,000 unless told otherwise), or of
    `milliseconds`, with both whatever is used up first; with milliseconds its answers depend on the machine. A strength or
    a time may stand behind its name: `mcts:easy`, `mcts:normal`, `mcts:hard`, `mcts:2s`. Raises
    ValueError for a name that is none, and for a budget that is none or belongs to another bot.

    >>> import cavewright as cw
    >>> make("gredy", cw.load_game("tic-tac-toe"))
    Traceback (most recent call last):
    ValueError: there is no bot `gredy`; did you mean `greedy`?
    >>> game = cw.load_game("tic-tac-toe")
    >>> state = game.new_initial_state().apply("mark a1").apply("mark b1").apply("mark a2").apply("mark b2")
    >>> str(make("mcts", game, playouts=200).choose(state, 0))
    '0: mark a3'
    """
    instance("name", name, str, "the name of a bot")
    instance("game", game, Game, "a Game, as `load_game` gives it")
    whole_number("seed", seed, 0, "a whole number from 0")
    kind, told = known_name(name), strength(name)
    if kind != MCTS:
        if playouts is not None or milliseconds is not None:
            raise ValueError(f"the bot `{name}` has no budget: playouts and milliseconds are for `{MCTS}`")
        return GreedyBot(game, seed) if name == GREEDY else RandomBot(game, seed)
    if told is not None and (playouts is not None or milliseconds is not None):
        raise ValueError(f"the bot `{name}` has a budget of its own: leave out playouts and milliseconds")
    if told is not None:
        return TreeBot(game, seed, told)
    return TreeBot(game, seed, budget(playouts, milliseconds))


def budget(playouts: int | None, milliseconds: int | None) -> Budget:
    """Returns the budget for a decision. ValueError, or TypeError, for what is none."""
    for name, value, most in (
        ("playouts", playouts, MOST_PLAYOUTS // 2),
        ("milliseconds", milliseconds, MOST_MILLISECONDS),
    ):
        if value is not None:
            whole_number(name, value, 1, f"a whole number from 1 to {most}")
            if value > most:
                raise wrong_value(name, value, f"a whole number from 1 to {most}")
    return Budget(PLAYOUTS if playouts is None and milliseconds is None else playouts, milliseconds)


def known_name(name: str) -> str:
    """The name of a bot, without its strength; ValueError for one that is none."""
    kind, _, told = name.partition(":")
    if kind not in BOTS:
        help = did_you_mean(name[:40], BOTS) or f"there are: {', '.join(f'`{each}`' for each in BOTS)}"
        raise ValueError(f"there is no bot `{show_value(name)[1:-1]}`; {help}")
    if kind != name:
        if kind != MCTS:
            raise ValueError(f"the bot `{kind}` has one strength: leave out `:{show_value(told)[1:-1]}`")
        strength(name)
    return kind


def strength(name: str) -> Budget | None:
    """The budget that stands behind the name of a bot, if there is one; ValueError for what is none.

    >>> strength("mcts:2s"), strength("mcts")
    (Budget(playouts=None, milliseconds=2000), None)
    """
    _, mark, told = name.partition(":")
    if not mark:
        return None
    if told in STRENGTHS:
        return Budget(STRENGTHS[told], None)
    time, shown = A_TIME.fullmatch(told), show_value(told)[1:-1]
    if time is None:
        there_are = ", ".join(f"`{each}`" for each in STRENGTHS)
        raise ValueError(f"a bot has no strength `{shown}`; there are: {there_are}, and a time such as `2s`")
    milliseconds = round(1000 * float(time[1]))
    if not 1 <= milliseconds <= MOST_MILLISECONDS:
        raise ValueError(
            f"`{shown}` is no time for a decision; from `0.001s` to `{MOST_MILLISECONDS // 1000}s` can be had"
        )
    return Budget(None, milliseconds)
