"""Actions that people at a terminal type beside the decision that is due: `give up`, or `Jola: give up`."""

from __future__ import annotations

from ...play.positions.action import Action
from ...play.states.game import State
from .action_list import Choices, with_action_name


def action_beside(typed: str, choices: Choices) -> Action | None:
    """Returns the action beside the decision that is typed: of whoever is asked, or with a name and a colon of another,
    then also one of the host; none where it is no such action.

    >>> from cavewright import load_game
    >>> from cavewright.connect.cli.action_list import choices_of
    >>> action_beside("give up", choices_of(load_game("tic-tac-toe").new_initial_state(), 0)) is None
    True
    """
    state = choices.state
    whose, _, said = typed.rpartition(":")
    text = with_action_name(said.strip(), state, choices.lang).lower()
    if not whose:
        return _find_by_text(text, state.interrupts(choices.player))
    named = (n for n, name in enumerate(state.names) if name.lower() == whose.strip().lower())
    found = (_find_by_text(text, (*state.interrupts(n), *state.host_actions(n))) for n in named)
    return next(filter(None, found), None)


def _find_by_text(text: str, actions: tuple[Action, ...]) -> Action | None:
    return next((each for each in actions if each.text.lower() == text), None)


def actions_typed(state: State, lang: str) -> str:
    """Returns what can be typed beside the decision that is due, one after another; "" if there is nothing."""
    return "; ".join(f"{state.names[each.player]}: {each.label(lang)}" for each in state.interrupts())
