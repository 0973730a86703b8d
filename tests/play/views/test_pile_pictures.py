"""Pictures of piles: how many pieces lie there and what the viewer knows of the top, nothing more; in SVG, text and on the page."""

from dataclasses import replace
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.connect.web.boards import BoardControls
from cavewright.connect.web.choices import Spots
from cavewright.foundation.draw import draw_svg, draw_text
from cavewright.play.views.scene import scene_of

ENGINE = Path(__file__).parents[2] / "engine"
LOOKED = (
    *("draw mud", "draw stone", "draw mud", "draw stone"),
    *(": look", "draw gold", "draw silver", "back gold", ": up", "last silver"),
)
"""Anna has looked at two cards, and put the silver on top of the gold."""


def choices_of(state):
    if state.current_player == cw.CHANCE:
        return [each for each, _ in state.chance_outcomes()]
    return state.legal_actions()


def played(path, *texts):
    state = cw.load_game(ENGINE / path).new_initial_state(["Anna", "Jola"])
    for text in texts:
        state = state.apply(next(each for each in choices_of(state) if str(each).endswith(text)))
    return state


def piles_of(state, viewer):
    """The cards of piles, by their names: what stands on each."""
    boards = [each for each in scene_of(state, viewer).boards if each.name == "Piles"]
    return {place.label: place for each in boards for place in each.places}


def test_the_top_is_drawn_for_whoever_knows_it():
    state = played("draws/deep_well.cave", *LOOKED)
    facts = [piles_of(state, viewer)["deck"].facts for viewer in (0, 1, None)]
    assert facts[0] == ("silver", "worth 3 · copies 2", "card ×6")
    assert facts[1] == facts[2] == ("face down", "card ×6")


@pytest.mark.parametrize("draw", [draw_svg, draw_text])
def test_what_a_viewer_does_not_know_is_not_in_the_picture(draw):
    state = played("draws/deep_well.cave", *LOOKED)
    assert "silver" in draw(scene_of(state, 0))
    for viewer in (1, None):
        assert "silver" not in draw(scene_of(state, viewer)) and "face down" in draw(scene_of(state, viewer))


def test_an_empty_pile_is_a_place_where_nothing_lies():
    waste = piles_of(played("draws/deep_well.cave", *LOOKED), None)["waste"]
    assert (waste.facts, waste.laid, waste.stacked) == (("nothing",), False, 0)


@pytest.mark.parametrize("many, drawn", [(0, 1), (1, 1), (2, 2), (3, 3), (60, 4)])
def test_cards_of_a_stack_show_below_the_uppermost(many, drawn):
    scene = scene_of(played("draws/deep_well.cave", *LOOKED), None)
    cards = next(each for each in scene.boards if each.name == "Piles")
    alone, stack = (
        draw_svg(replace(scene, boards=(replace(cards, places=(replace(cards.places[0], stacked=n),)),)))
        for n in (0, many)
    )
    assert stack.count("<rect") - alone.count("<rect") == drawn - 1


def test_the_page_shows_a_pile_as_a_stack_with_its_top():
    state = played("draws/deep_well.cave", *LOOKED)
    scene = scene_of(state, 0)
    shown = BoardControls(scene, Spots(state, scene, state.game.wording("en")), {}, ()).cards()
    assert [(each.facts[0], each.is_stack) for _, cards in shown for each in cards if each.name == "deck"] == [
        ("silver", True)
    ]


def test_piles_of_rows_and_players_have_the_names_of_theirs():
    state = played("agreement/stalls.cave")
    named = piles_of(state, None)
    assert {"goods of north", "line of south", "chest of Anna", "store", "order"} <= set(named)
    assert named["order"].facts == ("Jola", "seller ×2") and [each.player for each in named["order"].pieces] == [1]


def test_what_players_hold_in_piles_stands_in_the_table():
    state = played("draws/deep_well.cave", *LOOKED, "win", "draw silver")
    rows = {row[0].text: [each.text for each in row[1:]] for table in scene_of(state, None).tables for row in table}
    assert rows["won"] == ["", "silver"] or rows["won"] == ["silver", ""]
