"""Reads files of sentences that authors wrote beside rules: `book.cave`.

A line begins with what it is. `says 5.1 discover.base, discover.exit "…"` is a sentence for the lines of these keys,
`tell 6.5 "…"` one for no line, `quiet discover.lose "…"` leaves a line out and says why, `chapter 5 "…"` begins a chapter,
`find 10.2 "…"` has words under which somebody may look for a rule.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput

from ...foundation.source import Diagnostic, Source, Span, at
from ...foundation.source.frozen import frozen

GRAMMAR = r"""
book: (_NL | _line _NL)*
_line: chapter | says | tell | quiet | price | table | pictured | scored | drawn | start | mark | actions | word | find
chapter: "chapter" NUMBER TEXT WHOLE?
says: "says" NUMBER keys TEXT when? cites?
tell: "tell" NUMBER TEXT when? cites?
when: "when" ROW "is" ROW
quiet: "quiet" keys TEXT
price: "price" NUMBER NAME TEXT?
table: "table" NUMBER NAME
scored: "scored" NUMBER NAME TEXT?
drawn: "drawn" NUMBER NAME ":" rows
start: "start" NUMBER
mark: "mark" NUMBER KEY
actions: "actions" NUMBER keys?
word: "word" TEXT TEXT
find: "find" NUMBER TEXT
pictured: "pictured" NUMBER NAME TEXT?
keys: KEY ("," KEY)*
rows: ROW ("," ROW)*
cites: CITES
NUMBER: /[1-9]\d*(\.\d+)?/
KEY: /[a-z_][\w-]*( [a-z_][\w-]*)?(\.[\w-]+)*/
NAME: /[a-z_][\w-]*/
ROW.-1: /\w[\w-]*/
TEXT: /"[^"\n]*"/
CITES: /\[[^\]\n]*\]/
WHOLE: "whole"
COMMENT: /#[^\n]*/
_NL: /\n/
%import common.WS_INLINE
%ignore WS_INLINE
%ignore COMMENT
"""
EXPECTED = (
    "begin it with `says`, `tell`, `quiet`, `price`, `table`, `pictured`, `scored`, `drawn`, `start`, `mark`, `actions`, `word`, "
    '`find` or `chapter`, as in `says 5.1 KEY, KEY "…"`'
)


@frozen
class Entry:
    """One line of the file: its word, the number of the rule, the keys of the lines of rules, or names, and its text.
    `when` is an option and the choice with which alone the line counts."""

    word: str
    number: str
    keys: tuple[str, ...]
    text: str
    span: Span
    cites: str = ""
    when: tuple[str, ...] = ()

    @property
    def context(self) -> str:
        """The key under which catalogues translate its text."""
        named = f" {self.keys[0]}" if self.word in ("price", "pictured", "scored", "word") else ""
        named = " (find)" if self.word == "find" else named
        return " ".join((f"book {self.number or self.word}{named}", *self.when))

    @property
    def chapter(self) -> int:
        """The number of its chapter."""
        return int(self.number.partition(".")[0] or 0)


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", start="book", propagate_positions=True)


class _Entries(Transformer[Token, Any]):
    """Makes entries of lines."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        if data in ("keys", "rows"):
            return tuple(str(each) for each in children)
        if data == "when":
            return [str(each) for each in children]
        if data in ("book", "cites"):
            return children if data == "book" else str(children[0])[1:-1]
        if data == "word":
            term, text = (str(each)[1:-1] for each in children)
            return Entry("word", "", (term,), text, Span(self.source, meta.start_pos, meta.end_pos))
        found: dict[str, Any] = {}
        parts: dict[type, str] = {tuple: "keys", list: "when", str: "cites"}
        for each in children:
            found[each.type if isinstance(each, Token) else parts[type(each)]] = each
        names = tuple(str(found[each]) for each in ("NAME", "KEY", "WHOLE") if each in found)
        text = str(found.get("TEXT", '""'))[1:-1]
        return Entry(
            str(data),
            str(found.get("NUMBER", "")),
            (*names, *found.get("keys", ())),
            text,
            Span(self.source, meta.start_pos, meta.end_pos),
            found.get("cites", ""),
            tuple(found.get("when", ())),
        )


def texts_of(entry: Entry) -> tuple[tuple[str, str], ...]:
    """The texts of an entry that translators say in their language, each with its key."""
    if entry.word == "quiet":
        return ()
    own = ((entry.context, entry.text),) if entry.text else ()
    return (*own, (f"{entry.context} (word)", entry.keys[0])) if entry.word == "word" else own


def read_book(source: Source) -> tuple[tuple[Entry, ...], tuple[Diagnostic, ...]]:
    """The entries of a file, line by line, and C0711 for each line that cannot be read.

    >>> entries, found = read_book(Source("book.cave", 'tell 1.1 "Nobody has been here."'))
    >>> entries[0].text, found
    ('Nobody has been here.', ())
    """
    entries: list[Entry] = []
    found: list[Diagnostic] = []
    start = 0
    for line in source.text.splitlines(keepends=True):
        text = line.rstrip("\r\n")
        if text.strip() and not text.lstrip().startswith("#"):
            try:
                entries += _Entries(source).transform(_parser().parse(f"{text}\n"))
                entries[-1] = _move(entries[-1], start)
            except UnexpectedInput as error:
                at_ = start + max(0, (error.pos_in_stream or 0))
                span = Span(source, min(at_, start + len(text) - 1), start + len(text))
                found.append(at("C0711", "this line of the book cannot be read", span, help=EXPECTED))
        start += len(line)
    return tuple(entries), tuple(found)


def _move(entry: Entry, by: int) -> Entry:
    return replace(entry, span=Span(entry.span.source, entry.span.start + by, entry.span.end + by))
