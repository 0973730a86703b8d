"""Units in which prices are paid: what the rules name, or the piece that somebody has chosen."""

from __future__ import annotations

from ...engine.interpret.closures import Slots
from ...rules.model.paid_pieces import chosen_piece
from ...rules.program import instructions as i
from .position import Position


def unit_paid(state: Position, guard: i.Guard, slots: Slots) -> str:
    """Returns the unit of a price: of a piece that is chosen the name of its row, as if the price named it."""
    piece = chosen_piece(guard.held)
    if piece is None or piece.type.name not in state.game.rules_model.kinds:
        return guard.unit
    evaluate, rows = state.game.interpreter.evaluate, state.game.rules_model.kinds[piece.type.name].rows
    row = int(evaluate.expr(piece)(evaluate.with_scratch(slots), state._s))
    return rows[row] if 0 <= row < len(rows) else guard.unit
