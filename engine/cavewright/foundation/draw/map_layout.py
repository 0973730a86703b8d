"""Layout of maps that do not say where places are: joined ones near each other, others apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .geometry import distance, on_circle

Point = tuple[float, float]
ROUNDS = 120
MOST_WORK = 400_000
"""Pairs looked at in all rounds together; large maps get fewer rounds."""


def spread_out(names: Sequence[str], joined: Iterable[tuple[str, str]]) -> dict[str, Point]:
    """A point for every name, found by letting joined ones pull and all others push. The same names give the same
    points.

    >>> found = spread_out(["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> distance(found["a"], found["c"]) > distance(found["a"], found["b"])
    True
    """
    number = {name: at for at, name in enumerate(names)}
    links = [(number[a], number[b]) for a, b in joined]
    count = len(names)
    at = [(east * count, south * count) for east, south in (on_circle(n, count) for n in range(count))]
    rounds = max(10, min(ROUNDS, MOST_WORK // max(count * count, 1)))
    for turn in range(rounds):
        at = _moved_points(at, links, count * 0.4 * (1 - turn / rounds) + 0.05)
    return {name: (round(at[n][0], 3), round(at[n][1], 3)) for n, name in enumerate(names)}


def _moved_points(at: list[Point], links: list[tuple[int, int]], most: float) -> list[Point]:
    """All points after a step no longer than `most`."""
    pull = [_repulsion(n, at) for n in range(len(at))]
    for a, b in links:
        (ax, ay), (bx, by) = at[a], at[b]
        far = distance(at[a], at[b])
        east, south = (bx - ax) * far / 2, (by - ay) * far / 2
        pull[a] = pull[a][0] + east, pull[a][1] + south
        pull[b] = pull[b][0] - east, pull[b][1] - south
    moved = []
    for (x, y), (east, south) in zip(at, pull, strict=True):
        length = distance((0, 0), (east, south)) or 1.0
        step = min(length, most) / length
        moved.append((x + east * step, y + south * step))
    return moved


def _repulsion(n: int, at: list[Point]) -> Point:
    """Returns the force by which all others push a point away, and the middle draws it."""
    x, y = at[n]
    east, south = -x / 2, -y / 2
    for other, (ox, oy) in enumerate(at):
        if other != n:
            near = max((x - ox) * (x - ox) + (y - oy) * (y - oy), 0.01)
            east = east + 4 * (x - ox) / near
            south = south + 4 * (y - oy) / near
    return east, south
