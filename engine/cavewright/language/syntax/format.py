"""Tree to text, in the one layout there is; of a file that was read, with its comments.

A declaration becomes a list of `Line`s. Lines of the same kind that follow each other share their columns. Comments
are not in the tree: they are found in the source, and go with the line that they end or stand before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...foundation.source import Diagnostic, Source, Span, at
from . import tree as t
from .clause_blocks import blocks_of
from .clause_forms import form_of
from .comments import CommentedSource, with_comments
from .layout import PADDED, Line, laid_out
from .parse import FILE_LIMIT, parse_file
from .table_row import row_cells, row_text
from .unparse import spell_cites, spell_clause, spell_declaration, unparse

Item = (
    t.Declaration
    | t.Edit
    | t.Member
    | t.Line
    | t.Change
    | t.Add
    | t.AddValue
    | t.AddShare
    | t.Drop
    | t.MoveClause
    | t.Cite
)


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
    text = laid_out(with_comments(lines, CommentedSource.of(source, file)))
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


def print_item(node: Item | t.File) -> str:
    """A declaration, an edit, a member, a line or a file in the one layout, blocks included, without a last line break.

    >>> print(print_item(t.Declaration("constant", "a", "How many.", ("TC-A-01",), value=t.Number(5))))
    constant a = 5 "How many."                                                                     [TC-A-01]
    """
    items = node.items if isinstance(node, t.File) else (node,)
    return laid_out([line for item in items for line in _lines(item, 0)]).removesuffix("\n")


# ---- lines of a node ------------------------------------------------------------------------------------------------


def _lines(node: Item, depth: int) -> Iterator[Line]:
    match node:
        case t.Declaration():
            yield _line_with_tail(node, depth, node.kind, *_split_at_column(node.kind, spell_declaration(node)))
            for line in (line for inner in (*node.members, *node.block) for line in _lines(inner, depth + 1)):
                line.kind = "row of an example" if line.cells and node.kind == "example" else line.kind
                yield line
        case t.AddDeclaration() | t.ReplaceDeclaration():
            verb = "add" if isinstance(node, t.AddDeclaration) else "replace"
            yield from _prefix_lines(verb, node, _lines(node.declaration, depth))
        case t.Line():
            yield from _statement_lines(node, depth)
        case t.Add():
            yield from _prefix_lines(
                f"add {node.side} {node.anchor}" if node.side else "add", node, _addition(node, depth)
            )
        case t.RemoveDeclaration():
            yield _line_with_tail(node, depth, "remove", unparse(node))
        case (
            t.SetOption()
            | t.ChangeValue()
            | t.Change()
            | t.AddValue()
            | t.AddShare()
            | t.Drop()
            | t.MoveClause()
            | t.Cite()
        ):
            yield _line_with_tail(node, depth, "edit", unparse(node))
            if isinstance(node, t.Change) and isinstance(node.new, t.Statement):
                yield from islice(_statement_lines(t.Line("", node.new), depth), 1, None)
        case t.Row():
            cells, cites = row_cells(node.raw), spell_cites(node.cites)
            yield Line(depth, "row", "", cites=cites, cells=cells, start=node.span.start)
            yield from _below(node, depth)
        case _:
            kind = type(node).__name__.lower()
            yield _line_with_tail(node, depth, kind, *_split_at_column(kind, unparse(node)))
            for edit in node.edits if isinstance(node, t.Amend) else ():
                yield from _lines(edit, depth + 1)


def _addition(node: t.Add, depth: int) -> Iterator[Line]:
    addition: Any = node.addition
    if form_of(addition).home not in ("parts", "branches"):
        yield from _lines(addition, depth)
        return
    yield Line(depth, "edit", spell_clause(addition), cites=spell_cites(node.cites), start=node.span.start)
    yield from _below(addition, depth)


def _line_with_tail(node: Any, depth: int, kind: str, words: str, key: str = "") -> Line:
    """The line of a node with the text and the ids it has."""
    text = getattr(node, "text", "") if not isinstance(node, t.Said) else ""
    quoted = f'"{text}"' if text or kind == "unit" else ""
    return Line(depth, kind, words, key, quoted, spell_cites(getattr(node, "cites", ())), start=node.span.start)


def _split_at_column(kind: str, words: str) -> tuple[str, str]:
    """Returns the words behind the column that lines of this kind share, and those before it."""
    if kind not in PADDED:
        return words, ""
    key, value = words.split(" = ", 1)
    return f"= {value}", key


def _prefix_lines(words: str, node: t.Node, lines: Iterator[Line]) -> Iterator[Line]:
    """The lines, the first of them behind these words."""
    first = next(lines)
    if first.cells:
        first.words, first.cells = row_text(first.cells), ()
    first.words, first.key = f"{words} {first.head}", ""
    first.kind, first.start = f"{words} {first.kind}", node.span.start
    yield first
    yield from lines


def _statement_lines(line: t.Line, depth: int) -> Iterator[Line]:
    statement, label = line.statement, f"{line.key}:" if line.key else ""
    kind = f"{'label ' if label else ''}{type(statement).__name__}"
    if form_of(line).is_named_by_key:
        kind, label = "define" if isinstance(statement, t.Definition) else "deed", ""
    yield _line_with_tail(line, depth, kind, unparse(line), label)
    yield from _below(line, depth)


def _below(clause: Any, depth: int) -> Iterator[Line]:
    """Yields what stands below a clause; the parts in its first line are printed there."""
    for each in (one for block in blocks_of(clause) for one in block):
        match each:
            case t.Line():
                yield from _statement_lines(each, depth + 1)
            case t.Branch():
                yield Line(depth, "otherwise", spell_clause(each), start=each.span.start)
                yield from _below(each, depth)
