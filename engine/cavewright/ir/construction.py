"""Construction of expressions: what is known is worked out, and what cannot be proven gets a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .form import Array, Check, Choose, Const, Expr, Load, Op, Range, Store, Var, With
from .ranges import range_of

YES, NO, NONE = Const(1), Const(0), Const(-1)
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


def op(name: str, *args: Expr) -> Expr:
    """An operation on numbers.

    >>> op("+", op("+", Var("n", Range(0, 3)), Const(2)), Const(5))
    Op(name='+', args=(Var(name='n', range=Range(low=0, high=3)), Const(value=7)))
    """
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


def both(*conditions: Expr) -> Expr:
    """Whether all conditions hold."""
    return _joined("and", conditions, YES, NO)


def either(*conditions: Expr) -> Expr:
    """Whether one condition holds."""
    return _joined("or", conditions, NO, YES)


def _joined(name: str, conditions: Iterable[Expr], idle: Expr, decides: Expr) -> Expr:
    left: list[Expr] = []
    for each in conditions:
        if each == decides:
            left.append(each)
            break
        if each != idle:
            left.append(each)
    whole = left.pop() if left else idle
    while left:
        whole = Op(name, (left.pop(), whole))
    return whole


def no(condition: Expr) -> Expr:
    """Whether a condition does not hold."""
    if isinstance(condition, Const):
        return Const(int(not condition.value))
    if isinstance(condition, Op) and condition.name in OPPOSITE:
        return Op(OPPOSITE[condition.name], condition.args)
    return condition.args[0] if isinstance(condition, Op) and condition.name == "not" else Op("not", (condition,))


OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One value or another."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return then if then == otherwise else Choose(condition, then, otherwise)


def within(value: Expr, range_: Range) -> Expr:
    """A value that lies in a range: as it is where that is proven, else with a check."""
    return value if range_of(value) in range_ else Check(value, range_)


def load(array: Array, index: Expr) -> Expr:
    """An entry of an array; of a constant table it may be known."""
    if isinstance(index, Const) and array.values is not None and index.value - array.origin in range(array.length):
        return Const(array.values[index.value - array.origin])
    return Load(array, within(index, array.bounds))


def store(array: Array, index: Expr, value: Expr) -> Store:
    """Writes an entry of an array."""
    return Store(array, within(index, array.bounds), within(value, array.range))


def named(fresh: Callable[[str, Range], Var], name: str, value: Expr, inner: Callable[[Expr], Expr]) -> Expr:
    """Something in which a value stands more than once: it is worked out once."""
    if isinstance(value, (Const, Var)):
        return inner(value)
    var = fresh(name, range_of(value))
    return With(var, value, inner(var))


def chosen_by(key: Expr, cases: Sequence[tuple[int, Expr]]) -> Expr:
    """The value of the case whose number a key is; the last of all others."""
    whole = cases[-1][1]
    for number, value in reversed(cases[:-1]):
        whole = choose(op("==", key, Const(number)), value, whole)
    return whole
