"""Diagnostics as text: for a terminal, for plain files, for programs, and for GitHub. One value, four forms.

All forms take any diagnostics whatever: labels outside their text are moved into it, and characters that would
disturb a screen (control characters, lone surrogates, marks that turn the writing direction) are shown as escapes.
Every text ends with a line break, and none is "" when there is nothing to tell.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from unicodedata import category, east_asian_width

from ..texts import Texts, texts
from .diagnostic import Diagnostic, Label
from .source_file import Source, Span

CAP = 20
"""How many diagnostics the forms for people show."""

PLAIN_WIDTH = 100
"""Columns to which the plain form cuts a line of a source."""

LEAST_WIDTH = 40
"""Columns that the form for a terminal takes, however narrow the terminal."""

LABEL_ROOM = 24
"""Columns to the right of an underline in which the words of a label may wrap."""

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

STYLES = {"error": "1;31", "warning": "1;33", "message": "1", "frame": "34", "further": "36", "help": "32", "hint": "2"}

Escape = Callable[[str], str]


# --- The four forms, and the count ---------------------------------------------------------------------------------


def render_plain(diagnostics: Iterable[Diagnostic], said: Texts | None = None) -> str:
    r"""ASCII without colour, for logs and files; at most `CAP` diagnostics.

    >>> from .diagnostic import at
    >>> print(render_plain([at("C0203", "there is no `c`", Span(Source("a.cave", "let b = c\n"), 8, 9))]), end="")
    error[C0203]: there is no `c`
     --> a.cave:1:9
      |
    1 | let b = c
      |         ^
    """
    words = said or texts()
    return _capped([_plain_one(each, words) for each in diagnostics], "...", words)


def render_terminal(
    diagnostics: Iterable[Diagnostic], width: int = 80, colour: bool = True, said: Texts | None = None
) -> str:
    """Boxes for a terminal `width` columns wide, with ANSI codes if `colour`; at most `CAP` diagnostics.

    The guilty file is shown with its lines; a label in another file as its place and its words (its line, if it
    has no words). Words wrap at `width`; only a place or a word longer than that sticks out. A `width` below
    `LEAST_WIDTH` counts as that.

    >>> from .diagnostic import at
    >>> found = at("C0203", "there is no `c`", Span(Source("a.cave", "let b = c"), 8, 9), "not a name")
    >>> print(render_terminal([found], colour=False), end="")
    error[C0203]: there is no `c`
      ╭─ a.cave:1:9
    1 │ let b = c
      │         ┬
      │         ╰── not a name
      ╰─ cavewright explain C0203
    """
    words = said or texts()
    return _capped([_Screen(each, max(width, LEAST_WIDTH), colour, words).lines() for each in diagnostics], "…", words)


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """One JSON object a line and diagnostic, all of them; lines and columns from 1, the end not included.

    The place is null for a diagnostic without labels. Characters outside ASCII are escaped, so any text survives.

    >>> render_json([Diagnostic("C0601", "no game")])[:55]
    '{"code": "C0601", "severity": "error", "message": "no g'
    """
    return "".join(json.dumps(_record(each)) + "\n" for each in diagnostics)


def render_github(diagnostics: Iterable[Diagnostic], said: Texts | None = None) -> str:
    """One GitHub annotation a line and diagnostic, all of them.

    >>> print(render_github([Diagnostic("C0601", "100 % of the games")]), end="")
    ::error title=C0601::100 %25 of the games
    """
    return "".join(_annotation(each, said or texts()) + "\n" for each in diagnostics)


def summary(diagnostics: Iterable[Diagnostic], said: Texts | None = None) -> str:
    """How many of each severity.

    >>> summary([Diagnostic("C0601", "no game")])
    '1 error, 0 warnings'
    """
    severities = [each.severity for each in diagnostics]
    words = said or texts()
    return ", ".join(
        (
            words.plural("{n} error", "{n} errors", severities.count("error")),
            words.plural("{n} warning", "{n} warnings", severities.count("warning")),
        )
    )


def in_language(diagnostic: Diagnostic, words: Texts) -> Diagnostic:
    """The diagnostic with what it says in a language, as far as there are words for it. Its code, and what it quotes,
    stay."""
    return replace(
        diagnostic,
        message=words.known(diagnostic.message),
        help=words.known(diagnostic.help),
        notes=tuple(map(words.known, diagnostic.notes)),
        labels=tuple(Label(each.span, words.known(each.text)) for each in diagnostic.labels),
    )


def _capped(blocks: Sequence[Sequence[str]], ellipsis: str, words: Texts) -> str:
    """The first blocks of lines as one text, and how many more there are."""
    more = [[f"{ellipsis} {words.phrase('and {n} more', n=len(blocks) - CAP)}"]] if len(blocks) > CAP else []
    return "\n".join("".join(line + "\n" for line in block) for block in (*blocks[:CAP], *more))


# --- Characters ----------------------------------------------------------------------------------------------------


def _escaped(character: str) -> str:
    """The character, or an escape for one that prints nothing of its own (but not for the space)."""
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def _visible(character: str) -> str:
    return "→   " if character == "\t" else _escaped(character)


def _ascii(character: str) -> str:
    return character if " " <= character <= "~" else character.encode("unicode_escape").decode("ascii")


def _prose(text: str, escape: Escape) -> str:
    """Words for people: line breaks stay, all else is made visible."""
    return "\n".join("".join(map(escape, line)) for line in text.split("\n"))


def _ascii_prose(text: str) -> str:
    return _prose(text.translate(ASCII_FOR), _ascii)


def _cells(text: str) -> int:
    """Columns that a text takes up on a screen."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(character: str) -> int:
    if category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _wrapped(text: str, room: int) -> list[str]:
    """The text in lines of at most `room` columns, broken at spaces only."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, *words = paragraph.split(" ")
        for word in words:
            fits = _cells(line) + 1 + _cells(word) <= room
            if not fits:
                lines.append(line)
            line = f"{line} {word}" if fits else word
        lines.append(line)
    return lines


def _headline(diagnostic: Diagnostic, words: Texts) -> tuple[str, str]:
    """Severity with the code, and the message on one line."""
    code = f"[{diagnostic.code}]" if diagnostic.code else ""
    return f"{words.phrase('error') if diagnostic.severity == 'error' else words.phrase('warning')}{code}", " ".join(
        diagnostic.message.split("\n")
    )


# --- Labels upon lines ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mark:
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


@dataclass(frozen=True, slots=True)
class _Page:
    """How lines of sources are shown: `room` is their width in columns."""

    room: int
    escape: Escape
    ellipsis: str


@dataclass(frozen=True, slots=True)
class _View:
    """A mark and the line it stands on, as shown: the underline begins after `indent` columns.

    `fresh`: the line is not yet shown by the view before; `gap`: lines between the two are left out.
    """

    mark: _Mark
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


def _marks(diagnostic: Diagnostic) -> list[_Mark]:
    labels = diagnostic.labels
    return [_Mark(_within(label.span), label.text, number == 0) for number, label in enumerate(labels)]


def _by_source(marks: Iterable[_Mark]) -> list[list[_Mark]]:
    """Marks of the same source together, sources in the order they are first met."""
    groups: dict[Source, list[_Mark]] = {}
    for mark in marks:
        groups.setdefault(mark.span.source, []).append(mark)
    return list(groups.values())


def _digits(marks: Iterable[_Mark]) -> int:
    """Width of the widest line number."""
    return max((len(str(mark.line)) for mark in marks), default=1)


def _views(marks: Iterable[_Mark], page: _Page) -> Iterator[_View]:
    """The marks of one source down the page, every line once where it can be."""
    before = None
    for mark in sorted(marks, key=lambda mark: mark.line):
        text, indent, length = _view(mark, page)
        same = before is not None and (before.mark.line, before.text) == (mark.line, text)
        gap = before is not None and mark.line > before.mark.line + 1
        before = _View(mark, text, indent, length, not same, gap)
        yield before


def _view(mark: _Mark, page: _Page) -> tuple[str, int, int]:
    """The mark's first line, cut to the page, with the place and length of the underline."""
    span = mark.span
    line = span.source.line(mark.line)
    first = min(span.column - 1, len(line))
    last = min(first + span.end - span.start, len(line))
    return _cut([page.escape(character) for character in line], first, last, page)


