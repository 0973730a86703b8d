"""Recognises loops over a table of lists, or of lines of fixed length."""

from __future__ import annotations

from collections.abc import Sequence

from .form import Array, Const, Expr, Load, Op, Var


def runs_of(start: Expr, stop: Expr) -> tuple[Expr, Sequence[int]] | None:
    """Of a run out of a table of runs which one it is, and where each begins."""
    if isinstance(start, Const) and isinstance(stop, Const):
        return Const(0), (start.value, stop.value)
    if not (isinstance(start, Load) and isinstance(stop, Load) and start.array == stop.array):
        return None
    values = start.array.values
    if values is None or stop.index != start.index + 1:
        return None
    return start.index - start.array.origin, values


def of_line(index: Expr, line: Var) -> tuple[Array, int, int] | None:
    """The table, how many rows a line has, and the number in the line, of an entry of a table of lines."""
    if not isinstance(index, Load) or index.array.values is None or index.array.origin:
        return None
    at, offset = index.index, 0
    if isinstance(at, Op) and at.name == "+" and isinstance(at.args[1], Const):
        offset, at = at.args[1].value, at.args[0]
    if at == line:
        return (index.array, 1, 0) if not offset else None
    if isinstance(at, Op) and at.name == "*" and at.args[0] == line and isinstance(at.args[1], Const):
        return index.array, at.args[1].value, offset
    return None
