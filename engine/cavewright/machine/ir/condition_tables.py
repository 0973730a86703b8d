"""Conditions about the rows of a small field as tables: all of them ask which rows hold one value, which is one word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .form import Const, Expr, Op

MOST_ROWS = 12
"""Rows of a field: a table has an entry for every set of them."""
LEAST_TESTS = 6
"""Questions of a condition: fewer are answered as quickly one by one."""
Member = Callable[[Expr], Any]
"""What a test asks of a row, if it asks whether it holds a value."""


def condition_table(e: Expr, member: Member) -> tuple[Any, list[int]] | None:
    """One of the questions of a condition, and by the rows that hold the value of it whether the condition holds; none
    where it asks for several values, for more than known rows of a small field, or for little."""
    tests = questions_of(e, member)
    if tests is None or len(tests) < LEAST_TESTS:
        return None
    first = tests[0]
    if any(each.kept.field != first.kept.field or each.value != first.value for each in tests):
        return None
    if first.kept.rows > MOST_ROWS or any(each.index.value < 0 for each in tests):
        return None
    return first, [*map(int, _answers(e, member, 1 << first.kept.rows))]


def questions_of(e: Expr, member: Member) -> list[Any] | None:
    """All questions of a condition, if it asks nothing but whether rows that are known hold a value."""
    if isinstance(e, Op) and e.name in ("and", "or", "not"):
        found: list[Any] = []
        for each in e.args:
            more = questions_of(each, member)
            if more is None:
                return None
            found += more
        return found
    asked = member(e)
    return [asked] if asked is not None and isinstance(asked.index, Const) else None


def _answers(e: Expr, member: Member, many: int) -> list[bool]:
    """Returns the answers of a condition, by the word of the rows that hold the value."""
    if isinstance(e, Op) and e.name in ("and", "or", "not"):
        parts = [_answers(each, member, many) for each in e.args]
        if e.name == "not":
            return [not each for each in parts[0]]
        joined = all if e.name == "and" else any
        return [joined(each) for each in zip(*parts, strict=True)]
    asked = member(e)
    row, holds = asked.index.value, asked.holds
    return [bool(word >> row & 1) == holds for word in range(many)]
