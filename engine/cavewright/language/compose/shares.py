"""Shares: what overlays add to a price, a number, a condition or bounds, put together whoever comes first.

A condition becomes `(base or O₁ or O₂) and A₁ and A₂`, a number the sum of all, bounds the widest there are. Those of one overlay
stand as it wrote them; overlays follow each other by what they add. So any order of overlays gives one rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from ..syntax.clause_blocks import with_field
from ..syntax.clause_forms import content_of, form_of, with_content
from ..syntax.unparse import unparse
from .clause_keys import Clausal
from .stated_values import as_range, told_part


@frozen
class OverlayShare:
    """A share, and the overlay that adds it."""

    overlay: str
    share: t.Share


# ---- Putting together ----------------------------------------------------------------------------------------------


def with_shares(node: Clausal, shares: Iterable[OverlayShare]) -> Any:
    """Returns the clause with all shares; none if one of them has no place in it."""
    ordered = _in_order(shares)
    if not ordered:
        return node
    content, form = content_of(node), form_of(node)
    if form.has_bounds and all(each.sort == "bounds" for each in ordered):
        field, value = "type", with_bounds(content.type, _widen(as_range(content.type), ordered))
    else:
        field = form.shared
        value = _TOGETHER.get(field, _expression_with)(getattr(content, field), ordered) if field else None
    return None if value is None else with_content(node, with_field(content, field, value))


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


def _ranks_with(ranked: t.Ranked, shares: Sequence[t.Share]) -> t.Ranked | None:
    """Returns ranks with all shares in each of them; what narrows is a rank of its own where anything would do."""
    narrow = [each for each in shares if each.sort == "and"]
    values = [*ranked.conditions, *([None] if ranked.any and narrow else [])]
    found = [_expression_with(each, shares if each is not None else narrow) for each in values]
    conditions = tuple(each for each in found if each is not None)
    is_whole = len(conditions) == len(found)
    return replace(ranked, conditions=conditions, any=ranked.any and not narrow) if is_whole else None


def _expression_with(value: t.Expr | None, shares: Sequence[t.Share]) -> t.Expr | None:
    """Returns `(value or …) and …` or `value + …`; where there is no value, what narrows stands alone."""
    if isinstance(value, t.Ranked):
        return _ranks_with(value, shares)
    signs = {sign: [each.value for each in shares if each.sort == sign] for sign in ("or", "and", "+", "-")}
    if sum(map(len, signs.values())) != len(shares) or (value is None and (len(signs["and"]) != len(shares))):
        return None
    if isinstance(value, t.Contents) and len(signs["+"]) != len(shares):
        return None
    found: Any = value
    for sign, terms in signs.items():
        for term in terms:
            found = term if found is None else _join(sign, found, term)
    return found  # type: ignore[no-any-return]


def _join(sign: str, left: Any, right: Any) -> t.Expr:
    """Returns two terms joined; numbers that stand last are reckoned together, and what lies somewhere lies beside."""
    if isinstance(left, t.Contents):
        return replace(left, parts=(*left.parts, right))  # type: ignore[return-value]
    if sign in ("+", "-") and isinstance(right, t.Number):
        signed = right.value if sign == "+" else -right.value
        match left:
            case t.Number(value, right.unit) if value + signed >= 0:
                return replace(left, value=value + signed)
            case t.Binary(op, _, t.Number(value, right.unit) as last) if op == sign:
                return replace(left, right=replace(last, value=value + right.value))
    return t.Binary(sign, left, right, span=left.span)


def _prices_with(prices: Sequence[t.Price], shares: Sequence[t.Share]) -> tuple[t.Price, ...] | None:
    """Returns prices with more of them, or one price more of what they ask already."""
    sums = [each for each in shares if each.sort in ("+", "-")]
    if sums:
        quantities = _quantities_with([each.quantity for each in prices], sums)
        if quantities is None:
            return None
        prices = [replace(prices[0], quantity=quantities[0])]
    found = list(prices)
    for each in shares:
        if each.sort == "cost":
            for price in cast(t.Cost, each.value).prices:
                found = _with_price(found, price)
        elif each.sort not in ("+", "-"):
            return None
    return tuple(found)


def _with_price(prices: list[t.Price], new: t.Price) -> list[t.Price]:
    """Returns prices with another; it adds to one of the same thing from the same holder."""
    for at, each in enumerate(prices):
        alike = each.holder == new.holder and each.quantity.unit == new.quantity.unit
        if alike and each.quantity.amount is not None and new.quantity.amount is not None:
            amount = _join("+", each.quantity.amount, new.quantity.amount)
            return [*prices[:at], replace(each, quantity=replace(each.quantity, amount=amount)), *prices[at + 1 :]]
    return [*prices, new]


def _quantities_with(quantities: Sequence[t.Quantity], shares: Sequence[t.Share]) -> tuple[t.Quantity] | None:
    """Returns the one quantity with a sum added to its amount; none of several, and of all there is."""
    if len(quantities) != 1 or quantities[0].amount is None:
        return None
    amount = _expression_with(quantities[0].amount, shares)
    return None if amount is None else (replace(quantities[0], amount=amount),)


_TOGETHER: dict[str, Callable[[Any, Sequence[t.Share]], Any]] = {
    "prices": _prices_with,
    "quantities": _quantities_with,
}
"""How fields are put together with shares that hold no expression."""


def same_shares(of: object, shares: Sequence[t.Share]) -> list[tuple[object, ...]]:
    """Returns the token by which overlays that add alike agree; none of sums, which each adds for itself."""
    is_sum = any(each.sort in ("+", "-", "cost") for each in shares)
    return [] if is_sum else [("shared", of, *map(unparse, shares))]


# ---- Bounds --------------------------------------------------------------------------------------------------------


def with_bounds(type_: t.TypeNode | None, bounds: Any) -> t.TypeNode | None:
    """Returns a type with other bounds; none if there are none."""
    return replace(type_, low=bounds.left, high=bounds.right) if type_ is not None and bounds is not None else None


def _numbers_of(value: object) -> tuple[t.Number, t.Number] | None:
    """The two numbers of a range."""
    match value:
        case t.Binary(op="..", left=t.Number() as low, right=t.Number() as high):
            return low, high
    return None


def _widen(value: t.Expr | None, shares: Sequence[t.Share]) -> t.Expr | None:
    """Returns a range widened by others that touch it; none if one of them leaves a gap, or there are no numbers."""
    base = _numbers_of(value)
    if base is None or value is None:
        return None
    low, high = base
    for each in shares:
        more = _numbers_of(each.value)
        if more is None or more[0].value > base[1].value + 1 or more[1].value < base[0].value - 1:
            return None
        low = replace(low, value=min(low.value, more[0].value))
        high = replace(high, value=max(high.value, more[1].value))
    return t.Binary("..", low, high, span=value.span)


def nearest_share(node: Clausal, refused: t.Share) -> t.Share | None:
    """Returns a share that a clause takes, in the place of one that it does not take; none if nothing can be added."""
    content, form = content_of(node), form_of(node)
    found = [_bounds_beside(as_range(content.type), refused)] if form.has_bounds else []
    if form.shared:
        found.append(_sample(getattr(content, form.shared), form.shared))
    found += [t.Share("cost", content)] if form.shared == "prices" else []
    return next((each for each in found if each and with_shares(node, [OverlayShare("", each)]) is not None), None)


def nearest_share_of_value(value: t.Expr | None, refused: t.Share) -> t.Share | None:
    """Returns a share that the value of a declaration takes, in the place of one that it does not take."""
    found = _bounds_beside(value, refused) or _sample(value)
    return found if value_with_shares(value, [OverlayShare("", found)]) is not None else None


def _sample(value: Any, field: str = "") -> t.Share:
    """Returns a share of the sort that suits a value: `and C` for a condition, else `+ 1`."""
    is_told = isinstance(value, t.Unary | t.Binary) and value.op in _OF_CONDITIONS
    is_condition = is_told or field in ("condition", "where")
    return t.Share("and", t.Name("C")) if is_condition else t.Share("+", t.Number(1))


_OF_CONDITIONS = ("and", "or", "not", "is", "is not", "<", ">", "<=", ">=", "in", "not in")


def _bounds_beside(value: t.Expr | None, refused: t.Share) -> t.Share | None:
    """Returns bounds that touch a range: up to those that were refused, if they are bounds, or one more."""
    base, wanted = _numbers_of(value), _numbers_of(refused.value)
    if base is None:
        return None
    low = high = replace(base[1], value=base[1].value + 1)
    if wanted is not None and wanted[1].value < base[0].value:
        low, high = wanted[0], replace(base[0], value=base[0].value - 1)
    elif wanted is not None:
        high = replace(high, value=max(high.value, wanted[1].value))
    return t.Share("bounds", t.Binary("..", low, high))


# ---- Changes that only add -----------------------------------------------------------------------------------------


def shares_between(old: Any, new: Any) -> tuple[t.Share, ...]:
    """Returns the shares by which a change adds to what stood there; none of a change that takes something away.

    >>> old, more = t.Require(t.Name("dry")), t.Require(t.Binary("and", t.Name("dry"), t.Name("lit")))
    >>> [unparse(each) for each in shares_between(old, more)], shares_between(more, old)
    (['and lit'], ())
    """
    if "text" in (told_part(old), told_part(new)):
        return ()
    field = form_of(old).shared
    is_held = field != "quantities" and field in t.parts(type(old))  # type: ignore[arg-type]
    if is_held and form_of(new) is form_of(old):
        if field == "prices":
            return _added_prices(old, new)
        if replace(new, **{field: getattr(old, field)}) == old:
            return _added_terms(getattr(old, field), getattr(new, field))
    if not isinstance(new, t.Expr):
        return ()
    return _added_terms(None, new) if old == t.Empty() else _added_terms(old, new) if isinstance(old, t.Expr) else ()


def _added_prices(old: t.Cost, new: t.Cost) -> tuple[t.Share, ...]:
    """The prices that one cost has behind those of another."""
    known, more = new.prices[: len(old.prices)], new.prices[len(old.prices) :]
    return (t.Share("cost", replace(new, prices=more)),) if more and known == old.prices else ()


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
