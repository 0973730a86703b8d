"""Actions as whole numbers within a stated bound, and back."""

from __future__ import annotations

from math import prod
from typing import Any

from ...engine.interpret.step import Chosen
from ...engine.jit.maintained import Column
from ...foundation.source.argument_checks import instance, whole_number, wrong_value
from ...foundation.source.memo import Memo
from ...play.positions.action import CHANCE, Action
from ...play.states.game import Game, State
from ...rules.model.types import NONE, Type
from .decision_types import Kind, decision_types, signatures_in
from .encoding_error import EncodingError
from .packing import is_in_c, number_table
from .places import diamond, place_number, place_numbered
from .setting import Setting

MOST = 2**31 - 1
"""The largest bound of an encoding, which libraries can count to."""

REMEMBERED = 20_000
"""Options of a decision whose numbers are remembered."""

MEANT = 200_000
"""Numbers of which it is remembered what option they stand for, at each decision; others are decoded."""


class Actions:
    """Numbers for all actions of a game: `0` to `size - 1` for those of players, `0` to `chance_size - 1` for what
    chance brings.

    A number stands for the same action in every state, whoever takes it, and is made of the action's name and values
    alone: the kinds of actions follow each other in the order of the rules, in each of them the values count like
    digits, the last one quickest. Rows, numbers and sides count from the least one, `none` comes last. Places of a
    board that grows count in rings around its middle, up to `reach` steps away; by default that is as many as there are
    tiles. The numbers are good for games of the same `hash`, the same number of players and the same reach.

    Decisions of one name share their numbers: there is one for each value that any of them may have. So every action
    that can ever be legal has a number, but for one at a place that is out of reach.

    Raises EncodingError (a ValueError) where there would be more than 2,147,483,647, or decisions of one name ask for
    things that have no numbers in common.

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
        self._known: dict[tuple[Kind, tuple[int, ...]], int] = {}
        self._types = decision_types(game)
        everywhere = (*signatures_in(game.program), *game.signatures.values())
        self._signatures = {(each.name, each.chance): each for each in everywhere}
        self._at: dict[Kind, int] = {}
        self._sizes: dict[Kind, tuple[int, ...]] = {}
        self._last: tuple[State | None, int | None, tuple[int, ...]] = None, None, ()
        self._options = Memo[int, Memo[Chosen, int]](self._options_at)
        """Numbers of the options of a decision, by the instruction at which it is made."""
        self._columns: dict[int, Column] = {}
        """The same of decisions whose options are rows that are kept."""
        self._meant: dict[tuple[int, int], Chosen] = {}
        """The options that numbers stand for at instructions, where kinds of actions are told apart by their names."""
        self._tables: dict[Any, bytes | None] = {}
        """Tables of the same for positions of an extension module."""
        ends = {True: 0, False: 0}
        for kind, types in self._types.items():
            sizes = self._sizes[kind] = tuple(map(self._many, types))
            self._at[kind] = ends[kind[1]]
            ends[kind[1]] += prod(sizes)
        self.size, self.chance_size = ends[False], ends[True]
        """The bounds: numbers of players' actions, and of what chance brings, are smaller."""
        if max(ends.values()) > MOST:
            widest = max(self._sizes, key=lambda kind: prod(self._sizes[kind]))
            raise EncodingError(
                f"`{widest[0]}` has {prod(self._sizes[widest]):,} values within {self.reach} steps, more than {MOST:,}"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return Actions, (self.game, self.players, self.reach)

    def __repr__(self) -> str:
        return f"<Actions of {self.game.id}, {self.players} players: {self.size}, chance {self.chance_size}>"

    def encode(self, action: Action) -> int:
        """The number of an action. EncodingError for one out of bounds, which only a place out of reach is."""
        instance("action", action, Action, "an Action")
        return self._number_of(action.name, action.values, action.player)

    def _number_of(self, name: str, values: tuple[int, ...], player: int) -> int:
        kind = name, player == CHANCE
        known = self._known.get((kind, values))
        if known is None:
            number = 0
            for digit, many in self._digits(name, values, player):
                number = number * many + digit
            known = self._known[kind, values] = self._at[kind] + number
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
        kind = self._kind(number, player == CHANCE)
        rest, values = number - self._at[kind], []
        for type_, many in zip(reversed(self._types[kind]), reversed(self._sizes[kind]), strict=True):
            rest, digit = divmod(rest, many)
            values.append(self._value(digit, type_, many))
        return Action(player, kind[0], tuple(reversed(values)), self._signatures[kind], self.game)

    def legal(self, state: State, player: int | None = None) -> list[int]:
        """The numbers of the legal actions of a player, or of what chance may bring, in order. Without a player those
        of whoever acts; ValueError when several may."""
        at, table = self.coded_position(state, player)
        if table is not None:
            return at.legal_numbers(table)  # type: ignore[no-any-return]
        self.setting.fits(state)
        return sorted(self.numbers(state, player))

    def numbers(self, state: State, player: int | None = None) -> tuple[int, ...]:
        """Numbers in the order of `legal_actions`, or of `chance_outcomes`. What was asked for last is remembered."""
        asked, whose, found = self._last
        if asked is not state or whose != player:
            self.setting.fits(state)
            found = self._numbers(state, player)
            self._last = state, player, found
        return found

    def _numbers(self, state: State, player: int | None) -> tuple[int, ...]:
        at, table = self.coded_position(state, player)
        if table is not None:
            return at.numbers(table)  # type: ignore[no-any-return]
        who = state.current_player
        if who >= 0 and (player is None or player == who):
            rows = state._kept_rows()
            if rows is not None:
                at, bits = rows
                return (self._columns.get(at) or self._column(at)).of(bits)
        elif player is None and who == CHANCE:
            return tuple([self.encode(action) for action, _ in state.chance_outcomes()])
        else:
            who = state.player_meant(player)
            if who not in state.active_players:
                return ()
        return tuple(map(self._options[state._decision(who)].__getitem__, state._options(who)))

    def apply(self, state: State, number: int, player: int | None = None) -> State:
        """The state after the action of a number, as `State.apply` gives it, and raises what that and `decode` raise.

        >>> import cavewright as cw
        >>> game = cw.load_game("connect-four")
        >>> state = game.new_initial_state()
        >>> Actions(game).apply(state, 3) == state.apply("drop 4")
        True
        """
        at, table = self.coded_position(state, player)
        if table is not None and type(number) is int and 0 <= number < self.size:
            n = at.find_number(table, number)
            to = at.after(n) if n >= 0 else None
            if to is not None:
                return state._at_position(to, at, n)  # type: ignore[attr-defined,no-any-return]
        who = state.current_player if player is None else player
        if who >= 0 and number in self.numbers(state, player):
            chosen = self._meant.get((state._decision(who), number))
            if chosen is not None:
                return state._apply_option(who, chosen)
        return state.apply(self.decode(number, state.player_meant(player) if who != CHANCE else CHANCE))

    def coded_position(self, state: State, player: int | None = None) -> tuple[Any, bytes | None]:
        """The position of a state in an extension module at which a player decides, and the table by which that tells the
        numbers; no table elsewhere."""
        at = None if state.__class__ is State else getattr(state, "_at", None)
        if at is None or at.who < 0 or player is not None and player != at.who:
            return None, None
        try:
            return at, self._tables[at.pool]
        except KeyError:
            return at, self._table_of(state, at.pool)

    def _table_of(self, state: State, pool: Any) -> bytes | None:
        """Returns the table of a pool, of which it is certain then that its game is this one: all states that stand
        there are. Raises TypeError and ValueError for another game."""
        self.setting.fits(state)
        found = number_table(pool, self.game.offered, self.digit_types()) if is_in_c(pool) else None
        self._tables[pool] = found
        return found

    def action(self, state: State, number: int, player: int) -> Action:
        """The action that a number stands for in a state: the very object that `legal_actions` lists, if it is legal;
        else as `decode` gives it."""
        numbers = self.numbers(state, player)
        if number in numbers:
            return state.legal_actions(player)[numbers.index(number)]
        return self.decode(number, player)

    def _options_at(self, at: int) -> Memo[Chosen, int]:
        """The numbers of the options of the decision at an instruction."""
        signatures = self.game.offered[at]
        is_plain = len({each.name for each in signatures}) == len(signatures)

        def number(chosen: Chosen) -> int:
            n, values = chosen
            found = self._number_of(signatures[n].name, values, 0)
            if is_plain and len(self._meant) < MEANT:
                self._meant[at, found] = chosen
            return found

        return Memo(number, REMEMBERED)

    def _column(self, at: int) -> Column:
        """The numbers of all rows at a decision whose options are rows that are kept."""
        kept = self.game._rows_at(at)
        assert kept is not None
        numbers = self._options[at]
        made = self._columns[at] = Column([numbers[0, each.values] for each in kept[2].things[0]])
        return made

    def mask(self, state: State, player: int | None = None) -> bytearray:
        """A byte for each number of a player's action: 1 where it is legal. numpy reads it as an array of int8."""
        at, table = self.coded_position(state, player)
        if table is not None:
            return at.mask(table, self.size)  # type: ignore[no-any-return]
        found = bytearray(self.size)
        if state.current_player != CHANCE:
            for number in self.numbers(state, player):
                found[number] = 1
        return found

    def digit_types(self) -> dict[str, tuple[int, tuple[tuple[Type, int], ...]]]:
        """Returns of every kind of players' actions its first number, and for each of its values the type and how many
        digits there are.

        >>> import cavewright as cw
        >>> first, values = Actions(cw.load_game("tic-tac-toe")).digit_types()["mark"]
        >>> first, [(str(type_), many) for type_, many in values]
        (0, [('square', 9)])
        """
        players = [kind for kind in self._types if not kind[1]]
        return {
            kind[0]: (self._at[kind], tuple(zip(self._types[kind], self._sizes[kind], strict=True))) for kind in players
        }

    def digits(self, action: Action) -> list[tuple[int, int]]:
        """Each value of an action as its place among those of its type, and how many of these there are. EncodingError
        for one out of bounds."""
        return self._digits(action.name, action.values, action.player)

    def _digits(self, name: str, values: tuple[int, ...], player: int) -> list[tuple[int, int]]:
        kind = name, player == CHANCE
        if kind not in self._at or len(values) != len(self._sizes[kind]):
            raise EncodingError(f"{self.game.id} has no action `{name}` with {len(values)} values")
        found = []
        for value, type_, many in zip(values, self._types[kind], self._sizes[kind], strict=True):
            digit = self._digit(value, type_)
            if not 0 <= digit < many:
                text = Action(player, name, values, self._signatures[kind], self.game).text
                raise EncodingError(f"`{text}` has no number: {self._bound_name(type_)}")
            found.append((digit, many))
        return found

    # ---- values ------------------------------------------------------------------------------------------------------

    def _kind(self, number: int, chance: bool) -> Kind:
        """The kind of action whose numbers a number is one of."""
        for kind, at in self._at.items():
            if kind[1] == chance and at <= number < at + prod(self._sizes[kind]):
                return kind
        raise AssertionError(f"{number} is within the bounds, and the number of no action")

    def _many(self, type_: Type) -> int:
        """Returns the number of values that a type has."""
        if type_.is_place:
            return self.setting.owners(type_) * diamond(self.reach) + type_.optional
        return self.setting.count_values(type_) + type_.optional

    def _digit(self, value: int, type_: Type) -> int:
        """The place of a value among those of its type; out of their number for one that is none of them."""
        if type_.optional and value == NONE:
            return self._many(type_) - 1
        if type_.is_place:
            return place_number(value, self.reach)
        low, step = type_.numbering
        return (value - low) // step

    def _value(self, digit: int, type_: Type, many: int) -> int:
        """The value that has a place among those of its type."""
        if type_.optional and digit == many - 1:
            return NONE
        if type_.is_place:
            return place_numbered(digit, self.reach)
        low, step = type_.numbering
        return low + digit * step

    def _bound_name(self, type_: Type) -> str:
        """Names the bound that a value of a type is out of."""
        if type_.is_place:
            return f"places have one up to {self.reach} steps from the middle"
        return f"its values are {type_}"
