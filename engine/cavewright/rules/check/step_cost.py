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


class PathCost(NamedTuple):
    """Cost of a part of the rules: of passing `through` it without a decision, of its `head` up to the first decision,
    of its `tail` behind the last.

    `most` is the largest between two decisions, the beginning and the end counting as such.
    """

    through: int
    head: int
    tail: int
    most: int

    def then(self, other: PathCost) -> PathCost:
        """This part, and then another.

        >>> decision_cost(5, straight_cost(1)).then(straight_cost(10)).then(decision_cost(3, straight_cost(0)))
        PathCost(through=-1000000000000000000000000000000, head=5, tail=0, most=14)
        """
        through = self.through + other.through
        head = self.through + other.head
        tail = self.tail + other.through
        most = max(self.most, other.most, through, head, tail, self.tail + other.head)
        return PathCost(max(through, NEVER), max(self.head, head), max(other.tail, tail), most)

    def times(self, count: int) -> PathCost:
        """This part so many times over, one after another.

        >>> decision_cost(5, straight_cost(1)).times(2) == decision_cost(5, straight_cost(1)).then(decision_cost(5, straight_cost(1)))
        True
        """
        if count <= 1:
            return self if count == 1 else straight_cost(0)
        before = (count - 1) * max(0, self.through)
        through = count * self.through if self.through > 0 else self.through
        between = self.tail + self.head + before - max(0, self.through)
        most = max(self.most, through, self.head + before, self.tail + before, between)
        return PathCost(through, max(self.head + before, NEVER), max(self.tail + before, NEVER), most)

    def at_once(self, count: int) -> PathCost:
        """This part by so many players at the same time: all come to their first decision in one step, and each goes on
        alone."""
        through, head = (count * each if each > 0 else each for each in (self.through, max(self.through, self.head)))
        head = head if self.head > NEVER else NEVER
        return PathCost(through, head, self.tail, max(self.most, through, head))


def straight_cost(work: int) -> PathCost:
    """Work without a decision."""
    return PathCost(work, NEVER, NEVER, work)


def decision_cost(listed: int, after: PathCost) -> PathCost:
    """A decision, for which so much is looked at, and what follows it."""
    return PathCost(NEVER, listed, max(after.through, after.tail), max(listed, after.most))


def branch_cost(parts: Iterable[PathCost]) -> PathCost:
    """One of several parts."""
    return PathCost(*map(max, zip(*parts, strict=True)))


def optional_cost(part: PathCost) -> PathCost:
    """A part, or nothing."""
    return branch_cost((part, straight_cost(0)))
