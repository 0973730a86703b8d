"""Three hand-made scenes: a growing cave of twelve tiles, a tic-tac-toe, and a small printed map."""

import pytest

from cavewright.foundation.draw import Board, Link, Piece, Place, Scene

ANNA, RAFAL, JOLA = Piece("Anna", "A", 0), Piece("Rafał", "R", 1), Piece("Jola", "J", 2)

BLUE, SAND, GREEN, RED = "#3b82c4", "#c9a227", "#4d8b5a", "#b4533c"

# name, x, y, open sides, symbol, label, colour, notes, tokens, pieces
CAVE_TILES = (
    ("b2", 1, 1, "es", "3", "tight passage, 3 points", RED, ("3 pts",), (), ()),
    ("c1", 2, 0, "s", "≈", "lake", BLUE, ("50 m", "dived"), ("W",), ()),
    ("c2", 2, 1, "nesw", "", "crossing", "", ("25 m",), (), (JOLA,)),
    ("d2", 3, 1, "we", "◆", "underground wonder", SAND, ("photo",), ("P", "2"), ()),
    ("e2", 4, 1, "wns", "↓", "shaft", "", ("75 m",), (), (ANNA, RAFAL)),
    ("e1", 4, 0, "s", "≈", "lake", BLUE, ("75 m",), ("W", "T"), ()),
    ("b3", 1, 2, "nse", "", "passage", "", (), (), ()),
    ("c3", 2, 2, "nw", "", "passage", "", (), (), ()),
    ("b4", 1, 3, "ne", "B", "base camp", GREEN, ("0 m",), ("f", "f", "r", "r", "o"), ()),
    ("c4", 2, 3, "wn", "", "passage", "", (), (), ()),
    ("e3", 4, 2, "nws", "3", "tight passage, 3 points", RED, ("100 m",), (), ()),
    ("e4", 4, 3, "n", "●", "boulder choke", "#8d8d8d", ("100 m", "dig 2"), (), ()),
)
CAVE = Scene(
    "The Cave", "round 6 · Anna's turn · stack II, 9 tiles left",
    (Board("cave", "growing",
           tuple(Place(name, x, y, frozenset(sides), *rest) for name, x, y, sides, *rest in CAVE_TILES),
           (Link("c1", "c2", "rope, 25 m", True), Link("e2", "e3", "rope, 25 m", True), Link("b3", "b4", "", False))),),
    (("≈", "lake"), ("3", "tight passage"), ("◆", "underground wonder"), ("↓", "shaft"), ("●", "boulder choke"),
     ("B", "base camp"), ("╎", "rope")),
    ("Anna", "Rafał", "Jola"),
)  # fmt: skip

MARKS = {"a3": 0, "b2": 1, "c1": 0, "a1": 1}
CROSSES = Scene(
    "Tic-tac-toe", "O to move",
    (Board("board", "grid", tuple(
        Place(name := f"{'abc'[x]}{3 - y}", x, y, frozenset(), "", "", "", (), (),
              (Piece("XO"[MARKS[name]], "", MARKS[name]),) if name in MARKS else ())
        for y in range(3) for x in range(3)), ()),),
    (), ("X", "O"),
)  # fmt: skip

# name, x, y, symbol, label, colour, notes, tokens, pieces
SPOTS = (
    ("Entrance", 10, 12, "⌂", "daylight", GREEN, (), (), (JOLA,)),
    ("Hall of Echoes", 38, 30, "", "hall", "", ("15 m",), (), ()),
    ("Shaft", 72, 10, "↓", "shaft", "", ("40 m",), ("t",), ()),
    ("Green Lake", 96, 38, "≈", "lake", BLUE, ("60 m",), (), (ANNA, RAFAL)),
    ("Crawl", 52, 64, "3", "tight passage", RED, (), (), ()),
    ("Crystal Room", 90, 74, "◆", "wonder", SAND, ("photo",), ("P", "2"), ()),
    ("Old Camp", 14, 62, "", "camp", "", (), (), (Piece("guide", "G", None),)),
    ("Lost Gallery", 126, 62, "?", "not yet seen", "", (), (), (), False),
)
MAP = Scene(
    "Printed map", "eight places",
    (Board("map", "map", tuple(Place(name, x, y, frozenset(), *rest) for name, x, y, *rest in SPOTS), (
        Link("Entrance", "Hall of Echoes", "", False), Link("Hall of Echoes", "Shaft", "climb", False),
        Link("Shaft", "Green Lake", "rope", True), Link("Hall of Echoes", "Crawl", "crawl", False),
        Link("Crawl", "Crystal Room", "", False), Link("Green Lake", "Crystal Room", "dive", True),
        Link("Hall of Echoes", "Old Camp", "", False), Link("Green Lake", "Lost Gallery", "", False))),),
    (("≈", "lake"), ("↓", "shaft"), ("╎", "something fixed")), ("Anna", "Rafał", "Jola"),
)  # fmt: skip
SCENES = {"cave": CAVE, "crosses": CROSSES, "map": MAP}


@pytest.fixture(params=sorted(SCENES))
def scene(request: pytest.FixtureRequest) -> Scene:
    """Each of the three scenes."""
    return SCENES[request.param]


@pytest.fixture
def scenes() -> dict[str, Scene]:
    """All three by name."""
    return SCENES
