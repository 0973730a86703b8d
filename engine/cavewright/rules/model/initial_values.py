"""Initial values of fields, and the records of places about which nothing is known."""

from __future__ import annotations

from .ruleset import Board, Field
from .types import NONE, Type


def first_of(type_: Type) -> int:
    """The value with which something of a type begins when none is given."""
    return NONE if type_.starts_empty else max(type_.low, min(0, type_.high))


def first_value(field: Field) -> int:
    """The value with which a field of a place or passage begins."""
    if field.start is not None and field.start.op == "const":
        return int(field.start.args[0])
    return first_of(field.type)


def blank_place(board: Board) -> tuple[int, ...]:
    """The record of a place of a growing board on which nothing lies: no tile, no open sides, its fields."""
    return (NONE, 0, *map(first_value, board.fields))


def blank_passage(board: Board) -> tuple[int, ...]:
    """The record of a passage about which nothing is known."""
    return tuple(map(first_value, board.passage_fields))
