"""Attributes of values: what rules ask of one with a point behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.dispatch import Pass, handles
from ..model.forms import FORMS
from ..model.ruleset import Board, Expr
from ..model.types import UNKNOWN, Type, a_list, number, row
from .symbols import SymbolTable

FURTHEST = 500
"""How far from the middle a place can be."""
Attribute = tuple[str, str, tuple[Any, ...], Type]
"""Name of an attribute, with the operator that gives it, what that works on, and its type."""


class Attributes(
    Pass,
    over=FORMS,
    left=("number", "yes_no", "sides", "set", "bag", "pile", "positions", "list", "text", "none", "unknown"),
):
    """Attributes by the forms of types; what is no row, place or passage has none."""

    def __init__(self, names: SymbolTable) -> None:
        self.names = names

    def of(self, value: Expr) -> Iterator[Attribute]:
        """Yields the attributes of a value; definitions are read when they are asked for."""
        handler = self.handlers.get(value.type.form)
        if handler is not None:
            yield from handler(self, value)

    @handles("row")
    def _row(self, of: Expr) -> Iterator[Attribute]:
        names, kind = self.names, self.names.kinds[of.type.name]
        board = names.boards.get(kind.name)
        place_of = board if board is not None and board.has_place(of.type) else None
        yield from ((name, "column", (kind, name, of), each.type) for name, each in kind.columns.items())
        yield from self._tile(of, place_of)
        yield from (
            (name, "field", (each, of), each.type) for (owner, name), each in names.fields.items() if owner == kind.name
        )
        yield from self._definitions(kind.name, of)
        if kind.name == names.players:
            yield from ((name, "as", (), UNKNOWN) for name in names.define_nodes)
            owned = ((name, each) for name, each in names.boards.items() if each.private)
            yield from ((name, "own_places", (each, of), a_list(each.place())) for name, each in owned)
            yield "seat", "seat", (of,), number(0 if of.type.optional else 1, len(kind.rows))
        yield from self._tile_columns(of, place_of)

    @handles("place")
    def _place(self, of: Expr) -> Iterator[Attribute]:
        board = self.names.boards[of.type.name]
        yield from ((each.name, "record", (board, each, at, of), each.type) for at, each in enumerate(board.fields))
        yield from ((name, "coordinate", (name, of), number(-FURTHEST, FURTHEST)) for name in ("x", "y"))
        if board.private:
            yield "owner", "owner", (of,), row(self.names.players)
        yield from self._tile(of, board)
        yield from self._tile_columns(of, board)

    @handles("passage")
    def _passage(self, of: Expr) -> Iterator[Attribute]:
        board = self.names.boards[of.type.name]
        fields = enumerate(board.passage_fields)
        yield from ((each.name, "edge", (board, each, at, of), each.type) for at, each in fields)

    def _tile(self, of: Expr, board: Board | None) -> Iterator[Attribute]:
        """Yields the tile that lies at a place, and its open sides."""
        if board is not None and board.kind in self.names.kinds:
            yield board.sides, "open", (board, of), self.names.sides
            yield board.kind, "tile", (board, of), row(board.kind, True)

    def _tile_columns(self, of: Expr, board: Board | None) -> Iterator[Attribute]:
        """Yields the columns of the tile that lies at a place."""
        tile = self.names.kinds.get(board.kind) if board is not None else None
        if board is not None and tile is not None:
            laid = Expr("tile", (board, of), row(tile.name, True), of.span)
            yield from ((name, "column", (tile, name, laid), each.type) for name, each in tile.columns.items())
            yield from self._definitions(tile.name, laid)

    def _definitions(self, kind: str, of: Expr) -> Iterator[Attribute]:
        """Yields what rows of a kind define; the value is read when it is asked for."""
        for name in self.names.row_definitions:
            if name.startswith(f"{kind}."):
                yield name.partition(".")[2], "defined", (name, of), UNKNOWN
