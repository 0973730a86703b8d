"""Reads what bags, piles and sets begin with: members, pieces that are counted, or each row of a kind once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...foundation.source import Span
from ...language.syntax import tree as t
from ...language.syntax import unparse
from ..model import ruleset as m
from ..model.piles import MOST_IN_PILE
from ..model.types import Type, fits_type, row
from .expression_reader import Reader


class FirstContents:
    """The first contents of fields, as `read` reads expressions."""

    def __init__(self, read: Reader) -> None:
        self.read, self.names = read, read.names
        self.kept: m.Field
        """the field whose content is read"""

    def value(self, kept: m.Field, node: Any) -> m.Expr | None:
        """The content that a field begins with; none if something in it cannot be read."""
        self.kept, type_ = kept, kept.type
        if not type_.is_bag and not type_.facts.in_bits and isinstance(node, t.Contents):
            return self.read.wrong("C0401", f"`{kept.name}` is `{type_}`: it begins with one value, not several", node)
        if not type_.is_bag and not self._is_list_of(node, type_):
            return self.read.read_as(node, type_, "the first value")
        written = tuple(_terms(node))
        amounts: dict[int, int] = {}
        for each in written:
            for member, many in self._members(each, type_):
                if member is None:
                    return None
                amounts[member] = amounts.get(member, 0) + many
        if type_.is_bag:
            return self._bag(kept, amounts, written, node.span)
        return m.constant(sum(1 << each for each in amounts), type_, node.span)

    def _is_list_of(self, node: Any, type_: Type) -> bool:
        """Tells if members of a set are written, and not one value that is such a set."""
        content = type_.content
        if not type_.facts.in_bits or content is None:
            return False
        if isinstance(node, t.Contents) or isinstance(node, t.Binary) and node.op in ("..", "+"):
            return True
        return self._is_kind(node, content) or not self.read.reader_test(
            lambda _: self.read.read_as(node, type_), node.span
        )("")

    def _is_kind(self, node: Any, content: Type) -> bool:
        return isinstance(node, t.Name) and content.is_row and node.id == content.name

    def _members(self, node: Any, type_: Type) -> Iterator[tuple[int | None, int]]:
        """Yields what is written in one place: the number of each member, and how many of it; none for a mistake."""
        content = type_.content if type_.content is not None else row(type_.name)
        if self._is_kind(node, content):
            yield from ((each, 1) for each in range(len(self.names.kinds[content.name].rows)))
        elif isinstance(node, t.Binary) and node.op == ".." and content.is_number:
            low, high = (self._member_number(each, content) for each in (node.left, node.right))
            if low is not None and high is not None and low > high:
                self.read.wrong(
                    "C0410", f"nothing lies in `{unparse(node)}`", node, help="write the smaller number first"
                )
            if low is None or high is None or low > high:
                yield None, 0
            else:
                yield from ((each, 1) for each in range(low, high + 1))
        elif isinstance(node, t.Quantity) or isinstance(node, t.Number) and node.unit and content.is_row:
            yield self._read_amount(node, type_, content)
        else:
            yield self._member_number(node, content), 1

    def _read_amount(self, node: t.Quantity | t.Number, type_: Type, content: Type) -> tuple[int | None, int]:
        """Pieces of one sort, and how many there are."""
        if isinstance(node, t.Number):
            amount: Any = t.Number(node.value, span=node.span)
            unit: Any = t.Name(node.unit, span=node.span)
        else:
            amount, unit = node.amount, node.unit
        if not type_.is_bag:
            self.read.wrong("C0401", "a set has each of its members once", node, help="write the member alone")
            return None, 0
        many = self.read.amount(amount, "how many there are")
        if not self._is_known(many, f"({unparse(amount)}) {unparse(unit)}"):
            return None, 0
        return self._member_number(unit, content), int(many.args[0])

    def _member_number(self, node: Any, content: Type) -> int | None:
        """The number of a member that is known before play; none, told of, for what is not."""
        value = self.read.expr(node, content)
        if value.type.is_none:
            self.read.wrong("C0401", "none is no member", value, help="take it out: what begins empty says nothing")
            return None
        if not fits_type(self.read.want(value, content, "what it begins with").type, content):
            return None
        if not self._is_known(value, f"1 {unparse(node)}" if self.kept.type.is_bag else unparse(node)):
            return None
        found = int(value.args[0])
        if not content.is_number:
            return found
        if not content.low <= found <= content.high or (found - content.low) % content.step:
            self.read.wrong("C0410", f"{found} is outside {content}", value)
            return None
        return (found - content.low) // content.step

    def _is_known(self, value: m.Expr, written: str) -> bool:
        """Tells if a value is known before play; C0417 with the line that puts there in play what is `written`."""
        if value.op != "const" and not value.type.is_unknown:
            self.read.wrong(
                "C0417",
                "what a bag, a pile or a set begins with has to be known before play",
                value,
                help=self._play_help(written),
            )
        return value.op == "const" and not value.type.is_unknown

    def _play_help(self, written: str) -> str:
        """Returns the help line with what puts something into each of the fields when play begins."""
        owner, name = self.kept.owner, self.kept.name
        if owner == "game":
            return f"put it there in `play`: {self._line_for(written, name)}"
        if owner == self.names.players:
            written = re.sub(r"\bme\b", "it", written)
        line = self._line_for(written, f"it.{name}")
        return f"put it there in `play`: `for each it in {owner}`, and below that {line}"

    def _line_for(self, written: str, name: str) -> str:
        return f"`gain {written} in {name}`" if self.kept.type.is_bag else f"`set {name}[{written}] = yes`"

    def _bag(self, kept: m.Field, amounts: dict[int, int], written: Any, span: Span) -> m.Expr | None:
        kind, type_ = self.names.kinds[kept.type.name], kept.type
        content = tuple(amounts.get(each, 0) for each in range(len(kind.rows)))
        sizes = kind.columns[type_.measure].values if type_.measure else (1,) * len(kind.rows)
        used = sum(many * size for many, size in zip(content, sizes, strict=False))
        room = min(type_.room or MOST_IN_PILE, MOST_IN_PILE) if type_.is_pile else type_.room
        if room and used > room or used < 0:
            self.read.wrong("C0410", f"`{kept.name}` has room for {room}, and begins with {used}", span)
            return None
        return m.constant(tuple(amounts.items()), type_, span)


def _terms(node: Any) -> Iterator[Any]:
    """Yields the parts of what is written, those that overlays add among them."""
    if isinstance(node, t.Contents):
        for each in node.parts:
            yield from _terms(each)
    elif isinstance(node, t.Binary) and node.op == "+":
        yield from (*_terms(node.left), *_terms(node.right))
    else:
        yield node
