"""Places are called by their names for people on boards and in lists; so is what chance does next."""

import re

import pytest

import cavewright as cw
from cavewright.foundation.draw import draw_text
from cavewright.play.views.scene import scene_of


@pytest.mark.parametrize(("lang", "bar"), [("en", "White’s bar"), ("de", "Weiß’ Bar"), ("es", "barra blanca")])
def test_a_place_has_its_name_for_people_on_the_board(lang, bar):
    state = cw.load_game("backgammon").new_initial_state(players=2)
    seen = re.sub(r"<[^>]*>", " ", state.svg(0, lang=lang))
    assert bar in seen and "bar-white" not in seen
    assert f"({bar})" in draw_text(scene_of(state, 0, lang), width=200)


def test_what_chance_does_next_is_said_in_the_words_of_a_catalogue():
    game = cw.load_game("backgammon")
    chance = game.signatures["red"]
    assert [game.wording(lang).to_come(chance) for lang in ("en", "de")] == ["the next dice", "die nächsten Würfel"]
