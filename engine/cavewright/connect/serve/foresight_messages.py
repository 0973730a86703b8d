"""Results about what an action brings: its places and prices, a hint with reasons, how the choices of a match stood."""

from __future__ import annotations

from typing import Any

from .messages import Line, Message


class Price(Message):
    """Part of what an action costs: so many of a unit, of which the player has so many."""

    unit: str
    amount: int
    held: int


class NamedPlace(Message):
    """Place or passage that an action names: the value that names it, the board, and how it is called there."""

    value: str
    board: str
    place: str


class Foreseen(Line):
    """An action before it is done: where, for what, and what then."""

    places: list[NamedPlace]
    prices: list[Price]
    effects: list[str]
    """What comes of it, in words; empty where it may tell its player a secret."""
    chance: str | None
    """What chance decides then."""
    next_player: int | None
    """Whose turn it is then, where that is another's; -4 at the end."""
    scene: dict[str, Any] | None
    """How the boards look to the player then; null where that may tell a secret."""


class Difference(Message):
    """Term of the score or of the advice, and by how much it is better or worse."""

    name: str
    by: int


class Hint(Line):
    """The choice of a bot, and what it changes by the end of the turn."""

    changes: list[Difference]


class Judged(Line):
    """A choice of a match, looked at afterwards: how its player stood, what a bot would have done, what that was worth."""

    number: int
    """Its number among the moves, from 1."""
    player: int
    better: str
    worth: int
    loss: int
    changes: list[Difference]


class Review(Message):
    """Judgements of the choices of a match, and the numbers of those that cost most, the worst first."""

    choices: list[Judged]
    costliest: list[int]
