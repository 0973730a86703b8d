"""Foresight: when an action that is refused now would be possible, found by playing on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ...foundation.source.ample_stack import retried_with_room
from ...foundation.source.frozen import frozen
from ...rules.program import instructions as i
from ..positions.action import CHANCE, Action
from ..positions.deduction import unknowns
from ..positions.sight import Sight
from ..views.disclosure import may_tell
from .game import State

MOST_STATES = 300
"""Positions that are looked at within a turn."""
MOST_STEPS = 200
"""Decisions until the next turn of the same player."""


@frozen
class Possible:
    """When an action would be possible: after some actions of the same turn, or at the start of the next one."""

    after: tuple[Action, ...] = ()
    is_next_turn: bool = False


@retried_with_room
def possible_when(state: State, action: Action) -> Possible | None:
    """When an action would be possible for its player: after the fewest own actions in this turn; or at the start of
    the player's next turn, if everybody did as little as possible until then. None where the search finds neither.

    The search asks nothing that the player does not know: it looks at actions that the player may choose, up to where
    chance decides or an action would tell it something; and at others' actions only where nobody can know more.

    >>> from cavewright import load_game
    >>> state = load_game("the-cave", options={"starting_kit": "suggested"}).new_initial_state(2)
    >>> state = state.apply(state.chance_outcomes()[0][0])
    >>> [each.text for each in possible_when(state, state.game.parse_action("discover", player=0)).after]
    ['enter n1 by walk']
    """
    return _within_turn(state, action) or (None if unknowns(state.game) else _next_turn(state, action))


def _within_turn(state: State, action: Action) -> Possible | None:
    start: tuple[State, tuple[Action, ...]] = (state, ())
    todo, seen = deque([start]), {state}
    while todo:
        now, path = todo.popleft()
        if now.check(action).ok and (not path or _is_known_beforehand(now, action)):
            return Possible(path)
        for each, later in _own(now, action.player, is_present=not path):
            if later not in seen and len(seen) < MOST_STATES:
                seen.add(later)
                todo.append((later, (*path, each)))
    return None


def _is_known_beforehand(state: State, action: Action) -> bool:
    """Tells if a player who has not come to a decision yet knows all that the choice of an action there depends on."""
    node = state.game.program.code[state._decision(action.player)]
    options = node.options if isinstance(node, i.Decide) else ()
    sight = Sight(state, action.player)
    for option in (each for each in options if each.signature.name == action.name):
        asked = (part for each in option.guards for part in (each.condition, each.amount, each.held))
        if not sight.reads((*option.domains, *filter(None, asked)), action.player):
            return False
        if option.is_tried and may_tell(state, action):
            return False
    return True


def _own(state: State, player: int, is_present: bool) -> Iterator[tuple[Action, State]]:
    """Yields the actions that a player alone can take at a decision, with the states that they lead to; not those that
    lead to others or to chance, and none that would reveal something to it."""
    if state.current_player != player:
        return
    for each in state.legal_actions(player):
        if may_tell(state, each) or not (is_present or _is_known_beforehand(state, each)):
            continue
        later = state.apply(each)
        if later.current_player == player:
            yield each, later


def _next_turn(state: State, action: Action) -> Possible | None:
    others = False
    for _ in range(MOST_STEPS):
        if state.is_terminal:
            return None
        if others and state.current_player == action.player:
            return Possible(is_next_turn=True) if state.check(action).ok else None
        others |= state.current_player not in (action.player, CHANCE)
        state = state.apply(_least(state))
    return None


def _least(state: State) -> Action:
    """Returns the action that does as little as possible: to be done, where a player may be, else the last in the list;
    any chance."""
    if state.current_player == CHANCE:
        return state.chance_outcomes()[0][0]
    actions = state.legal_actions(state.active_players[0])
    return next((each for each in actions if each.name == "done"), actions[-1])
