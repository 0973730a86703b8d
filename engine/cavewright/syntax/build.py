"""From Lark's parse tree to our own: one method for each rule of the grammar, or name behind `->` in it, under that name."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from lark import Token, Transformer, v_args
from lark.tree import Meta

from ..source import Source, Span
from . import tree as t
from .spell import print_expr

Children = list[Any]
Kind = TypeVar("Kind")
LONGEST_RANGE = 200
_RANGE_OF_CITES = re.compile(r"^(.*?)(\d+)\.\.(\d+)$")


def cited_ids(text: str) -> tuple[str, ...]:
    """The ids in brackets, ranges spelled out; a range that counts down, or past 201 ids, stays as it is written.

    >>> cited_ids("[TC-A-08..10, TC-B-01]")
    ('TC-A-08', 'TC-A-09', 'TC-A-10', 'TC-B-01')
    """
    found: list[str] = []
    for part in (" ".join(each.split()) for each in text.strip("[]").split(",")):
        match = _RANGE_OF_CITES.match(part)
        stem, low, high = match.groups() if match else ("", "", "")
        if match and len(low) < 5 and len(high) < 5 and 0 <= int(high) - int(low) <= LONGEST_RANGE:
            found += [f"{stem}{n:0{len(low)}d}" for n in range(int(low), int(high) + 1)]
        elif part:
            found.append(part)
    return tuple(found)


def _string(token: Token | None) -> str:
    return "" if token is None else str(token)[1:-1]


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Builds nodes whose spans lie in `source`, `offset` characters on from where Lark counted."""

    def __init__(self, source: Source, offset: int) -> None:
        super().__init__(visit_tokens=False)
        self.source, self.offset = source, offset
        self.lost: list[Span] = []
        """Branches whose texts or ids would have no place in the tree."""

    # -- places -------------------------------------------------------------------------------------------------

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, meta.start_pos + self.offset, meta.end_pos + self.offset)

    def _token_span(self, token: Token) -> Span:
        return Span(self.source, (token.start_pos or 0) + self.offset, (token.end_pos or 0) + self.offset)

    def _tail(self, children: Children) -> tuple[Children, str, tuple[str, ...]]:
        """Splits off the text and the cited ids that end most lines."""
        *rest, text, cites = children
        return rest, _string(text), cited_ids(cites) if cites else ()

    # -- expressions --------------------------------------------------------------------------------------------

    def name(self, meta: Meta, c: Children) -> t.Name:
        return t.Name(str(c[0]), span=self._span(meta))

    def number(self, meta: Meta, c: Children) -> t.Number:
        return t.Number(_integer(c[0]), span=self._span(meta))

    def measure(self, meta: Meta, c: Children) -> t.Number:
        return t.Number(_integer(c[0]), str(c[1]), span=self._span(meta))

    def text_cell(self, meta: Meta, c: Children) -> t.Text:
        return t.Text(_string(c[0]), span=self._span(meta))

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
        flags = tuple(str(x) for x in c if isinstance(x, Token) and x.type in ("ENDLESS", "HIDDEN", "SECRET"))
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
            amount = t.Number(_integer(amount), span=self._token_span(amount))
        return t.Quantity(amount, unit, span=self._span(meta))

    def everything(self, meta: Meta, c: Children) -> t.Quantity:
        return t.Quantity(None, None, span=self._span(meta))

    def price(self, meta: Meta, c: Children) -> t.Price:
        return t.Price(c[0], c[-1] if len(c) > 1 else None, span=self._span(meta))

    # -- statements ---------------------------------------------------------------------------------------------

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
        rest, text, cites = self._tail(c[:5])
        return t.Offer(False, "", None, False, rest[2] is not None, tuple(c[5:]), span=self._span(meta)), text, cites

    def offer_any_these(self, meta: Meta, c: Children) -> Any:
        rest, text, cites = self._tail(c[:7])
        return t.Offer(True, "", rest[4], rest[2] is not None, False, tuple(c[7:]), span=self._span(meta)), text, cites

    def deed(self, meta: Meta, c: Children) -> t.Line:
        _, text, cites = self._tail(c[:-1])
        made = t.Deed(_all(t.Choice, c), c[-1], span=self._span(meta))
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
        _, text, cites = self._tail(parts[:3])
        branches: list[tuple[Any, Any]] = []
        while len(parts) >= 4:
            self.lost += [parts[0].span] if branches and (parts[1] or parts[2]) else []
            branches.append((parts[0], parts[3]))
            parts = parts[4:]
        otherwise = parts[-1] if parts else None
        return t.If(tuple(branches), otherwise, span=self._span(meta)), text, cites

    def for_each(self, meta: Meta, c: Children) -> Any:
        rest, text, cites = self._tail(c[:-1])
        return t.ForEach(_all(t.Binder, c), rest[-1], c[-1], span=self._span(meta)), text, cites

    def in_turn(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[-3:-1])
        return t.InTurn(str(c[1]), c[3], c[-1], span=self._span(meta)), text, cites

    def at_once(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[-3:-1])
        return t.AtOnce(str(c[1]), c[-1], span=self._span(meta)), text, cites

    def repeat_until(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[-3:-1])
        return t.Repeat(c[2], None, c[-1], span=self._span(meta)), text, cites

    def repeat_times(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[-3:-1])
        return t.Repeat(None, c[1], c[-1], span=self._span(meta)), text, cites

    def choose(self, meta: Meta, c: Children) -> Any:
        *rest, body, _, otherwise = c
        rest, text, cites = self._tail(rest)
        return t.Choose(_all(t.Binder, c), rest[-1], body, otherwise, span=self._span(meta)), text, cites

    def may(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[1:3])
        return t.May(c[-1], span=self._span(meta)), text, cites

    def as_player(self, meta: Meta, c: Children) -> Any:
        _, text, cites = self._tail(c[2:4])
        return t.AsPlayer(c[1], c[-1], span=self._span(meta)), text, cites

    def if_opening(self, meta: Meta, c: Children) -> t.If:
        return t.If(((c[1], ()),), None, span=self._span(meta))

    def for_opening(self, meta: Meta, c: Children) -> t.ForEach:
        return t.ForEach(_all(t.Binder, c), c[-1], (), span=self._span(meta))

    def in_turn_opening(self, meta: Meta, c: Children) -> t.InTurn:
        return t.InTurn(str(c[1]), c[3], (), span=self._span(meta))

    def at_once_opening(self, meta: Meta, c: Children) -> t.AtOnce:
        return t.AtOnce(str(c[1]), (), span=self._span(meta))

    def until_opening(self, meta: Meta, c: Children) -> t.Repeat:
        return t.Repeat(c[2], None, (), span=self._span(meta))

    def times_opening(self, meta: Meta, c: Children) -> t.Repeat:
        return t.Repeat(None, c[1], (), span=self._span(meta))

    def choose_opening(self, meta: Meta, c: Children) -> t.Choose:
        return t.Choose(_all(t.Binder, c), c[-1], (), None, span=self._span(meta))

    def may_opening(self, meta: Meta, c: Children) -> t.May:
        return t.May((), span=self._span(meta))

    def as_opening(self, meta: Meta, c: Children) -> t.AsPlayer:
        return t.AsPlayer(c[1], (), span=self._span(meta))

    # -- members of declarations --------------------------------------------------------------------------------

    def property(self, meta: Meta, c: Children) -> t.Property:
        name, word, number, text, cites = c
        ids = cited_ids(cites) if cites else ()
        return t.Property(str(name), str(word or ""), str(number or ""), _string(text), ids, span=self._span(meta))

    def row(self, meta: Meta, c: Children) -> t.Row:
        return t.Row(str(c[0]), cited_ids(c[1]) if c[1] else (), span=self._token_span(c[0]))

    def able_row(self, meta: Meta, c: Children) -> t.Row:
        return t.Row(str(c[0]), cited_ids(c[1]) if c[1] else (), tuple(map(_ability, _all(t.Declaration, c))), span=self._token_span(c[0]))

    def rows(self, meta: Meta, c: Children) -> t.Rows:
        return t.Rows(_string(c[-1]), span=self._span(meta))

    def keeps(self, meta: Meta, c: Children) -> t.Keeps:
        rest, text, cites = self._tail(c)
        start = rest[5] if rest[4] is not None else None
        return t.Keeps(str(rest[1]), rest[3], start, text, cites, span=self._span(meta))

    def kept(self, meta: Meta, c: Children) -> t.Keeps:
        return t.Keeps(str(c[1]), c[3], c[5] if c[4] is not None else None, span=self._span(meta))

    def passage(self, meta: Meta, c: Children) -> t.Keeps:
        k: t.Keeps = c[-1]
        return t.Keeps(k.name, k.type, k.start, k.text, k.cites, True, span=self._span(meta))

    def grid(self, meta: Meta, c: Children) -> t.Grid:
        width, height = ([x for x in c if x is not None and not isinstance(x, Token)] + [None, None])[:2]
        hexagonal = any(isinstance(x, Token) and x.type == "HEXAGONAL" for x in c)
        return t.Grid(width, height, hexagonal, span=self._span(meta))

    def free(self, meta: Meta, c: Children) -> t.Free:
        rest, text, cites = self._tail(c)
        return t.Free(rest[-1], text, cites, span=self._span(meta))

    def joined(self, meta: Meta, c: Children) -> t.Joined:
        rest, text, cites = self._tail(c)
        return t.Joined(rest[-1], text, cites, span=self._span(meta))

    def among(self, meta: Meta, c: Children) -> t.Among:
        rest, text, cites = self._tail(c)
        return t.Among(rest[-1], text, cites, span=self._span(meta))

    def least(self, meta: Meta, c: Children) -> t.Least:
        rest, text, cites = self._tail(c)
        return t.Least(rest[-1], text, cites, span=self._span(meta))

    def together(self, meta: Meta, c: Children) -> t.Together:
        rest, text, cites = self._tail(c)
        return t.Together(rest[-1], text, cites, span=self._span(meta))

    def score(self, meta: Meta, c: Children) -> t.Score:
        rest, text, cites = self._tail(c)
        return t.Score(str(rest[1]), rest[-1], text, cites, span=self._span(meta))

    def winner(self, meta: Meta, c: Children) -> t.Winner:
        rest, text, cites = self._tail(c)
        return t.Winner(str(rest[0]), text, cites, span=self._span(meta))

    def tie(self, meta: Meta, c: Children) -> t.Tie:
        rest, text, cites = self._tail(c)
        return t.Tie(str(rest[1]), rest[-1], text, cites, span=self._span(meta))

    def setting(self, meta: Meta, c: Children) -> t.Setting:
        return t.Setting(str(c[1]), c[-1], span=self._span(meta))

    def given(self, meta: Meta, c: Children) -> t.Given:
        return t.Given(c[1], c[-1], span=self._span(meta))

    def begin(self, meta: Meta, c: Children) -> t.Begin:
        return t.Begin(str(c[1]), str(c[3] or ""), span=self._span(meta))

    def said(self, meta: Meta, c: Children) -> t.Said:
        verb, text = str(c[0]).split(None, 1)
        return t.Said(verb, text.strip(), cited_ids(c[1]) if c[1] else (), span=self._token_span(c[0]))

    def then(self, meta: Meta, c: Children) -> t.Then:
        return t.Then(c[1], cited_ids(c[2]) if c[2] else (), span=self._span(meta))

    # -- declarations -------------------------------------------------------------------------------------------

    def _declare(self, meta: Meta, word: Token, name: Token | None, **more: Any) -> t.Declaration:
        return t.Declaration(str(word), str(name if name is not None else word), span=self._span(meta),
                             name_span=self._token_span(name if name is not None else word), **more)

    def head(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, version, text, *members = c
        inside = tuple(x for x in members if isinstance(x, t.Property))
        return self._declare(meta, word, name, version=str(version), text=_string(text), members=inside)

    def unit(self, meta: Meta, c: Children) -> t.Declaration:
        return self._declare(meta, c[0], c[1], text=_string(c[2]))

    def constant(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], value=rest[-1], text=text, cites=cites)

    def option(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, type_, _, value, text, cites, *rest = c
        return self._declare(meta, word, name, second=type_, value=value, text=_string(text),
                             cites=cited_ids(cites) if cites else (), members=_all(t.Row, rest), block=_all(t.Line, rest))

    def _plain(self, meta: Meta, c: Children, name: bool = True) -> t.Declaration:
        """A word, perhaps a name, a text, ids, and members."""
        at = 2 if name else 1
        return self._declare(meta, c[0], c[1] if name else None, text=_string(c[at]),
                             cites=cited_ids(c[at + 1]) if c[at + 1] else (), members=_members(c[at + 2 :]))

    def preset(self, meta: Meta, c: Children) -> t.Declaration:
        return self._plain(meta, c)

    example = preset

    def kind(self, meta: Meta, c: Children) -> t.Declaration:
        made = self._plain(meta, c)
        return replace(made, members=tuple(x for x in made.members if not isinstance(x, t.Line)), block=_all(t.Line, c))

    def mention(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], text=text, cites=cites, always=len(rest) > 2)

    def game(self, meta: Meta, c: Children) -> t.Declaration:
        return self._plain(meta, c, name=False)

    scoring = game

    def players(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, type_, text, cites, *rest = c
        return self._declare(meta, word, name, second=type_, text=_string(text),
                             cites=cited_ids(cites) if cites else (), members=_members(rest))

    def board(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, of, _, by, _, _, each, text, cites, *rest = c
        return self._declare(meta, word, name, of=str(of or ""), by=str(by or ""), each=str(each or ""), text=_string(text),
                             cites=cited_ids(cites) if cites else (), members=_members(rest))

    def define(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], parameters=_all(t.Parameter, c), value=rest[-1], text=text,
                             cites=cites)

    def currency(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, value, text, cites, block = c
        return self._declare(meta, word, name, value=value, text=_string(text),
                             cites=cited_ids(cites) if cites else (), block=block)

    def process(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c[:-1])
        return self._declare(meta, rest[0], rest[1], parameters=_all(t.Parameter, c), text=text, cites=cites, block=c[-1])

    def action(self, meta: Meta, c: Children) -> t.Declaration:
        (word, name, *rest), text, cites = self._tail(c[:-1])
        return self._declare(meta, word, name, choices=_all(t.Choice, c), names=_names(rest), text=text, cites=cites,
                             block=c[-1])

    def trigger(self, meta: Meta, c: Children) -> t.Declaration:
        (word, *rest), text, cites = self._tail(c[:-1])
        return self._declare(meta, word, rest[0], names=_names(rest), parameters=_all(t.Parameter, c), text=text,
                             cites=cites, block=c[-1])

    def parameter(self, meta: Meta, c: Children) -> t.Parameter:
        return t.Parameter(str(c[0]), c[-1], span=self._span(meta))

    def choice(self, meta: Meta, c: Children) -> t.Choice:
        return t.Choice(str(c[0] or ""), str(c[1]), c[-1], span=self._span(meta))

    def ranking(self, meta: Meta, c: Children) -> t.Declaration:
        by = next(at for at, x in enumerate(c) if isinstance(x, Token) and x.type == "BY")
        value, text, cites, *rest = c[by + 1 :]
        return self._declare(meta, c[0], c[1], parameters=_all(t.Parameter, c), value=value, text=_string(text),
                             cites=cited_ids(cites) if cites else (), members=_members(rest))

    def advice(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], value=rest[-1], text=text, cites=cites)

    # -- edits --------------------------------------------------------------------------------------------------

    def set_option(self, meta: Meta, c: Children) -> t.SetOption:
        return t.SetOption(str(c[1]), c[3], cited_ids(c[4]) if c[4] else (), span=self._span(meta))

    def change_value(self, meta: Meta, c: Children) -> t.ChangeValue:
        (_, path, name, _, old, _, new), text, cites = self._tail(c)
        kind = path.id if name is not None and isinstance(path, t.Name) else ""
        if name is not None:
            path = t.Name(str(name), span=self._token_span(name))
        return t.ChangeValue(path, old, new, kind, text, cites, span=self._span(meta))

    def change(self, meta: Meta, c: Children) -> t.Change:
        (_, path, _, old, _, new), text, cites = self._tail(c)
        return t.Change(path, old, new, text, cites, span=self._span(meta))

    def amend(self, meta: Meta, c: Children) -> t.Amend:
        _, kind, name, cites, *edits = c
        inside = tuple(x for x in edits if isinstance(x, (t.Change, t.Add, t.Drop, t.MoveClause, t.Cite)))
        return t.Amend(str(kind), str(name or kind), _ids(cites), inside, span=self._span(meta))

    def add(self, meta: Meta, c: Children) -> t.Add:
        _, side, anchor, addition = c
        return t.Add(str(side or ""), "" if anchor is None else print_expr(anchor), addition, span=self._span(meta))

    def drop(self, meta: Meta, c: Children) -> t.Drop:
        cites = cited_ids(c[-1]) if c[-1] else ()
        if isinstance(c[1], Token):
            return t.Drop(None, t.Row(str(c[1]), span=self._token_span(c[1])), cites, span=self._span(meta))
        return t.Drop(c[1], c[3], cites, span=self._span(meta))

    def move_clause(self, meta: Meta, c: Children) -> t.MoveClause:
        _, key, side, anchor, cites = c
        return t.MoveClause(str(key), str(side), str(anchor), cited_ids(cites) if cites else (), span=self._span(meta))

    def cite(self, meta: Meta, c: Children) -> t.Cite:
        return t.Cite(c[1], _ids(c[-1]), span=self._span(meta))

    def add_declaration(self, meta: Meta, c: Children) -> t.AddDeclaration:
        return t.AddDeclaration(c[-1], span=self._span(meta))

    def replace_declaration(self, meta: Meta, c: Children) -> t.ReplaceDeclaration:
        return t.ReplaceDeclaration(c[-1], span=self._span(meta))

    def remove_declaration(self, meta: Meta, c: Children) -> t.RemoveDeclaration:
        _, kind, name, _, because, cites = c
        ids = cited_ids(cites) if cites else ()
        return t.RemoveDeclaration(str(kind), str(name or kind), _string(because), ids, span=self._span(meta))


def _ids(cites: Token | None) -> tuple[str, ...]:
    return cited_ids(cites) if cites else ()


LARGEST = 10**9


def _integer(token: Token) -> int:
    """The number, or one past the largest that rules may use; the checker refuses that one by its place."""
    return int(token) if len(token) <= 10 else LARGEST + 1


def _ability(node: t.Declaration) -> t.Line:
    """A process that stands below a row."""
    return t.Line(node.name, t.Ability(node.parameters, node.block, span=node.span), node.text, node.cites, span=node.span, key_span=node.name_span)


def _all(kind: type[Kind], children: Children) -> tuple[Kind, ...]:
    return tuple(x for x in children if isinstance(x, kind))


def _members(children: Children) -> tuple[Any, ...]:
    return tuple(x for x in children if isinstance(x, t.Node))


def _names(children: Children) -> tuple[str, ...]:
    return tuple(str(x) for x in children if isinstance(x, Token) and x.type == "NAME")
