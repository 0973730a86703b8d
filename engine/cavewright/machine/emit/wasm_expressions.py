"""Code of expressions in WebAssembly: what each leaves on top."""

from __future__ import annotations

from ...rules.model.types import MOST
from ..ir.form import WORD, Array, Call, Check, Choose, Const, Expr, Fold, Function, Load, Op, Range, Var, With
from ..ir.if_conversion import is_cheap
from ..ir.ranges import BITS, LONG_BITS, SAME, is_long, range_of
from . import wasm_encoding as w


def kind_of(e: Expr) -> bytes:
    """The type of a value."""
    return w.I64 if is_long(e) else w.I32


class MemoryMap:
    """The memory of a module, and behind it a table of what bits of bytes are set, where that is asked for."""

    def __init__(self, size: int) -> None:
        self.size, self.table = size, b""

    def bits(self) -> int:
        """Returns the address of the table of bits: of every byte the places of its bits, the lowest first."""
        self.table = BITS_OF_BYTES
        return self.size

    @property
    def end(self) -> int:
        """The first byte behind all of it."""
        return self.size + len(self.table)


BITS_OF_BYTES = bytes(
    place for byte in range(256) for place in ([bit for bit in range(8) if byte >> bit & 1] + [31] * 8)[:8]
)


class FunctionBuilder:
    """The code of one function as far as it is written: its locals, and the blocks that are open."""

    def __init__(self, function: Function, index: dict[str, int], room: MemoryMap, checked: bool) -> None:
        self.function, self.index, self.room, self.checked = function, index, room, checked
        self.locals: dict[str, int] = {each.name: n for n, each in enumerate(function.parameters)}
        self.kinds: list[bytes] = []
        self.code = bytearray()
        self.labels: list[str] = []

    def local(self, name: str, kind: bytes = w.I32) -> bytes:
        """The number of a local."""
        if name not in self.locals:
            self.locals[name] = len(self.function.parameters) + len(self.kinds)
            self.kinds.append(kind)
        return w.encode_unsigned(self.locals[name])

    def spare(self, kind: bytes = w.I32) -> bytes:
        """The number of a local that nothing else uses."""
        return self.local(f" {len(self.kinds)}", kind)

    def variable(self, var: Var) -> bytes:
        """The number of the local that a variable is."""
        return self.local(var.name, kind_of(var))

    def emit(self, *parts: bytes) -> None:
        """Code, piece by piece."""
        for each in parts:
            self.code += each

    def open_block(self, kind: bytes, label: str = "", gives: bytes = w.NO_VALUE) -> None:
        """A block begins."""
        self.emit(kind, gives)
        self.labels.append(label)

    def close_block(self) -> None:
        """The innermost block ends."""
        self.emit(w.END)
        self.labels.pop()

    def depth(self, label: str) -> bytes:
        """Returns the number of blocks between here and the one with a label."""
        return w.encode_unsigned(self.labels[::-1].index(label))

    def trap_if(self, reason: int) -> None:
        """A trap if what was worked out last holds."""
        self.open_block(w.IF)
        self.emit(w.constant(reason), b"\x24\x00", w.UNREACHABLE)
        self.close_block()


