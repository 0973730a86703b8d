"""Initial values of fields, and the records of places about which nothing is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .piles import EVERYBODY, Heap, Pile
from .ruleset import Board, Field, Ruleset
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


def first_content(rules: Ruleset, field: Field, value: Any, players: int) -> Any:
    """The content of a field that begins with a value: of players only those who play."""
    content = field.type.content
    if content is None:
        return value
    seats = players if content.is_row_of(rules.players) else None
    if not field.type.is_bag:
        return value if seats is None else value & (1 << seats) - 1
    pieces = [(piece, many) for piece, many in value if seats is None or piece < seats]
    kinds = len(rules.kinds[field.type.name].rows)
    return _first_pile(field, kinds, pieces) if field.type.is_pile else _first_bag(kinds, pieces)


def _first_bag(kinds: int, pieces: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    amounts = [0] * (kinds + 1)
    for piece, many in pieces:
        amounts[piece] = many
    return tuple(amounts)


def _first_pile(field: Field, kinds: int, pieces: Iterable[tuple[int, int]]) -> Pile:
    """A pile as it is written, from the top; of a hidden one nobody knows the order."""
    lying = [piece for piece, many in pieces for _ in range(many)]
    if field.shown == "hidden" and len(lying) > 1:
        return Pile.of(kinds, (Heap(tuple(sorted(lying))),))
    return Pile.of(kinds, (Heap((each,), EVERYBODY) for each in lying))
