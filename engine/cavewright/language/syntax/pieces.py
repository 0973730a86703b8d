"""Files that change while somebody writes them: read piece by piece, each declaration as a source of its own.

A piece that says what it said before is not read again, wherever it has moved to: its nodes are the same objects.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ...foundation.source import Diagnostic, Source, Span
from . import tree as t
from .parse import CHUNK_LIMIT, file_of_parts, parse_text, starts_of, unreadable

Piece = tuple[Source, Any, Diagnostic | None]
"""One declaration: its text as a source of its own, what was read of it, and what is wrong with it."""


class PieceReader:
    """Reads the versions of one file after each other. `offsets` tells where the pieces of the last one begin."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.source = Source(name, "")
        self.offsets: dict[int, int] = {}
        self.read = 0
        """How many pieces the last version needed to have read."""
        self._is_read = False
        self._pieces: dict[tuple[str, int], Piece] = {}
        self._result: tuple[t.File, tuple[Diagnostic, ...]] = t.File(()), ()

    def parse(self, text: str) -> tuple[t.File, tuple[Diagnostic, ...]]:
        """The tree of a version and what cannot be read of it; spans lie in pieces, `place` brings them back.

        >>> reader = PieceReader("a.cave")
        >>> first, _ = reader.parse('unit m "metre"\\nconstant b = 4\\n')
        >>> second, _ = reader.parse('# so far\\nunit m "metre"\\nconstant b = 5\\n')
        >>> second.items[0] is first.items[0], reader.read, str(reader.place(second.items[1].span))
        (True, 1, 'a.cave:3:1')
        """
        if self._is_read and text == self.source.text:
            self.read = 0
            return self._result
        self.source, self.read, self._is_read = Source(self.name, text), 0, True
        refused = unreadable(self.source)
        if refused:
            self.offsets, self._pieces = {}, {}
            self._result = t.File((), span=Span(self.source, 0, 0)), (refused,)
            return self._result
        starts = starts_of(self.source)
        kept, self.offsets = dict[tuple[str, int], Piece](), {}
        seen = Counter[str]()
        for start, end in pairwise(starts[: CHUNK_LIMIT + 1]):
            key = text[start:end], seen[text[start:end]]
            seen[key[0]] += 1
            kept[key] = self._pieces.get(key) or self._read_piece(key[0])
            self.offsets[id(kept[key][0])] = start
        self._pieces = kept
        parts = ((Span(source, 0, len(source.text)), item, problem) for source, item, problem in kept.values())
        self._result = file_of_parts(self.source, starts, parts)
        return self._result

    def _read_piece(self, text: str) -> Piece:
        self.read += 1
        source = Source(self.name, text)
        return (source, *parse_text(source, 0, len(text), "item"))

    def owns(self, source: Source) -> bool:
        """Tells if a source is this file, or a piece of its last version."""
        return id(source) in self.offsets or source is self.source

    def place(self, span: Span) -> Span:
        """The span in the whole file of what stands in a piece."""
        base = self.offsets.get(id(span.source), 0)
        return Span(self.source, span.start + base, span.end + base)

    def sources(self) -> Iterable[Source]:
        """The sources of the pieces, in order."""
        return (each[0] for each in self._pieces.values())

    def piece_at(self, offset: int) -> tuple[Any, int]:
        """Returns what stands at an offset, none where it could not be read, and where its piece begins."""
        pieces = list(self._pieces.values())
        starts = [self.offsets[id(each[0])] for each in pieces]
        at = bisect_right(starts, offset) - 1
        return (pieces[at][1], starts[at]) if at >= 0 else (None, 0)
