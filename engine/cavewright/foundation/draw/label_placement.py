"""Placement of labels where nothing is in their way: the nearest free spot of a ring of candidates, ring after ring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from .geometry import Area, Point, around, towards

BUCKET = 48.0
RINGS = 14
AROUND: tuple[Point, ...] = (
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
)
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)


class Obstacles:
    """Areas that are taken, and lines that are better not covered."""

    def __init__(self, areas: Iterable[Area], lines: Iterable[tuple[Point, Point]] = (), gap: float = 0) -> None:
        self.gap, self.lines = gap, tuple(lines)
        self._near: dict[tuple[int, int], list[Area]] = {}
        for area in areas:
            self.take(area)

    def take(self, area: Area) -> Area:
        """Nothing else may lie there from now on."""
        for bucket in self._buckets(area):
            self._near.setdefault(bucket, []).append(area)
        return area

    def is_free(self, area: Area) -> bool:
        """Tells if nothing lies in an area."""
        return not any(
            area.meets(other, self.gap) for bucket in self._buckets(area) for other in self._near.get(bucket, ())
        )

    def first(self, candidates: Iterable[Area], limit: int = 24) -> Area | None:
        """The first free candidate that covers no line; if none of the first `limit` is such, the first free one."""
        free: Area | None = None
        for n, area in enumerate(candidates):
            if n >= limit and free is not None:
                break
            if self.is_free(area):
                if not any(area.is_crossed_by(*line) for line in self.lines):
                    return self.take(area)
                free = free or area
        return free and self.take(free)

    def _buckets(self, area: Area) -> Iterable[tuple[int, int]]:
        gap = self.gap
        across = range(int((area.x - gap) // BUCKET), int((area.right + gap) // BUCKET) + 1)
        return product(across, range(int((area.y - gap) // BUCKET), int((area.low + gap) // BUCKET) + 1))


def beside(box: Area, size: Point, gap: float) -> Iterator[Area]:
    """Areas of a size around another one: below, above, at its sides and corners; then the same further away.

    >>> next(beside(Area(0, 0, 10, 10), (4, 2), 1))
    Area(x=3.0, y=11.0, wide=4, high=2)
    """
    wide, high = size
    for ring, (east, south) in product(range(RINGS), AROUND):
        slack = 0.75 if east and south else 1.0
        reach_x = (box.wide + wide) / 2 * slack + gap + ring * high
        reach_y = (box.high + high) / 2 * slack + gap + ring * high
        yield around((box.middle[0] + east * reach_x, box.middle[1] + south * reach_y), wide, high)


def along(ends: tuple[Point, Point], size: Point, offsets: Sequence[float]) -> Iterator[Area]:
    """Areas of a size on a line or beside it, those at its middle first."""
    for off, part in product(offsets, ALONG):
        x, y = towards(*ends, part)
        upright = abs(ends[1][1] - ends[0][1]) > abs(ends[1][0] - ends[0][0])
        shift = (off * (size[0] / 2 + size[1] / 2), 0.0) if upright else (0.0, off * size[1])
        yield around((x + shift[0], y + shift[1]), *size)
