"""Every bundled ruleset is loaded, checked and played a few moves; as many may play as other tests have written down."""

import random

import pytest
from tests.rulesets.settings import PLAYERS

import cavewright as cw

MOVES = 4


def test_all_bundled_rulesets_are_written_down():
    assert tuple(PLAYERS) == tuple(cw.registered_games())


@pytest.mark.parametrize("id", PLAYERS)
def test_a_bundled_ruleset_is_played(id):
    game = cw.load_game(id)
    assert tuple(game.players) == PLAYERS[id]
    match, chance = cw.Match(game, players=PLAYERS[id][-1], seed=5), random.Random(5)
    while len(match.move_stack) < MOVES and not match.state.is_terminal:
        match.push(chance.choice(match.state.legal_actions(match.state.active_players[0])))
    assert len(match.move_stack) >= (MOVES if id != "kuhn-poker" else 2)
