"""Lessons of a first game: the word of the teacher that fits a decision, by what the player has done so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...rules.model import ruleset as m
from ..positions.action import Action
from .game import State


def lesson_for(state: State, player: int, moves: Iterable[Action], passed: Collection[str] = ()) -> m.Clause | None:
    """Returns the first lesson about something that a player can do now, has not done yet and has not passed over.

    Whoever does otherwise is told the next one that fits; what was done by itself needs no word any more.
    """
    lessons = state.game.rules_model.lessons
    if not lessons or player not in state.active_players:
        return None
    possible = {each.name for each in state.legal_actions(player)}
    done = {each.name for each in moves if each.player == player}
    open_ones = (each for each in lessons if (name := subject_of(each)) in possible - done and name not in passed)
    return next(open_ones, None)


def subject_of(lesson: m.Clause) -> str:
    """Returns the name of the action or decision that a lesson is about."""
    return lesson.rule.removeprefix("lesson ")
