"""Printer of C: a module of the intermediate form as one source file of C99.

All memory is one array of words, or one for each handle. What goes through things in the middle of an expression becomes a function of its own.
A trap leaves by `longjmp`, and its reason stands in a variable.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...rules.model.types import MOST
from ..ir.form import (
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
from ..ir.promotion import with_cells_promoted
from ..ir.ranges import is_long, range_of
from ..ir.rewriting import free_variables, operands
from ..ir.validation import has_room, parts_of
from .c_prelude import HANDLED_MEMORY, HANDLED_TRAP, ONE_MEMORY, ONE_TRAP, PRELUDE

TYPES = {"b": "int8_t", "B": "uint8_t", "h": "half", "H": "unsigned_half", "i": "int32_t", "Q": "set"}
SIGNED = ("+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^")
UNSIGNED = {"<<": "<<", ">>": ">>", "wrapped +": "+", "wrapped *": "*", "below": "<", "rest of word": "%"}


def c_source(module: Module, checked: bool = False, handled: bool = False) -> str:
    """The source of a module. `checked`: every index is looked at before it is used, also where it is proven. `handled`:
    each function takes the handle of a game first, and games have nothing in common.

    >>> from ..ir.form import TRUTH
    >>> source = c_source(Module("m", (), (Function("f", (), (Return(Const(1)),), TRUTH, True),), 0))
    >>> print(source.splitlines()[-1])
    int32_t m_f(void) { m_trap_reason = 0; if (setjmp(way_out)) return 0; return in_f(); }
    """
    return _Source(module, checked, handled).text()


def prefix(module: Module) -> str:
    """Returns the beginning of all names that are seen from outside."""
    return "".join(each if each.isalnum() else "_" for each in module.name)


def internal(function: str) -> str:
    """The name of a function within the file: one that no header of C has, as `strings.h` has `index`."""
    return f"in_{function}"


class _Source:
    def __init__(self, module: Module, checked: bool, handled: bool) -> None:
        self.module, self.checked, self.handled, self.name = module, checked, handled, prefix(module)
        self.folds: dict[Fold, str] = {}
        self.found: list[str] = []
        self.labels: dict[str, str] = {}
        self.rare = {each.name for each in module.functions if each.rare}
        self.many = 0

    def text(self) -> str:
        """The whole file."""
        heads = [f"static {self.head(each)};" for each in self.module.functions]
        for each in self.module.functions if self.checked else with_cells_promoted(self.module):
            self.found.append(f"static {self.head(each)} {{\n{self.body(each)}}}")
        tables = [
            f"static const {TYPES[each.format]} {each.name}[] = {{{','.join(map(number, each.values))}}};"
            for each in self.module.arrays
            if each.values
        ]
        words = max(1, -(-self.module.size // 4))
        names = {"name": self.name, "words": words}
        memory, traps = (HANDLED_MEMORY, HANDLED_TRAP) if self.handled else (ONE_MEMORY, ONE_TRAP)
        prelude = PRELUDE.format(memory=memory.format(**names), traps=traps.format(**names), most=MOST)
        exported = [self.export(each) for each in self.module.functions if each.exported]
        return "\n".join([prelude, *tables, *heads, *self.found, *exported])

    def head(self, function: Function) -> str:
        """A function, what it takes and gives."""
        return f"int32_t {internal(function.name)}({self.takes(function.parameters)})"

    def takes(self, variables: Iterable[Var]) -> str:
        """Returns the parameters of a function."""
        here = [f"struct {self.name} *here"] if self.handled else []
        return ", ".join([*here, *(f"{type_of(each)} {each.name}" for each in variables)]) or "void"

    def gives(self, values: Iterable[str]) -> str:
        """Returns the arguments with which a function is called."""
        return ", ".join([*(["here"] if self.handled else []), *values])

    def export(self, function: Function) -> str:
        """A function as it is called from outside; 0 where there was a trap."""
        given = self.gives(each.name for each in function.parameters)
        reason, way_out = (
            ("here->trap_reason", "here->way_out") if self.handled else (f"{self.name}_trap_reason", "way_out")
        )
        return (
            f"int32_t {self.name}_{function.name}({self.takes(function.parameters)}) "
            f"{{ {reason} = 0; if (setjmp({way_out})) return 0; return {internal(function.name)}({given}); }}"
        )

    def body(self, function: Function) -> str:
        """The variables of a function, and its statements."""
        own = self.own_variables(function.body) - {*function.parameters}
        return f"{declare(own)}{self.block(function.body)}return trap(5);\n"

    def own_variables(self, part: object) -> set[Var]:
        """The variables of a part of the form, those of folds left out, which have their own."""
        if isinstance(part, (Fold, Var)):
            return free_variables(part)
        return {var for each in parts_of(part) for var in self.own_variables(each)}

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, block: Block) -> str:
        """Statements one after another."""
        return "".join(self.statement(each) for each in block)

    def statement(self, s: Statement) -> str:
        """A statement."""
        match s:
            case Let(var=var, value=value):
                return f"{var.name} = {self.expr(value)};\n"
            case Store(array=array, index=index, value=value):
                return f"{self.entry(array, index)} = {self.expr(value)};\n"
            case If(condition=condition, then=(Put() as put,), otherwise=()) if has_room(put):
                count, most = put.count.name, put.count.range.high
                return f"{self.row(put)}{count} += {self.expr(condition)} != 0;\nif ({count} > {most}) trap(3);\n"
            case If(condition=condition, then=then, otherwise=otherwise):
                more = f"else {{\n{self.block(otherwise)}}}\n" if otherwise else ""
                asked = f"rarely({self.expr(condition)})" if self.is_rare(then) else self.expr(condition)
                return f"if ({asked}) {{\n{self.block(then)}}}\n{more}"
            case Each(var=var, domain=domain, body=body):
                return self.each(var, domain, self.block(body))
            case Return(value=value):
                return f"return {self.expr(value)};\n"
            case Do(call=call):
                return f"{self.expr(call)};\n"
            case Work(counter=counter, amount=amount):
                return f"{self.entry(counter, Const(0))} += {amount};\n"
            case Trap(reason=reason):
                return f"trap({reason});\n"
            case Put():
                return self.append_row(s)
            case Copy():
                return self.copy(s)
        return self.control(s)

    def is_rare(self, block: Block) -> bool:
        """Tells if a block calls something that is rarely called."""
        return any(isinstance(each, Do) and each.call.function in self.rare for each in block)

    def own_label(self, label: str, body: Block) -> tuple[str, str]:
        """A label of its own, and a body whose ways out lead there: a block of the form may stand at several places."""
        self.many += 1
        own, outer = f"{label}_{self.many}", self.labels
        self.labels = {**outer, label: own}
        inside = self.block(body)
        self.labels = outer
        return own, inside

    def control(self, s: Statement) -> str:
        """A statement that says where it goes on."""
        match s:
            case Scope(label=label, body=body):
                own, inside = self.own_label(label, body)
                return f"{{\n{inside}}}\n{own}_end:;\n"
            case Loop(label=label, body=body):
                own, inside = self.own_label(label, body)
                return f"for (;;) {{\n{own}_again:;\n{inside}}}\n{own}_end:;\n"
            case Break(label=label):
                return f"goto {self.labels[label]}_end;\n"
            case Continue(label=label):
                return f"goto {self.labels[label]}_again;\n"
            case Switch(value=value, blocks=blocks):
                cases = "".join(f"case {n}: {{\n{self.block(each)}}} break;\n" for n, each in enumerate(blocks))
                return f"switch ({self.expr(value)}) {{\n{cases}}}\n"
        raise TypeError(s)

    def append_row(self, s: Put) -> str:
        """A row more, where there is room for it."""
        stride, count = len(s.values), s.count.name
        rows = min(s.array.length // stride, s.count.range.high)
        return f"if ({count} >= {rows}) trap(3);\n{self.row(s)}{count} += 1;\n"

    def row(self, s: Put) -> str:
        """The values of a row, where the next row stands."""
        first = f"{self.array(s.array)}[{s.count.name} * {len(s.values)}"
        return "".join(f"{first} + {n}] = {self.expr(each)};\n" for n, each in enumerate(s.values))

    def copy(self, s: Copy) -> str:
        """As many bytes as the smaller array has."""
        size = min(each.length * each.width for each in (s.source, s.target))
        target, source = (
            f"(char *){self.array(array)} + {size} * {self.expr(index)}"
            for array, index in ((s.target, s.into), (s.source, s.out_of))
        )
        return f"memmove({target}, {source}, {size});\n"

    def each(self, var: Var, domain: Domain, body: str) -> str:
        """A loop over a domain."""
        name = var.name
        if isinstance(domain, Bits):
            kind, lowest = ("uint64_t", "long_lowest") if is_long(domain.word) else ("uint32_t", "lowest")
            step = f"{name} = {lowest}(left_{name});\nleft_{name} &= left_{name} - 1;\n"
            return f"for ({kind} left_{name} = {self.expr(domain.word)}; left_{name};) {{\n{step}{body}}}\n"
        first, stop = (domain.low, domain.stop) if isinstance(domain, Span) else (domain.start, domain.stop)
        at = name if isinstance(domain, Span) else f"at_{name}"
        entry = (
            f"{name} = {self.array(domain.array)}[{at} - {domain.array.origin}];\n"
            if isinstance(domain, Entries)
            else ""
        )
        begin = f"{'int32_t ' if entry else ''}{at} = {self.expr(first)}"
        return f"{{ int32_t end_{name} = {self.expr(stop)};\nfor ({begin}; {at} < end_{name}; {at}++) {{\n{entry}{body}}}\n}}\n"

    # ---- expressions -------------------------------------------------------------------------------------------------

    def array(self, array: Array) -> str:
        """Returns the address at which an array begins."""
        if array.values:
            return array.name
        at = f"memory + {array.at // 4}" if array.at % 4 == 0 else f"(char *)memory + {array.at}"
        return f"(({TYPES[array.format]} *)({at}))"

    def entry(self, array: Array, index: Expr) -> str:
        """An entry of an array."""
        if isinstance(index, Const):
            return f"{self.array(array)}[{index.value - array.origin}]"
        if self.checked:
            at = f"checked({self.expr(index)}, {array.bounds.low}, {array.bounds.high}) - {array.origin}"
            return f"{self.array(array)}[{at}]"
        terms = operands("+", index)
        known = sum(each.value for each in terms if isinstance(each, Const)) - array.origin
        at = "".join(f"(intptr_t){self.expr(each)} + " for each in terms if not isinstance(each, Const))
        return f"{self.array(array)}[{at}{known}]"

    def expr(self, e: Expr) -> str:
        """An expression."""
        match e:
            case Const(value=value):
                return number(value)
            case Var(name=name):
                return name
            case Load(array=array, index=index):
                return self.entry(array, index)
            case Op(name=name, args=args):
                return self.operation(name, args)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                return f"({self.expr(condition)} ? {self.expr(then)} : {self.expr(otherwise)})"
            case With(var=var, value=value, inner=inner):
                return f"({var.name} = {self.expr(value)}, {self.expr(inner)})"
            case Check(value=value, range=range_):
                if range_of(value) in WORD and range_.low > WORD.low:
                    return f"checked_word({self.expr(value)}, {range_.low}, {range_.high})"
                return f"checked({self.long(value)}, {range_.low}, {range_.high})"
            case Call(function=function, args=args):
                return f"{internal(function)}({self.gives(map(self.expr, args))})"
            case Fold():
                return self.fold(e)

    def operation(self, name: str, args: tuple[Expr, ...]) -> str:
        """An operation."""
        parts = list(map(self.expr, args))
        long = any(map(is_long, args))
        if name in SIGNED or (long and name in ("<<", ">>")):
            return f"({parts[0]} {name} {parts[1]})"
        if long and name in ("ones", "lowest", "nth bit"):
            return f"long_{name.replace(' ', '_')}({', '.join(parts)})"
        if name in UNSIGNED:
            return f"(int32_t)((uint32_t){parts[0]} {UNSIGNED[name]} (uint32_t){parts[1]})"
        match name:
            case "and" | "or":
                return f"({parts[0]} {'&&' if name == 'and' else '||'} {parts[1]})"
            case "not":
                return f"(!{parts[0]})"
            case "/" | "%":
                plain = range_of(args[0]).low >= 0 and range_of(args[1]).low > 0
                return (
                    f"(int32_t)((uint32_t){parts[0]} {name} (uint32_t){parts[1]})"
                    if plain
                    else f"{'quotient' if name == '/' else 'rest'}({', '.join(parts)})"
                )
            case "lower word":
                return f"(int32_t){parts[0]}"
            case "clamped *":
                return f"clamped((int64_t){parts[0]} * {parts[1]})"
            case "high *":
                return f"(int32_t)((uint64_t)(uint32_t){parts[0]} * (uint32_t){parts[1]} >> 32)"
        return f"{name.replace(' ', '_')}({', '.join(parts)})"

    def long(self, e: Expr) -> str:
        """A value of 64 bits, of an operation that may be too large for a word."""
        if isinstance(e, Op) and e.name in ("+", "-", "*") and range_of(e) not in WORD:
            return f"((int64_t){self.long(e.args[0])} {e.name} {self.long(e.args[1])})"
        return self.fold(e) if isinstance(e, Fold) else self.expr(e)

    # ---- folds -------------------------------------------------------------------------------------------------------

    def fold(self, e: Fold) -> str:
        """A fold: a function of its own, that is given what it mentions."""
        given = in_order(free_variables(e))
        if e not in self.folds:
            self.folds[e] = name = f"fold_{len(self.folds)}"
            wide = range_of(e) not in WORD
            gives = "int64_t" if wide else "int32_t"
            own = (self.own_variables((e.test, e.value, e.domain)) | {e.var}) - set(given)
            self.found.append(
                f"static inline {gives} {name}({self.takes(given)}) {{\n{declare(own)}{self.fold_statements(e, gives)}}}"
            )
        return f"{self.folds[e]}({self.gives(each.name for each in given)})"

    def fold_statements(self, e: Fold, gives: str) -> str:
        """The statements of a fold."""
        value = self.expr(e.value) if e.value is not None else "1"
        before, what, last = {
            "some": ("", "return 1;", "0"),
            "every": ("", f"if (!{value}) return 0;", "1"),
            "first": ("", f"return {e.var.name};", "-1"),
            "count": (f"{gives} total = 0;\n", "total += 1;", "total"),
            "sum": (f"{gives} total = 0;\n", f"total += {value};", "total"),
        }.get(e.kind) or (
            f"{gives} total = 0, any = 0;\n",
            f"{{ int32_t value = {value}; if (!any || value {'>' if e.kind == 'most' else '<'} total) total = value; any = 1; }}",
            "total",
        )
        test = f"if ({self.expr(e.test)}) " if e.test is not None else ""
        return f"{before}{self.each(e.var, e.domain, test + '{ ' + what + ' }' + chr(10))}return {last};\n"


def number(n: int) -> str:
    """A number that is known."""
    return f"{n}u" if n > WORD.high else str(n) if n > WORD.low else "INT32_MIN"


def declare(variables: set[Var]) -> str:
    """The declaration of variables."""
    found = ""
    for kind in ("int32_t", "uint64_t"):
        if names := [f"{each.name} = 0" for each in in_order(variables) if type_of(each) == kind]:
            found += f"{kind} {', '.join(names)};\n"
    return found


def in_order(variables: set[Var]) -> list[Var]:
    """Variables by name."""
    return sorted(variables, key=lambda each: each.name)


def type_of(e: Expr) -> str:
    """The type of a value."""
    return "uint64_t" if is_long(e) else "int32_t"
