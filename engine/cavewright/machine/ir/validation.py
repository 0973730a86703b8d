"""Validator of the intermediate form: types, ranges and indices are proven, or have a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...foundation.source.frozen import frozen
from .form import (
    LONG,
    TRUTH,
    WORD,
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
    Range,
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
from .memory import width_of
from .ranges import BITS, LONG_BITS, ON_LONG, OPERATIONS, SAME, is_long, member_range, range_of

FOLDS = ("some", "every", "first", "count", "sum", "most", "least")
Names = frozenset[Var]


@frozen
class Fault:
    """Something that is not proven: in which function, what is wrong, and with what."""

    function: str
    message: str
    part: object

    def __str__(self) -> str:
        return f"{self.function}: {self.message}"


def faults(module: Module) -> tuple[Fault, ...]:
    """All that is wrong with a module; nothing of one that can be run.

    >>> from .form import Function
    >>> cells = Array("cells", 0, 4, TRUTH)
    >>> body = (Return(Load(cells, Const(4))),)
    >>> [str(each) for each in faults(Module("m", (cells,), (Function("f", (), body, TRUTH),), 16))]
    ['f: cells has no entry 4..4']
    """
    return (*_of_memory(module), *(each for f in module.functions for each in _Proof(module, f).faults()))


def _of_memory(module: Module) -> Iterator[Fault]:
    """Of arrays: they lie in memory, tables hold what they say, and nothing can be written over a table."""
    for name, many in Counter(each.name for each in module.functions).items():
        if many > 1:
            yield Fault(name, f"there are {many} functions of that name", name)
    written = [each for each in module.arrays if each.values is None]
    for each in module.arrays:
        if (
            each.at < 0
            or each.at % each.width
            or each.end > max(module.size, module.room)
            or each.width not in (1, 2, 4, 8)
        ):
            yield Fault("", f"{each.name} does not lie in memory", each)
        if each.values is not None and not _is_whole(each):
            yield Fault("", f"{each.name} is not the table it says it is", each)
        if each.values is not None and any(other.at < each.end and each.at < other.end for other in written):
            yield Fault("", f"{each.name} is a table, and can be written", each)
        if width_of(each.range) > each.width:
            yield Fault("", f"{each.name} has entries of {each.width} bytes for {each.range}", each)


def _is_whole(table: Array) -> bool:
    values = table.values or ()
    return len(values) == table.length and all(Range(each, each) in table.range for each in values)


@frozen
class Label:
    """A block that can be left: its name, whether it is a loop, and what has a value where it is left."""

    name: str
    is_loop: bool
    left: list[Names]


Labels = tuple[Label, ...]


class _Proof:
    """Proof of one function."""

    def __init__(self, module: Module, function: Function) -> None:
        self.function, self.arrays = function, frozenset(module.arrays)
        self.functions = {each.name: each for each in module.functions}
        self.found: list[Fault] = []

    def faults(self) -> list[Fault]:
        """All that is wrong with it."""
        known = self.block(self.function.body, frozenset(self.function.parameters), ())
        if known is not None:
            self.wrong("it may end without a value", self.function)
        ranges: dict[str, Range] = {}
        for var in sorted(variables_in(self.function), key=lambda each: each.name):
            if ranges.setdefault(var.name, var.range) != var.range:
                self.wrong(f"{var.name} has two ranges", var)
        return self.found

    def wrong(self, message: str, part: object) -> None:
        """Something is not proven."""
        self.found.append(Fault(self.function.name, message, part))

    def needs(self, value: Expr, wanted: Range, what: str) -> None:
        """A value lies in a range."""
        if range_of(value) not in wanted:
            self.wrong(f"{what} may be {range_of(value)}, not only {wanted}", value)

    def entry(self, array: Array, index: Expr) -> None:
        """An array has such an entry."""
        if array not in self.arrays:
            self.wrong(f"there is no array {array.name}", array)
        if range_of(index) not in array.bounds:
            self.wrong(f"{array.name} has no entry {range_of(index)}", index)

    # ---- statements: the names that have a value behind it; none if nothing comes behind it --------------------------

    def block(self, block: Block, known: Names, labels: Labels) -> Names | None:
        """A block. `labels` are those around it, that can be left or begun anew."""
        left: Names | None = known
        for each in block:
            if left is None:
                self.wrong("something stands where nothing comes by", each)
                return None
            left = self.statement(each, left, labels)
        return left

    def statement(self, s: Statement, known: Names, labels: Labels) -> Names | None:
        """A statement."""
        match s:
            case If(condition=condition, then=then, otherwise=otherwise):
                self.condition(condition, known)
                return self.meeting((then, otherwise), known, labels)
            case Switch(value=value, blocks=blocks):
                self.expr(value, known)
                self.needs(value, Range(0, len(blocks) - 1), "the number of a block")
                return self.meeting(blocks, known, labels)
            case Each(var=var, domain=domain, body=body):
                self.member(var, domain, known)
                self.block(body, known | {var}, labels)
                return known
            case Scope(label=label, body=body) | Loop(label=label, body=body):
                return self.around(label, body, known, labels, isinstance(s, Loop))
            case Break(label=label) | Continue(label=label):
                around = next((each for each in reversed(labels) if each.name == label), None)
                if around is None or (isinstance(s, Continue) and not around.is_loop):
                    self.wrong(f"{label} is not around this", s)
                elif isinstance(s, Break):
                    around.left.append(known)
                return None
            case Return(value=value):
                self.expr(value, known)
                self.needs(value, self.function.returns, "what it returns")
                return None
            case Trap():
                return None
        return self.simple(s, known)

    def around(self, label: str, body: Block, known: Names, labels: Labels, is_loop: bool) -> Names | None:
        """A block that can be left from within."""
        mark = Label(label, is_loop, [])
        end = self.block(body, known, (*labels, mark))
        ends = [*mark.left, *([end] if end is not None and not is_loop else [])]
        return frozenset.intersection(*ends) if ends else None

    def meeting(self, blocks: Iterable[Block], known: Names, labels: Labels) -> Names | None:
        """One of several blocks."""
        alive = [end for each in blocks if (end := self.block(each, known, labels)) is not None]
        return frozenset.intersection(*alive) if alive else None

    def simple(self, s: Statement, known: Names) -> Names:
        """A statement without blocks, behind which it goes on."""
        match s:
            case Let(var=var, value=value):
                self.expr(value, known)
                self.needs(value, var.range, var.name)
                return known | {var}
            case Store(array=array, index=index, value=value):
                self.exprs((index, value), known)
                self.entry(array, index)
                self.needs(value, array.range, array.name)
                if array.values is not None:
                    self.wrong(f"{array.name} is a table", s)
            case Put(array=array, count=count, values=values):
                self.exprs((count, *values), known)
                for each in values:
                    self.needs(each, array.range, array.name)
                if not values or array not in self.arrays or array.values is not None or count.range.low:
                    self.wrong("there is no such list", s)
            case Copy(target=target, source=source, into=into, out_of=out_of):
                self.exprs((into, out_of), known)
                for array, index in ((target, into), (source, out_of)):
                    room = array.length * array.width // max(1, source_size(s))
                    self.needs(index, Range(0, room - 1), f"the part of {array.name}")
            case Do(call=call):
                self.expr(call, known)
            case Work(counter=counter, amount=amount):
                if counter not in self.arrays or amount < 0:
                    self.wrong("there is no such counter", s)
        return known

    # ---- expressions -------------------------------------------------------------------------------------------------

    def exprs(self, values: Iterable[Expr], known: Names) -> None:
        """Several expressions."""
        for each in values:
            self.expr(each, known)

    def condition(self, e: Expr, known: Names) -> None:
        """An expression that is 0 or 1."""
        self.expr(e, known)
        self.needs(e, TRUTH, "a condition")

    def expr(self, e: Expr, known: Names, wide: bool = False) -> None:
        """An expression; one that may be `wide` is checked by what stands around it, as is a word of 64 bits."""
        if not wide and not is_long(e):
            self.needs(e, WORD, "a value")
        match e:
            case Var():
                if e not in known:
                    self.wrong(f"{e.name} may have no value", e)
            case Load(array=array, index=index):
                self.expr(index, known)
                self.entry(array, index)
            case Op(name=name, args=args):
                self.operation(name, args, known)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                self.condition(condition, known)
                self.exprs((then, otherwise), known)
            case With(var=var, value=value, inner=inner):
                self.expr(value, known)
                self.needs(value, var.range, var.name)
                self.expr(inner, known | {var})
            case Check(value=value):
                self.expr(value, known, wide=isinstance(value, (Op, Fold)))
            case Call():
                self.call(e, known)
            case Fold():
                self.fold(e, known)

    def operation(self, name: str, args: tuple[Expr, ...], known: Names) -> None:
        """An operation."""
        if name not in OPERATIONS or OPERATIONS[name][0] != len(args):
            return self.wrong(f"there is no operation {name} on {len(args)}", args)
        self.operands(name, args, known)
        if name in ("and", "or", "not"):
            for each in args:
                self.needs(each, TRUTH, "a condition")
        if name in ("<<", ">>", "nth bit", "rotated", "bit"):
            places = LONG_BITS if name == "bit" or is_long(args[0]) else BITS
            self.needs(args[-1], places, "bits to shift by" if name != "nth bit" else "the number of a bit")
        return None

    def operands(self, name: str, args: tuple[Expr, ...], known: Names) -> None:
        """The numbers of an operation: words of 64 bits only where it takes them, and not beside others."""
        long = any(map(is_long, args)) or name in ("rotated", "lower word")
        for n, each in enumerate(args):
            is_set = long and name in ON_LONG and (n == 0 or name in SAME)
            self.expr(each, known, wide=is_set and isinstance(each, Const))
            fits = range_of(each) in LONG if is_set and isinstance(each, Const) else is_long(each) == is_set
            if not fits:
                self.wrong(f"{name} takes {'a word of 64 bits' if is_set else 'none of 64 bits'}", each)

    def call(self, e: Call, known: Names) -> None:
        """A call."""
        self.exprs(e.args, known)
        function = self.functions.get(e.function)
        if function is None or len(function.parameters) != len(e.args):
            return self.wrong(f"there is no function {e.function} of {len(e.args)}", e)
        for parameter, value in zip(function.parameters, e.args, strict=True):
            self.needs(value, parameter.range, f"{parameter.name} of {e.function}")
        if function.returns not in e.range:
            self.wrong(f"{e.function} returns {function.returns}, not only {e.range}", e)
        return None

    def fold(self, e: Fold, known: Names) -> None:
        """Something that goes through a domain."""
        self.member(e.var, e.domain, known)
        if e.value is not None:
            self.needs(e.value, WORD, "what is folded")
        if e.test is not None:
            self.condition(e.test, known | {e.var})
        if e.value is not None:
            self.expr(e.value, known | {e.var})
        if e.kind not in FOLDS or (e.value is None) != (e.kind in ("some", "first", "count")):
            self.wrong(f"there is no fold {e.kind}", e)

    def member(self, var: Var, domain: Domain, known: Names) -> None:
        """A name for what is gone through."""
        match domain:
            case Span(low=low, stop=stop):
                self.exprs((low, stop), known)
                for each in (low, stop):
                    self.needs(each, WORD, "an end")
            case Entries(array=array, start=start, stop=stop):
                self.exprs((start, stop), known)
                first, last = range_of(start).low, range_of(stop).high - 1
                if last >= first and Range(first, last) not in array.bounds:
                    self.wrong(f"{array.name} has no entries {first}..{last}", domain)
            case Bits(word=word):
                self.expr(word, known)
        if member_range(domain) not in var.range:
            self.wrong(f"{var.name} may be {member_range(domain)}, not only {var.range}", var)


def has_room(s: Put) -> bool:
    """Tells if there is room for a row behind the last, and its values cost nothing and cannot go wrong."""
    rows = s.array.length // len(s.values)
    return rows > s.count.range.high and all(isinstance(each, (Const, Var)) for each in s.values)


def source_size(s: Copy) -> int:
    """Returns the number of bytes that a copy moves: those of the smaller array."""
    return min(each.length * each.width for each in (s.source, s.target))


def parts_of(node: object) -> Iterator[object]:
    """Yields the parts of a node of the form, through tuples."""
    if isinstance(node, tuple):
        yield from node
    elif hasattr(node, "__dataclass_fields__") and not isinstance(node, (Array, Range, Const)):
        yield from (getattr(node, name) for name in node.__dataclass_fields__)


def variables_in(node: object) -> set[Var]:
    """All variables in a part of the form."""
    return {node} if isinstance(node, Var) else {var for part in parts_of(node) for var in variables_in(part)}
