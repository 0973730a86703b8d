"""How the things of players look: by a table of the rules, and where a place says whose it is and what."""

import pytest

import cavewright as cw
from cavewright.foundation.draw import draw_picture
from cavewright.foundation.draw.signs import is_drawn
from cavewright.play.views.scene import scene_of

RULES = """ruleset hush 1.0 "Hush"
    language 1
kind hue
    | hue   | team: 1..2 | symbol: text | colour: text{head} |
    | black | 1          | "●"          | {black}{first} |
    | white | 2          | "w"          | "#f7f3ea"{second} |
kind man
    | man    | symbol: text |
    | knight | "♞"          |
    | page   |              |
players team 2..2
board hall
    grid 3 by 3
    keeps owner: team or none
    keeps man: man or none
to play
    repeat 9 times
        each team from first(t in team)
            offer turn
menu turn "A turn."
action lay(h in hall, m in man) in turn "Lay"
    free: require h.owner is none "Somebody is there."
    set h.owner = me
    set h.man = m
scoring "Nothing."
    score nothing = 0
    highest total wins
"""


def scene(tmp_path, black='"#26221e"', head=" | edges: text", first=' | "nx"', second=' | "ew"'):
    text = RULES.format(black=black, head=head, first=first, second=second)
    (tmp_path / "rules.cave").write_text(text, "utf-8")
    state = cw.load_game(tmp_path / "rules.cave").new_initial_state(["Anna", "Ben"])
    return scene_of(state.apply("lay a1 page").apply("lay b2 page").apply("lay c3 knight"), None)


def pieces(found):
    return {place.name: piece for place in found.boards[0].places for piece in place.pieces}


def test_a_piece_has_the_sign_of_its_player_or_of_what_it_is(tmp_path):
    found = scene(tmp_path)
    looks = {name: (each.player, each.sign, each.colour) for name, each in pieces(found).items()}
    assert looks == {"a1": (0, "●", "#26221e"), "b2": (1, "w", "#f7f3ea"), "c3": (0, "♞", "#26221e")}
    assert {name: each.initial for name, each in pieces(found).items()} == {"a1": "A", "b2": "B", "c3": "A"}
    assert found.own(1).colour == "#f7f3ea"


def test_sides_are_drawn_in_the_colour_of_whose_they_are_and_letters_that_are_none_are_left_out(tmp_path):
    found = scene(tmp_path)
    assert found.boards[0].edges == (("n", "#26221e"), ("e", "#f7f3ea"), ("w", "#f7f3ea"))
    svg = draw_picture(found).svg
    assert svg.count('class="edge"') == 3
    assert draw_picture(scene(tmp_path, head="", first="", second="")).svg.count('class="edge"') == 0


@pytest.mark.parametrize("colour", ['"url(http://example.org)"', '"red"', '"#12"', '""'])
def test_what_is_no_colour_is_none(tmp_path, colour):
    assert pieces(scene(tmp_path, colour))["a1"].colour == ""


def test_signs_with_a_shape_are_drawn_without_letters(tmp_path):
    assert is_drawn("♞") and is_drawn("●") and not is_drawn("w")
    svg = draw_picture(scene(tmp_path)).svg
    assert ">w<" in svg and ">♞<" not in svg.split('class="legend"')[0]
