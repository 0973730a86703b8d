"""Tree to text, in the one layout there is; of a file that was read, with its comments.

A declaration becomes a list of `_Line`s. Lines of the same kind that follow each other share their columns. Comments
are not in the tree: they are found in the source, and go with the line that they end or stand before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import combining, east_asian_width

from ..source import Diagnostic, Source, Span, at
from . import tree as t
from .parse import FILE_LIMIT, TAB, parse_file
from .table_row import row_cells, row_text
from .unparse import (
    print_expr,
    print_statement,
    spell_cites,
    spell_clause,
    spell_declaration,
    spell_deed,
    spell_line,
)

__all__ = ["format_source", "print_expr", "print_item", "print_statement"]

INDENT = 4
CITES_COLUMN = 96
"""Where ids in brackets begin, counted from 1."""
ALIGNED_WIDTH = 48
"""Columns that the words of a line may fill to share the column of its text with its neighbours."""
CELL_WIDTH = 100
"""Columns to which a column of a table grows; longer cells stick out."""

_RUNS = ("constant", "define", "menu", "note", "unit", "edit", "remove")
_PADDED = ("constant", "score", "label Require")
_NOTED = re.compile(r'"[^"\n]*"|(#[^\n]*)')
_HEADED = {"RemoveDeclaration": "remove", "SetOption": "edit", "ChangeValue": "edit"}

Item = t.File | t.Declaration | t.Edit | t.Member | t.Line | t.Change | t.Add | t.Drop | t.MoveClause | t.Cite


@dataclass(slots=True)
class _Line:
    """One line to come. `key` is what is padded to the column of its neighbours; `start` an offset in the source."""

    depth: int
    kind: str
    words: str
    key: str = ""
    text: str = ""
    cites: str = ""
    cells: tuple[str, ...] = ()
    comment: str = ""
    start: int = 0
    blank: bool = False
    """Whether a blank line stands before it."""

    @property
    def head(self) -> str:
        """Its words, with its key before them."""
        return f"{self.key} {self.words}" if self.key else self.words


# ---- the two ways in ------------------------------------------------------------------------------------------------


def format_source(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a rule file in the one layout, and no diagnostics; or the text as it is, and why it cannot be read.

    Formatting twice changes nothing more; the tree stays the same (but for blanks in rows), and so do the comments.

    >>> format_source(Source("a.cave", 'to play   # begin\\n  set a=(1)'))
    ('to play  # begin\\n    set a = 1\\n', ())
    """
    file, found = parse_file(source)
    if found:
        return source.text, found
    lines = [line for item in file.items for line in _lines(item, 0)]
    text = _laid_out(_with_comments(lines, _Written.of(source, file)))
    if len(text.encode("utf-8")) > FILE_LIMIT:
        return source.text, (
            at(
                "C0601",
                f"formatted, this file would be larger than {FILE_LIMIT // 1024} KiB",
                Span(source, 0, 1),
                help="split it into several files of the same folder",
            ),
        )
    return text, ()


def print_item(node: Item) -> str:
    """A declaration, an edit, a member, a line or a file in the one layout, blocks included, without a last line break.

    >>> print(print_item(t.Declaration("constant", "a", "How many.", ("TC-A-01",), value=t.Number(5))))
    constant a = 5 "How many."                                                                     [TC-A-01]
    """
    items = node.items if isinstance(node, t.File) else (node,)
    return _laid_out([line for item in items for line in _lines(item, 0)]).removesuffix("\n")


# ---- lines of a node ------------------------------------------------------------------------------------------------


def _lines(node: Item, depth: int) -> Iterator[_Line]:
    match node:
        case t.File():
            raise TypeError("a file is not an item")
        case t.Declaration():
            yield _tailed(node, depth, node.kind, *_keyed(node.kind, spell_declaration(node)))
            for line in (line for inner in (*node.members, *node.block) for line in _lines(inner, depth + 1)):
                line.kind = "row of an example" if line.cells and node.kind == "example" else line.kind
                yield line
        case t.AddDeclaration() | t.ReplaceDeclaration():
            verb = "add" if isinstance(node, t.AddDeclaration) else "replace"
            yield from _prefixed(verb, node, _lines(node.declaration, depth))
        case t.Line():
            yield from _statement_lines(node, depth)
        case t.Amend():
            yield _tailed(node, depth, "amend", spell_line(node))
            for edit in node.edits:
                yield from _lines(edit, depth + 1)
        case t.Add():
            yield from _prefixed(f"add {node.side} {node.anchor}" if node.side else "add", node, _addition(node, depth))
        case t.SetOption() | t.ChangeValue() | t.RemoveDeclaration():
            yield _tailed(node, depth, _HEADED[type(node).__name__], spell_line(node))
        case t.Change() | t.Drop() | t.MoveClause() | t.Cite():
            yield _tailed(node, depth, "edit", spell_line(node))
        case t.Row():
            cells, cites = row_cells(node.raw), spell_cites(node.cites)
            yield _Line(depth, "row", "", cites=cites, cells=cells, start=node.span.start)
            yield from _block(node.abilities, depth + 1)
        case _:
            kind = type(node).__name__.lower()
            yield _tailed(node, depth, kind, *_keyed(kind, spell_line(node)))