def _cut(pieces: Sequence[str], first: int, last: int, page: _Page) -> tuple[str, int, int]:
    """As many pieces as there is room for, around those from `first` up to `last`."""
    edges = list(accumulate(map(_cells, pieces), initial=0))
    start, stop = edges[first], max(edges[last], edges[first] + 1)
    low, high = 0, len(pieces)
    if max(edges[-1], stop) > page.room:
        low, high = _window(edges, start, stop, page.room - 2 * len(page.ellipsis))
    before, after = page.ellipsis if low else "", page.ellipsis if high < len(pieces) else ""
    indent = len(before) + start - edges[low]
    length = max(1, min(edges[last], edges[high]) - start)
    return f"{before}{''.join(pieces[low:high])}{after}", indent, length


def _window(edges: Sequence[int], start: int, stop: int, room: int) -> tuple[int, int]:
    """Which pieces to keep, given the columns between them: those in the middle of which the mark stands."""
    left = start - max(0, room - (stop - start)) // 2
    left = max(0, min(left, max(edges[-1], stop) - room))
    low = bisect_left(edges, left)
    return low, max(low, bisect_right(edges, left + room) - 1)


# --- The plain form ------------------------------------------------------------------------------------------------


def _plain_one(diagnostic: Diagnostic, words: Texts) -> list[str]:
    marks = _marks(diagnostic)
    digits = _digits(marks)
    page = _Page(PLAIN_WIDTH - digits - 3, _ascii, "...")
    lines = [_ascii_prose(": ".join(_headline(diagnostic, words)))]
    for number, group in enumerate(_by_source(marks)):
        arrow = ":::" if number else "-->"
        lines += [f"{'':{digits}}{arrow} {group[0].place(_ascii)}", f"{'':{digits}} |"]
        lines += [line for view in _views(group, page) for line in _plain_view(view, digits)]
    return [line.rstrip() for line in (*lines, *_plain_tail(diagnostic, digits, words))]


