"""Text to tree. Parsing never fails: it yields what could be read, and a diagnostic for each item that could not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ...foundation.source import Diagnostic, Source, Span, at
from . import tree as t
from .parse_findings import NOTHING_BELOW

FILE_LIMIT = 256 * 1024
WORD_LIMIT = 30_000
"""Of all files of a ruleset and its overlays. A text, a row or ids in brackets are one word, and so is every mark."""
CHUNK_LIMIT = 4_000
_TOP_LEVEL = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_AMENDMENT = re.compile(r"(add|change|cite|drop|move)\b")
"""What is no declaration if it stands below an `amend` and is not indented: then it is told with that."""
_INDENTED = re.compile(r"^[^\S\n]+(?=[^\s#])", re.MULTILINE)
_WORD = re.compile(r'#[^\n]*()|"[^"\n]*"|\|[^\n]*\||\[[A-Z][A-Z0-9]*-[A-Z0-9 ,.\n-]*\]|\w+(?:-\w+)*|[^\w\s]')
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]|\r(?!\n)"
)
"""What cannot stand in a rule file; a carriage return only where a line ends with it."""


def parse_file(source: Source) -> tuple[t.File, tuple[Diagnostic, ...]]:
    """All declarations and edits of a file that can be read, with a diagnostic for each that cannot.

    >>> file, found = parse_file(Source("a.cave", 'unit m "metre"\\nconstant = 3\\nconstant b = 4\\n'))
    >>> [each.name for each in file.items], [str(each) for each in found]
    (['m', 'b'], ['a.cave:2:10: error[C0101]: found `=` where a name was expected'])
    """
    refused = unreadable(source)
    if refused:
        return t.File((), span=Span(source, 0, 0)), (refused,)
    starts = starts_of(source)
    parts = [
        (Span(source, start, end), *parse_text(source, start, end, "item"))
        for start, end in pairwise(starts[: CHUNK_LIMIT + 1])
    ]
    return file_of_parts(source, starts, parts)


def file_of_parts(
    source: Source, starts: list[int], parts: Iterable[tuple[Span, Any, Diagnostic | None]]
) -> tuple[t.File, tuple[Diagnostic, ...]]:
    """The file of what was read of its declarations, each with where it stands and what is wrong with it. What follows
    an `amend` with nothing below it, and would belong there, is told with that."""
    items: list[Any] = []
    found = text_astray(source, starts)
    is_astray = False
    for span, item, problem in parts:
        items += [item] if item is not None else []
        is_astray = is_astray and _AMENDMENT.match(span.source.text, span.start) is not None
        found += [problem] if problem and not is_astray else []
        is_astray |= problem is not None and problem.message == NOTHING_BELOW and span.text.startswith("amend")
    return t.File(tuple(items), span=Span(source, 0, len(source.text))), tuple(found)


def parse_beginning(source: Source, words: Iterable[str]) -> t.File:
    """The declarations of a file that begin with one of these words, as far as they can be read; the others are passed
    over.

    >>> file = parse_beginning(Source("a.cave", 'unit m "metre"\\nconstant b = 4\\n'), ["constant"])
    >>> [each.name for each in file.items]
    ['b']
    """
    begins, items = re.compile("|".join(map(re.escape, words))), []
    if unreadable(source) is None:
        items = [
            item
            for start, end in pairwise(starts_of(source)[: CHUNK_LIMIT + 1])
            if begins.match(source.text, start) and (item := parse_text(source, start, end, "item")[0]) is not None
        ]
    return t.File(tuple(items), span=Span(source, 0, len(source.text)))


def starts_of(source: Source) -> list[int]:
    """Returns the offsets at which declarations begin, and the end of the file."""
    return [match.start() for match in _TOP_LEVEL.finditer(source.text)] + [len(source.text)]


def beyond_words(sources: Iterable[Source]) -> Diagnostic | None:
    """Returns the finding about files that hold more words than can be read in the time that is allowed; none for
    others."""
    left = WORD_LIMIT
    for source in sources:
        for match in _WORD.finditer(source.text):
            left -= match[1] is None
            if left < 0:
                return at(
                    "C0601",
                    f"a ruleset with its overlays holds at most {WORD_LIMIT:,} words and marks",
                    Span(source, *match.span()),
                    "one too many",
                    help="put alike things into a table, or do without some of them",
                )
    return None


def text_astray(source: Source, starts: list[int]) -> list[Diagnostic]:
    """Returns the findings about text before the first declaration, or after the last that a file may have."""
    found = []
    early = _INDENTED.search(source.text, 0, starts[0])
    if early:
        place = Span(source, *early.span())
        found.append(at("C0102", "a file begins at the first column", place, "this line is indented"))
    if len(starts) > CHUNK_LIMIT + 1:
        place = Span(source, starts[CHUNK_LIMIT], starts[CHUNK_LIMIT] + 1)
        found.append(
            at(
                "C0601",
                f"a rule file holds at most {CHUNK_LIMIT} declarations",
                place,
                "read up to here",
                help="split it into several files of the same folder",
            )
        )
    return found


def unreadable(source: Source) -> Diagnostic | None:
    if len(source.text.encode("utf-8", "surrogatepass")) > FILE_LIMIT:
        return at(
            "C0601",
            f"a rule file holds at most {FILE_LIMIT // 1024} KiB",
            Span(source, 0, 1),
            help="split it into several files of the same folder",
        )
    bad = _FORBIDDEN.search(source.text)
    if bad:
        help = (
            "save it as UTF-8 without a byte order mark (BOM)"
            if bad[0] == "\ufeff" and not bad.start()
            else "delete it"
        )
        return at(
            "C0103",
            f"a rule file is plain text; character U+{ord(bad[0]):04X} cannot stand in it",
            Span(source, bad.start(), bad.end()),
            help=help,
        )
    return None


def parse_text(source: Source, start: int, end: int, rule: str) -> tuple[Any, Diagnostic | None]:
    """One stretch of a source as `item`, `type` or `expr`: the node, or none and what is wrong."""
    from .lark_parser import parse_part

    return parse_part(source, start, end, rule)
