"""Least work of expressions and statements: a lower bound of what each does whenever it is carried out.

The worst case of most rules never happens; rules are refused only where not even the best case fits into the budget.
A list that may be empty counts nothing, a condition that may answer at once only its first part, and of several ways the
cheapest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any, NamedTuple

from ..model import ruleset as m
from ..model.statement_effects import inner_blocks
from .cardinality import LONGEST_RANGE
from .expression_cost import asked_in
from .whole_program import WholeProgram

NEVER = 10**30
"""The work on ways that do not exist."""


class LeastExpressionCost:
    """Lower bounds of the work of expressions, for one ruleset."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules
        self.named: dict[str, int] = {}

    def of(self, value: Any) -> int:
        """The least work of an expression, or of all in a tuple."""
        if isinstance(value, tuple):
            return sum(map(self.of, value))
        if not isinstance(value, m.Expr):
            return 0
        match value.op:
            case "and" | "or":
                return self.of(value.args[0])
            case "if":
                return self.of(value.args[0]) + min(map(self.of, value.args[1:]))
            case "some" | "every" | "first":
                return self._until_known(value)
            case "sum" | "count" | "most" | "least" | "those":
                return self._all(value)
            case "call":
                return 1 + self.name(value.args[0]) + self.of(value.args[1])
            case "possible" | "after":
                return 1 + self.of(value.args[1])
            case "ranked":
                return self._ranking(value.args[0]) + self.of(value.args[1])
            case "sight":
                return self.of(value.args[1:5])
            case "reach" | "distance":
                return self.of(value.args[1:-4])
        return self.of(value.args)

    def name(self, define: m.Define) -> int:
        """The least work of a definition."""
        if define.name not in self.named:
            self.named[define.name] = self.of(define.body)
        return self.named[define.name]

    def _until_known(self, value: m.Expr) -> int:
        _, domain, where, body = value.args
        first = 1 + self.of(where if where is not None else body) if self.size(domain) else 0
        return self.of(domain) + first

    def _all(self, value: m.Expr) -> int:
        _, domain, where, *bodies = value.args
        each = self.of(where) if where is not None else self.of(tuple(bodies))
        return self.of(domain) + self.size(domain) * (1 + each)

    def _ranking(self, ranking: m.Ranking) -> int:
        each = ranking.among if ranking.among is not None else ranking.by
        return 1 + self.of(ranking.least) + self.rules.player_range[0] * (1 + self.of(each))

    def size(self, domain: m.Expr) -> int:
        """At least how many things a domain holds."""
        match domain.op:
            case "rows":
                kind = domain.args[0]
                board = self.rules.boards.get(domain.args[0].name)
                low, high = self.rules.player_range
                if kind.name == self.rules.players:
                    return low
                return len(kind.rows) * low // high if board is not None and board.private else len(kind.rows)
            case "range":
                first, last = domain.args
                size: int = max(0, min(last.type.low - first.type.high + 1, LONGEST_RANGE))
                return size
            case "call":
                return self.size(domain.args[0].body)
        return 0

    def listing(self, binds: tuple[m.Bind, ...], where: m.Expr | None) -> int:
        """Going through all combinations of what is bound, asking something of each."""
        return self._through([*binds], self.of(where))

    def _through(self, binds: list[m.Bind], asked: int) -> int:
        work = asked
        for each in reversed(binds):
            work = self.of(each.domain) + self.size(each.domain) * (1 + work)
        return work

    def option(self, action: m.Action) -> int:
        """Listing the ways to take an action; with a condition in its header nothing more may be looked at."""
        return 0 if action.header else self.listing(action.binds, None)


