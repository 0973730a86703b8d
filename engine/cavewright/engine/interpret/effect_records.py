"""Effects of a step of play, as typed records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...rules.model.ruleset import Clause


class Effect(NamedTuple):
    """One change, as the interpreter notes it. Cheap to make; `Event` says it to people.

    set: `subject` (a field) of row or place `where` went from `first` to `second`. pieces and supply: bag `subject` of
    row `where` gained `second` (lost, if negative) of piece `first`. packed: the same, by a repacking. lay: tile
    `first` on place `where` of board `subject`, open to `second`. draw: chance gave `first`, out of bag `subject` of
    row `where` if there is one; only `player` learns it if `second`. back: `first` was drawn and goes back, likewise.
    reveal: all learn that the expression `subject` came to `first`, or that it is as the clause says, if there is none.
    shuffled: all see that the order of pile `subject` of row `where` is forgotten.
    ended: a loop ended, since it stood at its beginning once more with everything as it was.
    """

    kind: str
    clause: Clause
    player: int
    subject: Any
    where: int
    first: int
    second: int
    signature: Any = None


new_effect: Callable[..., Effect] = tuple.__new__
"""Makes an effect of all its parts."""
