"""Lines of play: in place and back, always where the states are."""

import random

import pytest

import cavewright as cw

GAMES = ["tic-tac-toe", "connect-four", "breakthrough", "nine-mens-morris", "hex", "the-cave", "kave-kapers", "cave-vs-cave"]


def onward(state, line, rng):
    """One random step of both; the state that comes of it."""
    if state.current_player == cw.CHANCE:
        assert line.weights() == state._weights()
        value = rng.choice(line.weights())[0]
        line.draw(value)
        return state._drawn(value)
    player = rng.choice(state.active_players)
    options = list(line.options(player))
    assert options == state._options(player)
    assert [line.action(each, player) for each in options] == list(state.legal_actions(player))
    option = rng.choice(options)
    line.push(option, player)
    return state._apply_option(player, option)


@pytest.mark.parametrize("name", GAMES)
def test_a_line_stands_where_the_states_do(name):
    game = cw.load_game(name)
    for seed in range(2):
        rng = random.Random(seed)
        states = [game.new_initial_state(rng.choice(list(game.players)))]
        line = cw.Line(states[0])
        for _ in range(120):
            if len(states) > 1 and (states[-1].is_terminal or rng.random() < 0.25):
                for _ in range(rng.randrange(1, min(len(states), 9))):
                    line.pop()
                    states.pop()
            else:
                states.append(onward(states[-1], line, rng))
            assert line.state == states[-1] and line.depth == len(states) - 1
            assert line.current_player == states[-1].current_player and line.active_players == states[-1].active_players


def test_what_it_began_with_stays_as_it_is():
    state = cw.load_game("the-cave", options={"starting_kit": "suggested"}).new_initial_state(3)
    key = state.key()
    line = cw.Line(state)
    assert line.playout(random.Random(1).random, 300) == 300
    assert state.key() == key
    while line.depth:
        line.pop()
    assert line.state == state
    with pytest.raises(IndexError):
        line.pop()


def test_playouts_end():
    line = cw.Line(cw.load_game("connect-four").new_initial_state())
    steps = line.playout(random.Random(3).random)
    assert line.is_terminal and 7 <= steps <= 42 and line.options() == () and line.weights() == []


def test_a_line_begins_where_several_choose_at_once():
    game = cw.load_game("the-cave", options={"starting_kit": "free"})
    state = game.new_initial_state(2)
    assert state.current_player == cw.SIMULTANEOUS
    line = cw.Line(state)
    with pytest.raises(ValueError, match="say whose"):
        line.options()
    rng = random.Random(4)
    while line.current_player == cw.SIMULTANEOUS:
        player = line.active_players[-1]
        line.push(rng.choice(line.options(player)), player)
    assert line.weights() or line.options()
    while line.depth:
        line.pop()
    assert line.state == state and line.current_player == cw.SIMULTANEOUS
