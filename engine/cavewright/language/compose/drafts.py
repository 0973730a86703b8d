"""Declarations while they are edited: opened into clauses, and closed again into trees.

A draft lives only as long as `compose` runs. Clauses are told apart by identity. One that is dropped stays in its place:
an overlay that does not know of it still finds what it speaks of.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ...foundation.source import Source
from ..syntax import tree as t
from ..syntax import unparse
from ..syntax.clause_blocks import is_last, with_blocks_of
from ..syntax.table_row import row_cells
from .clause_keys import (
    Clausal,
    distinction,
    main_key,
    names_of,
    number_keys,
    parts_of,
    with_parts,
    word_of,
)
from .csv_rows import TableOf, filed_rows, line_of
from .draft_clauses import NOBODY, Block, Clause, EditFootprint, Ids, Provenance, Token, open_block
from .row_cells import between_bars, cell_text, columns
from .shares import OverlayShare, value_with_shares, with_bounds, with_shares
from .stated_values import as_range

_CLAUSES = frozenset(
    [
        "additions",
        "recast",
        "_names",
        "_words",
        "_parts",
        "members",
        "lines",
        "parts",
        "header",
        "layout",
        "ordinals",
        "_numbered",
    ]
)
"""What a draft finds out about the clauses of its declaration."""


class Draft:
    """One declaration, open for edits."""

    def __init__(self, declaration: t.Declaration, added_by: Ids = NOBODY) -> None:
        self.declaration = declaration
        self.origin = declaration.name_span
        self.touches: dict[Token, dict[str, tuple[EditFootprint, bool]]] = {}
        self.history: list[Provenance] = []
        self.value_history: list[Provenance] = []
        self.text_history: list[Provenance] = []
        self.was: list[t.Declaration] = []
        """The declaration before each change of its value or text."""
        self.setting: t.Expr | None = None
        self.removed_by = NOBODY
        self.open(declaration, added_by)

    def open(self, declaration: t.Declaration, added_by: Ids) -> None:
        """Takes this declaration, and forgets the clauses of the one before."""
        self.declaration, self.added_by, self.is_edited = declaration, added_by, False
        self.value_shares: list[OverlayShare] = []
        self._forget_clauses()

    def _forget_clauses(self) -> None:
        for name in _CLAUSES:
            self.__dict__.pop(name, None)

    @property
    def is_opened(self) -> bool:
        """True once anybody has asked for a clause: only then can one have been touched."""
        return "ordinals" in self.__dict__

    def __getattr__(self, name: str) -> Any:
        """Opens the clauses of the declaration when the first of them is asked for: edits touch few declarations."""
        if name not in _CLAUSES:
            raise AttributeError(name)
        self._open_clauses(self.declaration, self.added_by)
        return self.__dict__[name]

    def _open_clauses(self, declaration: t.Declaration, added_by: Ids) -> None:
        self.additions: dict[Any, Clause] = {}
        self.recast: list[tuple[str, Clause]] = []
        """Lines that have become another kind of statement, by their names before."""
        self._names: dict[str, list[Clause]] = {}
        self._words: dict[str, list[Clause]] = {}
        self._parts: dict[str, list[Clause]] = {}
        nodes: tuple[Sequence[Clausal], ...] = declaration.members, declaration.block, parts_of(declaration)
        self.members, self.lines, self.parts = (open_block(each, None, added_by) for each in nodes)
        self.header: t.Row | None = declaration.first(t.Row)
        self.layout = [each for each in self.parts.clauses if each.form.table == "column"]
        for clause in self.clauses():
            self.note_names(clause)
        lines = [each for each in self.clauses() if each.form.home == "lines" or each.form.table == "file"]
        keys = (key.partition("#") for key in number_keys(main_key(each.node) for each in lines))
        self.ordinals = {each: f"{key}[{n or 1}]" for each, (key, _, n) in zip(lines, keys, strict=True)}
        self._numbered = {name: [each] for each, name in self.ordinals.items()}

    def unfold(self, table_of: TableOf) -> None:
        """Opens the files of its rows, so that these can be edited one by one; a file that does not fit stays
        closed."""
        for clause in self._files():
            if not clause.blocks:
                self.unfold_one(clause, table_of, self.layout)

    def unfold_one(self, clause: Clause, table_of: TableOf, seen: Sequence[Clause]) -> None:
        """Opens the file of one `rows` line, which has these columns."""
        named = cast(t.Rows, clause.node)
        source = table_of(named)
        rows = self.rows_of_file(named, source, seen)
        block = open_block(rows or (), clause, clause.added_by)
        clause.blocks = [] if rows is None else [*clause.blocks, block]
        for each in block.clauses:
            self.note_names(each)
            each.origin = line_of(source, each.node.span.line) if source is not None else each.origin

    def rows_of_file(self, named: t.Rows, source: Source | None, seen: Sequence[Clause]) -> tuple[t.Row, ...] | None:
        """The rows of the file that a `rows` line names, with these columns; none if it does not fit."""
        header = self._header_for(seen) if self.header is not None and seen != self.layout else self.header
        rows = filed_rows(named, source, header)
        return None if rows is None else tuple(self.fit_row(row, seen) for row in rows)

    # -- columns: every row keeps a cell for each that there ever was, in the order in which they came ----------------

    def fit_row(self, row: t.Row, seen: Sequence[Clause]) -> t.Row:
        """A row by somebody who sees these columns, with a cell for all; one that has not these cells stays as it
        is."""
        first, *found = row_cells(row.raw)
        if list(seen) == self.layout or len(found) != len(seen):
            return row
        given = dict(zip(seen, found, strict=True))
        return replace(row, raw=between_bars([first, *(given.get(each, start_of(each)) for each in self.layout)]))

    def widen(self, column: Clause) -> None:
        """Gives every row a cell in a new column."""
        self.layout.append(column)
        for each in self.clauses():
            if each.node is not self.header and len(each.raw_cells) == len(self.layout):
                each.node = replace(cast(t.Row, each.node), raw=f"{each.raw} {start_of(column)} |")

    def settle_columns(self) -> None:
        """Puts the columns of all rows into their final order: those that overlays added come last, by the alphabet."""
        there = [each for each in self.layout if not each.dropped_by]
        there.sort(key=lambda each: (each.ground is not each, names_of(each.node) if each.ground is not each else ()))
        numbers = [0, *(self.layout.index(each) + 1 for each in there)]
        for each in self.clauses() if any(each.history for each in self.layout) else ():
            if each.node is self.header:
                self.header = each.node = self._header_for(there)
            elif len(found := each.raw_cells) == len(self.layout) + 1:
                row = cast(t.Row, each.node)
                places = dict(row.elsewhere)
                each.node = replace(
                    row,
                    raw=between_bars([found[n] for n in numbers]),
                    elsewhere=tuple((numbers.index(n), span) for n, span in places.items() if n in numbers),
                )

    def _header_for(self, there: Sequence[Clause]) -> t.Row:
        """The first row of the table, if these are the columns."""
        assert self.header is not None
        first = row_cells(self.header.raw)[0]
        read = [cast(t.Column, close_clause(each)) for each in there]
        written = [unparse(t.Parameter(each.name, each.type)) for each in read]
        new = ((n, each) for n, each in enumerate(there, 1) if each.ground is not each and len(each.history) == 1)
        places = tuple((number, each.node.span) for number, each in new)
        return replace(self.header, raw=between_bars([first, *written]), elsewhere=places)

    def is_unread(self) -> bool:
        """Tells if rows of the draft stand in a file that cannot be read or does not fit; the checker says so."""
        return not all(each.blocks for each in self._files())

    def _files(self) -> list[Clause]:
        """Its `rows` lines, but for those that were dropped."""
        return [each for each in self.members.clauses if each.form.table == "file" and not each.dropped_by]

    def note_names(self, clause: Clause) -> None:
        """Makes a clause known under its keys, besides those that it had before."""
        if clause.node is self.header:
            return
        for name in (*names_of(clause.node), distinction(clause.node)):
            self._note(self._parts if clause.form.home == "parts" else self._names, name, clause)
        if not getattr(clause.node, "key", ""):
            self._note(self._words, word_of(clause.node), clause)

    @staticmethod
    def _note(index: dict[str, list[Clause]], name: str, clause: Clause) -> None:
        known = index.setdefault(name, [])
        if name and clause not in known[-1:]:
            known.append(clause)

    def find(self, address: str) -> list[Clause]:
        """All clauses that answer to `key` or `outer.inner`, dropped ones too; parts, and by first words, only if no
        key does."""
        return next(self.lookup(address), [])

    def lookup(self, address: str) -> Iterator[list[Clause]]:
        """The clauses of that key, the parts of that name, what begins with that word and what has that number among
        those, as far as there are any."""
        indexes = self._names, self._parts, self._words, self._numbered
        yield from filter(None, (self._lookup_in(index, address) for index in indexes))

    def find_parts(self, address: str) -> list[Clause]:
        """All parameters, choices and menus of that name, dropped ones too."""
        return self._lookup_in(self._parts, address)

    def _lookup_in(self, index: dict[str, list[Clause]], address: str) -> list[Clause]:
        found = dict.fromkeys(index.get(address, ()))
        for at, sign in enumerate(address):
            inner = index.get(address[at + 1 :], ()) if sign == "." else ()
            outer = set(self.find(address[:at])) if inner else ()
            found |= dict.fromkeys(each for each in inner if _is_within(each, outer))
        return list(found)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of its rows, of those of kinds also what is gone."""
        first = columns(self.header.raw) if self.header else ()
        return (*first[:1], *(names_of(each.node)[0] for each in self.layout)) if self.layout else first

    def clauses(self) -> Iterator[Clause]:
        """All clauses in order, dropped ones too."""
        for block in (self.members, self.lines, self.parts):
            for each in block.clauses:
                yield from each.below()

    def standing(self) -> list[tuple[str, Clause]]:
        """Clauses that are not dropped, with the keys that `named_clauses` gives them."""
        found = [
            each for each in self.clauses() if not each.dropped_by and not _is_unfolded(each) and not is_hollow(each)
        ]
        return list(zip(number_keys(main_key(each.node) for each in found), found, strict=True))

    def first_keys(self) -> dict[Clause, str]:
        """The keys that the clauses which no overlay added had at first, as if none of them had been dropped."""
        found = [each for each in self.clauses() if not each.added_by and not _is_unfolded(each)]
        first_nodes = (next(iter(each.was), each.node) for each in found)
        return dict(zip(found, number_keys(map(main_key, first_nodes)), strict=True))

    def names(self) -> list[str]:
        """Returns the names that can be addressed."""
        return [
            name
            for index in (self._names, self._parts)
            for name, found in index.items()
            if any(not each.dropped_by for each in found)
        ]

    def former_parts(self) -> Iterator[tuple[str, Clause]]:
        """Parameters, choices and menus under names that they had, and that none has now."""
        for name, found in self._parts.items():
            if not any(name in names_of(each.node) and not each.dropped_by for each in found):
                yield from ((name, each) for each in found if name not in names_of(each.node))

    def close(self) -> t.Declaration:
        """The declaration as it now reads; rows that stood in files come last in every table."""
        valued = _with_value_shares(self.declaration, self.value_shares)
        if not self.is_edited:
            return valued
        headed = with_parts(valued, _closed_all(self.parts))
        filed = (row for clause in self._files() for block in clause.blocks for row in _closed_all(block))
        return replace(headed, members=(*_closed_all(self.members), *filed), block=_closed_all(self.lines))


