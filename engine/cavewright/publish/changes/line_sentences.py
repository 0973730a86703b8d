"""Sentences of lines that differ: each line before and after, told by the rules in which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...foundation.source import Span
from ...foundation.texts import capitalise
from ...language.syntax import tree as t
from ...language.syntax import unparse
from ...play.positions.wording import Wording
from ...rules.check.translatable_texts import spoken
from ..sentences import Sentence, Sentences
from .alignment import Entry

_MESSAGES = {
    t.Among: "among-first",
    t.Least: "least-first",
    t.Together: "together-first",
    t.ConstantTotal: "constant-total-first",
    t.Free: "board-free-first",
    t.Joined: "board-joined-first",
}


class ToldLines:
    """Sentences about lines, of the newer rules and of the older ones."""

    def __init__(self, new: Wording, old: Wording) -> None:
        self._sides = Sentences(old), Sentences(new)

    def side(self, is_new: bool) -> Sentences:
        """The sentences of the newer or the older rules."""
        return self._sides[is_new]

    def line(self, entry: Entry, is_new: bool, whole: bool = True) -> str:
        """Returns the sentence of a clause, with all that happens within it if `whole`."""
        told = self.side(is_new)
        said = self._sentence(entry.node, told, whole)
        return said or self._by_option(entry.node, told) or spoken(entry.plain_key)

    def whole_rule(self, kind: str, name: str, is_new: bool) -> str:
        """Returns all that a rule says, sentence by sentence, without the words of refusals: of an action its needs, its
        price and its effects. "" for what has no sentences."""
        told = self.side(is_new)
        if kind == "action" and name in told.rules.actions:
            sentences = told.action(name)
        elif kind == "to" and name in told.rules.processes:
            sentences = told.process(name)
        elif kind == "define" and name in told.rules.defines:
            sentences = (told.define(name),)
        else:
            return ""
        return " ".join(self._flowing(sentences, told))

    def _flowing(self, sentences: Iterable[Sentence], told: Sentences) -> Iterator[str]:
        for each in sentences:
            if each.kind != "refusal":
                inner = [*self._flowing(each.inner, told)]
                yield " ".join((each.text, *inner))

    def owner(self, owner: str, name: str) -> str:
        """Returns the name of one who keeps a field, `team`; "" where the game does."""
        told = self.side(True)
        kept = next((each for each in told.rules.fields if (each.owner, each.name) == (owner, name)), None)
        return told.owner(kept) if kept is not None and owner != "game" else ""

    def _sentence(self, node: Any, told: Sentences, whole: bool) -> str:
        match node:
            case t.Line(statement=t.Definition(value=value)):
                return told.row_definition(value.span)
            case t.Line(span=span, statement=statement):
                said = told.running(told.line(span), whole)
                return told.message("secretly", text=said) if getattr(statement, "secret", False) else said
            case t.Branch():
                return self._branch(node, told, whole)
            case t.Choice(domain=domain):
                return told.choice(domain.span)
            case t.Parameter(name=name, type=type_):
                return told.message("a-parameter", name=spoken(name), type=_type(type_))
            case t.Score(value=value):
                return told.expression(value.span)
            case t.Winner(order=order):
                return told.message(f"score-{order}")
            case t.Tie(order=order, value=value):
                return told.message(f"tie-{order}", value=told.expression(value.span))
            case t.Keeps(name=name):
                kept = next((each for each in told.rules.fields if each.name == name), None)
                return told.running((told.field(kept),)) if kept is not None else ""
        inner = next((each for each in t.walk(node) if each is not node and told.expression(_span(each))), None)
        return told.message(_MESSAGES.get(type(node), "a-value"), _span(inner)) if inner is not None else ""

    def _branch(self, node: t.Branch, told: Sentences, whole: bool) -> str:
        found = told.message("or-if-first", node.condition.span) if node.condition is not None else ""
        head = found or told.message("otherwise")
        inner = [self._sentence(each, told, True) for each in node.body] if whole else []
        head = capitalise(head)
        return told.flow([told.message("head", text=head) if any(inner) else head, *filter(None, inner)])

    def _by_option(self, node: Any, told: Sentences) -> str:
        """Of a line that does nothing as the options are set: on which of them it hangs."""
        names = [each.id for each in t.walk(node) if isinstance(each, t.Name) and each.id in told.rules.options]
        return told.message("by-option", text=told.option(names[0]).text) if names else ""

    def board(self, name: str, is_new: bool) -> str:
        """Returns the account of a board, as a quotation."""
        told = self.side(is_new)
        return told.message("a-quote", text=told.running(told.board(name)[:1]))

    def ends(self, node: t.Keeps, is_new: bool) -> tuple[str, str]:
        """The least and the greatest number that is kept."""
        kept = next((each for each in self.side(is_new).rules.fields if each.name == node.name), None)
        if kept is not None:
            return str(kept.type.low), str(kept.type.high)
        low, high = (unparse(each) if each is not None else "" for each in (node.type.low, node.type.high))
        return low, high

    def condition(self, e: t.Expr, is_new: bool) -> str:
        """A condition that is required, behind `requires`."""
        return self.side(is_new).message("that-condition", e.span)

    def idle_line(self, entry: Entry, is_new: bool) -> str:
        """Of a requirement that always holds as the options are set, or a price of nothing: on which option it
        hangs."""
        told = self.side(is_new)
        statement = getattr(entry.node, "statement", None)
        if not isinstance(statement, (t.Require, t.Cost)) or told.line(entry.node.span):
            return ""
        return self._by_option(entry.node, told)

    def quote_line(self, entry: Entry, is_new: bool) -> str:
        """The first line of a clause as a quotation."""
        return self.side(is_new).message("a-quote", text=self.line(entry, is_new, False))

    def both(self, new: Entry, old: Entry) -> tuple[str, str]:
        """A clause that was changed, and what it was; on what it hangs where both sound the same."""
        return self._apart((self.quote_line(new, True), self.quote_line(old, False)), new.node, old.node)

    def values(self, new: t.Expr, old: t.Expr) -> tuple[str, str]:
        """A value, and what it was; on what it hangs where both sound the same."""
        return self._apart((self.value(new, True), self.value(old, False)), new, old)

    def _apart(self, said: tuple[str, str], *nodes: Any) -> tuple[str, str]:
        """Two things that are said, on what they hang where both sound the same."""
        if said[0] != said[1]:
            return said
        new, old = (self._by_option(each, self.side(True)) or said[0] for each in nodes)
        return new, old

    def value(self, e: t.Expr, is_new: bool) -> str:
        """A value or a condition, told beside another."""
        told = self.side(is_new)
        said = told.expression(e.span)
        return told.message("a-quote", text=said) if said else f"`{unparse(e)}`"

    def price(self, price: t.Price, is_new: bool) -> str:
        """A price that is no plain number."""
        amount, unit = price.quantity.amount, price.quantity.unit
        said = self.side(is_new).costs(unparse(unit), amount.span) if amount is not None and unit is not None else ""
        return said or f"`{unparse(price)}`"


def _span(node: Any) -> Span:
    span: Span = node.span
    return span


def _type(node: t.TypeNode) -> str:
    if node.low is not None and node.high is not None:
        return f"{unparse(node.low)}–{unparse(node.high)}"
    return spoken(node.name) or spoken(node.form)
