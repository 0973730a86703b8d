"""Hash of what a ruleset means: without texts, citations, comments, places, notes, chapters and examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast

from ...foundation.source import Source
from ..syntax import parse_text
from ..syntax import tree as t
from ..syntax.clause_forms import form_of
from ..syntax.table_row import plain, row_cells
from ..tables import read_csv
from .csv_rows import TableOf, filed_rows
from .row_cells import typed_columns

_PROSE = frozenset({"text", "cites", "version", "stop"})
"""What changes nothing that is played; `or stop` means what is meant without it in language 1."""
_DRAWN = ("picture", "text")
"""A column of names of pictures, which changes no more than the pictures do."""
_SILENT = ("note", "notice", "lesson", "example", "chapter")


def hash_of(declarations: Iterable[t.Declaration], options: Mapping[str, t.Expr], table_of: TableOf) -> str:
    """SHA-256 of what the declarations mean, in hex; an option that an overlay sets counts as declared so.

    >>> five = t.Declaration("constant", "days", value=t.Number(5))
    >>> hash_of([five], {}, lambda rows: None)[:12]
    '72ad9c53f2c1'
    """
    plain_data = [meaning(_with_option(each, options), table_of) for each in declarations if each.kind not in _SILENT]
    return sha256(json.dumps(plain_data, separators=(",", ":")).encode("ascii")).hexdigest()


def _with_option(declaration: t.Declaration, options: Mapping[str, t.Expr]) -> t.Declaration:
    if declaration.kind == "option" and declaration.name in options:
        return replace(declaration, value=options[declaration.name])
    return declaration


def meaning(declaration: t.Declaration, table_of: TableOf) -> list[Any]:
    """A declaration as nested lists of words and numbers."""
    table = _Table(declaration, table_of)
    described = _description(replace(declaration, members=()))
    written = [table.member(each) for each in declaration.members if form_of(each).table != "file"]
    filed = [row for each in declaration.every(t.Rows) for row in table.file(each)]
    return [*described, [*written, *filed]]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return [type(value).__name__, *_description(value)] if isinstance(value, t.Node) else value


def _description(node: t.Node) -> list[Any]:
    """Returns the account of a node by name; a node leaves out what it does not say, so that a language that learns
    more keeps old hashes."""
    said = [(name, getattr(node, name)) for name in t.parts(type(node)) if name not in _PROSE]  # type: ignore[arg-type]
    return [
        [name, _plain(value)]
        for name, value in said
        if value is not None and value is not False and value not in ("", ())
    ]


class _Table:
    """The rows of one declaration. Columns of type text hold prose: words and pictures for players."""

    def __init__(self, declaration: t.Declaration, table_of: TableOf) -> None:
        self._table_of = table_of
        first = declaration.first(t.Row)
        self._header, self._columns = first, _columns(first, declaration.kind)
        self._prose = frozenset(name for name, type_ in self._columns if type_ == "text")

    def member(self, node: t.Member) -> Any:
        """Returns the account of a member: a row by its columns."""
        if node is self._header:
            return ["Header", *([name, _type(type_)] for name, type_ in self._columns if (name, type_) != _DRAWN)]
        return self._row(cast(t.Row, node)) if form_of(node).table == "row" else _plain(node)

    def _row(self, node: t.Row) -> list[Any]:
        kept = self._hashed_cells([name for name, _ in self._columns], [plain(each) for each in row_cells(node.raw)])
        return ["Row", *kept, *([_plain(node.abilities)] if node.abilities else [])]

    def file(self, node: t.Rows) -> list[Any]:
        """The rows of a file, as if they stood in the rule file; of one that does not fit, what it holds."""
        source = self._table_of(node)
        if source is None:
            return [["Rows", node.file]]
        rows = filed_rows(node, source, self._header)
        if rows is not None:
            return [self._row(each) for each in rows]
        table, _ = read_csv(source, node.mark or ",")
        written = (table.header, *(each.cells for each in (*table.rows, *table.ragged)))
        header, *read = ([cell.text for cell in cells] for cells in written)
        return [["File", header, *(self._hashed_cells(header, row) for row in read)]]

    def _hashed_cells(self, names: list[str], found: list[str]) -> list[str]:
        named = [*names, *[""] * (len(found) - len(names))]
        return [cell for name, cell in zip(named, found, strict=False) if name not in self._prose]


def _columns(header: t.Row | None, kind: str) -> list[tuple[str, str]]:
    found = typed_columns(header.raw) if header else []
    return [(name, "text" if kind == "option" and name == "text" else type_) for name, type_ in found]


def _type(text: str) -> Any:
    """The type of a column by its tree, so that its layout does not count; as text if it cannot be read."""
    node, problem = parse_text(Source("", text), 0, len(text), "type") if text else (None, None)
    return text if node is None or problem else _plain(node)
