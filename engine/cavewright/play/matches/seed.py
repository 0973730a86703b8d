"""A fresh seed for a match that is given none: the only place at which anything is left to the machine that play runs
on."""

from __future__ import annotations

from secrets import randbits

BITS = 128
"""Of a fresh seed. A number that small that all can be tried would tell what a player holds."""


def fresh_seed() -> int:
    """A seed that nobody can guess.

    >>> 0 <= fresh_seed() < 2**128
    True
    """
    return randbits(BITS)


def is_seed(seed: object) -> bool:
    """Tells if a value is a seed.

    >>> [is_seed(each) for each in (0, 2**128 - 1, 2**128, -1, True, 1.0)]
    [True, True, False, False, False, False]
    """
    return isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << BITS
