"""A position by itself: written, read back, and refused when it is none."""

import json
import random

import pytest

import cavewright as cw

GAME = cw.load_game("the-cave")


def walked(steps, seed, players=3):
    """A state after some random steps."""
    rng, state = random.Random(seed), GAME.new_initial_state(players)
    for _ in range(steps):
        if state.current_player == cw.CHANCE:
            state = state.apply(rng.choice(state.chance_outcomes())[0])
        else:
            state = state.apply(rng.choice(state.legal_actions(rng.choice(state.active_players))))
    return state


@pytest.mark.parametrize("steps", [0, 1, 5, 17, 40, 41, 42, 43, 120, 121])
def test_comes_back(steps):
    """Equal to what was written, in the middle of anything, and it goes on the same."""
    state = walked(steps, seed=steps)
    again = GAME.read_state(state.to_json())
    assert again == state and hash(again) == hash(state) and again.key() == state.key()
    for player in state.active_players:
        action = state.legal_actions(player)[-1]
        assert again.legal_actions(player) == state.legal_actions(player) and again.apply(action) == state.apply(action)


BROKEN = {
    "cut": (lambda text: text[:50], "no position"),
    "a list": (lambda text: "[]", "no position"),
    "other rules": (lambda text: text.replace(GAME.hash, "0" * 64), "other rules"),
    "a slot less": (lambda text: json.dumps({**json.loads(text), "slots": json.loads(text)["slots"][1:]}), "`slots`"),
    "a word for a slot": (lambda text: json.dumps({**json.loads(text), "slots": ["x"]}), "slots.0"),
    "no boards": (lambda text: json.dumps({**json.loads(text), "boards": []}), "`boards`"),
    "one player": (lambda text: json.dumps({**json.loads(text), "players": ["Anna"]}), "2 to 5"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_is_refused(name):
    """A ValueError that names what is wrong."""
    spoil, said = BROKEN[name]
    with pytest.raises(ValueError, match=said):
        GAME.read_state(spoil(walked(60, 1).to_json()))
