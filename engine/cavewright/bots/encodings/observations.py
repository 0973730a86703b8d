"""Observations: what a viewer may know of a position, as a text and as a tensor of a stated layout."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from ...foundation.source.argument_checks import instance
from ...foundation.source.frozen import frozen
from ...play.positions.action import CHANCE, SIMULTANEOUS, TERMINAL
from ...play.positions.sight import ALL, Sight, Viewer
from ...play.states.game import Game, State
from ...play.views.view import Kept, View
from ...rules.model import ruleset as m
from ...rules.model.types import Type, row
from .growing_boards import Tiles, TilesReader
from .observation_reader import FieldPart, NamePart, ObservationReader, PositionLayout
from .setting import Setting
from .values import ONE, Tensor, coder
from .windows import Window, look_at_window

Fill = Callable[[Tensor, int, Any], None]
"""Writes a part of a view."""
TURN = 3
"""The first parts: whose turn it is, who looks, and who may act. There are always all of them."""


class _Turn(NamedTuple):
    """Of a view what the first parts are made of."""

    viewer: int | str | None
    current_player: int
    active_players: tuple[int, ...]


@frozen
class Part:
    """A part of a tensor: from index `at` on, a table of `shape` (rows and columns), row after row.

    >>> import cavewright as cw
    >>> part = cw.encodings.Observations(cw.load_game("tic-tac-toe")).parts[-1]
    >>> part.name, part.at, part.shape
    ('boards.square.places.mark', 11, (9, 2))
    """

    name: str
    at: int
    shape: tuple[int, int]


class Observations:
    """Texts and tensors of views. They hold what the view holds and nothing else: equal views give equal ones.

    `parts` says what lies where in a tensor of `size` numbers: whose turn it is, who looks, and a part for every field
    of the rules, named as in the view (`players.goods`, `boards.cave.places.ground`), with a row for each player, row,
    place or passage. In a row a number is a share of its range, yes is 1, of rows a 1 stands in the column of the one
    that it is, a set has a column for each member, a bag one for each kind of piece with how many there are, a place
    two for how far it lies east and south of the middle, as shares of `reach`. What may be none, or not be known to the
    viewer, has a column before that: 1 where there is something to tell. Of a board that grows there is a row for each
    of `room` tiles, in the order of `Actions`; with `window` for each place at most so many columns and rows from where
    the viewer stands (`Window` says where that is). Names of players are left out.

    >>> import cavewright as cw
    >>> game = cw.load_game("tic-tac-toe")
    >>> observations, state = Observations(game), game.new_initial_state()
    >>> [(each.name, each.shape) for each in observations.parts]
    [('turn', (1, 5)), ('viewer', (1, 4)), ('active', (2, 1)), ('boards.square.places.mark', (9, 2))]
    >>> list(observations.tensor(state.view(0)))[:9]
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    """

    def __init__(
        self, game: Game, players: int | None = None, reach: int | None = None, window: int | None = None
    ) -> None:
        self.setting = Setting(game, players, reach)
        look_at_window(window)
        self.game, self.players, self.reach, self.window = game, self.setting.players, self.setting.reach, window
        self.parts: tuple[Part, ...] = ()
        self.size = 0
        self._fills: list[tuple[int, Fill]] = []
        self._fields: list[FieldPart] = []
        self._boards: list[Tiles] = []
        self._names: list[NamePart] = []
        self._readers: dict[Viewer, ObservationReader] = {}
        self._classes: frozenset[type] = frozenset((State,))
        self._game_there: Game = game
        """Classes of states that were looked at, and the game of the last one: others are looked at more closely."""
        self._turn()
        for name, owner, several, found in self._owners():
            for each in (each for each in self.game.rules_model.fields if each.owner == owner):
                self._field(f"{name}.{each.name}", each, several, found)
        for board in map(self.game.rules_model.boards.__getitem__, self.game.rules_model.growing):
            tiles = Tiles(board, self.setting) if window is None else Window(board, self.setting, window)
            self._boards.append(tiles)
            self._add(f"boards.{board.name}.places", tiles.shape, tiles.fill)
        self._add_names()

    def __reduce__(self) -> tuple[Any, ...]:
        return Observations, (self.game, self.players, self.reach, self.window)

    def __repr__(self) -> str:
        return f"<Observations of {self.game.id}, {self.players} players: {self.size} in {len(self.parts)} parts>"

    def tensor(self, view: View) -> Tensor:
        """The view as `size` numbers. EncodingError where more tiles lie than have room."""
        self._of_this(view)
        tensor = array("f", bytes(4 * self.size))
        for at, fill in self._fills:
            fill(tensor, at, view)
        return tensor

    def observe(self, state: State, viewer: Viewer = None) -> Tensor:
        """The tensor of what a viewer may know of a state: equal to `tensor(state.view(viewer))`, read from the
        position at once.

        >>> import cavewright as cw
        >>> game = cw.load_game("tic-tac-toe")
        >>> observations, state = Observations(game), game.new_initial_state()
        >>> observations.observe(state, 1) == observations.tensor(state.view(1))
        True
        """
        found = self.observe_position(getattr(state, "_at", None), viewer)
        return array("f", found) if found is not None else self._reader_for(state, viewer).read(state, viewer)

    def observe_anew(self, state: State, viewer: Viewer = None) -> bytearray | Tensor:
        """Returns the same in memory that nobody else has, for `numpy.frombuffer`, without a copy where a module writes
        it."""
        found = self.observe_position(getattr(state, "_at", None), viewer)
        return found if found is not None else self._reader_for(state, viewer).read(state, viewer)

    def observe_position(self, at: Any, viewer: Viewer) -> bytearray | None:
        """Returns the bytes of the tensor of a position of an extension module, if a state of its pool was observed for
        that viewer before and all of it is known to the module."""
        layout = self.layout_of(at, viewer)
        return layout.read(at) if layout is not None else None

    def layout_of(self, at: Any, viewer: Viewer) -> PositionLayout | None:
        """Returns how the pool of a position writes tensors for a viewer, as far as is known. Whoever is known has been
        looked at, and so has the game of the pool."""
        reader = self._readers.get(viewer) if viewer.__class__ is int and at is not None else None
        return reader.layouts.get(at.pool) if reader is not None else None

    def _reader_for(self, state: State, viewer: Viewer) -> ObservationReader:
        """Returns the reader of positions for a viewer. Raises TypeError and ValueError for a state of another game."""
        reader = self._readers.get(viewer)
        if (
            reader is None
            or viewer is True
            or viewer is False
            or state.__class__ not in self._classes
            or state.game is not self._game_there
        ):
            self.setting.fits(state)
            self._classes |= {state.__class__}
            self._game_there = state.game
            sight = Sight(state, viewer)
            reader = self._readers.get(sight.viewer) or self._readers.setdefault(
                sight.viewer, self._reader(state, sight)
            )
        elif len(state.names) != self.players:
            self.setting.fits(state)
        return reader

    def _reader(self, state: State, sight: Sight) -> ObservationReader:
        """Returns the reader of positions for a viewer; any state of the game will do."""
        fills = self._fills[:TURN]
        viewer = "all" if sight.viewer is ALL else sight.viewer
        size = sum(each.shape[0] * each.shape[1] for each in self.parts[:TURN])

        def turn(key: tuple[int, tuple[int, ...]]) -> bytes:
            tensor, whose = array("f", bytes(4 * size)), _Turn(viewer, *key)
            for at, fill in fills:
                fill(tensor, at, whose)
            return tensor.tobytes()

        boards = [TilesReader(each, state, sight).read for each in self._boards]
        return ObservationReader(turn, self._fields, boards, self._names, state, sight)

    def text(self, view: View) -> str:
        """The view as JSON, without the names of players.

        >>> import cavewright as cw
        >>> game = cw.load_game("tic-tac-toe")
        >>> Observations(game).text(game.new_initial_state().view(1))[:46]
        '{"viewer": 1, "current_player": 0, "active_pla'
        """
        self._of_this(view)
        plain = asdict(view)
        for each in plain["players"]:
            del each["name"]
        return json.dumps(plain, ensure_ascii=False)

    def _of_this(self, view: View) -> None:
        instance("view", view, View, "a View, as `state.view(player)` gives it")
        if len(view.players) != self.players or set(view.boards) != set(self.game.rules_model.boards):
            raise ValueError(f"view is one of {self.game.id} for {self.players} players, not of another game")

    # ---- layout ------------------------------------------------------------------------------------------------------

    def _add(self, name: str, shape: tuple[int, int], fill: Fill) -> None:
        """A part with what fills it; none where there is nothing to write."""
        if shape[0] * shape[1]:
            self.parts += (Part(name, self.size, shape),)
            self._fills.append((self.size, fill))
            self.size += shape[0] * shape[1]

    def _turn(self) -> None:
        """Adds the parts for whoever has the turn, looks, and may act."""
        many = self.players
        seats: Mapping[Any, int] = {
            **{n: n for n in range(many)},
            CHANCE: many,
            SIMULTANEOUS: many + 1,
            TERMINAL: many + 2,
        }
        looks: Mapping[Any, int] = {**{n: n for n in range(many)}, None: many, "all": many + 1}

        def turn(tensor: Tensor, at: int, view: View) -> None:
            tensor[at + seats[view.current_player]] = 1

        def viewer(tensor: Tensor, at: int, view: View) -> None:
            tensor[at + looks[view.viewer]] = 1

        def active(tensor: Tensor, at: int, view: View) -> None:
            for player in view.active_players:
                tensor[at + player] = 1

        self._add("turn", (1, many + 3), turn)
        self._add("viewer", (1, many + 2), viewer)
        self._add("active", (many, 1), active)

    def _owners(self) -> Iterable[tuple[str, str, int, Callable[[View], Iterable[Kept]]]]:
        """Yields the owners of fields: its name in views, the owner of the fields, how many rows it has, and where they
        stand in a view."""
        rules = self.game.rules_model
        yield "players", rules.players, self.players, lambda view: view.players
        yield "game", "game", 1, lambda view: (view.game,)
        on_boards = {rules.players, "game"}
        for board in rules.boards.values():
            on_boards |= {board.name, board.passages}
            if board.fixed:
                yield from self._fixed_owners(board)
        for kind in dict.fromkeys(each.owner for each in rules.fields):
            if kind not in on_boards:
                yield f"kinds.{kind}", kind, len(rules.kinds[kind].rows), _rows_of(kind)

    def _fixed_owners(self, board: m.Board) -> Iterable[tuple[str, str, int, Callable[[View], Iterable[Kept]]]]:
        """Yields the places and passages of a board that does not grow: those of the players in play, where each has
        one."""
        rules, name = self.game.rules_model, board.name
        mine, all_ = (self.players, rules.player_range[1]) if board.private else (1, 1)
        places, passages = (len(rules.kinds[each].rows) * mine // all_ for each in (name, board.passages))
        yield f"boards.{name}.places", name, places, lambda view: view.boards[name].places.values()
        yield f"boards.{name}.passages", board.passages, passages, lambda view: view.boards[name].passages.values()

    def _field(self, name: str, field: m.Field, several: int, found: Callable[[View], Iterable[Kept]]) -> None:
        """The parts of a field: its values, and how many pieces lie in a bag of which that alone may be known."""
        key, coded = field.name, coder(field.type, self.setting, field.shown != "open")

        def values(tensor: Tensor, at: int, view: View) -> None:
            for n, kept in enumerate(found(view)):
                value = kept.values.get(key)
                if value is not None:
                    coded.write(tensor, at + n * coded.width, value)

        def sizes(tensor: Tensor, at: int, view: View) -> None:
            for n, kept in enumerate(found(view)):
                tensor[at + n] = kept.sizes.get(key, 0)

        self._add(name, (several, coded.width), values)
        self._fields.append(FieldPart(field, several, coded))
        if field.type.is_bag and field.shown != "open":
            self._add(f"{name}.size", (several, 1), sizes)
            self._fields.append(FieldPart(field, several, ONE, counted=True))

    def _add_names(self) -> None:
        """Adds the parts for names that rules bind around a decision: a part for each name and type that it may
        have."""
        bound = (each.local for several in self.game.program.bound.values() for each in several)
        for name, type_ in dict.fromkeys((each.name, each.type) for each in bound):
            coded = coder(type_, self.setting, veiled=True)
            told = self._tells(type_)

            def fill(tensor: Tensor, at: int, view: View, name=name, coded=coded, told=told) -> None:  # type: ignore[no-untyped-def]
                if name in view.named and told(view.named[name]):
                    coded.write(tensor, at, view.named[name])

            self._add(f"named.{name}", (1, coded.width), fill)
            self._names.append(NamePart(name, coded, told))

    def _tells(self, type_: Type) -> Callable[[Any], bool]:
        """Returns a test of values in views for a type; a name may stand for values of several."""
        rows: Sequence[Any] = ()
        if type_.is_row:
            rows = range(self.players) if type_ == row(self.game.rules_model.players) else self.setting.rows(type_.name)
        wanted: Any = {"number": int, "yes_no": bool, "bag": dict, "pile": tuple, "set": tuple}.get(type_.form, str)
        return lambda value: value is None or (value in rows if rows else isinstance(value, wanted))


def _rows_of(kind: str) -> Callable[[View], Iterable[Kept]]:
    """Returns a function that gives the rows of a kind in a view."""
    return lambda view: view.kinds[kind].values()
