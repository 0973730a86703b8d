"""Reachability in graphs of names: what some of them lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def reachable(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """Some names, and all that they lead to.

    >>> sorted(reachable({"a": ["b"], "b": ["a"], "c": ["a"]}, ["a"]))
    ['a', 'b']
    """
    found, todo = set[str](), list(start)
    while todo:
        if (name := todo.pop()) not in found:
            found.add(name)
            todo += graph.get(name, ())
    return found
