"""Totals of the tables of The Cave: what the rules and the reconstruction promise about them."""

import csv
from collections import Counter
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "rulesets" / "the-cave"
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
FACING = {"n": "s", "e": "w", "s": "n", "w": "e"}
CLASSES = {"play", "setup", "component", "none", "ambiguity", "missing"}

Row = dict[str, str]
Board = dict[tuple[int, int], str]


def rows(name: str) -> list[Row]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def comment(name: str) -> str:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return " ".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))


def board(teams: int) -> Board:
    """The open sides of each space of a starting board, by its place."""
    mine = [row for row in rows("startboards.csv") if row["teams"] == str(teams)]
    return {(int(row["x"]), int(row["y"])): row["tile"].partition("-")[2] for row in mine}


def beside(place: tuple[int, int], side: str) -> tuple[int, int]:
    return place[0] + SIDES[side][0], place[1] + SIDES[side][1]


@pytest.mark.parametrize("name", ["tiles.csv", "startboards.csv"])
def test_reconstruction_is_labelled(name: str) -> None:
    assert comment(name).startswith("A reconstruction, not the printed")
    assert "An owner of the game can replace" in comment(name)


def test_tiles_columns_and_names() -> None:
    tiles = rows("tiles.csv")
    assert list(tiles[0]) == ["tile", "stack", "feature", "difficulty", "open"]
    assert len({row["tile"] for row in tiles}) == len(tiles) == 80


@pytest.mark.parametrize(
    ("column", "totals"),
    [
        ("stack", {"i": 20, "ii": 20, "iii": 20, "iv": 20}),
        ("feature", {"water": 17, "wonder": 19, "squeeze": 18, "descent": 14, "empty": 12}),
        ("difficulty", {"1": 6, "2": 6, "3": 6, "": 62}),
        ("open", {"n": 6, "n s": 18, "n e": 19, "n e s": 27, "n e s w": 10}),
    ],
)
def test_tile_totals(column: str, totals: dict[str, int]) -> None:
    assert Counter(row[column] for row in rows("tiles.csv")) == totals


def test_difficulty_is_for_squeezes() -> None:
    assert all((row["feature"] == "squeeze") == bool(row["difficulty"]) for row in rows("tiles.csv"))


@pytest.mark.parametrize(("teams", "exits"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_startboard_exits(teams: int, exits: int) -> None:
    spaces = board(teams)
    outward = [(place, side) for place in spaces for side in spaces[place] if beside(place, side) not in spaces]
    assert len(outward) == exits
    assert all(place != (0, 0) for place, _ in outward)


@pytest.mark.parametrize("teams", [2, 3, 4, 5])
def test_startboard_spaces_agree(teams: int) -> None:
    spaces = board(teams)
    pairs = [(place, side) for place in spaces for side in SIDES if beside(place, side) in spaces]
    assert all((side in spaces[place]) == (FACING[side] in spaces[beside(place, side)]) for place, side in pairs)


def test_startboard_names() -> None:
    spaces = rows("startboards.csv")
    assert list(spaces[0]) == ["space", "teams", "tile", "x", "y"]
    assert len({row["space"] for row in spaces}) == len(spaces) == 22
    bases = {row["space"] for row in spaces if row["tile"].startswith("base-")}
    assert bases == {f"{number}-base" for number in ("two", "three", "four", "five")}


def test_facts() -> None:
    facts = rows("facts.csv")
    assert list(facts[0]) == ["id", "class", "text", "place"]
    assert len({row["id"] for row in facts}) == len(facts) == 197
    assert {row["class"] for row in facts} == CLASSES
    assert all(0 < len(row["text"]) <= 240 for row in facts)
