"""Undoing for one player of several: its last action, as far as nobody has learned anything from it, and by what it knows itself.

While all choose at once, others may have chosen since, unseen. Their choices stay; so neither that one may undo nor that
one may not says anything about them.
"""

from __future__ import annotations

from ..positions.action import CHANCE, SIMULTANEOUS, Action, IllegalActionError
from .match import Match

REFUSED = "this cannot be taken back: somebody has learned something or acted since"


def find_undoable(match: Match, player: int) -> int | None:
    """Returns the index, in `move_stack`, of the action that a player may take back; None where there is none.

    >>> from cavewright import Match, load_game
    >>> match = Match(load_game("tic-tac-toe"), 2, seed=1)
    >>> _ = match.push("mark b2")
    >>> find_undoable(match, 0), find_undoable(match, 1)
    (0, None)
    """
    stack = match.move_stack
    at, choosing = len(stack), match.state.current_player == SIMULTANEOUS
    while at and stack[at - 1].player != player and is_unseen(match, at):
        at -= 1
    if not at or stack[at - 1].player != player or match._has_told(at):
        return None
    return None if choosing and match.at(at - 1).current_player != SIMULTANEOUS else at - 1


def is_unseen(match: Match, moves: int) -> bool:
    """Tells if the last of so many entries was a choice of one while all choose, which nobody else has seen."""
    if match.move_stack[moves - 1].player == CHANCE or moves in match._states.corrected:
        return False
    before = match.at(moves - 1)
    return before.current_player == SIMULTANEOUS and match.at(moves).goes_on_from(before)


def undo_for(match: Match, player: int) -> Action:
    """Takes the last action of a player back, and returns it; choices that others have made unseen since stay. Raises
    ValueError, and changes nothing, where it may not.

    >>> from cavewright import Match, load_game
    >>> match = Match(load_game("the-cave"), 2, seed=1)
    >>> for player in (0, 1):
    ...     _ = match.push(match.state.legal_actions(player)[0])
    >>> undo_for(match, 0).player, [each.player for each in match.move_stack]
    (0, [1])
    """
    index = find_undoable(match, player)
    if index is None:
        raise ValueError(REFUSED)
    undone, *later = match.move_stack[index:]
    _pop_to(match, index)
    try:
        for each in later:
            match.push(each)
    except IllegalActionError as error:  # what one chose unseen may not matter to another; rules that do so are checked
        _pop_to(match, index)
        for each in (undone, *later):
            match.push(each)
        raise ValueError(REFUSED) from error
    return undone


def _pop_to(match: Match, moves: int) -> None:
    while len(match.move_stack) > moves:
        match.pop()
