"""Rulesets that were read and checked, and what else follows from their files, kept between runs: the same values,
warnings too, without reading and checking anew.

What is kept is told by everything that it was made from: the program, the texts and names of all files, the options. It
is a pickle in which the files themselves are only pointed to, since they have just been read; see `foundation/storage/cache.py` for
why it may be read.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from ...foundation.source import Diagnostic, Source
from ...foundation.source.frozen import frozen
from ...foundation.storage import cache as kept
from ...language.compose import Folder
from ...rules.model.ruleset import Ruleset
from ..positions.rulebook import Facts

Value = TypeVar("Value")
RULESET = "ruleset"
"""Names what follows from rules, tables and facts alone; all else depends on what was written for people too."""
FOR_PEOPLE = ("catalogue", "book", "lock", "picture")
"""Files on which no rule depends."""


@frozen
class CheckedRules:
    """A checked ruleset, or none, all findings, and the facts that ids stand for."""

    rules: Ruleset | None
    found: tuple[Diagnostic, ...]
    facts: Facts


def remember(what: str, folders: Sequence[Folder], options: Mapping[str, Any], make: Callable[[], Value]) -> Value:
    """A value that follows from the files of these folders and from options: as it was kept, else made and kept."""
    key = key_of(folders, options, what)
    value = _read(key, folders)
    if value is None:
        value = make()
        _write(key, folders, value)
    return value  # type: ignore[no-any-return]


def key_of(folders: Sequence[Folder], options: Mapping[str, Any], what: str = RULESET) -> str | None:
    """Returns the key of a stored value; none where nothing is to be stored, nor for options that are no plain
    values."""
    plain = all(isinstance(name, str) and isinstance(value, str | int | bool | None) for name, value in options.items())
    if not plain or kept.is_off():
        return None
    return kept.key_of([what, kept.program(), repr(sorted(options.items())), *_key_parts(folders, what)])


def _key_parts(folders: Sequence[Folder], what: str) -> Iterator[str]:
    for folder in folders:
        yield from ("folder", folder.id_or_path)
        for name, source in _sources(folder):
            if what != RULESET or name not in FOR_PEOPLE:
                yield from (name, source.name, source.text)


def _sources(folder: Folder) -> Iterator[tuple[str, Source]]:
    """The files of a folder, each with what it is."""
    yield from (("rules", source) for source in folder.sources)
    yield from ((f"table {name}", source) for name, source in folder.tables.items())
    written = {"facts": folder.facts, "book": folder.book, "lock": folder.lock}
    yield from ((name, source) for name, source in written.items() if source is not None)
    yield from (("catalogue", source) for source in folder.catalogues.values())
    yield from (("picture", source) for source in folder.pictures.values())


def stored_ruleset(key: str | None, folders: Sequence[Folder]) -> CheckedRules | None:
    """The ruleset that was kept under a key, with the files of these folders; none if that cannot be had."""
    ready = _read(key, folders)
    return ready if isinstance(ready, CheckedRules) else None


def keep(key: str | None, folders: Sequence[Folder], ready: CheckedRules) -> None:
    """Keeps a ruleset that can be played."""
    if ready.rules is not None:
        _write(key, folders, ready)


def _read(key: str | None, folders: Sequence[Folder]) -> Any:
    content = kept.read(key) if key is not None else None
    try:
        return None if content is None else _Reader(io.BytesIO(content), _all_sources(folders)).load()
    except Exception:
        return None


def _write(key: str | None, folders: Sequence[Folder], value: object) -> None:
    """Stores a value, unless it is too deep to be written down."""
    if key is None:
        return
    content = io.BytesIO()
    try:
        _Writer(content, _all_sources(folders)).dump(value)
    except (pickle.PicklingError, RecursionError, TypeError):
        return
    kept.write(key, content.getvalue())


def _all_sources(folders: Sequence[Folder]) -> list[Source]:
    return [source for folder in folders for _, source in _sources(folder)]


class _Writer(pickle.Pickler):
    """Writes the number of a file in the place of the file; and of values what they are made from, which is read faster
    than what is in them."""

    def __init__(self, file: io.BytesIO, sources: list[Source]) -> None:
        super().__init__(file, protocol=5)
        self.sources = {each: n for n, each in enumerate(sources)}
        self.numbers = {id(each): n for n, each in enumerate(sources)}

    def persistent_id(self, value: Any) -> int | None:
        """The number of a file; trees that were parsed before point to one that is equal."""
        if not isinstance(value, Source):
            return None
        if id(value) not in self.numbers and value in self.sources:
            self.numbers[id(value)] = self.sources[value]
        return self.numbers.get(id(value))

    def reducer_override(self, value: Any) -> Any:
        """A value by the parts that it is made from, in their order; a mapping that cannot be changed by what is in it."""
        if isinstance(value, MappingProxyType):
            return _read_only, (dict(value),)
        parts = _parts(value.__class__)
        return (type(value), tuple(getattr(value, each) for each in parts)) if parts else NotImplemented


def _read_only(values: dict[Any, Any]) -> Mapping[Any, Any]:
    """A mapping that cannot be changed. Pickles find its class by no name, but this function."""
    return MappingProxyType(values)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of what a value of slots is made from; nothing for whatever cannot be made from all that is in it, in
    order."""
    if not is_dataclass(kind) or "__slots__" not in vars(kind) or hasattr(kind, "__post_init__"):
        return ()
    return (
        tuple(each.name for each in fields(kind))
        if all(each.init and not each.kw_only for each in fields(kind))
        else ()
    )


class _Reader(pickle.Unpickler):
    """Puts the files back in."""

    def __init__(self, file: io.BytesIO, sources: list[Source]) -> None:
        super().__init__(file)
        self.sources = sources

    def persistent_load(self, number: int) -> Source:
        """The file of a number."""
        return self.sources[number]
