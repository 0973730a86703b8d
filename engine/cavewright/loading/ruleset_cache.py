"""Rulesets that were read and checked, kept between runs: the same values, warnings too, without reading and checking
anew.

What is kept is told by everything that it was made from: the program, the texts and names of all files, the options. It
is a pickle in which the files themselves are only pointed to, since they have just been read; see `source/cache.py` for
why it may be read.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ..compose import Folder
from ..model.ruleset import Ruleset
from ..positions.rulebook import Facts
from ..source import Diagnostic, Source
from ..source import cache as kept
from ..source.frozen import frozen


@frozen
class Ready:
    """A checked ruleset, or none, all findings, and the facts that ids stand for."""

    rules: Ruleset | None
    found: tuple[Diagnostic, ...]
    facts: Facts


def key_of(folders: Sequence[Folder], options: Mapping[str, Any]) -> str | None:
    """What a ruleset is kept under; none where nothing is to be kept, nor for options that are no plain values."""
    plain = all(isinstance(name, str) and isinstance(value, str | int | bool | None) for name, value in options.items())
    if not plain or kept.is_off():
        return None
    return kept.key_of(["ruleset", kept.program(), repr(sorted(options.items())), *_told(folders)])


def _told(folders: Sequence[Folder]) -> Iterator[str]:
    for folder in folders:
        yield from ("folder", folder.id_or_path)
        for name, source in _sources(folder):
            yield from (name, source.name, source.text)


def _sources(folder: Folder) -> Iterator[tuple[str, Source]]:
    """The files that rules are made from, each with what it is."""
    yield from (("rules", source) for source in folder.sources)
    yield from ((f"table {name}", source) for name, source in folder.tables.items())
    if folder.facts is not None:
        yield "facts", folder.facts


def known(key: str | None, folders: Sequence[Folder]) -> Ready | None:
    """What was kept under a key, with the files of these folders; none if that cannot be had."""
    content = kept.read(key) if key is not None else None
    if content is None:
        return None
    try:
        ready = _Reader(io.BytesIO(content), [source for folder in folders for _, source in _sources(folder)]).load()
    except Exception:
        return None
    return ready if isinstance(ready, Ready) else None


def keep(key: str | None, folders: Sequence[Folder], ready: Ready) -> None:
    """Keeps a ruleset that can be played. One that is too deep to be written down is not kept."""
    if key is None or ready.rules is None:
        return
    content = io.BytesIO()
    try:
        _Writer(content, [source for folder in folders for _, source in _sources(folder)]).dump(ready)
    except (pickle.PicklingError, RecursionError, TypeError):
        return
    kept.write(key, content.getvalue())


class _Writer(pickle.Pickler):
    """Writes the number of a file in the place of the file; and of values what they are made from, which is read faster
    than what is in them."""

    def __init__(self, file: io.BytesIO, sources: list[Source]) -> None:
        super().__init__(file, protocol=5)
        self.numbers = {id(each): n for n, each in enumerate(sources)}

    def persistent_id(self, value: Any) -> int | None:
        """The number of a file."""
        return self.numbers.get(id(value)) if isinstance(value, Source) else None

    def reducer_override(self, value: Any) -> Any:
        """A value by the parts that it is made from, in their order."""
        parts = _parts(value.__class__)
        return (type(value), tuple(getattr(value, each) for each in parts)) if parts else NotImplemented


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
