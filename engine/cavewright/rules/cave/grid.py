"""A grid that grows: places as numbers, sides as bits, and what follows from which tiles lie where.

A place is `(y + 512) * 1024 + (x + 512)`; so neighbours differ by a fixed number. Among squares x grows east and y
south; among hexagons x grows east and y to the south-west. Sides are bits, clockwise: n 1, e 2, s 4, w 8, or ne 1, e 2,
se 4, sw 8, w 16, nw 32. Places are written by how far they lie from the middle: `n2e1`, `ne2e1`, and `o` for the middle
itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from ..model.ruleset import Board, Ruleset

WIDTH, MIDDLE = 1024, 512
FURTHEST = 500
BEYOND = WIDTH * WIDTH

Cells = dict[int, tuple[int, ...]]
Frontier = dict[int, int]


def cell(x: int, y: int, owner: int = 0) -> int:
    """The place at x, y, on the board of a player if each has one; -1 beyond the edge of what can be numbered.

    >>> SQUARE.name(cell(1, -2)), HEXAGONAL.name(cell(1, -2))
    ('n2e1', 'ne2e1')
    """
    if not (-FURTHEST <= x <= FURTHEST and -FURTHEST <= y <= FURTHEST) or owner < 0:
        return -1
    return owner * BEYOND + (y + MIDDLE) * WIDTH + x + MIDDLE


def position(place: int) -> tuple[int, int]:
    """x and y of a place."""
    return place % WIDTH - MIDDLE, place % BEYOND // WIDTH - MIDDLE


class Shape:
    """The form of all places of a growing board: which sides they have, clockwise, and what lies beyond each.

    `axes` are pairs of sides by which places are written that lie on no straight line from the middle.

    >>> [SQUARE.write_sides(each) for each in SQUARE.turnings[0b0101]]
    ['ns', 'ew']
    """

    def __init__(self, steps: Mapping[str, tuple[int, int]], axes: tuple[tuple[str, str], ...], between: str) -> None:
        self.letters = tuple(steps)
        self.steps = tuple(steps.values())
        self.axes = axes
        self.between = between
        many = len(steps)
        self.all = (1 << many) - 1
        """all sides, as bits"""
        ways = [east + south * WIDTH for east, south in self.steps]
        self.around = tuple((1 << n, way, 1 << (n + many // 2) % many) for n, way in enumerate(ways))
        """for each side: its bit, the step to the neighbour, the neighbour's bit of the same border"""
        self.onward = tuple(sorted(way for way in ways if way > 0))
        self.turnings = tuple(
            tuple(dict.fromkeys(self.turn_sides(sides, times) for times in range(many)))
            for sides in range(self.all + 1)
        )
        """for all open sides of a tile the different ways to turn it, the printed way first"""
        self.sides_in = tuple(tuple(n for n in range(many) if sides >> n & 1) for sides in range(self.all + 1))
        longest = sorted(self.letters, key=len, reverse=True)
        self._part = re.compile(f"({'|'.join(longest)})([1-9][0-9]{{0,2}})")

    # ---- places ------------------------------------------------------------------------------------------------------

    def beside(self, place: int, side: int) -> int:
        """The place on a side of another (0 is the first, then clockwise), or -1.

        >>> SQUARE.name(SQUARE.beside(cell(0, 0), 1)), SQUARE.beside(-1, 1)
        ('e1', -1)
        """
        if place < 0 or side < 0:
            return -1
        (x, y), (east, south) = position(place), self.steps[side]
        return cell(x + east, y + south, place // BEYOND)

    def name(self, place: int) -> str:
        """Returns the written name of a place."""
        if place < 0:
            return "none"
        x, y = position(place)
        for one, other in self.axes:
            (a, c), (b, d) = (self.steps[self.letters.index(each)] for each in (one, other))
            turn = a * d - b * c  # 1 or -1, since the two steps lead to every place
            parts = ((x * d - b * y) * turn, one), ((a * y - x * c) * turn, other)
            if min(many for many, _ in parts) >= 0:
                return "".join(f"{side}{many}" for many, side in parts if many) or "o"
        raise AssertionError("the pairs of sides lead everywhere")

    def place_by_name(self, text: str) -> int:
        """The place that is written so, or -1.

        >>> position(SQUARE.place_by_name("s1w12")), SQUARE.place_by_name("x1"), position(HEXAGONAL.place_by_name("nw1ne2"))
        ((-12, 1), -1, (-1, -3))
        """
        if text == "o":
            return cell(0, 0)
        steps = [
            (self.steps[self.letters.index(side)], int(many))
            for side, many in self._part.findall(text if len(text) < 20 else "")
        ]
        place = cell(sum(step[0] * many for step, many in steps), sum(step[1] * many for step, many in steps))
        return place if place >= 0 and self.name(place) == text else -1

    def passage(self, a: int, b: int) -> int:
        """The number of the border between two places that touch, or -1."""
        low, step = (a, b - a) if a < b else (b, a - b)
        return low * len(self.onward) + self.onward.index(step) if step in self.onward else -1

    def passage_ends(self, number: int) -> tuple[int, int]:
        """The two places of a border."""
        low, which = divmod(number, len(self.onward))
        return low, low + self.onward[which]

    # ---- what lies there ---------------------------------------------------------------------------------------------

    def neighbours(self, cells: Cells, place: int) -> list[int]:
        """The places that can be entered from a place: both sides of the border are open."""
        here = cells.get(place)
        if here is None:
            return []
        found = []
        for bit, step, opposite in self.around:
            if here[1] & bit:
                there = cells.get(place + step)
                if there is not None and there[1] & opposite:
                    found.append(place + step)
        return found

    def exits(self, cells: Cells, place: int) -> list[int]:
        """The free places that a place opens to."""
        here = cells.get(place)
        if here is None:
            return []
        return [place + step for bit, step, _ in self.around if here[1] & bit and place + step not in cells]

    def distances(self, cells: Cells, start: int) -> dict[int, int]:
        """The fewest passages from a place to every place that can be reached; none from one that is not laid."""
        return breadth_first(start, partial(self.neighbours, cells)) if start in cells else {}

    def openers(self, frontier: Frontier, place: int) -> list[int]:
        """The places that open to a free place."""
        mask = frontier.get(place, 0)
        return [place + step for bit, step, _ in self.around if mask & bit]

    def lay(self, cells: Cells, frontier: Frontier, place: int, record: tuple[int, ...]) -> None:
        """Lays a tile: changes the two given dictionaries, nothing else."""
        cells[place] = record
        frontier.pop(place, None)
        for bit, step, opposite in self.around:
            if record[1] & bit and place + step not in cells:
                frontier[place + step] = frontier.get(place + step, 0) | opposite

    # ---- sides -------------------------------------------------------------------------------------------------------

    def turn_sides(self, sides: int, times: int) -> int:
        """Sides after so many steps clockwise, from side to side.

        >>> SQUARE.write_sides(SQUARE.turn_sides(0b0011, 1)), HEXAGONAL.write_sides(HEXAGONAL.turn_sides(0b0011, -1))
        ('es', 'ne-nw')
        """
        many = len(self.steps)
        times %= many
        return (sides << times | sides >> (many - times)) & self.all

    def write_sides(self, sides: int) -> str:
        """Sides by their names; a lone hyphen when there is none."""
        return self.between.join(self.letters[n] for n in self.sides_in[sides]) or "-"

    def sides_of(self, text: str) -> frozenset[str]:
        """The names of the sides that are written so.

        >>> sorted(HEXAGONAL.sides_of("ne-w"))
        ['ne', 'w']
        """
        return frozenset(self.letters[n] for n in self.sides_in[max(0, self.sides_named(text))])

    def sides_named(self, text: str) -> int:
        """The sides that are written so, in any order, each once; or -1.

        >>> HEXAGONAL.sides_named("w-ne") == HEXAGONAL.sides_named("ne-w"), SQUARE.sides_named("nn")
        (True, -1)
        """
        if text == "-":
            return 0
        names = text.split(self.between) if self.between else list(text)
        if not text or any(name not in self.letters for name in names):
            return -1
        return sum(1 << self.letters.index(name) for name in names) if len(names) == len(set(names)) else -1


def breadth_first(start: int, near: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Every place that can be reached, nearest first, with the fewest steps to it."""
    found, ring, far = {start: 0}, [start], 0
    while ring:
        far += 1
        inner, ring = ring, []
        for place in inner:
            for there in near(place):
                if there not in found:
                    found[there] = far
                    ring.append(there)
    return found


SQUARE = Shape(
    {
        "n": (0, -1),
        "e": (1, 0),
        "s": (0, 1),
        "w": (-1, 0),
    },
    (("n", "e"), ("n", "w"), ("s", "e"), ("s", "w")),
    "",
)
HEXAGONAL = Shape(
    {
        "ne": (0, -1),
        "e": (1, 0),
        "se": (1, 1),
        "sw": (0, 1),
        "w": (-1, 0),
        "nw": (-1, -1),
    },
    (("ne", "e"), ("e", "se"), ("se", "sw"), ("sw", "w"), ("w", "nw"), ("nw", "ne")),
    "-",
)


def shape_of(whole: Board | Ruleset) -> Shape:
    """The form of the places of a growing board, or of all boards of a ruleset on which tiles lie side by side."""
    return HEXAGONAL if whole.hexagonal else SQUARE
