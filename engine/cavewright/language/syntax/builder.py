"""Builds the tree from Lark's parse tree: by the table of rules, or by the method that has the name of a rule."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Any

from lark import Token, Tree
from lark.tree import Meta

from ...foundation.source import Source, Span
from . import tree as t
from .rule_table import NODES, Children, all_of, ids, integer, names, string


def _below_row(node: t.Declaration) -> t.Line:
    """Returns the line that a declaration below a row is: an ability, or a definition of its own."""
    statement: t.Statement = t.Ability(node.parameters, node.block, span=node.span)
    if node.value is not None:
        statement = t.Definition(node.parameters, node.value, span=node.span)
    return t.Line(node.name, statement, text=node.text, cites=node.cites, span=node.span, key_span=node.name_span)


def _as_measure(node: Any) -> Any:
    """Returns pieces that are counted by a plain number as the number with its unit that they read like."""
    match node:
        case t.Quantity(amount=t.Number(value=value, unit=""), unit=t.Name(id=unit)):
            return t.Number(value, unit, span=node.span)
    return node


class Builder:
    """Builds nodes whose spans lie in `source`, `offset` characters on from where Lark counted.

    Lark's `Transformer` would do, but wraps every method anew at every node.
    """

    def __init__(self, source: Source, offset: int) -> None:
        self.source, self.offset = source, offset
        self.span: Span
        """Where the rule at hand stands."""
        self.lost: list[Span] = []
        """Branches whose texts or ids would have no place in the tree."""

    def transform(self, parsed: Tree[Token]) -> Any:
        """Returns the node that the rule of a parse tree makes of the nodes below it; without an entry or a method of
        its name, a tree of that."""
        children = [self.transform(each) if isinstance(each, Tree) else each for each in parsed.children]
        self.span = self._span_of(parsed.meta)
        if parsed.data in NODES:
            return self._node(children, *NODES[parsed.data])
        rule = getattr(self, parsed.data, None)
        return Tree(parsed.data, children, parsed.meta) if rule is None else rule(children)

    def _node(self, c: Children, kind: Any, *picks: Any) -> Any:
        """The node of a rule that the table knows, with the text and the ids, or what else is said of a type, that end it;
        one whose last word is `reveals` does so."""
        fields = [c[each] if type(each) is int else each(c) if callable(each) else each for each in picks]
        last = {each.type: each for each in all_of(Token, c[-2:])}
        told: dict[str, Any] = {"reveals": True} if "REVEALS" in last else {}
        if kind is t.TypeNode:
            told = c[-1]
        forms = getattr(kind, "__mro__", ())
        if t.Cited in forms:
            told["cites"] = ids(last.get("CITES"))
        if t.Noted in forms:
            told["text"] = string(last.get("STRING"))
        return kind(*fields, **told, span=self.span)

    def _span_of(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, meta.start_pos + self.offset, meta.end_pos + self.offset)

    def _token_span(self, token: Token) -> Span:
        return Span(self.source, (token.start_pos or 0) + self.offset, (token.end_pos or 0) + self.offset)

    # -- expressions and types ---------------------------------------------------------------------------------------

    def bracketed(self, c: Children) -> Any:
        return c[1]

    def sum(self, c: Children) -> Any:
        """Operands with operators between them, from left to right."""
        pairs = zip(c[1::2], c[2::2], strict=True)

        def join(a: Any, pair: tuple[Any, Any]) -> t.Binary:
            operator, b = pair
            return t.Binary(str(operator), a, b, span=a.span.to(b.span))

        return reduce(join, pairs, c[0])

    product = conjunction = disjunction = sum

    def comparison(self, c: Children) -> Any:
        op = " ".join(x for x in all_of(Token, c) if x.type != "DOTS")
        left, right, high = ([x for x in c if x is not None and not isinstance(x, Token)] + [None, None])[:3]
        if right is None:
            return left
        right = right if high is None else t.Binary("..", right, high, span=right.span.to(high.span))
        return t.Binary(op, left, right, span=self.span)

    def conditional(self, c: Children) -> Any:
        value, _, condition, _, otherwise = c
        return value if condition is None else t.Conditional(value, condition, otherwise, span=self.span)

    def kept_part(self, c: Children) -> t.Attribute:
        """A field of which positions are made, behind its owner."""
        return t.Attribute(c[0], str(c[2]), span=self.span)

    def modifiers(self, c: Children) -> dict[str, Any]:
        return {"holding": c[1], "flags": tuple(str(x) for x in c[2:] if x is not None)}

    def quantity(self, c: Children) -> t.Quantity:
        amount, unit = (x for x in c if not (isinstance(x, Token) and x.type in ("LPAR", "RPAR")))
        if isinstance(amount, Token):
            amount = t.Number(integer(amount), span=self._token_span(amount))
        return t.Quantity(amount, unit, span=self.span)

    def capacity(self, c: Children) -> t.Quantity:
        """Returns the amount that a bag holds, and by what it is measured: `a + 2 slots` as `(a + 2) slots`."""
        *before, last = c
        if not before or last.amount is None:
            return last if not before else t.Quantity(None, None, span=self.span)
        return t.Quantity(self.sum([*before, last.amount]), last.unit, span=self.span)

    def contents(self, c: Children) -> Any:
        """Returns the value with which something begins; of several, or of pieces that are counted, all of them."""
        parts = [_as_measure(each) for each in c if not isinstance(each, Token)]
        is_value = len(parts) == 1 and not isinstance(parts[0], t.Quantity)
        return parts[0] if is_value else t.Contents(tuple(parts), span=self.span)

    def uppermost(self, c: Children) -> t.Quantity:
        """A number of pieces, whichever lie there."""
        return self.quantity([*c, None])

    def ranks(self, c: Children) -> Any:
        """The condition on what is chosen, or several by their ranks."""
        conditions = tuple(x for x in c if x is not None and not isinstance(x, Token))
        is_any = isinstance(c[-1], Token)
        return t.Ranked(conditions, is_any, span=self.span) if is_any or len(conditions) > 1 else conditions[0]

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, c: Children) -> tuple[t.Line, ...]:
        return all_of(t.Line, c)

    def line(self, c: Children) -> t.Line:
        key, _, statement, text, cites, *below = c
        span = self.span
        if any(each is not None for each in below):
            more = self._below(statement, below)
            statement = replace(statement, **more, span=Span(self.source, statement.span.start, span.end))
        key_span = self._token_span(key) if key else span
        return t.Line(str(key or ""), statement, text=string(text), cites=ids(cites), span=span, key_span=key_span)

    def _below(self, statement: Any, below: Children) -> dict[str, Any]:
        """The fields that hold what stands below the first line of a statement."""
        if isinstance(statement, t.Offer):
            *actions, _, otherwise = below
            return {"actions": tuple(actions), "otherwise": otherwise}
        body, *further = below
        if isinstance(statement, t.If):
            branches = [(statement.branches[0][0], body)]
            while len(further) > 2:
                _, _, condition, text, cites, block, *further = further
                self.lost += [condition.span] if text or cites else []
                branches.append((condition, block))
            return {"branches": tuple(branches), "otherwise": further[-1]}
        return {"body": body, "otherwise": further[-1]} if further else {"body": body}

    def deed(self, c: Children) -> t.Line:
        *_, text, cites, block = c
        made = t.Deed(all_of(t.Choice, c), block, span=self.span)
        return self.line([c[1], None, made, text, cites])

    # -- declarations ------------------------------------------------------------------------------------------------

    def head(self, c: Children) -> t.Declaration:
        """Any declaration: its parts are told apart by what they are."""
        word = c[0]
        name = c[1] if isinstance(c[1], Token) and c[1].type == "NAME" else c[0]
        tokens = {each.type: each for each in all_of(Token, c)}
        behind = {each.type: x for each, x in pairwise(c) if isinstance(each, Token) and isinstance(x, Token)}
        called, name = names(c), behind.get("AS", name)
        return t.Declaration(
            str(word),
            str(name),
            string(tokens.get("STRING")),
            ids(tokens.get("CITES")),
            str(tokens.get("VERSION", "")),
            all_of(t.Parameter, c),
            all_of(t.Choice, c),
            {"action": called[1:], "whenever": called[: len(called) - ("AS" in behind)]}.get(word, ()),
            next((x for x in c if isinstance(x, t.Expr)), None),
            next((x for x in c if isinstance(x, t.TypeNode)), None),
            str(behind.get("OF", "")),
            str(behind.get("BY", "")),
            str(behind.get("EACH", "")),
            "ALWAYS" in tokens,
            tuple(x for x in c if isinstance(x, t.Member)),
            c[-1] if isinstance(c[-1], tuple) else all_of(t.Line, c),
            "INTERNAL" in tokens,
            span=self.span,
            name_span=self._token_span(name),
        )

    single = option = preset = kind = game = players = board = define = currency = process = action = trigger = head
    ranking = scoring = example = head

    def row(self, c: Children) -> t.Row:
        below = tuple(map(_below_row, all_of(t.Declaration, c)))
        return t.Row(str(c[0]), below, cites=ids(c[1]), span=self._token_span(c[0]))

    able_row = row

    def grid(self, c: Children) -> t.Grid:
        hexagonal = c[-1] is not None
        if isinstance(c[1], Token):
            return t.Grid(None, None, hexagonal, span=self.span)
        return t.Grid(c[1], c[4], hexagonal, c[2] is not None, c[5] is not None, span=self.span)

    def given(self, c: Children) -> t.Given:
        if len(c) == 4:
            return t.Given(c[1], c[3], span=self.span)
        first, last = (self._token_span(each) if isinstance(each, Token) else each.span for each in (c[3], c[-1]))
        span = first.to(last)
        words = tuple(span.text.replace(",", " ").split())
        return t.Given(c[1], t.Words(words, span=span), span=self.span)

    def said(self, c: Children) -> t.Said:
        verb, text = str(c[0]).split(None, 1)
        if verb == "allow" and text.startswith(("only ", "only\t")):
            verb, text = "allow only", text.removeprefix("only")
        return t.Said(verb, text.strip(), cites=ids(c[1]), span=self._token_span(c[0]))

    # -- edits -------------------------------------------------------------------------------------------------------

    def change_value(self, c: Children) -> t.ChangeValue:
        _, path, name, _, old, _, new, text, cites = c
        kind = path.id if name is not None and isinstance(path, t.Name) else ""
        if name is not None:
            path = t.Name(str(name), span=self._token_span(name))
        return t.ChangeValue(path, old, new, kind, text=string(text), cites=ids(cites), span=self.span)

    def add_to_value(self, c: Children) -> t.AddShare:
        _, _, kind, name, _, share, cites = c
        word = kind if name is None else name
        path = t.Name(str(word), span=self._token_span(word))
        return t.AddShare(path, share, "" if name is None else str(kind), cites=ids(cites), span=self.span)

    def add_to_cell(self, c: Children) -> t.AddShare:
        _, _, row, _, column, _, share, cites = c
        path = t.Attribute(t.Name(str(row), span=self._token_span(row)), str(column), span=self._token_span(row))
        return t.AddShare(path, share, cites=ids(cites), span=self.span)

    def share_values(self, c: Children) -> t.Share:
        words = t.Words(names(c), span=self.span)
        return t.Share("values", words, span=self.span)

    def add_part(self, c: Children) -> t.Add:
        *_, word, part, cites = c
        if isinstance(part, Token):
            form = t.Upon if word.type == "WHENEVER" else t.Within
            part = form(str(part), span=self._token_span(part))
        return self._node([*c[:3], part, cites], *NODES["add"])  # type: ignore[no-any-return]

    def column(self, c: Children) -> t.Column:
        return t.Column(c[1].name, c[1].type, c[3], span=c[1].span)

    def change_block(self, c: Children) -> t.Change:
        statement = self.line([None, None, *c[5:]]).statement
        return self._node([*c[:5], statement, *c[6:8]], *NODES["change"])  # type: ignore[no-any-return]

    def add_below_row(self, c: Children) -> t.Add:
        return self._node([*c[:3], _below_row(c[3])], *NODES["add"])  # type: ignore[no-any-return]

    def add_branch(self, c: Children) -> t.Add:
        *_, otherwise, _, condition, body = c
        branch = t.Branch(condition, body, span=Span(self.source, self._token_span(otherwise).start, self.span.end))
        return self._node([*c[:3], branch], *NODES["add"])  # type: ignore[no-any-return]

    def drop(self, c: Children) -> t.Drop:
        if isinstance(c[1], Token):
            row = t.Row(str(c[1]), span=self._token_span(c[1]))
            c = [c[0], None, None, row, c[-1]]
        return self._node(c, t.Drop, 1, 3)  # type: ignore[no-any-return]
