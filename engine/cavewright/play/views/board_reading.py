"""The places and passages of all boards as they are shown: read of a position when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...engine.interpret.closures import Steps
from ...engine.interpret.expressions import Evaluator
from ...engine.interpret.step import WorkLimitError
from ...foundation.source.lazy_property import lazy_property
from ...rules.cave import grid
from ...rules.model import ruleset as m
from ...rules.model.initial_values import blank_passage
from ...rules.model.secrecy import HIDDEN, OPEN, secrecy
from ..positions.playable import Playable
from ..positions.position import Position
from ..positions.sight import Sight, knows
from ..positions.value_text import place_named, place_words, write_value
from . import view
from .view import kept_values, printed_values


class FrozenAttributes(view.FrozenDict):
    """The attributes of a place or passage."""

    @staticmethod
    def error(message: str) -> Exception:
        """Returns the error that networkx raises where its graphs are frozen; nobody else needs it loaded."""
        from networkx import NetworkXError

        return NetworkXError(message)


class Lazy(Mapping[str, Any]):
    """Things by name, each made of what is found under its name when somebody asks for it."""

    __slots__ = ("_find", "_known", "_make", "_names")

    def __init__(
        self,
        names: Callable[[], Iterable[str]],
        find: Callable[[Any], tuple[Shown, int] | None],
        make: Callable[[Shown, int], Any],
    ) -> None:
        self._names, self._find, self._make = names, find, make
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        found = self._known.get(name)
        if found is None:
            at = self._find(name)
            if at is None:
                raise KeyError(name)
            found = self._known[name] = self._make(*at)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._known or self._find(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len([*self._names()])


class GraphView:
    """All boards as one viewer knows them: `places` by the names of nodes, and of each place what is `near`."""

    def __init__(self, state: Position, sight: Sight) -> None:
        self.places = Lazy(self.nodes, self.find, self.place)
        self.near = Lazy(self.nodes, self.find, self.around)
        self.sight = sight
        self.game, self.names, self.h, self.s = state.game, state.names, sight.slots(), state._s
        self.boards: Sequence[Shown] = boards_shown(state.game)
        self._edges: dict[tuple[str, int], FrozenAttributes] = {}
        self._orders: dict[str, dict[int, int]] = {}

    def passages(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Every passage once: its two places, and its attributes."""
        seen = set[str]()
        for name, near in self.near.items():
            yield from ((name, there, found) for there, found in near.items() if there not in seen)
            seen.add(name)

    def nodes(self) -> Iterator[str]:
        """The names of all places."""
        return (board.before + board.name(place) for board in self.boards for place in board.places(self))

    def find(self, name: object) -> tuple[Shown, int] | None:
        """The board and the place of a node, or none if there is no such node."""
        if not isinstance(name, str):
            return None
        for board in self.boards:
            if name.startswith(board.before):
                place = board.find(self, name[len(board.before) :])
                if place >= 0:
                    return board, place
        return None

    def place(self, board: Shown, place: int) -> FrozenAttributes:
        """The attributes of a place."""
        found = board.place(self, place)
        return FrozenAttributes({**found, "here": self.standing.get(board.before + found["name"], ())})

    def around(self, board: Shown, place: int) -> Lazy:
        """The neighbours of a place: in the order in which passages are met when those of one place after another are
        gone through."""
        try:
            ways = dict(board.ways(self, place))
        except WorkLimitError as error:
            raise board.name_ways(error) from None
        on = [there for there in ways if there > place]
        back = [there for there in ways if there < place]
        if len(ways) > 1 and back:
            order = self.order(board)
            back.sort(key=order.__getitem__)
            met = sum(1 for there in back if order[there] < order[place])
            on = [*back[:met], *on, *back[met:]]
        found = {board.before + board.name(there): (board, ways[there]) for there in on or back}
        return Lazy(found.keys, found.get, self.passage)

    def passage(self, board: Shown, passage: int) -> FrozenAttributes:
        """The attributes of a passage; from both of its ends the same object."""
        key = board.before, passage
        if key not in self._edges:
            self._edges[key] = FrozenAttributes(board.passage(self, passage))
        return self._edges[key]

    @lazy_property
    def working(self) -> list[Any]:
        """Slots of its own, with scratch slots, for the closures of expressions."""
        return self.game.interpreter.evaluate.with_scratch(self.h)

    def order(self, board: Shown) -> dict[int, int]:
        """Returns the order of the places of a board, on a board that grows the order of laying."""
        if board.before not in self._orders:
            self._orders[board.before] = {place: n for n, place in enumerate(board.places(self))}
        return self._orders[board.before]

    @lazy_property
    def standing(self) -> dict[str, tuple[str, ...]]:
        """The nodes at which players stand, with their names: by the field that says where a player stands."""
        rules, found = self.game.rules_model, dict[str, tuple[str, ...]]()
        field = standing_field(rules)
        board = rules.board_of(field.type) if field is not None else None
        for player, name in enumerate(self.names):
            if field is not None and board is not None and self.sight.sees(field, player):
                before = f"{board.name}." if len(rules.boards) > 1 else ""
                place = before + write_value(self.sight.value(field, player), field.type, rules)
                found[place] = (*found.get(place, ()), name)
        return found


