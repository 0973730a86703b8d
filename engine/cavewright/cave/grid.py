"""A grid that grows: places as numbers, sides as bits, and what follows from which tiles lie where.

A place is `(y + 512) * 1024 + (x + 512)`, y growing south; so neighbours differ by a fixed number. Sides are the bits
n 1, e 2, s 4, w 8. Places are written by how far they lie from the middle: `n2e1`, and `o` for the middle itself.
"""

from __future__ import annotations

import re

WIDTH, MIDDLE = 1024, 512
FURTHEST = 500
BEYOND = WIDTH * WIDTH
SIDES = ((1, -WIDTH, 4), (2, 1, 8), (4, WIDTH, 1), (8, -1, 2))
"""For each side: its bit, the step to the neighbour, the neighbour's bit of the same border."""
LETTERS = "nesw"

Cells = dict[int, tuple[int, ...]]
Frontier = dict[int, int]

_WRITTEN = re.compile(r"(?:([ns])([1-9]\d{0,2}))?(?:([ew])([1-9]\d{0,2}))?")


def cell(x: int, y: int, owner: int = 0) -> int:
    """The place at x, y, on the board of a player if each has one; -1 beyond the edge of what can be numbered.

    >>> name(cell(1, -2))
    'n2e1'
    """
    if not (-FURTHEST <= x <= FURTHEST and -FURTHEST <= y <= FURTHEST) or owner < 0:
        return -1
    return owner * BEYOND + (y + MIDDLE) * WIDTH + x + MIDDLE


def position(place: int) -> tuple[int, int]:
    """x and y of a place."""
    return place % WIDTH - MIDDLE, place % BEYOND // WIDTH - MIDDLE


def beside(place: int, side: int) -> int:
    """The place on a side of another (0 is n, then e, s, w), or -1.

    >>> name(beside(cell(0, 0), 1)), beside(-1, 1)
    ('e1', -1)
    """
    if place < 0 or side < 0:
        return -1
    (x, y), (east, south) = position(place), ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return cell(x + east, y + south, place // BEYOND)


def name(place: int) -> str:
    """How a place is written."""
    if place < 0:
        return "none"
    x, y = position(place)
    north = f"n{-y}" if y < 0 else f"s{y}" if y else ""
    return north + (f"w{-x}" if x < 0 else f"e{x}" if x else "") or "o"


def named(text: str) -> int:
    """The place that is written so, or -1.

    >>> position(named("s1w12")), named("x1")
    ((-12, 1), -1)
    """
    if text == "o":
        return cell(0, 0)
    match = _WRITTEN.fullmatch(text)
    if not text or not match:
        return -1
    y = int(match[2] or 0) * (-1 if match[1] == "n" else 1)
    x = int(match[4] or 0) * (-1 if match[3] == "w" else 1)
    return cell(x, y)


def neighbours(cells: Cells, place: int) -> list[int]:
    """The places that can be entered from a place: both sides of the border are open."""
    here = cells.get(place)
    if here is None:
        return []
    found = []
    for bit, step, opposite in SIDES:
        if here[1] & bit:
            there = cells.get(place + step)
            if there is not None and there[1] & opposite:
                found.append(place + step)
    return found


def exits(cells: Cells, place: int) -> list[int]:
    """The free places that a place opens to."""
    here = cells.get(place)
    if here is None:
        return []
    return [place + step for bit, step, _ in SIDES if here[1] & bit and place + step not in cells]


def distances(cells: Cells, start: int) -> dict[int, int]:
    """The fewest passages from a laid place to every place that can be reached."""
    found, ring, far = {start: 0}, [start], 0
    while ring:
        far += 1
        near, ring = ring, []
        for place in near:
            for there in neighbours(cells, place):
                if there not in found:
                    found[there] = far
                    ring.append(there)
    return found


def openers(frontier: Frontier, place: int) -> list[int]:
    """The places that open to a free place."""
    mask = frontier.get(place, 0)
    return [place + step for bit, step, _ in SIDES if mask & bit]


def lay(cells: Cells, frontier: Frontier, place: int, record: tuple[int, ...]) -> None:
    """Lays a tile: changes the two given dictionaries, nothing else."""
    cells[place] = record
    frontier.pop(place, None)
    for bit, step, opposite in SIDES:
        if record[1] & bit and place + step not in cells:
            frontier[place + step] = frontier.get(place + step, 0) | opposite


def passage(a: int, b: int) -> int:
    """The number of the border between two places that touch, or -1."""
    low, step = (a, b - a) if a < b else (b, a - b)
    return low * 2 + (step == WIDTH) if step in (1, WIDTH) else -1


def passage_ends(number: int) -> tuple[int, int]:
    """The two places of a border."""
    low = number // 2
    return low, low + (WIDTH if number % 2 else 1)


def turnings(sides: int) -> tuple[int, ...]:
    """The different ways to turn a tile with these open sides, the printed way first.

    >>> [shown(each) for each in turnings(0b0101)]
    ['ns', 'ew']
    """
    found = [sides]
    for _ in range(3):
        sides = (sides << 1 | sides >> 3) & 15
        if sides not in found:
            found.append(sides)
    return tuple(found)


def turned(sides: int, times: int) -> int:
    """Sides after so many quarter turns clockwise.

    >>> shown(turned(0b0011, 1)), shown(turned(0b0011, -1))
    ('es', 'nw')
    """
    times %= 4
    return (sides << times | sides >> (4 - times)) & 15


def shown(sides: int) -> str:
    """Sides as letters; a lone hyphen when there is none."""
    return "".join(letter for bit, letter in zip((1, 2, 4, 8), LETTERS, strict=True) if sides & bit) or "-"


def sides_named(text: str) -> int:
    """The sides that are written so, or -1."""
    if text == "-":
        return 0
    if not text or any(letter not in LETTERS for letter in text) or len(set(text)) != len(text):
        return -1
    sides = sum(1 << LETTERS.index(letter) for letter in text)
    return sides if shown(sides) == text else -1
