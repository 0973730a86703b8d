"""Parser by the grammar: a part of a text to nodes, and what is wrong where the grammar fails.

Imported when something has to be parsed: what was kept between runs needs no grammar.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from lark.lark import PostLex

from ...foundation.source import Diagnostic, Source, Span, at
from ...foundation.storage import cache as kept
from .builder import Builder
from .layout import TAB
from .parse_findings import FailsAt, unexpected_character, unexpected_token

DEPTH_LIMIT = 100
TOO_DEEP = f"this is nested more than {DEPTH_LIMIT} deep"
FLATTER = "give an inner part a name of its own: `define …` or `to …`"


class _Refused(LarkError):
    """Findings about the blocks and brackets of a text, from `start` to `end`."""

    def __init__(self, code: str, message: str, start: int, end: int, help: str = FLATTER) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.help = code, message, start, end, help


def _columns(columns: list[int]) -> str:
    """Returns the pattern of columns at which lines may begin that end a block, or go on with one."""
    *others, last = (str(each + 1) for each in columns)
    return f"begin it in column {', '.join(others)} or {last}, as the lines above it do"


class _Blocks(PostLex):
    """Puts `_INDENT` and `_DEDENT` where blocks begin and end; within brackets a line break means nothing.

    A `_NL` holds all blanks and comments up to the next word. So that nothing counts as written there, it and the end
    of a block take no room, and stand right behind the last word. `round` is a word of grids alone: elsewhere a unit may
    be called so.
    """

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The words with the beginnings and ends of blocks between them."""
        columns, brackets, end, is_grid = [0], 0, 0, False
        for token in stream:
            is_grid = (is_grid or token.type == "GRID") and token.type != "_NL"
            if token.type == "ROUND" and not is_grid:
                token = token.update(type="NAME")
            if token.type != "_NL":
                brackets += (token.type in ("LPAR", "LSQB")) - (token.type in ("RPAR", "RSQB"))
                end = token.end_pos or 0
                if brackets > DEPTH_LIMIT:
                    raise _Refused("C0602", TOO_DEEP, end - len(token), end)
                yield token
            elif not brackets:
                yield Token("_NL", "\n", start_pos=end, end_pos=end)
                yield from self._turns(columns, token, end)

    def _turns(self, columns: list[int], token: Token, end: int) -> Iterator[Token]:
        """Yields the tokens by which a line break changes the open blocks, of which `columns` are the indentations."""
        stop = token.end_pos or 0
        start = stop - len(token.rsplit("\n", 1)[1])
        column = len(token.rsplit("\n", 1)[1].expandtabs(TAB))
        if column > columns[-1]:
            columns.append(column)
            if len(columns) > DEPTH_LIMIT:
                raise _Refused("C0602", TOO_DEEP, start, stop)
            yield Token("_INDENT", "\n", start_pos=start, end_pos=stop)
        elif column not in columns:
            raise _Refused("C0102", "this line is indented like no line above it", start, stop, _columns(columns))
        while column < columns[-1]:
            columns.pop()
            yield Token("_DEDENT", "\n", start_pos=end, end_pos=end)


@cache
def grammar_text() -> str:
    """The grammar, from the wheel or, in a checkout, from the folder `grammar/`."""
    here = Path(__file__).resolve().parent.parent.parent
    inside = here / "grammar" / "cavewright.lark"
    return (inside if inside.exists() else here.parent.parent / "grammar" / "cavewright.lark").read_text("utf-8")