class OnBoard:
    """Board in graphs, for every position of a game."""

    def __init__(self, game: Playable, board: m.Board, before: str) -> None:
        self.rules, self.board, self.before = game.rules_model, board, before
        evaluate = game.interpreter.evaluate
        self.steps: Steps = evaluate.steps(board)
        """Where one can go from a place."""
        self.all_steps: Steps = evaluate.all_steps(board)
        """Where one could go if all passages were there."""
        self.prepare(evaluate)

    def prepare(self, evaluate: Evaluator) -> None:
        """Prepares the facts that never change."""

    def ways(self, position: GraphView, place: int) -> Iterable[tuple[int, int]]:
        """Yields the places that one can go to from a place, and the passages there, as far as the viewer knows the
        things that passages depend on."""
        shown = HIDDEN if secrecy(self.board.joined) != OPEN else OPEN
        steps = self.steps if knows(position.sight.viewer, shown, None) else self.all_steps
        return steps(position.working, position.s, place)

    def name_ways(self, error: WorkLimitError) -> WorkLimitError:
        """Returns the error with the line of the board that says where passages are."""
        joined = self.board.joined
        return error if joined is None else WorkLimitError(f"board {self.board.name}", joined.span)

    def owner(self, position: GraphView, place: int, each: int) -> dict[str, str]:
        """Returns the owner of a place, where each player has so many."""
        return {"owner": position.names[place // each]} if self.board.private else {}


def holds_at(state: Position, condition: m.Expr, local: m.Local) -> Callable[[int], bool]:
    """Returns the test of a condition, by the meaning of its name."""
    evaluate = state.game.interpreter.evaluate
    test = evaluate.expr(condition)
    slot = evaluate.slot(local)
    h = evaluate.with_scratch(state._h)

    def holds(value: int) -> bool:
        h[slot] = value
        return bool(test(h, state._s))

    return holds


class Growing(OnBoard):
    """Growing board in graphs."""

    def prepare(self, evaluate: Evaluator) -> None:
        """Prepares the facts that never change."""
        self.at = evaluate.boards[self.board.name]
        self.blank = blank_passage(self.board)
        self.kind = self.rules.kinds[self.board.kind]
        self.printed = [printed_values(self.kind, n, self.rules) for n in range(len(self.kind.rows))]
        self.names: dict[int, str] = {}
        self.numbers: dict[str, int] = {}

    def places(self, position: GraphView) -> grid.Cells:
        """All places, in order."""
        return position.s[self.at]

    def find(self, position: GraphView, name: str) -> int:
        """The place of a name, or -1."""
        if name not in self.numbers:
            self.name(place_named(name, self.board))
        place = self.numbers.get(name, -1)
        return place if place in position.s[self.at] else -1

    def name(self, place: int) -> str:
        """Returns the written name of a place."""
        name = self.names.get(place)
        if name is None:
            name = self.names[place] = place_words(place, self.board)
            self.numbers[name] = place
        return name

    def place(self, position: GraphView, place: int) -> dict[str, Any]:
        """The attributes of a place."""
        record, (x, y), board = position.s[self.at][place], grid.position(place), self.board
        return {
            **self.printed[record[0]],
            **kept_values(position.sight, board.fields, place, record[2:]),
            **self.owner(position, place, grid.BEYOND),
            "board": board.name,
            "name": self.name(place),
            "x": x,
            "y": y,
            board.kind: self.kind.rows[record[0]],
            "open": grid.shape_of(board).write_sides(record[1]),
        }

    def passage(self, position: GraphView, passage: int) -> dict[str, Any]:
        """The attributes of a passage."""
        record = position.s[self.at + 2].get(passage, self.blank)
        kept = kept_values(position.sight, self.board.passage_fields, passage, record)
        return {"board": self.board.name, **kept}


class Printed(OnBoard):
    """Grid of fixed size, or map, in graphs."""

    def prepare(self, evaluate: Evaluator) -> None:
        """Prepares the facts that never change."""
        board = self.board
        self.kind = self.rules.kinds[board.name]
        self.passages = self.rules.kinds[board.passages]
        self.tiles = self.rules.kinds.get(board.kind)
        self.net = evaluate.nets[board.name]
        self.numbers = {name: n for n, name in enumerate(self.kind.rows)}
        self.fields = [f for f in self.rules.fields if f.owner == board.name]
        self.passage_fields = [f for f in self.rules.fields if f.owner == board.passages]

    def places(self, position: GraphView) -> range:
        """All places, in order."""
        return range(len(position.names) * self.net.each if self.board.private else self.net.count)

    def find(self, position: GraphView, name: str) -> int:
        """The place of a name, or -1."""
        place = self.numbers.get(name, -1)
        return place if place in self.places(position) else -1

    def name(self, place: int) -> str:
        """Returns the written name of a place."""
        return self.kind.rows[place]

    def place(self, position: GraphView, place: int) -> dict[str, Any]:
        """The attributes of a place."""
        board, shown = self.board, dict[str, Any]()
        kept = kept_values(position.sight, self.fields, place)
        if self.tiles is not None:
            tile = kept[board.kind]
            shown = printed_values(self.tiles, self.tiles.index(tile) if tile is not None else -1, self.rules)
        if board.sides:
            shown["open"] = kept[board.sides]
        return {
            **shown,
            **printed_values(self.kind, place, self.rules),
            **kept,
            **self.owner(position, place, self.net.each),
            "board": board.name,
            "name": self.name(place),
        }

    def passage(self, position: GraphView, passage: int) -> dict[str, Any]:
        """The attributes of a passage."""
        return {
            **printed_values(self.passages, passage, self.rules),
            **kept_values(position.sight, self.passage_fields, passage),
            "board": self.board.name,
            "passage": self.passages.rows[passage],
        }


Shown = Growing | Printed


def boards_shown(game: Playable) -> tuple[Shown, ...]:
    """Returns the boards of the game in graphs, for every position; made when the first is asked for."""
    if game._shown_boards is None:
        boards = game.rules_model.boards.values()
        game._shown_boards = tuple(
            (Printed if each.fixed else Growing)(game, each, f"{each.name}." if len(boards) > 1 else "")
            for each in boards
        )
    return game._shown_boards


def standing_field(rules: m.Ruleset) -> m.Field | None:
    """Returns the field that says where a player stands: the first kept place that is told and never none, or else the
    first."""
    fields = [f for f in rules.fields if f.owner == rules.players and f.told and rules.board_of(f.type) is not None]
    return next((f for f in fields if not f.type.optional), fields[0] if fields else None)
