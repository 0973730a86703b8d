"""Definitions that rows of a table give, each its own: one expression that asks which row is at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...foundation.source import Span
from .declarations import Define, Expr, Local, constant
from .types import YES_NO, Type


def is_by_row(define: Define) -> bool:
    """Tells if rows give a definition: it goes by the name of their kind and its own, `spot.shut`."""
    return "." in define.name


def choose_by_row(it: Local, values: Sequence[tuple[int, Expr]], otherwise: Expr, type_: Type, nowhere: Span) -> Expr:
    """The value that goes with the number of a row, found by halves. Nobody wrote the questions, so they stand nowhere."""

    def question(sign: str, number: int) -> Expr:
        return Expr(sign, (it.at(nowhere), constant(number, it.type, nowhere)), YES_NO, nowhere)

    if len(values) > 1:
        half = len(values) // 2
        low, high = (choose_by_row(it, each, otherwise, type_, nowhere) for each in (values[:half], values[half:]))
        return Expr("if", (question("lt", values[half][0]), low, high), type_, nowhere)
    [(number, value)] = values or [(0, otherwise)]
    return Expr("if", (question("eq", number), value, otherwise), type_, nowhere)


def values_by_row(define: Define) -> Iterator[tuple[int, Expr]]:
    """Yields the rows that give a definition, in order, each with its value."""
    todo = [define.body]
    while todo:
        condition, value, other = todo.pop().args
        if condition.op == "lt":
            todo += (other, value)
        else:
            yield condition.args[1].args[0], value
