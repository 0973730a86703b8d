"""Clauses of a declaration while it is edited: each with where it came from, who touched it, and what stands below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...foundation.source import Span
from ...foundation.source.frozen import frozen
from ..syntax import tree as t
from ..syntax.clause_blocks import blocks_of
from ..syntax.clause_forms import ClauseForm, form_of
from ..syntax.table_row import row_cells
from .clause_keys import Clausal
from .shares import OverlayShare

Token = tuple[object, ...]
"""Something that an edit touches; equal tokens are the same thing."""
WHOLE: Token = ("whole",)

Ids = frozenset[str]
"""Overlays that did a thing, each without knowing of the others. `NOBODY` stands for the base."""

NOBODY: Ids = frozenset()


@frozen
class Provenance:
    """Deed of an overlay on a clause or declaration: the verb, where it says so, why, and the ids that it cites."""

    overlay: str
    verb: str
    span: Span
    because: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class EditFootprint:
    """The tokens that an edit writes and reads. Two edits of one token conflict unless they say the same."""

    did: Provenance
    writes: frozenset[Token]
    reads: frozenset[Token]
    says: object
    lines: tuple[t.Line, ...] = ()
    """The lines that it adds, if it does nothing else."""


@dataclass(slots=True, eq=False)
class Block:
    """Clauses in a row: the members, lines or parts of a declaration (`owner` is none), or those below a line."""

    owner: Clause | None
    entries: list[Clause | Tombstone] = field(default_factory=list)

    @property
    def clauses(self) -> list[Clause]:
        """Those that are here now, dropped ones too."""
        return [each for each in self.entries if isinstance(each, Clause)]


@dataclass(slots=True, eq=False)
class Relocation:
    """A move of a clause by overlays, the `number`th of this clause."""

    by: Ids
    number: int


@dataclass(slots=True, eq=False)
class Tombstone:
    """Former place of a clause that was moved, for overlays that do not know of the move."""

    clause: Clause
    came: Relocation
    went: Relocation
    ground: Clause | None


@dataclass(slots=True, eq=False)
class Clause:
    """A line or member; it may have been added, dropped and moved by several overlays that say the same.

    `ground` is the clause of the declaration as it was opened behind which it was put; itself if it was opened so.
    """

    node: Clausal
    origin: Span
    added_by: Ids
    home: Block
    ground: Clause | None = None
    blocks: list[Block] = field(default_factory=list)
    history: list[Provenance] = field(default_factory=list)
    cells: dict[str, list[Provenance]] = field(default_factory=dict)
    shares: list[OverlayShare] = field(default_factory=list)
    """What overlays add to the node."""
    was: list[Clausal] = field(default_factory=list)
    """The nodes before each change."""
    cells_before: dict[int, list[str]] = field(default_factory=dict)
    """Of a row, what each cell held before each change."""
    dropped_by: Ids = NOBODY
    came: Relocation = field(default_factory=lambda: Relocation(NOBODY, 0))

    @property
    def form(self) -> ClauseForm:
        """The form of its node."""
        return form_of(self.node)

    @property
    def raw(self) -> str:
        """The text of a row; "" of what is none."""
        return getattr(self.node, "raw", "")

    @property
    def raw_cells(self) -> tuple[str, ...]:
        """The cells of a row; none of what is none."""
        return row_cells(self.raw)

    def cell_readings(self, index: int) -> tuple[str, ...]:
        """Returns what a cell holds, and what it held before overlays changed it."""
        found = self.raw_cells
        return (found[index] if index < len(found) else "", *self.cells_before.get(index, ()))

    def below(self) -> Iterator[Clause]:
        """Yields the clause and all clauses in its blocks, in order, dropped ones too."""
        yield self
        for block in self.blocks:
            for each in block.clauses:
                yield from each.below()


def move(clause: Clause, anchor: Clause, after: bool, by: Ids) -> None:
    """Puts a clause beside another, and leaves a trace."""
    went = Relocation(by, clause.came.number + 1)
    clause.home.entries[clause.home.entries.index(clause)] = Tombstone(clause, clause.came, went, clause.ground)
    index = anchor.home.entries.index(anchor) + after
    clause.home, clause.came, clause.ground = anchor.home, went, anchor_at(anchor.home, index)
    anchor.home.entries.insert(index, clause)


def anchor_at(home: Block, index: int) -> Clause | None:
    """The clause behind which an index lies, of those that the declaration had when it was opened; none at the top."""
    return home.entries[index - 1].ground if index else None


def open_clause(node: Clausal, home: Block, added_by: Ids) -> Clause:
    """A clause for a node, with clauses for the lines below it."""
    clause = Clause(node, node.span, added_by, home)
    clause.ground = clause
    clause.blocks = [open_block(body, clause, added_by) for body in blocks_of(node)]
    return clause


def open_block(nodes: Sequence[Clausal], owner: Clause | None, added_by: Ids) -> Block:
    """A block with clauses for these nodes."""
    block = Block(owner)
    block.entries = [open_clause(node, block, added_by) for node in nodes]
    return block


def citing(node: Any, ids: tuple[str, ...]) -> Any:
    """A declaration or clause with these ids besides its own."""
    return replace(node, cites=tuple(dict.fromkeys((*node.cites, *ids)))) if ids and hasattr(node, "cites") else node
