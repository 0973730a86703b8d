"""Boards of every form: their examples hold, and play on them keeps the laws that all games keep."""

import itertools
import math
import random
import re
from pathlib import Path

import pytest

import cavewright as cw
from cavewright.foundation.draw import Board, Piece, Place, Scene, draw_svg, draw_text
from cavewright.play.examples.runner import run_examples
from cavewright.play.loading.load import try_load
from cavewright.play.views.scene import scene_of
from cavewright.rules.cave.fixed import PlaceGraph

RULES = sorted(Path(__file__).parent.glob("*.cave"))
CLASSICS = [
    each
    for each in sorted((Path(__file__).parents[3] / "rulesets/classics").iterdir())
    if "\nboard " in (each / f"{each.name}.cave").read_text("utf-8")
]


def walk(game, seed):
    """The states of a game at random; every sort of action is as likely as any other."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal:
        yield state
        if state.chance_outcomes():
            state = state.apply(chooser.choice([each for each, _ in state.chance_outcomes()]))
            continue
        names = sorted({each.name for each in state.legal_actions()})
        name = chooser.choice(names)
        state = state.apply(chooser.choice([each for each in state.legal_actions() if each.name == name]))
    yield state


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_examples_hold(path):
    game, found = try_load(path)
    assert game is not None and [str(each) for each in found if each.severity == "error"] == []
    results = run_examples(game)
    assert results and [str(each.diagnostics) for each in results if not each.ok] == []


@pytest.mark.parametrize("path", [*RULES, *CLASSICS], ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.gate("1-breakthrough")
def test_laws_hold_on_every_board(path, seed):
    game = cw.load_game(path)
    for number, state in enumerate(walk(game, seed)):
        if number % 7 == 0 or state.is_terminal:
            assert list(state.problems()) == [] and game.read_state(state.to_json()) == state
            assert all(
                game.parse_action(str(each)) == each and state.check(each).ok for each in state.legal_actions() or ()
            )
            assert {data["board"] for _, data in state.cave.nodes(data=True)} <= set(game.rules_model.boards)
            assert set(state.view(None).boards) == set(game.rules_model.boards)
            scene = scene_of(state, None)
            assert draw_text(scene) and draw_svg(scene).startswith("<svg")
            assert all(event.text() for event in state.events)


def scene(path, *actions, names=None):
    match = cw.Match(cw.load_game(path), players=names)
    for each in actions:
        match.push(each)
    return scene_of(match.state, None)


def test_boards_of_players_stand_side_by_side_with_their_walls():
    drawn = scene(RULES[0].parent / "den.cave", "wall_up a1 n", names=["Anna", "Jo"])
    assert [board.name for board in drawn.boards] == ["den of Anna", "den of Jo", "hill of Anna", "hill of Jo"]
    walls = {place.name: place.walls for place in drawn.boards[0].places}
    assert walls["a1"] == {"n", "s", "w"} and walls["b2"] == {"n"} and drawn.boards[1].cells()[1, 1].walls == {"s", "w"}
    lines = draw_text(drawn).splitlines()
    assert lines[3].split() == ["a", "b", "c", "a", "b", "c", "┊", "┊"] and any(
        line.startswith("1 |A") for line in lines
    )


def test_maps_without_coordinates_are_spread_out():
    drawn = scene(RULES[0].parent / "paths.cave", "go beech")
    places = {place.name: place for place in drawn.boards[0].places}
    assert len({(place.x, place.y) for place in places.values()}) == 5 and places["ash"].symbol == "a"
    assert {(link.a, link.b) for link in drawn.boards[0].links} == {
        ("ash", "beech"),
        ("ash", "cedar"),
        ("beech", "cedar"),
    }
    gaps = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.combinations(places.values(), 2)]
    assert max(gaps) < 6 * min(gaps)
    assert places["beech"].pieces[0].text == "Player 1"


def test_hexagons_lean():
    lines = draw_text(scene("hex", "place a1", "place b2", "place a11")).splitlines()
    assert (
        lines[2] == " " * 14 + "a b c d e f g h i j k"
        and lines[3].startswith("11" + " " * 12 + "1 ·")
        and lines[13].startswith("1   1 · ·")
    )
    assert lines[12].startswith("2    · 2 ·")


def test_a_text_names_a_place_of_its_player_shortly():
    game = cw.load_game(RULES[0].parent / "den.cave")
    state = game.new_initial_state(["Anna", "Jo"])
    dig, rob = game.parse_action("0: dig a2"), game.parse_action("0: rob 1.a1")
    assert (str(dig), str(game.parse_action("0: dig 0.a2")), str(rob)) == ("0: dig a2", "0: dig a2", "0: rob 1.a1")
    assert state.apply(rob).events[0].text() == "a1 of Jo: dug no" and dig.arguments == ("0.a2",)


HEAD = 'ruleset t 0.1 "T"\n    language 1\n\nkind slab\n    | slab | open: set of side |\n    | a    | n                 |\n\nplayers one 1..2\n    keeps n_seen: 0..9\n'
REST = "\nto play\n    repeat 2 times\n        offer work\n\nmenu work\n\naction see in work\n    gain {} n_seen\n\nscoring\n    score n_seen = n_seen\n    highest total wins\n"
WRONG = {
    ("board b\n    grid 0 by 4", "count(p in b)"): ["C0421"],
    ("board b\n    grid 51 by 4", "count(p in b)"): ["C0421"],
    ("board b of slab by open\n    grid 3 by 3 hexagonal", "count(p in b)"): ["C0421"],
    ("board b for each two\n    grid 3 by 3", "count(p in b)"): ["C0212"],
    ("board b by c", "1"): ["C0207", "C0207"],
    ("board b by slab", "1"): ["C0207"],
    ("board slab by slab", "1"): ["C0206"],
    ("board b\n    grid 3 by 3", "count(p in exits(a1))"): ["C0407"],
    ("board b\n    grid 3 by 3", "1 if laid(a1) otherwise 0"): ["C0407"],
    ("board b of slab\n    grid 3 by 3", "count(p in frontier(b))"): ["C0407"],
    ("board b\n    grid 3 by 3 hexagonal", "1 if beside(a1, n) is none otherwise 0"): ["C0401"],
    ("board b\n    grid 3 by 3 hexagonal", "1 if passage(a1, n) is none otherwise 0"): ["C0401"],
    ("board b\n    grid 3 by 3\n\nboard c\n    grid 2 by 2", "cell(1, 1).x"): ["C0401"],
    ("board b of slab by open\n    grid growing", "count(l in lines(3))"): ["C0421"],
    ("board b\n    grid 3 by 3", "distance(a1, a2 where it.x)"): ["C0401"],
    ("board b\n    grid 3 by 3", "distance(a1 where yes, a2)"): ["C0404"],
    ("board b\n    grid 3 by 3", "count(p in reach(a1: 2))"): ["C0404"],
    ("board b\n    grid 3 by 3", "distance(a1, a2: it)"): ["C0401"],
    ("board b\n    grid 3 by 3\n    passage where passage", "count(p in b)"): ["C0401"],
    ("board b of slab by open\n    grid 3 by 3\n    keeps slab: yes_no", "1 if a1.slab is a otherwise 0"): ["C0202"],
    ("board b\n    grid 3 by 3", "count(p in me.b)"): ["C0206"],
    ("board b of slab by open\n    grid growing hexagonal", "count(p in b)"): ["C0412"],
    (
        "board b\n    grid 3 by 3\n\nboard c of tab by way\n    grid growing hexagonal\n\nkind tab\n    | tab | way: set of side |\n    | z   | ne               |",
        "1",
    ): ["C0421", "C0412"],
    (
        "board c of tab by way\n    grid growing hexagonal\n\nboard b\n    grid 3 by 3 hexagonal\n\nkind tab\n    | tab | way: set of side |\n    | z   | ne               |",
        "1",
    ): ["C0412"],
}


@pytest.mark.parametrize(("board", "asked"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_with_boards_is_said(tmp_path, board, asked):
    (tmp_path / "t.cave").write_text(f"{HEAD}\n{board}\n{REST.format('(' + asked + ')')}", "utf-8")
    _, found = try_load(tmp_path / "t.cave")
    assert [each.code for each in found if each.severity == "error"] == WRONG[board, asked], [
        str(each) for each in found
    ]


def test_a_map_without_any_passage_is_one_of_places_that_nothing_joins(tmp_path):
    """Where others have passages, one without is doubted (C0529)."""
    rules = "kind pit\n    | pit | x: 0..1 | y: 0..0 |\n    | p   | 0       | 0       |\n    | q   | 1       | 0       |\n\nkind bed\n    | bed | ends: set of pit |\n\nboard pit by bed\n    keeps seeds: 0..9"
    (tmp_path / "t.cave").write_text(
        f"{HEAD}\n{rules}\n{REST.format('count(c in pit where count(neighbours(c)) is 0)')}".replace(
            "    gain", "    gain 1 p.seeds\n    gain"
        ),
        "utf-8",
    )
    game, found = try_load(tmp_path / "t.cave")
    assert [each.code for each in found] == ["C0520", "C0522"], [
        str(each) for each in found
    ]  # `slab` and `seeds` are never asked for
    after = game.new_initial_state(["Ann"]).apply("see")
    assert [each.text() for each in after.events] == ["p: seeds 0 → 1", "Ann: n seen 0 → 2"]
    drawn = [line.split() for line in draw_text(scene_of(after, None)).splitlines()]
    assert drawn[2:5] == [["p", "q"], [], ["1", "·"]] and ["the", "number", "behind", "a", "place:", "seeds"] in drawn


def test_a_spread_out_map_says_the_numbers_of_its_places():
    places = [
        Place(name, x, y, frozenset(), "", "", "", (), tokens, pieces, counts=counts)
        for name, x, y, tokens, counts, pieces in (
            ("a", 0, 0, ("low",), (("seeds", "4"),), ()),
            ("b", 3, 1, (), (("seeds", "12"), ("depth", "3")), (Piece("Ann", "A", 0),)),
            ("c", 1, 2, ("low",), (), ()),
        )
    ]
    drawn = draw_text(Scene("", "", (Board("", "map", tuple(places), ()),), (), ()), lettered := 60).splitlines()
    assert all(len(line) <= lettered for line in drawn) and "the number behind a place: seeds / depth" in drawn
    assert re.findall(r"\(.\)[^( ]*(?: A)?", " ".join(drawn)) == ["(a)4", "(b)12/3 A", "(c)"]


def test_every_bad_row_of_a_map_is_told_with_its_place(tmp_path):
    rows = "\n".join(
        ("    | one | p q |", "    | two | q r |", "    | six | p |", "    | ten | q p |", "    | odd | p q r |")
    )
    text = (
        f"{HEAD}\nkind spot\n    | spot |\n    | p    |\n    | q    |\n\nkind way\n    | way | ends: set of spot |\n{rows}\n\nboard spot by way\n"
        + REST.format("count(s in spot)")
    )
    (tmp_path / "t.cave").write_text(text, "utf-8")
    _, found = try_load(tmp_path / "t.cave")
    told = sorted((each.code, each.span.source.place(each.span.start)[0]) for each in found if each.severity == "error")
    first = text[: text.index("| one |")].count("\n") + 1
    assert [(code, line - first) for code, line in told] == [("C0412", 1), ("C0412", 4), ("C0423", 2), ("C0424", 3)]


def test_what_has_become_part_of_another_is_not_drawn():
    """A half that is joined to another place keeps it, and no way leads to it: only the other one is there, with all its ways."""
    drawn = scene_of(cw.load_game("kave-kapers").new_initial_state(2), None).boards[0]
    names, joined = {place.name for place in drawn.places}, {(link.a, link.b) for link in drawn.links}
    assert (
        not {"BW", "CW"} & names
        and {"AE", "BE", "AN", "CE"} <= names
        and ("AE", "B11") in joined | {pair[::-1] for pair in joined}
    )


@pytest.mark.parametrize(
    "name, length, many", [("tic-tac-toe", 3, 8), ("tic-tac-toe", 1, 9), ("connect-four", 4, 69), ("hex", 2, 320)]
)
def test_straight_lines_go_each_way_once(name, length, many):
    rules = cw.load_game(name).rules_model
    (board,) = rules.boards.values()
    lines = PlaceGraph(board, rules.kinds[board.name]).lines(length)
    assert len(lines) == many == len({frozenset(line) for line in lines})