def _addition(node: t.Add, depth: int) -> Iterator[_Line]:
    match node.addition:
        case t.Parameter() | t.Choice() | t.Within() | t.Upon():
            yield _Line(
                depth, "edit", spell_clause(node.addition), cites=spell_cites(node.cites), start=node.span.start
            )
        case t.Branch(body=body):
            yield _Line(depth, "edit", spell_clause(node.addition), start=node.span.start)
            yield from _block(body, depth + 1)
        case _:
            yield from _lines(node.addition, depth)


def _tailed(node: Any, depth: int, kind: str, words: str, key: str = "") -> _Line:
    """The line of a node with the text and the ids it has."""
    text = getattr(node, "text", "") if not isinstance(node, t.Said) else ""
    quoted = f'"{text}"' if text or kind == "unit" else ""
    return _Line(depth, kind, words, key, quoted, spell_cites(getattr(node, "cites", ())), start=node.span.start)


def _keyed(kind: str, words: str) -> tuple[str, str]:
    """What stands behind the column that lines of this kind share, and what before it."""
    if kind not in _PADDED:
        return words, ""
    key, value = words.split(" = ", 1)
    return f"= {value}", key


def _prefixed(words: str, node: t.Node, lines: Iterator[_Line]) -> Iterator[_Line]:
    """The lines, the first of them behind these words."""
    first = next(lines)
    if first.cells:
        first.words, first.cells = row_text(first.cells), ()
    first.words, first.key = f"{words} {first.head}", ""
    first.kind, first.start = f"{words} {first.kind}", node.span.start
    yield first
    yield from lines


def _statement_lines(line: t.Line, depth: int) -> Iterator[_Line]:
    statement, label = line.statement, f"{line.key}:" if line.key else ""
    kind = f"{'label ' if label else ''}{type(statement).__name__}"
    if isinstance(statement, t.Deed | t.Ability):
        head = _tailed(line, depth, "deed", spell_deed(line.key, statement))
    else:
        head = _tailed(line, depth, kind, print_statement(statement), label)
    yield head
    branches: tuple[tuple[t.Expr, tuple[t.Line, ...]], ...] = ()
    body, otherwise = getattr(statement, "body", ()), getattr(statement, "otherwise", None)
    if isinstance(statement, t.If):
        (_, body), *rest = statement.branches
        branches = tuple(rest)
    yield from _block(body, depth + 1)
    yield from _block(statement.actions if isinstance(statement, t.Offer) else (), depth + 1)
    for condition, block in branches:
        words = f"otherwise {print_statement(t.If(((condition, block),), None))}"
        yield _Line(depth, "otherwise", words, start=condition.span.start)
        yield from _block(block, depth + 1)
    if otherwise is not None:
        yield _Line(depth, "otherwise", "otherwise", start=otherwise[0].span.start)
        yield from _block(otherwise, depth + 1)


def _block(lines: Iterable[t.Line], depth: int) -> Iterator[_Line]:
    for line in lines:
        yield from _statement_lines(line, depth)


# ---- comments -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """A source as it was written: where its comments stand, and `words`, its text with blanks in their place."""

    source: Source
    words: str
    comments: tuple[Span, ...]

    @classmethod
    def of(cls, source: Source, file: t.File) -> _Written:
        """A file, read for its comments."""
        raw = [node.span for node in t.walk(file) if isinstance(node, t.Row | t.Said)]
        masked = _blanked(source.text, raw)
        found = [Span(source, *match.span(1)) for match in _NOTED.finditer(masked) if match[1]]
        return cls(source, _blanked(source.text, found), tuple(found))

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return self.source.place(offset)[0]

    def column(self, offset: int) -> int:
        """How far the line of this place is indented."""
        line = self.source.line(self.line(offset))
        return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(TAB))

    def follows_blank(self, offset: int) -> bool:
        """Whether the line before is blank."""
        line = self.line(offset)
        return line > 1 and not self.source.line(line - 1).strip()

    def end(self, start: int, stop: int) -> int:
        """Where the last word in this stretch ends."""
        return start + len(self.words[start:stop].rstrip())


