"""Reachability in graphs of names: what some of them lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Name = TypeVar("Name")


def reachable(graph: Mapping[Name, Iterable[Name]], start: Iterable[Name]) -> set[Name]:
    """Some names, and all that they lead to.

    >>> sorted(reachable({"a": ["b"], "b": ["a"], "c": ["a"]}, ["a"]))
    ['a', 'b']
    """
    found, todo = set[Name](), list(start)
    while todo:
        if (name := todo.pop()) not in found:
            found.add(name)
            todo += graph.get(name, ())
    return found
