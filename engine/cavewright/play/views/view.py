"""Views of a position: what a viewer may know of it, as plain data, names as text, numbers as numbers, players as their
numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, TypeAlias

from ...foundation.source.frozen import frozen
from ...rules.model import ruleset as m
from ...rules.model.dispatch import Pass, handles
from ...rules.model.forms import FORMS
from ...rules.model.piles import Pile
from ...rules.model.types import Type, row
from ..positions.sight import Sight
from ..positions.value_text import set_members, write_value

if TYPE_CHECKING:
    Value: TypeAlias = Any
else:
    Value = bool | int | str | tuple[bool | int | str | None, ...] | dict[str, int] | None
"""A number (null for one that is not there), yes or no, the name of a row or of a place, a player's number, the letters
of open sides, the members of a set in order, the contents of a bag, how many of each kind of piece, or those of a pile from
the top, with null for each piece that the viewer does not know. The ruleset says which."""
DESCRIBED: dict[str, Any] = {"use_attribute_docstrings": True}
"""Schemas say of each field what stands below it here."""


class FrozenDict(dict[str, Any]):
    """A dictionary that refuses to be changed. Copies of it are plain ones."""

    @staticmethod
    def error(message: str) -> Exception:
        """Returns the error that is raised where somebody tries."""
        return TypeError(message)

    def _refuse(self, *given: Any, **named: Any) -> NoReturn:
        raise self.error("what is shown of a position cannot be changed; work on a copy of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


@frozen
class Kept:
    """Values of one thing: the game, a row of a kind, a place, a passage.

    >>> import cavewright as cw
    >>> game = cw.load_game("cave-vs-cave").new_initial_state(2).view(0).game
    >>> game.values["walls"], game.sizes["dark"]
    (7, 18)
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = DESCRIBED

    values: dict[str, Value]
    """What the viewer knows, by the names of the fields. What it does not know is left out."""
    sizes: dict[str, int]
    """How many pieces lie in bags whose contents the viewer does not know, as far as that is known to it."""


@frozen
class PlayerView(Kept):
    """A player, and what it keeps.

    >>> import cavewright as cw
    >>> jola = cw.load_game("cave-vs-cave").new_initial_state(["Anna", "Jola"]).view(0).players[1]
    >>> jola.number, jola.name, jola.may_act, jola.values["goods"]
    (1, 'Jola', False, {'wood': 1, 'stone': 1, 'emmer': 1, 'flax': 1, 'food': 1, 'gold': 1})
    """

    values: dict[str, Value]
    """What the viewer knows of what the player keeps, by the names of the fields. What it does not know is left out."""
    sizes: dict[str, int]
    """How many pieces lie in bags of the player whose contents the viewer does not know, as far as that is known to
    it."""
    number: int
    """The player's number, from 0: its place in `players`, too."""
    name: str
    """What the player is called; names stand nowhere else in a view."""
    may_act: bool
    """Whether the player may act now."""


