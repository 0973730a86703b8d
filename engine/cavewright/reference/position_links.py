"""Addresses of positions on a page that plays a built game: what lies in the module's memory, packed, in letters."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import cache
from urllib.parse import quote

from ..ir.memory import Memory, TooMuchError
from ..ir.position_layout import Layout
from ..ir.slot_ranges import Types
from ..states.game import Game, State

Layouts = Callable[[int], Layout]


def layouts_of(game: Game) -> Layouts:
    """How positions of a game lie in the memory of its modules, by the number of players."""

    @cache
    def layout(players: int) -> Layout:
        optimised = game.interpreter.optimised_in_place
        types = Types(optimised.ruleset, players)
        return Layout(optimised.ruleset, optimised.program, Memory(), types, optimised.rows, optimised.kept)

    return layout


def position_link(state: State, layouts: Layouts, lang: str) -> str:
    """What stands behind the `#` of an address that opens a position; "" where that cannot be: while all act at once,
    and where more lies there than fits into a module.

    >>> from cavewright import load_game
    >>> start = load_game("tic-tac-toe").new_initial_state(["Anna", "Jola"])
    >>> position_link(start, layouts_of(start.game), "en").partition("&rules")[0]
    'players=2&lang=en&names=Anna,Jola'
    """
    if state._branches is not None:
        return ""
    try:
        data = layouts(len(state.names)).encoding.encoded(state._h, state._s)
    except TooMuchError:
        return ""
    names = ",".join(quote(each, safe="") for each in state.names)
    packed = urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    rules = state.game.rules_model.hash[:16]
    return f"players={len(state.names)}&lang={lang}&names={names}&rules={rules}&position={packed}"
