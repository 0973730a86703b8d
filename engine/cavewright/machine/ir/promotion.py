"""Promotion of cells: what lies in memory, and no call of a hot function touches, is a variable of it.

Its numbers are read where the function begins and written back where it returns. A trap leaves them as they were. In a
function that loops, arrays of few entries are variables, too: which one is meant is chosen without a branch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .construction import load, store
from .form import (
    Array,
    Block,
    Call,
    Choose,
    Const,
    Expr,
    Function,
    Let,
    Load,
    Loop,
    Module,
    Op,
    Range,
    Return,
    Statement,
    Store,
    Var,
    With,
    Work,
    op,
)
from .ranges import range_of
from .rewriting import map_parts, within_all

MOST_CELLS = 64
"""Cells that become variables: of more, most would lie in memory again."""
MOST_CALLED = 12
MOST_ENTRIES = 3
"""Entries of an array that become variables though it is not known beforehand which of them is asked for."""
Cell = tuple[Array, int]


def with_cells_promoted(module: Module, calling: bool = True) -> tuple[Function, ...]:
    """The functions of a module, with cells as variables of those that are called from outside; not of those `calling` others,
    where every call costs as many moves as there are variables."""
    functions = {each.name: each for each in module.functions}

    def is_hot(function: Function) -> bool:
        return function.exported and (calling or not any(isinstance(each, Call) for each in within_all(function.body)))

    return tuple(promote(each, functions) if is_hot(each) else each for each in module.functions)


def promote(function: Function, functions: Mapping[str, Function]) -> Function:
    """A function with cells as its variables; as it was, where it calls so much that few of them would be left."""
    touched = touched_by_calls(function, functions)
    if touched is None:
        return function
    own, cells = set(arrays_in(function)), cells_of(function)
    free = [each for each in own if each in cells and not any(_meet(each, other) for other in (own - {each}) | touched)]
    chosen = [(array, at) for array in sorted(free, key=lambda each: each.at) for at in sorted(cells[array])]
    if not 0 < len(chosen) <= MOST_CELLS:
        return function
    names = {(array, at): Var(f"cell{n}", array.range) for n, (array, at) in enumerate(chosen)}
    stores = [each for each in within_all(function.body) if isinstance(each, Store | Work)]
    written = {_cell(each) for each in stores}
    some = {each.array for each in stores if isinstance(each, Store) and _cell(each) is None}
    written |= {(array, at) for array, at in chosen if array in some}
    back = tuple(store(array, Const(at), names[array, at]) for array, at in chosen if (array, at) in written)
    first = tuple(Let(var, load(array, Const(at))) for (array, at), var in names.items())
    return replace(function, body=(*first, *_Promoting(names, back).part(function.body)))


def touched_by_calls(function: Function, functions: Mapping[str, Function]) -> set[Array] | None:
    """The arrays that are read or written by all that a function calls, and those call; none where that is much."""
    found: set[str] = set()
    touched: set[Array] = set()
    left = [function]
    while left:
        each = left.pop()
        touched |= set(arrays_in(each)) if each is not function else set()
        names = {part.function for part in within_all(each.body) if isinstance(part, Call)} - found
        found |= names
        left += [functions[name] for name in names]
        if len(found) > MOST_CALLED:
            return None
    return touched


def arrays_in(function: Function) -> Iterable[Array]:
    """The arrays that a function reads or writes; of constant tables none."""
    return (each for each in within_all(function.body) if isinstance(each, Array) and each.values is None)


def cells_of(function: Function) -> dict[Array, set[int]]:
    """Of arrays whose entries are asked for by known numbers alone, these numbers; of small ones all, where it loops."""
    found: dict[Array, list[int]] = {}
    chosen: Counter[Array] = Counter()
    loops = False
    for each in within_all(function.body):
        loops = loops or isinstance(each, Loop)
        if isinstance(each, Load | Store | Work) and (cell := _cell(each)) is not None:
            found.setdefault(cell[0], []).append(cell[1])
        elif isinstance(each, Load | Store) and each.array.length <= MOST_ENTRIES:
            chosen[each.array] += 1
    many = Counter(arrays_in(function))
    known = {array: set(numbers) for array, numbers in found.items() if len(numbers) == many[array]}
    for array, times in chosen.items():
        if loops and times + len(found.get(array, ())) == many[array]:
            known[array] = {*range(array.origin, array.origin + array.length)}
    return known


def _cell(s: Any) -> Cell | None:
    if isinstance(s, Work):
        return s.counter, 0
    return (s.array, s.index.value) if isinstance(s.index, Const) else None


def _bits_turned(s: Store) -> Expr | None:
    """Returns the bits of an entry that a statement turns round, if that is what it does: then no entry waits for another."""
    match s.value:
        case Op(name="^", args=(Load(array=array, index=index), bits)) if array == s.array and index == s.index:
            return bits if range_of(s.value) in array.range else None
    return None


def _meet(a: Array, b: Array) -> bool:
    return a.at < b.end and b.at < a.end


class _Promoting:
    """Puts variables in the place of cells; `back` writes them where the function ends."""

    def __init__(self, names: Mapping[Cell, Var], back: tuple[Statement, ...]) -> None:
        self.names, self.back, self.many = names, back, 0
        self.entries: dict[Array, list[tuple[int, Var]]] = {}
        for (array, n), var in sorted(names.items(), key=lambda each: each[0][1]):
            self.entries.setdefault(array, []).append((n, var))

    def _fresh(self, name: str, range_: Range) -> Var:
        self.many += 1
        return Var(f"{name}{self.many}", range_)

    def _entries(self, array: Array) -> list[tuple[int, Var]]:
        """The variables of an array of which any entry may be meant; none of a constant table."""
        return self.entries.get(array, []) if array.values is None else []

    def _block(self, block: Block) -> Block:
        """Statements, of which one that writes an entry becomes several."""
        return tuple(after for each in block for after in self._statement(each))

    def _statement(self, s: Statement) -> Sequence[Statement]:
        if not isinstance(s, Store) or isinstance(s.index, Const) or not self._entries(s.array):
            return (self.part(s),)
        at = self._fresh("entry", s.array.bounds)
        if (bits := _bits_turned(s)) is not None:
            turned = self._fresh("turned", range_of(bits))
            lets = [Let(at, self.part(s.index)), Let(turned, self.part(bits))]
            none = Const(0)
            changed = (
                Let(var, op("^", var, Choose(op("==", at, n), turned, none))) for n, var in self._entries(s.array)
            )
            return *lets, *changed
        value = self._fresh("value", s.array.range)
        lets = [Let(at, self.part(s.index)), Let(value, self.part(s.value))]
        written = (Let(var, Choose(op("==", at, n), value, var)) for n, var in self._entries(s.array))
        return *lets, *written

    def _entry(self, array: Array, index: Expr) -> Expr:
        """The entry of a number: the last where it is none of the others."""
        *others, (_, found) = self._entries(array)
        at = index if isinstance(index, Var) else self._fresh("entry", array.bounds)
        chosen: Expr = found
        for n, var in reversed(others):
            chosen = Choose(op("==", at, n), var, chosen)
        return chosen if at is index else With(at, index, chosen)

    def part(self, part: Any) -> Any:
        """A part of the function."""
        if isinstance(part, tuple) and part and isinstance(part[-1], Return):
            return (*self._block(part[:-1]), *self.back, self.part(part[-1]))
        if isinstance(part, tuple) and part and isinstance(part[0], Statement):
            return self._block(part)
        match part:
            case Load(array=array, index=Const(value=at)) if (array, at) in self.names:
                return self.names[array, at]
            case Load(array=array, index=index) if self._entries(array):
                return self._entry(array, self.part(index))
            case Store(array=array, index=Const(value=at), value=value) if (array, at) in self.names:
                return Let(self.names[array, at], self.part(value))
            case Work(counter=counter, amount=amount) if (counter, 0) in self.names:
                var = self.names[counter, 0]
                return Let(var, op("&", Op("wrapped +", (var, Const(amount))), Const(var.range.high)))
        return map_parts(part, self.part)
