"""Base class of builders: spans of grammar rules, and the values of tokens."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from lark import Token, Tree
from lark.tree import Meta

from ...source import Source, Span

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


def string(token: Token | None) -> str:
    """What stands between quotes; "" if nothing does."""
    return "" if token is None else str(token)[1:-1]


def ids(cites: Token | None) -> tuple[str, ...]:
    """The ids in brackets, if there are any."""
    return cited_ids(cites) if cites else ()


LARGEST = 10**9


def integer(token: Token) -> int:
    """The number, or one past the largest that rules may use; the checker refuses that one by its place."""
    return int(token) if len(token) <= 10 else LARGEST + 1


def all_of(kind: type[Kind], children: Children) -> tuple[Kind, ...]:
    """The children that are of one kind."""
    return tuple(x for x in children if isinstance(x, kind))


class Rules:
    """Builds nodes whose spans lie in `source`, `offset` characters on from where Lark counted.

    Lark's `Transformer` would do, but wraps every method anew at every node.
    """

    def __init__(self, source: Source, offset: int) -> None:
        self.source, self.offset = source, offset
        self.lost: list[Span] = []
        """Branches whose texts or ids would have no place in the tree."""

    def transform(self, parsed: Tree[Token]) -> Any:
        """What the rule of a parse tree makes of what the rules below it have made; without a method of its name, a
        tree of that."""
        children = [self.transform(each) if isinstance(each, Tree) else each for each in parsed.children]
        rule = getattr(self, parsed.data, None)
        return Tree(parsed.data, children, parsed.meta) if rule is None else rule(parsed.meta, children)

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, meta.start_pos + self.offset, meta.end_pos + self.offset)

    def _token_span(self, token: Token) -> Span:
        return Span(self.source, (token.start_pos or 0) + self.offset, (token.end_pos or 0) + self.offset)

    def _tail(self, children: Children) -> tuple[Children, str, tuple[str, ...]]:
        """Splits off the text and the cited ids that end most lines."""
        *rest, text, cites = children
        return rest, string(text), ids(cites)
