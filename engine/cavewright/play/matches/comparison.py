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
    return _Comparison(states, corrections, game).first_divergence()


class _Comparison:
    """One match beside the same actions under other rules."""

    def __init__(self, states: History, corrections: list[Correction], game: Game) -> None:
        self.states, self.game = states, game
        self.corrections = {each.after: each for each in corrections}
        self.moves: list[Action] = []
        self.others = History(game.new_initial_state(states[0].names), self.moves)

    def first_divergence(self) -> Divergence | None:
        """The first thing that is otherwise."""
        changes = tuple(differences(self.states.led_to(0), self.others[0]))
        if changes:
            return self._divergence(0, None, changes=changes)
        for after, action in enumerate(self.states.moves):
            parted = self._correct(after) or self._carry_out(after, action)
            if parted is not None:
                return parted
        return self._correct(len(self.states.moves)) or self._compare_outcomes()

    def _divergence(
        self,
        after: int,
        action: Action | None,
        rule: str = "",
        reasons: tuple[Reason, ...] = (),
        changes: tuple[tuple[str, Any, Any], ...] = (),
    ) -> Divergence:
        return Divergence(after, action, rule, reasons, changes, self.states[0].names, self.game.wording)

    def _carry_out(self, after: int, action: Action) -> Divergence | None:
        """Carries out an action under the other rules as well."""
        try:
            read = self.game.parse_action(str(action))
            self.others.append(self.others.last.apply_by_host(read))
        except IllegalActionError as error:
            reasons = error.verdict.reasons
            return self._divergence(after, action, reasons[0].rule if reasons else action.name, reasons)
        except ValueError as error:
            return self._divergence(after, action, action.name, changes=(("action", str(action), str(error)),))
        self.moves.append(read)
        there, here = self.states.led_to(after + 1), self.others.last
        changes = tuple(differences(there, here))
        return self._divergence(after, action, _rule(there, here) or action.name, changes=changes) if changes else None

    def _correct(self, after: int) -> Divergence | None:
        """Makes the correction behind so many actions under the other rules as well."""
        correction = self.corrections.get(after)
        if correction is None:
            return None
        state = brought_over(correction, self.states, self.others)
        if state is None or any(differences(correction.state, state)):
            return self._divergence(after, None, changes=tuple(differences(correction.state, self.others.last)))
        self.others.correct(state)
        return None

    def _compare_outcomes(self) -> Divergence | None:
        """Points that are counted otherwise when the game is over."""
        if not self.states.last.is_terminal or not self.states.moves:
            return None
        before, after = (asdict(each.last.outcome(ALL)) for each in (self.states, self.others))
        changes = tuple(
            _compare("outcome", *({"totals": each["totals"], "winners": each["winners"]} for each in (before, after)))
        )
        lines = zip(before["categories"], *before["breakdown"]), zip(after["categories"], *after["breakdown"])
        rule = next((str((line or other)[0]) for line, other in zip_longest(*lines) if line != other), "")
        last = len(self.states.moves) - 1
        return (
            self._divergence(last, self.states.moves[last], f"scoring.{rule}" if rule else "", changes=changes)
            if changes
            else None
        )


def differences(before: State, after: State) -> Iterator[tuple[str, Any, Any]]:
    """Yields the differences of two positions, in the values that both of them have."""
    found = _compare("", *(json.loads(each.view(ALL).to_json()) for each in (before, after)))
    return (each for each, _ in zip(found, range(MOST_CHANGES)))


def _compare(way: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            if name in after:
                yield from _compare(f"{way}.{name}".lstrip("."), value, after[name])
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for n, (one, other) in enumerate(zip(before, after)):
            yield from _compare(f"{way}.{n}", one, other)
    elif before != after:
        yield way, before, after


def _rule(before: State, after: State) -> str:
    """The clause of the first event that is otherwise, or that only one of two steps has."""
    for one, other in zip_longest(before.events, after.events):
        if one is None or other is None or (one.rule, one.text()) != (other.rule, other.text()):
            return str((other or one).rule)
    return ""
