"""Printer of Python: a module of the intermediate form as Python functions over lists of numbers.

Nothing but numbers gets into the code: functions and variables are counted. A number never wraps round, as its range
is proven. Blocks that are left from within become loops where an `else` does not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..ir.form import (
    Array,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Entries,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Module,
    Put,
    Return,
    Scope,
    Statement,
    Store,
    Switch,
    Trap,
    Var,
    Work,
)
from ..ir.rewriting import within_all
from .python_expressions import Expressions, ModuleNames, is_truth
from .python_memory import Plan
from .python_rewriting import rewritten

Exit = tuple[str, str]
"""Where an exit goes on: behind a block, `end`, or at the beginning of a loop, `again`; and the label."""
NOWHERE = frozenset[Exit]()


def python_source(module: Module, plan: Plan, checked: bool = False) -> str:
    """The functions of a module whose memory lies as planned. `checked`: every index is looked at before it is used,
    also where it is proven.

    >>> from ..ir.form import TRUTH
    >>> module = Module("m", (), (Function("f", (), (Return(Const(1)),), TRUTH, True),), 0)
    >>> print(python_source(module, Plan(module)))
    def f0():
     return 1
    """
    module = rewritten(module)
    names = ModuleNames(plan, {each.name: f"f{n}" for n, each in enumerate(module.functions)}, checked)
    for each in module.functions:
        names.found.append(Body(names).function(each))
    return "\n".join(names.found)


@dataclass
class EnclosingLoop:
    """A loop of Python around what is written: what it stands for, and where it goes on behind it."""

    ends: frozenset[Exit]
    """what `break` does"""
    again: Exit | None
    """what `continue` does"""
    crossing: set[Exit] = field(default_factory=set)
    """exits from within that go beyond it"""


class NeedsLoop(Exception):
    """A block is left from where only a loop can be left."""


class Body(Expressions):
    """Writes one function."""

    def __init__(self, names: ModuleNames) -> None:
        super().__init__(names)
        self.loops: list[EnclosingLoop] = []
        self.looped: set[str] = set()
        self.codes: dict[Exit, int] = {}
        self.notes = False

    def inside(self) -> Expressions:
        """Returns a writer for a function beside this one."""
        return Expressions(self.names)

    def function(self, function: Function) -> str:
        """The whole of it."""
        takes = [self.name(each) for each in function.parameters]
        for each in within_all(function.body):
            if isinstance(each, Put) and each.array in self.plan.listed:
                self.counts[each.count.name] = self.plan.listed[each.array].name, len(each.values)
        lines = self.block(function.body, 1, NOWHERE) or [" pass"]
        if self.notes:
            takes.append("log=log")
        return "\n".join([f"def {self.names.functions[function.name]}({', '.join(takes)}):", *lines])

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, block: Block, depth: int, falls: frozenset[Exit]) -> list[str]:
        """Statements one after another. `falls` are the exits that lead where it goes on behind them anyway."""
        lines: list[str] = []
        for n, s in enumerate(block):
            rest = block[n + 1 :]
            if rest and isinstance(s, If) and depth < 60 and (joined := _with_rest(s, rest, falls)) is not None:
                return lines + self.statement(joined, depth, falls)
            lines += self.statement(s, depth, NOWHERE if rest else falls)
            if isinstance(s, (Break, Continue, Return, Trap)):
                break
        return lines

    def statement(self, s: Statement, depth: int, falls: frozenset[Exit]) -> list[str]:
        """A statement."""
        pad = " " * depth
        match s:
            case If(condition=condition, then=then, otherwise=otherwise):
                return self.if_(self.condition(condition), then, otherwise, depth, falls)
            case Switch():
                return self.switch(s, depth, falls)
            case Each() | Loop():
                return self.looping(s, depth, falls)
            case Scope():
                return self.scope(s, depth, falls)
            case Break(label=label):
                return [pad + each for each in self.exit(("end", label), falls)]
            case Continue(label=label):
                return [pad + each for each in self.exit(("again", label), falls)]
        return [pad + each for each in self.simple(s)]

    def simple(self, s: Statement) -> list[str]:
        """A statement in one line, or in a few."""
        match s:
            case Let(var=var) if var.name in self.counts:
                return [f"{self.counts[var.name][0]}.clear()"]
            case Let(var=var, value=value):
                text = self.expr(value)
                return [f"{self.name(var)} = {text}"]
            case Store(array=array, index=index, value=value):
                return self.store(array, index, value)
            case Return(value=value):
                return [f"return {self.expr(value)}"]
            case Do(call=call):
                return [self.expr(call)]
            case Work(counter=counter, amount=amount):
                return [f"{self.entry(counter, Const(0))} += {amount}"]
            case Trap(reason=reason):
                return [f"trap({reason})"]
            case Put():
                return self.append_row(s)
            case Copy():
                return [self.copy(s)]
        raise TypeError(s)

    def store(self, array: Array, index: Expr, value: Expr) -> list[str]:
        """An entry gets a value; of arrays of the position it is noted what stood there."""
        segment, shift = self.plan.place(array, index)
        at = self.index(index, array, shift)
        text = self.expr(value)
        before = []
        plain = isinstance(index, (Const, Var))
        calls = any(isinstance(each, Call) for each in within_all((index, value)))
        if (calls and not plain) or (segment.is_noted and (shift or not plain)):
            before.append(f"{(spare := self.spare())} = {at}")
            at = spare
        if isinstance(value, Var) and value.name in self.counts:
            text = f"room({text}, {value.range.high})"
        entry = f"{segment.name}[{at}]"
        if not segment.is_noted:
            return [*before, f"{entry} = {text}"]
        if any(isinstance(each, Call) for each in within_all(value)):
            before.append(f"{(spare := self.spare())} = {text}")
            text = spare
        self.notes = True
        return [*before, f"log += ({segment.name}, {at}, {entry}); {entry} = {text}"]

    def append_row(self, s: Put) -> list[str]:
        """A row more, where there is room for it."""
        stride, count = len(s.values), self.name(s.count)
        rows = min(s.array.length // stride, s.count.range.high)
        values = [f"({each} + 0)" if is_truth(e) else each for e, each in ((e, self.expr(e)) for e in s.values)]
        if s.array in self.plan.listed:
            name = self.plan.listed[s.array].name
            return [f"{name}.append({values[0]})" if stride == 1 else f"{name}.extend(({', '.join(values)}))"]
        full = [f"if {count} >= {rows}: trap(3)"]
        segment, shift = self.plan.place(s.array, s.count)
        first = f"{count} * {stride}" if stride > 1 else count
        stores = [f"{segment.name}[{first} + {n + shift}] = {each}" for n, each in enumerate(values)]
        return [*full, *stores, f"{count} += 1"]

    def copy(self, s: Copy) -> str:
        """The position is kept, or becomes one that was; or one that was kept is kept elsewhere."""
        shown = self.plan.shown
        taken = "whole()" if s.target in self.plan.read else "take()"
        kept = taken if s.source in shown else f"{self.list_of_positions(s.source)}[{self.expr(s.out_of)}]"
        if s.target in shown:
            return f"put_back({kept})"
        return f"{self.list_of_positions(s.target)}[{self.expr(s.into)}] = {kept}"

    # ---- control -----------------------------------------------------------------------------------------------------

    def if_(self, condition: str, then: Block, otherwise: Block, depth: int, falls: frozenset[Exit]) -> list[str]:
        """One block or another."""
        pad = " " * depth
        first = self.block(then, depth + 1, falls)
        second = self.block(otherwise, depth + 1, falls)
        if not first:
            return [f"{pad}if not {condition}:", *second] if second else [f"{pad}if {condition}: pass"]
        lines = [f"{pad}if {condition}:", *first]
        if second and len(otherwise) == 1 and isinstance(otherwise[0], If) and second[0].startswith(f"{pad} if "):
            return [*lines, f"{pad}el{second[0].strip()}", *(each[1:] for each in second[1:])]
        return [*lines, f"{pad}else:", *second] if second else lines

    def switch(self, s: Switch, depth: int, falls: frozenset[Exit]) -> list[str]:
        """The block of a number, by halving; of functions alone, by a row of them."""
        pad = " " * depth
        if (calls := _calls(s)) is not None and len(calls) > 3:
            functions = ", ".join(self.names.functions[each.function] for _, each in calls)
            self.names.found.append(row := f"R{len(self.names.found)} = ({functions},)")
            args = ", ".join(map(self.expr, calls[0][1].args))
            return [f"{pad}{self.name(calls[0][0])} = {row.partition(' ')[0]}[{self.expr(s.value)}]({args})"]
        number = self.spare()
        return [f"{pad}{number} = {self.expr(s.value)}", *self.choose_block(number, 0, s.blocks, depth, falls)]

    def choose_block(
        self, number: str, first: int, blocks: Sequence[Block], depth: int, falls: frozenset[Exit]
    ) -> list[str]:
        """The block of a number that is one of these."""
        pad = " " * depth
        if len(blocks) == 1:
            return self.block(blocks[0], depth, falls) or [f"{pad}pass"]
        half = len(blocks) // 2
        return [
            f"{pad}if {number} < {first + half}:",
            *self.choose_block(number, first, blocks[:half], depth + 1, falls),
            f"{pad}else:",
            *self.choose_block(number, first + half, blocks[half:], depth + 1, falls),
        ]

    def scope(self, s: Scope, depth: int, falls: frozenset[Exit]) -> list[str]:
        """A block that can be left; as a loop only where it has to be."""
        end = ("end", s.label)
        if s.label not in self.looped:
            try:
                return self.block(s.body, depth, falls | {end})
            except NeedsLoop as error:
                if error.args[0] != s.label:
                    raise
                self.looped.add(s.label)
        return self.in_loop(
            "while True:", s.body, depth, falls, EnclosingLoop(falls | {end}, None), falls | {end}, "break"
        )

    def looping(self, s: Each | Loop, depth: int, falls: frozenset[Exit]) -> list[str]:
        """A loop."""
        if isinstance(s, Loop):
            around = EnclosingLoop(falls | {("end", s.label)}, ("again", s.label))
            return self.in_loop("while True:", s.body, depth, falls, around, frozenset({("again", s.label)}), "")
        head = self.head(s)
        before = [" " * depth + each for each in head[:-1]]
        first = [f"{' ' * (depth + 1)}{each}" for each in self.first_of(s)]
        return before + self.in_loop(head[-1], s.body, depth, falls, EnclosingLoop(falls, None), NOWHERE, "", first)

    def in_loop(
        self,
        head: str,
        body: Block,
        depth: int,
        falls: frozenset[Exit],
        around: EnclosingLoop,
        inner: frozenset[Exit],
        last: str,
        first: Sequence[str] = (),
    ) -> list[str]:
        """A loop of Python, and behind it where those go on who leave more than that."""
        pad = " " * depth
        self.loops.append(around)
        try:
            lines = [*first, *self.block(body, depth + 1, inner)]
        finally:
            self.loops.pop()
        if last and not (
            lines and lines[-1].strip() in ("break", "continue") and lines[-1].startswith(pad + "  ") is False
        ):
            lines.append(f"{pad} {last}")
        if not lines:
            lines = [f"{pad} pass"]
        found = [pad + head, *lines]
        if not around.crossing:
            return found
        for each in sorted(around.crossing):
            leaving = self.exit(each, falls)
            if leaving:
                leaving = [one for one in leaving if not one.startswith("go = ")]
                found += [f"{pad}if go == {self.code(each)}:", *(f"{pad} {one}" for one in leaving)]
        return [f"{pad}go = 0", *found]

    def head(self, s: Each) -> list[str]:
        """The head of a loop over a domain, and what comes before it."""
        if isinstance(s.domain, Entries) and s.domain.array.values is None and _changes(s.body, s.domain):
            return [f"for {self.name(s.var)}_at in range({self.expr(s.domain.start)}, {self.expr(s.domain.stop)}):"]
        return [self.going(s.var, s.domain)]

    def first_of(self, s: Each) -> list[str]:
        """Returns the first lines of the body of a loop."""
        if isinstance(s.domain, Entries) and s.domain.array.values is None and _changes(s.body, s.domain):
            segment, shift = self.plan.place(s.domain.array, s.domain.start)
            return [f"{self.name(s.var)} = {segment.name}[{self.name(s.var)}_at + {shift}]"]
        return []

    def exit(self, to: Exit, falls: frozenset[Exit]) -> list[str]:
        """Returns the lines that lead to the target of an exit."""
        if to in falls:
            return []
        if self.loops:
            around = self.loops[-1]
            if to == around.again:
                return ["continue"]
            if to in around.ends:
                return ["break"]
        beyond = next((n for n, each in enumerate(self.loops[::-1]) if to == each.again or to in each.ends), None)
        if beyond is None:
            raise NeedsLoop(to[1])
        self.loops[-1].crossing.add(to)
        return [f"go = {self.code(to)}", "break"]

    def code(self, to: Exit) -> int:
        """The number of an exit, while it has a way to go."""
        return self.codes.setdefault(to, len(self.codes) + 1)


def _with_rest(s: If, rest: Block, falls: frozenset[Exit]) -> If | None:
    """A condition with what follows it, where one of its blocks is left to where that goes on."""
    if _leaves(s.then, falls):
        return If(s.condition, s.then, (*s.otherwise, *rest))
    if _leaves(s.otherwise, falls):
        return If(s.condition, (*s.then, *rest), s.otherwise)
    return None


def _leaves(block: Block, falls: frozenset[Exit]) -> bool:
    """Tells if a block ends by going to the place where play goes on anyway."""
    last = block[-1] if block else None
    return (isinstance(last, Break) and ("end", last.label) in falls) or (
        isinstance(last, Continue) and ("again", last.label) in falls
    )


def _calls(s: Switch) -> list[tuple[Var, Call]] | None:
    """The functions of a switch that only calls one or another, with the same values."""
    found: list[tuple[Var, Call]] = []
    for block in s.blocks:
        match block:
            case (Let(var=var, value=Call() as call),) if not found or (var, call.args) == (
                found[0][0],
                found[0][1].args,
            ):
                found.append((var, call))
            case _:
                return None
    return found


def _changes(body: Block, domain: Entries) -> bool:
    """Tells if something within may write the entries of the loop."""
    return any(isinstance(each, (Store, Call, Copy, Put)) for each in within_all(body))
