"""Numbers of actions in a module: the rows of options as numbers that are the same everywhere, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import prod
from typing import Any

from ...foundation.source.frozen import frozen
from ...rules.program import instructions as i
from .construction import assign, both, choose, indices, load, store, within, write
from .form import WORD, Array, Block, Const, Expr, Function, If, Let, Put, Statement, Store, Switch, Var, op
from .position_pool import PooledProgram
from .rewriting import with_blocks


@frozen
class Digit:
    """A value of an action as a digit: what stands for none comes last, all others count from `low` in steps."""

    low: int
    step: int
    many: int
    optional: bool


Numbers = Mapping[str, tuple[int, tuple[Digit, ...]]]
"""By the name of an action its first number, and the digits of its values."""


def size_of(numbers: Numbers) -> int:
    """Returns the number of action numbers."""
    return max((first + prod(each.many for each in digits) for first, digits in numbers.values()), default=0)


class ActionNumbers:
    """Makes the functions that mark the numbers of what is legal in a mask, and list them, and the one that writes the row
    of a number."""

    def __init__(
        self, program: PooledProgram, numbers: Numbers, known: Mapping[str, Function], mask: Array, listed: Array
    ) -> None:
        self.program, self.lowering, self.fresh = program, program.lowering, program.lowering.fresh
        self.numbers, self.known, self.mask, self.listed = numbers, known, mask, listed
        self.size = size_of(numbers)

    def functions(self) -> list[Function]:
        """All of them."""
        return [*self._maskers(), self._writer()]

    def _maskers(self) -> list[Function]:
        """The functions that mark the numbers of all options of a decision, each made from the one that lists them."""
        made = []
        for at in self.program.strides:
            if isinstance(self.program.program.code[at], i.Decide):
                k = self.fresh("k", indices(self.mask.length // self.size))
                lister = self.known[f"list_{at}"]
                body = with_blocks(lister, partial(self._marking, at, k)).body
                made.append(self.lowering.function(f"mark_{at}", [k], body, lister.returns))
        return made

    def _marking(self, at: int, k: Var, block: Block) -> Block:
        """Statements that list options, as those that mark their numbers."""
        return tuple(after for each in block for after in self._mark(at, k, each))

    def _mark(self, at: int, k: Var, s: Statement) -> Block:
        match s:
            case Put(count=count, values=values):
                number = self.fresh("number", indices(self.size))
                return (
                    Let(number, self._number(at, values)),
                    store(self.mask, k * self.size + number, 1),
                    store(self.listed, count, number),
                    assign(count, count + 1),
                )
            case Store(array=array) if array == self.program.listing.ready:
                return ()
        return (with_blocks(s, partial(self._marking, at, k)),)

    def _number(self, at: int, values: Sequence[Any]) -> Expr:
        """The number of the action of a row."""
        options = self.program.program.code[at].options  # type: ignore[union-attr]
        sort, rest = (values[0].value, values[1:]) if len(options) > 1 else (0, values)
        first, digits = self.numbers[options[sort].signature.name]
        number: Expr = Const(0)
        for value, digit in zip(rest, digits, strict=False):
            found = (value - digit.low) // digit.step if digit.step > 1 else value - digit.low if digit.low else value
            none = choose(value < 0, digit.many - 1, found) if digit.optional else found
            number = number * digit.many + within(none, indices(digit.many))
        return within(number + first, indices(self.size))

    def _writer(self) -> Function:
        """The function that writes the row of a number, at the decision where play stands."""
        number = self.fresh("number", indices(self.size))
        blocks, of = list[Block](), dict[int, int]()
        for at in self.program.strides:
            node = self.program.program.code[at]
            if isinstance(node, i.Decide):
                of[at] = len(blocks)
                blocks.append(self._write_row(node, number))
        which = [of.get(at, len(blocks)) for at in range(len(self.program.program.code) + 1)]
        table = self.program.memory.table(which)
        body = (Switch(load(table, self.program.driver.pc()), (*blocks, ())),)
        return self.lowering.procedure("write_row", [number], body)

    def _write_row(self, node: i.Decide, number: Var) -> Block:
        """The values of the option of a number become the first row."""
        several = len(node.options) > 1
        rows = self.program.listing.rows
        found = list[Statement]()
        for n, option in enumerate(node.options):
            first, digits = self.numbers[option.signature.name]
            size = prod(each.many for each in digits)
            left = self.fresh("left", indices(max(size, 1)))
            body: list[Statement] = [Let(left, within(number - first, left.range))]
            if several:
                body.append(write(rows, n))
            behind = size
            for m, digit in enumerate(digits):
                behind //= digit.many
                place = left // behind % digit.many if behind > 1 else left % digit.many
                value = place * digit.step + digit.low
                if digit.optional:
                    value = choose(op("==", place, digit.many - 1), -1, value)
                body.append(store(rows, several + m, within(value, WORD)))
            here = both(number >= first, number < first + size)
            found.append(If(here, tuple(body)))
        return tuple(found)