def _blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with blanks in place of these stretches, which are in order."""
    parts, done = [], 0
    for span in spans:
        parts += [text[done : span.start], " " * (span.end - span.start)]
        done = span.end
    return "".join((*parts, text[done:]))


def _with_comments(lines: Sequence[_Line], written: _Written) -> list[_Line]:
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
            line.comment = _comment(comments.pop())
    return result + [_alone(comment, None, columns, written) for comment in reversed(comments)]


def _place(lines: Sequence[_Line], written: _Written) -> None:
    """Sets what only the source knows of the lines: where an `otherwise` begins, and what follows a blank line."""
    for line in lines:
        if line.kind == "otherwise":
            line.start = written.words.rindex("otherwise", 0, line.start)
        line.blank = written.follows_blank(line.start)


def _comment(span: Span) -> str:
    return span.text.rstrip()


def _alone(comment: Span, line: _Line | None, columns: Sequence[int], written: _Written) -> _Line:
    """A comment on a line of its own before this one; where blocks end, in the innermost that it is indented like."""
    blank, depth = written.follows_blank(comment.start), line.depth if line else 0
    if line and line.start < comment.start:
        blank, line.blank = line.blank, False
    else:
        column = written.column(comment.start)
        inside = [level for level in range(depth, len(columns)) if columns[level] <= column]
        depth = max([depth, *inside])
    return _Line(depth, "#", _comment(comment), blank=blank)


# ---- layout ---------------------------------------------------------------------------------------------------------


def _laid_out(lines: Sequence[_Line]) -> str:
    """The text of the lines, with a line break behind each."""
    _set_blanks(lines)
    heads = dict(zip(map(id, lines), map(_indented, lines), strict=True))
    real = [line for line in lines if line.kind != "#"]
    rows = {line.depth for line in real if line.cells}
    tables = (_neighbours((line for line in real if line.depth <= depth), _of_one_kind) for depth in sorted(rows))
    for group in (*_neighbours(real, _of_one_kind), *(each for table in tables for each in table if each[0].cells)):
        heads.update(_aligned(group))
    return "".join("\n" * line.blank + _finished(heads[id(line)], line) + "\n" for line in lines)


def _set_blanks(lines: Sequence[_Line]) -> None:
    """Decides where blank lines stand: between declarations, and else where the author has one."""
    nexts = _next_kinds(lines)
    before: _Line | None = None
    run = ""
    for line, following in zip(lines, nexts, strict=True):
        if before is None or line.kind == "otherwise" or before.depth < line.depth:
            line.blank = False
        elif line.depth == 0 and not (before.depth == 0 and before.kind == "#"):
            line.blank |= not (before.depth == 0 and run in _RUNS and run == following)
        run = line.kind if line.kind != "#" else run
        before = line


def _next_kinds(lines: Sequence[_Line]) -> list[str]:
    """For every line the kind of the next declaration, itself included."""
    kinds, kind = [], ""
    for line in reversed(lines):
        kind = line.kind if line.depth == 0 and line.kind != "#" else kind
        kinds.append(kind)
    return kinds[::-1]


def _neighbours(lines: Iterable[_Line], together: Callable[[_Line, _Line], bool]) -> Iterator[list[_Line]]:
    """The lines in groups, of which each line belongs to the one before it."""
    group: list[_Line] = []
    for line in lines:
        if group and not together(group[-1], line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _of_one_kind(before: _Line, line: _Line) -> bool:
    """Whether two lines share columns. An example may have several tables; a table elsewhere may have gaps."""
    same, apart = len(line.cells) == len(before.cells), line.blank
    if line.cells:
        apart = (line.blank or not same) if line.kind == "row of an example" else (line.blank and not same)
    return (before.kind, before.depth) == (line.kind, line.depth) and not apart


def _aligned(group: Sequence[_Line]) -> dict[int, str]:
    """For every line of a group what stands left of its ids."""
    if group[0].cells:
        widths = _widths([line.cells for line in group])
        return {id(line): " " * INDENT * line.depth + _row(line.cells, widths) for line in group}
    padded = group[0].kind in _PADDED
    keys = _widest(line.key for line in group) if padded else 0
    heads = [_indented(line, keys) for line in group]
    column = _widest(head for head, line in zip(heads, group, strict=True) if line.text)
    return {
        id(line): f"{_padded(head, column)} {line.text}".rstrip() if line.text else head
        for head, line in zip(heads, group, strict=True)
    }


def _indented(line: _Line, keys: int = 0) -> str:
    key = f"{_padded(line.key, keys)} " if line.key else ""
    return " " * INDENT * line.depth + key + line.words


def _widest(texts: Iterable[str]) -> int:
    """The width of the widest, but of those that stick out."""
    return max((width for width in map(_width, texts) if width <= ALIGNED_WIDTH), default=0)


def _widths(rows: Iterable[tuple[str, ...]]) -> tuple[int, ...]:
    widths: list[int] = []
    for cells in rows:
        widths += [0] * (len(cells) - len(widths))
        for number, width in enumerate(map(_width, cells)):
            widths[number] = max(widths[number], width if width <= CELL_WIDTH else 0)
    return tuple(widths)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return row_text(_padded(cell, width) for cell, width in zip(cells, widths, strict=False))


def _width(text: str) -> int:
    """Columns that a text fills."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _finished(head: str, line: _Line) -> str:
    """The line with its ids and its comment."""
    if line.cites:
        head = _padded(head, CITES_COLUMN - 3) + f"  {line.cites}"
    return f"{head}  {line.comment}" if line.comment else head
