"""Printer of Python, its expressions: names are numbers, and what goes through things becomes a function of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..ir.form import (
    LONG,
    TRUTH,
    WORD,
    Array,
    Bits,
    Call,
    Check,
    Choose,
    Const,
    Domain,
    Entries,
    Expr,
    Fold,
    Load,
    Op,
    Range,
    Span,
    Var,
    With,
)
from ..ir.ranges import is_long, range_of
from ..ir.rewriting import free_names
from .python_memory import Plan

PLAIN = {
    **{each: each for each in ("+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "and", "or")},
    "/": "//",
    "%": "%",
}
COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">=", "below", "not", "and", "or"})
MASK = 2**32 - 1


@dataclass
class ModuleNames:
    """Facts about a whole module: where memory lies, and what functions are called."""

    plan: Plan
    functions: dict[str, str]
    checked: bool
    folds: dict[Fold, str] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    """the functions of folds, as they were written"""

    def table(self, array: Array) -> str:
        """The name of a constant table."""
        return f"T{self.plan.tables.index(array)}"


class Expressions:
    """Writes expressions of one function."""

    def __init__(self, names: ModuleNames) -> None:
        self.names, self.plan = names, names.plan
        self.known: dict[str, str] = {}
        self.counts: dict[str, tuple[str, int]] = {}
        """Of variables that count rows the list of these, and how many numbers a row has."""

    def name(self, var: Var) -> str:
        """The name of a variable."""
        return self.variable(var.name)

    def variable(self, name: str) -> str:
        """The name that a variable gets instead of its own."""
        return self.known.setdefault(name, f"v{len(self.known)}")

    def spare(self) -> str:
        """The name of a variable that nothing of the form stands for."""
        return self.known.setdefault(f" {len(self.known)}", f"v{len(self.known)}")

    def entry(self, array: Array, index: Expr) -> str:
        """An entry of an array."""
        if array.values is not None:
            name, shift = self.names.table(array), -max(0, array.origin)
        elif (kept := self.plan.kept_of(array)) is not None:
            return self._in_kept(array, index, kept)
        else:
            segment, shift = self.plan.place(array, index)
            name = segment.name
        return f"{name}[{self.index(index, array, shift)}]"

    def index(self, index: Expr, array: Array, shift: int) -> str:
        """Returns the index in a list at which an entry of an array lies."""
        if isinstance(index, Const):
            return str(index.value + shift)
        at = self.expr(index)
        if self.names.checked:
            at = f"checked({at}, {array.bounds.low}, {array.bounds.high})"
        return f"{at}{f' + {shift}' if shift > 0 else f' - {-shift}' if shift else ''}"

    def _in_kept(self, array: Array, index: Expr, kept: Array) -> str:
        """A number of a position that was kept."""
        assert isinstance(index, Const) and self.plan.position is not None
        n, byte = divmod(array.at + index.value * array.width - kept.at, self.plan.position.length * 4)
        which, at = self.plan.in_position(byte)
        return f"{self.list_of_positions(kept)}[{n}][{which}][{at}]"

    def list_of_positions(self, array: Array) -> str:
        """The list of the positions that an array holds."""
        return f"K{self.plan.kept.index(array)}"

    def expr(self, e: Expr) -> str:
        """An expression as a number, or as a truth that stands for 0 or 1."""
        match e:
            case Const(value=value):
                return str(value) if value >= 0 else f"({value})"
            case Var(name=name) if name in self.counts:
                rows, stride = self.counts[name]
                return f"len({rows})" if stride == 1 else f"(len({rows}) // {stride})"
            case Var():
                return self.name(e)
            case Load(array=array, index=index):
                return self.entry(array, index)
            case Op(name=name, args=args):
                return self.operation(name, args)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                return f"({self.expr(then)} if {self.condition(condition)} else {self.expr(otherwise)})"
            case With(var=var, value=value, inner=inner):
                return self.within(var, value, inner)
            case Check(value=value, range=range_):
                return self.check(value, range_)
            case Call(function=function, args=args):
                return f"{self.names.functions[function]}({', '.join(map(self.expr, args))})"
            case Fold():
                return self.fold(e)

    def number(self, e: Expr) -> str:
        """An expression as a number, also where it is a truth."""
        return f"({self.expr(e)} + 0)" if is_truth(e) else self.expr(e)

    def condition(self, e: Expr) -> str:
        """An expression of which only counts whether it is 0."""
        if isinstance(e, Op) and e.name in ("and", "or"):
            return f"({self.condition(e.args[0])} {e.name} {self.condition(e.args[1])})"
        if isinstance(e, Op) and e.name == "not":
            return f"(not {self.condition(e.args[0])})"
        return self.expr(e)

    def within(self, var: Var, value: Expr, inner: Expr) -> str:
        """A value in which a variable stands for another: it gets it where it is asked for first."""
        if isinstance(inner, Var) and inner.name == var.name:
            return f"({self.name(var)} := {self.expr(value)})"
        if is_first(var, inner):
            return self.expr(named_first(With(var, value, var), inner))
        return f"(({self.name(var)} := {self.expr(value)}) is None or {self.expr(inner)})"

    def check(self, value: Expr, range_: Range) -> str:
        """A value that has to lie in a range."""
        known = range_of(value)
        low = f"{range_.low} <= " if known.low < range_.low else ""
        high = f" <= {range_.high}" if known.high > range_.high else ""
        if not low and not high:
            return self.expr(value)
        if isinstance(value, Var) and value.name not in self.counts:
            return f"({self.name(value)} if {low}{self.name(value)}{high} else trap(4))"
        spare = self.spare()
        return f"({spare} if {low}({spare} := {self.expr(value)}){high} else trap(4))"

    # ---- operations --------------------------------------------------------------------------------------------------

    def operation(self, name: str, args: tuple[Expr, ...]) -> str:
        """An operation. Only those that lose bits have to be brought back into a word."""
        match name:
            case "and" | "or" if not all(range_of(each) in TRUTH for each in args):
                return f"(1 if {self.condition(args[0])} {name} {self.condition(args[1])} else 0)"
            case "/" | "%" if 0 in values_of(args[1]):
                return f"{'quotient' if name == '/' else 'rest'}({self.expr(args[0])}, {self.expr(args[1])})"
            case _ if name in PLAIN:
                return f"({self.expr(args[0])} {PLAIN[name]} {self.expr(args[1])})"
            case "not":
                return f"(not {self.condition(args[0])})"
            case "lower word":
                return as_signed(self.expr(args[0]))
            case "bit":
                return f"(1 << {self.expr(args[0])})"
            case "lowest" | "nth bit" if is_long(args[0]):
                return f"long_{CALLED[name]}({', '.join(map(self.expr, args))})"
            case "<<" if is_long(args[0]):
                return f"({self.expr(args[0])} << {self.expr(args[1])} & {LONG.high})"
            case "ones":
                return f"{self.as_unsigned(args[0])}.bit_count()"
            case "wrapped +":
                return self.wrap(args, lambda a, b: a + b, "+")
            case "wrapped *":
                return self.wrap(args, lambda a, b: a * b, "*")
            case "below":
                return f"({self.as_unsigned(args[0])} < {self.as_unsigned(args[1])})"
            case ">>":
                made = f"({self.as_unsigned(args[0])} >> {self.expr(args[1])})"
                return made if range_of(args[0]).low >= 0 or range_of(args[1]).low >= 1 else as_signed(made)
            case "<<":
                return self.shift_left(*args)
        return f"{CALLED[name]}({', '.join(map(self.expr, args))})"

    def shift_left(self, a: Expr, b: Expr) -> str:
        """Bits moved to the left; those that leave the word are lost."""
        if a == Const(1):
            return f"BIT[{self.expr(b)}]"
        known, by = range_of(a), range_of(b)
        made = f"({self.expr(a)} << {self.expr(b)})"
        return made if known.low >= 0 and known.high << by.high <= WORD.high else as_signed(made)

    def wrap(self, args: tuple[Expr, ...], meant: Callable[[int, int], int], sign: str) -> str:
        """A sum or product as far as it goes into a word."""
        a, b = map(range_of, args)
        ends = [meant(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        if isinstance(args[1], Op) and args[1].name == "wrapped *" and args[1].args[1] == Const(-1) and sign == "+":
            made = f"({self.expr(args[0])} - {self.expr(args[1].args[0])})"
            other = range_of(args[1].args[0])
            return made if a.low >= 0 and other.low >= 0 else as_signed(made)
        made = f"({self.expr(args[0])} {sign} {self.expr(args[1])})"
        if sign == "+" and args[1] == Const(1) and isinstance(args[0], (Load, Var)):
            return f"({made} if {self.expr(args[0])} != {WORD.high} else {WORD.low})"
        return made if Range(min(ends), max(ends)) in WORD else as_signed(made)

    def as_unsigned(self, e: Expr) -> str:
        """A word as a number from 0."""
        text = self.expr(e) if not isinstance(e, Const) else f"({e.value & MASK})"
        return text if isinstance(e, Const) or range_of(e).low >= 0 else f"({text} & {MASK})"

    # ---- folds -------------------------------------------------------------------------------------------------------

    def fold(self, e: Fold) -> str:
        """A fold: a function of its own, that is given what it mentions."""
        given = sorted(free_names(e))
        if e not in self.names.folds:
            self.names.folds[e] = name = f"g{len(self.names.folds)}"
            inside = self.inside()
            takes = ", ".join(map(inside.variable, given))
            self.names.found.append(f"def {name}({takes}):\n{inside.fold_statements(e)}\n")
        return f"{self.names.folds[e]}({', '.join(map(self.variable, given))})"

    def inside(self) -> Expressions:
        """Returns a writer for a function beside this one."""
        return type(self)(self.names)

    def fold_statements(self, e: Fold) -> str:
        """The statements of a fold."""
        value = self.expr(e.value) if e.value is not None else "1"
        before, what, last = FOLDED[e.kind]
        lines = [f" {each}" for each in before]
        lines.append(f" {self.going(e.var, e.domain)}")
        depth = "  "
        if e.test is not None:
            lines.append(f"  if {self.condition(e.test)}:")
            depth = "   "
        lines += [depth + each.format(value=value, var=self.name(e.var)) for each in what]
        return "\n".join([*lines, f" return {last}"])

    def going(self, var: Var, domain: Domain) -> str:
        """The head of a loop over a domain that nothing within changes."""
        match domain:
            case Span(low=low, stop=stop):
                first = "" if low == Const(0) else f"{self.expr(low)}, "
                return f"for {self.name(var)} in range({first}{self.expr(stop)}):"
            case Entries(array=array, start=start, stop=stop):
                return f"for {self.name(var)} in {self.entries(array, start, stop)}:"
        return f"for {self.name(var)} in {self.bits(domain)}:"

    def entries(self, array: Array, start: Expr, stop: Expr) -> str:
        """A part of an array."""
        shift = -max(0, array.origin)
        if array.values is not None:
            name = self.names.table(array)
        else:
            segment, shift = self.plan.place(array, start)
            name = segment.name
        if range_of(start).low + shift < 0:
            return f"entries({name}, {self.expr(start)}, {self.expr(stop)}, {shift})"
        more = f" + {shift}" if shift else ""
        return f"{name}[{self.expr(start)}{more}:{self.expr(stop)}{more}]"

    def bits(self, domain: Bits) -> str:
        """The places of the bits of a word, by its bytes."""
        known = range_of(domain.word)
        many = -(-known.high.bit_length() // 8) if known.low >= 0 else 4
        if many <= 1:
            return f"BITS[{self.expr(domain.word)}]"
        if isinstance(domain.word, Var):
            head, name = self.name(domain.word), self.name(domain.word)
        else:
            name = self.spare()
            head = f"({name} := {self.expr(domain.word)})"
        more = [f"*BITS{n}[{name} >> {8 * n} & 255]" for n in range(1, many)]
        return f"(*BITS[{head} & 255], {', '.join(more)})"


FOLDED: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "some": ((), ("return 1",), "0"),
    "every": ((), ("if not {value}: return 0",), "1"),
    "first": ((), ("return {var}",), "-1"),
    "count": (("total = 0",), ("total += 1",), "total"),
    "sum": (("total = 0",), ("total += {value}",), "total"),
    "most": (("total = None",), ("value = {value}", "if total is None or value > total: total = value"), "total or 0"),
    "least": (("total = None",), ("value = {value}", "if total is None or value < total: total = value"), "total or 0"),
}
"""What a fold does before, of each thing, and what it gives."""
CALLED = {
    "lowest": "lowest",
    "nth bit": "nth_bit",
    "clamped *": "clamped",
    "high *": "high_product",
    "rest of word": "rest_of_word",
    "rotated": "rotated",
}


def as_signed(text: str) -> str:
    """A number brought back into a word."""
    return f"(({text} + {2**31} & {MASK}) - {2**31})"


def values_of(e: Expr) -> range:
    """The numbers that an expression may be."""
    known = range_of(e)
    return range(known.low, known.high + 1)


def is_truth(e: Expr) -> bool:
    """Tells if an expression is written as something that is true or false."""
    match e:
        case Op(name=name):
            return name in COMPARED
        case Choose(then=then, otherwise=otherwise):
            return is_truth(then) or is_truth(otherwise)
        case With(inner=inner):
            return is_truth(inner)
        case Check(value=value):
            return is_truth(value)
    return False


def is_first(var: Var, e: Expr) -> bool:
    """Tells if a variable is the first thing that an expression reads, whatever comes of it."""
    match e:
        case Var():
            return e.name == var.name
        case Load(index=index):
            return is_first(var, index)
        case Choose(condition=inner) | Check(value=inner) | With(value=inner):
            return is_first(var, inner)
        case Op(args=args) | Call(args=args):
            first = next((each for each in args if var.name in free_names(each)), None)
            return first is not None and is_first(var, first) and (args[0] is first or not _is_lazy(e))
    return False


def named_first(named: With, e: Expr) -> Expr:
    """An expression in which what names a variable stands where that is asked for first."""
    match e:
        case Load(index=index):
            return replace(e, index=named_first(named, index))
        case Choose(condition=inner):
            return replace(e, condition=named_first(named, inner))
        case Check(value=inner) | With(value=inner):
            return replace(e, value=named_first(named, inner))
        case Op(args=args) | Call(args=args):
            at = next(n for n, each in enumerate(args) if named.var.name in free_names(each))
            return replace(e, args=(*args[:at], named_first(named, args[at]), *args[at + 1 :]))
    return named


def _is_lazy(e: Expr) -> bool:
    return isinstance(e, Op) and e.name in ("and", "or")
