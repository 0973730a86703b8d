"""Shares: what overlays add to a price, a number, a condition or bounds, put together whoever comes first.

A condition becomes `(base or O₁ or O₂) and A₁ and A₂`, a number the sum of all, bounds the widest there are. Those of one overlay
stand as it wrote them; overlays follow each other by what they add. So any order of overlays gives one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from ..syntax import unparse
from .clause_keys import Clausal
from .stated_values import as_range

SLOTS: dict[type, str] = {
    **dict.fromkeys((t.Require, t.Free, t.Joined, t.Among, t.Branch), "condition"),
    **dict.fromkeys((t.ForEach, t.Choose, t.Roll, t.Repack), "where"),
    **dict.fromkeys((t.Let, t.Set, t.Score, t.Least, t.Setting, t.ConstantTotal), "value"),
    t.Keeps: "start",
}
"""The expression of a statement or member to which something can be added."""
TYPED = t.Keeps | t.Parameter | t.Column
"""What has bounds that can be widened."""


@frozen
class OverlayShare:
    """A share, and the overlay that adds it."""

    overlay: str
    share: t.Share


# ---- Putting together ----------------------------------------------------------------------------------------------


def with_shares(node: Clausal, shares: Iterable[OverlayShare]) -> Clausal | None:
    """Returns the clause with all shares; none if one of them has no place in it."""
    ordered = _in_order(shares)
    if not ordered:
        return node
    if isinstance(node, t.Line):
        statement = _statement_with(node.statement, ordered)
        return None if statement is None else replace(node, statement=statement)
    made: Clausal | None = _member_with(node, ordered)
    return made


def value_with_shares(value: t.Expr | None, shares: Iterable[OverlayShare]) -> t.Expr | None:
    """Returns an expression, or a range, with all shares; none if one of them has no place in it."""
    ordered = _in_order(shares)
    if ordered and all(each.sort == "bounds" for each in ordered):
        return _widen(value, ordered)
    return _expression_with(value, ordered)


def _in_order(shares: Iterable[OverlayShare]) -> list[t.Share]:
    """The shares, by overlays as they add to each other; one that two overlays add alike counts once, but for sums."""
    by_overlay = groupby(sorted(shares, key=attrgetter("overlay")), key=attrgetter("overlay"))
    groups = sorted(
        ([each.share for each in group] for _, group in by_overlay), key=lambda group: [*map(unparse, group)]
    )
    found: list[t.Share] = []
    for each in (share for group in groups for share in group):
        if each.sort not in ("and", "or") or each not in found:
            found.append(each)
    return found


def _statement_with(statement: t.Statement, shares: Sequence[t.Share]) -> t.Statement | None:
    if isinstance(statement, t.Cost):
        return _cost_with(statement, shares)
    if isinstance(statement, t.If):
        (condition, body), *others = statement.branches
        new = _expression_with(condition, shares)
        return None if new is None else replace(statement, branches=((new, body), *others))
    if isinstance(statement, t.Gain | t.Lose | t.Move):
        amount = _amount_with(statement.quantities, shares)
        return None if amount is None else replace(statement, quantities=(amount,))
    made: t.Statement | None = _slot_with(statement, shares)
    return made


def _member_with(node: Any, shares: Sequence[t.Share]) -> Any:
    if all(each.sort == "bounds" for each in shares):
        type_ = node.type if isinstance(node, TYPED) else None
        bounds = _widen(as_range(type_), shares)
        return replace(node, type=with_bounds(type_, bounds)) if bounds is not None and type_ is not None else None
    return _slot_with(node, shares)


def _slot_with(node: Any, shares: Sequence[t.Share]) -> Any:
    """Returns the node with another expression in its slot; none if it has none."""
    slot = SLOTS.get(type(node), "")
    value = _expression_with(getattr(node, slot), shares) if slot else None
    changes: Any = {slot: value}
    return replace(node, **changes) if value is not None else None


def _expression_with(value: t.Expr | None, shares: Sequence[t.Share]) -> t.Expr | None:
    """Returns `(value or …) and …` or `value + …`; where there is no value, what narrows stands alone."""
    signs = {sign: [each.value for each in shares if each.sort == sign] for sign in ("or", "and", "+", "-")}
    if sum(map(len, signs.values())) != len(shares) or (value is None and (len(signs["and"]) != len(shares))):
        return None
    found: Any = value
    for sign, terms in signs.items():
        for term in terms:
            found = term if found is None else _join(sign, found, term)
    return found  # type: ignore[no-any-return]


def _join(sign: str, left: Any, right: Any) -> t.Expr:
    """Returns two terms joined; numbers that stand last are reckoned together."""
    if sign in ("+", "-") and isinstance(right, t.Number):
        signed = right.value if sign == "+" else -right.value
        if isinstance(left, t.Number) and left.unit == right.unit and left.value + signed >= 0:
            return replace(left, value=left.value + signed)
        if (
            isinstance(left, t.Binary)
            and left.op == sign
            and isinstance(left.right, t.Number)
            and left.right.unit == right.unit
        ):
            return replace(left, right=replace(left.right, value=left.right.value + right.value))
    return t.Binary(sign, left, right, span=left.span)


def _cost_with(cost: t.Cost, shares: Sequence[t.Share]) -> t.Cost | None:
    """Returns a cost with more prices, or one price more of what it asks already."""
    sums = [each for each in shares if each.sort in ("+", "-")]
    prices = list(cost.prices)
    if sums:
        quantity = _amount_with([each.quantity for each in prices], sums)
        if quantity is None:
            return None
        prices = [replace(prices[0], quantity=quantity)]
    if any(each.sort not in ("+", "-", "cost") for each in shares):
        return None
    new = [price for each in shares if isinstance(each.value, t.Cost) for price in each.value.prices]
    for price in new:
        prices = _with_price(prices, price)
    return replace(cost, prices=tuple(prices))


def _with_price(prices: list[t.Price], new: t.Price) -> list[t.Price]:
    """Returns prices with another; it adds to one of the same thing from the same holder."""
    for at, each in enumerate(prices):
        alike = each.holder == new.holder and each.quantity.unit == new.quantity.unit
        if alike and each.quantity.amount is not None and new.quantity.amount is not None:
            amount = _join("+", each.quantity.amount, new.quantity.amount)
            return [*prices[:at], replace(each, quantity=replace(each.quantity, amount=amount)), *prices[at + 1 :]]
    return [*prices, new]


def _amount_with(quantities: Sequence[t.Quantity], shares: Sequence[t.Share]) -> t.Quantity | None:
    """Returns the one quantity with a sum added to its amount; none of several, and of all there is."""
    if len(quantities) != 1 or quantities[0].amount is None:
        return None
    amount = _expression_with(quantities[0].amount, shares)
    return None if amount is None else replace(quantities[0], amount=amount)


def same_shares(of: object, shares: Sequence[t.Share]) -> list[tuple[object, ...]]:
    """Returns the token by which overlays that add alike agree; none of sums, which each adds for itself."""
    is_sum = any(each.sort in ("+", "-", "cost") for each in shares)
    return [] if is_sum else [("shared", of, *map(unparse, shares))]


# ---- Bounds --------------------------------------------------------------------------------------------------------


def with_bounds(type_: t.TypeNode | None, bounds: t.Expr) -> t.TypeNode | None:
    """Returns a type with other bounds."""
    if type_ is None or not isinstance(bounds, t.Binary):
        return None
    return replace(type_, low=bounds.left, high=bounds.right)


def _numbers_of(value: t.Expr | None) -> tuple[t.Number, t.Number] | None:
    """The two numbers of a range."""
    if isinstance(value, t.Binary) and value.op == ".." and isinstance(value.left, t.Number):
        return (value.left, value.right) if isinstance(value.right, t.Number) else None
    return None


def _widen(value: t.Expr | None, shares: Sequence[t.Share]) -> t.Expr | None:
    """Returns a range widened by others that touch it; none if one of them leaves a gap, or there are no numbers."""
    base = _numbers_of(value)
    if base is None or value is None:
        return None
    low, high = base
    for each in shares:
        more = _numbers_of(each.value) if isinstance(each.value, t.Expr) else None
        if more is None or more[0].value > base[1].value + 1 or more[1].value < base[0].value - 1:
            return None
        low = replace(low, value=min(low.value, more[0].value))
        high = replace(high, value=max(high.value, more[1].value))
    return t.Binary("..", low, high, span=value.span)


# ---- Changes that only add -----------------------------------------------------------------------------------------


def shares_between(old: t.Node, new: t.Node) -> tuple[t.Share, ...]:
    """Returns the shares by which a change adds to what stood there; none of a change that takes something away.

    >>> old, more = t.Require(t.Name("dry")), t.Require(t.Binary("and", t.Name("dry"), t.Name("lit")))
    >>> [unparse(each) for each in shares_between(old, more)], shares_between(more, old)
    (['and lit'], ())
    """
    if isinstance(old, t.Text) or isinstance(new, t.Text):
        return ()
    if isinstance(old, t.Cost) and isinstance(new, t.Cost):
        more = new.prices[len(old.prices) :]
        return (
            (t.Share("cost", replace(new, prices=more)),)
            if more and new.prices[: len(old.prices)] == old.prices
            else ()
        )
    slot = SLOTS.get(type(old), "")
    if slot and type(new) is type(old):
        changes: Any = {slot: getattr(old, slot)}
        if replace(new, **changes) == old:
            return _added_terms(getattr(old, slot), getattr(new, slot))
    is_value = isinstance(old, t.Expr | t.Empty) and isinstance(new, t.Expr)
    return _added_terms(None if isinstance(old, t.Empty) else old, new) if is_value else ()


def _added_terms(old: Any, new: Any) -> tuple[t.Share, ...]:
    """The terms that one expression has behind those of another."""
    if new is None or old == new:
        return ()
    if old is None:
        return tuple(t.Share("and", each) for _, each in _terms(new, "and"))
    if _numbers_of(old) is not None and (wider := _numbers_of(new)) is not None:
        low, high = _numbers_of(old) or wider
        is_wider = wider[0].value <= low.value and wider[1].value >= high.value
        return (t.Share("bounds", new),) if is_wider and {each.unit for each in wider} == {low.unit} else ()
    for signs in (("and",), ("or",), ("+", "-")):
        before, after = list(_terms(old, *signs)), list(_terms(new, *signs))
        if len(after) > len(before) and after[: len(before)] == before:
            return tuple(t.Share(sign, term) for sign, term in after[len(before) :])
    return ()


def _terms(value: Any, *signs: str) -> Iterator[tuple[str, Any]]:
    """Yields the terms of a chain, each behind its sign; the first is behind the first of all signs."""
    if isinstance(value, t.Binary) and value.op in signs:
        yield from _terms(value.left, *signs)
        yield value.op, value.right
    else:
        yield signs[0], value
