"""Bounds of numbers that are known at a point of the program, as conditions, prices and assignments before it leave them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import Any

from ...foundation.source.frozen import frozen
from ..model import ruleset as m
from ..model.name_substitution import replace_names
from ..model.operators import OPERATORS
from ..model.types import MOST, NONE, YES_NO, number

Range = tuple[int, int]
Source = tuple[str, str] | int | str
"""A kept thing, by its owner and name, a name by its number, `ACTING` or `TILES`: what an expression may depend on."""
Term = tuple[Any, ...]
"""An expression, as far as it matters whether two are the same."""
ACTING, TILES = "who acts", "what is laid"
_PLAIN = {"field", "amount", "has", "size", "room", "call"}
_OPPOSITES = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}


class Terms:
    """The terms of expressions, and on what each depends."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, Term]] = {}
        self.seen: dict[int, tuple[Any, frozenset[Source]]] = {}
        self.sources: dict[Term, frozenset[Source]] = {}

    def of(self, value: m.Expr) -> Term:
        """Returns the term of an expression."""
        if id(value) not in self.known:
            term = self._shape(value)
            self.known[id(value)] = value, term
            self.sources[term] = self.behind(value)
        return self.known[id(value)][1]

    def _shape(self, part: Any) -> Any:
        match part:
            case m.Expr(op=op, args=inner):
                return (op, *map(self._shape, inner))
            case m.Field(name=name, owner=owner):
                return ("field", owner, name)
            case m.Local(number=number):
                return ("local", number)
            case tuple():
                return ("tuple", *map(self._shape, part))
            case int() | str() | None:
                return part
        return (type(part).__name__, getattr(part, "name", id(part)))

    def behind(self, part: Any) -> frozenset[Source]:
        """Returns all that a part of an expression may depend on."""
        if id(part) not in self.seen:
            found = set[Source]()
            match part:
                case m.Field(name=name, owner=owner):
                    found.add((owner, name))
                case m.Local(number=number):
                    found.add(number)
                case m.Expr(op=op, args=inner):
                    found |= _dependences(op) | self.behind(inner)
                case m.Define(body=inner):
                    found |= self.behind(inner)
                case m.Ranking(by=by, among=among):
                    found |= {ACTING, TILES} | self.behind((by, among))
                case tuple():
                    found = found.union(*map(self.behind, part))
            self.seen[id(part)] = part, frozenset(found)
        return self.seen[id(part)][1]


def _dependences(op: str) -> set[Source]:
    if op in _PLAIN:
        return set()
    asks = OPERATORS[op].asks
    return {ACTING} if op == "me" else {TILES} if asks == "tiles" else {ACTING, TILES} if asks == "position" else set()


def amount_of(bag: m.Expr, piece: m.Expr) -> m.Expr:
    """Returns the number of a piece in a bag."""
    return m.Expr("amount", (bag, piece), number(0, MOST), bag.span)


