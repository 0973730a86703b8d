"""Lines of sources with the places that are marked in them, cut to a width; and characters made visible."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from unicodedata import category, east_asian_width

from ..texts import Texts
from .diagnostic import Diagnostic
from .frozen import frozen
from .source_file import Source, Span

ASCII_FOR = str.maketrans(
    {
        "\u2026": "...",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u2018": "'",
        "\u2019": "'",
        "\u2192": "->",
        "\u2264": "<=",
        "\u2265": ">=",
        "\u00d7": "x",
        "\u00a0": " ",
    }
)

Escape = Callable[[str], str]


# --- Characters ----------------------------------------------------------------------------------------------------


def escape_character(character: str) -> str:
    """The character, or an escape for one that prints nothing of its own (but not for the space)."""
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def visible(character: str) -> str:
    """Returns the line with tabs shown as arrows."""
    return "→   " if character == "\t" else escape_character(character)


def ascii_only(character: str) -> str:
    """The character, or an escape for one that is not ASCII."""
    return character if " " <= character <= "~" else character.encode("unicode_escape").decode("ascii")


def prose(text: str, escape: Escape) -> str:
    """Words for people: line breaks stay, all else is made visible."""
    return "\n".join("".join(map(escape, line)) for line in text.split("\n"))


def ascii_prose(text: str) -> str:
    """Words for people in ASCII."""
    return prose(text.translate(ASCII_FOR), ascii_only)


def cells(text: str) -> int:
    """Columns that a text takes up on a screen."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(character: str) -> int:
    if category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def wrap_text(text: str, room: int) -> list[str]:
    """The text in lines of at most `room` columns, broken at spaces only."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, *words = paragraph.split(" ")
        for word in words:
            fits = cells(line) + 1 + cells(word) <= room
            if not fits:
                lines.append(line)
            line = f"{line} {word}" if fits else word
        lines.append(line)
    return lines


def headline(diagnostic: Diagnostic, words: Texts) -> tuple[str, str]:
    """Severity with the code, and the message on one line."""
    code = f"[{diagnostic.code}]" if diagnostic.code else ""
    return f"{words.phrase('error') if diagnostic.severity == 'error' else words.phrase('warning')}{code}", " ".join(
        diagnostic.message.split("\n")
    )


# --- Labels upon lines ---------------------------------------------------------------------------------------------


@frozen
class Mark:
    """A label whose span lies within its text."""

    span: Span
    text: str
    guilty: bool

    @property
    def line(self) -> int:
        """Its line, from 1."""
        return self.span.line

    def place(self, escape: Escape) -> str:
        """File, line and column."""
        return "".join(map(escape, str(self.span)))


@frozen
class Page:
    """Layout of source lines on a page: `room` is their width in columns."""

    room: int
    escape: Escape
    ellipsis: str


@frozen
class View:
    """A mark and the line it stands on, as shown: the underline begins after `indent` columns.

    `fresh`: the line is not yet shown by the view before; `gap`: lines between the two are left out.
    """

    mark: Mark
    text: str
    indent: int
    length: int
    fresh: bool = True
    gap: bool = False


def _within(span: Span) -> Span:
    """The nearest span that lies in the text."""
    size = len(span.source.text)
    start = min(max(span.start, 0), size)
    return Span(span.source, start, min(max(span.end, start), size))


def marks_of(diagnostic: Diagnostic) -> list[Mark]:
    """The labels of a diagnostic, within their texts."""
    labels = diagnostic.labels
    return [Mark(_within(label.span), label.text, number == 0) for number, label in enumerate(labels)]


def by_source(marks: Iterable[Mark]) -> list[list[Mark]]:
    """Marks of the same source together, sources in the order they are first met."""
    groups: dict[Source, list[Mark]] = {}
    for mark in marks:
        groups.setdefault(mark.span.source, []).append(mark)
    return list(groups.values())


def digits_of(marks: Iterable[Mark]) -> int:
    """Width of the widest line number."""
    return max((len(str(mark.line)) for mark in marks), default=1)


def views(marks: Iterable[Mark], page: Page) -> Iterator[View]:
    """The marks of one source down the page, every line once where it can be."""
    before = None
    for mark in sorted(marks, key=lambda mark: mark.line):
        text, indent, length = _view(mark, page)
        same = before is not None and (before.mark.line, before.text) == (mark.line, text)
        gap = before is not None and mark.line > before.mark.line + 1
        before = View(mark, text, indent, length, not same, gap)
        yield before


def _view(mark: Mark, page: Page) -> tuple[str, int, int]:
    """The mark's first line, cut to the page, with the place and length of the underline."""
    span = mark.span
    line = span.source.line(mark.line)
    first = min(span.column - 1, len(line))
    last = min(first + span.end - span.start, len(line))
    return _cut([page.escape(character) for character in line], first, last, page)


def _cut(pieces: Sequence[str], first: int, last: int, page: Page) -> tuple[str, int, int]:
    """As many pieces as there is room for, around those from `first` up to `last`."""
    edges = list(accumulate(map(cells, pieces), initial=0))
    start, stop = edges[first], max(edges[last], edges[first] + 1)
    low, high = 0, len(pieces)
    if max(edges[-1], stop) > page.room:
        low, high = _window(edges, start, stop, page.room - 2 * len(page.ellipsis))
    before = page.ellipsis if low else ""
    after = page.ellipsis if high < len(pieces) else ""
    indent = len(before) + start - edges[low]
    length = max(1, min(edges[last], edges[high]) - start)
    return f"{before}{''.join(pieces[low:high])}{after}", indent, length


def _window(edges: Sequence[int], start: int, stop: int, room: int) -> tuple[int, int]:
    """Returns the range of pieces to keep, given the columns between them: those in the middle of which the mark
    stands."""
    left = start - max(0, room - (stop - start)) // 2
    left = max(0, min(left, max(edges[-1], stop) - room))
    low = bisect_left(edges, left)
    return low, max(low, bisect_right(edges, left + room) - 1)
