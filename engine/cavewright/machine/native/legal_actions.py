"""Legal actions and outcomes of chance at a position of a module, as sequences that make an action when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, overload

from ...play.positions.action import CHANCE, Action
from ...play.positions.playable import Playable
from ...rules.program.instructions import Signature
from .pooled_position import COUNT, PooledPosition

Outcome: TypeAlias = tuple[Action, Fraction]


class OfferedAction(Action):
    """An action that is known by its number among those of a position; its name and values are found out when somebody
    looks at them. In all else it is the action: equal to it, with its hash, and that when it is pickled."""

    __slots__ = ("_made", "at", "game_there", "number")
    at: PooledPosition
    number: int
    """where it is offered, and which of what is offered there"""
    game_there: Playable
    _made: Action
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__

    def __new__(cls, *given: Any, **named: Any) -> Any:
        """The plain action of these parts, as `dataclasses.replace` wants one."""
        return Action(*given, **named)

    @property
    def player(self) -> int:
        """The player who does it."""
        return self.at.who

    @property
    def name(self) -> str:
        """Name of what is done."""
        return self.plain.name

    @property
    def values(self) -> tuple[int, ...]:
        """The engine's numbers."""
        return self.plain.values

    @property
    def signature(self) -> Signature:
        """The parameters that the values are for."""
        return self.plain.signature

    @property
    def plain(self) -> Action:
        """The action without the position that offers it."""
        try:
            return self._made
        except AttributeError:
            self._made = made = action_of(self.game_there, self.at, self.number)
            return made

    @property
    def game(self) -> Playable:
        """The game that offers it."""
        return self.game_there

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OfferedAction):
            same = self.at is other.at and self.number == other.number
            return same or bool(self.plain == other.plain)
        return bool(self.plain == other) if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plain)


_new_action: Callable[..., OfferedAction] = object.__new__


def action_of(game: Playable, at: PooledPosition, n: int) -> Action:
    """The action of a number. Of a decision it is the object that other engines give."""
    if at.who != CHANCE:
        return game.actions(at.who, at.pc, (at.option(n),))[0]
    signature = game.program.code[at.pc].signature  # type: ignore[union-attr]
    return Action(CHANCE, signature.name, (at.outcomes()[n][0],), signature, game)


class LegalActions(PooledPosition, Sequence[Action]):
    """A position as the sequence of the legal actions of whoever decides, in their order. It is equal to lists and tuples
    of the same actions, has the hash of the tuple, and is a tuple when it is pickled."""

    __slots__ = ("_all",)
    _all: tuple[Action, ...]

    @overload
    def __getitem__(self, n: int) -> Action: ...
    @overload
    def __getitem__(self, n: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, n: Any) -> Any:
        if type(n) is int and 0 <= n < self.head & COUNT:
            made = _new_action(OfferedAction)
            made.at, made.number, made.game_there = self, n, self.game
            return made
        return self.all[n]

    @property
    def all(self) -> tuple[Action, ...]:
        """All of them, as other engines give them."""
        try:
            return self._all
        except AttributeError:
            self._all = self.game.actions(self.who, self.pc, self.options)
            return self._all

    def __iter__(self) -> Iterator[Action]:
        return map(self.__getitem__, range(self.head & COUNT))

    def __contains__(self, action: object) -> bool:
        return action in self.all

    def index(self, action: Any, *bounds: int) -> int:
        """The number of an action. Raises ValueError for what is none of them."""
        return self.all.index(action, *bounds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalActions):
            return self is other or self.all == other.all
        return self.all == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.all)

    def __add__(self, other: Any) -> tuple[Action, ...]:
        return self.all + tuple(other) if isinstance(other, tuple | LegalActions) else NotImplemented

    def __radd__(self, other: Any) -> tuple[Action, ...]:
        return other + self.all if isinstance(other, tuple) else NotImplemented

    def __repr__(self) -> str:
        return repr(self.all)

    def __reduce__(self) -> Any:
        return tuple, (self.all,)


class Outcomes(Sequence[Outcome]):
    """Outcomes of chance, with exact probabilities. They are equal to the list of that, and the list when they are
    pickled. It is equal to the list of that, and the list when it is pickled.

    An action of it remembers its number; where a position says what chance tells apart, there is the plain list."""

    __slots__ = ("_weights", "_whole", "at", "game")

    def __init__(self, game: Playable, at: PooledPosition, weights: Sequence[tuple[int, int]]) -> None:
        self.game, self.at, self._weights = game, at, weights
        self._whole = sum(weight for _, weight in weights)

    def __len__(self) -> int:
        return len(self._weights)

    @overload
    def __getitem__(self, n: int) -> Outcome: ...
    @overload
    def __getitem__(self, n: slice) -> list[Outcome]: ...
    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, slice):
            return [self._pair(each) for each in range(len(self))[n]]
        return self._pair(range(len(self))[n])

    def _pair(self, n: int) -> Outcome:
        made = _new_action(OfferedAction)
        made.at, made.number, made.game_there = self.at, n, self.game
        return made, Fraction(self._weights[n][1], self._whole)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | Outcomes) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> Any:
        return list, (list(self),)
