"""Lines of two rulesets in words: what each says, by the sentences of the rules in which it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..positions.wording import Wording
from ..sentences import Sentences
from ..source import Span
from ..syntax import print_expr
from ..syntax import tree as t
from ..texts import capitalised
from .alignment import Entry

_MESSAGES = {
    t.Among: "among-first",
    t.Least: "least-first",
    t.Together: "together-first",
    t.Free: "board-free-first",
    t.Joined: "board-joined-first",
}


def code(text: str) -> str:
    """Words of the rule language among words of people, where there are no checked rules to tell them by."""
    return f"`{text}`"


class ToldLines:
    """What lines say: of the newer rules and of the older ones, whose wordings are given in that order, or in code if
    none are."""

    def __init__(self, words: Sequence[Wording]) -> None:
        self._sides = tuple(Sentences(each) for each in words)

    def side(self, is_new: bool) -> Sentences | None:
        """The sentences of the newer or the older rules."""
        return (self._sides[0] if is_new else self._sides[-1]) if self._sides else None

    def line(self, entry: Entry, is_new: bool, whole: bool = True) -> str:
        """What a clause says, with all that happens within it if `whole`."""
        told = self.side(is_new)
        if told is None:
            return code(entry.all_lines if whole else entry.line)
        said = self._said(entry.node, told, whole)
        return said or self._by_option(entry.node, told) or entry.written.replace("_", " ")

    def _said(self, node: Any, told: Sentences, whole: bool) -> str:
        match node:
            case t.Line(span=span, statement=statement):
                said = told.running(told.line(span), whole)
                return told.message("secretly", text=said) if getattr(statement, "secret", False) else said
            case t.Branch():
                return self._branch(node, told, whole)
            case t.Choice(domain=domain):
                return told.choice(domain.span)
            case t.Parameter(name=name, type=type_):
                return told.message("a-parameter", name=name.replace("_", " "), type=_type(type_))
            case t.Score(value=value):
                return told.expression(value.span)
            case t.Winner(order=order):
                return told.message(f"score-{order}")
            case t.Tie(order=order, value=value):
                return told.message(f"tie-{order}", value=told.expression(value.span))
            case t.Keeps(name=name):
                kept = next((each for each in told.rules.fields if each.name == name), None)
                return told.running((told.kept(kept),)) if kept is not None else ""
        inner = next((each for each in t.walk(node) if each is not node and told.expression(_span(each))), None)
        return told.message(_MESSAGES.get(type(node), "a-value"), _span(inner)) if inner is not None else ""

    def _branch(self, node: t.Branch, told: Sentences, whole: bool) -> str:
        found = told.message("or-if-first", node.condition.span) if node.condition is not None else ""
        head = found or told.message("otherwise")
        inner = [self._said(each, told, True) for each in node.body] if whole else []
        head = capitalised(head)
        return told.flow([told.message("head", text=head) if any(inner) else head, *filter(None, inner)])

    def _by_option(self, node: Any, told: Sentences) -> str:
        """Of a line that does nothing as the options are set: on which of them it hangs."""
        names = [each.id for each in t.walk(node) if isinstance(each, t.Name) and each.id in told.rules.options]
        return told.message("by-option", text=told.option(names[0]).text) if names else ""

    def board(self, name: str, is_new: bool) -> str:
        """What a board is like, as a quotation; "" where there are no checked rules."""
        told = self.side(is_new)
        return told.message("a-quote", text=told.running(told.board(name)[:1])) if told is not None else ""

    def ends(self, node: t.Keeps, is_new: bool) -> tuple[str, str]:
        """The least and the greatest number that is kept."""
        told = self.side(is_new)
        kept = next((each for each in told.rules.fields if each.name == node.name), None) if told else None
        if kept is not None:
            return str(kept.type.low), str(kept.type.high)
        low, high = (print_expr(each) if each is not None else "" for each in (node.type.low, node.type.high))
        return low, high

    def condition(self, e: t.Expr, is_new: bool) -> str:
        """A condition that is required, behind `requires`."""
        told = self.side(is_new)
        if told is None:
            return code(print_expr(e))
        return told.message("that-condition", e.span)

    def settled(self, entry: Entry, is_new: bool) -> str:
        """Of a requirement that always holds as the options are set, or a price of nothing: on which option it
        hangs."""
        told = self.side(is_new)
        statement = getattr(entry.node, "statement", None)
        if told is None or not isinstance(statement, (t.Require, t.Cost)) or told.line(entry.node.span):
            return ""
        return self._by_option(entry.node, told)

    def quoted(self, entry: Entry, is_new: bool) -> str:
        """The first line of a clause as a quotation."""
        told, line = self.side(is_new), self.line(entry, is_new, False)
        return told.message("a-quote", text=line) if told is not None else line

    def both(self, new: Entry, old: Entry) -> tuple[str, str]:
        """A clause that was changed, and what it was; on what it hangs where both sound the same."""
        told, said = self.side(True), (self.quoted(new, True), self.quoted(old, False))
        if told is None or said[0] != said[1]:
            return said
        return self._by_option(new.node, told) or said[0], self._by_option(old.node, told) or said[1]

    def values(self, new: t.Expr, old: t.Expr) -> tuple[str, str]:
        """A value, and what it was; on what it hangs where both sound the same."""
        told, said = self.side(True), (self.value(new, True), self.value(old, False))
        if told is None or said[0] != said[1]:
            return said
        return self._by_option(new, told) or said[0], self._by_option(old, told) or said[1]

    def name(self, kind: str, name: str) -> str:
        """How a rule is said that has no text; "" where nobody has said."""
        told = self.side(True)
        return told.named(kind, name) if told is not None else ""

    def mark(self, name: str) -> str:
        """A name that nobody has said otherwise, set off."""
        told = self.side(True)
        return told.message("a-quote", text=name.replace("_", " ")) if told is not None else code(name)

    def value(self, e: t.Expr, is_new: bool) -> str:
        """A value or a condition, told beside another."""
        told = self.side(is_new)
        said = told.expression(e.span) if told is not None else ""
        return told.message("a-quote", text=said) if told is not None and said else code(print_expr(e))

    def price(self, price: t.Price, is_new: bool) -> str:
        """A price that is no plain number."""
        told, amount = self.side(is_new), price.quantity.amount
        if told is None or amount is None or price.quantity.unit is None:
            return code(print_expr(price))
        return told.costs(print_expr(price.quantity.unit), amount.span) or code(print_expr(price))


def _span(node: Any) -> Span:
    span: Span = node.span
    return span


def _type(node: t.TypeNode) -> str:
    if node.low is not None and node.high is not None:
        return f"{print_expr(node.low)}–{print_expr(node.high)}"
    return node.name.replace("_", " ") or node.form.replace("_", " ")
