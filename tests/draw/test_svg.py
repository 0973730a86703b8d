"""Pictures: valid XML from any text, every place in them, the same text every time, nothing fetched from elsewhere."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cavewright import Match, load_game
from cavewright.draw import Board, Form, Link, Piece, Place, Scene, draw_svg
from cavewright.draw.palette import player_colour
from cavewright.draw.svg_map import caption_sides, scaled
from cavewright.views.scene import scene_of

SVG = "{http://www.w3.org/2000/svg}"
FORMS: tuple[Form, ...] = ("growing", "grid", "map")
anything = st.text(st.characters(codec=None), max_size=40)


def parsed(scene: Scene) -> ET.Element:
    return ET.fromstring(draw_svg(scene).encode())


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if node.get("class") == name]


def texts(root: ET.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def test_every_place_and_piece_is_there(scene: Scene) -> None:
    """A group for every place, a figure for every piece, in the order of the board."""
    root = parsed(scene)
    places = [place for board in scene.boards for place in board.places]
    assert [place.name for place in places] == [node.get("data-place") for node in classed(root, "place")]
    figures = sum(len(place.pieces) for place in places) + len(scene.players)
    assert figures == len(classed(root, "piece"))


def test_title_legend_and_players_are_written(scene: Scene) -> None:
    """What a reader needs besides the boards."""
    written = texts(parsed(scene))
    assert {scene.title, scene.subtitle, *scene.players, *(text for _, text in scene.legend)} <= set(written)


def test_nothing_is_fetched_and_nothing_runs(scene: Scene) -> None:
    """No script, no style sheet, no address but the name of the format."""
    picture = draw_svg(scene)
    assert [word for word in picture.split('"') if "://" in word] == ["http://www.w3.org/2000/svg"]
    assert not {f"{SVG}script", f"{SVG}style", f"{SVG}image"} & {node.tag for node in parsed(scene).iter()}


def test_openings_and_marked_links(scenes: dict[str, Scene]) -> None:
    """One unknown (e3 west), one dead wall (c4 north), two ropes on the board and one in the legend."""
    root = parsed(scenes["cave"])
    assert tuple(len(classed(root, name)) for name in ("unexplored", "blocked", "fixed")) == (1, 3, 3)


def test_a_marked_link_crosses_the_border_of_its_tiles(scenes: dict[str, Scene]) -> None:
    """The dashes between c1 and c2 begin on one tile and end on the other."""
    rope = classed(parsed(scenes["cave"]), "fixed")[0]
    assert rope.findtext(f"{SVG}title") == "c1 to c2: rope, 25 m"
    start, end = [tuple(map(float, pair.split())) for pair in rope[1].get("d", "")[1:].split(" L")]
    assert start[0] == end[0]
    assert end[1] - start[1] == 48


def test_same_scene_same_text(scenes: dict[str, Scene]) -> None:
    """Other interpreters with other hashes, and so other orders of a set, draw the same."""
    program = f"from cavewright.draw import *; print(draw_svg({scenes['cave']!r}), end='')"
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-X", "utf8", "-c", program], env=environment, capture_output=True,
                             encoding="utf-8", check=True)
        assert run.stdout == draw_svg(scenes["cave"])


def test_players_have_different_colours() -> None:
    """Eight players, eight colours, and another for nobody."""
    assert len({player_colour(player) for player in (*range(8), None)}) == 9


@pytest.mark.parametrize("colour", ["url(https://example.org/x)", '"/><script/>', "expression(1)", "red;stroke:blue"])
def test_only_colours_are_colours(colour: str) -> None:
    """Whatever else is given as a colour is not written."""
    place = Place("a", 0, 0, frozenset(), "", "", colour, (), (), ())
    for form in FORMS:
        assert colour not in draw_svg(Scene("", "", (Board("", form, (place,), ()),), (), ()))


@pytest.mark.parametrize("points", [[(0, 0), (1, 0), (5, 9)], [(1000, 2000), (3000, 2100), (90000, 70000)]])
def test_maps_are_scaled_to_a_sheet(points: list[tuple[float, float]]) -> None:
    """Large or small units: shape kept, no larger than a sheet."""
    a, b, c = scaled(points)
    assert dist(a, c) / dist(a, b) == pytest.approx(dist(points[0], points[2]) / dist(points[0], points[1]))
    assert max(a[0], b[0], c[0]) < 1100
    assert max(a[1], b[1], c[1]) < 750


@given(anything, anything, st.sampled_from(FORMS))
def test_any_text_gives_valid_xml(one: str, other: str, form: Form) -> None:
    """Control characters, lone surrogates, markup: in every field, the file still parses and nothing is cut short."""
    piece = Piece(other, one, 0)
    first = Place(one, 0, 0, frozenset("nesw"), other, one, other, (one, other), (other,), (piece,))
    second = Place("b" + other, 1, 0, frozenset("w"), one, other, one, (), (one,) * 7, (piece,) * 5, False)
    board = Board(other, form, (first, second), (Link(one, "b" + other, one, True), Link(one, one, one, False)))
    root = parsed(Scene(one, other, (board, board), ((one, other),), (one,)))
    assert len(classed(root, "place")) == 4


def test_what_is_printed_along_a_map_is_drawn() -> None:
    """A line below every passage whose two ends it runs through, with its name once; nothing where only one end is on it."""
    def spot(name: str, x: float, *courses: str) -> Place:
        return Place(name, x, 0, frozenset(), "", "", "", (), (), (), tracks=courses)

    places = (spot("a", 0, "Brook"), spot("b", 1, "Brook"), spot("c", 3, "Brook", "Ditch"), spot("d", 4, "Ditch"), spot("e", 5))
    links = tuple(Link(a, b, "", False) for a, b in ("ab", "bc", "cd", "de"))
    root = parsed(Scene("", "", (Board("map", "map", places, links),), (), ()))
    assert ["".join(node.itertext()).strip() for node in classed(root, "track")] == ["Brook", "Brook", "Ditch"]
    assert [text for text in texts(root) if text in ("Brook", "Ditch")] == ["Brook", "Ditch"]


def test_what_is_printed_at_passages_of_a_map_is_told() -> None:
    """Figures with a unit, before what the passage keeps."""
    state = load_game("kave-kapers").new_initial_state(["Anna", "Jola"])
    labels = {frozenset((each.a, each.b)): each.label for each in scene_of(state, None).boards[0].links}
    assert (labels[frozenset(("A1", "A2"))], labels[frozenset(("A3", "A4"))]) == ("2 m", "3 m")


def test_what_players_have_stands_beside_their_names() -> None:
    """What they keep in bags, where nothing of it is hidden."""
    state = Match(load_game("cave-vs-cave"), players=["Anna", "Jola"], seed=1).state
    assert draw_svg(scene_of(state, None)).count("goods: wood · stone · emmer") == len(state.names)


def test_captions_keep_out_of_the_way_of_others() -> None:
    """Where one place is just below another, one caption stands above and the other below."""
    places = tuple(Place(name, 0, y, frozenset(), "", "", "", (), (), ()) for name, y in (("a", 0), ("b", 1)))
    assert caption_sides(Board("map", "map", places, ()), {"a": (0.0, 0.0), "b": (0.0, 60.0)}) == {"a": -1, "b": 1}


def test_long_captions_take_two_lines() -> None:
    """What stands at a place of a map is not cut where a second line has room for it."""
    place = Place("a", 0, 0, frozenset(), "", "Upper North Entrance", "", ("3 m", "chart A R"), (), ())
    written = texts(parsed(Scene("", "", (Board("map", "map", (place,), ()),), (), ())))
    assert "Upper North Entrance" in written and "3 m · chart A R" in written


def test_a_long_subtitle_takes_several_lines() -> None:
    """Nothing that the game keeps is cut off: a display of many cards goes on below."""
    subtitle = " · ".join(f"card number {n}" for n in range(40))
    written = texts(parsed(Scene("", subtitle, (Board("board", "grid", (), ()),), (), ())))
    assert "".join(" ".join(written).split()).count("cardnumber") == 40


def test_what_stands_between_two_cells_is_a_bar_along_their_border() -> None:
    """A wall between a and b (west and east) is upright, one between a and c (north and south) is level; a mere passage is none."""
    cells = tuple(Place(name, x, y, frozenset(), "", "", "", (), (), ()) for name, x, y in (("a", 0, 0), ("b", 1, 0), ("c", 0, 1), ("d", 1, 1)))
    links = (Link("a", "b", "wall built", False), Link("a", "c", "wall built", False), Link("c", "d", "", False))
    bars = classed(parsed(Scene("", "", (Board("den", "grid", cells, links),), (), ())), "bar")
    paths = [next(node.get("d", "") for node in bar.iter(f"{SVG}path")) for bar in bars]
    ends = [[tuple(map(float, point.split())) for point in path.strip("M").split("L")] for path in paths]
    assert [(a[0] == b[0], a[1] == b[1]) for a, b in ends] == [(True, False), (False, True)]
