"""Heads of positions in a pool: who decides and between how many options, in one word."""

from __future__ import annotations

COUNT_BITS, WHO_BITS, DECISION_BITS = 15, 5, 11
TOGETHER, NOT_OFFERED = 0, -1
"""Stand for a position at which all come to act at once, and for a step that is not made since nobody offers it."""
ENDED = -4
"""Stands for whoever decides where the game is over."""
SHIFT = 1 - ENDED
"""Whoever decides is counted from 1 on, so that the word is greater than 0."""


def count_in(head: int) -> int:
    """Returns the number of options.

    >>> count_in(5 << 20 | 6 << 15 | 9), who_in(5 << 20 | 6 << 15 | 9), decision_in(5 << 20 | 6 << 15 | 9)
    (9, 1, 5)
    """
    return head & (1 << COUNT_BITS) - 1


def who_in(head: int) -> int:
    """Returns whoever decides, as `Line.current_player` says it."""
    return (head >> COUNT_BITS & (1 << WHO_BITS) - 1) - SHIFT


def decision_in(head: int) -> int:
    """The number of the decision, counted in the order of `Interface.strides`."""
    return head >> COUNT_BITS + WHO_BITS
