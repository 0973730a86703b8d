"""Rewrites a checked ruleset: one line or expression of it becomes another, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from ...rules.model import ruleset as m

GONE_THROUGH = (
    m.Expr,
    m.Step,
    *m.STATEMENTS,
    m.Amount,
    m.Payment,
    m.Bind,
    m.Define,
    m.Ranking,
    m.Process,
    m.Action,
    m.Trigger,
    m.ScoreLine,
    m.Scoring,
)
"""Classes of the model that hold lines or expressions; all others are left as they are."""
SECTIONS = ("processes", "actions", "triggers", "defines", "rankings", "scoring")
"""Parts of a ruleset in which clauses stand."""


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    """The fields of a class in which parts may stand."""
    return tuple(each.name for each in fields(kind) if each.name not in ("span", "type", "clause", "confirm", "local"))


def _class_of(node: Any) -> Any:
    return type(node)


class Rewriter:
    """Replaces one part by another. A line becomes any number of lines; an expression is replaced wherever the same one
    is written at the same place, since a cost keeps its amount twice."""

    def __init__(self, changes: Iterable[tuple[Any, Any]]) -> None:
        self.changes = list(changes)
        self.known: dict[int, Any] = {}
        self.held: list[Any] = []

    def rewrite(self, node: Any) -> Any:
        """A part of the model, with what is to change in it changed; itself where nothing is."""
        if isinstance(node, tuple):
            return self._rewrite_tuple(node)
        if isinstance(node, Mapping):
            return self._rewrite_mapping(node)
        if not isinstance(node, GONE_THROUGH):
            return node
        if id(node) not in self.known:
            self.held.append(node)
            self.known[id(node)] = self._rewrite_node(node)
        return self.known[id(node)]

    def _rewrite_node(self, node: Any) -> Any:
        for old, new in self.changes:
            if node is old or is_written_alike(node, old):
                return new
        if isinstance(node, m.Expr):
            args = self._rewrite_tuple(node.args)
            return node if args is node.args else replace(node, args=args)
        changed = {
            name: new
            for name in _names_of(_class_of(node))
            if (new := self.rewrite(old := getattr(node, name))) is not old
        }
        return replace(node, **changed) if changed else node

    def _rewrite_tuple(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        made: list[Any] = []
        for each in parts:
            new = self.rewrite(each)
            if isinstance(each, m.Step) and isinstance(new, tuple):
                made += new
            else:
                made.append(new)
        is_same = len(made) == len(parts) and all(a is b for a, b in zip(made, parts, strict=True))
        return parts if is_same else tuple(made)

    def _rewrite_mapping(self, parts: Mapping[Any, Any]) -> Mapping[Any, Any]:
        made = {key: self.rewrite(each) for key, each in parts.items()}
        return parts if all(made[key] is each for key, each in parts.items()) else made


def is_written_alike(node: Any, old: Any) -> bool:
    """Tells if two expressions are the same, written at the same place."""
    return (
        isinstance(node, m.Expr)
        and isinstance(old, m.Expr)
        and node.op == old.op
        and node.span.start == old.span.start
        and node.span.end == old.span.end
        and node.span.source.name == old.span.source.name
        and node == old
    )


def rewrite_ruleset(rules: m.Ruleset, changes: Iterable[tuple[Any, Any]], mark: str) -> m.Ruleset:
    """The ruleset with parts replaced. Its hash covers `mark`, so that no two are taken for each other."""
    rewriter = Rewriter(changes)
    changed = {name: rewriter.rewrite(getattr(rules, name)) for name in SECTIONS}
    return replace(rules, **changed, hash=f"{rules.hash}:{mark}")


def expressions_in(node: Any) -> Iterator[m.Expr]:
    """Yields every expression in a part of the model, definitions that it calls left out."""
    if isinstance(node, m.Expr):
        yield node
        for each in node.args:
            yield from expressions_in(each)
    elif isinstance(node, tuple):
        for each in node:
            yield from expressions_in(each)
    elif isinstance(node, GONE_THROUGH) and not isinstance(node, (m.Define, m.Ranking)):
        for name in _names_of(_class_of(node)):
            yield from expressions_in(getattr(node, name))
