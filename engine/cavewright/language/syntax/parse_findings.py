"""Findings of the parser: what was found, what was expected, and how such a line is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ...foundation.source import Diagnostic, Source, Span, at, did_you_mean
from ...foundation.source.argument_checks import shorten
from .kept_lines import reordered_kept_lines
from .unparse import STATEMENT_WORDS

if TYPE_CHECKING:
    from lark import Token
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

FailsAt = Callable[[int, int, str], float]
"""Where what is read goes wrong first, with another word in place of what stands from one offset to another."""

NOTHING_BELOW = "nothing stands indented below this line"
MOST_WANTED = 8

_FORMS = {
    "change": "`change KEY: OLD to NEW`; a text in quotes and ids may stand behind it",
    "set": "`set NAME = VALUE`",
    "amend": "`amend KIND NAME`, and below it, indented, what it changes, adds, drops or moves",
    "drop": "`drop KEY: WHAT STANDS THERE`, or `drop | ROW |`",
    "move": "`move KEY before KEY`, or `after`",
    "remove": '`remove KIND NAME because "…"`',
    "extends": "`extends NAME ^1.0`",
    "requires": "`requires NAME ^1.0`",
    "add": "`add` before what is declared, a line, `keeps …` or `| ROW |`",
}
"""How lines are written that begin with these words."""
_AT_THE_TOP = {
    "change": "`change NAME: OLD to NEW`; what stands in an action or a process is changed below `amend KIND NAME`"
}
"""How they are written at the first column, if that is something else."""
_REPEATED = re.compile(r"\s+(drop|change) ([\w.-]+): (score [\w-]+ =|least)(?![\w(.])")
"""A line of a declaration, of which an edit repeats the expression alone."""
_MEANT = {
    "change": ("update", "modify", "edit", "alter", "replace", "set"),
    "drop": ("remove", "delete", "erase"),
    "add": ("insert", "append", "put", "new"),
    "remove": ("delete", "drop", "erase"),
    "amend": ("patch", "override"),
}
"""Words for verbs, in the order in which they are tried."""
_STATEMENTS = (*STATEMENT_WORDS, "otherwise")
"""The words with which statements begin. Any other is taken for the name of a process."""
_VALUE = {"`(`", "`-`", "`none`", "`not`", "a name", "a number"}
_BEGINS = re.compile(r"\s+(?:[^\W\d][\w-]*\s*:\s*)?([^\W\d][\w-]*)\s+")
"""An indented line up to its second word, its key aside."""
_WORKED_OUT = {"+", "-", "*", "/"}
_AMOUNT = re.compile(r"(?:\s+(?:[^\W\d][\w-]*\s*:\s*)?(?=gain|lose|move|cost)|.*\bkeeps\b.*(?=holding))(\w+)\b")
"""A line that gives or takes, or says how much a bag holds."""
_PARAMETER = re.compile(
    r"(?:add |replace )?(?:define|to|whenever|ranking) [\w-]+(?: as [\w-]+)?\((?:.*,)?\s*([\w-]+)\s*(?:$|[,)]|in\b)"
)
"""A first line up to a parameter without a type."""
_BRACKETS = "brackets hold ids in capitals after a blank"


def unexpected_token(
    error: UnexpectedToken, source: Source, start: int, words: Mapping[str, str], fails_at: FailsAt
) -> Diagnostic:
    """Returns the finding about a word that cannot follow; `words` are the terminals as an author knows them."""
    token: Token = error.token
    first, last = start + (token.start_pos or 0), start + (token.end_pos or 0)
    if token.type == "_INDENT":
        return at("C0102", "this line is indented, but nothing above it opens a block", Span(source, first, last))
    wanted = _expected_words(error, words)
    expected = _any_of(wanted)
    if token.type in ("_NL", "_DEDENT", "$END"):
        place = Span(source, last, min(last + 1, len(source.text)))
        if wanted == ["indented lines"]:
            return at(
                "C0101",
                NOTHING_BELOW,
                place,
                help=_form(source.line(place.line)) or "indent the lines that belong to it",
            )
        message = (
            f"found the end of the line where {expected} was expected" if expected else "found the end of the line"
        )
        line = source.line(place.line)
        return at(
            "C0101",
            message,
            place,
            help=_kept_in_order(line, _line_start(source, place, start), fails_at) or _form(line),
        )
    place = Span(source, first, last)
    line = source.line(place.line)
    return at(
        "C0101",
        f"found `{shorten(token)}` where {expected} was expected"
        if expected
        else f"`{shorten(token)}` cannot stand here",
        place,
        help=_kept_in_order(line, _line_start(source, place, start), fails_at)
        or _advice(token, wanted, line)
        or _near(token, wanted, line, fails_at)
        or _form(line),
    )


def _form(line: str) -> str:
    """Returns the form of a line, by its first word."""
    word = next(iter(line.split()), "")
    form = (_AT_THE_TOP if line[:1].strip() else {}).get(word) or _FORMS.get(word, "")
    return f"it is written {form}" if form else ""


def _line_start(source: Source, place: Span, start: int) -> int:
    """Returns where the line of a place begins in the stretch that begins at `start`."""
    return source.text.rfind("\n", 0, place.start) + 1 - start


def _kept_in_order(line: str, first: int, fails_at: FailsAt) -> str:
    """A help line with what a line that says what is kept comes to in order, if that can be read."""
    begin = len(line) - len(line.lstrip())
    for each in reordered_kept_lines(line):
        made = line[:begin] + each
        if fails_at(first, first + len(line), made) > first + len(made):
            return f"what is kept stands first, then words such as `holding`, `hidden` and `internal`: `{each}`"
    return ""


def _expected_words(error: UnexpectedToken, words: Mapping[str, str]) -> list[str]:
    """Returns the words that could stand there, as an author knows them."""
    wanted = {words.get(name, name) for name in error.accepts or error.expected} - {"nothing more"}
    return sorted(wanted - _VALUE | {"a value"} if wanted >= _VALUE else wanted)


def _any_of(wanted: list[str]) -> str:
    """The words of which any could stand there; "" if they are too many to be told."""
    *others, last = wanted or ["nothing more"]
    return " or ".join(filter(None, [", ".join(others), last])) if len(wanted) <= MOST_WANTED else ""


def _advice(token: Token, wanted: list[str], line: str) -> str:
    if token.type == "LSQB" and "ids in brackets" in wanted:
        return _BRACKETS
    if line.lstrip().startswith("|"):
        return "a row ends with `|`"
    if token.type == "EQ" and "`is`" in wanted:
        return "whether two are the same is asked with `is`: `a is b`"
    sign = token if token in _WORKED_OUT else "*" * (token.type == "NAME" and "`+`" in wanted and " * " in line)
    if sign and (verb := _AMOUNT.match(line)):
        return f"an amount that is worked out stands in brackets: `{verb[1]} (A {sign} B) NAME`"
    if wanted == ["`:`"] and (untyped := _PARAMETER.match(line[: (token.column or 1) + len(token)])):
        return f"a parameter says its type: `{untyped[1]}: 0..9`, `{untyped[1]}: player`; only what is chosen says `in`"
    repeated = _REPEATED.match(line)
    if repeated:
        return f"only the expression is repeated: `{repeated[1]} {repeated[2]}: …`, without `{repeated[3]}`"
    if "a name" in wanted and token.type.isalpha() and token.type == token.upper():
        return f"`{token}` is a word of the language; choose another name"
    meant = next((verb for verb, words in _MEANT.items() if token in words and f"`{verb}`" in wanted), "")
    if meant:
        return f"say it with `{meant}`: {_AT_THE_TOP.get(meant, _FORMS[meant]) if line[:1].strip() else _FORMS[meant]}"
    return ""


def _near(token: Token, wanted: list[str], line: str, fails_at: FailsAt) -> str:
    """A help line with the nearest word with which more of the stretch can be read."""
    here = token.start_pos or 0
    end = token.end_pos or 0
    column = (token.column or 1) - 1
    begins = _BEGINS.fullmatch(line[:column])
    if begins:
        word, first = begins[1], here - column + begins.start(1)
        near = did_you_mean(
            word,
            _STATEMENTS,
            lambda near: fails_at(first, first + len(word), near) > here + len(near) - len(word),
        )
        if near:
            return near
    known = [each.strip("`") for each in wanted if each.startswith("`")]
    return did_you_mean(str(token), known, lambda near: fails_at(here, end, near) > here)


def unexpected_character(error: UnexpectedCharacters, source: Source, start: int) -> Diagnostic:
    """Returns the finding about a place at which no word begins."""
    offset = start + (error.pos_in_stream or 0)
    place, character = Span(source, offset, offset + 1), source.text[offset]
    if character == '"':
        return at("C0104", "this text has no closing quote on its line", place, help='end it with `"`')
    if character == "|":
        return at("C0104", "this row has no closing bar on its line", place, help="end it with `|`")
    if source.text[offset : offset + 2] == "!=":
        return at(
            "C0101",
            "`!=` has no meaning here",
            Span(source, offset, offset + 2),
            help="whether two differ is asked with `is not`: `a is not b`",
        )
    shown = f"`{character}`" if character.isprintable() else f"character U+{ord(character):04X}"
    bracket = "[" in source.line(place.line)
    return at(
        "C0101", f"{shown} has no meaning here", place, help=_BRACKETS if bracket else _form(source.line(place.line))
    )
