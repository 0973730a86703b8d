"""Greedy bots do not go round for ever: where a position comes again and again, they try something else."""

import pytest

import cavewright as cw
from cavewright.bots.players import repetition
from cavewright.bots.study.simulate import play

AROUND = """ruleset around 1.0 "Around"
    language 2

kind place
    | place | worth: 0..9 |
    | a     | 9           |
    | b     | 8           |
    | c     | 1           |
    | d     | 0           |

players walker 2..2
    keeps here: place = a

to play
    repeat each walker until some(w in walker where w.here is d)
        offer ways

menu ways

action go(to there in place) in ways "Go"
    away: require there is not here "You stand on that station already."
    set here = there

scoring
    score zero = 0
    highest total wins

advice = here.worth
"""


@pytest.fixture(name="game")
def fixture_game(tmp_path):
    (tmp_path / "around.cave").write_text(AROUND, encoding="utf-8")
    return cw.load_game(tmp_path)


def test_a_way_that_pays_less_than_going_round_is_taken_at_last(game):
    assert all(play(game, (seed, ("greedy", "greedy")), (100, 100)).ended for seed in range(5))


def test_without_counting_repetitions_it_goes_round_for_ever(game, monkeypatch):
    monkeypatch.setattr(repetition, "MOST", 1000)
    assert not any(play(game, (seed, ("greedy", "greedy")), (100, 100)).ended for seed in range(5))


def test_whoever_is_asked_twice_on_end_hears_the_same(game):
    state, bot = game.new_initial_state(2), cw.bots.make("greedy", game)
    assert {str(bot.choose(state, 0)) for _ in range(8)} == {"0: go to b"}


@pytest.mark.parametrize("seed", [27, 112])
@pytest.mark.long
def test_the_cave_is_explored_although_the_rest_lies_too_far_out(seed):
    game = cw.load_game("the-cave")
    match, bots = cw.Match(game, 2, seed), [cw.bots.make("greedy", game, seed * 7 + n) for n in range(2)]
    while not match.state.is_terminal and len(match.move_stack) < 1500:
        player = match.state.active_players[0]
        match.push(bots[player].choose(match.state, player))
    assert match.state.is_terminal
