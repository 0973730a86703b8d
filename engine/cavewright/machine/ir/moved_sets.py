"""Conditions of rows in a loop as sets: a table that moves every row by the same distance becomes a rotated word.

A loop over the rows of a set may ask of each what a row beside it holds, found by a table with one run for each way to
move. Of all rows at once this is asked by a set of rows that hold the value, turned round so far that each row stands
where the one lies from which it is asked. Rows of which the table leads elsewhere, off a board, are asked for apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .bitmap_indexes import BitmapIndex
from .connected_groups import Fresh
from .construction import choose, load
from .form import LONG, Array, Bits, Block, Call, Check, Const, Each, Expr, Fold, If, Let, Load, Op, Put, Var, op
from .memory import Memory
from .ranges import is_long, range_of
from .rewriting import mentions, operands, substitute, within_all

MOST_RUNS = 32
"""Ways to move of one table."""
COMPARED = ("==", "!=")


@dataclass(frozen=True)
class Table:
    """Entries of a table for the rows of each of its runs; `which` is the number of the run."""

    which: Expr
    runs: tuple[tuple[int, ...], ...]


class MovedSets:
    """Puts sets in the place of conditions. `asked` are the fields whose sets are asked for."""

    def __init__(self, kept: dict[Array, BitmapIndex], memory: Memory, fresh: Fresh, asked: set[Array]) -> None:
        self.kept, self.memory, self.fresh, self.asked = kept, memory, fresh, asked

    def hoist_sets(self, loop: Each, rows: int) -> Block:
        """A loop over the rows of a word, and before it the sets of those of which its conditions hold."""
        if not (isinstance(loop.domain, Bits) and is_long(loop.domain.word) and is_plain(loop.body)):
            return (loop,)
        lets: list[Let] = []
        names: dict[Var, Expr] = {}
        row, options = row_of(loop)
        body: list[Any] = []
        for s in options:
            match s:
                case Let(var=var, value=value):
                    names[var] = substitute(value, names)
                case If(condition=condition) if (
                    found := self.rows_with(substitute(condition, names), row, rows)
                ) is not None:
                    held = self.fresh("where", LONG)
                    lets.append(Let(held, found))
                    s = replace(s, condition=has_row(held, loop.var))
            body.append(s)
        named = loop.body[: len(loop.body) - len(options)]
        return (*lets, replace(loop, body=(*named, *without_idle(tuple(body))))) if lets else (loop,)

    def rows_with(self, test: Expr, row: Var, rows: int) -> Expr | None:
        """The rows of which a condition holds, if it asks what the row holds to which a table leads."""
        if not (isinstance(test, Op) and test.name in COMPARED):
            return None
        for held, value in (test.args, test.args[::-1]):
            if isinstance(held, Load) and not mentions(value, row) and is_steady(value):
                table = table_of_rows(held.index, row, rows)
                if (
                    table is not None
                    and (found := self.rows_leading_to(test.name, held.array, table, value)) is not None
                ):
                    return found
        return None

    def rows_leading_to(self, name: str, array: Array, table: Table, value: Expr) -> Expr | None:
        """The rows from which a table leads to entries of an array that hold a value, or do not."""
        places = [[array.at + (n - array.origin) * array.width for n in run] for run in table.runs]
        there = next(
            (each for each in self.kept.values() if any(is_row(each, at) for run in places for at in run)), None
        )
        if there is None or there.words != 1 or not is_long(there.word(Const(0), 0)):
            return None
        if array.width != there.field.width or range_of(value) not in there.field.range:
            return None
        distances = [distance_of(run, there) for run in places]
        elsewhere = sorted({at for run in places for at in run if not is_row(there, at)})
        others = {at: self.value_at(array, at) for at in elsewhere}
        if None in distances or len(elsewhere) > 2:
            return None
        self.asked.add(there.field)
        whole = there.word(value, 0)
        whole = whole if name == "==" else whole ^ there.full
        by = load(self.memory.table([each % 64 for each in distances if each is not None]), table.which)
        found = op("rotated", whole, by) & self.among(table, [[is_row(there, at) for at in run] for run in places])
        for at, other in others.items():
            holds = Const(int(name == "==")) if other == value else op(name, other, value)
            if holds != Const(0):
                mine = self.among(table, [[each == at for each in run] for run in places])
                found = found | choose(holds, mine, 0)
        return found

    def among(self, table: Table, marked: Sequence[Sequence[bool]]) -> Expr:
        """The rows of a run that are marked."""
        words = [sum(1 << n for n, each in enumerate(run) if each) for run in marked]
        return load(self.memory.table(words, size=64), table.which)

    def value_at(self, array: Array, at: int) -> Expr:
        """Returns the value at an address, by the array that has room of its own there, if that is one number."""
        cells = (each for each in self.memory.arrays if each.at == at and each.length == 1 and each.values is None)
        cell = next((each for each in cells if each.width == array.width), None)
        return load(cell, 0) if cell is not None else load(array, array.origin + (at - array.at) // array.width)


def row_of(loop: Each) -> tuple[Var, Block]:
    """The row that a loop over the bits of a word goes through, which may have a narrower name of its own, and the rest of what it does."""
    match loop.body:
        case (Let(var=var, value=Check(value=value)), *rest) if value == loop.var:
            return var, tuple(rest)
    return loop.var, loop.body


def is_plain(block: Block) -> bool:
    """Tells if a block only names values and puts rows into a list, some under conditions."""
    return all(
        isinstance(s, (Let, Put))
        or (isinstance(s, If) and not s.otherwise and all(isinstance(each, Put) for each in s.then))
        for s in block
    )


def is_steady(e: Expr) -> bool:
    """Tells if an expression can be worked out beforehand: it calls nothing and cannot go wrong."""
    return not any(isinstance(each, (Call, Check, Fold)) for each in within_all(e))


def is_row(kept: BitmapIndex, at: int) -> bool:
    """Tells if the entry of a row lies at an address."""
    first = kept.field.at - kept.field.origin * kept.field.width
    return first <= at < first + kept.rows * kept.field.width


def distance_of(run: Sequence[int], kept: BitmapIndex) -> int | None:
    """Returns the distance by which a table moves all rows that it leads to rows; none where that differs."""
    first = kept.field.at - kept.field.origin * kept.field.width
    found = {(at - first) // kept.field.width - n for n, at in enumerate(run) if is_row(kept, at)}
    return found.pop() if len(found) == 1 else None if found else 0


def table_of_rows(index: Expr, row: Var, rows: int) -> Table | None:
    """The table out of which an index is read by the number of a row, if it is."""
    if not (isinstance(index, Load) and index.array.values is not None and is_steady(index.index)):
        return None
    terms = operands("+", index.index)
    if terms.count(row) != 1 or any(mentions(each, row) for each in terms if each != row):
        return None
    first = sum(each.value for each in terms if isinstance(each, Const)) - index.array.origin
    others = [each for each in terms if each != row and not isinstance(each, Const)]
    which, stride = (Const(0), 0) if not others else split_factor(others[0])
    known = range_of(which)
    if len(others) > 1 or known.low < -1 or known.high - known.low >= MOST_RUNS:
        return None
    starts = [first + n * stride for n in range(known.low, known.high + 1)]
    if any(start < 0 or start + rows > index.array.length for start in starts):
        return None
    runs = tuple(index.array.values[start : start + rows] for start in starts)
    return Table(which - known.low, runs)


def split_factor(e: Expr) -> tuple[Expr, int]:
    """An expression as another times a number."""
    if isinstance(e, Op) and e.name == "*" and isinstance(e.args[1], Const):
        return e.args[0], e.args[1].value
    return e, 1


def has_row(held: Var, row: Var) -> Expr:
    """Tells if a row is in a set."""
    return op("!=", held >> row & 1, 0)


def without_idle(block: Block) -> Block:
    """A block without the names that nothing behind them mentions."""
    used: set[object] = set()
    kept: list[Any] = []
    for s in reversed(block):
        if not isinstance(s, Let) or s.var in used:
            kept.append(s)
            used |= {each for each in within_all(s) if isinstance(each, Var)}
    return tuple(reversed(kept))
