"""Rewriting of a module before it is printed as Python: what Python would work out again and again is worked out once.

Ranges follow conditions, so that fewer values have to be checked; what does not change in a loop is worked out before
it; work is counted once for several stretches that follow each other; functions of one expression are written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..ir.construction import OPPOSITE
from ..ir.form import (
    Array,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Module,
    Op,
    Put,
    Range,
    Return,
    Scope,
    Statement,
    Store,
    Trap,
    Var,
    With,
    Work,
)
from ..ir.ranges import is_long, range_of
from ..ir.rewriting import conjuncts, map_parts, substitute, with_blocks, within_all, without_unused
from .common_subexpressions import CommonLoads

MOST_WRITTEN_OUT = 80
"""Parts of the form that a function may have that is written out wherever it is called."""
LEAVING = (Break, Continue, Return, Trap)


def rewritten(module: Module) -> Module:
    """A module that does the same."""
    unread = set(_unread(module))
    short = {each.name: each for each in module.functions if _is_short(each)}
    common = CommonLoads(module)
    pure = frozenset(name for name, does in common.does.items() if not does.writes and not does.all)
    made = []
    for each in module.functions:
        body = _WritingOut(short).part(_without(each.body, unread))
        known = infer_ranges(without_unused(replace(each, body=body), checks=False))
        body = narrow_ranges(common.function(known).body)
        made.append(replace(each, body=counted_once(body, pure)))
    return replace(module, functions=tuple(made))


# ---- what nobody reads -----------------------------------------------------------------------------------------------


def _unread(module: Module) -> Iterator[Array]:
    """Cells that are read only to be written again."""
    parts = [each for function in module.functions for each in within_all(function.body)]
    own = [each for each in parts if isinstance(each, Store) and _counts_itself(each)]
    for array in {each.array for each in own}:
        reads = sum(isinstance(each, Load) and each.array == array for each in parts)
        if reads == sum(each.array == array for each in own):
            yield array


def _counts_itself(s: Store) -> bool:
    return isinstance(s.value, Op) and s.value.name == "wrapped +" and s.value.args[0] == Load(s.array, s.index)


def _without(block: Any, unread: set[Array]) -> Any:
    if isinstance(block, tuple):
        kept = tuple(each for each in block if not (isinstance(each, Store) and each.array in unread))
        block = block if len(kept) == len(block) else kept
    return map_parts(block, lambda part: _without(part, unread))


# ---- short functions -------------------------------------------------------------------------------------------------


def _is_short(function: Function) -> bool:
    """Tells if a function is one expression that is not long."""
    match function.body:
        case (Return(value=value),):
            parts = list(within_all(value))
            return len(parts) <= MOST_WRITTEN_OUT and not any(isinstance(each, (Call, Fold)) for each in parts)
    return False


class _WritingOut:
    """Writes short functions out where they are called."""

    def __init__(self, short: dict[str, Function]) -> None:
        self.short, self.many = short, 0

    def part(self, part: Any) -> Any:
        """A part of the form without calls of them."""
        part = map_parts(part, self.part)
        if isinstance(part, Call) and part.function in self.short:
            return self._body(part)
        return part

    def _body(self, call: Call) -> Expr:
        function = self.short[call.function]
        self.many += 1
        names: dict[Var, Expr] = {
            each: Var(f"{each.name} {self.many}", each.range)
            for each in within_all((function.parameters, function.body))
            if isinstance(each, Var)
        }
        plain = [
            (var, arg)
            for var, arg in zip(function.parameters, call.args, strict=True)
            if isinstance(arg, (Const, Var)) and range_of(arg) in var.range
        ]
        renamed = names | dict(plain)
        value: Expr = substitute(function.body[0].value, renamed)  # type: ignore[union-attr]
        for var, arg in reversed(list(zip(function.parameters, call.args, strict=True))):
            if renamed[var] is not arg:
                value = With(names[var], arg, value)  # type: ignore[arg-type]
        return value


# ---- ranges ----------------------------------------------------------------------------------------------------------


def infer_ranges(function: Function) -> Function:
    """A function in which variables have the ranges of what they are given."""
    for _ in range(2):
        known: dict[Var, Range] = {}
        others = {each.name for each in function.parameters}
        for each in within_all(function.body):
            if isinstance(each, Let):
                range_ = range_of(each.value)
                known[each.var] = known[each.var] | range_ if each.var in known else range_
            elif isinstance(each, (Each, Fold, With, Put)):
                others.add((each.count if isinstance(each, Put) else each.var).name)
        narrower = {
            var: Var(var.name, range_)
            for var, range_ in known.items()
            if range_ != var.range and range_ in var.range and var.name not in others
        }
        if not narrower:
            return function
        function = replace(function, body=_named_anew(function.body, narrower))
    return function


def _named_anew(part: Any, by: dict[Var, Var]) -> Any:
    """A part of the form with other variables, also where they get their values."""
    if isinstance(part, Var):
        return by.get(part, part)
    if isinstance(part, Let):
        return Let(by.get(part.var, part.var), _named_anew(part.value, by))
    return map_parts(part, lambda each: _named_anew(each, by))


def narrow_ranges(block: Block) -> Block:
    """A block in which variables have the ranges that conditions leave them, and what they were given last."""
    made: list[Statement] = []
    for n, s in enumerate(block):
        if (
            isinstance(s, Let)
            and not is_long(s.var)
            and (range_ := range_of(s.value)) != s.var.range
            and range_ in s.var.range
        ):
            made.append(s)
            return (*made, *narrow_ranges(_until_given(s.var, range_, block[n + 1 :])))
        if isinstance(s, If):
            then = narrow_ranges(_under(s.condition, True, s.then))
            otherwise = narrow_ranges(_under(s.condition, False, s.otherwise))
            made.append(replace(s, then=then, otherwise=otherwise))
            rest = block[n + 1 :]
            for left, holds in ((then, False), (otherwise, True)):
                if rest and left and isinstance(left[-1], LEAVING):
                    return (*made, *narrow_ranges(_under(s.condition, holds, rest)))
        else:
            made.append(with_blocks(s, narrow_ranges))
    return tuple(made)


def _until_given(var: Var, range_: Range, block: Block) -> Block:
    """A block in which a variable has a range until it gets another value."""
    by: dict[Var, Expr] = {var: Var(var.name, range_)}
    for n, s in enumerate(block):
        if isinstance(s, Let) and s.var.name == var.name:
            return (
                *(substitute(each, by) for each in block[:n]),
                replace(s, value=substitute(s.value, by)),
                *block[n + 1 :],
            )
        if var.name in set(bound_in(s)):
            return (*(substitute(each, by) for each in block[:n]), *block[n:])
    return tuple(substitute(each, by) for each in block)


def _under(condition: Expr, holds: bool, block: Block) -> Block:
    """A block that is carried out only where a condition holds, or does not."""
    facts = conjuncts(condition) if holds else [condition]
    changed: set[str] | None = None
    for fact in facts:
        found = _fact(fact, holds)
        if found is None:
            continue
        if changed is None:
            changed = set(bound_in(block))
        var, range_ = found
        if var.name not in changed and range_.low <= range_.high and range_ != var.range:
            block = substitute(block, {var: Var(var.name, range_)})
    return block


def _fact(e: Expr, holds: bool) -> tuple[Var, Range] | None:
    """Returns the fact about a variable that follows from a comparison."""
    if not (isinstance(e, Op) and e.name in OPPOSITE and isinstance(e.args[0], Var) and isinstance(e.args[1], Const)):
        return None
    var = e.args[0]
    n = e.args[1].value
    name = e.name if holds else OPPOSITE[e.name]
    low, high = var.range.low, var.range.high
    match name:
        case "==":
            return var, Range(n, n)
        case "<" | "<=":
            return var, Range(low, min(high, n - (name == "<")))
        case ">" | ">=":
            return var, Range(max(low, n + (name == ">")), high)
        case _:
            return var, Range(low + (low == n), high - (high == n))


def bound_in(part: object) -> Iterator[str]:
    """The names of variables that get a value somewhere in a part."""
    for each in within_all(part):
        match each:
            case Let(var=var) | Each(var=var) | Fold(var=var) | With(var=var) | Put(count=var):
                yield var.name


# ---- work ------------------------------------------------------------------------------------------------------------


def counted_once(block: Block, pure: frozenset[str]) -> Block:
    """A block in which work of stretches that follow each other is counted once."""
    counters = {each.counter for each in within_all(block) if isinstance(each, Work)}
    if len(counters) != 1:
        return block
    (counter,) = counters
    return _Counting(counter, pure).block(block, 0)


class _Counting:
    def __init__(self, counter: Array, pure: frozenset[str]) -> None:
        self.counter, self.pure = counter, pure

    def block(self, block: Block, owed: int) -> Block:
        """A block before which some work was not counted; behind it nothing is owed."""
        made: list[Statement] = []

        def pay() -> None:
            nonlocal owed
            if owed:
                made.append(Work(self.counter, owed))
            owed = 0

        for n, s in enumerate(block):
            match s:
                case Work(amount=amount):
                    owed += amount
                    continue
                case If(condition=condition, then=then, otherwise=otherwise):
                    if self._sees(condition):
                        pay()
                    to_then, to_otherwise, later = self._shares(s, owed, n + 1 == len(block))
                    if owed and not (to_then or to_otherwise):
                        pay()
                    owed = later if owed else 0
                    inner = self.block(then, to_then), self.block(otherwise, to_otherwise)
                    made.append(replace(s, then=inner[0], otherwise=inner[1]))
                case Scope(body=body):
                    made.append(replace(s, body=self.block(body, owed)))
                    owed = 0
                case Let() | Store() | Put() if not self._sees(s):
                    made.append(s)
                case _:
                    pay()
                    made.append(with_blocks(s, lambda inner: self.block(inner, 0)))
        if not (block and isinstance(block[-1], LEAVING)):
            pay()
        return tuple(made)

    def _shares(self, s: If, owed: int, is_last: bool) -> tuple[int, int, int]:
        """Returns the shares of the owed work that one block counts, that the other counts, and that comes behind
        them."""
        if is_last:
            return owed, owed, 0
        if not s.otherwise and _leaves(s.then):
            return owed, 0, owed
        return (0, owed, owed) if not s.then and _leaves(s.otherwise) else (0, 0, 0)

    def _sees(self, part: object) -> bool:
        """Tells if something reads the work, or calls a function that may."""
        return any(
            (isinstance(each, Load) and each.array == self.counter)
            or (isinstance(each, Call) and each.function not in self.pure)
            for each in within_all(part)
        )


def _leaves(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], LEAVING)