def _plain_view(view: _View, digits: int) -> Iterator[str]:
    if view.gap:
        yield "..."
    if view.fresh:
        yield f"{view.mark.line:>{digits}} | {view.text}"
    underline = ("^" if view.mark.guilty else "-") * view.length
    yield f"{'':{digits}} | {'':{view.indent}}{underline} {_ascii_prose(' '.join(view.mark.text.split(chr(10))))}"


def _plain_tail(diagnostic: Diagnostic, digits: int, words: Texts) -> Iterator[str]:
    tail = [(words.phrase("note"), note) for note in diagnostic.notes]
    tail += [(words.phrase("help"), diagnostic.help)] if diagnostic.help else []
    if tail and diagnostic.labels:
        yield f"{'':{digits}} |"
    for kind, text in tail:
        first, *others = _ascii_prose(text).split("\n")
        yield f"{'':{digits}} = {kind}: {first}"
        yield from (f"{'':{digits}}         {other}" for other in others)


# --- The form for a terminal ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Screen:
    """One diagnostic upon a terminal."""

    diagnostic: Diagnostic
    width: int
    colour: bool
    words: Texts

    def lines(self) -> list[str]:
        """The whole diagnostic: its headline, and the box with places and help."""
        guilty, others = self._shares()
        digits = _digits([*guilty, *(mark for mark in others if not mark.text)])
        frame = _Frame(digits, self)
        lines = self.headline()
        if guilty:
            lines += [frame.joint("╭", guilty[0].place(_escaped)), *frame.snippet(guilty)]
        for mark in others:
            lines += [frame.joint("├", mark.place(_escaped)), *frame.aside(mark)]
        return [*lines, *frame.tail()]

    def paint(self, style: str, text: str) -> str:
        """A text in the colours of a style, where there are colours."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and text else text

    def headline(self) -> list[str]:
        """How bad it is, its code, and what it says."""
        kind, message = _headline(self.diagnostic, self.words)
        kind = _prose(kind, _escaped).replace("\n", " ")
        first, *others = _wrapped(f"{kind}: {_prose(message, _visible)}", self.width)
        rest = first.removeprefix(kind)
        head = self.paint(self.diagnostic.severity, kind) if rest != first else ""
        return [head + self.paint("message", rest), *(self.paint("message", other) for other in others)]

    def _shares(self) -> tuple[list[_Mark], list[_Mark]]:
        """Marks in the guilty file, and those in others."""
        groups = _by_source(_marks(self.diagnostic))
        return (groups[0] if groups else []), [mark for group in groups[1:] for mark in group]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The box of one diagnostic, whose left edge stands after `digits` and a space."""

    digits: int
    screen: _Screen

    @property
    def room(self) -> int:
        """Columns right of the edge."""
        return self.screen.width - self.digits - 3

    def joint(self, corner: str, text: str) -> str:
        """A line of the box at which a file begins."""
        edge = self.screen.paint("frame", f"{corner}─")
        return f"{'':{self.digits}} {edge} {text}".rstrip()

    def row(self, text: str, number: str = "", edge: str = "│") -> str:
        left = self.screen.paint("frame", f"{number:>{self.digits}} {edge}") if number or edge.strip() else ""
        return f"{left or ' ' * (self.digits + 2)} {text.rstrip()}".rstrip()

    def snippet(self, marks: Iterable[_Mark]) -> Iterator[str]:
        """The lines of a file that are marked, and the marks below them."""
        for view in _views(marks, _Page(self.room, _visible, "…")):
            if view.gap:
                yield self.row("", edge="┆")
            if view.fresh:
                yield self.row(view.text, str(view.mark.line))
            style = self.screen.diagnostic.severity if view.mark.guilty else "further"
            yield from (self.row(" " * indent + self.screen.paint(style, text)) for indent, text in self.under(view))

    def under(self, view: _View) -> Iterator[tuple[int, str]]:
        """Underline and words of a label, each line with its indent: to the right, else to the left, else below."""
        words = _prose(view.mark.text, _visible)
        line, stem = ("─" if view.mark.guilty else "┄") * view.length, (view.length - 1) // 2
        knee = view.indent + stem
        right, left = self.room - knee - 4, knee - 3
        joined = line[:stem] + "┬" + line[stem + 1 :]
        if not words:
            yield view.indent, line
        elif right >= LABEL_ROOM or _fits(words, right):
            yield view.indent, joined
            first, *others = _wrapped(words, right)
            yield knee, f"╰── {first}"
            yield from ((knee + 4, other) for other in others)
        elif _fits(words, left):
            yield view.indent, joined
            yield knee - 3 - _cells(words), f"{words} ──╯"
        else:
            yield view.indent, line
            yield from ((1, text) for text in _wrapped(words, self.room - 1))

    def aside(self, mark: _Mark) -> Iterator[str]:
        """A label in another file."""
        if not mark.text:
            yield from self.snippet([mark])
        for text in _wrapped(_prose(mark.text, _visible), self.room - 1) if mark.text else ():
            yield self.row(f" {text}")

    def tail(self) -> Iterator[str]:
        """Notes, help and where to read on; the last of them closes the box."""
        tails = self._tails()
        if not tails and self.screen.diagnostic.labels:
            yield self.joint("╰", "")
        for number, (style, text) in enumerate(tails, 1):
            corner, edge = ("╰", " ") if number == len(tails) else ("├", "│")
            first, *others = _wrapped(text, self.room - 1)
            yield self.joint(corner, self._painted(style, first))
            yield from (self.row(f"   {self._painted(style, other)}", edge=edge) for other in others)

    def _painted(self, style: str, text: str) -> str:
        return self.screen.paint(style, text) if style else text

    def _tails(self) -> list[tuple[str, str]]:
        found, phrase = self.screen.diagnostic, self.screen.words.phrase
        tails = [("", f"{phrase('note')}: {_prose(note, _visible)}") for note in found.notes]
        hint = f"cavewright explain {_prose(found.code, _escaped)}" if found.code else ""
        helping = f"{phrase('help')}: {_prose(found.help, _visible)}" if found.help else ""
        both = f"{helping}        {hint}"
        if helping and hint and _fits(both, self.room - 1):
            return [*tails, ("help", both)]
        return [*tails, *((style, text) for style, text in (("help", helping), ("hint", hint)) if text)]