class LeastPath(NamedTuple):
    """Least work of a part of the rules: up to its first decision or the end of the game, and of passing through it."""

    stop: int
    through: int

    def then(self, other: LeastPath) -> LeastPath:
        """This part, and then another.

        >>> LeastPath(5, NEVER).then(LeastPath(NEVER, 3)).least
        5
        """
        return LeastPath(min(self.stop, self.through + other.stop, NEVER), min(self.through + other.through, NEVER))

    def times(self, count: int) -> LeastPath:
        """This part so many times over: a decision in the first round ends it, one in a later round costs more."""
        if count <= 0:
            return PASSED
        return LeastPath(self.stop, min(self.through * count, NEVER))

    @property
    def least(self) -> int:
        """The work of the cheapest way."""
        return min(self)


PASSED = LeastPath(NEVER, 0)


def cheapest(parts: Iterable[LeastPath]) -> LeastPath:
    """Returns the least work of one of several parts."""
    return LeastPath(*map(min, zip(*parts, strict=True)))


class LeastStatementCost:
    """Lower bounds of the work of statements; processes and actions are added after those that they lead to."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole, self.work = whole, LeastExpressionCost(whole.ruleset)
        self.done: dict[str, LeastPath] = {}

    def add(self, name: str) -> int:
        """Returns the least work of the costliest part of a process or an action, by its label: of it whole, and of what
        stands behind each of its statements, where play goes on after a decision."""
        body = self.whole.bodies[name]
        self.done[name] = self.block(body)
        return max((each.least for each in self.parts(body)), default=0)

    def parts(self, block: m.Block) -> Iterator[LeastPath]:
        """Yields the least work of a block from each of its statements on, and of the blocks within it."""
        behind = PASSED
        for each in reversed(block):
            behind = self.step(each.statement).then(behind)
            yield behind
            for inner in inner_blocks(each.statement):
                yield from self.parts(inner)

    def block(self, block: m.Block) -> LeastPath:
        """Returns the least work of a block, step after step."""
        return reduce(LeastPath.then, (self.step(each.statement) for each in block), PASSED)

    def step(self, node: Any) -> LeastPath:
        """Returns the least work of a statement."""
        players = self.whole.ruleset.player_range[0]
        match node:
            case m.If(branches=branches, otherwise=otherwise):
                ways = cheapest(map(self.block, (*(body for _, body in branches), otherwise)))
                return passing(1 + self.work.of(branches[0][0])).then(ways)
            case m.InTurn():
                return self.asking(node).then(self.block(node.body).times(players))
            case m.AsPlayer():
                return self.asking(node).then(cheapest((PASSED, self.block(node.body))))
            case m.AtOnce():
                return passing(1).then(self.block(node.body))
            case m.Call():
                return self.asking(node).then(self.done.get("to " + node.process, PASSED))
            case m.Cost():
                return reduce(LeastPath.then, map(self.payment, node.payments), self.asking(node))
            case m.ForEach(binds=binds, where=where):
                rounds = 1 if where is None else 0
                for each in binds:
                    rounds *= self.work.size(each.domain)
                return passing(self.work.listing(binds, where)).then(self.block(node.body).times(rounds))
            case m.Repeat(times=times, until=None) if times is not None:
                return self.asking(node).then(self.block(node.body).times(max(0, times.type.low)))
            case m.Repeat():
                return self.asking(node).then(cheapest((PASSED, self.block(node.body))))
            case m.Draw() | m.Roll() | m.Choose() | m.May() | m.Offer() | m.Repack():
                return LeastPath(1, 1)
            case m.Finish():
                return LeastPath(0, NEVER)
        return passing(1)

    def payment(self, node: m.Payment) -> LeastPath:
        """Returns the least work of a payment, for each unit if it is a block."""
        paid = self.block(node.pay)
        return paid if node.counter is None else paid.times(max(0, node.amount.type.low))

    def asking(self, node: Any) -> LeastPath:
        """Returns the least work of the expressions of a statement itself."""
        return passing(1 + self.work.of(tuple(asked_in(node))))


def passing(work: int) -> LeastPath:
    """Returns work without a decision.

    >>> passing(3).then(passing(4)).through
    7
    """
    return LeastPath(NEVER, work)
