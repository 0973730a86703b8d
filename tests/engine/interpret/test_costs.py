"""Costs that ask for the same more than once: all of it is paid, or the action is not offered."""

from pathlib import Path

import pytest

import cavewright as cw
from cavewright.play.positions.playable import ENGINES

COSTS = Path(__file__).parent / "costs.cave"
TOLD = {
    "the_same": "This costs 2 aces; you have 1.",
    "two_lines": "This costs 2 aces; you have 1.",
    "numbers": "This costs 3 coins; you have 2.",
    "in_a_rule": "This costs 3 coins; you have 2.",
    "by_names ace ace": "This costs 1 d; you have none.",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_examples_hold(engine):
    assert [
        (each.name, each.diagnostics) for each in cw.run_examples(cw.load_game(COSTS, engine=engine)) if not each.ok
    ] == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("action, told", TOLD.items(), ids=TOLD)
def test_the_reason_tells_all_that_is_asked_for(action, told, engine, tmp_path):
    path = tmp_path / "costs.cave"
    path.write_text(
        COSTS.read_text("utf-8").replace(
            "    offer deeds or none", "    gain 1 ace in hand\n    set coins = 2\n    offer deeds or none"
        ),
        "utf-8",
    )
    state = cw.load_game(path, engine=engine).new_initial_state(players=2)
    assert [each.text() for each in state.check(state.game.parse_action(action, 0)).reasons] == [told]
    line = cw.Line(state)
    assert action not in {line.action(each, 0).text for each in line.options(0)} | {
        each.text for each in state.legal_actions(0)
    }
