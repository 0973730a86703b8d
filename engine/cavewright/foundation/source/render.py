"""Diagnostics as text: for a terminal, for plain files, for programs, and for GitHub. One value, four forms.

All forms take any diagnostics whatever: labels outside their text are moved into it, and characters that would
disturb a screen (control characters, lone surrogates, marks that turn the writing direction) are shown as escapes.
Every text ends with a line break, and none is "" when there is nothing to tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..texts import Texts, texts
from .diagnostic import Diagnostic, Label
from .marked_lines import (
    Mark,
    Page,
    View,
    ascii_only,
    ascii_prose,
    by_source,
    digits_of,
    escape_character,
    headline,
    marks_of,
    prose,
    views,
)
from .source_file import Span
from .terminal_box import Screen

CAP = 20
"""How many diagnostics the forms for people show."""

PLAIN_WIDTH = 100
"""Columns to which the plain form cuts a line of a source."""

LEAST_WIDTH = 20
"""Columns that the form for a terminal takes, however narrow the terminal."""

ENGLISH = texts()

# --- The four forms, and the count ---------------------------------------------------------------------------------


def render_plain(diagnostics: Iterable[Diagnostic], words: Texts = ENGLISH) -> str:
    r"""ASCII without colour, for logs and files; at most `CAP` diagnostics.

    >>> from .diagnostic import at
    >>> from .source_file import Source, Span
    >>> print(render_plain([at("C0203", "there is no `c`", Span(Source("a.cave", "let b = c\n"), 8, 9))]), end="")
    error[C0203]: there is no `c`
     --> a.cave:1:9
      |
    1 | let b = c
      |         ^
    """
    return _capped_text([_plain_one(each, words) for each in diagnostics], "...", words)


def render_terminal(
    diagnostics: Iterable[Diagnostic], width: int = 80, colour: bool = True, words: Texts = ENGLISH
) -> str:
    """Boxes for a terminal `width` columns wide, with ANSI codes if `colour`; at most `CAP` diagnostics.

    The guilty file is shown with its lines; a label in another file as its place and its words (its line, if it
    has no words). Words wrap at `width`; only a place or a word longer than that sticks out. A `width` below
    `LEAST_WIDTH` counts as that.

    >>> from .diagnostic import at
    >>> from .source_file import Source, Span
    >>> found = at("C0203", "there is no `c`", Span(Source("a.cave", "let b = c"), 8, 9), "not a name")
    >>> print(render_terminal([found], colour=False), end="")
    error[C0203]: there is no `c`
      ╭─ a.cave:1:9
    1 │ let b = c
      │         ┬
      │         ╰── not a name
      ╰─ cavewright explain C0203
    """
    return _capped_text(
        [Screen(each, max(width, LEAST_WIDTH), colour, words).lines() for each in diagnostics], "…", words
    )


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """One JSON object a line and diagnostic, all of them; lines and columns from 1, the end not included.

    The place is null for a diagnostic without labels. Characters outside ASCII are escaped, so any text survives.

    >>> render_json([Diagnostic("C0601", "no game")])[:55]
    '{"code": "C0601", "severity": "error", "message": "no g'
    """
    return "".join(json.dumps(_record(each)) + "\n" for each in diagnostics)


def render_github(diagnostics: Iterable[Diagnostic], words: Texts = ENGLISH) -> str:
    """One GitHub annotation a line and diagnostic, all of them.

    >>> print(render_github([Diagnostic("C0601", "100 % of the games")]), end="")
    ::error title=C0601::100 %25 of the games
    """
    return "".join(_annotation(each, words) + "\n" for each in diagnostics)


def summary(diagnostics: Iterable[Diagnostic], words: Texts = ENGLISH) -> str:
    """Returns the count of each severity, in words.

    >>> summary([Diagnostic("C0601", "no game")])
    '1 error, 0 warnings'
    """
    severities = [each.severity for each in diagnostics]
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
        message=words.translate(diagnostic.message),
        help=words.translate(diagnostic.help),
        notes=tuple(map(words.translate, diagnostic.notes)),
        labels=tuple(Label(each.span, words.translate(each.text)) for each in diagnostic.labels),
    )


def _capped_text(blocks: Sequence[Sequence[str]], ellipsis: str, words: Texts) -> str:
    """The first blocks of lines as one text, and how many more there are."""
    more = [[f"{ellipsis} {words.phrase('and {n} more', n=len(blocks) - CAP)}"]] if len(blocks) > CAP else []
    return "\n".join("".join(line + "\n" for line in block) for block in (*blocks[:CAP], *more))


# --- The plain form ------------------------------------------------------------------------------------------------


def _plain_one(diagnostic: Diagnostic, words: Texts) -> list[str]:
    marks = marks_of(diagnostic)
    digits = digits_of(marks)
    page = Page(PLAIN_WIDTH - digits - 3, ascii_only, "...")
    lines = [ascii_prose(": ".join(headline(diagnostic, words)))]
    for number, group in enumerate(by_source(marks)):
        arrow = ":::" if number else "-->"
        lines += [f"{'':{digits}}{arrow} {group[0].place(ascii_only)}", f"{'':{digits}} |"]
        lines += [line for view in views(group, page) for line in _plain_view(view, digits)]
    return [line.rstrip() for line in (*lines, *_plain_tail(diagnostic, digits, words))]


def _plain_view(view: View, digits: int) -> Iterator[str]:
    if view.gap:
        yield "..."
    if view.fresh:
        yield f"{view.mark.line:>{digits}} | {view.text}"
    underline = ("^" if view.mark.guilty else "-") * view.length
    yield f"{'':{digits}} | {'':{view.indent}}{underline} {ascii_prose(' '.join(view.mark.text.split(chr(10))))}"


def _plain_tail(diagnostic: Diagnostic, digits: int, words: Texts) -> Iterator[str]:
    tail = [(words.phrase("note"), note) for note in diagnostic.notes]
    tail += [(words.phrase("help"), diagnostic.help)] if diagnostic.help else []
    if tail and diagnostic.labels:
        yield f"{'':{digits}} |"
    for kind, text in tail:
        first, *others = ascii_prose(text).split("\n")
        yield f"{'':{digits}} = {kind}: {first}"
        yield from (f"{'':{digits}}         {other}" for other in others)


# --- The forms for programs ----------------------------------------------------------------------------------------


def _record(diagnostic: Diagnostic) -> dict[str, object]:
    marks = marks_of(diagnostic)
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
    marks = marks_of(diagnostic)
    values: list[tuple[str, str]] = []
    if marks:
        span = marks[0].span
        values = [("file", span.source.name), ("line", str(span.line)), ("col", str(span.column))]
    values += [("title", diagnostic.code)] if diagnostic.code else []
    properties = ",".join(f"{key}={_property(value)}" for key, value in values)
    return f"::{diagnostic.severity}{properties and ' '}{properties}::{_data(_story(diagnostic, marks, words))}"


def _story(diagnostic: Diagnostic, marks: Sequence[Mark], words: Texts) -> str:
    """All that is said, a line each: an annotation has no other place for it."""
    parts = [diagnostic.message]
    parts += [mark.text if mark.guilty else f"{mark.span}: {mark.text}" for mark in marks if mark.text]
    parts += [f"{words.phrase('note')}: {note}" for note in diagnostic.notes]
    parts += [f"{words.phrase('help')}: {diagnostic.help}"] if diagnostic.help else []
    return "\n".join(parts)


def _data(text: str) -> str:
    """Text as GitHub reads it after the second `::`; carriage returns are shown, not sent."""
    return prose(text, escape_character).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text as GitHub reads it for `file` and `title`."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
