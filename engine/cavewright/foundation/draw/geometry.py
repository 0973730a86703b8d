"""Geometry of drawings: points, areas, and which of them meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple
from zlib import crc32

Point = tuple[float, float]


class Area(NamedTuple):
    """A rectangle from its north-west corner."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        """East edge of the area."""
        return self.x + self.wide

    @property
    def low(self) -> float:
        """South edge of the area."""
        return self.y + self.high

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.wide / 2, self.y + self.high / 2

    def meets(self, other: Area, gap: float = 0) -> bool:
        """Tells if two areas share anything, or come closer than `gap`.

        >>> Area(0, 0, 4, 4).meets(Area(4, 0, 4, 4)), Area(0, 0, 4, 4).meets(Area(4, 0, 4, 4), gap=1)
        (False, True)
        """
        return (
            self.x - gap < other.right
            and other.x - gap < self.right
            and self.y - gap < other.low
            and other.y - gap < self.low
        )

    def holds(self, other: Area) -> bool:
        """Tells if the other area lies inside of this one."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.low <= self.low

    def is_crossed_by(self, start: Point, end: Point) -> bool:
        """Tells if a straight line goes through the area.

        >>> Area(0, 0, 4, 4).is_crossed_by((-1, 2), (9, 2)), Area(0, 0, 4, 4).is_crossed_by((-1, 2), (2, 9))
        (True, False)
        """
        if max(start[0], end[0]) <= self.x or min(start[0], end[0]) >= self.x + self.wide:
            return False
        if max(start[1], end[1]) <= self.y or min(start[1], end[1]) >= self.y + self.high:
            return False
        first, last = 0.0, 1.0
        for at, to, least, most in (
            (start[0], end[0], self.x, self.right),
            (start[1], end[1], self.y, self.low),
        ):
            if at == to:
                if not least < at < most:
                    return False
                continue
            enters, leaves = sorted(((least - at) / (to - at), (most - at) / (to - at)))
            first, last = max(first, enters), min(last, leaves)
        return first < last


QUARTER_OF_PI = 0.7853981633974483


def around(middle: Point, wide: float, high: float) -> Area:
    """The area of that size about a point."""
    return Area(middle[0] - wide / 2, middle[1] - high / 2, wide, high)


def bounds(areas: Iterable[Area]) -> Area:
    """The smallest area that holds all of them.

    >>> bounds([Area(1, 1, 2, 2), Area(-1, 2, 1, 4)])
    Area(x=-1, y=1, wide=4, high=5)
    """
    each = list(areas) or [Area(0, 0, 0, 0)]
    x, y = min(a.x for a in each), min(a.y for a in each)
    return Area(x, y, max(a.right for a in each) - x, max(a.low for a in each) - y)


def midway(a: Point, b: Point) -> Point:
    """The point in the middle of two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def towards(a: Point, b: Point, part: float) -> Point:
    """The point so far on the way from one to the other: 0 is the one, 1 the other."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def box_of(points: Sequence[Point]) -> Area:
    """The area that points span."""
    return bounds(Area(*point, 0, 0) for point in points)


def total(numbers: Iterable[float]) -> float:
    """The sum of numbers, added one after another. The `sum` of Python is more exact from 3.12 on, and a picture is the
    same on all.

    >>> total([0.1] * 10), total(n for n in (1, 2))
    (0.9999999999999999, 3)
    """
    found: float = 0
    for each in numbers:
        found += each
    return found


def distance(a: Point, b: Point) -> float:
    """Returns the distance of two points, by operations that are exactly the same everywhere.

    >>> distance((0, 0), (3, 4))
    5.0
    """
    east, south = b[0] - a[0], b[1] - a[1]
    return sqrt(east * east + south * south)


ROUND = (1.0, 0.9659258262890683, 0.8660254037844386, 0.7071067811865476, 0.5, 0.25881904510252074, 0.0)
"""How far east a circle is at every 24th of a turn, from east to north."""
SQUARISH = (
    1.0,
    0.9885104376321606,
    0.9531842929969366,
    0.8908987181403394,
    0.7937005259840998,
    0.6372826233948723,
    0.0,
)
"""The same of a nearly square shape: the cube roots of that."""


def corner(nth: int, quarter: tuple[float, ...]) -> Point:
    """The point at so many 24ths of a turn on a shape, of which a quarter is given, by numbers that are written out:
    sines differ from machine to machine.

    >>> [corner(nth, ROUND) for nth in (0, 6, 16)]
    [(1.0, 0.0), (0.0, 1.0), (-0.5, -0.8660254037844386)]
    """

    def east(nth: int) -> float:
        at = min(nth % 24, 24 - nth % 24)
        return quarter[at] if at <= 6 else -quarter[12 - at]

    return east(nth), east(nth - 6)


def on_circle(nth: int, many: int) -> Point:
    """The point at so many parts of a turn, by operations that are exactly the same everywhere.

    >>> on_circle(0, 5), on_circle(1, 4), on_circle(3, 6)
    ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    """
    eighth, rest = divmod(8 * (nth % many), many)
    angle = (rest if eighth % 2 == 0 else many - rest) / many * QUARTER_OF_PI
    square, east, south = angle * angle, 1.0, angle
    nth_east, nth_south = 1.0, angle
    for n in range(1, 10):
        nth_east *= -square / ((2 * n - 1) * 2 * n)
        nth_south *= -square / (2 * n * (2 * n + 1))
        east, south = east + nth_east, south + nth_south
    if eighth % 4 in (1, 2):
        east, south = south, east
    return (-east if 2 <= eighth <= 5 else east) + 0.0, (-south if eighth >= 4 else south) + 0.0


def roughness(name: str) -> Iterator[float]:
    """Endless numbers from 0 up to 1 that look thrown but follow from the name."""
    value = crc32(name.encode("utf-8", "replace"))
    while True:
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        yield (value >> 8 & 0xFFFF) / 0x10000
