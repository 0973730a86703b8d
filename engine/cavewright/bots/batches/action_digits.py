"""Numbers of actions as a module makes them: of each value of an action its digit."""

from __future__ import annotations

from ...machine.ir.action_numbers import Digit, Numbers
from ...rules.model.types import Type
from ..encodings import Actions


def numbers_of(actions: Actions) -> Numbers:
    """Returns the way in which numbers of players' actions are made of their values."""
    return {
        name: (first, tuple(_digit(*each) for each in values))
        for name, (first, values) in actions.digit_types().items()
    }


def _digit(type_: Type, many: int) -> Digit:
    """A value of an action as a digit."""
    return Digit(*type_.numbering, many, type_.optional)
