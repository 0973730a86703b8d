"""Transfer functions of offers and costs: what a menu, an option, or a price reveals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...foundation.source import Span
from ..model import ruleset as m
from ..model.dispatch import handles
from ..model.secrecy_facts import Choice
from .certain_pieces import is_always_met
from .effect_secrets import Transfers
from .flow_state import FlowState, PathCondition, held_when
from .program_points import known_to
from .visibility import OPEN, Secret, Secrets


class Offers(Transfers):
    """Flow of secrets through offers, requirements and payments."""

    def bind_choice(
        self, binds: Iterable[m.Bind], where: m.Expr | None, choice: Choice, takes_any: bool = False
    ) -> Secrets:
        """Names stand for what a player chooses, unseen by others or in the open.

        Gives what decides whether there is anything to choose; where it `takes_any`, the condition does not.
        """
        asked = OPEN
        for each in binds:
            domain = each.domain
            self.must_know("offered", self.of(domain), self.me, domain.span)
            asked |= known_to(self.is_empty(domain), self.me)
            drawn = frozenset({Secret(f".{each.local.name}", self.me, each.local.number, domain.span)})
            unseen = self.not_seen(choice, each.local.name, each.local.number, domain.span)
            self.bind(each.local, drawn if each.local.shown == "secret" else unseen)
            self.rebind(each.local)
            self.takes_from(domain, each.local)
        if where is not None:
            found = self.must_know("offered", self.of(where), self.me, where.span)
            asked |= OPEN if takes_any or is_always_met(where, tuple(binds)) else found
            self.held |= held_when(where, self.me)
        return frozenset(each for each in asked if each.choice != choice)

    def not_seen(self, choice: Choice, name: str, number: int, span: Span) -> Secrets:
        """Returns the choice as a secret of whoever chooses it, unless all see it."""
        return (
            frozenset({Secret(f".{name}", self.me, number, span, choice=choice)})
            if choice in self.knowledge.veiled
            else OPEN
        )

    def is_empty(self, domain: m.Expr) -> Secrets:
        """The secrets of which it tells whether there is anything in a domain."""
        if domain.op == "field" and domain.type.is_bag:
            return self.size(domain)
        return OPEN if domain.op == "these" else self.of(domain)

    def header(self) -> Secrets:
        """A line that is asked before an action is chosen. Gives what decides whether it can be."""
        match self.step.statement:
            case m.Require(condition=condition):
                found = self.must_know("offered", self.of(condition), self.me, condition.span)
                self.held |= held_when(condition, self.me)
                return found
            case m.Cost(payments=payments):
                asked = self.of(tuple((each.amount, each.held) for each in payments))
                found = self.must_know("offered", asked, self.me, self.span)
                self.pay(payments, asked=True)
                return found
        self.block((self.step,))
        return OPEN

    def pay(self, payments: Iterable[m.Payment], asked: bool = False) -> None:
        """Follows the payments of a cost. Where it was asked beforehand whether there is as much, there is."""
        lax = self.lax
        for each in payments:
            price = self.of(each.amount)
            if each.counter is not None:
                self.bind(each.counter, OPEN)
            else:
                price = frozenset(one for one in price if one.choice is None)
            inner = self.inside(price, each.amount.span)
            inner.lax = lax and not (asked and each.counter is None)
            inner.block(tuple(replace(one, reveals=one.reveals or self.step.reveals) for one in each.pay))
            self.held &= inner.held
        self.lax = lax

    @handles
    def require(self, node: m.Require) -> None:
        self.refuse(self.of(node.condition), node.condition.span)
        if not self.lax:
            self.held |= held_when(node.condition, self.me)

    @handles
    def cost(self, node: m.Cost) -> None:
        for each in node.payments:
            self.refuse(self.of((each.amount, each.held)), each.amount.span)
        self.pay(node.payments)

    def asks(self) -> None:
        """Somebody is asked, before all, and may choose first what stands beside every decision."""
        self.in_open()
        self.knowledge.invalidated |= self.ground.guarded
        self.known = frozenset()
        for each in self.ground.ruleset.beside:
            self.knowledge.entries["action " + each.name].append(FlowState(("acting", each.name)))
            self.drop()

    @handles
    def offer(self, node: m.Offer) -> None:
        self.asks()
        other = self.copy()
        actions = self.ground.menus.get(node.menu, [])
        for each in actions:
            self.enter_action(each)
        for each in self.ground.ruleset.interrupting:
            self.knowledge.entries["action " + each.name].append(FlowState(("acting", each.name)))
            self.drop()
        if node.until is not None:
            self.must_know("open", self.of(node.until), None, node.until.span)
        if node.has_done:
            self.pass_decision()
        else:
            self.lax = True
            if not any(self.is_always_there(each) for each in actions):
                self.knowledge.waiting.append((self.copy(), tuple(each.name for each in actions)))
        self.drop()
        if node.otherwise:
            other.lax = True
            other.block(node.otherwise)
            self.meet([self.copy(), other])

    def enter_action(self, action: m.Action) -> None:
        """An action can be chosen: one of a menu, or one that stands below the offer and knows the names of that place."""
        if action.said:
            self.knowledge.acting[action.name] = self.me
            entered = FlowState(self.me, held=self.held, told=self.told)
        else:
            entered = FlowState(("acting", action.name))
        self.knowledge.entries["action " + action.name].append(entered)

    def is_always_there(self, action: m.Action) -> bool:
        """Tells if an action can be chosen whenever it is offered."""
        return (
            not self.ground.risky[action.name]
            and all(isinstance(each.statement, m.Assign) for each in action.header)
            and all(
                each.domain.op == "rows"
                or each.domain.op == "range"
                and all(end.op == "const" for end in each.domain.args)
                for each in action.binds
            )
        )

    @handles
    def may(self, node: m.May) -> None:
        self.asks()
        self.pass_decision()
        span = self.span
        answer = self.not_seen((self.step.clause.name, node.name), f"{self.step.clause.name}.{node.name}", 0, span)
        inner = self.beneath(PathCondition(answer, span, span, False))
        inner.block(node.body)
        self.meet([inner, self.copy()])

    @handles
    def repack(self, node: m.Repack) -> None:
        self.asks()
        self.bind(node.piece, OPEN)
        secrets = self.of((node.first, node.second, node.where, node.filling))
        self.must_know("asked", secrets, None, self.span)
        self.invalidate(node.first, node.second)
        self.lax = True
        self.drop()

    @handles
    def finish(self, node: m.Finish) -> None:
        self.in_open()
