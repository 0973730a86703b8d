"""Divergence: where a match goes another way under other rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ..positions.action import Action, IllegalActionError, Reason
from ..positions.sight import ALL
from ..source.argument_checks import instance
from ..source.frozen import frozen
from ..states.game import Game, State
from .history import History

MOST_CHANGES = 10
"""Values that are told."""


@frozen
class Divergence:
    """The first place at which other rules matter to a match.

    `after` so many entries of `move_stack` all is the same. Then comes `action`: either the other rules refuse it, by
    `reasons`, or the position that it leads to is another, in `changes` (way in the view, value by these rules, value
    by the others). It is None where the beginning is another. `rule` is the clause that refuses, or does something
    else.
    """

    after: int
    action: Action | None
    rule: str
    reasons: tuple[Reason, ...]
    changes: tuple[tuple[str, Any, Any], ...]

    def __str__(self) -> str:
        place = f"action {self.after + 1}, `{self.action}`" if self.action is not None else "the beginning"
        if self.reasons:
            return f"{place}, is no longer possible ({self.rule}: {self.reasons[0].text()})"
        changes = "; ".join(f"{way} is {after}, not {before}" for way, before, after in self.changes)
        return f"{place}, leads to another position{f' ({self.rule})' if self.rule else ''}: {changes}"


def divergence(states: History, game: Game) -> Divergence | None:
    """Where the states of a match part from other rules; see `Match.divergence`."""
    instance("game", game, Game, "a Game, as `load_game` gives it")
    if states.corrected:
        raise ValueError("a match with corrections cannot be held against other rules: their positions are of its own")
    here = game.new_initial_state(states[0].names)
    changes = tuple(changed(states[0], here))
    if changes:
        return Divergence(0, None, "", (), changes)
    for after, action in enumerate(states.moves):
        try:
            here = here.apply(game.parse_action(str(action)))
        except IllegalActionError as error:
            reasons = error.verdict.reasons
            return Divergence(after, action, reasons[0].rule if reasons else action.name, reasons, ())
        except ValueError as error:
            return Divergence(after, action, action.name, (), (("action", str(action), str(error)),))
        there = states[after + 1]
        changes = tuple(changed(there, here))
        if changes:
            return Divergence(after, action, _rule(there, here) or action.name, (), changes)
    return None


def changed(before: State, after: State) -> Iterator[tuple[str, Any, Any]]:
    """What is otherwise in two positions, of all that both of them keep."""
    found = _compared("", *(json.loads(each.view(ALL).to_json()) for each in (before, after)))
    return (each for each, _ in zip(found, range(MOST_CHANGES)))


def _compared(way: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            if name in after:
                yield from _compared(f"{way}.{name}".lstrip("."), value, after[name])
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for n, (one, other) in enumerate(zip(before, after)):
            yield from _compared(f"{way}.{n}", one, other)
    elif before != after:
        yield way, before, after


def _rule(before: State, after: State) -> str:
    """The clause of the first event that is otherwise, or that only one of two steps has."""
    for one, other in zip_longest(before.events, after.events):
        if one is None or other is None or (one.rule, one.text()) != (other.rule, other.text()):
            return str((other or one).rule)
    return ""
