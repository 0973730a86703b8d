"""Traits of games that other libraries ask for, and options as texts."""

from __future__ import annotations

from collections.abc import Mapping

from ...foundation.source.argument_checks import show_value
from ...play.positions.action import SIMULTANEOUS
from ...play.states.game import Game


def is_perfect(game: Game) -> bool:
    """Tells if everybody knows everything at every decision: nothing is secret or hidden, nobody chooses unseen."""
    rules = game.rules_model
    fields = (each.shown for each in rules.fields)
    names = (bound.local.shown for several in game.program.bound.values() for bound in several)
    return all(each == "open" for each in (*fields, *names)) and not together(game)


def together(game: Game) -> bool:
    """Tells if players ever act at once."""
    return SIMULTANEOUS in game.waiting


def has_chance(game: Game) -> bool:
    """Tells if chance ever brings anything."""
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
            raise ValueError(f"options is a text such as `name:value;name:value`, not {show_value(text)}")
        plain: Mapping[str, bool] = {"yes": True, "no": False}
        found[name] = int(value) if value.lstrip("-").isdecimal() else plain.get(value, value)
    return found