@cache
def _parser() -> Lark:
    """The parser; its tables take long to make, and are kept between runs."""
    key = kept.key_of(["grammar", grammar_text(), lark_version, kept.program()])
    known = kept.read(key)
    if known is not None:
        with suppress(Exception):
            made: Lark = Lark.__new__(Lark)._load(BytesIO(known), postlex=_Blocks())
            return made
    parser = Lark(
        grammar_text(),
        parser="lalr",
        start=["item", "type", "expr"],
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
    if kept.directory() is not None:
        tables = BytesIO()
        parser.save(tables)
        kept.write(key, tables.getvalue())
    return parser


@cache
def _words() -> dict[str, str]:
    """Returns the look of each terminal to an author, by its name."""
    shown = {
        "NAME": "a name",
        "INT": "a number",
        "STRING": "a text in quotes",
        "_NL": "the end of the line",
        "_INDENT": "indented lines",
        "_DEDENT": "the end of the block",
        "CITES": "ids in brackets",
        "$END": "nothing more",
        "ROW": "a row `| … |`",
        "SAID": "`when …`",
        "UP_TO": "`up to`",
        "OR_STOP": "`or stop`",
        "PILE": "`pile`",
        "BOTTOM_OF": "`bottom of`",
        "SHUFFLE": "`shuffle`",
        "ROUND": "`round`",
        "VERSION": "a version such as 1.0",
    }
    for terminal in _parser().terminals:
        shown.setdefault(terminal.name, f"`{terminal.pattern.value}`")
    return shown


def parse_part(source: Source, start: int, end: int, rule: str) -> tuple[Any, Diagnostic | None]:
    """One stretch of a source as `item`, `type` or `expr`: the node, or none and what is wrong."""
    text = source.text[start:end].rstrip()
    try:
        parsed = _read(text, rule)
    except UnexpectedToken as error:
        fails_at: FailsAt = lambda first, last, word: _fails_at(text[:first] + word + text[last:], rule)
        return None, unexpected_token(error, source, start, _words(), fails_at)
    except UnexpectedCharacters as error:
        return None, unexpected_character(error, source, start)
    except _Refused as error:
        return None, at(
            error.code, error.message, Span(source, start + error.start, start + error.end), help=error.help
        )
    deep = _too_deep(parsed)
    if deep is not None:
        place = Span(source, start + deep, start + deep + 1)
        return None, at("C0602", TOO_DEEP, place, help=FLATTER)
    builder = Builder(source, start)
    node = builder.transform(parsed)
    if builder.lost:
        return None, at(
            "C0105",
            "a text or ids stand behind `if`, not behind `otherwise if`",
            builder.lost[0],
            help="write them on the first line, or on the lines of this branch",
        )
    return node, None


def _read(text: str, rule: str) -> Tree[Token]:
    return _parser().parse(text + "\n" if rule == "item" else text, start=rule)


def _fails_at(text: str, rule: str) -> float:
    """The offset at which a text cannot be read on; none is further than that of a text that can be read."""
    try:
        _read(text, rule)
    except (UnexpectedToken, UnexpectedCharacters) as error:
        return inf if error.pos_in_stream is None else error.pos_in_stream
    except LarkError:
        pass
    return inf


def _too_deep(parsed: Tree[Token]) -> int | None:
    """Offset of the first node that lies below too many others."""
    todo: list[tuple[Any, int]] = [(parsed, 1)]
    while todo:
        node, level = todo.pop()
        if isinstance(node, Tree):
            if level > DEPTH_LIMIT:
                return 0 if node.meta.empty else node.meta.start_pos
            level += len(node.children) // 2 if node.data in ("sum", "product", "conjunction", "disjunction") else 1
            todo += [(child, level) for child in reversed(node.children)]
    return None


def words_accepted(text: str) -> frozenset[str]:
    """The words that can follow the beginning of a declaration; `NAME` is among them where a name can.

    >>> sorted(words_accepted("board cave of tile "))
    ['by', 'for']
    """
    reading = _parser().parse_interactive(text, start="item")
    reading.exhaust_lexer()
    shown = {each.name: str(each.pattern.value) for each in _parser().terminals}
    accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    return frozenset(
        shown[name] if shown[name].isalpha() else name
        for name in accepted
        if name in shown and (shown[name].isalpha() or name == "NAME")
    )
