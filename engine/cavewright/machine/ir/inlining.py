"""Inlining: functions written out where a hot one calls them, so that nothing is called in the loop of a playout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .form import (
    TRUTH,
    Block,
    Break,
    Call,
    Check,
    Continue,
    Do,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Op,
    Range,
    Return,
    Scope,
    Statement,
    Store,
    Var,
)
from .rewriting import cut_unreachable, map_parts, with_blocks, within_all

MOST_PARTS = 6_000
"""Parts of the form that a function may have with all that is written out in it."""


class Inlining:
    """Writes functions out in others, but for those that are rarely called. `fresh` gives names that there are not yet."""

    def __init__(self, functions: Mapping[str, Function], fresh: Callable[[str, Range], Var]) -> None:
        self.functions, self.fresh = functions, fresh
        self.left, self.around = MOST_PARTS, tuple[str, ...]()

    def inline(self, name: str) -> Function:
        """A function with what it calls written out, as far as there is room for it."""
        function = self.functions[name]
        self.left, self.around = MOST_PARTS, (name,)
        return replace(function, body=self._block(function.body))

    def _block(self, block: Block) -> Block:
        return cut_unreachable(after for each in block for after in self._statement(each))

    def _statement(self, s: Statement) -> Sequence[Statement]:
        found = first_call(s)
        if found is not None and self._is_written_out(found):
            result = self.fresh("result", found.range)
            rest = (Do(found),) if isinstance(s, Do) else (with_variable(s, found, result),)
            body = self._body(found, result)
            return (*body, *(() if isinstance(s, Do) else self._block(rest)))
        return (with_blocks(s, self._block),)

    def _is_written_out(self, call: Call) -> bool:
        if call.function in self.around or call.function not in self.functions:
            return False
        function = self.functions[call.function]
        size = sum(1 for _ in within_all(function.body))
        if function.rare or size > self.left:
            return False
        self.left -= size
        return True

    def _body(self, call: Call, result: Var) -> Block:
        """The statements of a function that is called; what it returns is a variable then."""
        function = self.functions[call.function]
        own = Renaming(self.fresh)
        takes = [own.name(each) for each in function.parameters]
        lets = tuple(Let(var, value) for var, value in zip(takes, call.args, strict=True))
        label = own.label(call.function)
        self.around = (*self.around, call.function)
        body = self._block(tuple(own.rename(each) for each in function.body))
        self.around = self.around[:-1]
        return (*self._block(lets), Scope(label, tuple(each for s in body for each in with_breaks(s, result, label))))


class Renaming:
    """New names for the variables and labels of a function that is written out."""

    def __init__(self, fresh: Callable[[str, Range], Var]) -> None:
        self.fresh = fresh
        self.names = dict[Var, Var]()
        self.labels = dict[str, str]()

    def name(self, var: Var) -> Var:
        """The new name of a variable."""
        if var not in self.names:
            self.names[var] = self.fresh(var.name.rsplit("_", 1)[0], var.range)
        return self.names[var]

    def label(self, label: str) -> str:
        """The new name of a label."""
        return self.labels.setdefault(label, self.fresh(label, TRUTH).name)

    def rename(self, part: Any) -> Any:
        """A part of the form with new names."""
        if isinstance(part, Var):
            return self.name(part)
        part = map_parts(part, self.rename)
        if isinstance(part, (Scope, Loop, Break, Continue)):
            return replace(part, label=self.label(part.label))
        return part


def first_call(s: Statement) -> Call | None:
    """The call that a statement begins with, whatever comes of it."""
    match s:
        case Do(call=call):
            return call
        case Let(value=e) | Return(value=e) | If(condition=e) | Store(value=e):
            while isinstance(e, (Check, Op)) and not isinstance(e, Call):
                e = e.value if isinstance(e, Check) else e.args[0]
            return e if isinstance(e, Call) else None
    return None


def with_variable(s: Statement, call: Call, var: Var) -> Any:
    """A statement with a variable in the place of its first call."""

    def first(e: Expr) -> Expr:
        match e:
            case Check(value=value):
                return replace(e, value=first(value))
            case Op(args=args):
                return replace(e, args=(first(args[0]), *args[1:]))
        return var if e is call else e

    return replace(s, condition=first(s.condition)) if isinstance(s, If) else replace(s, value=first(s.value))  # type: ignore


def with_breaks(s: Any, result: Var, label: str) -> Sequence[Any]:
    """A statement that leaves a block where it returned."""
    if isinstance(s, Return):
        return (Let(result, s.value), Break(label))
    return (with_blocks(s, lambda block: tuple(after for each in block for after in with_breaks(each, result, label))),)
