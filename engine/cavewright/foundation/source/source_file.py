"""Files as values: a text with a name, and places in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .frozen import frozen
from .lazy_property import lazy_property


@dataclass(frozen=True)
class Source:
    """One file that was read: the name it is shown under, and its text.

    Lines and columns count from 1; a column counts characters, not bytes.

    >>> Source("a.cave", "unit m\\nunit s\\n").place(12)
    (2, 6)
    """

    name: str
    text: str = field(repr=False)

    @lazy_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first character of every line."""
        return (0, *(at + 1 for at, character in enumerate(self.text) if character == "\n"))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        from bisect import bisect_right

        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of one line, without its line break."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text) + 1
        return self.text[starts[number - 1] : end].rstrip("\r\n")


@frozen
class Span:
    """A stretch of a source, from `start` up to, not including, `end` (character offsets).

    >>> str(Span(Source("a.cave", "unit m"), 5, 6))
    'a.cave:1:6'
    """

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line on which it begins, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """Column at which it begins, from 1."""
        return self.source.place(self.start)[1]

    @property
    def place(self) -> tuple[str, int]:
        """Beginning of the span, as a key: the name of its source, and the offset."""
        return self.source.name, self.start

    @property
    def text(self) -> str:
        """Text within the span."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of another of the same source."""
        return Span(self.source, self.start, max(self.end, other.end))
