"""Hexagonal tiles on a board that grows: places, sides, what matches, what is drawn, and what cannot be had natively."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavewright as cw
from cavewright.foundation.draw import draw_svg, draw_text
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load
from cavewright.play.views.scene import scene_of
from cavewright.rules.cave.grid import HEXAGONAL, SQUARE, cell, position

COMB = Path(__file__).parent / "comb.cave"
SHAPES = pytest.mark.parametrize("shape", (SQUARE, HEXAGONAL), ids=("square", "hexagonal"))
near = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@SHAPES
@given(near)
def test_every_place_has_a_name_of_its_own(shape, at):
    place = cell(*at)
    assert position(shape.place_by_name(shape.name(place))) == at
    around = [shape.beside(place, side) for side in range(len(shape.letters))]
    assert len({shape.name(each) for each in (place, *around)}) == len(shape.letters) + 1


@SHAPES
@given(near)
def test_sides_face_each_other(shape, at):
    place, half = cell(*at), len(shape.letters) // 2
    for side in range(2 * half):
        there = shape.beside(place, side)
        assert shape.beside(there, (side + half) % (2 * half)) == place
        assert set(shape.passage_ends(shape.passage(place, there))) == {place, there} and shape.passage(
            place, there
        ) == shape.passage(there, place)


@SHAPES
@given(st.data())
def test_sides_are_read_as_they_are_written_and_come_round(shape, data):
    sides, times = data.draw(st.integers(0, shape.all)), data.draw(st.integers(-9, 9))
    assert shape.sides_named(shape.write_sides(sides)) == sides == shape.turn_sides(sides, len(shape.letters))
    assert (
        shape.turn_sides(shape.turn_sides(sides, times), -times) == sides
        and shape.turn_sides(sides, times) in shape.turnings[sides]
    )


@SHAPES
@given(st.data())
@pytest.mark.gate("some-square")
def test_sides_are_read_in_any_order(shape, data):
    names = data.draw(st.lists(st.sampled_from(shape.letters), min_size=1, unique=True))
    assert shape.sides_of(shape.between.join(names)) == set(names)


@SHAPES
@given(st.lists(st.tuples(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), st.integers(0, 63)), max_size=12))
@pytest.mark.gate("some-hexagonal")
def test_the_frontier_is_where_exits_lead(shape, laid):
    cells, frontier = {}, {}
    for at, sides in laid:
        shape.lay(cells, frontier, cell(*at), (0, sides & shape.all)) if cell(*at) not in cells else None
    exits = {there for place in cells for there in shape.exits(cells, place)}
    assert exits == set(frontier)
    for there in frontier:
        assert sorted(shape.openers(frontier, there)) == sorted(
            place for place in cells if there in shape.exits(cells, place)
        )
    for place in cells:
        assert all(place in shape.neighbours(cells, there) for there in shape.neighbours(cells, place))


@pytest.mark.parametrize("text", ["", "x", "ne", "ne0", "ne1ne1", "e1ne1", "ne1e1o", "n1", "ne1000", "s1w1", "ne1se1"])
def test_what_is_no_place_is_none(text):
    assert HEXAGONAL.place_by_name(text) == -1


HEAD = COMB.read_text().split("example matching")[0]
POSITION = "\n    | place | tile | open    |\n    | o     | hall |         |\n    | e1    | fork | {} |\n    given Anna.here = o\n    begin play as Anna\n    "
HOLDS = {
    ("ne se w", "then fits(stop.open, ne1) and not fits(stop.open, nw1)"): (),
    (
        "w ne se",
        "then turned(e1.open, 1) is turned(fork.open, 1) and count(t in turnings(fork.open)) is 2 and count(t in turnings(stop.open)) is 6",
    ): (),
    (
        "ne se w",
        "then beside(o, e) is e1 and beside(e1, nw) is ne1 and passage(e1, w) is passage(o, e1) and e1.x is 1 and ne1.y is -1",
    ): (),
    ("ne se w", "then nw in o.open and sw not in e1.open and count(s in e1.open) is 3 and count(s in side) is 6"): (),
    ("ne w", "then yes"): ("C0904",),
    ("n se w", "then yes"): ("C0904",),
    ("ne se w", "then n in o.open"): ("C0203",),
}


@pytest.mark.parametrize(("said", "codes"), HOLDS.items(), ids=range(len(HOLDS)))
def test_what_rules_ask_of_hexagons(said, codes, tmp_path):
    path = tmp_path / "comb.cave"
    path.write_text(HEAD + "example e" + POSITION.format(said[0]) + said[1] + "\n")
    game, found = try_load(path)
    assert game is not None, found
    results = run_examples(game)
    assert tuple(each.code for result in results for each in result.diagnostics if each.severity == "error") == codes, (
        results
    )


def test_a_hexagon_is_drawn_where_it_lies():
    game = cw.load_game(COMB)
    match = cw.Match(game, players=["Anna"], seed=3)
    match.push("dig ne1")
    match.push(match.state.legal_actions()[0])
    scene = scene_of(match.state, None)
    (board,) = scene.boards
    assert board.six and {place.name for place in board.places} == {"o", "ne1"}
    lines = draw_text(scene).splitlines()
    upper, lower = (next(n for n, line in enumerate(lines) if name in line) for name in ("┌ne1", "o─"))
    assert lower == upper + 3 and lines[upper].index("┌") == lines[lower].index("┌") + 6
    assert draw_svg(scene).count("rotate(") >= 3  # ways that nobody has followed, turned towards their sides


def test_hexagons_natively_are_refused_with_a_reason():
    with pytest.raises(cw.NativeError, match="growing board of hexagons") as caught:
        cw.Native(cw.load_game(COMB), players=1)
    assert [each.code for each in caught.value.diagnostics] == ["C1001"]
