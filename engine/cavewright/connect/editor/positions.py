"""Places as editors count them: lines from 0, and columns in units of UTF-16."""

from __future__ import annotations

from ...foundation.source import Source, Span
from ...foundation.source.frozen import frozen


@frozen
class Position:
    """A place between two characters."""

    line: int
    character: int


@frozen
class Range:
    """Stretch between two places."""

    start: Position
    end: Position


@frozen
class TextEdit:
    """Replacement of what stands between two offsets of a text."""

    start: int
    end: int
    text: str


def offset_of(source: Source, position: Position) -> int:
    """The offset of a place; one beyond a line is its end, one beyond the text the end of that.

    >>> [offset_of(Source("a.cave", "a𝄞b\\nc"), Position(*each)) for each in ((0, 3), (0, 9), (1, 0), (7, 7), (-1, 0))]
    [2, 3, 4, 5, 0]
    """
    starts = source.line_starts
    if position.line < 0:
        return 0
    if position.line >= len(starts):
        return len(source.text)
    left, offset = max(position.character, 0), starts[position.line]
    for character in source.line(position.line + 1):
        left -= 2 if ord(character) > 0xFFFF else 1
        if left < 0:
            break
        offset += 1
    return offset


def position_of(source: Source, offset: int) -> Position:
    """The place of an offset.

    >>> position_of(Source("a.cave", "a𝄞b"), 2)
    Position(line=0, character=3)
    """
    line, column = source.place(min(max(offset, 0), len(source.text)))
    start = source.line_starts[line - 1]
    before = source.text[start : start + column - 1]
    return Position(line - 1, len(before) + sum(ord(each) > 0xFFFF for each in before))


def range_of(span: Span) -> Range:
    """The places between which a span lies."""
    return Range(position_of(span.source, span.start), position_of(span.source, span.end))


def apply_edits(text: str, edits: tuple[TextEdit, ...]) -> str:
    """The text after edits that do not overlap.

    >>> apply_edits("gold and silver", (TextEdit(0, 4, "iron"), TextEdit(9, 15, "tin")))
    'iron and tin'
    """
    for each in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: each.start] + each.text + text[each.end :]
    return text
