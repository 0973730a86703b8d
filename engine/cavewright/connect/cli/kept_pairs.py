"""Pairs of a study of impact in a file, a line each: what was interrupted goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ...bots.impact.paired_games import Pair
from ...foundation.storage.durable_writes import write_over
from ...foundation.storage.plain_files import read_plain
from ...foundation.texts import Texts

LARGEST = 2**30
"""Bytes of a file of pairs."""


@contextmanager
def open_pairs(
    path: Path | None, head: Mapping[str, Any], seed: int, said: Texts
) -> Iterator[tuple[list[Pair], Callable[[Pair], None] | None]]:
    """Yields the pairs that a file keeps, and a function that keeps another. `head` says of which study they are. Raises
    ValueError for a file of something else, and OSError."""
    if path is None:
        yield [], None
        return
    known = read_pairs(path, head, seed, said) if path.exists() else []
    write_over(path, "".join(f"{each}\n" for each in (json.dumps(head), *map(_line_of, known))))
    with path.open("a", encoding="utf-8") as file:

        def keep(pair: Pair) -> None:
            file.write(f"{_line_of(pair)}\n")
            file.flush()

        yield known, keep


def _line_of(pair: Pair) -> str:
    return json.dumps(asdict(pair), separators=(",", ":"))


def read_pairs(path: Path, head: Mapping[str, Any], seed: int, said: Texts) -> list[Pair]:
    """Returns the pairs of a file. A last line that was cut off is left out. Raises ValueError that names file and line."""
    lines = read_plain(path, LARGEST).decode("utf-8", "replace").split("\n")
    if _as_json(lines[0]) != json.loads(json.dumps(head)):
        raise ValueError(
            said.phrase("{path} keeps pairs of another study: name another file, or remove this one", path=path)
        )
    adapter, pairs = TypeAdapter(Pair), list[Pair]()
    for n, line in enumerate(lines[1:-1]):
        try:
            pair = adapter.validate_json(line)
        except ValidationError:
            pair = None
        if pair is None or pair.base.seed != seed + n or pair.variant.seed != seed + n:
            raise ValueError(
                said.phrase(
                    "{path}, line {line}: no pair of games of seed {seed}", path=path, line=n + 2, seed=seed + n
                )
            )
        pairs.append(pair)
    return pairs


def _as_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