def _fits(text: str, room: int) -> bool:
    return "\n" not in text and _cells(text) <= room


# --- The forms for programs ----------------------------------------------------------------------------------------


def _record(diagnostic: Diagnostic) -> dict[str, object]:
    marks = _marks(diagnostic)
    nowhere = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **(_place(marks[0].span) if marks else nowhere),
        "labels": [{**_place(mark.span), "text": mark.text} for mark in marks],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {"file": span.source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _annotation(diagnostic: Diagnostic, words: Texts) -> str:
    marks = _marks(diagnostic)
    values: list[tuple[str, str]] = []
    if marks:
        span = marks[0].span
        values = [("file", span.source.name), ("line", str(span.line)), ("col", str(span.column))]
    values += [("title", diagnostic.code)] if diagnostic.code else []
    properties = ",".join(f"{key}={_property(value)}" for key, value in values)
    return f"::{diagnostic.severity}{properties and ' '}{properties}::{_data(_story(diagnostic, marks, words))}"


def _story(diagnostic: Diagnostic, marks: Sequence[_Mark], words: Texts) -> str:
    """All that is said, a line each: an annotation has no other place for it."""
    parts = [diagnostic.message]
    parts += [mark.text if mark.guilty else f"{mark.span}: {mark.text}" for mark in marks if mark.text]
    parts += [f"{words.phrase('note')}: {note}" for note in diagnostic.notes]
    parts += [f"{words.phrase('help')}: {diagnostic.help}"] if diagnostic.help else []
    return "\n".join(parts)


def _data(text: str) -> str:
    """Text as GitHub reads it after the second `::`; carriage returns are shown, not sent."""
    return _prose(text, _escaped).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text as GitHub reads it for `file` and `title`."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
