"""Conditions that ask for sets of one shape, each moved by a place from the one before, as the bits of one word.

Columns of a board, or its rows, are such sets: that one of their places is free is asked of all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .form import LONG, Const, Expr, Op, Range, Var, With, op
from .line_shapes import Shape, shape_of
from .ranges import is_long


def conditions_as_word(conditions: Sequence[Expr], fresh: Callable[[str, Range], Var]) -> Expr | None:
    """The word whose bits say which of some conditions hold, if their sets are those of one shape."""
    asked = [mask_of(each) for each in conditions]
    known = [each for each in asked if each is not None]
    if len(known) < 2 or len(known) < len(asked):
        return None
    word, first = known[0]
    if any(each != (word, first << n) for n, each in enumerate(known)) or first.bit_length() + len(known) > 65:
        return None
    low = (first & -first).bit_length() - 1
    held = fresh("held", LONG)
    found = any_of(shape_of(first), held, fresh)
    return With(held, word >> low if low else word, op("lower word", found) & (1 << len(known)) - 1)


def mask_of(condition: Expr) -> tuple[Expr, int] | None:
    """Of a condition that asks whether one of some known bits is set, the word and these bits."""
    match condition:
        case Op(name="!=", args=(Op(name="&", args=(word, Const(value=mask))), Const(value=0))) if (
            is_long(word) and mask
        ):
            return word, mask
    return None


def any_of(shape: Shape, word: Expr, fresh: Callable[[str, Range], Var]) -> Expr:
    """The places at which a shape begins that meets a set: the set moved to the front by each part of it."""
    if len(shape) == 1:
        return word >> shape[0] if shape[0] else word
    half = len(shape) // 2
    by = shape[half]
    if len(shape) % 2 == 0 and tuple(each + by for each in shape[:half]) == shape[half:]:
        met = fresh("met", LONG)
        return With(met, any_of(shape[:half], word, fresh), met | met >> by)
    return any_of(shape[:-1], word, fresh) | word >> shape[-1]
