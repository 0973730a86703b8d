"""The moves of a match as a viewer may know them: which values are told, which are veiled, and what tells somebody something new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..check.whole_program import Whole
from ..model import ruleset as m
from ..model.secrecy import HIDDEN, OPEN, SECRET, secrecy
from ..positions.action import CHANCE, SIMULTANEOUS, Action
from ..positions.sight import ALL, Sight, Viewer, knows
from ..program import instructions as i
from ..states.state import State

if TYPE_CHECKING:
    from ..matches.match import Match


def is_veiled(before: State, action: Action, viewer: Viewer) -> bool:
    """Whether the values of a move are not for a viewer: what was drawn in secret, what another does unseen or chooses while all do.

    The rules alone decide it, not what is there, so that nobody learns anything by a veil.
    """
    if viewer is ALL or action.player == viewer:
        return False
    if action.player == CHANCE:
        return not knows(viewer, SECRET if before._node.secret else OPEN, before._h[i.ME])
    return before.current_player == SIMULTANEOUS or (action.signature.rule, action.name) in before.game.rules_model.secrecy.veiled


def is_told(before: State, action: Action, viewer: Viewer) -> bool:
    """Whether a viewer is told at all that there was a move: not of what others choose while all act at once."""
    return viewer is ALL or before.current_player != SIMULTANEOUS or action.player == viewer


def tells(before: State, action: Action, after: State) -> bool:
    """Whether a step may have told somebody what it did not know: something unseen was moved, or written, to where it is seen.

    A line that reveals tells something also where nothing comes of it; so a choice that may lead to one tells in any case.
    """
    telling = after.game.rules_model.secrecy.telling
    if any(each.kind == "reveal" or each.clause.span.place in telling for each in after._effects):
        return True
    return action.player >= 0 and before.game._ahead.may_tell(before._slots(action.player)[i.PC], action.name)


# ---- what a viewer may keep ------------------------------------------------------------------------------------------


def keepsake(match: Match, sight: Sight) -> str:
    """A match as a viewer may keep it, as JSON: the rules, the moves that it was told of, each with what it saw of it, and its view."""
    moves = [told for at in range(len(match.move_stack)) for told in _told(match, at, sight.viewer)]
    game = match.game
    return json.dumps({"viewer": sight.viewer, "ruleset": game.id, "version": game.version, "hash": game.hash, "overlays": list(game.overlays),
                       "options": dict(game.options), "moves": moves, "view": json.loads(match.state.view(sight.viewer).to_json())},
                      ensure_ascii=False, indent=1)


def _told(match: Match, at: int, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """One move, if a viewer is told of it: by whom, which, with its values unless they are veiled, and what came of it."""
    before, after, action = match.at(at), match.at(at + 1), match.move_stack[at]
    events = [each.text() for each in after.events_for(viewer)]
    if is_told(before, action, viewer):
        text = None if is_veiled(before, action, viewer) else action.text
        yield {"player": action.player, "name": action.name, "text": text, "events": events}
    elif events:
        yield {"player": None, "name": None, "text": None, "events": events}


# ---- what the rules say of it --------------------------------------------------------------------------------------------


def concealed(rules: m.Ruleset) -> frozenset[str]:
    """The names of clauses that work on something that whoever acts does not see; what they refuse is not told in numbers."""
    found = set()
    for step in Whole(rules, ()).steps():
        match step.statement:
            case m.Assign(target=target, value=value):
                read: tuple[Any, ...] = (target, value)
            case m.Transfer(pieces=pieces, giver=giver, taker=taker):
                read = (giver, taker, *(part for each in pieces for part in (each.amount, each.piece)))
            case m.Cost(payments=payments):
                read = tuple(part for each in payments for part in (each.amount, each.held))
            case m.Require(condition=condition):
                read = (condition,)
            case _:
                continue
        if secrecy(read) == HIDDEN:
            found.add(step.clause.name)
    return frozenset(found)
