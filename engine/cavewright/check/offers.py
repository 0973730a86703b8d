"""Offers: what it tells that somebody is asked, that something can be chosen, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..model import ruleset as m
from ..model.kept_back import Choice
from ..source import Span
from .knowledge import Point, known_to
from .routes import Entry, Route, Under, held_when
from .visibility import OPEN, Secret, Secrets


def chosen(route: Point, binds: Iterable[m.Bind], where: m.Expr | None, choice: Choice) -> Secrets:
    """Names stand for what a player chooses, unseen by others or in the open.

    Gives what decides whether there is anything to choose.
    """
    asked = OPEN
    for each in binds:
        domain = each.domain
        route.must_know("offered", route.of(domain), route.me, domain.span)
        asked |= known_to(is_empty(route, domain), route.me)
        drawn = frozenset({Secret(f".{each.local.name}", route.me, each.local.number, domain.span)})
        unseen = not_seen(route, choice, each.local.name, each.local.number, domain.span)
        route.bind(each.local, drawn if each.local.shown == "secret" else unseen)
        route.renewed(each.local)
        route.takes_from(domain, each.local)
    if where is not None:
        route.must_know("offered", route.of(where), route.me, where.span)
        asked |= (
            route.of(where) if route.step is not None and route.step.reveals else known_to(route.of(where), route.me)
        )
        route.held |= held_when(where, route.me)
    return frozenset(each for each in asked if each.choice != choice)


def not_seen(route: Point, choice: Choice, name: str, number: int, span: Span) -> Secrets:
    """What is chosen, as a secret of whoever chooses it, unless all see it."""
    return (
        frozenset({Secret(f".{name}", route.me, number, span, choice=choice)})
        if choice in route.knowledge.veiled
        else OPEN
    )


def is_empty(route: Point, domain: m.Expr) -> Secrets:
    """The secrets of which it tells whether there is anything in a domain."""
    if domain.op == "field" and domain.type.form == "bag":
        return route.size(domain)
    return OPEN if domain.op == "these" else route.of(domain)


def header(route: Point) -> Secrets:
    """A line that is asked before an action is chosen. Gives what decides whether it can be."""
    match route.step.statement:
        case m.Require(condition=condition):
            route.must_know("offered", route.of(condition), route.me, condition.span)
            route.held |= held_when(condition, route.me)
            found = route.of(condition)
            return found if route.step.reveals else known_to(found, route.me)
        case m.Cost(payments=payments):
            found = OPEN
            for each in payments:
                found |= route.of(each.amount) | route.of(each.held)
            route.must_know("offered", found, route.me, route.step.clause.span)
            pay(route, payments, asked=True)
            return found if route.step.reveals else known_to(found, route.me)
    route.block((route.step,))
    return OPEN


def pay(route: Point, payments: Iterable[m.Payment], asked: bool = False) -> None:
    """What a cost takes. Where it was asked beforehand whether there is as much, there is."""
    lax = route.lax
    for each in payments:
        inner = route
        if each.counter is not None:
            route.bind(each.counter, OPEN)
            inner = route.inside(route.of(each.amount), each.amount.span)
        inner.lax = lax and not (asked and each.counter is None)
        inner.block(tuple(replace(one, reveals=one.reveals or route.step.reveals) for one in each.pay))
    route.lax = lax
    route.drop()


def require(route: Point, node: m.Require) -> None:
    route.refuse(route.of(node.condition), node.condition.span)
    if not route.lax:
        route.held |= held_when(node.condition, route.me)


def cost(route: Point, node: m.Cost) -> None:
    for each in node.payments:
        route.refuse(route.of(each.amount) | route.of(each.held), each.amount.span)
    pay(route, node.payments)


def decided(route: Point) -> None:
    """Somebody is asked, before all, and may choose first what stands beside every decision."""
    route.in_open()
    route.knowledge.clouded |= route.knowledge.ground.guarded
    route.known = frozenset()
    for each in route.knowledge.ground.ruleset.beside:
        route.knowledge.entries.setdefault("action " + each.name, Entry()).add(Route(("acting", each.name)))
        route.drop()


def offer(route: Point, node: m.Offer) -> None:
    decided(route)
    actions = route.knowledge.ground.menus.get(node.menu, [])
    for each in actions:
        offered(route, each)
    if node.until is not None:
        route.must_know("open", route.of(node.until), None, node.until.span)
    if node.any or node.optional:
        route.decided()
    else:
        route.lax = True
        if not any(is_always_there(route, each) for each in actions):
            route.knowledge.waiting.append((route.copy(), tuple(each.name for each in actions)))
    route.drop()


def offered(route: Point, action: m.Action) -> None:
    """An action can be chosen: one of a menu, or one that stands below the offer and knows the names of that place."""
    entry = route.knowledge.entries.setdefault("action " + action.name, Entry())
    if action.said:
        entry.me = route.me
        entry.add(Route(route.me, held=route.held, told=route.told))
    else:
        entry.add(Route(("acting", action.name)))


def is_always_there(route: Point, action: m.Action) -> bool:
    """Whether an action can be chosen whenever it is offered."""
    return (
        not route.knowledge.ground.risky[action.name]
        and all(isinstance(each.statement, m.Assign) for each in action.header)
        and all(
            each.domain.op in ("rows", "const", "values")
            or each.domain.op == "range"
            and all(end.op == "const" for end in each.domain.args)
            for each in action.binds
        )
    )


def choose(route: Point, node: m.Choose) -> None:
    decided(route)
    inner, other = route.copy(), route.copy()
    asked = chosen(inner, node.binds, node.where, (route.step.clause.name, node.name))
    route.must_know("asked", asked, None, route.step.clause.span)
    inner.decided()
    inner.block(node.body)
    other.lax = True
    other.block(node.otherwise)
    route.take([inner, other])


def may(route: Point, node: m.May) -> None:
    decided(route)
    route.decided()
    span = route.step.clause.span
    answer = not_seen(route, (route.step.clause.name, node.name), f"{route.step.clause.name}.{node.name}", 0, span)
    inner = route.beneath(Under(answer, span, span, False))
    inner.block(node.body)
    route.take([inner, route.copy()])


def repack(route: Point, node: m.Repack) -> None:
    decided(route)
    route.bind(node.piece, OPEN)
    secrets = route.of_all((node.first, node.second, node.where, node.filling))
    route.must_know("asked", secrets, None, route.step.clause.span)
    route.lax = True
    route.drop()


def finish(route: Point, node: m.Finish) -> None:
    route.in_open()
