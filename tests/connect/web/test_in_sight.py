"""Boards and what can be done are in sight together on a desk, at the first decision of a game and in its middle."""

import contextlib

import pytest
from tests.connect.web.test_keyboard import MISSING, PUPPETEER
from tests.connect.web.test_screens import served
from tests.connect.web.test_static_page import HERE, node

import cavewright as cw
from cavewright.bots import make
from cavewright.connect.web.table import Table

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}")
MIDDLES = {
    **dict.fromkeys(("tic-tac-toe", "connect-four"), 4),
    **dict.fromkeys(("breakthrough", "hex", "nine-mens-morris", "draughts", "backgammon", "go", "chess", "hearts"), 14),
    "kuhn-poker": 1,
    "cave-vs-cave": 14,
    "kave-kapers": 40,
    **dict.fromkeys(("the-cave", "the-cave-de", "the-cave-es"), 60),
}
"""Games, each with the moves after which it is in its middle."""
NEARLY_ALL = 95
"""Percent of a board that is in sight as a whole."""


@pytest.mark.parametrize("spec", MIDDLES)
@pytest.mark.gate("connect-four")
def test_boards_and_choices_are_in_sight_together(tmp_path, spec):
    game = cw.load_game(spec)
    seats, addresses = max(2, game.players.start), []
    with contextlib.ExitStack() as stack:
        for moves in (0, MIDDLES[spec]):
            match, bot = cw.Match(game, seats, seed=7), make("random", game, 1)
            while len(match.move_stack) < moves and not match.state.is_terminal:
                match.push(bot.choose(match.state, match.state.active_players[0]))
            table = Table.new(match, (), tmp_path / f"{moves}.match", spec)
            me = match.state.active_players[0]
            addresses.append(f"{stack.enter_context(served(table))}{table.links.host}/?lang=en&me={me}")
        seen = node(HERE / "in_sight.mjs", PUPPETEER, "", *addresses)
    for each in seen:
        assert each["says"] and each["places"] == 100 and each["wide"] == 1280, each
        assert min(each["boards"], default=100) >= NEARLY_ALL and each["acts"] == each["all"], each