def start_of(column: Clause) -> str:
    """Returns the cell that rows have in a column that came after them."""
    start = cast(t.Column, column.node).start
    return cell_text(start) if start is not None else ""


def _is_within(clause: Clause, outer: Container[Clause]) -> bool:
    owner = clause.home.owner
    while owner is not None and owner not in outer:
        owner = owner.home.owner
    return owner is not None


def _closed_all(block: Block) -> tuple[Any, ...]:
    return tuple(close_clause(each) for each in block.clauses if not each.dropped_by and not _is_unfolded(each))


def _is_unfolded(clause: Clause) -> bool:
    return clause.form.table == "file" and bool(clause.blocks)


def is_hollow(clause: Clause) -> bool:
    """Tells if a clause is an `otherwise` of which nothing is left."""
    return is_last(clause.node) and all(each.dropped_by for each in clause.blocks[0].clauses)


def close_clause(clause: Clause) -> Clausal:
    """The clause as it now reads, with all that stands below it and what overlays add."""
    node = close_unshared(clause)
    return with_shares(node, clause.shares) or node


def close_unshared(clause: Clause) -> Clausal:
    """The clause with all that stands below it, without what overlays add; rows of a file stand in the file."""
    if not clause.blocks or _is_unfolded(clause):
        return clause.node
    closed: Clausal = with_blocks_of(clause.node, tuple(map(_closed_all, clause.blocks)))
    return closed


def declared_value(declaration: t.Declaration) -> t.Expr | None:
    """The value of a declaration, of players how many play; none of one that has no value."""
    return as_range(declaration.second) if declaration.kind == "players" else declaration.value


def _with_value_shares(declaration: t.Declaration, shares: Sequence[OverlayShare]) -> t.Declaration:
    value = value_with_shares(declared_value(declaration), shares) if shares else None
    if value is None:
        return declaration
    if declaration.kind == "players":
        return replace(declaration, second=with_bounds(declaration.second, value))
    return replace(declaration, value=value)
