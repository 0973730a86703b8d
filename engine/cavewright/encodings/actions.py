"""Actions as whole numbers within a stated bound, and back."""

from __future__ import annotations

from math import prod
from typing import Any

from ..model.types import NONE, Type
from ..positions.action import CHANCE, Action
from ..program.instructions import Signature
from ..source.argument_checks import instance, shown, whole_number, wrong_value
from ..states.game import Game, State
from .encoding_error import EncodingError
from .places import diamond, place_number, place_numbered
from .setting import Setting

MOST = 2**31 - 1
"""The largest bound of an encoding, which libraries can count to."""


class Actions:
    """Numbers for all actions of a game: `0` to `size - 1` for those of players, `0` to `chance_size - 1` for what
    chance brings.

    A number stands for the same action in every state, whoever takes it, and is made of the action's name and values
    alone: the kinds of actions follow each other in the order of the rules, in each of them the values count like
    digits, the last one quickest. Rows, numbers and sides count from the least one, `none` comes last. Places of a
    board that grows count in rings around its middle, up to `reach` steps away; by default that is as many as there are
    tiles. The numbers are good for games of the same `hash`, the same number of players and the same reach.

    Raises EncodingError (a ValueError) where there would be more than 2,147,483,647.

    >>> import cavewright as cw
    >>> game = cw.load_game("connect-four")
    >>> actions, state = Actions(game), game.new_initial_state()
    >>> actions.size, actions.legal(state)
    (7, [0, 1, 2, 3, 4, 5, 6])
    >>> actions.encode(state.legal_actions()[3]), str(actions.decode(3, player=0))
    (3, '0: drop 4')
    """

    def __init__(self, game: Game, players: int | None = None, reach: int | None = None) -> None:
        self.setting = Setting(game, players, reach)
        self.game, self.players, self.reach = game, self.setting.players, self.setting.reach
        self._known: dict[tuple[str, tuple[int, ...]], int] = {}
        self._at: dict[str, int] = {}
        self._sizes: dict[str, tuple[int, ...]] = {}
        ends = {True: 0, False: 0}
        for name, signature in game.signatures.items():
            sizes = self._sizes[name] = tuple(self._many(type_) for _, type_ in signature.parameters)
            self._at[name] = ends[signature.chance]
            ends[signature.chance] += prod(sizes)
        self.size, self.chance_size = ends[False], ends[True]
        """The bounds: numbers of players' actions, and of what chance brings, are smaller."""
        if max(ends.values()) > MOST:
            widest = max(self._sizes, key=lambda name: prod(self._sizes[name]))
            raise EncodingError(
                f"`{widest}` has {prod(self._sizes[widest]):,} values within {self.reach} steps, more than {MOST:,}"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return Actions, (self.game, self.players, self.reach)

    def __repr__(self) -> str:
        return f"<Actions of {self.game.id}, {self.players} players: {self.size}, chance {self.chance_size}>"

    def encode(self, action: Action) -> int:
        """The number of an action. EncodingError for one out of bounds, which only a place out of reach is."""
        instance("action", action, Action, "an Action")
        known = self._known.get((action.name, action.values))
        if known is None:
            number = 0
            for digit, many in self.digits(action):
                number = number * many + digit
            known = self._known[action.name, action.values] = self._at[action.name] + number
        return known

    def decode(self, number: int, player: int) -> Action:
        """The action that has a number, of a player or of chance (-1). It need not be legal anywhere.

        Raises TypeError and ValueError for what is no number of an action, and for who is no player.
        """
        least = CHANCE if self.chance_size else 0
        if isinstance(player, bool) or not isinstance(player, int) or not least <= player < self.players:
            chance = ", or -1 for chance" if least else "; nothing is left to chance"
            raise wrong_value("player", player, f"a number from 0 to {self.players - 1}{chance}")
        size = self.chance_size if player == CHANCE else self.size
        whole_number("number", number, 0, f"a whole number from 0 to {size - 1}")
        if number >= size:
            raise wrong_value("number", number, f"a whole number from 0 to {size - 1}")
        signature = self._signature(number, player == CHANCE)
        rest, values = number - self._at[signature.name], []
        for (_, type_), many in zip(reversed(signature.parameters), reversed(self._sizes[signature.name]), strict=True):
            rest, digit = divmod(rest, many)
            values.append(self._value(digit, type_, many))
        return Action(player, signature.name, tuple(reversed(values)), signature, self.game)

    def legal(self, state: State, player: int | None = None) -> list[int]:
        """The numbers of the legal actions of a player, or of what chance may bring, in order. Without a player those
        of whoever acts; ValueError when several may."""
        instance("state", state, State, "a State")
        if state.game != self.game or len(state.names) != self.players:
            raise wrong_value("state", state, f"a state of {self.game.id} for {self.players}")
        if player is None and state.current_player == CHANCE:
            return sorted(self.encode(action) for action, _ in state.chance_outcomes())
        return sorted(map(self.encode, state.legal_actions(player)))

    def mask(self, state: State, player: int | None = None) -> bytearray:
        """A byte for each number of a player's action: 1 where it is legal. numpy reads it as an array of int8."""
        found = bytearray(self.size)
        for number in self.legal(state, player) if state.current_player != CHANCE else ():
            found[number] = 1
        return found

    def digit_types(self, name: str) -> tuple[int, tuple[tuple[Type, int], ...]]:
        """The first number of a kind of actions, and for each of its values the type and how many digits there are.

        >>> import cavewright as cw
        >>> first, values = Actions(cw.load_game("tic-tac-toe")).digit_types("mark")
        >>> first, [(str(type_), many) for type_, many in values]
        (0, [('square', 9)])
        """
        types = (type_ for _, type_ in self.game.signatures[name].parameters)
        return self._at[name], tuple(zip(types, self._sizes[name], strict=True))

    def digits(self, action: Action) -> list[tuple[int, int]]:
        """Each value of an action as its place among those of its type, and how many of these there are. EncodingError
        for one out of bounds."""
        if action.name not in self._at or len(action.values) != len(self._sizes[action.name]):
            raise EncodingError(f"{self.game.id} has no action `{action.name}` with {len(action.values)} values")
        types = (type_ for _, type_ in self.game.signatures[action.name].parameters)
        found = []
        for value, type_, many in zip(action.values, types, self._sizes[action.name], strict=True):
            digit = self._digit(value, type_)
            if not 0 <= digit < many:
                raise EncodingError(f"`{action.text}` has no number: {self._bound(type_)}")
            found.append((digit, many))
        return found

    # ---- values ------------------------------------------------------------------------------------------------------

    def _signature(self, number: int, chance: bool) -> Signature:
        """The kind of action whose numbers a number is one of."""
        for signature in self.game.signatures.values():
            at = self._at[signature.name]
            if signature.chance == chance and at <= number < at + prod(self._sizes[signature.name]):
                return signature
        raise AssertionError(f"{number} is within the bounds, and the number of no action")

    def _many(self, type_: Type) -> int:
        """How many values a type has."""
        match type_.form:
            case "yes_no":
                many = 2
            case "row":
                many = len(self.setting.rows(type_.name))
            case "place":
                many = self.setting.owners(type_) * diamond(self.reach)
            case "sides":
                many = type_.high + 1
            case _:
                many = (type_.high - type_.low) // type_.step + 1
        return many + type_.optional

    def _digit(self, value: int, type_: Type) -> int:
        """The place of a value among those of its type; out of their number for one that is none of them."""
        if type_.optional and value == NONE:
            return self._many(type_) - 1
        if type_.form == "place":
            return place_number(value, self.reach)
        return (value - type_.low) // type_.step if type_.form == "number" else value

    def _value(self, digit: int, type_: Type, many: int) -> int:
        """The value that has a place among those of its type."""
        if type_.optional and digit == many - 1:
            return NONE
        if type_.form == "place":
            return place_numbered(digit, self.reach)
        return type_.low + digit * type_.step if type_.form == "number" else digit

    def _bound(self, type_: Type) -> str:
        """Which bound a value of a type is out of."""
        return f"places have one up to {self.reach} steps from the middle" if type_.form == "place" else shown(type_)
