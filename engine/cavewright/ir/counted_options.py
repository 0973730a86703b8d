"""Counting of options without a list of them, and beginning the one of a number: for playouts, which ask for no more.

Both are made from the function that lists them, where rows are put into the list out of sets or one by one; where every
row has conditions of its own, the list is as quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .construction import within, write
from .form import (
    WORD,
    Array,
    Bits,
    Block,
    Break,
    Call,
    Const,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Loop,
    Put,
    Range,
    Return,
    Scope,
    Statement,
    Store,
    Trap,
    Var,
    op,
)
from .rewriting import within_all, without_unused

Begin = Callable[[Sequence[Expr]], Block]
"""What begins the option of a row of the list."""
NTH = "nth_bit"
LEFT = 4


def is_counted(lister: Function) -> bool:
    """Whether options are counted as quickly as they are listed, or quicker."""
    return not any(isinstance(each, Call) for each in within_all(lister.body)) and _is_counted(lister.body, False)


def _is_counted(block: Block, inside: bool) -> bool:
    """`inside` of a loop, every row has to come out of a set."""
    for s in block:
        match s:
            case Put() if inside:
                return False
            case Each() if out_of_set(s) is None:
                if any(isinstance(each, Fold) for each in within_all(s)) or not _is_counted(s.body, True):
                    return False
            case If(then=then, otherwise=otherwise):
                if not (_is_counted(then, inside) and _is_counted(otherwise, inside)):
                    return False
    return True


def has_sets(lister: Function) -> bool:
    """Whether some options come out of sets."""
    return any(isinstance(each, Each) and out_of_set(each) is not None for each in within_all(lister.body))


def out_of_set(s: Each) -> tuple[Bits, Block, Put] | None:
    """The set, the names and the row of a loop that puts a row for everything in a set."""
    *before, last = s.body
    if isinstance(s.domain, Bits) and isinstance(last, Put) and all(isinstance(each, Let) for each in before):
        return s.domain, tuple(before), last
    return None


class Counting:
    """Makes the two functions of a decision. `count` is the cell that says how many options there are, `ready` what is
    known of them."""

    def __init__(self, fresh: Callable[[str, Range], Var], rows: Array, count: Array, ready: Array) -> None:
        self.fresh, self.rows, self.count, self.ready = fresh, rows, count, ready

    def counter(self, name: str, lister: Function, known: int) -> Function:
        """The function that counts them; it returns what the one that lists them does."""
        body = tuple(write(self.ready, known) if is_write(each, self.ready) else each for each in lister.body)
        return without_unused(Function(name, (), tuple(map(self._counts, body)), lister.returns))

    def _counts(self, s: Statement) -> Statement:
        match s:
            case Put(count=count):
                return self._more(count, Const(1))
            case If(condition=condition, then=(Put(count=count),), otherwise=()):
                return self._more(count, condition)
            case Each() if (found := out_of_set(s)) is not None:
                return self._more(found[2].count, op("ones", found[0].word))
            case Each(var=var, domain=domain, body=body):
                return Each(var, domain, tuple(map(self._counts, body)))
            case If(condition=condition, then=then, otherwise=otherwise):
                return If(condition, tuple(map(self._counts, then)), tuple(map(self._counts, otherwise)))
        return s

    def _more(self, count: Var, by: Expr) -> Let:
        return Let(count, within(count + by, count.range))

    def taker(self, name: str, lister: Function, row: Var, wide: int, begin: Begin) -> Function:
        """The function that begins the option of a number, and says where it goes on. `wide` is how many numbers a row
        has."""
        left, found = self.fresh("left", WORD), tuple(self.fresh("found", WORD) for _ in range(wide))
        taking = _Taking(self.fresh, left, found)
        search = Scope("option", (*taking.block(lister.body), Trap(LEFT)))
        return without_unused(Function(name, (row,), (Let(left, row), search, *begin(found)), WORD))


@dataclass(frozen=True)
class _Taking:
    """The search for the row of a number: how many rows are `left` before it, what is `found` in it."""

    fresh: Callable[[str, Range], Var]
    left: Var
    found: tuple[Var, ...]

    def block(self, block: Block) -> Block:
        """Statements that put rows into the list, as those that look for one."""
        return tuple(after for each in block for after in self.statement(each))

    def statement(self, s: Statement) -> Sequence[Statement]:
        """One of them."""
        match s:
            case Put():
                return (If(op("==", self.left, 0), self.leaving(s)), self.less(Const(1)))
            case Each(var=var) if (found := out_of_set(s)) is not None:
                return self.out_of_set(var, *found)
            case Each(var=var, domain=domain, body=body):
                return (Each(var, domain, self.block(body)),)
            case If(condition=condition, then=then, otherwise=otherwise):
                return (If(condition, self.block(then), self.block(otherwise)),)
            case Store() | Return():
                return ()
        return (s,)

    def leaving(self, put: Put) -> Block:
        """The row is this one."""
        return (*(Let(var, value) for var, value in zip(self.found, put.values, strict=True)), Break("option"))

    def less(self, by: Expr) -> Let:
        """There are fewer rows before it."""
        return Let(self.left, op("wrapped +", self.left, op("wrapped *", by, -1)))

    def out_of_set(self, var: Var, domain: Bits, lets: Block, put: Put) -> Block:
        """Rows of everything in a set."""
        word, many = self.fresh("among", WORD), self.fresh("many", Range(0, 32))
        bit = within(Call(NTH, (word, self.left & 31), Range(0, 31)), var.range)
        here = If(self.left < many, (Let(var, bit), *lets, *self.leaving(put)))
        return Let(word, domain.word), Let(many, op("ones", word)), here, self.less(many)


def nth_bit(fresh: Callable[[str, Range], Var]) -> Function:
    """The function that finds the place of one of the bits of a word, counted from the lowest."""
    word, n = fresh("word", WORD), fresh("n", Range(0, 31))
    left, half = fresh("left", WORD), 2**16 - 1
    lower = op("ones", word & half)
    loop: Block = (
        If(left <= 0, (Break("bits"),)),
        Let(word, word & op("wrapped +", word, -1)),
        Let(left, op("wrapped +", left, -1)),
    )
    body: Block = (
        Let(left, n),
        If(left >= lower, (Let(left, n - lower), Let(word, word & ~half))),
        Loop("bits", loop),
        Return(op("lowest", word) & 31),
    )
    return Function(NTH, (word, n), body, n.range)


def is_write(s: Any, cell: Array) -> bool:
    """Whether a statement writes a cell."""
    return isinstance(s, Store) and s.array == cell
