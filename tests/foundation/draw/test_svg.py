"""Pictures: valid XML from any text, every place in them, the same text every time, nothing fetched from elsewhere."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.foundation.draw.collisions import collisions

from cavewright import Match, load_game
from cavewright.foundation.draw import Board, Entry, Form, Link, Piece, Place, Scene, draw_picture, draw_svg, palette
from cavewright.foundation.draw.characters import text_width
from cavewright.foundation.draw.palette import contrast, ink_on, player_colour
from cavewright.foundation.draw.picture_layout import picture_layout
from cavewright.play.views.scene import scene_of

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
    assert rope.findtext(f"{SVG}title") == "c1 – c2: rope, 25 m"
    start, end = [tuple(map(float, pair.split())) for pair in rope[1].get("d", "")[1:].split(" L")]
    assert start[0] == end[0]
    assert end[1] - start[1] == 48


@pytest.mark.long
def test_same_scene_same_text(scenes: dict[str, Scene]) -> None:
    """Other interpreters with other hashes, and so other orders of a set, draw the same."""
    program = f"from cavewright.foundation.draw import *; print(draw_svg({scenes['cave']!r}), end='')"
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", program],
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
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
    """Large or small units: the shape is kept, no spots meet, and it is no larger than a sheet where that is possible."""
    places = tuple(Place(str(n), *at, frozenset(), "", "", "", (), (), ()) for n, at in enumerate(points))
    layout = picture_layout(Board("map", "map", places, ()))
    a, b, c = (box.area.middle for box in layout.boxes)
    assert dist(a, c) / dist(a, b) == pytest.approx(dist(points[0], points[2]) / dist(points[0], points[1]))
    assert dist(a, b) >= layout.boxes[0].area.wide
    assert max(layout.area.wide, layout.area.high) < 1100 or dist(a, b) < 60


@pytest.mark.long
@given(anything, anything, st.sampled_from(FORMS))
def test_any_text_gives_valid_xml(one: str, other: str, form: Form) -> None:
    """Control characters, lone surrogates, markup: in every field, the file still parses and nothing is cut short."""
    piece = Piece(other, one, 0)
    first = Place(one, 0, 0, frozenset("nesw"), other, one, other, (one, other), (other,), (piece,))
    second = Place("b" + other, 1, 0, frozenset("w"), one, other, one, (), (one,) * 7, (piece,) * 5, False)
    board = Board(other, form, (first, second), (Link(one, "b" + other, one, True), Link(one, one, one, False)))
    picture = draw_picture(Scene(one, other, (board, board), ((one, other),), (one,)))
    root = ET.fromstring(picture.svg.encode())
    assert len(classed(root, "place")) == 4
    assert collisions(picture_layout(board)) == []
    whole = (0, 0, picture.wide, picture.high)
    assert all(
        area.x >= 0 and area.y >= 0 and area.right <= whole[2] and area.low <= whole[3] for _, _, area in picture.places
    )


def test_what_is_printed_along_a_map_is_drawn() -> None:
    """A line below every passage whose two ends it runs through, with its name once; nothing where only one end is on it."""

    def spot(name: str, x: float, *courses: str) -> Place:
        return Place(name, x, 0, frozenset(), "", "", "", (), (), (), tracks=courses)

    places = (
        spot("a", 0, "Brook"),
        spot("b", 1, "Brook"),
        spot("c", 3, "Brook", "Ditch"),
        spot("d", 4, "Ditch"),
        spot("e", 5),
    )
    links = tuple(Link(a, b, "", False) for a, b in ("ab", "bc", "cd", "de"))
    root = parsed(Scene("", "", (Board("map", "map", places, links),), (), ()))
    assert ["".join(node.itertext()).strip() for node in classed(root, "track")] == ["Brook", "Brook", "Ditch"]
    assert [text for text in texts(root) if text in ("Brook", "Ditch")] == ["Brook", "Ditch"]


def test_what_is_printed_at_passages_of_a_map_is_told() -> None:
    """Figures with a unit, before what the passage keeps."""
    state = load_game("kave-kapers").new_initial_state(["Anna", "Jola"])
    labels = {frozenset((each.a, each.b)): each.label for each in scene_of(state, None).boards[0].links}
    assert (labels[frozenset(("A1", "A2"))], labels[frozenset(("A3", "A4"))]) == ("2 m", "3 m")


def test_what_players_have_stands_in_a_table() -> None:
    """A column for each player, a row for what they keep in bags, where nothing of it is hidden."""
    state = Match(load_game("cave-vs-cave"), players=["Anna", "Jola"], seed=1).state
    held = scene_of(state, None).tables[-1]
    assert [entry.text for entry in held[0]] == ["", "Anna", "Jola"]
    written = texts(parsed(scene_of(state, None)))
    assert {"goods", "Anna", "Jola"} <= set(written)


def test_captions_keep_out_of_the_way_of_others() -> None:
    """Where one place is just below another, with a third beside it, all captions are there in full and none is on anything."""
    places = tuple(
        Place(
            name, x, y, frozenset(), "", f"The {name} chamber", "", ("12 m",), ("wet", "low"), (Piece("Anna", "A", 0),)
        )
        for name, x, y in (("a", 0, 0), ("b", 0, 1), ("c", 1, 0.5), ("Long name of a place", 1, 1.5))
    )
    links = tuple(Link(a.name, b.name, "7 m", False) for a in places for b in places if a.name < b.name)
    layout = picture_layout(Board("map", "map", places, links))
    assert collisions(layout) == []
    written = [label.text for label in layout.labels]
    assert {f"The {place.name} chamber" for place in places[:3]} <= set(written) and written.count("7 m") == len(links)


def test_collisions_are_found() -> None:
    """What the tests above and below go by: a label that is moved onto another is told."""
    places = tuple(Place(name, x, 0, frozenset(), "", "hall", "", (), (), ()) for x, name in enumerate("ab"))
    layout = picture_layout(Board("map", "map", places, ()))
    first, *others = layout.labels
    assert collisions(replace(layout, labels=(first, *(replace(each, area=first.area) for each in others))))


def test_long_captions_take_two_lines() -> None:
    """What stands at a place of a map is not cut where a second line has room for it."""
    place = Place("a", 0, 0, frozenset(), "", "Upper North Entrance of the Old Mine", "", ("3 m", "chart A R"), (), ())
    written = texts(parsed(Scene("", "", (Board("map", "map", (place,), ()),), (), ())))
    assert "Upper North Entrance of the Old Mine" in " ".join(written) and "3 m · chart A R" in written


def test_a_long_subtitle_takes_several_lines() -> None:
    """Nothing that the game keeps is cut off: a display of many cards goes on below."""
    subtitle = " · ".join(f"card number {n}" for n in range(40))
    written = texts(parsed(Scene("", subtitle, (Board("board", "grid", (), ()),), (), ())))
    assert "".join(" ".join(written).split()).count("cardnumber") == 40


def test_what_stands_between_two_cells_is_a_bar_along_their_border() -> None:
    """A wall between a and b (west and east) is upright, one between a and c (north and south) is level; a mere passage is none."""
    cells = tuple(
        Place(name, x, y, frozenset(), "", "", "", (), (), ())
        for name, x, y in (("a", 0, 0), ("b", 1, 0), ("c", 0, 1), ("d", 1, 1))
    )
    links = (Link("a", "b", "wall built", False), Link("a", "c", "wall built", False), Link("c", "d", "", False))
    bars = classed(parsed(Scene("", "", (Board("den", "grid", cells, links),), (), ())), "bar")
    paths = [next(node.get("d", "") for node in bar.iter(f"{SVG}path")) for bar in bars]
    ends = [[tuple(map(float, point.split())) for point in path.strip("M").split("L")] for path in paths]
    assert [(a[0] == b[0], a[1] == b[1]) for a, b in ends] == [(True, False), (False, True)]


def test_every_ink_can_be_read_on_its_ground() -> None:
    """Contrast of at least 4.5 (WCAG AA): texts, the letters on figures, what changed."""
    pairs = [
        (palette.INK, palette.PAPER),
        (palette.SOFT_INK, palette.PAPER),
        (palette.INK, palette.CELL),
        (palette.INK, palette.TOKEN),
        (palette.CHALK, palette.ROCK_EDGE),
        (palette.TRACK_INK, palette.PAPER),
        (palette.INK, palette.CARVED),
        (palette.INK, palette.CHANGED_PAPER),
    ]
    pairs += [(ink_on(player_colour(player)), player_colour(player)) for player in (*range(8), None)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize(
    "name",
    [
        "Бесконечнодлинноеимя пещеры",
        "مغارة طويلة جدا جدا",
        "長い長い長い長い長い洞窟の名前",
        "x" * 200,
        "กขฃคฅฆงจฉชซฌญฎฏฐ",
        "🦇🦇🦇🦇🦇🦇🦇🦇🦇🦇🦇🦇🦇",
    ],
)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.gate("map-name3", "grid-name3", "growing-name3")
def test_no_name_in_any_script_leaves_its_box(name: str, form: Form) -> None:
    """Everything that is written stays on the sheet, and in a tile or cell within its borders."""
    place = Place(name, 0, 0, frozenset("ne"), name, name, "", (name,), (name,), (Piece(name, name, 0),))
    board = Board(name, form, (place, replace(place, name=f"2{name}", x=1)), ())
    layout = picture_layout(board)
    assert collisions(layout) == []
    assert all(layout.area.holds(label.area) for label in layout.labels)
    for label in layout.labels:
        assert text_width(label.text, label.size, True) <= label.area.wide * 1.13 + 0.1
        if form != "map" and label.place:
            assert next(box.area for box in layout.boxes if box.place.name == label.place).holds(label.area)
    table = ((Entry(""), Entry(name, Piece(name, "", 0))), (Entry(name), Entry(f"{name} · {name}", changed=True)))
    picture = draw_picture(replace(SCENE, title=name, subtitle=name, boards=(board, board), tables=(table,)))
    for node in ET.fromstring(picture.svg.encode()).iter(f"{SVG}text"):
        if (
            node.get("text-anchor") == "start"
            and "transform" not in node.attrib
            and node.get("font-size") in ("23", "14")
        ):
            assert (
                float(node.get("x", "0")) + text_width(node.text or "", float(node.get("font-size", "0")))
                <= picture.wide
            )


SCENE = Scene("", "", (), (), ())


def test_places_have_ids_that_last_and_areas() -> None:
    """No two elements share an id; a place keeps its own when others are added; its area is told."""

    def cave(*names: str) -> Scene:
        return replace(
            SCENE,
            boards=(
                Board(
                    "cave",
                    "growing",
                    tuple(Place(each, n, 0, frozenset(), "", "", "", (), (), ()) for n, each in enumerate(names)),
                    (),
                ),
            )
            * 2,
        )

    def ids(scene: Scene) -> list[str]:
        return [node.get("id", "") for node in parsed(scene).iter() if node.get("id")]

    before, after = ids(cave("a", "b c")), ids(cave("new", "a", "b c", "ü"))
    assert len(set(after)) == len(after) and set(before) < set(after)
    assert not [each for each in after if " " in each]
    picture = draw_picture(cave("a", "b c"))
    assert [(board, name) for board, name, _ in picture.places] == [(0, "a"), (0, "b c"), (1, "a"), (1, "b c")]
    assert {area.wide for _, _, area in picture.places} == {132}


def test_a_picture_tells_what_it_shows() -> None:
    """Title and description, for those who cannot see it."""
    root = parsed(
        replace(
            SCENE,
            title="Cave",
            subtitle="Anna's turn",
            tables=(((Entry(""), Entry("Anna")), (Entry("pack"), Entry("rope"))),),
            boards=(
                Board("", "grid", (Place("a1", 0, 0, frozenset(), "", "", "", (), (), (Piece("Anna", "A", 0),)),), ()),
            ),
        )
    )
    assert root.get("role") == "img"
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")) == (
        "Cave",
        "Anna's turn · pack: Anna rope · a1: Anna",
    )


def test_boards_stand_below_each_other_on_a_narrow_page() -> None:
    """The same boards side by side, or one below the other for a phone."""
    cells = tuple(Place(f"{x}{y}", x, y, frozenset(), "", "", "", (), (), ()) for x in range(5) for y in range(2))
    scene = replace(SCENE, boards=(Board("a", "grid", cells, ()), Board("b", "grid", cells, ())))
    wide, narrow = draw_picture(scene), draw_picture(scene, 400)
    assert narrow.wide <= 410 < wide.wide and narrow.high > wide.high


def test_cards_say_all_that_is_printed_on_them() -> None:
    """A long effect is broken into lines, none is cut, and cards beside each other are of one height."""
    fact = "Whenever you use two or three rooms, one more room may be used, and a stone is gained for each of them"
    card = Place("w", 0, 0, frozenset(), "", "furniture workshop", "", (), (), (), facts=("points 5 · wood 1", fact))
    layout = picture_layout(Board("", "cards", (card, replace(card, name="x", x=1, facts=())), ()))
    said = " ".join(label.text for label in layout.labels if label.place == "w")
    assert said == f"furniture workshop points 5 · wood 1 {fact}"
    assert len({box.area.high for box in layout.boxes}) == 1 and collisions(layout) == []
    assert all(layout.boxes[0].area.holds(label.area) for label in layout.labels if label.place == "w")


def test_cards_lie_in_as_many_columns_as_fit() -> None:
    """Side by side on a wide page, below each other on a phone."""
    cards = tuple(
        Place(str(n), 0, 0, frozenset(), "", f"card {n}", "", (), (), (), facts=("points 5",)) for n in range(4)
    )
    scene = replace(SCENE, boards=(Board("", "cards", cards, ()),))
    for width, columns in ((1240, 4), (400, 2), (100, 1)):
        assert len({area.x for _, _, area in draw_picture(scene, width).places}) == columns


def test_a_name_that_is_a_little_too_long_is_smaller() -> None:
    """Only what would be too small to be read is cut."""
    tile = Place("n12w10", 0, 0, frozenset("n"), "", "", "", (), (), ())
    (name,) = (each for each in picture_layout(Board("", "growing", (tile,), ())).labels if each.role == "name")
    assert name.text == "n12w10" and name.size < 11