@frozen
class BoardView:
    """A board: what its places and passages keep. Of a board on which nothing is kept both are empty.

    >>> import cavewright as cw
    >>> board = cw.load_game("the-cave").new_initial_state().view().boards["place"]
    >>> board.places["o"].values["tile"], sorted(board.places)
    ('base-new', ['e1', 'n1', 'o', 'w1'])
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = DESCRIBED

    places: dict[str, Kept]
    """By name, as actions write it; of boards of which each player has one `0.a1`, with the player's number. Of a board
    that grows all places where a tile lies: which, and its open sides, stand among their values."""
    passages: dict[str, Kept]
    """By name, `o–n1` on a board that grows. Of such a board only those that keep something else than in the
    beginning."""


@frozen
class View:
    """Part of a position that a viewer may know. A value, of plain data; players are numbers throughout.

    >>> import cavewright as cw
    >>> view = cw.load_game("cave-vs-cave").new_initial_state(["Anna", "Jola"]).view(0)
    >>> view.viewer, view.current_player, [each.name for each in view.players], sorted(view.boards)
    (0, -1, ['Anna', 'Jola'], ['cave'])
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = DESCRIBED

    viewer: int | Literal["all"] | None
    """Whose view it is: a player's number, null for a spectator, `all` for what nothing is hidden from."""
    current_player: int
    """Who decides: a player's number, -1 for chance, -2 while several may act, -4 when the game is over."""
    active_players: tuple[int, ...]
    """All who may act now."""
    is_terminal: bool
    """Whether the game is over."""
    players: tuple[PlayerView, ...]
    """The players in order, each with what it keeps. While all act at once, a player's own things are as it has them so
    far, and those of others as they were when that began."""
    game: Kept
    """What the game keeps, such as rounds, whose turn began, supplies."""
    kinds: dict[str, dict[str, Kept]]
    """What rows keep: of each kind that keeps something, each row."""
    boards: dict[str, BoardView]
    """The boards by name."""
    named: dict[str, Value]
    """What the rule that is being carried out has given a name, such as a card just drawn, as far as the viewer knows
    it. While all act at once, what the viewer's own branch has named; of `all` nothing then."""

    def to_json(self) -> str:
        """The view as JSON, as `json_schema` says."""
        return json.dumps(_fields_of(self), ensure_ascii=False, default=_fields_of)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON schema of views, with what each field means.

        >>> View.json_schema()["properties"]["is_terminal"]
        {'description': 'Whether the game is over.', 'title': 'Is Terminal', 'type': 'boolean'}
        """
        from pydantic import TypeAdapter

        return TypeAdapter(cls).json_schema()


def _fields_of(part: Any) -> dict[str, Any]:
    """Returns the fields of a view, or of a part of one, by name."""
    return {each.name: getattr(part, each.name) for each in fields(part)}


def kept_values(sight: Sight, fields: Iterable[m.Field], row: int, record: Sequence[Any] | None = None) -> FrozenDict:
    """Returns the values of a row, a place or a passage that a viewer knows, as plain data by the names of the
    fields."""
    return FrozenDict(
        (field.name, plain(value, field.type, sight.rules)) for field, value in sight.known_values(fields, row, record)
    )


class PlainValues(Pass, over=FORMS, left=("place", "passage", "sides", "list", "text", "none", "unknown")):
    """Values as plain data, by the forms of their types: a text as in actions, if nothing better says it."""

    def of(self, value: Any, type_: Type, rules: m.Ruleset) -> Any:
        """A value as plain data: a player is its number, a bag how many of each kind of piece."""
        handler = self.handlers.get(type_.form)
        return handler(self, value, type_, rules) if handler else self._text(value, type_, rules)

    def _text(self, value: Any, type_: Type, rules: m.Ruleset) -> str | None:
        text = write_value(value, type_, rules)
        return None if text == "none" else text

    @handles("number")
    def _number(self, value: Any, type_: Type, rules: m.Ruleset) -> int | None:
        return None if value < 0 and type_.optional else value

    @handles("yes_no")
    def _truth(self, value: Any, type_: Type, rules: m.Ruleset) -> bool:
        return bool(value)

    @handles("row")
    def _row(self, value: Any, type_: Type, rules: m.Ruleset) -> int | str | None:
        if type_.name == rules.players:
            return value if value >= 0 else None
        return self._text(value, type_, rules)

    @handles("set")
    def _set(self, value: Any, type_: Type, rules: m.Ruleset) -> tuple[Any, ...]:
        assert type_.element is not None
        return tuple(self.of(each, type_.element, rules) for each in set_members(value, type_.element))

    @handles("positions")
    def _positions(self, value: Any, type_: Type, rules: m.Ruleset) -> int:
        """Returns how many positions there are: each of them was seen when it was there."""
        return len(value)

    @handles("pile")
    def _pile(self, value: Any, type_: Type, rules: m.Ruleset) -> tuple[Any, ...]:
        lying = value.pieces if isinstance(value, Pile) else value
        return tuple(None if each is None else self._row(each, row(type_.name), rules) for each in lying)

    @handles("bag")
    def _bag(self, value: Any, type_: Type, rules: m.Ruleset) -> FrozenDict:
        return FrozenDict((name, many) for name, many in zip(rules.kinds[type_.name].rows, value, strict=False) if many)


plain = PlainValues().of


def printed_values(kind: m.Kind, row: int, rules: m.Ruleset) -> dict[str, Any]:
    """Returns the values in the columns of a kind for a row."""
    return {
        name: c.texts[row] if c.type.is_text else plain(c.values[row], c.type, rules)
        for name, c in kind.columns.items()
    }
