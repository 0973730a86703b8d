"""Payoffs: what the outcome of a game is worth to each player, as libraries for programs that learn count it."""

from __future__ import annotations

from collections.abc import Mapping

from ..source.argument_checks import shown
from ..states.game import Game, State

WIN, SCORE = "win", "score"
UTILITIES = (WIN, SCORE)
"""`win`: 1 for who wins, -1 for who does not, 0 for all where nobody or everybody does. `score`: the totals."""


def payoffs(state: State, utility: str) -> list[float]:
    """What a position is worth to each player if the game ends there."""
    outcome = state.outcome()
    if utility == SCORE:
        return [float(each or 0) for each in outcome.totals]
    winners = outcome.winners or ()
    if len(winners) in (0, len(outcome.names)) and len(outcome.names) > 1:
        return [0.0] * len(outcome.names)
    return [1.0 if n in winners else -1.0 for n in range(len(outcome.names))]


def known_utility(utility: str) -> str:
    """A utility; ValueError for one that is none."""
    if utility not in UTILITIES:
        raise ValueError(f"utility is {' or '.join(f'`{each}`' for each in UTILITIES)}, not {shown(utility)}")
    return utility


def is_perfect(game: Game) -> bool:
    """Whether everybody knows everything at every decision: nothing is secret or hidden, nobody chooses unseen."""
    rules = game.rules_model
    fields = (each.shown for each in rules.fields)
    names = (bound.local.shown for several in game.program.bound.values() for bound in several)
    return all(each == "open" for each in (*fields, *names)) and not together(game)


def together(game: Game) -> bool:
    """Whether players ever act at once."""
    from ..positions.action import SIMULTANEOUS

    return SIMULTANEOUS in game.waiting


def has_chance(game: Game) -> bool:
    """Whether chance ever brings anything."""
    return any(each.chance for each in game.signatures.values())


def option_values(text: str) -> Mapping[str, str | int | bool]:
    """Options of a text such as `starting_kit:suggested;bare_squeeze:yes`: numbers and yes and no are read as such.

    >>> option_values("starting_kit:suggested;many:3;strict:no")
    {'starting_kit': 'suggested', 'many': 3, 'strict': False}
    """
    found: dict[str, str | int | bool] = {}
    for each in filter(None, text.split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise ValueError(f"options is a text such as `name:value;name:value`, not {shown(text)}")
        plain: Mapping[str, bool] = {"yes": True, "no": False}
        found[name] = int(value) if value.lstrip("-").isdecimal() else plain.get(value, value)
    return found
