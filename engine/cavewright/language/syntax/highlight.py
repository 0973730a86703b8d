"""Colours for rule files: what every terminal of the grammar counts as, and from that a lexer for Pygments and a
TextMate grammar.

Pygments finds the lexer through its entry point; nothing else of the engine imports this module, and Pygments is not
needed to run it. `python editors/textmate.py` writes the TextMate grammar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from ...foundation.source.frozen import frozen
from .lark_parser import grammar_text

_TERMINAL = re.compile(r'^([A-Z_]+)(?:\.\d+)?: (?:"([^"]+)"|/(.*)/)$', re.MULTILINE)
_SIGNS_OF_OPERATORS = frozenset(("LE", "GE", "LT", "GT", "EQ", "DOTS", "PLUS", "MINUS", "TIMES_SIGN", "OVER"))
_OPERATORS = frozenset(("AND", "OR", "NOT", "IS", "IN"))
_CLAUSES = (
    "OF",
    "BY",
    "SEPARATED",
    "GROWING",
    "HEXAGONAL",
    "BACKWARDS",
    "WHERE",
    "TO",
    "AS",
    "BECAUSE",
    "BEFORE",
    "AFTER",
    "FROM",
    "SHOWING",
    "AT",
    "TURNED",
    "AND",
    "OR",
    "NOT",
    "IS",
    "IN",
    "WITH",
    "FILLING",
    "IF",
    "OTHERWISE",
    "FOR",
    "EACH",
    "ONCE",
    "UP_TO",
    "OR_STOP",
    "PILE",
    "BOTTOM_OF",
    "UNTIL",
    "TIMES",
    "ALL",
    "NONE",
    "BAG",
    "SET",
    "HOLDING",
    "ENDLESS",
    "HIDDEN",
    "SECRET",
    "UNCOUNTED",
    "INTERNAL",
    "REVEALS",
    "ANY",
    "TOTAL",
    "WINS",
    "ALWAYS",
)
"""Terminals that stand within a line; all other words begin one, and are names anywhere else."""
_BOTH = ("SET", "IF", "FOR", "EACH", "OTHERWISE", "TO", "AS")
"""Of those, what may begin a line too."""
_AFTER = ("ADD", "REPLACE", "PASSAGE", "OTHERWISE", "THEN", "TO", "BEFORE", "AFTER", "CHANGE", "DROP")
"""Terminals behind which may stand what begins a line."""


@cache
def terminals() -> dict[str, tuple[str, bool]]:
    """The terminals of the grammar: how each is written, and whether that is a pattern.

    >>> terminals()["KIND"], terminals()["INT"]
    (('kind', False), ('\\\\d+', True))
    """
    return {name: (written or pattern, not written) for name, written, pattern in _TERMINAL.findall(grammar_text())}


@cache
def classes() -> dict[str, str]:
    """Returns the class of each terminal.

    >>> [classes()[name] for name in ("KIND", "IS", "DOTS", "COMMA", "ROW", "CITES")]
    ['word', 'operator', 'operator', 'sign', 'row', 'ids']
    """
    named = {
        "ROW": "row",
        "SAID": "said",
        "CITES": "ids",
        "VERSION": "number",
        "INT": "number",
        "NAME": "name",
        "STRING": "text",
        "NONE": "constant",
        "NONE_CELL": "constant",
        "UP_TO": "word",
        "OR_STOP": "word",
        "PILE": "word",
        "BOTTOM_OF": "word",
        "SHUFFLE": "word",
        "ROUND": "word",
        "_NL": "comment",
    }
    named |= dict.fromkeys((*_OPERATORS, *_SIGNS_OF_OPERATORS), "operator")
    return {name: named.get(name, "word" if looks.isalpha() else "sign") for name, (looks, _) in terminals().items()}


@frozen
class Pattern:
    """Pattern of a piece of text, with the class of each of its groups; with an `end`, what lies between is of one
    class.

    The expression means the same to Python and to Oniguruma, which TextMate grammars are written for.
    """

    begin: str
    kinds: tuple[str, ...]
    end: str = ""
    inside: tuple[str, str] | None = None
    """What may stand in what lies between, and its class."""


def _either(names: Iterable[str], kind: str = "") -> str:
    """An expression for any of these words; of one class only, if it is given."""
    words = {terminals()[name][0] for name in names if name in terminals() and (not kind or classes()[name] == kind)}
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


@cache
def patterns() -> tuple[Pattern, ...]:
    """Expressions for all that a rule file holds, in the order in which they are tried."""
    name, words = (
        terminals()["NAME"][0].replace("(-", "(?:-"),
        [each for each in terminals() if classes()[each] == "word"],
    )
    inside = r"(?![\w(.]|-\w)"
    alone = r"(?![\w(.:]|-\w)"
    opening = rf"({_either([each for each in words if each not in _CLAUSES or each in _BOTH])}){alone}"
    again = rf"({_either(_AFTER)})([ \t]+)"
    beside = r"[ \t]+".join((_either(("ADD",)), f"(?:{_either(('BEFORE', 'AFTER'))})"))
    signs = "|".join(re.escape(terminals()[each][0]) for each in terminals() if classes()[each] == "sign")
    operators = "|".join(
        sorted((re.escape(terminals()[each][0]) for each in _SIGNS_OF_OPERATORS), key=lambda each: (-len(each), each))
    )
    return (
        Pattern(r"(#.*)", ("comment",)),
        Pattern(r"^([ \t]*)(when|refuse|allow(?:[ \t]+only)?)([ \t]+)([^\n#\[]+)", ("blank", "word", "blank", "said")),
        Pattern(r"(\|[^\n]*\|)", ("row",)),
        Pattern(r"(?<=[ \t])\[(?=[A-Z][A-Z0-9]*-)", ("ids",), r"\]"),
        Pattern(r'("[^"{\n]*")', ("text",)),
        Pattern(r'"(?=[^"\n]*")', ("text",), '"', (r'(?<!\{)\{[^{}"\n]+\}(?!\})', "value")),
        Pattern(
            rf"^([ \t]*)({beside})([ \t]+)({name})([ \t]+){opening}",
            ("blank", "word", "blank", "name", "blank", "word"),
        ),
        Pattern(rf"^([ \t]*){again}{again}{opening}", ("blank", "word", "blank", "word", "blank", "word")),
        Pattern(rf"^([ \t]*){again}{opening}", ("blank", "word", "blank", "word")),
        Pattern(rf"^([ \t]*){opening}", ("blank", "word")),
        Pattern(rf"^([ \t]*)({name})(:)([ \t]+){opening}", ("blank", "label", "sign", "blank", "word")),
        Pattern(rf"(:)([ \t]+){opening}", ("sign", "blank", "word")),
        Pattern(rf"(?<=[ \t]){again}{opening}", ("word", "blank", "word")),
        Pattern(rf"^([ \t]*)({name})(?=:[ \t])", ("blank", "label")),
        Pattern(rf"(?<![\w.-])({terminals()['OR_STOP'][0]}){inside}", ("word",)),
        Pattern(rf"(?<![\w.-])({_either([*_OPERATORS])}){inside}", ("operator",)),
        Pattern(rf"(?<![\w.-])({_either(_CLAUSES, 'word')}){inside}", ("word",)),
        Pattern(rf"(?<![\w.-])({terminals()['NONE'][0]}|yes|no){inside}", ("constant",)),
        Pattern(r"(?<![\w.-])(_)(?!\w)", ("constant",)),
        Pattern(rf"({name})(?=\()", ("function",)),
        Pattern(rf"({name})", ("name",)),
        Pattern(r"((?:\^|~|>=)?\d+\.\d+(?:\.\d+)?)", ("number",)),
        Pattern(rf"({terminals()['INT'][0]})", ("number",)),
        Pattern(rf"({operators})", ("operator",)),
        Pattern(rf"({signs})", ("sign",)),
    )


TOKENS = {
    "comment": Comment.Single,
    "word": Keyword,
    "label": Name.Label,
    "said": String.Other,
    "row": String.Backtick,
    "ids": Comment.Special,
    "text": String,
    "value": String.Interpol,
    "operator": Operator,
    "sign": Punctuation,
    "constant": Keyword.Constant,
    "function": Name.Function,
    "name": Name,
    "number": Number,
    "blank": Text.Whitespace,
}
"""What Pygments calls each class."""

SCOPES = {
    "comment": "comment.line.number-sign",
    "word": "keyword.control",
    "label": "entity.name.tag",
    "said": "string.unquoted",
    "row": "string.unquoted.row",
    "ids": "comment.block.ids",
    "text": "string.quoted.double",
    "value": "constant.other.placeholder",
    "operator": "keyword.operator",
    "sign": "punctuation",
    "constant": "constant.language",
    "function": "entity.name.function",
    "name": "variable.other",
    "number": "constant.numeric",
}
"""What TextMate calls each class; blanks have no name."""


def _rules() -> list[tuple[object, ...]]:
    """The patterns as Pygments wants them."""
    made: list[tuple[object, ...]] = []
    for each in patterns():
        if each.inside:
            made.append((each.begin, TOKENS[each.kinds[0]], each.kinds[0]))
        elif each.end:
            made.append((each.begin + r"[^\]]*" + each.end, TOKENS[each.kinds[0]]))
        else:
            made.append((each.begin, bygroups(*(TOKENS[kind] for kind in each.kinds))))  # type: ignore[no-untyped-call]
    return [*made, (r"\n|[^\S\n]+", Text.Whitespace)]


def _within() -> dict[str, list[tuple[object, ...]]]:
    """Returns the rules between the beginning and the end of a pattern that holds others, as Pygments wants them."""
    return {
        each.kinds[0]: [
            (each.inside[0], TOKENS[each.inside[1]]),
            (each.end, TOKENS[each.kinds[0]], "#pop"),
            (rf"[^{each.end}{{]+|\{{", TOKENS[each.kinds[0]]),
        ]
        for each in patterns()
        if each.inside
    }


class CaveLexer(RegexLexer):
    """Rule files, for Pygments.

    >>> [text for kind, text in CaveLexer().get_tokens("unit m") if kind is Keyword]
    ['unit']
    """

    name = "Cavewright"
    aliases: ClassVar[list[str]] = ["cave", "cavewright"]
    filenames: ClassVar[list[str]] = ["*.cave"]
    url = "https://pypi.org/project/cavewright/"
    tokens: ClassVar[dict[str, list[tuple[object, ...]]]] = {"root": _rules(), **_within()}


def textmate() -> str:
    """The TextMate grammar, as it stands in `editors/cavewright.tmLanguage.json`."""
    return (
        json.dumps(
            {
                "name": "Cavewright",
                "scopeName": "source.cave",
                "fileTypes": ["cave"],
                "patterns": [_textmate_rule(each) for each in patterns()],
            },
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )


def _textmate_rule(pattern: Pattern) -> dict[str, object]:
    """A pattern as TextMate wants it."""
    if pattern.end:
        between: dict[str, object] = {
            "name": f"{SCOPES[pattern.kinds[0]]}.cave",
            "begin": pattern.begin,
            "end": pattern.end,
        }
        match, kind = pattern.inside or ("", "")
        return {**between, "patterns": [{"match": match, "name": f"{SCOPES[kind]}.cave"}]} if kind else between
    captures = {str(at): {"name": f"{SCOPES[kind]}.cave"} for at, kind in enumerate(pattern.kinds, 1) if kind in SCOPES}
    return {"match": pattern.begin, "captures": captures}
