"""Places of a board that grows: how they are numbered and written, which touch, which open to a free one."""

import pytest

from cavewright.rules.cave.grid import FURTHEST, HEXAGONAL, SQUARE, cell, position


@pytest.mark.parametrize("x", (-FURTHEST, -1, 0, FURTHEST))
@pytest.mark.parametrize("y", (-FURTHEST, 0, 1, FURTHEST))
@pytest.mark.parametrize("owner", (0, 3))
def test_a_place_has_a_number(x, y, owner):
    assert cell(x, y, owner) > 0
    assert position(cell(x, y, 0)) == (x, y)


@pytest.mark.parametrize(
    "x, y, owner",
    [(FURTHEST + 1, 0, 0), (-FURTHEST - 1, 0, 0), (0, FURTHEST + 1, 0), (0, -FURTHEST - 1, 0), (0, 0, -1)],
)
def test_beyond_the_edge_is_no_place(x, y, owner):
    assert cell(x, y, owner) == -1


@pytest.mark.parametrize("shape, written", [(SQUARE, "n2e1"), (HEXAGONAL, "ne2e1")])
def test_a_place_is_written(shape, written):
    assert shape.name(cell(1, -2)) == written
    assert shape.place_by_name(written) == cell(1, -2)


@pytest.mark.parametrize("shape", [SQUARE, HEXAGONAL])
def test_a_border_lies_between_places_that_touch(shape):
    here = cell(0, 0)
    around = [shape.beside(here, side) for side in range(len(shape.steps))]
    assert len({shape.passage(here, there) for there in around}) == len(around)
    for there in around:
        number = shape.passage(here, there)
        assert number == shape.passage(there, here) >= 0
        assert shape.passage_ends(number) == (min(here, there), max(here, there))
    assert shape.passage(here, cell(2, 0)) == -1


def test_what_opens_to_a_place():
    here, east = cell(0, 0), cell(1, 0)
    assert SQUARE.openers({east: 0b1000}, east) == [here]
    assert SQUARE.openers({}, east) == []


@pytest.mark.parametrize("written", ["", "x", "nn", "nen", "nx"])
def test_what_names_no_sides(written):
    assert SQUARE.sides_named(written) == -1
