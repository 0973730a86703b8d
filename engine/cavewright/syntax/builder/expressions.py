"""Expressions, types and quantities."""

from __future__ import annotations

from functools import reduce
from typing import Any

from lark import Token
from lark.tree import Meta

from .. import tree as t
from .tokens import Children, Rules, cited_ids, integer, string


class ExpressionBuilder(Rules):
    """The rules for what has a value or is a type."""

    def name(self, meta: Meta, c: Children) -> t.Name:
        return t.Name(str(c[0]), span=self._span(meta))

    def number(self, meta: Meta, c: Children) -> t.Number:
        return t.Number(integer(c[0]), span=self._span(meta))

    def measure(self, meta: Meta, c: Children) -> t.Number:
        return t.Number(integer(c[0]), str(c[1]), span=self._span(meta))

    def text_cell(self, meta: Meta, c: Children) -> t.Text:
        return t.Text(string(c[0]), span=self._span(meta))

    def empty_cell(self, meta: Meta, c: Children) -> t.Empty:
        return t.Empty(span=self._span(meta))

    def words_cell(self, meta: Meta, c: Children) -> t.Words:
        return t.Words(tuple(str(x) for x in c if x is not None and x.type == "NAME"), span=self._span(meta))

    def cites_cell(self, meta: Meta, c: Children) -> t.Cites:
        return t.Cites(cited_ids(c[0]), span=self._token_span(c[0]))

    def none(self, meta: Meta, c: Children) -> t.Nothing:
        return t.Nothing(span=self._span(meta))

    def bracketed(self, meta: Meta, c: Children) -> Any:
        return c[1]

    def attribute(self, meta: Meta, c: Children) -> t.Attribute:
        return t.Attribute(c[0], str(c[-1]), span=self._span(meta))

    def index(self, meta: Meta, c: Children) -> t.Index:
        return t.Index(c[0], c[2], span=self._span(meta))

    def apply(self, meta: Meta, c: Children) -> t.Apply:
        return t.Apply(c[0], tuple(x for x in c[1:] if isinstance(x, t.Argument)), span=self._span(meta))

    def argument(self, meta: Meta, c: Children) -> t.Argument:
        value, _, where, _, body = c
        return t.Argument(value, where, body, span=self._span(meta))

    def not_(self, meta: Meta, c: Children) -> t.Unary:
        return t.Unary("not", c[-1], span=self._span(meta))

    def negative(self, meta: Meta, c: Children) -> t.Unary:
        return t.Unary("-", c[-1], span=self._span(meta))

    def _chain(self, c: Children, op: str) -> Any:
        parts = [x for x in c if not isinstance(x, Token)]
        return reduce(lambda a, b: t.Binary(op, a, b, span=a.span.to(b.span)), parts)

    def disjunction(self, meta: Meta, c: Children) -> Any:
        return self._chain(c, "or")

    def conjunction(self, meta: Meta, c: Children) -> Any:
        return self._chain(c, "and")

    def _operators(self, c: Children) -> Any:
        left = c[0]
        for op, right in zip(c[1::2], c[2::2], strict=True):
            left = t.Binary(str(op), left, right, span=left.span.to(right.span))
        return left

    def sum(self, meta: Meta, c: Children) -> Any:
        return self._operators(c)

    def product(self, meta: Meta, c: Children) -> Any:
        return self._operators(c)

    def comparison(self, meta: Meta, c: Children) -> Any:
        op = " ".join(x for x in c if isinstance(x, Token) and x.type != "DOTS")
        left, right, high = ([x for x in c if x is not None and not isinstance(x, Token)] + [None, None])[:3]
        if right is None:
            return left
        right = right if high is None else t.Binary("..", right, high, span=right.span.to(high.span))
        return t.Binary(op, left, right, span=self._span(meta))

    def span(self, meta: Meta, c: Children) -> t.Binary:
        return t.Binary("..", c[0], c[2], span=self._span(meta))

    def conditional(self, meta: Meta, c: Children) -> Any:
        value, _, condition, _, otherwise = c
        return value if condition is None else t.Conditional(value, condition, otherwise, span=self._span(meta))

    # -- types and quantities -----------------------------------------------------------------------------------

    def modifiers(self, meta: Meta, c: Children) -> tuple[t.Quantity | None, tuple[str, ...]]:
        flags = tuple(
            str(x)
            for x in c
            if isinstance(x, Token) and x.type in ("ENDLESS", "HIDDEN", "SECRET", "UNCOUNTED", "INTERNAL")
        )
        return next((x for x in c if isinstance(x, t.Quantity)), None), flags

    def named(self, meta: Meta, c: Children) -> t.TypeNode:
        holding, flags = c[-1]
        optional = any(isinstance(x, Token) and x.type == "NONE" for x in c)
        return t.TypeNode("name", str(c[0]), optional=optional, holding=holding, flags=flags, span=self._span(meta))

    def range(self, meta: Meta, c: Children) -> t.TypeNode:
        return self._range("range", meta, c)

    def range_set(self, meta: Meta, c: Children) -> t.TypeNode:
        return self._range("set", meta, c)

    def _range(self, form: str, meta: Meta, c: Children) -> t.TypeNode:
        holding, flags = c[-1]
        low, high, step = ([x for x in c[:-1] if not isinstance(x, Token) and x is not None] + [None])[:3]
        optional = any(isinstance(x, Token) and x.type == "NONE" for x in c)
        return t.TypeNode(form, "", low, high, step, optional, holding, flags, span=self._span(meta))

    def collection(self, meta: Meta, c: Children) -> t.TypeNode:
        holding, flags = c[-1]
        return t.TypeNode(str(c[0]), str(c[2]), holding=holding, flags=flags, span=self._span(meta))

    def quantity(self, meta: Meta, c: Children) -> t.Quantity:
        amount, unit = (x for x in c if not (isinstance(x, Token) and x.type in ("LPAR", "RPAR")))
        if isinstance(amount, Token):
            amount = t.Number(integer(amount), span=self._token_span(amount))
        return t.Quantity(amount, unit, span=self._span(meta))

    def everything(self, meta: Meta, c: Children) -> t.Quantity:
        return t.Quantity(None, None, span=self._span(meta))

    def price(self, meta: Meta, c: Children) -> t.Price:
        return t.Price(c[0], c[-1] if len(c) > 1 else None, span=self._span(meta))
