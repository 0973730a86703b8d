"""Construction of expressions: what is known is worked out, and what cannot be proven gets a check."""

from __future__ import annotations

from collections.abc import Iterable

from .form import TRUTH, Array, Call, Check, Choose, Const, Do, Expr, Let, Load, Op, Range, Return, Span, Store, Var
from .ranges import range_of

YES, NO, NONE = Const(1), Const(0), Const(-1)
Operand = Expr | int
MOST_IN_A_ROW = 24
"""Conditions that are nested one within the other; of a longer row halves are."""


DONE = Return(NO)
"""Ends a procedure."""


def as_expression(value: Operand) -> Expr:
    """A number of Python as one of the form."""
    return Const(value) if isinstance(value, int) else value


def both(*conditions: Expr) -> Expr:
    """Returns the test that all conditions hold."""
    return _join("and", conditions, YES, NO)


def either(*conditions: Expr) -> Expr:
    """Returns the test that one condition holds."""
    return _join("or", conditions, NO, YES)


def _join(name: str, conditions: Iterable[Expr], idle: Expr, decides: Expr) -> Expr:
    left: list[Expr] = []
    for each in conditions:
        if each == decides:
            left.append(each)
            break
        if each != idle:
            left.append(each)
    return _row(name, left) if left else idle


def _row(name: str, parts: list[Expr]) -> Expr:
    """Parts joined one behind the other; those of a long row by halves, which is less deep."""
    if len(parts) > MOST_IN_A_ROW:
        half = len(parts) // 2
        return Op(name, (_row(name, parts[:half]), _row(name, parts[half:])))
    *before, whole = parts
    for each in reversed(before):
        whole = Op(name, (each, whole))
    return whole


def no(condition: Expr) -> Expr:
    """Returns the test that a condition does not hold."""
    if isinstance(condition, Const):
        return Const(int(not condition.value))
    if isinstance(condition, Op) and condition.name in OPPOSITE:
        return Op(OPPOSITE[condition.name], condition.args)
    return condition.args[0] if isinstance(condition, Op) and condition.name == "not" else Op("not", (condition,))


OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def choose(condition: Expr, then: Operand, otherwise: Operand) -> Expr:
    """One value or another."""
    one, other = as_expression(then), as_expression(otherwise)
    if isinstance(condition, Const):
        return one if condition.value else other
    return one if one == other else Choose(condition, one, other)


def smaller(a: Expr, b: Operand) -> Expr:
    """The less of two numbers."""
    return choose(a < b, a, b)


def greater(a: Expr, b: Operand) -> Expr:
    """The greater of two numbers."""
    return choose(a > b, a, b)


def within(value: Operand, range_: Range) -> Expr:
    """A value that lies in a range: as it is where that is proven, else with a check."""
    value = as_expression(value)
    return value if range_of(value) in range_ else Check(value, range_)


def assign(var: Var, value: Operand) -> Let:
    """A variable gets a value of its range."""
    return Let(var, within(value, var.range))


def indices(many: int) -> Range:
    """The numbers of so many entries."""
    return Range(0, many - 1)


def invoke(procedure: str, *args: Operand) -> Do:
    """Calls a procedure."""
    return Do(Call(procedure, tuple(map(as_expression, args)), TRUTH))


def up_to(stop: Operand) -> Span:
    """The numbers from 0 up to another, which is left out."""
    return Span(NO, as_expression(stop))


def load(array: Array, index: Operand) -> Expr:
    """An entry of an array; of a constant table it may be known."""
    index = as_expression(index)
    if isinstance(index, Const) and array.values is not None and index.value - array.origin in range(array.length):
        return Const(array.values[index.value - array.origin])
    return Load(array, within(index, array.bounds))


def store(array: Array, index: Operand, value: Operand) -> Store:
    """Writes an entry of an array."""
    return Store(array, within(index, array.bounds), within(value, array.range))


def read(cell: Array) -> Expr:
    """Returns the content of a cell, or of the first entry of an array."""
    return load(cell, 0)


def write(cell: Array, value: Operand) -> Store:
    """Writes a cell."""
    return store(cell, 0, value)
