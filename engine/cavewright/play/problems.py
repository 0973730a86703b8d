"""What is impossible in a position: numbers out of bounds, bags too full, tiles that do not match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..cave import grid
from ..model import ruleset as m

if TYPE_CHECKING:
    from .state import State


def problems_of(state: State) -> list[str]:
    """All problems of a position, as sentences; none in a position that play has reached."""
    rules = state.game.rules_model
    found: list[str] = []
    for field in rules.fields:
        if field.owner not in rules.boards:
            found += _of_field(state, field)
    for board in rules.boards.values():
        found += _of_board(state, board)
    return found


def _rows(state: State, field: m.Field) -> range:
    rules = state.game.rules_model
    if field.owner == "game":
        return range(1)
    return range(len(state.names) if field.owner == rules.players else len(rules.kinds[field.owner].rows))


def _of_field(state: State, field: m.Field) -> Iterator[str]:
    layout, kinds = state.game.program.layout, state.game.rules_model.kinds
    base, stride = layout.slot(field), layout.stride[(field.owner, field.name)]
    for row in _rows(state, field):
        where = f"{field.owner} {row}: {field.name}"
        if field.type.form == "bag":
            kind = kinds[field.type.name]
            amounts = state._h[base + row * stride : base + row * stride + len(kind.rows)]
            column = kind.columns.get(field.type.measure)
            used = sum(n * (column.values[k] if column else 1) for k, n in enumerate(amounts))
            if field.type.room and used > field.type.room:
                yield f"{where} holds {used}, it has room for {field.type.room}"
            if any(n < 0 for n in amounts):
                yield f"{where} holds less than nothing"
        elif field.type.form == "number":
            value = state._h[base + row]
            if not (field.type.low <= value <= field.type.high or (field.type.optional and value == -1)):
                yield f"{where} is {value}, outside {field.type}"


def _of_board(state: State, board: m.Board) -> Iterator[str]:
    cells = state._s[state.game.interpreter.evaluate.boards[board.name]]
    for place, record in cells.items():
        for bit, step, opposite in grid.SIDES[1:3]:
            there = cells.get(place + step)
            if there is None or (record[1] & bit != 0) == (there[1] & opposite != 0):
                continue
            if not (_free(state, board, place) or _free(state, board, place + step)):
                yield f"the sides of {grid.name(place)} and {grid.name(place + step)} do not match"


def _free(state: State, board: m.Board, place: int) -> bool:
    if board.free is None or board.free_local is None:
        return False
    evaluate = state.game.interpreter.evaluate
    test, h = evaluate.expr(board.free), state._h[:]
    h[evaluate.slot(board.free_local)] = place
    return bool(test(h, state._s))
