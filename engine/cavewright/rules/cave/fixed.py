"""Boards whose places are there from the start: grids and printed maps as one graph of numbered places and passages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from ..model.board_rows import SQUARE
from ..model.ruleset import Board, Kind
from ..model.types import NO_WAY, NONE

Edge = tuple[int, int]
"""A step: the place it leads to, and the passage it takes."""
Steps = Callable[[int], Iterable[Edge]]


class PlaceGraph:
    """Structure of such a board, which never changes. Everything has one entry a place, and one more, for none."""

    def __init__(self, board: Board, places: Kind) -> None:
        self.board, self.count = board, len(places.rows)
        ways: list[list[Edge]] = [[] for _ in range(self.count + 1)]
        self.between: dict[tuple[int, int], int] = {}
        for passage, (a, b) in enumerate(board.ends):
            if b >= 0:
                ways[a].append((b, passage))
                ways[b].append((a, passage))
                self.between[a, b] = self.between[b, a] = passage
        self.ways = tuple(tuple(sorted(each)) for each in ways)
        self.near = tuple(tuple(there for there, _ in each) for each in self.ways)
        self.each = board.width * board.height or self.count
        """How many places the board of one player has."""
        self.beside = self._beside() if board.is_square else ()
        self.borders = self._borders() if board.is_square else ()

    def cell(self, x: int, y: int, owner: int = 0) -> int:
        """The place in a column and a row, or none."""
        x, y = self.board.go_round(x, y)
        if 1 <= x <= self.board.width and 1 <= y <= self.board.height and owner >= 0:
            return owner * self.each + (y - 1) * self.board.width + x - 1
        return NONE

    def _xy(self, place: int) -> tuple[int, int, int]:
        owner, at = divmod(place, self.each)
        return at % self.board.width + 1, at // self.board.width + 1, owner

    def _beside(self) -> tuple[tuple[int, ...], ...]:
        """For every place what lies on its four sides, and none for no side."""
        found = []
        for place in range(self.count):
            x, y, owner = self._xy(place)
            found.append((*(self.cell(x + east, y + north, owner) for east, north in SQUARE), NONE))
        return (*found, (NONE,) * 5)

    def _borders(self) -> tuple[tuple[int, ...], ...]:
        """For every place the passages on its four sides, those at the edge of the board too."""
        found = [[NONE] * 5 for _ in range(self.count + 1)]
        edges: list[list[int]] = [[] for _ in range(self.count)]
        for passage, (a, b) in enumerate(self.board.ends):
            if b < 0:
                edges[a].append(passage)
        for place in range(self.count):
            free = iter(edges[place])
            for side in range(4):
                there = self.beside[place][side]
                found[place][side] = self.between[place, there] if there >= 0 else next(free)
        return tuple(map(tuple, found))

    def ray(self, place: int, east: int, north: int) -> Iterator[int]:
        """Yields the places in a direction from a place, the nearest first; round the board none twice, and not itself."""
        x, y, owner = self._xy(place)
        while place >= 0:
            x, y = x + east, y + north
            there = self.cell(x, y, owner)
            if there in (NONE, place):
                return
            yield there

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight rows of so many places, each once, by the places they begin at."""
        steps = [(1, 0), (0, 1), (1, -1)]
        if not self.board.has_six_around:
            steps.insert(2, (1, 1))
        found: dict[frozenset[int], tuple[int, ...]] = {}
        for place in range(self.count):
            x, y, owner = self._xy(place)
            for east, north in steps[: 1 if length == 1 else None]:
                line = tuple(self.cell(x + n * east, y + n * north, owner) for n in range(length))
                if NONE not in line and len(places := frozenset(line)) == length:
                    found.setdefault(places, line)
        return tuple(found.values())


def shortest_distances(start: int, steps: Steps, cost: Callable[[int, int], int]) -> dict[int, int]:
    """Every place that can be reached for less than counts as no way, with the least cost. No step costs less than
    nothing."""
    found: dict[int, int] = {}
    open_ends = [(0, start)]
    best = {start: 0}
    while open_ends:
        far, place = heappop(open_ends)
        if place in found:
            continue
        found[place] = far
        for there, passage in steps(place):
            total = far + max(0, cost(there, passage))
            if there not in found and total < min(best.get(there, NO_WAY), NO_WAY):
                best[there] = total
                heappush(open_ends, (total, there))
    return found
