"""Seats round the table: all who play sit in a ring, in the order of their numbers."""

from __future__ import annotations

from functools import lru_cache

from ..model.types import NONE


def find_next_seat(player: int, steps: int, count: int) -> int:
    """Returns who sits so many seats further; none from nobody."""
    return (player + steps) % count if player >= 0 else NONE


def count_seats_between(one: int, other: int, count: int) -> int:
    """Returns the number of seats from one player on to another; 0 where one of them is nobody."""
    return (other - one) % count if one >= 0 and other >= 0 else 0


def list_seats(player: int, way: int, count: int) -> list[int]:
    """Returns all players, from the next one on, the player last; nobody from nobody."""
    return [(player + n * way) % count for n in range(1, count + 1)] if player >= 0 else []


@lru_cache(maxsize=1024)
def clockwise(count: int, first: int) -> tuple[int, ...]:
    """All players in turn, from one on: what a `Collect` of players puts into its slot."""
    start = max(first, 0)
    return tuple((start + n) % count for n in range(count))
