"""Generated functions, kept between runs: their code, and what they refer to.

They are told by what their ruleset is told by, to the letter (see `play/loading/ruleset_cache.py`), and by their form. Of the model nothing
is written down: what is part of it is the way that leads to it, and comes back as the very part of the ruleset that is
there. See `foundation/storage/cache.py` for why it may be read.
"""

from __future__ import annotations

import atexit
import io
import marshal
import pickle
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import CodeType
from typing import Any, Protocol
from weakref import WeakSet

from ...foundation.source import Source, Span
from ...foundation.storage import cache as kept
from ...rules.cave.fixed import PlaceGraph
from ...rules.model import ruleset as m
from ...rules.model.types import Type
from ...rules.program import instructions as i
from ..generate import CodeBundle

MOST_BUNDLES = 4
"""Volumes that are kept of one form; the largest are."""

Roots = dict[str, Any]
ModelPath = tuple[Any, ...]
"""Names and numbers, from the roots to a part of the model."""


class CodeWriter(Protocol):
    """Writer of functions that keeps what it has written."""

    def keep(self) -> None:
        """Keeps it, if it can be."""
        ...


_WRITING: WeakSet[CodeWriter] = WeakSet()


def remember(each: CodeWriter) -> None:
    """When the process ends something has to be kept."""
    _WRITING.add(each)


@atexit.register
def keep_all() -> None:
    """Keeps what was written in this process."""
    for each in list(_WRITING):
        with suppress(Exception):
            each.keep()


def key_of(rules: m.Ruleset, logged: bool, noted: bool) -> str:
    """Returns the key under which the functions of a ruleset are kept, by their form; "" where nothing is kept."""
    return kept.key_of(["code", rules.key, repr((logged, noted))]) if rules.key else ""


def roots(rules: m.Ruleset, program: i.Program, nets: Mapping[str, PlaceGraph]) -> Roots:
    """The values of which functions refer to parts."""
    return {
        "nets": nets,
        "fields": rules.fields,
        "kinds": rules.kinds,
        "boards": rules.boards,
        "defines": rules.defines,
        "rankings": rules.rankings,
        "code": program.code,
    }


def read(key: str, roots: Roots) -> list[CodeBundle]:
    """Returns the functions that were kept under a key; none if they cannot be read."""
    content = kept.read(key) if key else None
    if content is None:
        return []
    try:
        bundles = _Reader(io.BytesIO(content), roots).load()
    except Exception:
        return []
    return bundles if isinstance(bundles, list) and all(isinstance(each, CodeBundle) for each in bundles) else []


def keep(key: str, roots: Roots, bundle: CodeBundle) -> None:
    """Keeps a bundle beside others, if it has anything that they have not. One that is too deep to be written down is
    not kept."""
    if kept.directory() is None:
        return
    there = read(key, roots)
    if bundle.left is None and bundle.asks <= {ask for each in there for ask in each.asks}:
        return
    others = [each for each in there if not each.asks <= bundle.asks or (each.left is not None and bundle.left is None)]
    bundles = sorted([*others, bundle], key=lambda each: (each.left is None, -len(each.functions)))[:MOST_BUNDLES]
    if not any(each is bundle for each in bundles):
        return
    content = io.BytesIO()
    try:
        _Writer(content, roots).dump(bundles)
    except (pickle.PicklingError, RecursionError, TypeError, ValueError):
        return
    kept.write(key, content.getvalue())


class _Writer(pickle.Pickler):
    """Writes the way to a part of the model in its place."""

    def __init__(self, file: io.BytesIO, roots: Roots) -> None:
        super().__init__(file, protocol=5)
        self.ways = ways(roots)

    def persistent_id(self, value: Any) -> ModelPath | None:
        """The way to a part of the model."""
        return self.ways.get(id(value)) if is_part(value) else None

    def reducer_override(self, value: Any) -> Any:
        """Code as Python writes it down itself; where an expression stood matters to nobody any more."""
        if isinstance(value, Span):
            return nowhere, ()
        return (marshal.loads, (marshal.dumps(value),)) if isinstance(value, CodeType) else NotImplemented


class _Reader(pickle.Unpickler):
    """Puts the parts of the model back in."""

    def __init__(self, file: io.BytesIO, roots: Roots) -> None:
        super().__init__(file)
        self.roots = roots

    def persistent_load(self, way: ModelPath) -> Any:
        """The part of the model to which a way leads."""
        found: Any = self.roots
        for step in way:
            found = found[step] if isinstance(found, (Mapping, Sequence)) else getattr(found, step)
        return found


def nowhere() -> Span:
    """The place of what stands in no file."""
    return Span(Source("rules", ""), 0, 0)


def ways(roots: Roots) -> dict[int, ModelPath]:
    """A way to every part of the model, by its identity, the shortest ones."""
    found: dict[int, ModelPath] = {}
    due: deque[tuple[Any, ModelPath]] = deque([(roots, ())])
    while due:
        whole, way = due.popleft()
        for step, part in parts(whole):
            if is_part(part) and id(part) not in found:
                found[id(part)] = (*way, step)
                due.append((part, (*way, step)))
    return found


def is_part(value: Any) -> bool:
    """Tells if something of the model is pointed to, and not written down."""
    return (
        (isinstance(value, (tuple, dict)) and bool(value))
        or isinstance(value, PlaceGraph)
        or (is_dataclass(value) and not isinstance(value, (Type, Span, type)))
    )


def parts(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Yields the parts of a value, with the names or numbers by which each is reached."""
    if isinstance(whole, Mapping):
        yield from whole.items()
    elif isinstance(whole, tuple):
        yield from enumerate(whole)
    elif isinstance(whole, PlaceGraph):
        yield from vars(whole).items()
    else:
        yield from ((each.name, getattr(whole, each.name)) for each in fields(whole))
