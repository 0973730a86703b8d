"""Statements, and the lines that carry them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token
from lark.tree import Meta

from .. import tree as t
from .expressions import ExpressionBuilder
from .tokens import Children, all_of


class StatementBuilder(ExpressionBuilder):
    """The rules for what happens."""

    def block(self, meta: Meta, c: Children) -> tuple[t.Line, ...]:
        return tuple(x for x in c if isinstance(x, t.Line))

    def line(self, meta: Meta, c: Children) -> t.Line:
        key, _, statement, *tail = c
        if isinstance(statement, tuple):
            statement, text, cites = statement
        else:
            _, text, cites = self._tail(tail)
        key_span = self._token_span(key) if key else self._span(meta)
        return t.Line(str(key or ""), statement, text, cites, span=self._span(meta), key_span=key_span)

    def revealing(self, meta: Meta, c: Children) -> Any:
        return replace(c[0], reveals=True, span=self._span(meta))

    def require(self, meta: Meta, c: Children) -> t.Require:
        return t.Require(c[-1], span=self._span(meta))

    def cost(self, meta: Meta, c: Children) -> t.Cost:
        return t.Cost(tuple(x for x in c if isinstance(x, t.Price)), span=self._span(meta))

    def let(self, meta: Meta, c: Children) -> t.Let:
        return t.Let(str(c[1]), c[-1], span=self._span(meta))

    def set(self, meta: Meta, c: Children) -> t.Set:
        return t.Set(c[1], c[-1], span=self._span(meta))

    def gain(self, meta: Meta, c: Children) -> t.Gain:
        quantities, holder = self._quantities(c)
        return t.Gain(quantities, holder, span=self._span(meta))

    def lose(self, meta: Meta, c: Children) -> t.Lose:
        quantities, holder = self._quantities(c)
        return t.Lose(quantities, holder, span=self._span(meta))

    def _quantities(self, c: Children) -> tuple[tuple[t.Quantity, ...], Any]:
        quantities = tuple(x for x in c if isinstance(x, t.Quantity))
        holder = c[-1] if not isinstance(c[-1], t.Quantity) else None
        return quantities, holder

    def move(self, meta: Meta, c: Children) -> t.Move:
        quantities = tuple(x for x in c if isinstance(x, t.Quantity))
        return t.Move(quantities, c[-3], c[-1], span=self._span(meta))

    def lay(self, meta: Meta, c: Children) -> t.Lay:
        tile, at, turned = ([x for x in c if not isinstance(x, Token)] + [None])[:3]
        return t.Lay(tile, at, turned, span=self._span(meta))

    def draw(self, meta: Meta, c: Children) -> t.Draw:
        return t.Draw(str(c[1]), c[3], c[5], c[-1] is not None, span=self._span(meta))

    def roll(self, meta: Meta, c: Children) -> t.Roll:
        return t.Roll(str(c[1]), c[3], c[5], c[-1] is not None, span=self._span(meta))

    def offer(self, meta: Meta, c: Children) -> t.Offer:
        return t.Offer(False, str(c[1]), optional=c[-1] is not None, span=self._span(meta))

    def offer_any(self, meta: Meta, c: Children) -> t.Offer:
        return t.Offer(True, str(c[2]), c[-1], c[3] is not None, span=self._span(meta))

    def offer_these(self, meta: Meta, c: Children) -> Any:
        rest, text, cites = self._tail(c[:6])
        made = t.Offer(
            False,
            "",
            None,
            False,
            rest[2] is not None,
            tuple(c[6:]),
            reveals=rest[3] is not None,
            span=self._span(meta),
        )
        return made, text, cites

    def offer_any_these(self, meta: Meta, c: Children) -> Any:
        rest, text, cites = self._tail(c[:8])
        made = t.Offer(
            True,
            "",
            rest[4],
            rest[2] is not None,
            False,
            tuple(c[8:]),
            reveals=rest[5] is not None,
            span=self._span(meta),
        )
        return made, text, cites

    def deed(self, meta: Meta, c: Children) -> t.Line:
        _, text, cites = self._tail(c[:-1])
        made = t.Deed(all_of(t.Choice, c), c[-1], span=self._span(meta))
        return t.Line(str(c[1]), made, text, cites, span=self._span(meta), key_span=self._token_span(c[1]))

    def repack(self, meta: Meta, c: Children) -> t.Repack:
        where, filling = c[5] if c[4] is not None else None, c[-1] if c[-2] is not None else None
        return t.Repack(c[1], c[3], where, filling, span=self._span(meta))

    def finish(self, meta: Meta, c: Children) -> t.Finish:
        return t.Finish(span=self._span(meta))

    def call(self, meta: Meta, c: Children) -> t.Call:
        return t.Call(c[0], span=self._span(meta))

    def binder(self, meta: Meta, c: Children) -> t.Binder:
        return t.Binder(str(c[0]), c[-1], span=self._span(meta))

    def if_(self, meta: Meta, c: Children) -> Any:
        parts = [x for x in c if not (isinstance(x, Token) and x.type in ("IF", "OTHERWISE"))]
        reveals = parts.pop(1) is not None
        _, text, cites = self._tail(parts[:3])
        branches: list[tuple[Any, Any]] = []
        while len(parts) >= 4:
            self.lost += [parts[0].span] if branches and (parts[1] or parts[2]) else []
            branches.append((parts[0], parts[3]))
            parts = parts[4:]
        otherwise = parts[-1] if parts else None
        return t.If(tuple(branches), otherwise, reveals=reveals, span=self._span(meta)), text, cites

    def for_each(self, meta: Meta, c: Children) -> Any:
        rest, text, cites = self._tail(c[:-1])
        return (
            t.ForEach(all_of(t.Binder, c), rest[-2], c[-1], reveals=rest[-1] is not None, span=self._span(meta)),
            text,
            cites,
        )

    def in_turn(self, meta: Meta, c: Children) -> Any:
        (reveals,), text, cites = self._tail(c[-4:-1])
        return t.InTurn(str(c[1]), c[3], c[-1], reveals=reveals is not None, span=self._span(meta)), text, cites

    def at_once(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[-3:-1])
        return t.AtOnce(str(c[1]), c[-1], span=self._span(meta)), text, cites

    def repeat_until(self, meta: Meta, c: Children) -> Any:
        (reveals,), text, cites = self._tail(c[-4:-1])
        return t.Repeat(c[2], None, c[-1], reveals=reveals is not None, span=self._span(meta)), text, cites

    def repeat_times(self, meta: Meta, c: Children) -> Any:
        (reveals,), text, cites = self._tail(c[-4:-1])
        return t.Repeat(None, c[1], c[-1], reveals=reveals is not None, span=self._span(meta)), text, cites

    def choose(self, meta: Meta, c: Children) -> Any:
        *rest, body, _, otherwise = c
        rest, text, cites = self._tail(rest)
        return (
            t.Choose(
                all_of(t.Binder, c), rest[-2], body, otherwise, reveals=rest[-1] is not None, span=self._span(meta)
            ),
            text,
            cites,
        )

    def may(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[1:3])
        return t.May(c[-1], span=self._span(meta)), text, cites

    def as_player(self, meta: Meta, c: Children) -> Any:
        (reveals,), text, cites = self._tail(c[2:5])
        return t.AsPlayer(c[1], c[-1], reveals=reveals is not None, span=self._span(meta)), text, cites

    def if_opening(self, meta: Meta, c: Children) -> t.If:
        return t.If(((c[1], ()),), None, reveals=c[-1] is not None, span=self._span(meta))

    def for_opening(self, meta: Meta, c: Children) -> t.ForEach:
        return t.ForEach(all_of(t.Binder, c), c[-2], (), reveals=c[-1] is not None, span=self._span(meta))

    def in_turn_opening(self, meta: Meta, c: Children) -> t.InTurn:
        return t.InTurn(str(c[1]), c[3], (), reveals=c[-1] is not None, span=self._span(meta))

    def at_once_opening(self, meta: Meta, c: Children) -> t.AtOnce:
        return t.AtOnce(str(c[1]), (), span=self._span(meta))

    def until_opening(self, meta: Meta, c: Children) -> t.Repeat:
        return t.Repeat(c[2], None, (), reveals=c[-1] is not None, span=self._span(meta))

    def times_opening(self, meta: Meta, c: Children) -> t.Repeat:
        return t.Repeat(None, c[1], (), reveals=c[-1] is not None, span=self._span(meta))

    def choose_opening(self, meta: Meta, c: Children) -> t.Choose:
        return t.Choose(all_of(t.Binder, c), c[-2], (), None, reveals=c[-1] is not None, span=self._span(meta))

    def may_opening(self, meta: Meta, c: Children) -> t.May:
        return t.May((), span=self._span(meta))

    def as_opening(self, meta: Meta, c: Children) -> t.AsPlayer:
        return t.AsPlayer(c[1], (), reveals=c[-1] is not None, span=self._span(meta))

    def otherwise_opening(self, meta: Meta, c: Children) -> t.Branch:
        return t.Branch(c[-1], (), span=self._span(meta))
