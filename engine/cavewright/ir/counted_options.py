"""Counting of options without a list of them, and beginning the one of a number: for playouts, which ask for no more.

Both are made from the function that lists them, where rows are put into the list out of sets or one by one; where every
row has conditions of its own, the list is as quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    Statement,
    Store,
    Trap,
    Var,
    op,
)
from .rewriting import within_all, without_unused

Begin = Callable[[tuple[Expr, ...]], Block]
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
        body = (write(self.ready, known) if is_write(each, self.ready) else each for each in lister.body)
        return without_unused(Function(name, (), self._counted(tuple(body)), lister.returns))

    def _counted(self, block: Block) -> Block:
        return tuple(self._counts(each) for each in block)

    def _counts(self, s: Statement) -> Statement:
        match s:
            case Put(count=count):
                return self._more(count, Const(1))
            case If(condition=condition, then=(Put(count=count),), otherwise=()):
                return self._more(count, condition)
            case Each() if (found := out_of_set(s)) is not None:
                return self._more(found[2].count, op("ones", found[0].word))
            case Each(var=var, domain=domain, body=body):
                return Each(var, domain, self._counted(body))
            case If(condition=condition, then=then, otherwise=otherwise):
                return If(condition, self._counted(then), self._counted(otherwise))
        return s

    def _more(self, count: Var, by: Expr) -> Let:
        return Let(count, within(count + by, count.range))

    def taker(self, name: str, lister: Function, row: Var, begin: Begin) -> Function:
        """The function that begins the option of a number, and says where it goes on."""
        left = self.fresh("left", row.range)
        body = (Let(left, row), *self._taken(lister.body, left, begin), Trap(LEFT))
        return without_unused(Function(name, (row,), body, WORD))

    def _taken(self, block: Block, left: Var, begin: Begin) -> Block:
        return tuple(after for each in block for after in self._takes(each, left, begin))

    def _takes(self, s: Statement, left: Var, begin: Begin) -> Sequence[Statement]:
        match s:
            case Put(values=values):
                less = Let(left, within(left - 1, left.range))
                return (If(op("==", left, 0), begin(values)), less)
            case Each(var=var) if (found := out_of_set(s)) is not None:
                return self._out_of_set(var, *found, left, begin)
            case Each(var=var, domain=domain, body=body):
                return (Each(var, domain, self._taken(body, left, begin)),)
            case If(condition=condition, then=then, otherwise=otherwise):
                return (If(condition, self._taken(then, left, begin), self._taken(otherwise, left, begin)),)
            case Store() | Return():
                return ()
        return (s,)

    def _out_of_set(self, var: Var, domain: Bits, lets: Block, put: Put, left: Var, begin: Begin) -> Block:
        word, many = self.fresh("among", WORD), self.fresh("many", Range(0, 32))
        bit = within(Call(NTH, (word, within(left, Range(0, 31))), Range(0, 31)), var.range)
        return (
            Let(word, domain.word),
            Let(many, op("ones", word)),
            If(left < many, (Let(var, bit), *lets, *begin(put.values))),
            Let(left, within(left - many, left.range)),
        )


def nth_bit(fresh: Callable[[str, Range], Var]) -> Function:
    """The function that finds the place of one of the bits of a word, counted from the lowest."""
    word, n = fresh("word", WORD), fresh("n", Range(0, 31))
    lower, half = fresh("lower", Range(0, 16)), 2**16 - 1
    rest = op("wrapped +", word, -1)
    loop: Block = (
        If(op("==", n, 0), (Break("bits"),)),
        Let(word, word & rest),
        Let(n, within(n - 1, n.range)),
    )
    body: Block = (
        Let(lower, within(op("ones", word & half), lower.range)),
        If(n >= lower, (Let(word, word & ~half), Let(n, within(n - lower, n.range)))),
        Loop("bits", loop),
        Return(within(op("lowest", word), n.range)),
    )
    return Function(NTH, (word, n), body, n.range)


def is_write(s: Any, cell: Array) -> bool:
    """Whether a statement writes a cell."""
    return isinstance(s, Store) and s.array == cell
