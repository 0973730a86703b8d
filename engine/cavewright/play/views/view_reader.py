"""Readers of views: which fields a viewer knows is worked out once for a game, and what rows keep is read from slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import getitem
from typing import Any

from ...engine.interpret.closures import Slots
from ...foundation.source.memo import Memo
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.initial_values import blank_passage
from ..positions.position import Position
from ..positions.sight import ALL, Sight
from ..positions.value_text import border_words, place_words
from ..positions.visible_fields import Run, runs
from .view import BoardView, FrozenDict, Kept, PlayerView, View, plain

NOTHING = Kept(FrozenDict(), FrozenDict())
"""What is known of a row that keeps nothing, or nothing that the viewer may know."""


def view_of(state: Position, sight: Sight) -> View:
    """The view of whoever looks."""
    readers, key = state.game._view_readers, (len(state.names), sight.viewer)
    reader: ViewReader | None = readers.get(key)
    if reader is None:
        reader = readers[key] = ViewReader(state, sight)
    return reader.view(state, sight)


class ViewReader:
    """Reads the views of one viewer, of positions of a game for as many players."""

    def __init__(self, state: Position, sight: Sight) -> None:
        self.rules, self.viewer = state.game.rules_model, "all" if sight.viewer is ALL else sight.viewer
        self.fields: dict[str, list[m.Field]] = {}
        for field in self.rules.fields:
            self.fields.setdefault(field.owner, []).append(field)
        layout = state.game.program.layout

        def rows(owner: str, many: int) -> RowsReader:
            fields = self.fields.get(owner, ())
            return RowsReader(runs(sight, fields, many), layout.slot, sight)

        def reader_by_name(owner: str, names: Sequence[str]) -> Callable[[Slots], FrozenDict]:
            found = rows(owner, len(names)) if owner in self.fields else None
            return lambda h: FrozenDict() if found is None else FrozenDict(zip(names, found.read(h), strict=True))

        self.players = rows(self.rules.players, len(state.names))
        self.game = rows("game", 1)
        self.kinds = [
            (owner, reader_by_name(owner, tuple(self.rules.kinds[owner].rows))) for owner in self._plain_kinds()
        ]
        self.boards = [
            (
                name,
                self._fixed_board_reader(board, reader_by_name, len(state.names))
                if board.fixed
                else GrowingReader(state, board, sight).read,
            )
            for name, board in self.rules.boards.items()
        ]

    def view(self, state: Position, sight: Sight) -> View:
        """The view of a position, at which this viewer looks."""
        h, active = sight.slots(), state.active_players
        kept = self.players.read(h)
        return View(
            self.viewer,  # type: ignore[arg-type]
            state.current_player,
            active,
            state.is_terminal,
            tuple(PlayerView(each.values, each.sizes, n, state.names[n], n in active) for n, each in enumerate(kept)),
            self.game.read(h)[0],
            FrozenDict((owner, read(h)) for owner, read in self.kinds),
            FrozenDict((name, read(state, h)) for name, read in self.boards),
            FrozenDict((local.name, plain(value, local.type, self.rules)) for local, value in sight.names()),
        )

    def _plain_kinds(self) -> Iterable[str]:
        """All kinds whose rows keep something, but players and what boards are made of."""
        on_boards = {self.rules.players, "game"}
        for board in self.rules.boards.values():
            on_boards |= {board.name, board.passages}
        return (owner for owner in self.fields if owner not in on_boards)

    def _fixed_board_reader(self, board: m.Board, named: Any, players: int) -> Callable[[Position, Slots], BoardView]:
        """Reads a board that does not grow: of one that each player has, those of the players in play."""
        mine, all_ = (players, self.rules.player_range[1]) if board.private else (1, 1)
        kinds = ((owner, tuple(self.rules.kinds[owner].rows)) for owner in (board.name, board.passages))
        places, passages = (named(owner, rows[: len(rows) * mine // all_]) for owner, rows in kinds)
        return lambda state, h: BoardView(places(h), passages(h))


class RowsReader:
    """Reads what the rows of an owner keep from slots."""

    def __init__(self, several: Iterable[Run], slot: Callable[[m.Field], int], sight: Sight) -> None:
        self.parts: list[tuple[int, list[slice], Memo[Any, Kept]]] = []
        for run in several:
            fields = (*run.known, *run.counted)
            slots = [slice(slot(each) + run.first, slot(each) + run.stop) for each in fields]
            self.parts.append((run.stop - run.first, slots, rows_memo(run.known, run.counted, sight)))

    def read(self, h: Slots) -> list[Kept]:
        """Returns the values of each row, in order."""
        found: list[Kept] = []
        for many, slots, kept in self.parts:
            if len(slots) == 1:
                found += map(kept.__getitem__, h[slots[0]])
            else:
                found += (
                    map(kept.__getitem__, zip(*[h[each] for each in slots], strict=True)) if slots else [NOTHING] * many
                )
        return found


def rows_memo(known: Sequence[m.Field], counted: Sequence[m.Field], sight: Sight) -> Memo[Any, Kept]:
    """Returns the memo of the values of a row that are known, by the values of its fields; by the value itself where
    there is one field."""
    told = [plain_memo(each, sight) for each in known]
    names, bags, is_single = (
        [each.name for each in known],
        [each.name for each in counted],
        len(known) + len(counted) == 1,
    )

    def kept_of(key: Any) -> Kept:
        values = (key,) if is_single else key
        sizes = zip(bags, map(sum, values[len(names) :]), strict=True)
        return Kept(FrozenDict(zip(names, map(getitem, told, values), strict=False)), FrozenDict(sizes))

    return Memo(kept_of)


def plain_memo(field: m.Field, sight: Sight) -> Memo[Any, Any]:
    """The values of a field as plain data, as far as a viewer knows them."""
    rules, seen_value = sight.rules, sight.seen_value
    return Memo(lambda value: plain(seen_value(field, value), field.type, rules))


class GrowingReader:
    """Reads a board that grows: where tiles lie, and of what passages something is kept."""

    def __init__(self, state: Position, board: m.Board, sight: Sight) -> None:
        self.at: int = state.game.interpreter.evaluate.boards[board.name]
        self.board, self.rules, self.sight = board, state.game.rules_model, Sight(state, sight.viewer)
        self.place_names = Memo[int, str](lambda place: place_words(place, board))
        self.passage_names = Memo[int, str](lambda passage: border_words(passage, board))
        self.places = Memo[int, Memo[Any, Kept]](self._places_of)
        self.passages = Memo[int, Memo[Any, Kept | None]](self._passages_of)

    def read(self, state: Position, h: Slots) -> BoardView:
        """The board in a position."""
        places, passages = state._s[self.at], state._s[self.at + 2]
        private, beyond, names = self.board.private, grid.BEYOND, self.passage_names
        kept = {}
        for passage, record in sorted(passages.items()) if passages else ():
            owner = grid.shape_of(self.board).passage_ends(passage)[0] // beyond if private else 0
            if (found := self.passages[owner][record]) is not None:
                kept[names[passage]] = found
        laid = sorted(places.items())
        names, here = self.place_names, self.places
        return BoardView(
            FrozenDict((names[place], here[place // beyond if private else 0][record]) for place, record in laid),
            FrozenDict(kept),
        )

    def _places_of(self, owner: int) -> Memo[Any, Kept]:
        """Returns the memo of known values of places on the board of a player, or of all, by their records."""
        board = self.board
        shape = grid.shape_of(self.board)
        rows = self.rules.kinds[self.board.kind].rows
        known = self._known_fields(board.fields, grid.cell(0, 0, owner))

        def kept_of(record: Sequence[Any]) -> Kept:
            lies = {board.kind: rows[record[0]], board.sides: shape.write_sides(record[1])}
            return Kept(FrozenDict({**lies, **self._values(known, record[2:])}), FrozenDict())

        return Memo(kept_of)

    def _passages_of(self, owner: int) -> Memo[Any, Kept | None]:
        """Returns the memo of known values of passages by their records: of one that keeps what it kept in the
        beginning, nothing."""
        board = self.board
        middle = grid.shape_of(board).passage(grid.cell(0, 0, owner), grid.cell(1, 0, owner))
        known = self._known_fields(board.passage_fields, middle)
        before = self._values(known, blank_passage(board))

        def kept_of(record: Sequence[Any]) -> Kept | None:
            kept = self._values(known, record)
            return Kept(kept, FrozenDict()) if kept != before else None

        return Memo(kept_of)

    def _known_fields(self, fields: Sequence[m.Field], row: int) -> list[tuple[int, m.Field]]:
        """The fields that the viewer knows of a place or a passage, with their numbers in records."""
        return [(n, each) for n, each in enumerate(fields) if self.sight.sees(each, row)]

    def _values(self, known: Iterable[tuple[int, m.Field]], record: Sequence[Any]) -> FrozenDict:
        return FrozenDict((field.name, plain(record[n], field.type, self.rules)) for n, field in known)
