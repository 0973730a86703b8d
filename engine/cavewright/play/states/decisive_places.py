"""Decisive places of a match that has ended: those with which alone the last action would have ended it all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...engine.interpret.step import WorkLimitError
from ...rules.model import ruleset as m
from ...rules.model.types import NONE
from ..positions.action import CHANCE, Action, IllegalActionError
from .game import State

MOST_PLACES = 200
"""Occupied places that are tried one by one; of more nothing is said."""
PlaceField = tuple[m.Board, int, int, bool]
"""A field of a place of a board: the board, the row of the place, the slot of the field, and whether it holds players."""


def decisive_places(before: State, action: Action) -> tuple[tuple[str, str], ...]:
    """Returns the places that ended a match by what lies on them, as board and row: a line, a chain, men that give mate.

    Each place that somebody holds who acted is emptied in turn, or given to another player so that it still carries what
    lies above it, and stays so where the last action ends the match without it and with the same winners. What is left is
    necessary. No place decides where a match ends whatever lies there, such as by rounds, or since a board is full.
    """
    after = _end(before, action) if action.player != CHANCE and before._branches is None else None
    laid = (
        [] if after is None else [each for each in _occupied_fields(after) if after._h[each[2]] != before._h[each[2]]]
    )
    occupied = list(_occupied_fields(before))
    if after is None or not laid or not 0 < len(occupied) <= MOST_PLACES or not _decides(before, action, occupied):
        return ()
    needed, kept, winners = before, list[PlaceField](), after.outcome().winners
    for each in occupied:
        if each[3] and before._h[each[2]] != action.player:
            continue
        others = (_put_value(needed, each[2:3], value) for value in _replacements(needed, each, action.player))
        ends = ((other, _end(other, action)) for other in others)
        without = next((other for other, end in ends if end is not None and end.outcome().winners == winners), None)
        if without is None:
            kept.append(each)
        else:
            needed = without
    if not kept or len(kept) == len(occupied) > 1:
        return ()
    stands = [each for each in (*kept, *laid) if after._h[each[2]] != NONE]
    kinds = after.game.rules_model.kinds
    return tuple(dict.fromkeys((board.name, kinds[board.name].rows[row]) for board, row, *_ in stands))


def _decides(before: State, action: Action, occupied: Sequence[PlaceField]) -> bool:
    """Tells if an end depends on what lies on the places, and not on all of it."""
    slots = [each[2] for each in occupied]
    if _end(_put_value(before, slots, NONE), action) is not None:
        return False
    return any(_end(_put_value(before, [slot], NONE), action) is not None for slot in slots)


def _end(before: State, action: Action) -> State | None:
    """Returns the end to which an action leads; None where it leads to none, or cannot be done."""
    try:
        after = before.apply_by_host(str(action))
    except (IllegalActionError, WorkLimitError, ValueError):
        return None
    return after if after.is_terminal else None


def _occupied_fields(state: State) -> Iterator[PlaceField]:
    """Yields the fields of places that hold something and could hold nothing."""
    rules, layout = state.game.rules_model, state.game.program.layout
    for field in rules.fields:
        board = rules.boards.get(field.owner)
        if board is None or not board.fixed or not field.type.is_row or not field.type.optional:
            continue
        first = layout.base[field.owner, field.name]
        rows = len(rules.kinds[board.name].rows)
        is_player = field.type.name == rules.players
        yield from ((board, row, first + row, is_player) for row in range(rows) if state._h[first + row] != NONE)


def _replacements(state: State, place: PlaceField, player: int) -> Iterator[int]:
    """Yields what may lie on a place instead: nothing, or where players lie there, another one than who acted."""
    yield NONE
    if place[3]:
        yield from (n for n in range(len(state.names)) if n != player)


def _put_value(state: State, slots: Sequence[int], value: int) -> State:
    """Returns a position with another value in some slots."""
    h = state._h[:]
    for slot in slots:
        h[slot] = value
    return State(state.game, state.names, h, [dict(each) for each in state._s], None, [])
