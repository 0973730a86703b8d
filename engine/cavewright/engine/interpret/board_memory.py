"""Memories of what was asked about boards; none changes an answer."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import is_
from typing import Any

from ...rules.cave import grid
from .closures import Boards, Slots


def make_room(kept: dict[Any, Any], most: float) -> None:
    """Forgets what was kept for longest, where no more can be kept. Other threads may do so at the same time."""
    while len(kept) >= most:
        kept.pop(next(iter(list(kept)), None), None)


DISTANCES = 4, 16
"""On how many boards distances are kept, and from how many places of each."""


class BoardCache:
    """Facts about the last few growing boards; a memory, it changes no answer.

    Ways change only when a tile is laid. That copies the frontier once a step, and makes the board one place larger: so
    the frontier as an object and the size of a board tell which one it is. The frontier is held, so that its identity
    stays its own.
    """

    def __init__(self, most: int = 64) -> None:
        self.most = most
        self.kept: dict[tuple[int, int], tuple[grid.Frontier, int, dict[int, Any]]] = {}
        self.last: tuple[grid.Frontier, int, dict[int, Any]] = {}, -1, {}

    def on(self, cells: grid.Cells, frontier: grid.Frontier) -> dict[int, Any]:
        """Returns the facts about a board, which is looked at first next time."""
        key = id(frontier), len(cells)
        known = self.kept.get(key)
        if known is None:
            make_room(self.kept, self.most)
            known = self.kept[key] = frontier, len(cells), {}
        self.last = known
        return known[2]


class NeighbourCache(BoardCache):
    """Neighbours of places of growing boards, or the distances of all others from them."""

    def __init__(self, ask: Callable[[grid.Cells, int], Any], most: int = 64, places: float = inf) -> None:
        super().__init__(most)
        self.ask, self.places = ask, places

    def of(self, cells: grid.Cells, frontier: grid.Frontier, place: int) -> Any:
        """Returns the fact about a place."""
        whose, size, known = self.last
        if frontier is not whose or len(cells) != size:
            known = self.on(cells, frontier)
        found = known.get(place)
        if found is None:
            make_room(known, self.places)
            found = known[place] = self.ask(cells, place)
        return found


class TileQueryCache(BoardCache):
    """The answer to a question that only a laid tile can change, on the board of which `at` is the first dictionary."""

    def __init__(self, ask: Callable[[Slots, Boards, int], Any], at: int) -> None:
        super().__init__()
        self.ask, self.at = ask, at

    def of(self, h: Slots, s: Boards, me: int) -> Any:
        """The answer."""
        cells, frontier = s[self.at], s[self.at + 1]
        whose, size, known = self.last
        if frontier is not whose or len(cells) != size:
            known = self.on(cells, frontier)
        if self.at not in known:
            known[self.at] = self.ask(h, s, me)
        return known[self.at]


class SearchCache:
    """Cache of searches under a condition: what was found for the last few positions. It changes no answer.

    `read` are all slots on which the condition and the cost depend: the key. Where they depend on boards that grow,
    those are told apart as objects, and held, so that their identity stays their own. Where remembering hardly ever
    helps, it is given up.
    """

    KEPT = 256
    TRIED, WORTH = 2048, 4
    """After so many searches it is looked whether one of so many was known."""

    def __init__(self, flood: Callable[..., dict[int, int]], read: tuple[slice, ...], grows: bool) -> None:
        self.flood, self.read, self.grows = flood, read, grows
        self.kept: dict[tuple[Any, ...], tuple[dict[int, int], Boards]] = {}
        self.last: tuple[Any, ...] = (), [], [], {}
        self.searched = self.asked = 0

    def of(self, h: Slots, s: Boards, *given: int) -> dict[int, int]:
        """The distances from a place; a generated search is given the acting player and the values of names besides
        it."""
        boards, read = s if self.grows else [], [h[each] for each in self.read]
        last = self.last
        if given == last[0] and read == last[1] and all(map(is_, boards, last[2])):
            found: dict[int, int] = last[3]
            return found
        self.asked += 1
        hopeless = self.asked > self.TRIED and self.searched * self.WORTH > self.asked * (self.WORTH - 1)
        found = (
            self.flood(h, s, *given)
            if hopeless
            else self.search_results((given, *map(id, boards), *map(tuple, read)), h, s, boards, given)
        )
        self.last = given, read, boards[:], found
        return found

    def search_results(
        self, key: tuple[Any, ...], h: Slots, s: Boards, boards: Boards, given: tuple[int, ...]
    ) -> dict[int, int]:
        """Returns the results of a search, looked up among what was asked before."""
        known = self.kept.get(key)
        if known is None:
            self.searched += 1
            make_room(self.kept, self.KEPT)
            known = self.kept[key] = self.flood(h, s, *given), boards[:]
        return known[0]
