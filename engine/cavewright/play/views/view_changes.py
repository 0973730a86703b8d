"""Differences of views, as operations of a JSON Patch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from ...foundation.source.frozen import frozen


@frozen
class Difference:
    """An operation of a JSON Patch (RFC 6902): `op` is add, replace or remove, `path` a JSON Pointer."""

    op: Literal["add", "replace", "remove"]
    path: str
    value: Any = None


def find_changes(before: Any, after: Any, path: str = "") -> Iterator[Difference]:
    """Yields the operations that turn one value into another. A list of another length is replaced.

    >>> [(each.op, each.path, each.value) for each in find_changes({"a": 1, "b": [1, 2]}, {"b": [1, 3], "c/d": None})]
    [('remove', '/a', None), ('replace', '/b/1', 3), ('add', '/c~1d', None)]
    """
    if _is_same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in (each for each in before if each not in after):
            yield Difference(op="remove", path=_pointer(path, name))
        for name, value in after.items():
            if name not in before:
                yield Difference(op="add", path=_pointer(path, name), value=value)
            elif not _is_same(before[name], value):
                yield from find_changes(before[name], value, _pointer(path, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for n, (one, other) in enumerate(zip(before, after, strict=True)):
            if not _is_same(one, other):
                yield from find_changes(one, other, f"{path}/{n}")
    else:
        yield Difference(op="replace", path=path, value=after)


def _is_same(before: Any, after: Any) -> bool:
    return bool(before == after) and type(before) is type(after)


def _pointer(path: str, name: str) -> str:
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
