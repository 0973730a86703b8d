"""Rules that may take too long: C0609 of an expression or a choice, C0612 of all that happens between two decisions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import accumulate
from math import prod
from typing import Any

from ...foundation.source import Diagnostic, Diagnostics, at
from ..model import ruleset as m
from .cardinality import LONGEST_RANGE, always_some
from .control import in_order
from .expression_cost import ExpressionCost, asked_in, format_work
from .least_cost import LeastExpressionCost, LeastStatementCost
from .limits import MOST_STEP
from .query_cost import check_questions
from .refusal_proofs import may_refuse
from .step_cost import PathCost, branch_cost, decision_cost, optional_cost, straight_cost
from .whole_program import WholeProgram, outside


def check_cost_limits(whole: WholeProgram) -> Diagnostics:
    """C0609, C0612: only what can never be carried out within the budget, since not even its least work fits. First
    what is too much by itself; then, if nothing is, each question to a position, and what happens at one go."""
    work = LeastExpressionCost(whole.ruleset)
    found = list(_alone(whole, work))
    yield from found or (*check_questions(whole.ruleset, ExpressionCost(whole.ruleset), work), *_at_one_go(whole))


def _alone(whole: WholeProgram, work: LeastExpressionCost) -> Diagnostics:
    """C0609: definitions, expressions and choices."""
    for name, define in whole.ruleset.defines.items():
        if work.name(define) > MOST_STEP:
            yield _too_much(f"`{name}`", work.name(define), define.body)
            return
    parts = (part for step in whole.steps() for part in _parts(step.statement, work))
    asked = (*outside(whole.ruleset), *(each.condition for each in whole.ruleset.demands))
    for value, much in [*((each, work.of(each)) for each in asked if each is not None), *parts]:
        if much > MOST_STEP:
            yield _too_much("this", much, value)
    for action in whole.ruleset.actions.values():
        if action.binds and work.option(action) > MOST_STEP:
            yield _too_much(f"listing the ways to `{action.name}`", work.option(action), action.binds[-1].domain)
    yield from _before_play(whole.ruleset, work)


def _before_play(rules: m.Ruleset, work: LeastExpressionCost) -> Diagnostics:
    """C0609: what kinds require and what first values are, asked for every row before anything happens."""
    rows = {name: len(kind.rows) for name, kind in rules.kinds.items()}
    asked = [(each.condition, rows[each.kind] * work.of(each.condition)) for each in rules.demands]
    asked += [
        (each.start, work.of(each.start) * rows.get(each.owner, 1)) for each in rules.fields if each.start is not None
    ]
    for (value, _), so_far in zip(asked, accumulate(much for _, much in asked), strict=True):
        if so_far > MOST_STEP:
            yield at(
                "C0609",
                f"up to here, at least {format_work(so_far)} things are gone through before play begins; at most "
                f"{MOST_STEP:,} are allowed",
                value,
                help="ask less of the rows, or go through fewer things",
            )
            return


def _parts(statement: Any, work: LeastExpressionCost) -> Iterator[tuple[m.Expr, int]]:
    for each in asked_in(statement):
        yield each, work.of(each)
    if isinstance(statement, (m.Choose, m.ForEach)):
        where = None if getattr(statement, "ranks", ()) else statement.where
        yield statement.binds[-1].domain, work.listing(statement.binds, where)


def _at_one_go(whole: WholeProgram) -> Diagnostics:
    """C0612: processes and actions, each after those that it leads to."""
    steps = LeastStatementCost(whole)
    for name in in_order(whole.graph):
        least = steps.add(name)
        if least > MOST_STEP:
            yield at(
                "C0612",
                f"`{name}` takes at least {format_work(least)} steps at one go; at most {MOST_STEP:,} are allowed",
                whole.place_of_declaration(name),
                help="loops within loops multiply: go through fewer things, or let somebody decide in between",
            )
            return


class StatementCost:
    """The work of statements, for one ruleset; processes and actions are added after those that they lead to.

    A statement costs what it asks, its inner blocks, and what is listed for its decision. The estimates hold on the
    terms of C0505 (see `flow.Decisions`): a menu, a bag or a roll is taken to be a decision, though nothing may be in
    it just then, and a loop until something holds to meet one each time round; of an action whose effects could be
    refused, each way is tried out. Where that is not so, the limit while playing holds. What the rules themselves may
    skip, the body of a loop through nothing, counts as skipped.
    Rules are not refused for these estimates: they say where figures of play are worth a note.
    """

    def __init__(self, whole: WholeProgram) -> None:
        self.whole, self.rules, self.work = whole, whole.ruleset, ExpressionCost(whole.ruleset)
        self.done: dict[str, PathCost] = {}

    def add(self, name: str) -> PathCost:
        """Returns the cost of a process or an action, by its label: `to turn`, `action enter`."""
        self.done[name] = self.block(self.whole.bodies[name])
        return self.done[name]

    def block(self, block: m.Block) -> PathCost:
        """Returns the cost of a block, step after step."""
        return reduce(PathCost.then, (self.step(each.statement) for each in block), straight_cost(0))

    def step(self, node: Any) -> PathCost:
        """Returns the cost of a statement."""
        asked, players = self.asking(node), self.rules.player_range[1]
        match node:
            case m.If():
                return asked.then(branch_cost(map(self.block, (*(body for _, body in node.branches), node.otherwise))))
            case m.InTurn(again=again):
                round = asked.then(self.block(node.body)).times(players)
                return asked.then(optional_cost(round.times(2))) if again else round
            case m.AtOnce():
                return asked.then(self.block(node.body).at_once(players))
            case m.AsPlayer():
                return asked.then(optional_cost(self.block(node.body)))
            case m.Call():
                return asked.then(self.done.get("to " + node.process, straight_cost(0)))
            case m.Cost():
                return reduce(PathCost.then, map(self.payment, node.payments), asked)
            case m.Transfer():
                return straight_cost(self.work.transfer(node))
            case m.ForEach(binds=binds, where=where):
                around = self.block(node.body).times(prod(self.work.size(each.domain) for each in binds))
                sure = where is None and all(always_some(each.domain) for each in binds)
                return straight_cost(self.work.listing(binds, where)).then(around if sure else optional_cost(around))
            case m.Repeat(times=times, until=None) if times is not None:
                around = self.block(node.body).times(min(times.type.high, LONGEST_RANGE))
                return asked.then(around if times.type.low > 0 else optional_cost(around))
            case m.Repeat():
                return asked.then(optional_cost(self.block(node.body).then(asked).times(2)))
            case m.Draw(bag=domain) | m.Roll(domain=domain):
                return decision_cost(1 + self.work.of(domain) + self.work.size(domain), straight_cost(0))
            case m.Choose():
                taken = self.block(node.body)
                if node.any:
                    taken = taken.then(self.asking(node)).times(2)
                return self.decision(self.choice_listing(node), taken, self.block(node.otherwise))
            case m.May():
                return self.decision(1, optional_cost(self.block(node.body)))
            case m.Offer():
                return self.offer(node)
            case m.Repack():
                turn = straight_cost(self.work.repacking(node.first, node.where, node.filling))
                return turn.then(decision_cost(turn.through, turn))
            case m.Finish():
                return decision_cost(0, straight_cost(0))
        return asked

    def asking(self, node: Any) -> PathCost:
        """Returns the cost of the expressions of a statement itself."""
        return straight_cost(1 + self.work.of(tuple(asked_in(node))))

    def payment(self, node: m.Payment) -> PathCost:
        """Returns the cost of a payment, for each unit if it is a block."""
        paid = self.block(node.pay)
        return paid if node.counter is None else optional_cost(paid.times(min(node.amount.type.high, LONGEST_RANGE)))

    # ---- decisions -------------------------------------------------------------------------------------------------

    def decision(self, listed: int, after: PathCost, otherwise: PathCost | None = None) -> PathCost:
        """A decision for which so much is listed, and what follows it; `otherwise` follows where nothing can be chosen.

        What is offered beside every decision is listed too; whatever is taken of it, the decision is asked again.
        """
        beside = self.rules.beside
        listed += sum(map(self.listing_cost, beside))
        asked = decision_cost(listed, after)
        if beside:
            asked = optional_cost(decision_cost(listed, branch_cost(map(self.action_cost, beside))).times(2)).then(
                asked
            )
        return asked if otherwise is None else branch_cost((asked, straight_cost(listed).then(otherwise)))

    def offer(self, node: m.Offer) -> PathCost:
        """One action of a menu, or as many as are wanted."""
        actions = self.whole.menus.get(node.menu, ())
        listed = 1 + sum(map(self.listing_cost, actions))
        taken = branch_cost((straight_cost(1), *map(self.action_cost, actions)))
        otherwise = self.block(node.otherwise) if node.otherwise else None
        if node.any:
            return self.decision(listed, taken.then(self.asking(node)), otherwise).times(2)
        return self.decision(listed, taken, otherwise)

    def choice_listing(self, node: m.Choose) -> int:
        """Returns the cost of listing what can be chosen; which of several ranks counts is asked once."""
        if not node.ranks:
            return self.work.listing(node.binds, node.where)
        met = sum(self.work.of(each.met) for each in node.ranks if each.met is not None)
        return met + sum(self.work.listing(node.binds, each.condition) for each in node.ranks)

    def action_cost(self, action: m.Action) -> PathCost:
        """Returns the cost of an action."""
        return self.done.get("action " + action.name, straight_cost(0))

    def listing_cost(self, action: m.Action) -> int:
        """Listing the ways to take an action, and trying each out up to the next decision, if its effects could be
        refused."""
        done = self.action_cost(action)
        tried = (
            max(done.head, done.through, 0)
            if may_refuse(action, self.whole.effects(action), self.rules.processes)
            else 0
        )
        return self.work.option(action) + self.work.combinations(action.binds)[-1] * tried


def _too_much(what: str, work: int, value: m.Expr) -> Diagnostic:
    return at(
        "C0609",
        f"{what} goes through at least {format_work(work)} things; at most {MOST_STEP:,} are allowed",
        value,
        help="loops within loops multiply: narrow the inner one; places near another are found by "
        "`first(p in reach(base) where …)`, which asks the nearest first",
    )
