"""Loops over the rows of a kind for that with a number printed on it: it is looked up, not looked for.

A row whose condition fails changes nothing, so it may be passed over. Of `for each m in moment where m.number is calm` only the row
with that number can be meant: a table says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .construction import NO, both, choose, load, read
from .form import Array, Const, Expr, Load, Op
from .memory import Memory
from .rewriting import within_all

MOST_VALUES = 4_096
"""Entries of a table of rows by a number that is printed on them."""
FEWEST_ROWS = 4
"""Rows from which on it is quicker to look one up."""


def row_with_value(condition: Expr, row: Array, rows: Sequence[int], memory: Memory) -> Expr | None:
    """Returns the number, counted from 1, of the only row that can meet a condition, 0 where none can; None if that is
    not known. `row` is the cell of the row at hand."""
    if len(rows) < FEWEST_ROWS or rows != range(len(rows)):
        return None
    here = read(row)
    for part in _conjuncts(condition):
        if not (isinstance(part, Op) and part.name == "=="):
            continue
        for printed, wanted in (part.args, part.args[::-1]):
            values = _values_by_row(printed, here, len(rows))
            if values is not None and here not in within_all(wanted):
                return _look_up(values, wanted, memory)
    return None


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    """Yields the conditions that all have to hold."""
    if isinstance(condition, Op) and condition.name in ("and", "&"):
        for part in condition.args:
            yield from _conjuncts(part)
    else:
        yield condition


def _values_by_row(printed: Expr, here: Expr, rows: int) -> Sequence[int] | None:
    """Returns what is printed on each row, if an expression is that and no two rows have the same."""
    if not (isinstance(printed, Load) and printed.index == here and printed.array.values is not None):
        return None
    values = printed.array.values[-printed.array.origin : rows - printed.array.origin]
    span = max(values) - min(values) if values else MOST_VALUES
    return values if len(values) == rows == len(set(values)) and span < MOST_VALUES else None


def _look_up(values: Sequence[int], wanted: Expr, memory: Memory) -> Expr:
    """Returns the number of the row with a value."""
    low, high = min(values), max(values)
    numbers = {value: n + 1 for n, value in enumerate(values)}
    table = memory.table([numbers.get(value, 0) for value in range(low, high + 1)])
    there = both(wanted >= low, wanted <= high)
    return choose(there, load(table, wanted - low), NO) if there != Const(1) else load(table, wanted - low)
