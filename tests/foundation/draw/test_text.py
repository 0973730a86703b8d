"""Terminal drawings: what must be seen, how wide they may be, and what remains of them in ASCII."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cavewright.foundation.draw import Board, Form, Link, Piece, Place, Scene, draw_text
from cavewright.foundation.draw.characters import Lettering
from cavewright.foundation.draw.text import boards

FORMS: tuple[Form, ...] = ("growing", "grid", "map")
anything = st.text(st.characters(codec=None), max_size=40)


def filled(line: str) -> int:
    """Columns of a terminal a line fills."""
    spacing = [letter for letter in line if unicodedata.category(letter) not in ("Mn", "Me")]
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in spacing)


CAVE = """\
           ┌c1─────┐           ┌e1─────┐
           │W  ≈   │           │WT ≈   │
           └50m╎───┘           └75m┬───┘
 ┌b2─────┐ ┌c2─╎───┐ ┌d2─────┐ ┌e2─┴───┐
 │   3   ├─┤      J├─┤P2 ◆   ├─┤   ↓ AR│
 3pts┬───┘ └25m┬───┘ └───────┘ └75m╎───┘
 ┌b3─┴───┐ ┌c3─┴───┐           ┌e3─╎───┐
 │       ├─┤       │          ┈┤   3   │
 └───┬───┘ └───────┘           100m┬───┘
 ┌b4─┴───┐ ┌c4─┴───┐           ┌e4─┴───┐
 │ffrro B├─┤       │           │   ●   │
 └0m─────┘ └───────┘           └100m───┘

c2  Jola         crossing · 25 m
e2  Anna, Rafał  shaft · 75 m
"""
SHRUNK = """\
        +c1---+       +e1---+
        |W ~  |       |WT ~ |
        50m!--+       75m|--+
 +b2---++c2!--++d2---++e2|--+
 |  3  --    J--P2 * --  vAR|
 +--|--+25m|--++-----+75m!--+
 +b3|--++c3|--+       +e3!--+
 |     --     |      .-  3  |
 +--|--++-----+       +--|--+
 +b4|--++c4|--+       +e4|--+
 |ff+ B--     |       |  *  |
 +0m---++-----+       +-----+

"""
CROPPED = """\
+c1---+       +e1---+
|W ~  |       |WT ~ |
50m!--+       75m|--+
+c2!--++d2---++e2|--+
-    J--P2 * --  vAR|
25m|--++-----+75m!--+
+c3|--+       +e3!--+
-     |      .-  3  |
+-----+       +--|--+
+c4|--+       +e4|--+
-     |       |  *  |
+-----+       +-----+
.. 3 places to the
  west are not shown.
"""
CROSSES = """\
   a b c
3  X · ·
2  · O ·
1  O · X
"""
MAP = """\
                         (Shaft)↓
(Entrance)⌂J          ╱─╱     ╎
         ╲─╲       climb       ╎╎
            ╲─╲ ╱─╱            rope
       (Hall of Echoes)           ╎╎
             ╱ ╲                    ╎
           ╱╱   ╲              (Green Lake)≈AR
          ╱    crawl                ╎   ╲─╲
        ╱╱       ╲                  ╎      ╲─╲
       ╱          ╲               dive        ╲╲
 (Old Camp)G       ╲               ╎     (Lost Gallery)?
                 (Crawl)3─────────╲╎
                            (Crystal Room)◆

Entrance    Jola         daylight
  ─ Hall of Echoes
Green Lake  Anna, Rafał  lake · 60 m
  ╎ Shaft  rope
  ╎ Crystal Room  dive
  ─ Lost Gallery
Old Camp    guide        camp
  ─ Hall of Echoes
