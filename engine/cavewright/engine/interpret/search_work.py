"""Work of searches: it is kept with what was found, so that what is remembered counts as if it were asked again."""

from __future__ import annotations

from collections.abc import Callable

from .closures import Boards, Flood, Slots
from .step import count_things


class Found(dict[int, int]):
    """The distances that a search has found, and its work."""

    __slots__ = ("work",)

    def __init__(self, distances: dict[int, int], work: int) -> None:
        super().__init__(distances)
        self.work = work


def work_of_search(found: dict[int, int]) -> int:
    """Returns the work that was kept with what a search has found."""
    return found.work if isinstance(found, Found) else len(found)


def measure_search(flood: Flood, meter: int) -> Flood:
    """Returns the same search, which keeps its work with its result and counts nothing."""

    def measured_search(h: Slots, s: Boards, start: int) -> dict[int, int]:
        before, h[meter] = h[meter], 0
        found = flood(h, s, start)
        work, h[meter] = h[meter] + len(found), before
        return Found(found, work)

    return measured_search


def count_search(flood: Flood, meter: int, work: Callable[[dict[int, int]], int]) -> Flood:
    """Returns the same search, of which the work is counted."""

    def counted_search(h: Slots, s: Boards, start: int) -> dict[int, int]:
        found = flood(h, s, start)
        count_things(h, meter, work(found))
        return found

    return counted_search
