"""Declarations, and what stands in them besides statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token
from lark.tree import Meta

from .. import tree as t
from .statements import StatementBuilder
from .tokens import Children, all_of, ids, string


class DeclarationBuilder(StatementBuilder):
    """The rules for what is declared."""

    def property(self, meta: Meta, c: Children) -> t.Property:
        name, word, number, text, cites = c
        return t.Property(
            str(name), str(word or ""), str(number or ""), string(text), ids(cites), span=self._span(meta)
        )

    def row(self, meta: Meta, c: Children) -> t.Row:
        return t.Row(str(c[0]), ids(c[1]), span=self._token_span(c[0]))

    def able_row(self, meta: Meta, c: Children) -> t.Row:
        return t.Row(str(c[0]), ids(c[1]), tuple(map(_ability, all_of(t.Declaration, c))), span=self._token_span(c[0]))

    def rows(self, meta: Meta, c: Children) -> t.Rows:
        return t.Rows(string(c[-1]), span=self._span(meta))

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
        value = c[3]
        if isinstance(value, Token):
            span = replace(self._token_span(value), end=self._token_span(c[-1]).end)
            value = t.Words(tuple(str(each) for each in c[3:] if each.type == "NAME"), span=span)
        return t.Given(c[1], value, span=self._span(meta))

    def begin(self, meta: Meta, c: Children) -> t.Begin:
        return t.Begin(str(c[1]), str(c[3] or ""), span=self._span(meta))

    def said(self, meta: Meta, c: Children) -> t.Said:
        verb, text = str(c[0]).split(None, 1)
        if verb == "allow" and text.startswith(("only ", "only\t")):
            verb, text = "allow only", text.removeprefix("only")
        return t.Said(verb, text.strip(), ids(c[1]), span=self._token_span(c[0]))

    def then(self, meta: Meta, c: Children) -> t.Then:
        return t.Then(c[1], ids(c[2]), span=self._span(meta))

    # -- declarations -------------------------------------------------------------------------------------------

    def _declare(self, meta: Meta, word: Token, name: Token | None, **more: Any) -> t.Declaration:
        return t.Declaration(
            str(word),
            str(name if name is not None else word),
            span=self._span(meta),
            name_span=self._token_span(name if name is not None else word),
            **more,
        )

    def head(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, version, text, *members = c
        inside = tuple(x for x in members if isinstance(x, t.Property))
        return self._declare(meta, word, name, version=str(version), text=string(text), members=inside)

    def unit(self, meta: Meta, c: Children) -> t.Declaration:
        return self._declare(meta, c[0], c[1], text=string(c[2]))

    def constant(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], value=rest[-1], text=text, cites=cites)

    def option(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, type_, _, value, text, cites, *rest = c
        return self._declare(
            meta,
            word,
            name,
            second=type_,
            value=value,
            text=string(text),
            cites=ids(cites),
            members=all_of(t.Row, rest),
            block=all_of(t.Line, rest),
        )

    def _plain(self, meta: Meta, c: Children, name: bool = True) -> t.Declaration:
        """A word, perhaps a name, a text, ids, and members."""
        at = 2 if name else 1
        return self._declare(
            meta, c[0], c[1] if name else None, text=string(c[at]), cites=ids(c[at + 1]), members=_members(c[at + 2 :])
        )

    def preset(self, meta: Meta, c: Children) -> t.Declaration:
        return self._plain(meta, c)

    example = preset

    def kind(self, meta: Meta, c: Children) -> t.Declaration:
        made = self._plain(meta, c)
        return replace(
            made, members=tuple(x for x in made.members if not isinstance(x, t.Line)), block=all_of(t.Line, c)
        )

    def mention(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], text=text, cites=cites, always=len(rest) > 2)

    def game(self, meta: Meta, c: Children) -> t.Declaration:
        return self._plain(meta, c, name=False)

    scoring = game

    def players(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, type_, text, cites, *rest = c
        return self._declare(
            meta, word, name, second=type_, text=string(text), cites=ids(cites), members=_members(rest)
        )

    def board(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, of, _, by, _, _, each, text, cites, *rest = c
        return self._declare(
            meta,
            word,
            name,
            of=str(of or ""),
            by=str(by or ""),
            each=str(each or ""),
            text=string(text),
            cites=ids(cites),
            members=_members(rest),
        )

    def define(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(
            meta, rest[0], rest[1], parameters=all_of(t.Parameter, c), value=rest[-1], text=text, cites=cites
        )

    def currency(self, meta: Meta, c: Children) -> t.Declaration:
        word, name, _, value, text, cites, block = c
        return self._declare(meta, word, name, value=value, text=string(text), cites=ids(cites), block=block)

    def process(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c[:-1])
        return self._declare(
            meta, rest[0], rest[1], parameters=all_of(t.Parameter, c), text=text, cites=cites, block=c[-1]
        )

    def action(self, meta: Meta, c: Children) -> t.Declaration:
        (word, name, *rest), text, cites = self._tail(c[:-1])
        return self._declare(
            meta, word, name, choices=all_of(t.Choice, c), names=_names(rest), text=text, cites=cites, block=c[-1]
        )

    def trigger(self, meta: Meta, c: Children) -> t.Declaration:
        (word, *rest), text, cites = self._tail(c[:-1])
        return self._declare(
            meta,
            word,
            rest[0],
            names=_names(rest),
            parameters=all_of(t.Parameter, c),
            text=text,
            cites=cites,
            block=c[-1],
        )

    def parameter(self, meta: Meta, c: Children) -> t.Parameter:
        return t.Parameter(str(c[0]), c[-1], span=self._span(meta))

    def choice(self, meta: Meta, c: Children) -> t.Choice:
        return t.Choice(str(c[0] or ""), str(c[1]), c[-1], span=self._span(meta))

    def ranking(self, meta: Meta, c: Children) -> t.Declaration:
        by = next(at for at, x in enumerate(c) if isinstance(x, Token) and x.type == "BY")
        value, text, cites, *rest = c[by + 1 :]
        return self._declare(
            meta,
            c[0],
            c[1],
            parameters=all_of(t.Parameter, c),
            value=value,
            text=string(text),
            cites=ids(cites),
            members=_members(rest),
        )

    def advice(self, meta: Meta, c: Children) -> t.Declaration:
        rest, text, cites = self._tail(c)
        return self._declare(meta, rest[0], rest[1], value=rest[-1], text=text, cites=cites)


def _ability(node: t.Declaration) -> t.Line:
    """A process that stands below a row."""
    return t.Line(
        node.name,
        t.Ability(node.parameters, node.block, span=node.span),
        node.text,
        node.cites,
        span=node.span,
        key_span=node.name_span,
    )


def _members(children: Children) -> tuple[Any, ...]:
    return tuple(x for x in children if isinstance(x, t.Node))


def _names(children: Children) -> tuple[str, ...]:
    return tuple(str(x) for x in children if isinstance(x, Token) and x.type == "NAME")
