"""Options without a value, carried out in a module by their names."""

import pytest

import cavewright as cw
from cavewright.machine.native import position_pool
from cavewright.machine.native.machine import has_wasm

pytestmark = pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
BARE = """ruleset bare 1.0 "Bare"
    language 2

players team 2..2
    keeps points: 0..9

menu deeds

action rest in deeds
    gain up to 1 points

action leave in deeds
    lose up to 1 points

to play
    repeat 3 times
        each team
            offer deeds

scoring
    score points = points
    highest total wins
"""
"""Rules of which no option has a value."""


def test_options_without_values_are_carried_out_by_their_names():
    """A function takes more arguments than the options have numbers: without room for them the whole process ended."""
    game = cw.load_rules({"bare.cave": BARE}, engine="machine", backend="wasm")
    assert game.make_module(2) == "machine"
    state = game.new_initial_state(2)
    pool = state._enter_module().pool
    assert pool.parameters >= max(pool.machine.function(each).arguments for each in position_pool.FUNCTIONS)
    for text in ("0: rest", "1: leave", "0: rest"):
        state = state.apply(text)
    assert state.returns() is not None and str(state.legal_actions()[0]) == "1: rest"