class Expressions(FunctionBuilder):
    """The code of expressions."""

    def fold(self, e: Fold, gives: bytes = w.I32) -> None:
        """Emits a fold over a domain."""
        raise NotImplementedError

    def address(self, array: Array, index: Expr) -> int:
        """Works out where an entry lies, but for a constant part, which is returned."""
        offset = array.at - array.origin * array.width
        if isinstance(index, Const):
            self.emit(w.constant(0))
            return offset + index.value * array.width
        if not self.checked:
            while isinstance(index, Op) and index.name == "+" and isinstance(index.args[1], Const):
                moved = offset + index.args[1].value * array.width
                if moved < 0 or range_of(index.args[0]).low < 0:
                    break
                offset, index = moved, index.args[0]
        self.expr(index)
        if self.checked:
            self.check_bounds(array.bounds)
        if range_of(index).low < 0 or offset < 0:
            self.emit(w.constant(-array.origin), w.WORDS["+"])
            offset = array.at
        if array.width > 1:
            self.emit(w.constant(array.width.bit_length() - 1), w.WORDS["<<"])
        return offset

    def check_bounds(self, range_: Range) -> None:
        """A trap unless what was worked out last lies in a range."""
        value = self.spare()
        self.emit(w.TEE, value, w.constant(range_.low), w.WORDS["-"])
        self.emit(w.constant(range_.high - range_.low), b"\x4b")
        self.trap_if(4)
        self.emit(w.GET, value)

    def expr(self, e: Expr) -> None:
        """An expression: its value comes on top."""
        match e:
            case Const(value=value):
                self.emit(w.constant(value))
            case Var():
                self.emit(w.GET, self.variable(e))
            case Load(array=array, index=index):
                offset = self.address(array, index)
                code, align = w.LOADS[array.format]
                self.emit(code, w.encode_unsigned(align), w.encode_unsigned(offset))
            case Op(name=name, args=args):
                self.operation(name, args)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                self.choice(condition, then, otherwise)
            case With(var=var, value=value, inner=inner):
                self.assign_value(value, var)
                self.emit(w.SET, self.variable(var))
                self.expr(inner)
            case Check(value=value, range=range_):
                self.check(value, range_)
            case Call(function=function, args=args):
                for each in args:
                    self.expr(each)
                self.emit(w.CALL, w.encode_unsigned(self.index[function]))
            case Fold():
                self.fold(e)

    def choice(self, condition: Expr, then: Expr, otherwise: Expr) -> None:
        """One value or another; of two that cost nothing both are worked out."""
        gives = w.I64 if is_long(then) or is_long(otherwise) else w.I32
        write = self.set if gives == w.I64 else self.expr
        if is_cheap(then) and is_cheap(otherwise):
            write(then)
            write(otherwise)
            self.expr(condition)
            self.emit(w.SELECT)
            return
        self.expr(condition)
        self.open_block(w.IF, gives=gives)
        write(then)
        self.emit(w.ELSE)
        write(otherwise)
        self.close_block()

    def operation(self, name: str, args: tuple[Expr, ...]) -> None:
        """An operation."""
        if name in ("and", "or"):
            return self.choice(args[0], *((args[1], Const(0)) if name == "and" else (Const(1), args[1])))
        if name in ("/", "%"):
            return self.divide(name, *args)
        if name in ("clamped *", "high *"):
            return self.product(name, *args)
        if name in ("bit", "lower word") or any(map(is_long, args)):
            return self.of_sets(name, args)
        if name == "nth bit":
            return self.nth_bit(*args)
        for each in args:
            self.expr(each)
        self.emit(w.ALONE[name] if len(args) == 1 else w.WORDS[name])
        return None

    def set(self, e: Expr) -> None:
        """A word of 64 bits, also where it is a number that is known."""
        if isinstance(e, Const):
            return self.emit(w.long_constant(e.value))
        return self.expr(e)

    def assign_value(self, e: Expr, var: Var) -> None:
        """The value that a variable gets."""
        return self.set(e) if is_long(var) else self.expr(e)

    def of_sets(self, name: str, args: tuple[Expr, ...]) -> None:
        """An operation on words of 64 bits."""
        if name == "nth bit":
            return self.nth_bit(*args)
        if name == "bit":
            self.emit(w.long_constant(1))
            return self.shift_word("<<", args[0])
        self.set(args[0])
        if name in SAME:
            self.set(args[1])
        elif len(args) == 2:
            return self.shift_word(name, args[1])
        self.emit(w.SETS[name] if name != "lower word" else b"")
        return self.emit(w.WRAP) if len(args) == 1 else None

    def shift_word(self, name: str, by: Expr) -> None:
        """The bits of the word on top moved by a number."""
        self.expr(by)
        self.emit(w.EXTEND_UNSIGNED, w.SETS[name])

    def divide(self, name: str, a: Expr, b: Expr) -> None:
        """Division, rounded down, 0 by 0. Of numbers that are known to be neither negative nor 0 it is one instruction."""
        code = w.DIVIDE_UNSIGNED if name == "/" else w.REST_UNSIGNED
        self.expr(a)
        self.expr(b)
        if range_of(a).low >= 0 and range_of(b).low > 0:
            return self.emit(code)
        x, y, rest = self.spare(), self.spare(), self.spare()
        self.emit(w.SET, y, w.SET, x, w.GET, y, w.EQZ)
        self.open_block(w.IF, gives=w.I32)
        self.emit(w.constant(0), w.ELSE)
        self.emit(w.GET, x, w.GET, y, w.REST, w.SET, rest)
        differs = (
            w.GET,
            rest,
            w.GET,
            y,
            w.WORDS["^"],
            w.constant(0),
            w.WORDS["<"],
            w.GET,
            rest,
            w.constant(0),
            w.WORDS["!="],
            w.WORDS["&"],
        )
        if name == "/":
            self.emit(w.GET, x, w.GET, y, w.DIVIDE, *differs, w.WORDS["-"])
        else:
            self.emit(w.GET, rest, w.GET, y, w.constant(0), *differs, w.SELECT, w.WORDS["+"])
        self.close_block()
        return None

    def nth_bit(self, word: Expr, n: Expr) -> None:
        """The place of a bit: which half of a half it lies in is reckoned, not guessed, and which of a byte read."""
        left, rest, many, upper, at = (self.spare() for _ in range(5))
        most = range_of(word)
        if is_long(word):
            whole = self.spare(w.I64)
            self.set(word)
            self.emit(w.SET, whole)
            self.expr(n)
            self.emit(w.TEE, left, w.GET, whole, w.WRAP, w.ALONE["ones"], w.TEE, many, w.WORDS[">="], w.SET, upper)
            self.skip_bits(left, many, upper)
            self.emit(w.GET, whole, w.GET, upper, w.constant(5), w.WORDS["<<"], w.TEE, at)
            self.emit(w.EXTEND_UNSIGNED, w.SETS[">>"], w.WRAP, w.SET, rest)
        else:
            self.expr(word)
            self.emit(w.SET, rest)
            self.expr(n)
            self.emit(w.SET, left, w.constant(0), w.SET, at)
        for half in (16, 8):
            if most.low >= 0 and most.high < 1 << half:
                continue
            self.emit(w.GET, left, w.GET, rest, w.constant((1 << half) - 1), w.WORDS["&"])
            self.emit(w.ALONE["ones"], w.TEE, many, w.WORDS[">="], w.SET, upper)
            self.skip_bits(left, many, upper)
            self.emit(w.GET, upper, w.constant(half.bit_length() - 1), w.WORDS["<<"], w.TEE, many)
            self.emit(w.GET, at, w.WORDS["+"], w.SET, at)
            self.emit(w.GET, rest, w.GET, many, w.WORDS[">>"], w.SET, rest)
        last = LONG_BITS.high if is_long(word) else BITS.high
        self.emit(w.constant(last), w.GET, rest, w.constant(255), w.WORDS["&"], w.constant(3), w.WORDS["<<"])
        self.emit(w.GET, left, w.constant(7), w.WORDS["&"], w.WORDS["|"])
        self.emit(b"\x2d\x00", w.encode_unsigned(self.room.bits()), w.GET, at, w.WORDS["|"])
        self.emit(w.GET, left, w.constant(7), w.WORDS[">"], w.SELECT)

    def skip_bits(self, left: bytes, many: bytes, upper: bytes) -> None:
        """The bits of a lower half are left out where the one that is looked for lies in the upper one."""
        self.emit(w.GET, left, w.GET, many, w.constant(0), w.GET, upper, w.SELECT, w.WORDS["-"], w.SET, left)

    def product(self, name: str, a: Expr, b: Expr) -> None:
        """A product of 64 bits: its upper word, or what is left of it at the largest number."""
        wide = w.EXTEND if name == "clamped *" else w.EXTEND_UNSIGNED
        for each in (a, b):
            self.expr(each)
            self.emit(wide)
        self.emit(w.LONG["*"])
        if name == "high *":
            return self.emit(w.long_constant(32), w.LONG_RIGHT, w.WRAP)
        value = self.spare(w.I64)
        self.emit(w.SET, value)
        for limit, beyond in ((-MOST, w.LONG_LESS), (MOST, w.LONG_MORE)):
            self.emit(
                w.long_constant(limit),
                w.GET,
                value,
                w.GET,
                value,
                w.long_constant(limit),
                beyond,
                w.SELECT,
                w.SET,
                value,
            )
        self.emit(w.GET, value, w.WRAP)
        return None

    def check(self, value: Expr, range_: Range) -> None:
        """A value that has to lie in a range."""
        if range_of(value) in WORD:
            self.expr(value)
            return self.check_bounds(range_)
        long = self.spare(w.I64)
        self.long(value)
        self.emit(w.TEE, long, w.long_constant(range_.low), w.LONG_LESS)
        self.emit(w.GET, long, w.long_constant(range_.high), w.LONG_MORE, w.WORDS["|"])
        self.trap_if(4)
        self.emit(w.GET, long, w.WRAP)
        return None

    def long(self, e: Expr) -> None:
        """A value of 64 bits, of an operation that may be too large for a word."""
        if isinstance(e, Op) and e.name in w.LONG:
            for each in e.args:
                self.long(each)
            self.emit(w.LONG[e.name])
        elif isinstance(e, Fold) and e.kind == "sum":
            self.fold(e, w.I64)
        else:
            self.expr(e)
            self.emit(w.EXTEND)
