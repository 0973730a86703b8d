"""Comments of a rule file: found in its source, and put to the lines that they end or stand before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...foundation.source import Source, Span
from ...foundation.source.frozen import frozen
from . import tree as t
from .layout import TAB, Line

_NOTED = re.compile(r'"[^"\n]*"|(#[^\n]*)')


@frozen
class CommentedSource:
    """A source as it was written: where its comments stand, and `words`, its text with blanks in their place."""

    source: Source
    words: str
    comments: tuple[Span, ...]

    @classmethod
    def of(cls, source: Source, file: t.File) -> CommentedSource:
        """A file, read for its comments."""
        raw = [node.span for node in t.walk(file) if isinstance(node, t.Row | t.Said)]
        masked = _blank_out(source.text, raw)
        found = [Span(source, *match.span(1)) for match in _NOTED.finditer(masked) if match[1]]
        return cls(source, _blank_out(source.text, found), tuple(found))

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return self.source.place(offset)[0]

    def column(self, offset: int) -> int:
        """Returns the indentation of the line of this place."""
        line = self.source.line(self.line(offset))
        return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(TAB))

    def follows_blank(self, offset: int) -> bool:
        """Tells if the line before is blank."""
        line = self.line(offset)
        return line > 1 and not self.source.line(line - 1).strip()

    def end(self, start: int, stop: int) -> int:
        """Returns the end of the last word in this stretch."""
        return start + len(self.words[start:stop].rstrip())


def _blank_out(text: str, spans: Iterable[Span]) -> str:
    """The text with blanks in place of these stretches, which are in order."""
    parts, done = [], 0
    for span in spans:
        parts += [text[done : span.start], " " * (span.end - span.start)]
        done = span.end
    return "".join((*parts, text[done:]))


def with_comments(lines: Sequence[Line], written: CommentedSource) -> list[Line]:
    """The lines with the comments that end them, and among them those that stand alone."""
    _place(lines, written)
    comments, result = list(reversed(written.comments)), []
    columns: list[int] = []
    stops = [*(line.start for line in lines), len(written.words)][1:]
    for line, stop in zip(lines, stops, strict=True):
        end = written.end(line.start, stop)
        while comments and comments[-1].start < end:
            result.append(_alone(comments.pop(), line, columns, written))
        result.append(line)
        columns[line.depth :] = [written.column(line.start)]
        if comments and written.line(comments[-1].start) == written.line(max(end - 1, 0)):
            line.comment = comments.pop().text.rstrip()
    return result + [_alone(comment, None, columns, written) for comment in reversed(comments)]


def _place(lines: Sequence[Line], written: CommentedSource) -> None:
    """Sets what only the source knows of the lines: where an `otherwise` begins, and what follows a blank line."""
    for line in lines:
        if line.kind == "otherwise":
            line.start = written.words.rindex("otherwise", 0, line.start)
        line.blank = written.follows_blank(line.start)


def _alone(comment: Span, line: Line | None, columns: Sequence[int], written: CommentedSource) -> Line:
    """A comment on a line of its own before this one; where blocks end, in the innermost that it is indented like."""
    blank = written.follows_blank(comment.start)
    depth = line.depth if line else 0
    if line and line.start < comment.start:
        blank, line.blank = line.blank, False
    else:
        column = written.column(comment.start)
        inside = [level for level in range(depth, len(columns)) if columns[level] <= column]
        depth = max([depth, *inside])
    return Line(depth, "#", comment.text.rstrip(), blank=blank)
