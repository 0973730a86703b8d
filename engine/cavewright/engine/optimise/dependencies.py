"""Finds what an expression depends on, and evaluates it ahead of time where all of that is known.

Values come from the closures that are the meaning of expressions, so that nothing here says once more what an operator
does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from ...rules.model import ruleset as m
from ...rules.model.expression_parts import bound_locals, parts_of
from ...rules.model.operators import CLOSED, LISTS, LOOPS, OF_SHAPES, OPERATORS
from ...rules.model.types import MOST, Type
from ...rules.program.instructions import COUNT

MOST_WORK = 1_000_000
"""Operators that are carried out beforehand for one program, each as often as it has to be."""
UNKNOWN = 10_000
"""Things in a domain of which it is not known how many it holds."""


class ClosureSource(Protocol):
    """Source of closures for expressions, as the interpreter makes them; names have slots of their own in it."""

    size: int
    work_slot: int

    def expr(self, e: m.Expr) -> Callable[[list[Any], list[Any]], Any]:
        """The closure of an expression."""
        ...

    def domain(self, e: m.Expr) -> Callable[[list[Any], list[Any]], Sequence[int]]:
        """The closure of what an expression goes through."""
        ...

    def slot(self, local: m.Local) -> int:
        """The slot of a name."""
        ...


class Dependencies:
    """Questions about expressions of one ruleset."""

    def __init__(self, ruleset: m.Ruleset, meaning: ClosureSource) -> None:
        self.ruleset, self.meaning, self.left = ruleset, meaning, MOST_WORK
        self._work: dict[int, tuple[m.Expr, int]] = {}
        self._free: dict[int, tuple[m.Expr, frozenset[m.Local] | None]] = {}

    def free(self, e: m.Expr) -> frozenset[m.Local] | None:
        """The names whose values are all that an expression depends on; none where it asks for something of a
        position."""
        known = self._free.get(id(e))
        if known is None:
            known = self._free[id(e)] = e, self._names_of(e)
        return known[1]

    def _names_of(self, e: m.Expr) -> frozenset[m.Local] | None:
        if not self.is_closed(e):
            return None
        if e.op == "local":
            return frozenset(e.args)
        found: frozenset[m.Local] = frozenset()
        for each in parts_of(e):
            inner = self.free(each)
            if inner is None:
                return None
            found |= inner
        return found - bound_locals(e)

    def is_closed(self, e: m.Expr) -> bool:
        """Tells if an expression asks nothing of a position by itself; its parts may."""
        match e.op:
            case "rows":
                return self.is_steady(e)
            case "neighbours":
                return e.args[0].fixed and not e.args[0].sides and self.ruleset.boards[e.args[0].name].joined is None
            case "lines":
                return e.args[1] is None
            case "next_seat" | "seats_between" | "seats":
                return self.ruleset.player_range[0] == self.ruleset.player_range[1]
            case "div" | "remainder":
                return is_number(e.args[1]) and not is_number(e.args[1], 0)
            case "mul":
                return e.type.low > -MOST and e.type.high < MOST
        return e.op in CLOSED or (e.op in OF_SHAPES and e.args[0].fixed)

    def is_steady(self, domain: m.Expr) -> bool:
        """Tells if these are always the same rows."""
        if domain.op != "rows":
            return False
        name = domain.args[0].name
        if name == self.ruleset.players:
            return self.ruleset.player_range[0] == self.ruleset.player_range[1]
        board = self.ruleset.boards.get(name)
        return board is None or not board.private

    def rows(self, kind: m.Kind) -> range:
        """The rows of a kind that are always the same."""
        return range(self.ruleset.player_range[1] if kind.name == self.ruleset.players else len(kind.rows))

    def affords(self, e: m.Expr, times: int = 1) -> bool:
        """Tells if an expression may be worked out beforehand so often; it is counted."""
        work = self._work_of(e) * times
        if work > self.left:
            return False
        self.left -= work
        return True

    def _work_of(self, e: m.Expr) -> int:
        """Returns the number of operators that are carried out for an expression, at most about."""
        known = self._work.get(id(e))
        if known is None:
            if e.op in LOOPS:
                asked = sum(self._work_of(each) for each in e.args[2:] if isinstance(each, m.Expr))
                work = self._work_of(e.args[1]) + self.size(e.args[1]) * (1 + asked)
            else:
                work = self.size(e) + sum(map(self._work_of, parts_of(e)))
            known = self._work[id(e)] = e, min(work, MOST_WORK + 1)
        return known[1]

    def size(self, e: m.Expr) -> int:
        """Returns the number of things that an expression goes through by itself."""
        match e.op:
            case "rows":
                return len(e.args[0].rows)
            case "values":
                return len(e.args[0])
            case "seats":
                return self.ruleset.player_range[1]
            case "lines":
                return 8 * len(self.ruleset.kinds[e.args[0].name].rows)
            case "range" if all(each.op == "const" for each in e.args):
                return int(max(0, min(e.args[1].args[0] - e.args[0].args[0], UNKNOWN))) + 1
        return UNKNOWN if e.op in LISTS - {"table"} or e.op == "across" else 64 if e.type.is_set else 1

    def value(self, e: m.Expr, given: Sequence[tuple[m.Local, int]] = ()) -> int:
        """Returns the value of an expression that depends on nothing but some names."""
        return next(self.values(e, [local for local, _ in given], iter([tuple(value for _, value in given)])))

    def values(self, e: m.Expr, names: Sequence[m.Local], given: Iterator[tuple[int, ...]]) -> Iterator[int]:
        """Returns the results for many values of the names, one after another; truth values as they are."""
        closure = self.meaning.expr(e)
        slots = [self.meaning.slot(each) for each in names]
        h = self._nothing()
        for values in given:
            h[self.meaning.work_slot] = 0
            for slot, value in zip(slots, values, strict=True):
                h[slot] = value
            yield closure(h, [])

    def _nothing(self) -> list[Any]:
        """Slots in which nothing is known but how many play, which matters only where it is always the same."""
        h: list[Any] = [0] * self.meaning.size
        h[COUNT] = self.ruleset.player_range[1]
        return h

    def members(self, domain: m.Expr, given: Sequence[tuple[m.Local, int]] = ()) -> tuple[int, ...]:
        """Returns the members of a domain that depends on nothing but some names."""
        closure = self.meaning.domain(domain)
        slots = [(self.meaning.slot(each), value) for each, value in given]
        h = self._nothing()
        for slot, value in slots:
            h[slot] = value
        return tuple(closure(h, []))


def mentions(part: Any, local: m.Local) -> bool:
    """Tells if an expression mentions a name."""
    if isinstance(part, m.Expr):
        return mentions(part.args, local)
    return any(mentions(each, local) for each in part) if isinstance(part, tuple) else part == local


def size_of(part: Any) -> int:
    """Returns the number of nodes of an expression, those of definitions left out."""
    if isinstance(part, m.Expr):
        return 1 + size_of(part.args)
    return sum(map(size_of, part)) if isinstance(part, tuple) else 0


def folds_in(e: m.Expr) -> Iterator[m.Expr]:
    """The parts of an expression that go through things."""
    if OPERATORS[e.op].binds:
        yield e
    for each in parts_of(e):
        yield from folds_in(each)


def key_of(owner: m.Field) -> tuple[str, str]:
    """Returns the key that tells a field from others."""
    return owner.owner, owner.name


def is_single(e: m.Expr) -> bool:
    """Tells if a value is one number, no list and no contents of a bag."""
    return e.op not in LISTS and e.type.facts.in_one_number


def is_number(e: m.Expr, value: int | None = None) -> bool:
    """Tells if an expression is a number that is known, or that one."""
    return e.op == "const" and (value is None or bool(e.args[0] == value))


def list_of(type_: Type) -> Type:
    """The type of several things of a type."""
    return Type("list", element=type_)
