"""Room for the records of growing boards: how many places may be laid, and where what is kept of them stands."""

from __future__ import annotations

from math import inf
from typing import Any

from ...rules.check.cardinality import PLACES
from ...rules.model import ruleset as m
from ...rules.model.initial_values import blank_passage, blank_place
from ...rules.model.types import NONE
from ...rules.model.types import place as place_of
from .arrays import TRUTH, Array, Range
from .memory import Memory, width_of
from .records import Records
from .slot_ranges import Types

MOST_LAID = 500
"""Places that may be laid on a board whose tiles have no known bound; a position with more is left to Python."""
LEAST_LAID = 16
"""Places for which there always is room."""


def room_for(most: float) -> int:
    """Returns the number of places that may be laid where so many tiles can be, infinitely many where that is not
    known."""
    return max(LEAST_LAID, MOST_LAID if most == inf else min(int(most), PLACES))


def free_room(most: int) -> int:
    """Returns the number of free places that tiles may open to, where so many may be laid; a position with more is left
    to Python as well."""
    return 2 * most


def records_of(board: m.Board, rules: m.Ruleset, memory: Memory, types: Types, words_of: Any, most: int) -> Records:
    """Room for the records of a board on which so many places may be laid."""
    name, place = board.name, types.of(place_of(board.name))
    tiles = Range(NONE, len(rules.kinds[board.kind].rows) - 1)
    many_free = free_room(most)
    numbers = Range(0, most)
    entries = Range(0, most + many_free)
    columns = []
    words = []

    def column(field: str, range_: Range, many: int, rows: int) -> Array:
        width = width_of(range_)
        words.append(many)
        return memory.adjacent_array(f"{name}.{field}", rows * many * (most + 1), range_, -rows * many, width)

    count = memory.array(f"{name}.count", 1, numbers)
    places = memory.adjacent_array(f"{name}.place", most + 1, place, -1)
    near = memory.adjacent_array(f"{name}.near", 4 * (most + 1), numbers, -4, width_of(numbers))
    index = memory.adjacent_array(f"{name}.index", 1 << (4 * most).bit_length(), entries, 0, width_of(entries))
    columns = [column("tile", tiles, 1, 1), column("open", Range(0, 15), 1, 1)]
    columns += [column(each.name, types.of(each.type), words_of(each.type), 1) for each in board.fields]
    edges = [
        column(f"passage.{each.name}", types.of(each.type), words_of(each.type), 2) for each in board.passage_fields
    ]
    known = memory.adjacent_array(f"{name}.known", 2 * (most + 1), TRUTH, -2, 1)
    free_count = memory.adjacent_array(f"{name}.free_count", 1, Range(0, many_free))
    free = memory.adjacent_array(f"{name}.free", many_free, place)
    blanks = tuple(blank_place(board)), tuple(blank_passage(board))
    return Records(
        name, blanks, count, places, near, index, tuple(columns), tuple(edges), known, free, free_count, tuple(words)
    )
