"""Disclosure of moves to a viewer: which values are told, which are veiled, and what tells somebody something new."""

from __future__ import annotations

from ...rules.model.secrecy import OPEN, SECRET
from ...rules.model.secrecy_facts import Choice
from ...rules.program import instructions as i
from ..positions.action import CHANCE, SIMULTANEOUS, Action
from ..positions.position import Position
from ..positions.sight import ALL, Viewer, knows


def is_veiled(before: Position, action: Action, viewer: Viewer) -> bool:
    """Tells if the values of a move are not for a viewer: what was drawn in secret, what another does unseen or chooses
    while all do.

    The rules alone decide it, not what is there, so that nobody learns anything by a veil.
    """
    if viewer is ALL or action.player == viewer:
        return False
    if action.player == CHANCE:
        return not knows(viewer, SECRET if before._node.secret else OPEN, before._h[i.ME])
    return before.current_player == SIMULTANEOUS or _choice(before, action) in before.game.rules_model.secrecy.veiled


def _choice(before: Position, action: Action) -> Choice:
    """A choice, by the action or the line at which it is made: several may call theirs by one name, and what is known by
    a name is the first."""
    node = before.game.program.code[before._decision(action.player)]
    options = node.options if isinstance(node, i.Decide) else ()
    offered = next((each for each in options if each.back >= 0 and each.signature.name == action.name), None)
    if offered is not None:
        return offered.signature.rule, action.name
    return node.clause.name if isinstance(node, i.Decide) else "", action.name


def is_told(before: Position, action: Action, viewer: Viewer) -> bool:
    """Tells if a viewer learns at all that there was a move: not of what others choose while all act at once."""
    return viewer is ALL or before.current_player != SIMULTANEOUS or action.player == viewer


def tells(before: Position, action: Action) -> bool:
    """Tells if a choice may have told somebody what it did not know: something unseen was moved, or written, to where
    it is seen, or a line revealed something.

    A line counts that may be carried out before the next choice, whether anything comes of it or not: what it changed
    may be a secret itself.
    """
    return action.player >= 0 and before.game._ahead_of_all.may_tell(before._decision(action.player), action.name)


def may_tell(before: Position, action: Action) -> bool:
    """Tells if a choice may lead to something that whoever makes it does not know."""
    return action.player >= 0 and before.game._ahead.may_tell(before._decision(action.player), action.name)
