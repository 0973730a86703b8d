"""Comparison of a match with other rules: both go step by step until something is otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

from ...foundation.source.argument_checks import instance
from ..positions.action import Action, IllegalActionError, Reason
from ..positions.sight import ALL
from ..states.game import Game, State
from .correction import Correction
from .divergence import Divergence
from .history import History
from .moved_corrections import brought_over

MOST_CHANGES = 10
"""Values that are told."""


def divergence(states: History, corrections: list[Correction], game: Game) -> Divergence | None:
    """Finds the place where the states of a match part from other rules; see `Match.divergence`."""
    instance("game", game, Game, "a Game, as `load_game` gives it")
    return _Comparison(states, corrections, game).found()


class _Comparison:
    """One match beside the same actions under other rules."""

    def __init__(self, states: History, corrections: list[Correction], game: Game) -> None:
        self.states, self.game = states, game
        self.corrections = {each.after: each for each in corrections}
        self.moves: list[Action] = []
        self.others = History(game.new_initial_state(states[0].names), self.moves)

    def found(self) -> Divergence | None:
        """The first thing that is otherwise."""
        changes = tuple(changed(self.states.led_to(0), self.others[0]))
        if changes:
            return self._told(0, None, changes=changes)
        for after, action in enumerate(self.states.moves):
            parted = self._corrected(after) or self._moved(after, action)
            if parted is not None:
                return parted
        return self._corrected(len(self.states.moves)) or self._ended()

    def _told(
        self,
        after: int,
        action: Action | None,
        rule: str = "",
        reasons: tuple[Reason, ...] = (),
        changes: tuple[tuple[str, Any, Any], ...] = (),
    ) -> Divergence:
        return Divergence(after, action, rule, reasons, changes, self.states[0].names, self.game.wording)

    def _moved(self, after: int, action: Action) -> Divergence | None:
        """Carries out an action under the other rules as well."""
        try:
            read = self.game.parse_action(str(action))
            self.others.append(self.others.last.apply(read))
        except IllegalActionError as error:
            reasons = error.verdict.reasons
            return self._told(after, action, reasons[0].rule if reasons else action.name, reasons)
        except ValueError as error:
            return self._told(after, action, action.name, changes=(("action", str(action), str(error)),))
        self.moves.append(read)
        there, here = self.states.led_to(after + 1), self.others.last
        changes = tuple(changed(there, here))
        return self._told(after, action, _rule(there, here) or action.name, changes=changes) if changes else None

    def _corrected(self, after: int) -> Divergence | None:
        """Makes the correction behind so many actions under the other rules as well."""
        correction = self.corrections.get(after)
        if correction is None:
            return None
        state = brought_over(correction, self.states, self.others)
        if state is None or any(changed(correction.state, state)):
            return self._told(after, None, changes=tuple(changed(correction.state, self.others.last)))
        self.others.correct(state)
        return None

    def _ended(self) -> Divergence | None:
        """Points that are counted otherwise when the game is over."""
        if not self.states.last.is_terminal or not self.states.moves:
            return None
        before, after = (asdict(each.last.outcome(ALL)) for each in (self.states, self.others))
        changes = tuple(
            _compared("outcome", *({"totals": each["totals"], "winners": each["winners"]} for each in (before, after)))
        )
        lines = zip(before["categories"], *before["breakdown"]), zip(after["categories"], *after["breakdown"])
        rule = next((str((line or other)[0]) for line, other in zip_longest(*lines) if line != other), "")
        last = len(self.states.moves) - 1
        return (
            self._told(last, self.states.moves[last], f"scoring.{rule}" if rule else "", changes=changes)
            if changes
            else None
        )


def changed(before: State, after: State) -> Iterator[tuple[str, Any, Any]]:
    """Yields the differences of two positions, in the values that both of them have."""
    found = _compared("", *(json.loads(each.view(ALL).to_json()) for each in (before, after)))
    return (each for each, _ in zip(found, range(MOST_CHANGES)))


def _compared(way: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            if name in after:
                yield from _compared(f"{way}.{name}".lstrip("."), value, after[name])
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
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
