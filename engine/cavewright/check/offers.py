"""Offers: what it tells that somebody is asked, that something can be chosen, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model import ruleset as m
from ..model.kept_back import Choice
from ..source import Span
from .knowledge import Knowledge, known_to
from .routes import Entry, Route, Under, held_when
from .visibility import OPEN, Secret, Secrets


def chosen(
    knowledge: Knowledge,
    binds: Iterable[m.Bind],
    where: m.Expr | None,
    route: Route,
    step: m.Step | None,
    choice: Choice,
) -> Secrets:
    """Names stand for what a player chooses, unseen by others or in the open.

    Gives what decides whether there is anything to choose.
    """
    asked = OPEN
    for each in binds:
        domain = each.domain
        knowledge.must_know("offered", knowledge.of(domain, route), route.me, step, domain.span, route)
        asked |= known_to(is_empty(knowledge, domain, route), route.me)
        drawn = frozenset({Secret(f".{each.local.name}", route.me, each.local.number, domain.span)})
        unseen = not_seen(knowledge, choice, each.local.name, each.local.number, domain.span, route)
        knowledge.bind(each.local, drawn if each.local.shown == "secret" else unseen, route.me)
        knowledge.renewed(each.local, route)
        knowledge.takes_from(domain, each.local, route)
    if where is not None:
        knowledge.must_know("offered", knowledge.of(where, route), route.me, step, where.span, route)
        asked |= (
            knowledge.of(where, route)
            if step is not None and step.reveals
            else known_to(knowledge.of(where, route), route.me)
        )
        route.held |= held_when(where, route.me)
    return frozenset(each for each in asked if each.choice != choice)


def not_seen(knowledge: Knowledge, choice: Choice, name: str, number: int, span: Span, route: Route) -> Secrets:
    """What is chosen, as a secret of whoever chooses it, unless all see it."""
    return (
        frozenset({Secret(f".{name}", route.me, number, span, choice=choice)}) if choice in knowledge.veiled else OPEN
    )


def is_empty(knowledge: Knowledge, domain: m.Expr, route: Route) -> Secrets:
    """The secrets of which it tells whether there is anything in a domain."""
    if domain.op == "field" and domain.type.form == "bag":
        return knowledge.size(domain, route)
    return OPEN if domain.op == "these" else knowledge.of(domain, route)


def header(knowledge: Knowledge, step: m.Step, route: Route) -> Secrets:
    """A line that is asked before an action is chosen. Gives what decides whether it can be."""
    match step.statement:
        case m.Require(condition=condition):
            knowledge.must_know("offered", knowledge.of(condition, route), route.me, step, condition.span, route)
            route.held |= held_when(condition, route.me)
            found = knowledge.of(condition, route)
            return found if step.reveals else known_to(found, route.me)
        case m.Cost(payments=payments):
            found = OPEN
            for each in payments:
                found |= knowledge.of(each.amount, route) | knowledge.of(each.held, route)
            knowledge.must_know("offered", found, route.me, step, step.clause.span, route)
            pay(knowledge, step, payments, route, asked=True)
            return found if step.reveals else known_to(found, route.me)
    knowledge.block((step,), route)
    return OPEN


def pay(knowledge: Knowledge, step: m.Step, payments: Iterable[m.Payment], route: Route, asked: bool = False) -> None:
    """What a cost takes. Where it was asked beforehand whether there is as much, there is."""
    lax = route.lax
    for each in payments:
        inner = route
        if each.counter is not None:
            knowledge.bind(each.counter, OPEN, route.me)
            inner = route.beneath(Under.of(knowledge.of(each.amount, route), each.amount.span, step))
        inner.lax = lax and not (asked and each.counter is None)
        knowledge.block(tuple(replace(one, reveals=one.reveals or step.reveals) for one in each.pay), inner)
    route.lax = lax
    route.drop()


def require(knowledge: Knowledge, step: m.Step, node: m.Require, route: Route) -> None:
    knowledge.refuse(knowledge.of(node.condition, route), step, node.condition.span, route)
    if not route.lax:
        route.held |= held_when(node.condition, route.me)


def cost(knowledge: Knowledge, step: m.Step, node: m.Cost, route: Route) -> None:
    for each in node.payments:
        knowledge.refuse(
            knowledge.of(each.amount, route) | knowledge.of(each.held, route), step, each.amount.span, route
        )
    pay(knowledge, step, node.payments, route)


def decided(knowledge: Knowledge, step: m.Step, route: Route) -> None:
    """Somebody is asked, before all, and may choose first what stands beside every decision."""
    knowledge.in_open(step, route)
    knowledge.clouded |= knowledge.ground.guarded
    route.known = frozenset()
    for each in knowledge.ground.ruleset.beside:
        knowledge.entries.setdefault("action " + each.name, Entry()).add(Route(("acting", each.name)))
        route.drop()


def offer(knowledge: Knowledge, step: m.Step, node: m.Offer, route: Route) -> None:
    decided(knowledge, step, route)
    actions = knowledge.ground.menus.get(node.menu, [])
    for each in actions:
        offered(knowledge, each, route)
    if node.until is not None:
        knowledge.must_know("open", knowledge.of(node.until, route), None, step, node.until.span, route)
    if node.any or node.optional:
        route.decided()
    else:
        route.lax = True
        if not any(is_always_there(knowledge, each) for each in actions):
            knowledge.waiting.append((step, route.copy(), tuple(each.name for each in actions)))
    route.drop()


def offered(knowledge: Knowledge, action: m.Action, route: Route) -> None:
    """An action can be chosen: one of a menu, or one that stands below the offer and knows the names of that place."""
    entry = knowledge.entries.setdefault("action " + action.name, Entry())
    if action.said:
        entry.me = route.me
        entry.add(Route(route.me, held=route.held, told=route.told))
    else:
        entry.add(Route(("acting", action.name)))


def is_always_there(knowledge: Knowledge, action: m.Action) -> bool:
    """Whether an action can be chosen whenever it is offered."""
    return (
        not knowledge.ground.risky[action.name]
        and all(isinstance(each.statement, m.Assign) for each in action.header)
        and all(
            each.domain.op in ("rows", "const", "values")
            or each.domain.op == "range"
            and all(end.op == "const" for end in each.domain.args)
            for each in action.binds
        )
    )


def choose(knowledge: Knowledge, step: m.Step, node: m.Choose, route: Route) -> None:
    decided(knowledge, step, route)
    inner, other = route.copy(), route.copy()
    asked = chosen(knowledge, node.binds, node.where, inner, step, (step.clause.name, node.name))
    knowledge.must_know("asked", asked, None, step, step.clause.span, route)
    inner.decided()
    knowledge.block(node.body, inner)
    other.lax = True
    knowledge.block(node.otherwise, other)
    route.take([inner, other])


def may(knowledge: Knowledge, step: m.Step, node: m.May, route: Route) -> None:
    decided(knowledge, step, route)
    route.decided()
    span = step.clause.span
    answer = not_seen(knowledge, (step.clause.name, node.name), f"{step.clause.name}.{node.name}", 0, span, route)
    inner = route.beneath(Under(answer, span, span, False))
    knowledge.block(node.body, inner)
    route.take([inner, route.copy()])


def repack(knowledge: Knowledge, step: m.Step, node: m.Repack, route: Route) -> None:
    decided(knowledge, step, route)
    knowledge.bind(node.piece, OPEN, route.me)
    secrets = knowledge.of_all((node.first, node.second, node.where, node.filling), route)
    knowledge.must_know("asked", secrets, None, step, step.clause.span, route)
    route.lax = True
    route.drop()


def finish(knowledge: Knowledge, step: m.Step, node: m.Finish, route: Route) -> None:
    knowledge.in_open(step, route)
