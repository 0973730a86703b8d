"""Positions of an extension module tell the numbers and tensors that are made of states."""

import random

import pytest

import cavewright as cw
from cavewright.bots.encodings.packing import number_table
from cavewright.bots.encodings.payoffs import UTILITIES, payoffs
from cavewright.encodings import Actions, Observations
from cavewright.machine.native.c_compiler import compiler_command

pytestmark = pytest.mark.skipif(compiler_command() is None, reason="there is no C compiler")
NAMES = ("tic-tac-toe", "connect-four", "breakthrough", "hex", "nine-mens-morris", "the-cave", "kave-kapers")


def games(name, players):
    """A game in Python, and one in an extension that is made."""
    in_c = cw.load_game(name, engine="machine", backend="c")
    assert in_c.make_module(players) == "machine"
    return cw.load_game(name), in_c


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_numbers_masks_and_tensors_are_those_of_states(name):
    rng, pair = random.Random(name), games(name, 2)
    actions, observations = Actions(pair[0], 2), Observations(pair[0], 2)
    states = [each.new_initial_state(2) for each in pair]
    for _ in range(120):
        plain, there = states
        assert plain == there
        if plain.is_terminal:
            for utility in UTILITIES:
                assert payoffs(plain, utility) == payoffs(there, utility)
            assert there._at is None or there._at.score() is not None
            states = [each.new_initial_state(2) for each in pair]
            continue
        for viewer in (0, 1, None, "all"):
            viewer = cw.ALL if viewer == "all" else viewer
            seen = observations.observe(plain, viewer)
            assert seen == observations.observe(there, viewer) and seen.tobytes() == bytes(
                memoryview(observations.observe_anew(there, viewer)).cast("B")
            )
            layout = observations.layout_of(there._at, viewer)
            assert layout is None or layout.read_list(there._at) in (None, seen.tolist())
        player = None if plain.current_player == cw.CHANCE else rng.choice(plain.active_players)
        numbers = actions.numbers(plain, player)
        assert numbers == actions.numbers(there, player)
        assert actions.legal(plain, player) == actions.legal(there, player) == sorted(numbers)
        at, table = actions.coded_position(there, player)
        if table is not None:
            assert all(at.after_number(table, each) == at.after(at.find_number(table, each)) for each in numbers)
            assert at.after_number(table, actions.size) is None
            assert actions.size >= 10_000 or at.mask_list(table, actions.size) == [*actions.mask(plain, player)]
        if actions.size < 10_000:
            assert actions.mask(plain, player) == actions.mask(there, player)
        chosen = rng.choice(numbers)
        states = [actions.apply(each, chosen, player) for each in states]
        assert [each.text() for each in states[0].events] == [each.text() for each in states[1].events]


@pytest.mark.long
def test_what_is_not_offered_is_refused_alike():
    pair = games("tic-tac-toe", 2)
    actions = Actions(pair[0], 2)
    states = [actions.apply(each.new_initial_state(2), 4) for each in pair]
    for wrong in (4, -1, 9, 2**40, "4", None):
        found = []
        for each in states:
            with pytest.raises((ValueError, TypeError)) as refused:
                actions.apply(each, wrong)
            found.append((type(refused.value), str(refused.value)))
        assert found[0] == found[1]
    assert not any(actions.numbers(each, 0) for each in states)


@pytest.mark.long
def test_a_module_tells_all_of_a_classic_itself():
    """Otherwise the slower way would be tried above, and nothing else."""
    _, in_c = games("tic-tac-toe", 2)
    actions, observations, state = Actions(in_c, 2), Observations(in_c, 2), in_c.new_initial_state(2)
    assert actions.coded_position(state)[1] == number_table(state._at.pool, in_c.offered, actions.digit_types())
    observations.observe(state, 0)
    seen = observations.observe(state, 0)
    assert observations.observe_position(state._at, 0) == seen.tobytes()
    assert observations.layout_of(state._at, 0).read_list(state._at) == seen.tolist()
    while not state.is_terminal:
        state = state.apply(state.legal_actions()[0])
    assert payoffs(state, "win") == [1.0, -1.0] and state._at.score() == (0b01, 1, 0)
