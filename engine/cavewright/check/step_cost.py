"""Cost analysis of steps: the work between two decisions, put together from the parts of the rules.

Work is only bounded from one decision to the next, since a state of play stands at each. So of a part of the rules four
figures are kept: the work of passing through it without a decision, up to the first one in it, behind the last one, and
the largest anywhere. The figures of two parts, one after the other, follow from those of both; and so for loops and
branches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

NEVER = -(10**30)
"""The work on ways that do not exist."""


class Stretch(NamedTuple):
    """The work on ways through a part of the rules: on those without a decision, up to the first one, behind the last
    one.

    `most` is the largest between two decisions, the beginning and the end counting as such.
    """

    through: int
    head: int
    tail: int
    most: int

    def then(self, other: Stretch) -> Stretch:
        """This part, and then another.

        >>> decided(5, plain(1)).then(plain(10)).then(decided(3, plain(0)))
        Stretch(through=-1000000000000000000000000000000, head=5, tail=0, most=14)
        """
        through, head, tail = self.through + other.through, self.through + other.head, self.tail + other.through
        most = max(self.most, other.most, through, head, tail, self.tail + other.head)
        return Stretch(max(through, NEVER), max(self.head, head), max(other.tail, tail), most)

    def times(self, count: int) -> Stretch:
        """This part so many times over, one after another.

        >>> decided(5, plain(1)).times(2) == decided(5, plain(1)).then(decided(5, plain(1)))
        True
        """
        if count <= 1:
            return self if count == 1 else plain(0)
        before = (count - 1) * max(0, self.through)
        through = count * self.through if self.through > 0 else self.through
        between = self.tail + self.head + before - max(0, self.through)
        most = max(self.most, through, self.head + before, self.tail + before, between)
        return Stretch(through, max(self.head + before, NEVER), max(self.tail + before, NEVER), most)

    def at_once(self, count: int) -> Stretch:
        """This part by so many players at the same time: all come to their first decision in one step, and each goes on
        alone."""
        through, head = (count * each if each > 0 else each for each in (self.through, max(self.through, self.head)))
        head = head if self.head > NEVER else NEVER
        return Stretch(through, head, self.tail, max(self.most, through, head))


def plain(work: int) -> Stretch:
    """Work without a decision."""
    return Stretch(work, NEVER, NEVER, work)


def decided(listed: int, after: Stretch) -> Stretch:
    """A decision, for which so much is looked at, and what follows it."""
    return Stretch(NEVER, listed, max(after.through, after.tail), max(listed, after.most))


def either(parts: Iterable[Stretch]) -> Stretch:
    """One of several parts."""
    return Stretch(*map(max, zip(*parts, strict=True)))


def perhaps(part: Stretch) -> Stretch:
    """A part, or nothing."""
    return either((part, plain(0)))
