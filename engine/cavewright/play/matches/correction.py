"""Corrections: positions that a table agreed on, in the place of those to which its actions led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...foundation.source.argument_checks import instance, show_value
from ...foundation.source.frozen import frozen
from ..positions.sight import ALL
from ..states.game import Game, State
from .history import History
from .save_text import SaveError, field_of

if TYPE_CHECKING:
    from .save_schema import SavedCorrection

LONGEST = 200
"""Of a reason, in characters."""


@frozen
class Correction:
    """Agreement of a table on a position: behind so many moves the position became `state`, for a `reason`. `back_to`
    is the number of moves behind which the match stood there before; None if it never did.

    >>> from cavewright import Match, load_game
    >>> match = Match(load_game("connect-four"), ["Anna", "Jola"], seed=1)
    >>> moves = [match.push(text) for text in ("drop 4", "drop 4")]
    >>> made = match.correct(match.at(1), "Jola had not let go of it")
    >>> made.after, made.back_to, made.state == match.at(1)
    (2, 1, True)
    """

    after: int
    reason: str
    state: State
    back_to: int | None = None

    def plain(self) -> dict[str, Any]:
        """Returns the account of the correction in a save."""
        back = {"back_to": self.back_to} if self.back_to is not None else {}
        return {"after": self.after, "reason": self.reason, "position": self.state.to_json(), **back}


def looked_at(states: History, state: object, reason: object) -> Correction:
    """The correction of the last of some states. TypeError and ValueError say why it cannot be made."""
    before = states.last
    instance("state", state, State, "a State, as `Match.at` and `Game.read_state` give it")
    assert isinstance(state, State)
    instance("reason", reason, str, "a text that says why")
    assert isinstance(reason, str)
    if not reason.strip() or len(reason) > LONGEST or not reason.isprintable():
        raise ValueError(f"reason is a text of 1 to {LONGEST} printable characters, not {show_value(reason)}")
    if state.game != before.game or state.names != before.names:
        raise ValueError(
            f"state is one of {before.game.id} with {', '.join(before.names)}, by the rules of this match, not {show_value(state)}"
        )
    wrong = list(state.problems(ALL))
    if wrong:
        raise ValueError(f"this position is impossible: {wrong[0]}")
    if state == before:
        raise ValueError("state is the position as it stands; there is nothing to correct")
    back = next((n for n in range(len(states) - 2, -1, -1) if states[n] == state), None)
    return Correction(len(states) - 1, reason, state._bare(), back)


def read_correction(number: int, saved: SavedCorrection, game: Game, states: History, changed: bool) -> Correction:
    """A correction of a save, the one of a number, behind the states so far. Under rules that have `changed`, one that
    goes back goes back to what they made of that. SaveError where its position is none under these rules."""
    back, of = saved.back_to, f"corrections.{number}"
    if back is not None and back > saved.after:
        fields = field_of(f"{of}.back_to", back, f"a number up to `after`, {saved.after}")
        fields += field_of(f"{of}.after", saved.after, f"a number from `back_to`, {back}")
        raise SaveError(f"the correction behind action {saved.after} goes back to what comes later", fields=fields)
    if back is not None and changed:
        return Correction(saved.after, saved.reason, states[back]._bare(), back)
    try:
        state = game.read_state(saved.position)
    except ValueError as error:
        fields = field_of(f"{of}.position", saved.position, str(error))
        message = f"the correction behind action {saved.after} cannot be made: {error}"
        raise SaveError(message, saved.after, fields=fields) from error
    if state.names != states.last.names:
        fields = field_of(f"{of}.position", state.names, "of the players of this match")
        raise SaveError(
            f"the correction behind action {saved.after} is one of a match of others", saved.after, fields=fields
        )
    if back is not None and state != states[back]:
        fields = field_of(f"{of}.back_to", back, "the number of actions behind which the match stood there")
        fields += field_of(f"{of}.position", saved.position, f"the position behind action {back}")
        raise SaveError(f"the correction behind action {saved.after} does not go back to action {back}", fields=fields)
    return Correction(saved.after, saved.reason, state, back)
