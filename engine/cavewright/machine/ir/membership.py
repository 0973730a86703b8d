"""Tests of which rows of a field hold a value, and what is made of their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .bitmap_indexes import BitmapIndex
from .construction import both
from .form import Block, Call, Do, Each, Expr, If, Store, op
from .rewriting import within_all


@dataclass(frozen=True)
class MembershipTest:
    """That the row of some number holds a value, or does not."""

    kept: BitmapIndex
    index: Expr
    value: Expr
    holds: bool

    def word(self, n: Expr | int) -> Expr:
        """A word of the rows of which that is true, and of rows that there are not."""
        word = self.kept.word(self.value, n)
        return word if self.holds else word ^ self.kept.full


def one_condition(s: Each) -> Each:
    """A loop with conditions within each other as one."""
    match s.body:
        case (If(condition=a, then=(If(condition=b, then=then, otherwise=()),), otherwise=()),):
            return one_condition(replace(s, body=(If(both(a, b), then),)))
    return s


def union(sets: Iterable[int]) -> int:
    """Returns the bits that are in any of some sets."""
    whole = 0
    for each in sets:
        whole |= each
    return whole


def either_word(words: Iterator[Expr]) -> Expr:
    """Tells if a bit is set in one of some words."""
    whole = next(words)
    for each in words:
        whole = whole | each
    return op("!=", whole, 0)


def writes(block: Block, kept: BitmapIndex) -> bool:
    """Tells if a block may write a field."""
    return any(
        isinstance(each, (Do, Call)) or (isinstance(each, Store) and each.array == kept.field)
        for each in within_all(block)
    )
