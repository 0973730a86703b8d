"""Problems of a position, which is impossible with them: numbers out of bounds, bags too full, tiles that do not
match."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...foundation.source.argument_checks import shorten
from ...rules.cave import grid
from ...rules.check.cardinality import PLACES, members_of
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.piles import MOST_IN_PILE, Pile
from ...rules.model.recorded_positions import is_record
from ...rules.model.types import NONE, Type
from ..positions.position import Position
from ..positions.sight import Sight
from ..positions.value_text import border_words, place_words
from .board_reading import holds_at


def problems_of(state: Position, sight: Sight) -> list[str]:
    """All problems of a position, as sentences, without values that the viewer may not know; none in a position that
    play has reached."""
    rules = state.game.rules_model
    found: list[str] = []
    for field in rules.in_slots:
        found += _of_field(state, field, sight)
    for board in rules.boards.values():
        found += _of_lying(state, board) if board.fixed else _of_board(state, board, sight)
    return found


def _of_field(state: Position, field: m.Field, sight: Sight) -> Iterator[str]:
    rules, base = state.game.rules_model, state.game.program.layout.slot(field)
    rows, type_ = len(state.names) if field.owner == rules.players else rules.owners_of(field), field.type
    for row in range(rows):
        where = f"{field.owner} {row}: {field.name}"
        amounts, told = state._h[base + row], sight.sees(field, row)
        if type_.is_positions:
            if not isinstance(amounts, tuple) or not is_record(amounts, type_):
                yield f"{where} has to hold positions in their order, each at most {type_.high:,} times"
        elif isinstance(amounts, tuple) != type_.is_bag:
            yield f"{where} is {_value_or_secret(amounts, told)}, which is not {field.type}"
        elif type_.is_pile and not isinstance(amounts, Pile):
            yield f"{where} has to say in which order its pieces lie"
        elif type_.is_bag:
            kind = rules.kinds[field.type.name]
            if len(amounts) != len(kind.rows) + 1 or amounts[-1]:
                yield f"{where} has to hold a number for each of the {len(kind.rows)} kinds of {kind.name}, and a zero behind them"
                return
            column = kind.columns.get(field.type.measure)
            used = sum(n * (column.values[k] if column else 1) for k, n in enumerate(amounts[:-1]))
            if field.type.room and used > field.type.room:
                yield f"{where} holds {_value_or_secret(used, told)}, it has room for {field.type.room}"
            if type_.is_pile and sum(amounts) > MOST_IN_PILE:
                yield f"{where} holds {sum(amounts)}, it has room for {MOST_IN_PILE}"
            if any(n < 0 for n in amounts):
                yield f"{where} holds less than nothing"
        elif not is_possible(amounts, type_, state) or (
            amounts == NONE and field.start is not None and type_.facts.empty_at_first and not type_.optional
        ):
            yield f"{where} is {_value_or_secret(amounts, told)}, outside {field.type}"


def _value_or_secret(value: object, told: bool) -> str:
    """A value, or that it is a secret."""
    return shorten(str(value), 200) if told else "something secret"


class PossibleValues(
    Pass, over=FORMS, left=("yes_no", "passage", "sides", "bag", "pile", "positions", "list", "text", "none", "unknown")
):
    """Values that what keeps them may have, by the forms of their types: up to the highest, if nothing else is said."""

    def has(self, value: int, type_: Type, state: Position) -> bool:
        """Tells if a value is one of its type; nothing is yet in a field that has no value to begin with."""
        handler = self.handlers.get(type_.form)
        return handler(self, value, type_, state) if handler else 0 <= value <= type_.high

    @handles("number")
    def _number(self, value: int, type_: Type, state: Position) -> bool:
        return in_range(value, type_)

    @handles("row")
    def _row(self, value: int, type_: Type, state: Position) -> bool:
        return NONE <= value < _members(state, type_)

    @handles("place")
    def _place(self, value: int, type_: Type, state: Position) -> bool:
        return NONE <= value < grid.BEYOND

    @handles("set")
    def _set(self, value: int, type_: Type, state: Position) -> bool:
        assert type_.element is not None
        return 0 <= value < 1 << _members(state, type_.element)


is_possible = PossibleValues().has


def in_range(value: int, type_: Type) -> bool:
    """Tells if a number, or none, is one that its type allows."""
    return (type_.optional and value == NONE) or (
        type_.low <= value <= type_.high and (value - type_.low) % type_.step == 0
    )


def _members(state: Position, type_: Type) -> int:
    """Returns the number of values of a type of rows or numbers."""
    rules = state.game.rules_model
    return len(state.names) if type_.name == rules.players else members_of(type_, rules)


def _of_board(state: Position, board: m.Board, sight: Sight) -> Iterator[str]:
    at = state.game.interpreter.evaluate.boards[board.name]
    if len(state._s[at]) > PLACES:
        yield f"{board.name} has {len(state._s[at]):,} places; a board that grows has at most {PLACES:,}"
        return
    found = list(_of_records(state, board, at, sight))
    yield from found or _of_sides(state, board, state._s[at])
    frontier: grid.Frontier = {}
    laid: grid.Cells = {}
    for place, record in state._s[at].items():
        grid.shape_of(board).lay(laid, frontier, place, record)
    if frontier != state._s[at + 1]:
        yield f"the exits of {board.name} are not those of its tiles"


def _of_lying(state: Position, board: m.Board) -> Iterator[str]:
    """Fixed places that are open although nothing lies there. Whether sides have to match, the rules say that lay the
    tiles."""
    if not board.sides:
        return
    tile, sides = state.game.interpreter.evaluate.tiles(board)
    for place, name in enumerate(state.game.rules_model.kinds[board.name].rows):
        if state._h[tile + place] < 0 and state._h[sides + place]:
            yield f"{name} of {board.name} is open, but no {board.kind} lies there"


def _of_records(state: Position, board: m.Board, at: int, sight: Sight) -> Iterator[str]:
    """Tiles that do not exist, and what places and passages keep out of bounds."""
    tiles = len(state.game.rules_model.kinds[board.kind].rows)
    shape = grid.shape_of(board)
    for place, record in state._s[at].items():
        if not 0 <= record[0] < tiles or not 0 <= record[1] <= shape.all:
            yield f"at {place_words(place, board)} lies no {board.kind} that there is"
        yield from _of_record(state, place_words(place, board), board.fields, record[2:], sight, place)
    for number, record in state._s[at + 2].items():
        ends = shape.passage_ends(number)
        if ends[0] not in state._s[at] or ends[1] not in state._s[at]:
            yield f"a passage of {board.name} does not lie between two places"
        yield from _of_record(state, border_words(number, board), board.passage_fields, record, sight, number)


def _of_record(
    state: Position, where: str, fields: tuple[m.Field, ...], record: tuple[int, ...], sight: Sight, key: int
) -> Iterator[str]:
    for field, value in zip(fields, record, strict=True):
        if not is_possible(value, field.type, state):
            yield f"{where}: {field.name} is {_value_or_secret(value, sight.sees(field, key))}, outside {field.type}"


def _of_sides(state: Position, board: m.Board, cells: grid.Cells) -> Iterator[str]:
    free = _free(state, board)
    for place, record in cells.items():
        for bit, step, opposite in grid.shape_of(board).around:
            there = cells.get(place + step)
            if step < 0 or there is None or (record[1] & bit != 0) == (there[1] & opposite != 0):
                continue
            if not (free(place) or free(place + step)):
                yield f"the sides of {place_words(place, board)} and {place_words(place + step, board)} do not match"


def _free(state: Position, board: m.Board) -> Callable[[int], bool]:
    """Returns a test if sides of the tile on a place need not match."""
    if board.free is None or board.free_local is None:
        return lambda place: False
    return holds_at(state, board.free, board.free_local)
