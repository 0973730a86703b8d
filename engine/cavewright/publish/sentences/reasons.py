"""Reasons of refusals in words."""

from __future__ import annotations

from ...play.positions.action import Reason
from ...play.positions.wording import Wording
from .sentences import Sentences


def reason_text(reason: Reason, words: Wording) -> str:
    """A reason in the language of the words; what a clause without a text asks for is told from the model.

    >>> from cavewright import load_game
    >>> game = load_game("tic-tac-toe")
    >>> state = game.new_initial_state().apply("mark a1")
    >>> reason_text(state.check("mark a1").reasons[0], game.wording())
    'Only if that square has no mark.'
    """
    said = reason.in_language(words.lang)
    return said.message if said.condition is None else Sentences(words).demand(said.condition)
