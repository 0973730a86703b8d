"""Addresses of positions on a page that plays a built game: what lies in the module's memory, packed, in letters; which
positions of examples those are, and by which options they are played."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from urllib.parse import quote

from ...machine.ir.memory import Memory, TooMuchError
from ...machine.ir.position_layout import Layout
from ...machine.ir.slot_ranges import Types
from ...play.examples.runner import ExampleStep
from ...play.states.game import Game, State

Layouts = Callable[[int], Layout]


def opening(steps: Iterable[ExampleStep]) -> State | None:
    """The position at which an example is opened: before its first action; where nothing is done, the one it is about."""
    some = tuple(steps)
    return next((each.before for each in some if each.action is not None), some[-1].after if some else None)


def other_games(game: Game, examples: Iterable[Iterable[ExampleStep]]) -> Mapping[Game, frozenset[int]]:
    """The games with other options in which examples are played, each with the numbers of players."""
    found: dict[Game, frozenset[int]] = {}
    for state in map(opening, examples):
        if state is not None and state.game != game:
            found[state.game] = found.get(state.game, frozenset()) | {len(state.names)}
    return found


def module_of(game: Game) -> str:
    """Returns the name of the files of a game that stand beside those of the same game with other options."""
    return f"with-{game.rules_model.hash[:16]}"


@lru_cache(64)
def layouts_of(game: Game) -> Layouts:
    """Returns the layouts of positions of a game in the memory of its modules, by the number of players."""

    @cache
    def layout(players: int) -> Layout:
        optimised = game.interpreter.optimised_in_place
        types = Types(optimised.ruleset, players)
        return Layout(optimised.ruleset, optimised.program, Memory(), types, optimised.rows, optimised.kept)

    return layout


def position_link(state: State, layouts: Layouts, lang: str, begins: bool = False) -> str:
    """Returns the part behind the `#` of an address that opens a position; "" where that cannot be: while all act at
    once, unless it is said that this `begins` there, and where more lies there than fits into a module.

    >>> from cavewright import load_game
    >>> start = load_game("tic-tac-toe").new_initial_state(["Anna", "Jola"])
    >>> position_link(start, layouts_of(start.game), "en").partition("&rules")[0]
    'players=2&lang=en&names=Anna,Jola'
    """
    if state._branches is not None and not begins:
        return ""
    try:
        data = layouts(len(state.names)).encoding.encode(state._h, state._s)
    except TooMuchError:
        return ""
    names = ",".join(quote(each, safe="") for each in state.names)
    packed = urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    rules = state.game.rules_model.hash[:16]
    return f"players={len(state.names)}&lang={lang}&names={names}&rules={rules}&position={packed}"
