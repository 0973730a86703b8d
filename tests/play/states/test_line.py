"""Lines of play: in place and back, always where the states are."""

import random

import pytest

import cavewright as cw

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "nine-mens-morris",
    "hex",
    "the-cave",
    "kave-kapers",
    "cave-vs-cave",
]


def onward(state, line, rng):
    """One random step of both; the state that comes of it."""
    if state.current_player == cw.CHANCE:
        assert line.weights() == state._weights()
        value = rng.choice(line.weights())[0]
        line.draw(value)
        return state._after_chance(value)
    player = rng.choice(state.active_players)
    options = list(line.options(player))
    assert options == state._options(player)
    assert [line.action(each, player) for each in options] == list(state.legal_actions(player))
    option = rng.choice(options)
    line.push(option, player)
    return state._apply_option(player, option)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("the-cave", "connect-four")
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


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.gate("the-cave", "hex")
def test_what_was_asked_for_stays_as_it_was(name):
    line = cw.Line(cw.load_game(name).new_initial_state(2))
    rng = random.Random(5)
    for _ in range(30):
        if line.is_terminal:
            break
        if line.current_player == cw.CHANCE:
            weights, before = line.weights(), line.weights()
            weights.clear()
            assert line.weights() == before
            line.draw(before[0][0])
            continue
        player = line.active_players[0]
        options = line.options(player)
        before = list(options)
        line.push(rng.choice(options), player)
        assert list(options) == before


def test_chance_by_its_weights():
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    line = cw.Line(game.new_initial_state(2))
    while line.current_player != cw.CHANCE:
        line.push(line.options()[0])
    weights, whole = line.weights(), sum(weight for _, weight in line.weights())
    for point in range(whole):
        line.draw_any(lambda point=point: (point + 0.5) / whole)
        [value] = [
            value
            for n, (value, _) in enumerate(weights)
            if sum(weight for _, weight in weights[:n]) <= point < sum(weight for _, weight in weights[: n + 1])
        ]
        reached = line.state
        line.pop()
        line.draw(value)
        assert line.state == reached
        line.pop()


def test_what_is_kept_for_the_way_back_is_numbers():
    """Whatever the collector of garbage would go through for every step makes long lines slow."""
    line = cw.Line(cw.load_game("connect-four").new_initial_state())
    line.playout(random.Random(3).random)
    assert line.depth > 6 and all(type(each) is int for each in line._marks) and not line._before