@frozen
class Bounds:
    """Knowledge of a point: ranges of numbers, and comparisons of numbers with others that hold."""

    terms: Terms = field(compare=False, repr=False)
    ranges: Mapping[Term, Range] = field(default_factory=dict)
    compared: frozenset[tuple[str, Term, Term]] = frozenset()
    is_tried: bool = False
    """Whether all that has been required since the last decision is known to hold, since nobody could have come here otherwise."""

    def range_of(self, value: m.Expr) -> Range:
        """Returns the least and the greatest number that a value may have; none counts as `NONE`."""
        low, high = (value.type.low, value.type.high) if value.type.is_number else (NONE, NONE)
        least, most = self._worked_out(value)
        if value.type.optional:
            low = min(low, NONE)
        return max(low, least), min(high, most)

    def _worked_out(self, value: m.Expr) -> Range:
        everything = (min(value.type.low, NONE), max(value.type.high, NONE))
        match value:
            case m.Expr(op="const", args=(int() as known,)):
                return known, known
            case m.Expr(op="add", args=(left, right)):
                one, other = self.range_of(left), self.range_of(right)
                return one[0] + other[0], one[1] + other[1]
            case m.Expr(op="sub", args=(left, right)):
                one, other = self.range_of(left), self.range_of(right)
                least = max(0, one[0] - other[1]) if self.is_enough(left, right) else one[0] - other[1]
                return least, one[1] - other[0]
            case m.Expr(op="if", args=(condition, then, otherwise)):
                ways = assume(self, condition).range_of(then), assume(self, *opposite(condition)).range_of(otherwise)
                return min(way[0] for way in ways), max(way[1] for way in ways)
            case m.Expr(op="call", args=(m.Define(parameters=names, body=body), *given)) if body.type.is_number:
                return self.range_of(_fill(body, names, given))
        return self.ranges.get(self.terms.of(value), everything)

    def is_enough(self, held: m.Expr, amount: m.Expr) -> bool:
        """Tells if it is known that there is as much as an amount."""
        one, other = self.terms.of(held), self.terms.of(amount)
        if not self.compared.isdisjoint((op, one, other) for op in ("ge", "gt", "eq")):
            return True
        return self.range_of(held)[0] >= self.range_of(amount)[1]

    def without(self, gone: Collection[Source]) -> Bounds:
        """Returns what is still known when some kept things and names have changed."""
        stays = {each for each in self.ranges if self.terms.sources[each].isdisjoint(gone)}
        compared = (each for each in self.compared if all(self.terms.sources[e].isdisjoint(gone) for e in each[1:]))
        return replace(
            self,
            ranges={each: self.ranges[each] for each in self.ranges if each in stays},
            compared=frozenset(compared),
        )

    def with_range(self, held: m.Expr, low: int, high: int) -> Bounds:
        """Returns what is known when a number lies within some range, too."""
        known = self.range_of(held)
        ranges = {**self.ranges, self.terms.of(held): (max(low, known[0]), min(high, known[1]))}
        return replace(self, ranges=ranges)

    def join(self, other: Bounds) -> Bounds:
        """Returns what is known on both of two ways."""
        ranges = {}
        for each, mine in self.ranges.items():
            theirs = other.ranges.get(each)
            if theirs is not None:
                ranges[each] = min(mine[0], theirs[0]), max(mine[1], theirs[1])
        return replace(
            self,
            ranges=ranges,
            compared=self.compared & other.compared,
            is_tried=self.is_tried and other.is_tried,
        )


def assume(known: Bounds, *conditions: m.Expr) -> Bounds:
    """Returns what is known where some conditions hold, too."""
    for condition in (part for each in conditions for part in m.conjuncts(each)):
        match condition:
            case m.Expr(op="call", args=(m.Define(parameters=names, body=body), *given)):
                known = assume(known, _fill(body, names, given))
            case m.Expr(op="not", args=(inner,)):
                known = assume(known, *opposite(inner))
            case m.Expr(op="has", args=(bag, piece)):
                known = _compare(known, "ge", amount_of(bag, piece), m.constant(1, number(1, 1), condition.span))
            case m.Expr(op=op, args=(left, right)) if op in _TURNED and left.type.is_number and right.type.is_number:
                known = _compare(known, op, left, right)
                known = _compare(known, _TURNED[op], right, left)
    return known


def _compare(known: Bounds, op: str, held: m.Expr, with_: m.Expr) -> Bounds:
    least, most = known.range_of(with_)
    if held.op not in ("amount", "size", "field", "local", "record"):
        return known
    said = op, known.terms.of(held), known.terms.of(with_)
    known = replace(known, compared=known.compared | {said}) if op != "ne" else known
    low, high = known.range_of(held)
    match op:
        case "gt" | "ge":
            low = max(low, least + (op == "gt"))
        case "lt" | "le":
            high = min(high, most - (op == "lt"))
        case "eq":
            low, high = max(low, least), min(high, most)
        case "ne" if least == most:
            low, high = low + (low == least), high - (high == least)
    return known.with_range(held, low, high)


def _fill(body: Any, names: tuple[m.Local, ...], given: Any) -> Any:
    """Returns what a definition says of some values."""
    values = dict(zip(names, given[0] if given else (), strict=True))
    return replace_names(body, values) if values else body


def opposite(condition: m.Expr) -> tuple[m.Expr, ...]:
    """Returns conditions that hold where one does not; none where nothing simple is known of that."""
    match condition:
        case m.Expr(op="not", args=(inner,)):
            return (inner,)
        case m.Expr(op="or", args=parts):
            return tuple(each for part in parts for each in opposite(part))
        case m.Expr(op="call", args=(m.Define(parameters=names, body=body), *given)):
            return opposite(_fill(body, names, given))
        case m.Expr(op=op, args=args) if op in _OPPOSITES:
            return (m.Expr(_OPPOSITES[op], args, YES_NO, condition.span),)
    return ()