"""


@pytest.mark.parametrize(("name", "expected"), [("cave", CAVE), ("crosses", CROSSES), ("map", MAP)])
def test_the_three_scenes(scenes: dict[str, Scene], name: str, expected: str) -> None:
    """Every form as it is meant to look."""
    assert expected in draw_text(scenes[name])


def test_a_narrow_terminal_has_smaller_tiles(scenes: dict[str, Scene]) -> None:
    """All of the cave is there on 30 columns, with every name."""
    assert SHRUNK in draw_text(scenes["cave"], 30, False)


def test_a_narrower_one_shows_what_is_around_the_figures(scenes: dict[str, Scene]) -> None:
    """Three columns of tiles, whole ones; the others are said to be missing."""
    assert CROPPED in draw_text(scenes["cave"], 21, False)


@pytest.mark.parametrize("follows", [None, 0, 1])
def test_the_window_follows_a_player_down(scenes: dict[str, Scene], follows: int | None) -> None:
    """A shaft of thirty tiles in at most twelve lines: only whole tiles, and those that lie above and below are counted."""
    tile = scenes["cave"].boards[0].places[0]
    standing = {4: (Piece("", "A", 0),), 25: (Piece("", "B", 1), Piece("", "C", 2))}
    places = tuple(replace(tile, name=f"t{y}", x=0, y=y, pieces=standing.get(y, ())) for y in range(30))
    (block,) = boards(
        Scene("", "", (Board("", "growing", places, ()),), (), (), follows=follows), Lettering(60), high=12
    )
    shown, drawn = [n for n in range(30) if any(f"┌t{n}─" in line for line in block)], " ".join(" ".join(block).split())
    assert (4 if follows == 0 else 25) in shown and shown == list(range(shown[0], shown[-1] + 1))
    assert next(n for n, line in enumerate(block) if line.startswith("…")) <= 12
    assert f"{shown[0]} places to the north" in drawn and f"{29 - shown[-1]} places to the south" in drawn


@pytest.mark.parametrize("follows", [None, 0, 1])
def test_the_window_follows_a_player(scenes: dict[str, Scene], follows: int | None) -> None:
    """A strip of thirty tiles with a player at each end and others at the east: whoever is followed is in sight."""
    tile = scenes["cave"].boards[0].places[0]
    standing = {2: (Piece("", "A", 0),), 27: (Piece("", "B", 1), Piece("", "C", 2))}
    places = tuple(replace(tile, name=f"t{x}", x=x, y=0, pieces=standing.get(x, ())) for x in range(30))
    drawn = draw_text(Scene("", "", (Board("", "growing", places, ()),), (), (), follows=follows), 60)
    shown = [n for n in range(30) if f"┌t{n}─" in drawn]
    assert (2 if follows == 0 else 27) in shown and len(shown) == 8
    west, east = shown[0], 29 - shown[-1]
    told = {n: side for n, side in ((west, "west"), (east, "east")) if n}
    assert all(f"{n} places to the {side}" in drawn for n, side in told.items())


def test_what_is_far_is_not_drawn_across_tiles() -> None:
    """A marked link between places that do not lie side by side is told below the board, and no tile is torn by it."""
    places = tuple(Place(name, x, 0, frozenset(), "", "", "", (), (), ()) for x, name in enumerate("abc"))
    bare, linked = (
        draw_text(Scene("", "", (Board("", "growing", places, links),), (), ()))
        for links in ((), (Link("a", "c", "wire", True),))
    )
    assert linked == f"{bare}a ╎ c  wire\n"


def test_numbers_on_a_map_are_those_that_places_keep_and_not_words_that_end_in_digits() -> None:
    """`chamber 3` is what lies there, and `seeds 4` how many."""
    words, counted = (
        Place("a", 0, 0, frozenset(), "", "", "", (), tokens, (), counts=counts)
        for tokens, counts in ((("chamber 3",), ()), ((), (("seeds", "4"),)))
    )
    drawn = [
        draw_text(Scene("", "", (Board("", "map", (each,), ()),), (), ())).splitlines()[0].strip()
        for each in (words, counted)
    ]
    assert drawn == ["(a)", "(a)4"] and counted.lying == ("seeds 4",)


def test_a_name_or_a_number_one_column_too_long_takes_the_corner(scenes: dict[str, Scene]) -> None:
    """So that `n2e1` and `100 m` can be read above and below a passage; what is longer is cut, or left out."""
    tile = replace(scenes["cave"].boards[0].places[0], open=frozenset("ns"), pieces=())
    tiles = tuple(
        replace(tile, name=name, notes=(note,), y=2 * at)
        for at, (name, note) in enumerate((("n2e1", "100 m"), ("n12e1", "1000 m")))
    )
    drawn = draw_text(Scene("", "", (Board("", "growing", tiles, ()),), (), ()))
    assert "n2e1┴───┐" in drawn and "100m┬───┘" in drawn
    assert "┌n1…┴───┐" in drawn and "1000" not in drawn


def test_every_place_is_named(scenes: dict[str, Scene]) -> None:
    """On a wide terminal all tiles of the cave are there."""
    drawn = draw_text(scenes["cave"])
    assert [place.name for place in scenes["cave"].boards[0].places if f"┌{place.name}─" not in drawn] == []


@pytest.mark.parametrize("width", [20, 33, 47, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_too_long(scene: Scene, width: int, unicode: bool) -> None:
    """Whatever the width."""
    drawn = draw_text(scene, width, unicode)
    assert max(map(filled, drawn.splitlines())) <= width
    assert unicode or drawn.isascii()


def test_marks_replace_symbols(scenes: dict[str, Scene]) -> None:
    """On tiles, figures and in the legend."""
    drawn = draw_text(scenes["cave"], marks={"≈": "w", "A": "@"})
    assert "≈" not in drawn
    assert "│W  w   │" in drawn
    assert "↓ @R│" in drawn
    assert "w lake" in drawn
    assert "@ Anna" in drawn


def test_boards_stand_side_by_side_where_they_fit(scenes: dict[str, Scene]) -> None:
    """Three small boards on one line of a wide terminal, below each other on a narrow one."""
    board = scenes["crosses"].boards[0]
    scene = Scene("", "", (board,) * 3, (), ())
    assert draw_text(scene, 80).splitlines()[0].count("board") == 3
    assert draw_text(scene, 12).splitlines().count("board") == 3


def test_what_cannot_be_drawn_is_said() -> None:
    """Two places in one cell, and a marked link between places far apart."""
    places = [Place(name, x, 0, frozenset(), "", "", "", (), (), ()) for name, x in (("a", 0), ("b", 0), ("c", 2))]
    drawn = draw_text(Scene("", "", (Board("", "growing", tuple(places), (Link("a", "c", "wire", True),)),), (), ()))
    assert "b lies under a\na ╎ c  wire\n" in drawn


def test_openings_nobody_has_followed() -> None:
    """On all four sides, in both alphabets."""
    place = Place("a", 0, 0, frozenset("nesw"), "", "", "", (), (), ())
    scene = Scene("", "", (Board("", "growing", (place,), ()),), (), ())
    assert draw_text(scene) == "     ┊\n ┌a──┴───┐\n┈┤       ├┈\n └───┬───┘\n     ┊\n"
    assert draw_text(scene, unicode=False) == "     :\n +a--|---+\n.-       -.\n +---|---+\n     :\n"


def test_a_map_that_is_too_wide_is_a_window(scenes: dict[str, Scene]) -> None:
    """Around the figure of the player who is followed; nothing is said of places that are not shown but how many they are."""
    drawn = draw_text(replace(scenes["map"], follows=2), 40)
    assert "(Entrance)⌂J" in drawn and "(Green Lake" not in drawn
    assert "… 3 places to the east are not shown" in drawn


def test_a_name_that_has_no_room_above_stands_below(scenes: dict[str, Scene]) -> None:
    """Where the north is open and the south is not."""
    tile = replace(scenes["cave"].boards[0].places[0], name="n12e10", open=frozenset("n"), pieces=(), notes=("5 m",))
    assert "└n12e10─┘" in draw_text(Scene("", "", (Board("", "growing", (tile,), ()),), (), ()))


def test_cards_are_told_in_full() -> None:
    """Name and all that is printed on them, in as many lines as it takes."""
    fact = "Whenever you use two or three rooms, one more room may be used"
    card = Place("w", 0, 0, frozenset(), "s", "workshop", "", (), (), (), facts=("points 5", fact))
    drawn = draw_text(Scene("", "", (Board("", "cards", (card,), ()),), (), ()), 40)
    assert " ".join(drawn.split()) == f"workshop · points 5 · {fact}"


def test_a_tile_not_turned_up_has_corners_only() -> None:
    """It is known to be there; the way to it is still unknown."""
    known = Place("a", 0, 0, frozenset("e"), "", "", "", (), (), ())
    hidden = Place("b", 1, 0, frozenset(), "?", "", "", (), (), (), False)
    drawn = draw_text(Scene("", "", (Board("", "growing", (known, hidden), ()),), (), ()))
    assert drawn == " ┌a──────┐ ┌b      ┐\n │       ├┈    ?\n └───────┘ └       ┘\n"


@pytest.mark.parametrize(("count", "row"), [(2, "│abc ≈AB│"), (3, "│a+ ≈ABC│"), (7, "│ABCDEFG│"), (8, "│ABCDEF+│")])
def test_figures_come_first_when_a_box_is_full(count: int, row: str) -> None:
    """Then the symbol, then tokens."""
    pieces = tuple(Piece(name, "", 0) for name in "ABCDEFGH"[:count])
    place = Place("a", 0, 0, frozenset(), "≈", "", "", (), tuple("abc" if count < 3 else "abcd"), pieces)
    assert row in draw_text(Scene("", "", (Board("", "growing", (place,), ()),), (), ()))


@pytest.mark.long
@given(anything, anything, st.sampled_from(FORMS), st.integers(1, 90), st.booleans())
def test_any_text_keeps_to_width_and_alphabet(one: str, other: str, form: Form, width: int, unicode: bool) -> None:
    """Wide, combining, invisible and control characters in every field."""
    piece = Piece(other, one, 0)
    first = Place(one, 0, 0, frozenset("nesw"), other, one, "", (one, other), (other,), (piece,))
    second = Place("b" + other, 1, 0, frozenset("w"), one, other, "", (), (one,) * 7, (piece,) * 5, False)
    board = Board(other, form, (first, second), (Link(one, "b" + other, one, True), Link(one, one, one, False)))
    drawn = draw_text(Scene(one, other, (board, board), ((one, other),), (one,)), width, unicode)
    lines = drawn.split("\n")
    assert max(map(filled, lines)) <= width
    assert not [letter for line in lines for letter in line if unicodedata.category(letter) in ("Cc", "Cf", "Cs")]
    assert unicode or drawn.isascii()


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-4, 4)), unique=True, min_size=1), st.integers(12, 80))
def test_boxes_never_tear(cells: list[tuple[int, int]], width: int) -> None:
    """However tiles with wide characters lie, all lines of a box keep their borders below each other."""
    places = tuple(Place(f"漢{x}", x, y, frozenset("nw"), "字", "", "", (), ("é",), ()) for x, y in cells)
    lines = draw_text(Scene("", "", (Board("", "growing", places, ()),), (), ()), width).split("\n")
    tops = [line for line in lines if "┐" in line]
    for line in tops:
        below = lines[lines.index(line) + 2]
        assert line.count("┐") == below.count("┘")
        assert filled(line[: line.rindex("┐")]) == filled(below[: below.rindex("┘")])


@pytest.mark.parametrize(
    ("unicode", "expected"), [(True, ["a b", "·┃·", "━", "· ·"]), (False, ["a b", ".!.", "=", ". ."])]
)
def test_what_stands_between_two_cells_is_a_strong_stroke(unicode: bool, expected: list[str]) -> None:
    """A wall that was built is seen on the border of its cells, apart from the sides that are closed anyway."""
    cells = tuple(Place(f"{'ab'[x]}{2 - y}", x, y, frozenset(), "", "", "", (), (), ()) for y in (0, 1) for x in (0, 1))
    links = (Link("a2", "b2", "wall built", False), Link("a2", "a1", "wall built", False), Link("a1", "b1", "", False))
    lines = draw_text(Scene("", "", (Board("den", "grid", cells, links),), (), ()), unicode=unicode).splitlines()
    assert [line.strip().lstrip("12").strip() for line in lines if line.strip()] == expected


def test_small_tiles_keep_their_names(scenes: dict[str, Scene]) -> None:
    """Where north and south are open the name stands over the northern door, whose other half the tile above still shows."""
    tile = replace(scenes["cave"].boards[0].places[0], open=frozenset("ns"), pieces=())
    tiles = tuple(replace(tile, name=f"n{y}w{x}", x=x, y=y) for x in range(9) for y in range(2))
    drawn = draw_text(Scene("", "", (Board("", "growing", tiles, ()),), (), ()), 70)
    assert [place.name for place in tiles if f"┌{place.name}─┐" not in drawn] == []
    assert drawn.splitlines()[3].count("┬") == 9
