"""Corrections: positions that a table agreed on, in the place of those to which its actions led."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..positions.sight import ALL
from ..source.argument_checks import instance, shown
from ..source.frozen import frozen
from ..states.game import Game, State
from .save_text import SaveError, field_of

LONGEST = 200
"""Of a reason, in characters."""


@frozen
class Correction:
    """What a table agreed on: behind so many moves the position became `state`, for a `reason`."""

    after: int
    reason: str
    state: State

    def plain(self) -> dict[str, Any]:
        """What a save holds of it."""
        return {"after": self.after, "reason": self.reason, "position": self.state.to_json()}


def looked_at(before: State, state: object, reason: object) -> State:
    """A state that may take the place of another, without events. TypeError and ValueError say why it may not."""
    instance("state", state, State, "a State, as `Match.at` and `Game.read_state` give it")
    assert isinstance(state, State)
    instance("reason", reason, str, "a text that says why")
    assert isinstance(reason, str)
    if not reason.strip() or len(reason) > LONGEST or not reason.isprintable():
        raise ValueError(f"reason is a text of 1 to {LONGEST} printable characters, not {shown(reason)}")
    if state.game != before.game or state.names != before.names:
        raise ValueError(
            f"state is one of {before.game.id} with {', '.join(before.names)}, by the rules of this match, not {shown(state)}"
        )
    wrong = list(state.problems(ALL))
    if wrong:
        raise ValueError(f"this position is impossible: {wrong[0]}")
    if state == before:
        raise ValueError("state is the position as it stands; there is nothing to correct")
    return state._bare()


def read_correction(number: int, saved: Mapping[str, Any], game: Game) -> Correction:
    """A correction of a save, the one of a number. SaveError where its position is none under these rules."""
    try:
        return Correction(saved["after"], saved["reason"], game.read_state(saved["position"]))
    except ValueError as error:
        fields = field_of(f"corrections.{number}.position", saved["position"], str(error))
        message = f"the correction behind action {saved['after']} cannot be made: {error}"
        raise SaveError(message, saved["after"], fields=fields) from error
