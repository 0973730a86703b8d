"""Symbol table of a ruleset: what each name stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...foundation.source import Diagnostic, Span, errors
from ...foundation.texts.english_nouns import plural_of, singular_of
from ...language.syntax import tree as t
from ..model.board_rows import SIDES, SIX_SIDES
from ..model.operators import FOLDS
from ..model.ruleset import Board, Deed, Define, Expr, Field, Kind, Local, Option, Ranking
from ..model.types import SIDES as FOUR
from ..model.types import Type


@dataclass
class Findings:
    """The diagnostics of one run of the checker, each said once."""

    found: list[Diagnostic] = field(default_factory=list)
    seen: set[tuple[str, str, Span | None]] = field(default_factory=set)

    def add(self, *diagnostics: Diagnostic) -> None:
        """Keeps them, but for one of which the same was said of the same place."""
        for each in diagnostics:
            key = (each.code, each.message, each.span)
            first_error = each.severity == "error" and not errors(self.found)
            if key not in self.seen and (len(self.found) < 200 or first_error):
                self.seen.add(key)
                self.found.append(each)


@dataclass
class SymbolTable:
    """The tables of names. Filled section by section, in the order in which sections build on each other."""

    players: str = ""
    player_range: tuple[int, int] = (1, 1)
    units: dict[str, str] = field(default_factory=dict)
    constants: dict[str, Expr] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    fields: dict[tuple[str, str], Field] = field(default_factory=dict)
    define_nodes: dict[str, t.Declaration] = field(default_factory=dict)
    defines: dict[str, Define] = field(default_factory=dict)
    row_definitions: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """What rows define, by the name of their kind and its own: `spot.shut`."""
    rankings: dict[str, Ranking] = field(default_factory=dict)
    ranking_nodes: dict[str, t.Declaration] = field(default_factory=dict)
    rows: dict[str, list[tuple[Kind, int]]] | None = None
    currencies: dict[str, t.Declaration] = field(default_factory=dict)
    menus: dict[str, str] = field(default_factory=dict)
    filled_menus: set[str] = field(default_factory=set)
    """Those that have actions."""
    counted_loops: tuple[str, ...] = ()
    """The keys of lines that are carried out so many times."""
    processes: dict[str, tuple[Local, ...]] = field(default_factory=dict)
    deed_nodes: dict[str, list[t.Declaration]] = field(default_factory=dict)
    """The processes, actions and menus of a name, as they are declared."""
    deeds: dict[Deed, None] = field(default_factory=dict)
    """What is asked of what would be."""
    choices: dict[str, tuple[Local, ...]] = field(default_factory=dict)
    """What is chosen for actions of which that was needed to read a question."""
    calls: dict[str, set[str]] = field(default_factory=dict)
    """The processes that each process carries out, as they are written."""
    sides: Type = FOUR
    """Of what type open sides of tiles are."""
    resolve_constant: Callable[[str], Expr | None] = lambda name: None
    resolve_ranking: Callable[[str, Span], Ranking | None] = lambda name, span: None
    locals_made: int = 0
    named: set[tuple[str, int]] = field(default_factory=set)
    """The rows that were read by name, each as its kind and its number."""

    def local(self, name: str, type_: Type, shown: str = "open") -> Local:
        """A fresh local, and who may know it."""
        self.locals_made += 1
        return Local(name, type_, self.locals_made, shown)

    def rows_called(self, name: str) -> list[tuple[Kind, int]]:
        """All rows of that name, in any kind."""
        if self.rows is not None:
            return self.rows.get(name, [])
        return [(kind, kind.index(name)) for kind in self.kinds.values() if name in kind.rows]

    def index_rows(self) -> None:
        """Remembers where each row stands; from here on kinds and their rows stay as they are."""
        self.rows = {}
        for kind in self.kinds.values():
            for index, name in enumerate(kind.rows):
                self.rows.setdefault(name, []).append((kind, index))

    def row_of(self, kind: str, name: str) -> int:
        """The number of a row in a kind; -1 when there is none."""
        return next((index for each, index in self.rows_called(name) if each.name == kind), -1)

    def numbers(self, kind: str) -> dict[str, int]:
        """The rows of a kind by name, with their numbers."""
        return {name: index for index, name in enumerate(self.kinds[kind].rows)} if kind in self.kinds else {}

    def names_in_scope(self) -> Iterator[str]:
        """Every name that may stand alone in an expression; for suggestions."""
        yield from ("me", "yes", "no", "none", "not", *FOLDS, *BUILTINS)
        yield from (*self.constants, *self.options, *self.kinds, *self.boards, *self.define_nodes, *self.ranking_nodes)
        yield from (name for owner, name in self.fields if owner in ("game", self.players))
        for kind in self.kinds.values():
            yield from kind.rows


def in_number(unit: str) -> tuple[str, str, str]:
    """A unit as it is written, and what several and one of it are called."""
    return unit, plural_of(unit), singular_of(unit)


BUILTINS = {
    **dict.fromkeys(
        ["neighbours", "exits", "frontier", "openers", "turnings", "size", "room", "laid", "absolute", "reach"], (1, 1)
    ),
    **dict.fromkeys(["possible", "after", "round_of"], (1, 1)),
    **dict.fromkeys(["turned", "fits", "passage", "difference", "remainder", "distance", "beside"], (2, 2)),
    "lines": (1, 2),
    "cell": (2, 3),
    "next": (1, 2),
    "sight": (3, 4),
}
"""What the language asks by name, with how many values at least and at most."""
YIELDING = frozenset({"next", "sight"})
"""Those that came when rules had such names of their own: a definition of the name is meant before them."""

side_kinds = Kind("side", SIDES, {}), Kind("side", SIX_SIDES, {})
"""The sides of tiles: four, or six in a ruleset with a board that grows by hexagons."""
