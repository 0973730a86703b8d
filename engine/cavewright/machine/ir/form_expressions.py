"""Expressions of the intermediate form, what they go through, and the arrays that they read, as frozen values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...foundation.source.frozen import frozen


@frozen
class Range:
    """The numbers from `low` to `high`."""

    low: int
    high: int

    def __contains__(self, other: Range) -> bool:
        return self.low <= other.low and other.high <= self.high

    def __or__(self, other: Range) -> Range:
        """The least range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def __str__(self) -> str:
        return "word" if self == WORD else f"{self.low}..{self.high}"


WORD = Range(-(2**31), 2**31 - 1)
TRUTH = Range(0, 1)
LONG = Range(0, 2**64 - 1)
"""The range of words of 64 bits, which are sets: they are seen as numbers from 0, and only operations on bits take them."""
FORMATS = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How `struct` calls a number of so many bytes."""


@frozen
class Array:
    """A run of numbers in memory. Entries are counted from `origin` on, `at` is where the first byte lies.

    `values` are those of a constant table. Arrays may overlap: then they are views of the same numbers.
    """

    name: str
    at: int
    length: int
    range: Range
    width: int = 4
    origin: int = 0
    values: tuple[int, ...] | None = None

    @property
    def bounds(self) -> Range:
        """The numbers of its entries."""
        return Range(self.origin, self.origin + self.length - 1)

    @property
    def format(self) -> str:
        """Letter of an entry for `struct`: without a sign where there are numbers that need the room of it."""
        letter = FORMATS[self.width]
        return letter.upper() if max(0, self.range.high) >> 8 * self.width - 1 else letter

    @property
    def end(self) -> int:
        """The first byte behind it."""
        return self.at + self.length * self.width


# ---- expressions -----------------------------------------------------------------------------------------------------


class Number:
    """Something that can be reckoned with, as Python writes it; `==` and `!=` compare the expressions themselves."""

    __slots__ = ()

    def __add__(self, other: Number | int) -> Expr:
        return op("+", self, other)

    def __radd__(self, other: int) -> Expr:
        return op("+", self, other)

    def __sub__(self, other: Number | int) -> Expr:
        return op("-", self, other)

    def __rsub__(self, other: int) -> Expr:
        return op("-", other, self)

    def __mul__(self, other: Number | int) -> Expr:
        return op("*", self, other)

    def __floordiv__(self, other: Number | int) -> Expr:
        return op("/", self, other)

    def __mod__(self, other: Number | int) -> Expr:
        return op("%", self, other)

    def __and__(self, other: Number | int) -> Expr:
        return op("&", self, other)

    def __or__(self, other: Number | int) -> Expr:
        return op("|", self, other)

    def __xor__(self, other: Number | int) -> Expr:
        return op("^", self, other)

    def __lshift__(self, other: Number | int) -> Expr:
        return op("<<", self, other)

    def __rlshift__(self, other: int) -> Expr:
        return op("<<", other, self)

    def __rshift__(self, other: Number | int) -> Expr:
        return op(">>", self, other)

    def __lt__(self, other: Number | int) -> Expr:
        return op("<", self, other)

    def __le__(self, other: Number | int) -> Expr:
        return op("<=", self, other)

    def __gt__(self, other: Number | int) -> Expr:
        return op(">", self, other)

    def __ge__(self, other: Number | int) -> Expr:
        return op(">=", self, other)


@frozen
class Const(Number):
    """A number."""

    value: int


@frozen
class Var(Number):
    """A variable of a function; names are unique in it."""

    name: str
    range: Range


@frozen
class Load(Number):
    """An entry of an array."""

    array: Array
    index: Expr


@frozen
class Op(Number):
    """An operation on numbers; `ranges.OPERATIONS` lists them."""

    name: str
    args: tuple[Expr, ...]


@frozen
class Choose(Number):
    """One value where a condition holds, else another; only that one is worked out."""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class With(Number):
    """A value in which a variable stands for another value."""

    var: Var
    value: Expr
    inner: Expr


@frozen
class Check(Number):
    """A value that has to lie in a range: a trap where it does not."""

    value: Expr
    range: Range


@frozen
class Call(Number):
    """Value that a function returns."""

    function: str
    args: tuple[Expr, ...]
    range: Range


@frozen
class Fold(Number):
    """Result of going through a domain: `some`, `every`, `first` (-1 where there is none), `count`, `sum`, `most` and
    `least` (0 of none). `test` says of which things, `value` what of them; `every` asks whether `value` holds."""

    kind: str
    var: Var
    domain: Domain
    test: Expr | None = None
    value: Expr | None = None


Expr: TypeAlias = Const | Var | Load | Op | Choose | With | Check | Call | Fold


KNOWN: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}
"""Operations whose value is worked out where both numbers are known."""


def op(name: str, *operands: Number | int) -> Expr:
    """An operation on numbers.

    >>> op("+", op("+", Var("n", Range(0, 3)), Const(2)), Const(5))
    Op(name='+', args=(Var(name='n', range=Range(low=0, high=3)), Const(value=7)))
    """
    args: tuple[Expr, ...] = tuple(Const(int(each)) if isinstance(each, int) else each for each in operands)  # type: ignore[misc]
    if len(args) == 2 and name in KNOWN:
        a, b = args
        if isinstance(a, Const) and isinstance(b, Const):
            return Const(KNOWN[name](a.value, b.value))
        if isinstance(b, Const) and (simpler := _with_number(name, a, b.value)) is not None:
            return simpler
        if isinstance(a, Const) and name in ("+", "*"):
            return op(name, b, a)
    return Op(name, args)


def _with_number(name: str, a: Expr, n: int) -> Expr | None:
    """An operation with a number behind it, if it is simpler than it looks."""
    if (name in ("+", "-") and n == 0) or (name == "*" and n == 1):
        return a
    if name == "*" and n == 0:
        return Const(0)
    if name in ("+", "-") and isinstance(a, Op) and a.name == "+" and isinstance(a.args[1], Const):
        return op("+", a.args[0], Const(a.args[1].value + (n if name == "+" else -n)))
    return op("+", a, Const(-n)) if name == "-" else None


# ---- what is gone through --------------------------------------------------------------------------------------------


@frozen
class Span:
    """The numbers from one up to another, which is left out."""

    low: Expr
    stop: Expr


@frozen
class Entries:
    """The entries of an array from one up to another, which is left out."""

    array: Array
    start: Expr
    stop: Expr


@frozen
class Bits:
    """The places of the bits that are set in a word, the lowest first."""

    word: Expr


Domain: TypeAlias = Span | Entries | Bits
