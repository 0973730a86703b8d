"""Examples, read and not played: what is wrong with how they are written, whatever happens in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from ...foundation.source import Diagnostic, Span, did_you_mean
from ...foundation.texts.english_nouns import singular_of
from ...language.syntax import tree as t
from ...language.tables.table_values import Cell, RawRow
from ...rules.model import ruleset as m
from ..positions.action import CHANCE, CODES
from ..states.game import Game
from .action_lines import ONLY, Because, because_of
from .givens import Given
from .line_reader import LineReader, Variant, prepare_example
from .position_tables import PositionBuilder


def read_example(game: Game, example: m.Example, variant: Variant | None = None) -> tuple[Diagnostic, ...]:
    """Returns the faults that carrying out an example would find in its lines, as far as that needs no play.

    `variant` makes the game with other options for its `set` lines; by default `Game.with_options`.

    >>> from cavewright.play.loading.load import load_game
    >>> game = load_game("tic-tac-toe")
    >>> [read_example(game, each) for each in game.examples]
    [(), ()]
    """
    game, names, found = prepare_example(game, example, variant)
    return tuple(found or _Reading(game, example, names).findings())


class TableWords(PositionBuilder):
    """Tables of a position that is not known: their words are read, and nothing is put anywhere."""

    def write_slot(self, slot: int, value: int | tuple[int, ...]) -> None:
        """Puts nothing anywhere."""

    def keep(self, field: m.Field, row: int, value: int | tuple[int, ...]) -> None:
        """Keeps nothing."""

    def lay(self, board: m.Board, place: int, tile: int, sides: int) -> None:
        """Lays nothing."""

    def _lay_tile(self, board: m.Board, place: int, cells: Mapping[str, Cell], row: RawRow) -> bool:
        """Reads what the cells say of a tile. Which one lies there is not known, so its place may keep anything."""
        columns = self._columns(board)
        values = {name: self._printed_value(cell, columns[name]) for name, cell in cells.items()}
        known = {name: value for name, value in values.items() if value is not None}
        tile, sides = known.pop(board.kind, None), known.pop(board.sides, None)
        if len(known) + (tile is not None) + (sides is not None) < len(cells):
            return False
        return (tile is None and not known) or self._lay_first(board, place, tile, sides, known, row)


class GivenWords(TableWords, Given):
    """A `given` line in a position that is not known: what it names is read, and nothing is set."""

    def _number(self, value: m.Expr) -> int | None:
        return int(self.words.value(value, self.h, self.s)) if value.op == "const" else None

    def _write_value(self, write: Callable[[m.Expr, Any], bool], target: m.Expr, number: Any) -> bool:
        return True


class _Reading(LineReader):
    """One example, line after line. Until something is played the position is known, and made as in play."""

    def findings(self) -> Iterable[Diagnostic]:
        lines: dict[type, Callable[[Any], object]] = {
            t.Setting: lambda node: None,
            t.Given: self._read_given,
            t.Begin: self._begin,
            t.Said: self._read_said,
            t.Then: self._then,
        }
        for is_row, group in groupby(self.example.members, lambda each: isinstance(each, t.Row)):
            if is_row:
                self._tables(group)
                continue
            for node in group:
                read = lines.get(type(node))
                if read is None:
                    self._fail("C0904", "this line has no place in an example", node)
                else:
                    read(node)
        self._check_position()
        return self.found

    # ---- the position by hand ----------------------------------------------------------------------------------------

    def _take(self, position: PositionBuilder, span: Span) -> None:
        if self.tables_by is PositionBuilder:
            super()._take(position, span)

    def _tables(self, rows: Iterable[t.Row]) -> bool:
        return super()._tables(rows) or self._leave()

    def _read_given(self, node: t.Given) -> bool:
        return super()._read_given(node) or self._leave()

    def _leave(self) -> bool:
        """From here on the position is not known; what was impossible in it may have been put right."""
        self.tables_by, self.givens_by, self.doubts = TableWords, GivenWords, {}
        return False

    # ---- what is done, refused and has to hold -----------------------------------------------------------------------

    def _begin(self, node: t.Begin) -> None:
        self._check_position()
        if self._is_process(node):
            self._values_begun(node)
        self._leave()

    def _read_said(self, node: t.Said) -> None:
        self._check_position()
        text, because = because_of(node.text) if node.verb == "refuse" else (node.text, Because())
        player, said = self._speaker(text, node)
        self._leave()
        for each in () if said is None else said.split(",") if node.verb == ONLY else (said,):
            is_chance = player == CHANCE or any(each.chance for each in self._signatures(each))
            self._read_action(player if player is not None else CHANCE if is_chance else 0, each.strip(), node)
        if self._are_keys(node, because):
            self._known_keys(node, because)

    def _known_keys(self, node: t.Said, because: Because) -> None:
        """Notes the first reason by whose name no clause goes, no code and nothing that costs are paid from."""
        if not because.keys:
            return
        rules = self.game.rules_model
        pieces = (row for kind in rules.kinds.values() for row in kind.rows)
        kept = {each.name for each in rules.fields}
        named = (each.name.rpartition(".")[2].rpartition(" ")[2] for each in rules.clauses)
        guards = (each.guard.clause.key for guards in self.game.interpreter.guards.values() for each in guards)
        known = {*CODES, *kept, *map(singular_of, kept), *pieces, *named, *guards}
        for key in because.keys:
            if key not in known:
                self._fail("C0903", f"nothing is refused because of `{key}`", node, did_you_mean(key, known))
                return

    def _then(self, node: t.Then) -> None:
        self._check_position()
        self.words.state = self.state
        self.words.condition(node.condition)
        self.found += self.words.take_findings()
