"""Ranges of expressions, by interval arithmetic; and the table of operations."""

from __future__ import annotations

from collections.abc import Callable

from ...rules.model.types import MOST
from .form import (
    LONG,
    TRUTH,
    WORD,
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

BITS = Range(0, 31)
"""The places of bits in a word."""
LONG_BITS = Range(0, 63)


def _add(a: Range, b: Range) -> Range:
    return Range(a.low + b.low, a.high + b.high)


def _sub(a: Range, b: Range) -> Range:
    return Range(a.low - b.high, a.high - b.low)


def _mul(a: Range, b: Range) -> Range:
    ends = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    return Range(min(ends), max(ends))


def _quotient(a: Range, b: Range) -> Range:
    """Rounded down; 0 where it is divided by 0."""
    most = max(abs(a.low), abs(a.high))
    return Range(0, a.high // max(1, b.low)) if a.low >= 0 and b.low >= 0 else Range(-most, most)


def _rest(a: Range, b: Range) -> Range:
    """Returns the range of a remainder, of the sign of the divisor; 0 where it is divided by 0."""
    return Range(min(0, b.low + 1), max(0, b.high - 1))


def _and(a: Range, b: Range) -> Range:
    if LONG in (a, b):
        return LONG
    tops = [each.high for each in (a, b) if each.low >= 0]
    return Range(0, min(tops)) if tops else WORD


def _or(a: Range, b: Range) -> Range:
    if LONG in (a, b):
        return LONG
    if min(a.low, b.low) < 0:
        return WORD
    return Range(0, (1 << max(a.high, b.high).bit_length()) - 1)


def _shift_left(a: Range, b: Range) -> Range:
    """Bits that leave the word are lost, so that only small numbers are known not to lose any."""
    if a == LONG:
        return LONG
    is_kept = a.low >= 0 and a.high << max(0, b.high) <= WORD.high
    return Range(0, a.high << b.high) if is_kept else WORD


def _right(a: Range, b: Range) -> Range:
    """The word as bits: zeros come in from the left."""
    if a == LONG:
        return LONG
    if a.low >= 0:
        return Range(0, a.high >> max(0, b.low))
    return Range(0, (2**32 - 1) >> b.low) if b.low > 0 else WORD


def _many(a: Range) -> Range:
    return Range(0, 64 if a == LONG else 32)


def _truth(*_: Range) -> Range:
    return TRUTH


def _word(*_: Range) -> Range:
    return WORD


OPERATIONS: dict[str, tuple[int, Callable[..., Range]]] = {
    "+": (2, _add),
    "-": (2, _sub),
    "*": (2, _mul),
    "/": (2, _quotient),
    "%": (2, _rest),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "and", "or"), (2, _truth)),
    "not": (1, _truth),
    "&": (2, _and),
    "|": (2, _or),
    "^": (2, _or),
    "<<": (2, _shift_left),
    ">>": (2, _right),
    "ones": (1, _many),
    "lowest": (1, _many),
    "nth bit": (2, lambda a, b: LONG_BITS if a == LONG else BITS),
    "bit": (1, lambda a: LONG),
    "rotated": (2, lambda a, b: LONG),
    "lower word": (1, _word),
    "wrapped +": (2, _word),
    "wrapped *": (2, _word),
    "clamped *": (2, lambda a, b: Range(-MOST, MOST)),
    "high *": (2, _word),
    "below": (2, _truth),
    "rest of word": (2, _word),
}
"""Every operation: how many numbers it takes, and the range of what it gives. Division rounds down, and gives 0 where it is by 0;
`and` and `or` ask the second only where the first does not decide. What is `wrapped`, `high *` (the upper word of a
product), `below` and `rest of word` see words as numbers from 0. `nth bit` is the place of a bit that is set, counted from the
lowest; the last place where there are not so many. `bit` is a word of 64 bits with one of them, and `rotated` one whose bits are
moved round towards the lowest; `lower word` is half of one. What is `clamped` ends at the largest number."""
LAZY = frozenset({"and", "or"})
ON_LONG = frozenset({"&", "|", "^", "<<", ">>", "==", "!=", "ones", "lowest", "nth bit", "rotated", "lower word"})
"""Operations whose first number may be a word of 64 bits; of `SAME` both are, or the second is a number from 0 that is known."""
SAME = frozenset({"&", "|", "^", "==", "!="})


def is_long(e: Expr) -> bool:
    """Tells if a value is a word of 64 bits: the same as whether its range is that of these, found without the
    range."""
    match e:
        case Var(range=known):
            return known == LONG
        case Load(array=array):
            return array.width == 8
        case Op(name=name, args=args):
            if name in SAME or name in ("<<", ">>"):
                return name not in ("==", "!=") and (is_long(args[0]) or (name in SAME and is_long(args[1])))
            return name in ("bit", "rotated")
        case Choose(then=then, otherwise=otherwise):
            return is_long(then) or is_long(otherwise)
        case With(inner=inner):
            return is_long(inner)
    return False


def range_of(e: Expr) -> Range:
    """The range of an expression, as far as it can be told; one outside of words needs a check.

    >>> range_of(Op("+", (Const(3), Var("n", Range(0, 4)))))
    Range(low=3, high=7)
    """
    match e:
        case Const(value=value):
            return Range(value, value)
        case Var(range=known) | Check(range=known) | Call(range=known):
            return known
        case Load(array=array):
            return array.range
        case Op(name=name, args=args):
            return OPERATIONS[name][1](*map(range_of, args))
        case Choose(then=then, otherwise=otherwise):
            return range_of(then) | range_of(otherwise)
        case With(inner=inner):
            return range_of(inner)
        case Fold():
            return of_fold(e)


def of_fold(e: Fold) -> Range:
    """The range of what comes of going through a domain."""
    if e.kind in ("some", "every"):
        return TRUTH
    if e.kind == "first":
        return e.var.range | Range(-1, -1)
    many = most_in(e.domain)
    if e.kind == "count":
        return Range(0, many)
    each = (range_of(e.value) if e.value is not None else TRUTH) | Range(0, 0)
    return each if e.kind in ("most", "least") else Range(each.low * many, each.high * many)


def most_in(domain: Domain) -> int:
    """Returns the greatest number of members of a domain."""
    match domain:
        case Span(low=low, stop=stop):
            return max(0, range_of(stop).high - range_of(low).low)
        case Entries(start=start, stop=stop):
            return max(0, range_of(stop).high - range_of(start).low)
    return range_of(Op("ones", (domain.word,))).high


def member_range(domain: Domain) -> Range:
    """The range of what is gone through."""
    match domain:
        case Span(low=low, stop=stop):
            first = range_of(low).low
            return Range(first, max(first, range_of(stop).high - 1))
        case Entries(array=array):
            return array.range
    known = range_of(domain.word)
    return Range(0, max(0, known.high.bit_length() - 1)) if known.low >= 0 else BITS
