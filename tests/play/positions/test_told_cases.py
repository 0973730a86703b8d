"""Told texts that ask for a case: the thing stands in it, with its article."""

import pytest

from cavewright import load_game


@pytest.mark.parametrize(("room", "said"), [("tunnel", "nutzt den Tunnel"), ("weaving_room", "nutzt die Webstube")])
def test_a_told_text_names_a_thing_in_its_case(room, said):
    game = load_game("cave-vs-cave")
    action = game.parse_action(f"0: use {room}")
    assert game.wording("de").tell_deed(action.signature, action.values) == said
