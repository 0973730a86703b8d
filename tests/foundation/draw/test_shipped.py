"""Pictures of what ships: over many positions nothing lies on anything else, and every tile can be drawn by itself."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import pytest
from tests.foundation.draw.collisions import collisions

import cavewright as cw
from cavewright.foundation.draw import draw_picture, draw_svg
from cavewright.foundation.draw.characters import Lettering
from cavewright.foundation.draw.geometry import Area
from cavewright.foundation.draw.picture_layout import in_columns
from cavewright.foundation.draw.picture_layout import picture_layout as layout_of
from cavewright.foundation.draw.text import boards
from cavewright.foundation.draw.text_layout import text_layout
from cavewright.play.views.pictures import example_scene, example_svg, tile_scene
from cavewright.play.views.scene import scene_of

RULESETS = tuple(cw.registered_games())
MOVES = (0, 30, 120)


@cache
def positions(name):
    """A game of random moves: the states after so many, and the last one before each."""
    game = cw.load_game(name)
    match = cw.Match(game, players=game.players[len(game.players) // 2], seed=11)
    thrown, found, before = random.Random(7), [], match.state
    for n in range(MOVES[-1] + 1):
        if n in MOVES:
            found.append((before, match.state))
        if match.state.is_terminal:
            break
        before = match.state
        match.push(thrown.choice(before.legal_actions(thrown.choice(before.active_players))))
    return found


@pytest.mark.parametrize(
    "game, above, below",
    [("nine-mens-morris", "     a   b   c   d   e   f   g", "not shown"), ("cave-vs-cave", "   a b c", "   - - -")],
)
def test_a_window_keeps_the_letters_of_columns(game, above, below):
    """Also where it begins below them; nothing but a frame is never left out."""
    scene = scene_of(cw.load_game(game).new_initial_state(players=2), 0)
    scene = replace(scene, boards=tuple(each for each in scene.boards if each.form != "cards"))
    lines = [line for block in boards(scene, Lettering(40), high=9) for line in block]
    assert any(line.startswith(above) for line in lines[:2]) and below in " ".join(lines[-2:]) + lines[-1]


def picture_layout(board):
    return layout_of(in_columns(board, 1000))


def outside(layout):
    """Labels and marks that lie outside of their board, by more than is lost in adding."""
    x, y, wide, high = layout.area
    whole = Area(x - 0.01, y - 0.01, wide + 0.02, high + 0.02)
    return [each for each in (*layout.labels, *layout.marks) if not whole.holds(each.area)]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.gate("hex")
def test_nothing_lies_on_anything_else(name):
    """Labels and marks, of the boards in pixels and in characters; and everything written lies on its board."""
    for before, state in positions(name):
        for scene in (scene_of(state, None), scene_of(state, cw.ALL), example_scene(before, state)):
            for board in scene.boards:
                layout = picture_layout(board)
                assert collisions(layout) == []
                assert not outside(layout)
                if board.form != "cards":
                    assert collisions(text_layout(board, Lettering(80))) == []


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.gate("connect-four")
def test_no_label_of_a_map_or_a_card_is_cut(name):
    """In no position."""
    for _, state in positions(name):
        for board in scene_of(state, None).boards:
            if board.form in ("map", "cards") or any(place.facts for place in board.places):
                assert [each.text for each in picture_layout(board).labels if "…" in each.text] == []


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.gate("cave-vs-cave", "hex", "the-cave")
def test_pictures_are_no_wider_than_they_say(name):
    """All places lie within the picture, none twice; it is as high as it has to be."""
    for _, state in positions(name):
        picture = draw_picture(scene_of(state, None))
        assert all(
            area.x > 0 and area.right < picture.wide and area.y > 0 and area.low < picture.high
            for _, _, area in picture.places
        )
        ids = [node.get("id") for node in ET.fromstring(picture.svg).iter() if node.get("id")]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    "name, kind", [("the-cave", "tile"), ("cave-vs-cave", "chamber"), ("cave-vs-cave", "tile"), ("kave-kapers", "card")]
)
@pytest.mark.gate("the-cave-tile", "cave-vs-cave-chamber")
def test_every_tile_can_be_drawn_by_itself(name, kind):
    """With all that is printed on it, and nothing on anything."""
    game = cw.load_game(name)
    for row in game.rules_model.kinds[kind].rows:
        (board,) = tile_scene(game, kind, row).boards
        layout = picture_layout(board)
        assert collisions(layout) == [] and layout.labels
        assert not [each for each in layout.labels if "…" in each.text]
        ET.fromstring(draw_svg(tile_scene(game, kind, row)))


def test_a_room_says_name_price_points_and_what_it_does():
    """In the language that is asked for."""
    game = cw.load_game("cave-vs-cave")
    (board,) = tile_scene(game, "chamber", "shelf").boards
    said = " ".join(label.text for label in picture_layout(board).labels)
    assert said == "Shelf points 3 · wood 1 Refill wood, stone, emmer or flax to 2."
    (board,) = tile_scene(game, "chamber", "shelf", "de").boards
    assert board.places[0].facts[1] != "Refill wood, stone, emmer or flax to 2."


def test_a_tile_that_there_is_not():
    with pytest.raises(KeyError):
        tile_scene(cw.load_game("the-cave"), "tile", "XX-99")


# ---- examples --------------------------------------------------------------------------------------------------------


def test_an_example_shows_what_moved():
    """Where the team was and where it is; only those places and their neighbours; what it holds, with what it cost."""
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    before = cw.Match(game, ["Anna", "Jola"], seed=1).state
    me, there = (
        before.names[before.current_player],
        next(each for each in before.legal_actions() if each.name == "enter"),
    )
    after = before.apply(there)
    scene = example_scene(before, after)
    changes = {
        (place.name, piece.text): piece.change
        for board in scene.boards
        for place in board.places
        for piece in place.pieces
    }
    other = next(name for name in before.names if name != me)
    assert (changes[("o", me)], changes[(str(there.arguments[0]), me)], changes[("o", other)]) == ("gone", "new", "")
    rows = {row[0].text: row[1:] for table in scene.tables for row in table}
    assert [(entry.text, entry.changed) for entry in rows["action points"]] == [("5 → 4", True)]
    assert [(entry.text != "", entry.changed) for entry in rows["backpack"]] == [(True, False)]
    picture = ET.fromstring(example_svg(before, after))
    assert len([node for node in picture.iter() if node.get("class") == "gone"]) == 1
    assert len([node for node in picture.iter() if node.get("class") == "move"]) == 1


def test_an_example_shows_only_the_part_that_matters():
    """Of a large cave the few tiles around the step; passages to what is left out are no unknown ones."""
    for before, state in positions("the-cave")[1:]:
        whole, part = scene_of(state, cw.ALL).boards[0], example_scene(before, state).boards
        for board in part:
            kept = {place.name for place in board.places}
            assert kept <= {place.name for place in whole.places}
            doors = [door for box in picture_layout(board).boxes for door in box.doors]
            cells = whole.cells()
            for door_box in picture_layout(board).boxes:
                for door in door_box.doors:
                    column, row = door_box.place.cell
                    step = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[door.side]
                    lies = cells.get((column + step[0], row + step[1]))
                    assert (door.way == "unexplored") == (lies is None or not lies.laid)
            assert doors or not board.places


def test_a_refused_action_is_drawn_without_changes():
    """There is only the position before."""
    state = cw.load_game("the-cave").new_initial_state(2)
    assert 'class="changed"' not in example_svg(state)


@pytest.mark.long
def test_an_example_keeps_secrets():
    """A spectator's picture of a step says nothing that the spectator is not shown before or after it; that of a server does."""

    def said(scene):
        return {part for table in scene.tables for row in table for entry in row for part in entry.text.split(" → ")}

    told_more = False
    match, thrown = cw.Match(cw.load_game("kave-kapers"), 2, seed=3), random.Random(3)
    for step in range(40):
        before = match.state
        match.push(thrown.choice(before.legal_actions(thrown.choice(before.active_players))))
        for viewer in (None, 0) if step % 8 == 0 or step > 33 else ():
            shown = {"–"}.union(*(said(scene_of(each, viewer, numbers=True)) for each in (before, match.state)))
            assert said(example_scene(before, match.state, viewer=viewer)) <= shown
            told_more |= not said(example_scene(before, match.state)) <= shown
    assert told_more


def test_a_card_says_what_is_done_and_not_what_is_refused():
    """Lines below one that says it all, such as the reasons of refusals, are not printed on it."""
    (board,) = tile_scene(cw.load_game("cave-vs-cave"), "tile", "excavation").boards
    assert board.places[0].facts == ("Excavate a cavern", "Pay 2 food to excavate another cavern", "1 stone")
