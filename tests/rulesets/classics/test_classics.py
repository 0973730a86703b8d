"""Five classic games, measured against numbers that others published and against another program that plays them."""

from pathlib import Path

import pytest
from tests.rulesets.classics.other_programs import (
    LEAVES,
    OTHERS,
    apart,
    in_lockstep,
    leaves,
    ours_at_random,
    theirs_at_random,
)

import cavewright as cw
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load

ROOT = Path(__file__).parents[3]
MOST = 100_000
GAMES = sorted(OTHERS)


def there(name):
    """The game in the other program."""
    return pytest.importorskip("pyspiel", reason="open_spiel is not installed").load_game(OTHERS[name][0])


@pytest.mark.parametrize("name", GAMES)
def test_it_is_found_and_nothing_is_wrong_with_it(name):
    game, found = try_load(name)
    assert game is not None and found == () and game.players == range(2, 3) and name in cw.registered_games()
    assert game.examples and [each.name for each in run_examples(game) if not each.ok] == []


def test_the_shortest_game_is_short():
    assert len((ROOT / "rulesets/classics/tic-tac-toe/tic-tac-toe.cave").read_text("utf-8").splitlines()) < 30


@pytest.mark.parametrize("name", GAMES)
def test_the_leaves_are_as_many_as_published(name):
    known = tuple(each for each in LEAVES[name] if each <= MOST) if name != "tic-tac-toe" else LEAVES[name]
    assert leaves(cw.load_game(name), len(known)) == known


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_step_deeper_too(name):
    assert leaves(cw.load_game(name), len(LEAVES[name])) == LEAVES[name]


def agree(name, games):
    for seed in range(games):
        for ours, theirs in in_lockstep(name, there(name), seed):
            assert ours == theirs, seed


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("connect-four")
def test_what_may_be_done_is_the_same_there(name):
    agree(name, 20)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_same_in_many_games(name):
    agree(name, 200)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_games_at_random_are_as_long_and_won_as_often(name):
    ours, theirs = list(ours_at_random(name, 2000)), list(theirs_at_random(there(name), 2000))
    assert apart([length for length, _ in ours], [length for length, _ in theirs]) < 3
    for player in (0, 1):
        assert apart([won == player for _, won in ours], [won == player for _, won in theirs]) < 3
