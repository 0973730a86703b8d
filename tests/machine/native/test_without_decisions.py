"""A game in which nobody decides anything has a module, too, which stands at the end."""

import pytest

import cavewright as cw
from cavewright.machine.native.machine import has_wasm

RULES = """ruleset over 1.0 "Over"
    language 1

players team 2..2
    keeps points: 0..9

to play
    for each t in team
        BODY

scoring
    score points = points
    highest total wins
"""


@pytest.mark.skipif(not has_wasm(), reason="wasmtime is not installed")
@pytest.mark.parametrize("body, points", [("set t.points = 3", [3, 3]), ("finish", [0, 0])])
def test_a_game_without_decisions_has_a_module(body, points):
    game = cw.load_rules({"over.cave": RULES.replace("BODY", body)}, engine="machine")
    game.make_module(2)
    state = game.new_initial_state(2)
    assert state.is_terminal and [state.outcome().totals[each] for each in range(2)] == points
