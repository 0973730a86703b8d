"""Printer of the intermediate form, as text for people."""

from __future__ import annotations

from collections.abc import Iterator

from .form import (
    Array,
    Bits,
    Block,
    Break,
    Call,
    Check,
    Choose,
    Const,
    Continue,
    Copy,
    Do,
    Domain,
    Each,
    Entries,
    Expr,
    Fold,
    Function,
    If,
    Let,
    Load,
    Loop,
    Module,
    Op,
    Put,
    Return,
    Scope,
    Span,
    Statement,
    Store,
    Switch,
    Trap,
    Var,
    With,
    Work,
)

MOST_SHOWN = 24
"""Entries of a table that are shown."""


def listing(module: Module) -> str:
    """A module as text: its memory, then its functions.

    >>> from .form import TRUTH
    >>> print(listing(Module("m", (), (Function("f", (), (Return(Const(1)),), TRUTH, True),), 0)))
    module m
    <BLANKLINE>
    function f() 0..1, exported
        return 1
    """
    arrays = sorted(module.arrays, key=lambda each: each.at)
    memory = "\n".join([f"module {module.name}", *map(_array, arrays)])
    return "\n\n".join([memory, *map(_function, module.functions)])


def _array(array: Array) -> str:
    entries = f"[{array.bounds}]" if array.length > 1 or array.origin else ""
    kind = "table" if array.values is not None else "array" if entries else "cell"
    values = array.values or ()
    more = " …" if len(values) > MOST_SHOWN else ""
    shown = f" = {' '.join(map(str, values[:MOST_SHOWN]))}{more}" if values else ""
    return f"{kind} {array.name}{entries}: {array.range}{shown}"


def _function(function: Function) -> str:
    takes = ", ".join(f"{each.name}: {each.range}" for each in function.parameters)
    head = f"function {function.name}({takes}) {function.returns}{', exported' if function.exported else ''}"
    return "\n".join([head, *_block(function.body)])


def _block(block: Block) -> Iterator[str]:
    for each in block:
        yield from ("    " + line for line in _statement(each))


def _statement(s: Statement) -> Iterator[str]:
    match s:
        case If(condition=condition, then=then, otherwise=otherwise):
            yield f"if {_expr(condition)}"
            yield from _block(then)
            if otherwise:
                yield "else"
                yield from _block(otherwise)
        case Switch(value=value, blocks=blocks):
            for n, each in enumerate(blocks):
                yield f"case {n} of {_expr(value)}"
                yield from _block(each)
        case Each(var=var, domain=domain, body=body):
            yield f"each {var.name} in {_domain(domain)}"
            yield from _block(body)
        case Scope(label=label, body=body) | Loop(label=label, body=body):
            yield f"{type(s).__name__.lower()} {label}"
            yield from _block(body)
        case _:
            yield _simple(s)


def _simple(s: Statement) -> str:
    match s:
        case Let(var=var, value=value):
            return f"let {var.name} = {_expr(value)}"
        case Store(array=array, index=index, value=value):
            return f"{_entry(array, index)} = {_expr(value)}"
        case Break(label=label) | Continue(label=label):
            return f"{type(s).__name__.lower()} {label}"
        case Return(value=value):
            return f"return {_expr(value)}"
        case Put(array=array, values=values):
            return f"put {', '.join(map(_expr, values))} into {array.name}"
        case Do(call=call):
            return _expr(call)
        case Work(amount=amount):
            return f"work {amount}"
        case Trap(reason=reason):
            return f"trap {reason}"
        case Copy(target=target, source=source, into=into, out_of=out_of):
            return f"copy {_part(source, out_of)} to {_part(target, into)}"
    raise TypeError(s)


def _part(array: Array, index: Expr) -> str:
    return array.name if index == Const(0) else f"{array.name} part {_expr(index)}"


def _entry(array: Array, index: Expr) -> str:
    return array.name if array.length == 1 and not array.origin else f"{array.name}[{_expr(index)}]"


def _expr(e: Expr, inner: bool = False) -> str:
    match e:
        case Const(value=value):
            return str(value)
        case Var(name=name):
            return name
        case Load(array=array, index=index):
            return _entry(array, index)
        case Check(value=value, range=range_):
            return f"check({_expr(value)}, {range_})"
        case Call(function=function, args=args):
            return f"{function}({', '.join(map(_expr, args))})"
        case Op(name=name, args=(one,)):
            return f"{name} {_expr(one, True)}"
    text = _compound(e)
    return f"({text})" if inner else text


def _compound(e: Expr) -> str:
    match e:
        case Op(name=name, args=(a, b)):
            return f"{_expr(a, True)} {name} {_expr(b, True)}"
        case Choose(condition=condition, then=then, otherwise=otherwise):
            return f"{_expr(then, True)} if {_expr(condition, True)} else {_expr(otherwise, True)}"
        case With(var=var, value=value, inner=value_of):
            return f"{_expr(value_of, True)} with {var.name} = {_expr(value, True)}"
        case Fold(kind=kind, var=var, domain=domain, test=test, value=value):
            where = f" where {_expr(test, True)}" if test is not None else ""
            what = f" {_expr(value, True)} of" if value is not None else ""
            return f"{kind}{what} {var.name} in {_domain(domain)}{where}"
    raise TypeError(e)


def _domain(domain: Domain) -> str:
    match domain:
        case Span(low=low, stop=stop):
            return f"{_expr(low, True)} up to {_expr(stop, True)}"
        case Entries(array=array, start=start, stop=stop):
            return f"{array.name}[{_expr(start)} up to {_expr(stop)}]"
        case Bits(word=word):
            return f"bits of {_expr(word, True)}"
