"""Builds edits of overlays; with these rules a builder knows all of the grammar."""

from __future__ import annotations

from dataclasses import replace

from lark import Token
from lark.tree import Meta

from ...source import Span
from .. import tree as t
from ..unparse import print_expr
from .declarations import DeclarationBuilder
from .tokens import Children, ids, string


class Builder(DeclarationBuilder):
    """The rules for edits."""

    def set_option(self, meta: Meta, c: Children) -> t.SetOption:
        return t.SetOption(str(c[1]), c[3], ids(c[4]), span=self._span(meta))

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
        return t.Amend(str(kind), str(name or kind), ids(cites), inside, span=self._span(meta))

    def add(self, meta: Meta, c: Children) -> t.Add:
        _, side, anchor, addition = c
        return t.Add(str(side or ""), "" if anchor is None else print_expr(anchor), addition, span=self._span(meta))

    def with_part(self, meta: Meta, c: Children) -> t.Parameter | t.Choice:
        part: t.Parameter | t.Choice = replace(c[-1], span=self._span(meta))
        return part

    def in_menu(self, meta: Meta, c: Children) -> t.Within:
        return t.Within(str(c[-1]), span=self._span(meta))

    def upon(self, meta: Meta, c: Children) -> t.Upon:
        return t.Upon(str(c[-1]), span=self._span(meta))

    def add_part(self, meta: Meta, c: Children) -> t.Add:
        part, cites = c[-2:]
        form = t.Upon if any(isinstance(each, Token) and each.type == "WHENEVER" for each in c) else t.Within
        addition = form(str(part), span=self._token_span(part)) if isinstance(part, Token) else part
        return replace(self.add(meta, [*c[:3], addition]), cites=ids(cites))

    def add_branch(self, meta: Meta, c: Children) -> t.Add:
        *_, otherwise, _, condition, body = c
        span = Span(self.source, (otherwise.start_pos or 0) + self.offset, self._span(meta).end)
        return self.add(meta, [*c[:3], t.Branch(condition, body, span=span)])

    def drop(self, meta: Meta, c: Children) -> t.Drop:
        cites = ids(c[-1])
        if isinstance(c[1], Token):
            return t.Drop(None, t.Row(str(c[1]), span=self._token_span(c[1])), cites, span=self._span(meta))
        return t.Drop(c[1], c[3], cites, span=self._span(meta))

    def move_clause(self, meta: Meta, c: Children) -> t.MoveClause:
        _, key, side, anchor, cites = c
        return t.MoveClause(str(key), str(side), str(anchor), ids(cites), span=self._span(meta))

    def cite(self, meta: Meta, c: Children) -> t.Cite:
        return t.Cite(c[1], ids(c[-1]), span=self._span(meta))

    def add_declaration(self, meta: Meta, c: Children) -> t.AddDeclaration:
        return t.AddDeclaration(c[-1], span=self._span(meta))

    def replace_declaration(self, meta: Meta, c: Children) -> t.ReplaceDeclaration:
        return t.ReplaceDeclaration(c[-1], span=self._span(meta))

    def remove_declaration(self, meta: Meta, c: Children) -> t.RemoveDeclaration:
        _, kind, name, _, because, cites = c
        return t.RemoveDeclaration(str(kind), str(name or kind), string(because), ids(cites), span=self._span(meta))
