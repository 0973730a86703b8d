"""Loops over the rows of a set that offer several options of each, every one where the row is in a set of its own.

How many there are is how many bits these sets have. The one of a number is found by halves, then in eight rows at once, whose
bits lie beside each other as the options are listed: row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .construction import choose, load, within
from .form import LONG, TRUTH, WORD, Bits, Block, Const, Each, Expr, If, Let, Put, Range, Var, op
from .memory import Memory
from .moved_sets import has_row, row_of
from .ranges import BITS, is_long

MOST_OPTIONS = 4
"""Options of a row: those of eight rows are bits of a word."""
EIGHT = 8


@dataclass(frozen=True)
class MemberRows:
    """The options of every row of a `word`, in their order: of each the rows that have it, and what is listed."""

    row: Var
    word: Expr
    sets: tuple[Expr, ...]
    puts: tuple[Put, ...]

    @property
    def options_by_row(self) -> list[Expr]:
        """Of each option the rows that have it."""
        return [self.word if each == Const(-1) else self.word & each for each in self.sets]

    @property
    def many(self) -> Expr:
        """Returns the number of all options."""
        return total_of([op("ones", each) for each in self.options_by_row])


def rows_of_members(s: Each) -> MemberRows | None:
    """Returns the options that a loop has for each row of a word of 64 bits, if that is known by sets."""
    row, options = row_of(s)
    if not (isinstance(s.domain, Bits) and is_long(s.domain.word) and len(options) <= MOST_OPTIONS):
        return None
    found = [option_of(each, s.var) for each in options]
    known = [each for each in found if each is not None]
    if not known or len(known) < len(found):
        return None
    sets, puts = zip(*known, strict=True)
    columns = zip(*(put.values for put in puts), strict=True)
    if len({(put.array, put.count, len(put.values)) for put in puts}) > 1:
        return None
    return MemberRows(row, s.domain.word, sets, puts) if all(is_known(each, row) for each in columns) else None


def option_of(s: Any, row: Var) -> tuple[Expr, Put] | None:
    """The rows that have an option, and what is listed; -1 stands for all rows."""
    match s:
        case Put():
            return Const(-1), s
        case If(condition=condition, then=(Put() as put,), otherwise=()):
            held = next((var for var in _sets_in(condition) if condition == has_row(var, row)), None)
            return (held, put) if held is not None else None
    return None


def _sets_in(e: Any) -> list[Var]:
    while hasattr(e, "args"):
        e = e.args[0]
    return [e] if isinstance(e, Var) and is_long(e) else []


def is_known(column: Sequence[Expr], row: Var) -> bool:
    """Tells if a column of the list holds the row, or numbers that are known."""
    return all(each == row for each in column) or all(isinstance(each, Const) for each in column)


class MemberSearch:
    """Finds the option of a number. `left` says how many are before it."""

    def __init__(self, fresh: Callable[[str, Range], Var], memory: Memory, left: Var) -> None:
        self.fresh, self.memory, self.left = fresh, memory, left

    def find_row(self, rows: MemberRows, offered: Sequence[Var]) -> tuple[Block, list[Expr]]:
        """Emits the search for an option among those of some sets, and the values of its row."""
        steps: list[Let] = []
        left: Expr = self.left
        at: Expr = Const(0)
        sets: list[Expr] = [*offered]
        for half in (32, 16, 8):
            lower = self.fresh("lower", Range(0, 64 * len(sets)))
            upper = self.fresh("upper", TRUTH)
            by = self.fresh("by", Range(0, half))
            rest = self.fresh("left", WORD)
            many = [op("ones", each & (1 << half) - 1) for each in sets]
            steps += [
                Let(lower, total_of(many)),
                Let(upper, left >= lower),
                Let(by, choose(upper, half, 0)),
                Let(rest, op("wrapped +", left, 0 - choose(upper, lower, 0))),
            ]
            moved = [self.fresh("offered", LONG) for _ in sets]
            steps += [Let(var, each >> by) for var, each in zip(moved, sets, strict=True)]
            left, at, sets = rest, at + by, [*moved]
        place = self.fresh("place", BITS)
        steps.append(Let(place, op("nth bit", self.beside(sets), left & 31)))
        return tuple(steps), self.values(rows, at, place)

    def beside(self, sets: Sequence[Expr]) -> Expr:
        """The bits of the first eight rows of some sets, those of a row beside each other."""
        many = len(sets)
        spread = self.memory.table([sum(1 << many * n for n in range(EIGHT) if byte >> n & 1) for byte in range(256)])
        word: Expr = Const(0)
        for n, each in enumerate(sets):
            bits = load(spread, op("lower word", each) & 255)
            word = bits if n == 0 else word | bits << n
        return word

    def values(self, rows: MemberRows, at: Expr, place: Var) -> list[Expr]:
        """The values of the row that stands at a place, of eight rows from one on."""
        many = len(rows.puts)
        row = at + load(self.memory.table([min(n // many, EIGHT - 1) for n in range(32)]), place)
        found: list[Expr] = []
        for column in zip(*(put.values for put in rows.puts), strict=True):
            numbers = [each.value for each in column if isinstance(each, Const)]
            known = [numbers[n % many] for n in range(32)] if numbers else []
            found.append(within(row, rows.row.range) if not known else load(self.memory.table(known), place))
        return found


def total_of(numbers: Sequence[Expr]) -> Expr:
    """A sum."""
    total, *others = numbers
    for each in others:
        total = total + each
    return total
