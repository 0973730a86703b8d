"""Prices in pieces that are chosen: `cost 1 g from store`, where `g` is a value of the action."""

from __future__ import annotations

from .ruleset import Expr


def chosen_piece(held: Expr | None) -> Expr | None:
    """Returns the piece that a price is paid with, by what there is of it, where a name stands for its row; none where
    the price names what it is paid with."""
    if held is None or held.op != "amount":
        return None
    piece = held.args[1]
    return piece if isinstance(piece, Expr) and piece.op == "local" and piece.type.is_row else None
