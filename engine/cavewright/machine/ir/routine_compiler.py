"""Compiler of routines: algorithms that are the same for all rules, written as Python, become functions of the form.

A text of routines is Python with ranges as annotations. A name that is no variable is an array, a cell (an array of one
entry), a range, a number or a function of the module. `x = e` writes a variable or a cell, `a[i] = e` an entry. A loop is
`while True`, with `break` and `continue`, or `for x in range(n)`. `some`, `count` and `most` of a generator go through
things. What is known as a list when a routine is compiled is written out: `for x in LIST`, `names = [e for x in LIST]`, whose
entries are variables, `first, *others = [...]`, and `*[...]` among arguments. A function under `@inline` is written in where it is
called, as an expression or as a block; one under `@exported` is called from outside, one under `@rare` seldom.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

from .construction import (
    DONE,
    Operand,
    as_expression,
    assign,
    both,
    choose,
    either,
    load,
    no,
    read,
    store,
    up_to,
    within,
    write,
)
from .expressions import Lowering
from .form import (
    TRUTH,
    Array,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Copy,
    Do,
    Each,
    Expr,
    Fold,
    Function,
    If,
    Loop,
    Range,
    Return,
    Scope,
    Span,
    Statement,
    Var,
    op,
)
from .ranges import range_of

SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
"""Operations of the form by the signs of Python."""
WORDS = {
    "wrapped_add": "wrapped +",
    "wrapped_mul": "wrapped *",
    "high_mul": "high *",
    "rest_of_word": "rest of word",
    "below_word": "below",
}
"""Operations on words of 32 bits, by the functions that routines call."""
FOLDS = ("some", "every", "count", "sum", "most", "least")
Names = Mapping[str, Any]


class RoutineError(ValueError):
    """A routine that is no form: it names something unknown, or uses Python that has no place in one."""


def add_routines(lowering: Lowering, text: str, names: Names, suffix: str = "") -> None:
    """Compiles all functions of a text of `routines/`, in its order, and adds them to a module.

    `names` are ranges (annotations), numbers, expressions and functions that give blocks. Arrays of the memory are known
    by their own names, functions that the module has by theirs; those of the text get a `suffix` to theirs. Raises RoutineError with the line.
    """
    source = files(__package__).joinpath("routines", f"{text}.py").read_text("utf-8")
    inlined: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            if _is_marked(node, "inline"):
                inlined[node.name] = node
            else:
                Routine(lowering, names, inlined, suffix).add(node)


def _is_marked(node: ast.FunctionDef, mark: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == mark for each in node.decorator_list)


class Routine:
    """One function while it is compiled: its variables and the loops around a statement."""

    def __init__(
        self, lowering: Lowering, names: Names, inlined: Mapping[str, ast.FunctionDef], suffix: str = ""
    ) -> None:
        self.lowering, self.names, self.inlined, self.suffix = lowering, names, inlined, suffix
        self.arrays = {each.name: each for each in lowering.memory.arrays}
        self.variables: dict[str, Expr | Array] = {}
        self.lists: dict[str, list[Expr]] = {}
        self.loops: list[str] = []
        self.broken: set[str] = set()
        self.returns: Range | None = None

    def add(self, node: ast.FunctionDef) -> None:
        """Compiles a function and adds it to the module."""
        takes = [self.declare(each.arg, self.range_of(each.annotation)) for each in node.args.args]
        self.returns = self.range_of(node.returns) if node.returns is not None else None
        is_exported = _is_marked(node, "exported")
        name = node.name + self.suffix
        self.lowering.functions[name] = Function(name, tuple(takes), (), self.returns or TRUTH, is_exported)
        body = self.block(node.body)
        if self.returns is None:
            self.lowering.procedure(name, takes, body, is_exported)
        else:
            self.lowering.function(name, takes, body, self.returns, is_exported)
        if _is_marked(node, "rare"):
            self.lowering.functions[name] = replace(self.lowering.functions[name], rare=True)

    def declare(self, name: str, range_: Range) -> Var:
        """Returns the variable of a name; a new one, unless the function has it."""
        known = self.variables.get(name)
        if not isinstance(known, Var):
            known = self.variables[name] = self.lowering.fresh(name, range_)
        return known

    def range_of(self, node: ast.expr | None) -> Range:
        """Returns the range that an annotation names."""
        found = self.names.get(node.id) if isinstance(node, ast.Name) else None
        if not isinstance(found, Range):
            raise RoutineError(f"line {getattr(node, 'lineno', 0)}: annotate with the name of a range")
        return found

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, nodes: list[ast.stmt]) -> Block:
        """Compiles statements."""
        return tuple(each for node in nodes for each in self.statement(node))

    def statement(self, node: ast.stmt) -> Block:
        """Compiles a statement. Raises RoutineError for one that the form does not have."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ()
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                var = self.declare(name, self.range_of(annotation))
                return (assign(var, self.value(value)),) if value is not None else ()
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp() as value):
                return self.list_of_variables(name, self.things(value))
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id=name), ast.Starred(value=ast.Name(id=more))])], value=value
            ):
                first, *others = self.things(value)
                return (self.assignment(ast.Name(name), first), *self.list_of_variables(more, others))
            case ast.Assign(targets=[target], value=value):
                return (self.assignment(target, self.value(value)),)
            case ast.AugAssign(target=target, op=sign, value=value):
                return (self.assignment(target, op(SIGNS[type(sign)], self.value(target), self.value(value))),)
            case ast.If(test=test, body=body, orelse=otherwise):
                return (If(self.value(test), self.block(body), self.block(otherwise)),)
            case ast.While(test=ast.Constant(value=True), body=body):
                return (self.loop(body),)
            case ast.For(target=ast.Name(id=name), iter=(ast.Name() | ast.Tuple()) as listed, body=body):
                return tuple(each for _ in self.written_out(name, self.things(listed)) for each in self.block(body))
            case ast.For(target=ast.Name(id=name), iter=span, body=body):
                domain = self.span(span)
                var = self.declare(name, Range(range_of(domain.low).low, range_of(domain.stop).high - 1))
                return (self.going_through(var, domain, body),)
            case ast.Break():
                self.broken.add(self.loops[-1])
                return (Break(self.loops[-1]),)
            case ast.Continue():
                return (Continue(self.loops[-1]),)
            case ast.Return(value=value):
                return (self.ending(value),)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)):
                return self.procedure(name, args)
        raise RoutineError(f"line {node.lineno}: the form has no such statement")

    def loop(self, body: list[ast.stmt]) -> Loop:
        """Compiles a loop that `break` leaves."""
        self.loops.append(self.lowering.fresh("loop", TRUTH).name)
        made = Loop(self.loops[-1], self.block(body))
        self.loops.pop()
        return made

    def going_through(self, var: Var, domain: Span, body: list[ast.stmt]) -> Statement:
        """Compiles a loop over numbers, in a scope if `break` leaves it."""
        self.loops.append(label := self.lowering.fresh("loop", TRUTH).name)
        made = Each(var, domain, self.block(body))
        self.loops.pop()
        return Scope(label, (made,)) if label in self.broken else made

    def list_of_variables(self, name: str, values: Sequence[Expr]) -> Block:
        """Compiles the writing of a list: each of its entries is a variable."""
        entries = [self.lowering.fresh(name, range_of(each)) for each in values]
        self.lists[name] = list(entries)
        return tuple(assign(entry, value) for entry, value in zip(entries, values, strict=True))

    def written_out(self, name: str, things: Sequence[Expr | Array]) -> Iterator[Expr | Array]:
        """Yields the things of a list one by one; each has the name meanwhile."""
        outer = {name: self.variables[name]} if name in self.variables else {}
        for each in things:
            self.variables[name] = each
            yield each
        self.variables.pop(name, None)
        self.variables |= outer

    def ending(self, value: ast.expr | None) -> Return:
        """Compiles the end of a function."""
        if value is None or self.returns is None:
            return DONE
        return Return(within(self.value(value), self.returns))

    def assignment(self, target: ast.expr, value: Operand) -> Statement:
        """Compiles the writing of a variable, a cell or an entry."""
        match target:
            case ast.Name(id=name) if name in self.arrays and name not in self.variables:
                return write(self.arrays[name], value)
            case ast.Name(id=name):
                known = self.variables.get(name)
                var = known if isinstance(known, Var) else self.declare(name, range_of(as_expression(value)))
                return assign(var, value)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return store(self.array(name, target), self.value(index), value)
        raise RoutineError(f"line {target.lineno}: write a variable, a cell or an entry")

    def procedure(self, name: str, args: list[ast.expr]) -> Block:
        """Compiles a call for what it does; `copy` moves as many bytes as its source has."""
        if name == "copy":
            target, source = (self.array(each.id if isinstance(each, ast.Name) else "", each) for each in args[:2])
            return (Copy(target, source, *map(self.value, args[2:])),)
        given = self.values(args)
        if name in self.inlined:
            return self.inside(self.inlined[name], given).block(self.inlined[name].body)
        known = self.names.get(name)
        if callable(known):
            made: Block = known(*given)
            return made
        return (Do(self.invocation(name, given)),)

    # ---- lists that are known ------------------------------------------------------------------------------------------

    def things(self, node: ast.expr) -> list[Any]:
        """Returns what stands in a list that is known when the routine is compiled. Raises RoutineError for any other."""
        match node:
            case ast.Name(id=name) if name in self.lists:
                return list(self.lists[name])
            case ast.Name(id=name) if isinstance(found := self.names.get(name), tuple):
                return [Const(each) if isinstance(each, int) else each for each in found]
            case ast.Tuple(elts=entries):
                return self.values(entries)
            case ast.ListComp(elt=value, generators=[ast.comprehension(target=ast.Name(id=name), iter=listed, ifs=[])]):
                return [self.value(value) for _ in self.written_out(name, self.things(listed))]
        raise RoutineError(f"line {node.lineno}: there is no such list")

    def values(self, nodes: Sequence[ast.expr]) -> list[Expr]:
        """Compiles expressions; behind a star stands a list of them."""
        found: list[Expr] = []
        for node in nodes:
            found += self.things(node.value) if isinstance(node, ast.Starred) else [self.value(node)]
        return found

    # ---- expressions -------------------------------------------------------------------------------------------------

    def array(self, name: str, node: ast.expr) -> Array:
        """Returns an array of the memory, or one that a name stands for."""
        found = self.variables.get(name) or self.names.get(name) or self.arrays.get(name)
        if not isinstance(found, Array):
            raise RoutineError(f"line {node.lineno}: there is no array {name!r}")
        return found

    def value(self, node: ast.expr) -> Expr:
        """Compiles an expression. Raises RoutineError for one that the form does not have."""
        match node:
            case ast.Constant(value=bool() | int() as value):
                return Const(int(value))
            case ast.Name(id=name):
                return self.named_value(name, node)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return load(self.array(name, node), self.value(index))
            case ast.BinOp(left=left, op=sign, right=right):
                return op(SIGNS[type(sign)], self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return op("-", Const(0), self.value(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return no(self.value(operand))
            case ast.BoolOp(op=sign, values=values):
                return (both if isinstance(sign, ast.And) else either)(*map(self.value, values))
            case ast.Compare(left=left, ops=signs, comparators=more):
                parts = list(map(self.value, [left, *more]))
                steps = zip(signs, parts, parts[1:], strict=False)
                return both(*(op(SIGNS[type(sign)], a, b) for sign, a, b in steps))
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return choose(self.value(test), self.value(body), self.value(otherwise))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.call(name, args)
        raise RoutineError(f"line {node.lineno}: the form has no such expression")

    def named_value(self, name: str, node: ast.expr) -> Expr:
        """Returns the value of a variable, a number, an expression or a cell."""
        found = self.variables.get(name, self.names.get(name, self.arrays.get(name)))
        if isinstance(found, Array):
            return read(found)
        if isinstance(found, int):
            return Const(found)
        if found is None or isinstance(found, Range) or callable(found):
            raise RoutineError(f"line {node.lineno}: there is no value {name!r}")
        made: Expr = found
        return made

    def call(self, name: str, args: list[ast.expr]) -> Expr:
        """Compiles a call for its value."""
        if name in FOLDS and len(args) == 1 and isinstance(args[0], ast.GeneratorExp):
            return self.fold(name, args[0])
        given = self.values(args)
        if name in WORDS:
            return op(WORDS[name], *given)
        if name in self.inlined:
            return self.inline(self.inlined[name], given)
        known: Callable[..., Expr] | None = self.names.get(name)
        return known(*given) if callable(known) else self.invocation(name, given)

    def invocation(self, name: str, given: list[Expr]) -> Call:
        """Returns the call of a function of the text, or of the module."""
        own = name + self.suffix
        return self.lowering.call(own if own in self.lowering.functions else name, *given)

    def inside(self, node: ast.FunctionDef, given: list[Expr]) -> Routine:
        """Returns an inlined function to be compiled, its parameters replaced."""
        inner = Routine(self.lowering, self.names, self.inlined, self.suffix)
        inner.variables = {each.arg: value for each, value in zip(node.args.args, given, strict=True)}
        return inner

    def inline(self, node: ast.FunctionDef, given: list[Expr]) -> Expr:
        """Returns the expression of an inlined function with its parameters replaced."""
        inner, last = self.inside(node, given), node.body[-1]
        if not isinstance(last, ast.Return) or last.value is None:
            raise RoutineError(f"line {node.lineno}: an inlined function ends with `return`")
        value = inner.value(last.value)
        return within(value, self.range_of(node.returns)) if node.returns is not None else value

    def fold(self, kind: str, node: ast.GeneratorExp) -> Expr:
        """Compiles `some(…)`, `count(…)` and the like: a test behind `if`, else the value is the test."""
        (each,) = node.generators
        if not isinstance(each.target, ast.Name):
            raise RoutineError(f"line {node.lineno}: go through numbers with one name")
        domain = self.span(each.iter)
        outer = dict(self.variables)
        var = self.declare(each.target.id, Range(range_of(domain.low).low, range_of(domain.stop).high - 1))
        tests = [self.value(test) for test in each.ifs]
        value = self.value(node.elt)
        self.variables = outer | {each.target.id: var} if each.target.id in outer else outer
        if kind in ("some", "count"):
            return Fold(kind, var, domain, both(*tests, value))
        return Fold(kind, var, domain, both(*tests) if tests else None, value)

    def span(self, node: ast.expr) -> Span:
        """Compiles `range(stop)` or `range(low, stop)`."""
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[stop]):
                return up_to(self.value(stop))
            case ast.Call(func=ast.Name(id="range"), args=[low, stop]):
                return Span(self.value(low), self.value(stop))
        raise RoutineError(f"line {node.lineno}: go through `range`")
