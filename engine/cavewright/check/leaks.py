"""Leaks of single lines: what each statement lets others see, and whether that depends on what they do not know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..model import ruleset as m
from ..model.bags import endless_rows
from ..model.kept_back import Choice, Place
from ..source import Label, Span
from .routes import Entry, Route, Under, held_when, holding
from .telling import Telling
from .visibility import NOBODY, OPEN, SOMEBODY, Knower, Secret, Secrets, Visibility, is_known, knower, renamed
from .whole import steps


class Told:
    """What names tell of, but for those of which all know by now what they stand for."""

    def __init__(self, names: dict[int, Secrets], told: frozenset[int]) -> None:
        self.names, self.told = names, told

    def get(self, number: int, default: Secrets = OPEN) -> Secrets:
        """The secrets of a name."""
        return OPEN if number in self.told else self.names.get(number, default)


class Leaks:
    """One method for each statement."""

    ruleset: m.Ruleset
    sees: Visibility
    names: dict[int, Secrets]
    declared: dict[Knower, int]
    entries: dict[str, Entry]
    telling: Telling
    tellers: set[Place]
    news: set[Place]
    veiled: frozenset[Choice]
    exposed: set[Choice]
    set_again: frozenset[int]
    menus: dict[str, list[m.Action]]
    risky: dict[str, bool]
    waiting: list[tuple[m.Step, Route, tuple[str, ...]]]
    current: str
    refused: Secrets = OPEN
    guarded: frozenset[str]
    clouded: set[str]
    touched: dict[str, frozenset[str]]

    # ---- what is known -------------------------------------------------------------------------------------------------

    def of(self, e: m.Expr | None, route: Route) -> Secrets:
        """The secrets of which an expression tells."""
        names: Any = Told(self.names, route.told) if route.told else self.names
        return _but(self.sees.of(e, names, route.me), route.known)

    def size(self, bag: m.Expr, route: Route) -> Secrets:
        """The secrets of which it tells how many pieces lie in a bag."""
        names: Any = Told(self.names, route.told)
        return _but(self.sees.size(bag, names, route.me), route.known)

    def cloud(self, route: Route, *bags: m.Expr | None) -> None:
        """Something unknown has come to what is kept: not all know it any longer."""
        names = {name for bag in bags if bag is not None for name in _kept_in(bag)}
        self.clouded |= names
        route.known -= names

    def bind(self, local: m.Local, secrets: Secrets, me: Knower, span: Span | None = None) -> None:
        """A name comes to stand for something. What it tells of is added to what is known of it."""
        self.declared.setdefault(me, len(self.declared))
        at = self.declared.setdefault(("name", local.number), len(self.declared))
        kept = frozenset(each if each.knower in (NOBODY, SOMEBODY) or self.declared.get(each.knower, at + 1) <= at else _of_another(each)
                         for each in secrets)
        if span is not None:
            kept = frozenset(each.through(span, local.name) for each in kept)
        if kept or local.number not in self.names:
            self.names[local.number] = self.names.get(local.number, OPEN) | kept

    def renewed(self, local: m.Local, route: Route) -> None:
        """A name stands for something new: what was certain of it is so no longer."""
        name: Knower = ("name", local.number)
        route.told -= {local.number}
        route.held = frozenset(each for each in route.held if name not in each)

    def must_know(self, form: str, secrets: Secrets, reader: Knower | None, step: m.Step | None, span: Span, route: Route) -> None:
        """Whoever reads a line, or all, must know on what it depends, unless the line says that it reveals that."""
        if is_known(secrets, reader):
            return
        if step is not None and step.reveals:
            self.telling.mark(step.clause.span)
        else:
            self.tell(form, _unknown(secrets, reader), span)

    def tell(self, form: str, secrets: Secrets, span: Span, more: Iterable[Label] = ()) -> None:
        """A line tells of secrets; of what somebody chooses, it does if that is chosen in the open."""
        self.exposed |= {each.choice for each in secrets if each.choice is not None}
        kept = frozenset(each for each in secrets if each.choice is None)
        if kept:
            self.telling.tell(form, kept, span, more)

    def in_open(self, step: m.Step, route: Route, reader: Knower | None = None) -> None:
        """All see a line being carried out, or only one player does: they must know the conditions under which it is."""
        for under in route.under if reader != NOBODY else ():
            if is_known(under.secrets, reader):
                continue
            if under.reveals:
                self.telling.mark(under.line)
            else:
                self.tell("open", _unknown(under.secrets, reader), under.span, [Label(step.clause.span, "this is seen")])

    def refuse(self, secrets: Secrets, step: m.Step, span: Span, route: Route) -> None:
        """Something may be refused to whoever chose what leads here."""
        if route.chooser is not None:
            self.refused |= secrets if step.reveals else _known(secrets, route.chooser)
            self.must_know("refused", secrets, route.chooser, step, span, route)

    # ---- blocks ----------------------------------------------------------------------------------------------------------

    def block(self, block: m.Block, route: Route) -> None:
        """Every step of a block."""
        for step in block:
            getattr(self, "_" + type(step.statement).__name__.lower())(step, step.statement, route)

    def under(self, secrets: Secrets, span: Span, step: m.Step) -> Under:
        """A condition as one under which a block is carried out."""
        return Under(secrets, span, step.clause.span, step.reveals)

    def looped(self, body: m.Block, route: Route) -> None:
        """What is certain before a loop is certain within if the loop changes nothing of it."""
        route.known -= touched_by(body)
        for each in steps(body):
            if isinstance(each.statement, (m.Offer, m.Choose, m.May, m.Repack, m.AtOnce)):
                route.known = frozenset()
            elif isinstance(each.statement, m.Call):
                route.known -= self.touched["to " + each.statement.process]
            match each.statement:
                case m.Assign(target=m.Expr(op="local", args=(local,))):
                    self.renewed(local, route)
                case m.Assign() | m.Transfer() as changes:
                    route.drop(_fields(changes))
                case m.Call() | m.Offer() | m.Choose() | m.Draw() | m.PutBack() | m.Repack():
                    route.drop()

    def rounds(self, body: m.Block, inner: Route, route: Route) -> None:
        """The block of a loop, any number of times."""
        before, self.clouded = self.clouded, set()
        self.block(body, inner)
        inner.known = route.known - self.clouded
        self.clouded |= before
        route.take([inner, route.copy()])

    # ---- what is chosen --------------------------------------------------------------------------------------------------

    def chosen(self, binds: Iterable[m.Bind], where: m.Expr | None, route: Route, step: m.Step | None, choice: Choice) -> Secrets:
        """Names stand for what a player chooses, unseen by others or in the open. Gives what decides whether there is anything to choose."""
        asked = OPEN
        for each in binds:
            domain = each.domain
            self.must_know("offered", self.of(domain, route), route.me, step, domain.span, route)
            asked |= _known(self.is_empty(domain, route), route.me)
            drawn = frozenset({Secret(f".{each.local.name}", route.me, each.local.number, domain.span)})
            unseen = self.unseen(choice, each.local.name, each.local.number, domain.span, route)
            self.bind(each.local, drawn if each.local.shown == "secret" else unseen, route.me)
            self.renewed(each.local, route)
            self.takes_from(domain, each.local, route)
        if where is not None:
            self.must_know("offered", self.of(where, route), route.me, step, where.span, route)
            asked |= self.of(where, route) if step is not None and step.reveals else _known(self.of(where, route), route.me)
            route.held |= held_when(where, route.me)
        return frozenset(each for each in asked if each.choice != choice)

    def unseen(self, choice: Choice, name: str, number: int, span: Span, route: Route) -> Secrets:
        """What is chosen, as a secret of whoever chooses it, unless all see it."""
        return frozenset({Secret(f".{name}", route.me, number, span, choice=choice)}) if choice in self.veiled else OPEN

    def takes_from(self, domain: m.Expr, local: m.Local, route: Route) -> None:
        """A name that stands for something in a bag: it lies there."""
        bag = domain.args[1] if domain.op == "those" else domain
        if bag.op == "field" and bag.type.form == "bag":
            found = holding(bag, m.Expr("local", (local,), local.type, domain.span), route.me)
            route.held |= frozenset() if found is None else {found}

    def is_empty(self, domain: m.Expr, route: Route) -> Secrets:
        """The secrets of which it tells whether there is anything in a domain."""
        if domain.op == "field" and domain.type.form == "bag":
            return self.size(domain, route)
        return OPEN if domain.op == "these" else self.of(domain, route)

    def header(self, step: m.Step, route: Route) -> Secrets:
        """A line that is asked before an action is chosen. Gives what decides whether it can be."""
        match step.statement:
            case m.Require(condition=condition):
                self.must_know("offered", self.of(condition, route), route.me, step, condition.span, route)
                route.held |= held_when(condition, route.me)
                found = self.of(condition, route)
                return found if step.reveals else _known(found, route.me)
            case m.Cost(payments=payments):
                found = OPEN
                for each in payments:
                    found |= self.of(each.amount, route) | self.of(each.held, route)
                self.must_know("offered", found, route.me, step, step.clause.span, route)
                self.pay(step, payments, route, asked=True)
                return found if step.reveals else _known(found, route.me)
        self.block((step,), route)
        return OPEN

    def pay(self, step: m.Step, payments: Iterable[m.Payment], route: Route, asked: bool = False) -> None:
        """What a cost takes. Where it was asked beforehand whether there is as much, there is."""
        lax = route.lax
        for each in payments:
            inner = route
            if each.counter is not None:
                self.bind(each.counter, OPEN, route.me)
                inner = route.beneath(self.under(self.of(each.amount, route), each.amount.span, step))
            inner.lax = lax and not (asked and each.counter is None)
            self.block(tuple(replace(one, reveals=one.reveals or step.reveals) for one in each.pay), inner)
        route.lax = lax
        route.drop()

    def decided(self, step: m.Step, route: Route) -> None:
        """Somebody is asked, before all, and may choose first what stands beside every decision."""
        self.in_open(step, route)
        self.clouded |= self.guarded
        route.known = frozenset()
        for each in self.ruleset.beside:
            self.entries.setdefault("action " + each.name, Entry()).add(Route(("acting", each.name)))
            route.drop()

    # ---- values ----------------------------------------------------------------------------------------------------------

    def _require(self, step: m.Step, node: m.Require, route: Route) -> None:
        self.refuse(self.of(node.condition, route), step, node.condition.span, route)
        if not route.lax:
            route.held |= held_when(node.condition, route.me)

    def _cost(self, step: m.Step, node: m.Cost, route: Route) -> None:
        for each in node.payments:
            self.refuse(self.of(each.amount, route) | self.of(each.held, route), step, each.amount.span, route)
        self.pay(step, node.payments, route)

    def _assign(self, step: m.Step, node: m.Assign, route: Route) -> None:
        target, secrets = node.target, self.of(node.value, route)
        if target.op == "local":
            return self.named(step, target.args[0], secrets, node.value, route)
        kept = target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
        reader = self.reader(kept, route)
        self.in_open(step, route, reader)
        wanted, given = target.type, node.value.type
        if target.op == "amount" or wanted.form == "number" and not (wanted.low <= given.low and given.high <= wanted.high):
            self.refuse(secrets | self.of(target, route), step, node.value.span, route)
        if secrets or self.conditions(route):
            self.cloud(route, kept)
        self.hands_over(step, secrets, self.reader(kept, route, content=True), route.me)
        if reader is None and node.value.op == "local":
            route.told |= {node.value.args[0].number}
        route.drop(_fields(node))
        return None

    def named(self, step: m.Step, local: m.Local, secrets: Secrets, value: m.Expr, route: Route) -> None:
        """A name gets a value, under conditions of which it tells too."""
        if step.reveals and secrets:
            self.telling.mark(step.clause.span)
            secrets = OPEN
        secrets |= self.conditions(route)
        self.bind(local, secrets, route.me, step.clause.span)
        self.renewed(local, route)
        if value.op in ("first", "most", "least"):
            self.takes_from(value.args[1], local, route)
        elif value.op == "local" and value.args[0].number in route.told:
            route.told |= {local.number}

    def conditions(self, route: Route) -> Secrets:
        """The secrets of which it tells that play has come here."""
        return frozenset(each for under in route.under if not under.reveals for each in under.secrets)

    def hands_over(self, step: m.Step, secrets: Secrets, reader: Knower | None, me: Knower) -> None:
        """Something comes to where it is seen: that tells its reader of it, or all, and is meant to. It may be news to whoever acts."""
        told = frozenset(each for each in secrets if each.choice is None)
        if reader != NOBODY and not is_known(told, reader):
            self.tellers.add(step.clause.span.place)
            if reader in (None, me) and not is_known(told, me):
                self.news.add(step.clause.span.place)

    def reader(self, kept: m.Expr, route: Route, content: bool = False) -> Knower | None:
        """Who sees that something kept changes; none for all. Of a bag that is counted all see how many pieces there are, but not which."""
        field = kept.args[0] if kept.op == "field" else kept.args[1]
        if field.shown == "open" or (field.type.form == "bag" and field.counted and not content):
            return None
        return NOBODY if field.shown == "hidden" else knower(kept.args[1] if kept.op == "field" else None, route.me)

    # ---- pieces ----------------------------------------------------------------------------------------------------------

    def _transfer(self, step: m.Step, node: m.Transfer, route: Route) -> None:
        readers = [self.reader(bag, route) for bag in (node.giver, node.taker) if bag is not None]
        for each in readers:
            self.in_open(step, route, each)
            self.counted(step, node, each, route)
        sure, room = self.lacking(node, route), self.room(node, route)
        pieces = self._of_all((part for each in node.pieces for part in (each.amount, each.piece)), route)
        if sure or room:
            span = (node.giver or node.taker or node.pieces[0].amount).span if sure else node.taker.span  # type: ignore[union-attr]
            self.refuse(sure | room | (pieces if node.taker is None or room else OPEN), step, span, route)
            for each in readers if route.lax else ():
                if each != NOBODY:
                    self.must_know("moved", sure | room, each, step, span, route)
        if None in [None if bag is not None and bag.args[0].shown == "open" else NOBODY for bag in (node.giver, node.taker)]:
            route.told |= {each.piece.args[0].number for each in node.pieces if each.piece is not None and each.piece.op == "local"}
        if node.taker is not None:
            self.hands_over(step, pieces | self.of(node.giver, route), self.reader(node.taker, route, content=True), route.me)
        every = self.of(node.giver, route) if any(each.amount is None for each in node.pieces) else OPEN
        if sure or room or pieces or every or self.conditions(route):
            self.cloud(route, node.giver, node.taker)
        route.drop(_fields(node))
        self._arrived(node, bool(sure or room), route)

    def counted(self, step: m.Step, node: m.Transfer, reader: Knower | None, route: Route) -> None:
        """Whoever sees how many pieces come or go learns the amount; where all see the pieces too, that is told by moving them."""
        if reader is not None or node.taker is not None and node.taker.args[0].shown == "open":
            return
        for each in node.pieces:
            if each.amount is not None:
                self.must_know("moved", self.of(each.amount, route), None, step, each.amount.span, route)

    def _of_all(self, values: Iterable[m.Expr | None], route: Route) -> Secrets:
        found = OPEN
        for each in values:
            found |= self.of(each, route)
        return found

    def lacking(self, node: m.Transfer, route: Route) -> Secrets:
        """The secrets of which it tells whether the giver has what is to be moved."""
        bag = node.giver
        if bag is None or all(each.amount is None or self.is_held(bag, each, len(node.pieces), route) for each in node.pieces):
            return OPEN
        return self.of(bag, route)

    def is_held(self, bag: m.Expr, each: m.Amount, count: int, route: Route) -> bool:
        """Whether a piece, so many of them, certainly lies in a bag."""
        amount, piece = each.amount, each.piece
        assert amount is not None and piece is not None
        if all(endless_rows(bag.type, self.ruleset.kinds[bag.type.name])):
            return True
        if amount.op == "amount" and amount.args == (bag, piece):
            return count == 1
        found = holding(bag, piece, route.me)
        return found in route.held and amount.op == "const" and amount.args[0] <= 1 and count == 1

    def room(self, node: m.Transfer, route: Route) -> Secrets:
        """The secrets of which it tells whether the taker has room for what is to be moved."""
        bag = node.taker
        if bag is None or not bag.type.room:
            return OPEN
        if bag.type.measure:
            every = any(each.amount is None for each in node.pieces)
            return self.of(bag, route) | (self.of(node.giver, route) if every else OPEN)
        return self.size(bag, route) | (self.size(node.giver, route) if node.giver is not None else OPEN)

    def _arrived(self, node: m.Transfer, doubtful: bool, route: Route) -> None:
        """What certainly lies in the bag that takes it."""
        if node.taker is None or node.taker.type.room or doubtful:
            return
        for each in node.pieces:
            if each.amount is not None and each.amount.op == "const" and each.amount.args[0] >= 1:
                found = holding(node.taker, each.piece, route.me)
                route.held |= frozenset() if found is None else {found}

    def _lay(self, step: m.Step, node: m.Lay, route: Route) -> None:
        self.in_open(step, route)
        self.refuse(self.of(node.at, route) | self.of(node.tile, route), step, node.at.span, route)
        self.hands_over(step, self._of_all((node.at, node.tile, node.sides), route), None, route.me)
        route.told |= {each.args[0].number for each in (node.at, node.tile) if each.op == "local"}

    # ---- chance ----------------------------------------------------------------------------------------------------------

    def _draw(self, step: m.Step, node: m.Draw, route: Route) -> None:
        self.in_open(step, route)
        self.must_know("drawn", self.size(node.bag, route), None, step, node.bag.span, route)
        self.came_up(node.local, step, route)
        if node.local.shown == "secret":
            self.cloud(route, node.bag)
        route.drop(_fields(node))

    def _roll(self, step: m.Step, node: m.Roll, route: Route) -> None:
        self.in_open(step, route)
        self.must_know("drawn", self.of(node.domain, route), None, step, node.domain.span, route)
        self.came_up(node.local, step, route)

    def came_up(self, local: m.Local, step: m.Step, route: Route) -> None:
        """What chance has brought."""
        secret = frozenset({Secret(f".{local.name}", route.me, local.number, step.clause.span)})
        self.bind(local, secret if local.shown == "secret" else OPEN, route.me)
        self.renewed(local, route)
        route.lax = True

    def _putback(self, step: m.Step, node: m.PutBack, route: Route) -> None:
        self.in_open(step, route)
        if node.kept.shown == "secret":
            self.cloud(route, node.bag)
        route.drop(_fields(node))

    # ---- decisions -------------------------------------------------------------------------------------------------------

    def _offer(self, step: m.Step, node: m.Offer, route: Route) -> None:
        self.decided(step, route)
        actions = self.menus.get(node.menu, [])
        for each in actions:
            self.offered(each, route)
        if node.until is not None:
            self.must_know("open", self.of(node.until, route), None, step, node.until.span, route)
        if node.any or node.optional:
            route.decided()
        else:
            route.lax = True
            if not any(self.is_always_there(each) for each in actions):
                self.waiting.append((step, route.copy(), tuple(each.name for each in actions)))
        route.drop()

    def offered(self, action: m.Action, route: Route) -> None:
        """An action can be chosen: one of a menu, or one that stands below the offer and knows the names of that place."""
        entry = self.entries.setdefault("action " + action.name, Entry())
        if action.said:
            entry.me = route.me
            entry.add(Route(route.me, held=route.held, told=route.told))
        else:
            entry.add(Route(("acting", action.name)))

    def is_always_there(self, action: m.Action) -> bool:
        """Whether an action can be chosen whenever it is offered."""
        return not self.risky[action.name] and all(isinstance(each.statement, m.Assign) for each in action.header) and all(
            each.domain.op in ("rows", "const", "values") or each.domain.op == "range" and all(end.op == "const" for end in each.domain.args)
            for each in action.binds)

    def _choose(self, step: m.Step, node: m.Choose, route: Route) -> None:
        self.decided(step, route)
        inner, other = route.copy(), route.copy()
        asked = self.chosen(node.binds, node.where, inner, step, (step.clause.name, node.name))
        self.must_know("asked", asked, None, step, step.clause.span, route)
        inner.decided()
        self.block(node.body, inner)
        other.lax = True
        self.block(node.otherwise, other)
        route.take([inner, other])

    def _may(self, step: m.Step, node: m.May, route: Route) -> None:
        self.decided(step, route)
        route.decided()
        span = step.clause.span
        answer = self.unseen((step.clause.name, node.name), f"{step.clause.name}.{node.name}", 0, span, route)
        inner = route.beneath(Under(answer, span, span, False))
        self.block(node.body, inner)
        route.take([inner, route.copy()])

    def _repack(self, step: m.Step, node: m.Repack, route: Route) -> None:
        self.decided(step, route)
        self.bind(node.piece, OPEN, route.me)
        secrets = self._of_all((node.first, node.second, node.where, node.filling), route)
        self.must_know("asked", secrets, None, step, step.clause.span, route)
        route.lax = True
        route.drop()

    def _finish(self, step: m.Step, node: m.Finish, route: Route) -> None:
        self.in_open(step, route)

    # ---- flow ------------------------------------------------------------------------------------------------------------

    def _if(self, step: m.Step, node: m.If, route: Route) -> None:
        ways, secrets = [], OPEN
        for condition, body in node.branches:
            secrets |= self.of(condition, route)
            way = route.beneath(self.under(secrets, condition.span, step))
            way.held |= held_when(condition, route.me)
            self.block(body, way)
            ways.append(way)
        last = route.beneath(self.under(secrets, node.branches[-1][0].span, step)) if node.branches else route.copy()
        self.block(node.otherwise, last)
        route.take([*ways, last])

    def _foreach(self, step: m.Step, node: m.ForEach, route: Route) -> None:
        inner, secrets = route.copy(), OPEN
        self.looped(node.body, inner)
        for each in node.binds:
            found = self.of(each.domain, inner)
            secrets |= found
            self.bind(each.local, OPEN if step.reveals else found, route.me, each.domain.span if found else None)
            self.renewed(each.local, inner)
        if node.where is not None:
            secrets |= self.of(node.where, inner)
        span = (node.where or node.binds[0].domain).span
        inner = inner.beneath(self.under(secrets, span, step))
        for each in node.binds:
            if _is_taken_alone(node.body, each):
                self.takes_from(each.domain, each.local, inner)
        inner.held |= held_when(node.where, route.me) if node.where is not None and not _changes_bags(node.body) else frozenset()
        self.rounds(node.body, inner, route)
        for each in node.binds:
            self.renewed(each.local, route)

    def _repeat(self, step: m.Step, node: m.Repeat, route: Route) -> None:
        asked = node.until if node.until is not None else node.times
        assert asked is not None
        inner = route.copy()
        self.looped(node.body, inner)
        inner = inner.beneath(self.under(self.of(asked, inner), asked.span, step))
        self.rounds(node.body, inner, route)

    def _inturn(self, step: m.Step, node: m.InTurn, route: Route) -> None:
        me: Knower = ("turn", (step.clause.span.source.name, step.clause.span.start))
        self.declared.setdefault(me, len(self.declared))
        inner = route.beneath(self.under(self.of(node.first, route), node.first.span, step)).of_player(me)
        self.looped(node.body, inner)
        self.rounds(node.body, inner, route)

    def _atonce(self, step: m.Step, node: m.AtOnce, route: Route) -> None:
        self.in_open(step, route)
        me: Knower = ("turn", (step.clause.span.source.name, step.clause.span.start))
        self.declared.setdefault(me, len(self.declared))
        self.clouded |= self.guarded
        inner = route.of_player(me)
        inner.decided()
        self.block(node.body, inner)
        route.decided()
        route.drop()

    def _asplayer(self, step: m.Step, node: m.AsPlayer, route: Route) -> None:
        player = node.player
        me = knower(player, route.me)
        if me == SOMEBODY or player.op == "local" and player.args[0].number in self.set_again:
            me = ("turn", (step.clause.span.source.name, step.clause.span.start))
        self.declared.setdefault(me, len(self.declared))
        inner = route.beneath(self.under(self.of(player, route), player.span, step)).of_player(me)
        self.block(node.body, inner)
        route.take([inner, route.copy()])

    def _call(self, step: m.Step, node: m.Call, route: Route) -> None:
        process = self.ruleset.processes[node.process]
        me: Knower = ("acting", "to " + process.name)
        self.declared.setdefault(me, len(self.declared))
        means: dict[Knower, Knower] = {route.me: me}
        for local, value in zip(process.parameters, node.arguments, strict=False):
            means[knower(value, route.me)] = ("name", local.number) if knower(value, route.me) != route.me else me
        means.pop(SOMEBODY, None)
        for local, value in zip(process.parameters, node.arguments, strict=False):
            self.declared.setdefault(("name", local.number), len(self.declared))
            given = renamed(self.of(value, route), means)
            self.names[local.number] = self.names.get(local.number, OPEN) | frozenset(each.through(step.clause.span, local.name) for each in given)
        self.entries.setdefault("to " + process.name, Entry()).add(self.translated(route, me, means, process, node.arguments))
        route.lax = True
        route.drop()
        touched = self.touched["to " + process.name]
        self.clouded |= touched
        route.known -= touched

    def translated(self, route: Route, me: Knower, means: dict[Knower, Knower], process: m.Process, given: tuple[m.Expr, ...]) -> Route:
        """A route as the process that is carried out sees it: players and pieces by the names of its parameters."""
        under = tuple(Under(renamed(each.secrets, means), each.span, each.line, each.reveals) for each in route.under)
        chooser = None if route.chooser is None else means.get(route.chooser, SOMEBODY)
        pieces: dict[object, Knower] = {("name", value.args[0].number): ("name", local.number)
                                        for local, value in zip(process.parameters, given, strict=False) if value.op == "local"}
        held = frozenset((where, None if owner is None else means[owner], pieces.get(piece, piece))
                         for where, owner, piece in route.held
                         if (owner is None or owner in means) and (piece[0] == "row" or piece in pieces))
        return Route(me, under, chooser, route.lax, held, known=route.known)  # type: ignore[arg-type]


def touched_by(body: m.Block) -> frozenset[str]:
    """What is kept that a block writes or draws from."""
    found = set[str]()
    for each in steps(body):
        match each.statement:
            case m.Assign(target=target) if target.op != "local":
                found.update(_kept_in(target))
            case m.Transfer(giver=giver, taker=taker):
                found.update(name for bag in (giver, taker) if bag is not None for name in _kept_in(bag))
            case m.Draw(bag=bag) | m.PutBack(bag=bag):
                found.update(_kept_in(bag))
            case m.Repack(first=first, second=second):
                found.update((*_kept_in(first), *_kept_in(second)))
    return frozenset(found)


def _kept_in(target: m.Expr) -> tuple[str, ...]:
    """The name of what is written, as that of a secret."""
    kept = target.args[1] if target.op == "in_set" else target.args[0] if target.op == "amount" else target
    field = kept.args[0] if kept.op == "field" else kept.args[1] if kept.op in ("record", "edge") else None
    return () if field is None else (f"{field.owner}.{field.name}",)


def _but(secrets: Secrets, known: frozenset[str]) -> Secrets:
    return frozenset(each for each in secrets if each.name not in known) if known and secrets else secrets


def _of_another(secret: Secret) -> Secret:
    return replace(secret, knower=SOMEBODY)


def _unknown(secrets: Secrets, reader: Knower | None) -> Secrets:
    return frozenset(each for each in secrets if not is_known(frozenset({each}), reader))


def _known(secrets: Secrets, reader: Knower) -> Secrets:
    """Those that a player knows; of the others it is told elsewhere that they leak."""
    return secrets - _unknown(secrets, reader)


def _fields(node: Any) -> list[tuple[str, str]]:
    """The fields of the bags that a statement changes."""
    match node:
        case m.Assign(target=target):
            bags = [target.args[0]] if target.op == "amount" else []
        case m.Transfer(giver=giver, taker=taker):
            bags = [each for each in (giver, taker) if each is not None]
        case _:
            bags = [node.bag]
    return [(each.args[0].owner, each.args[0].name) for each in bags]


def _changes_bags(body: m.Block) -> bool:
    return any(not isinstance(each.statement, (m.If, m.Require, m.AsPlayer)) for each in steps(body))


def _is_taken_alone(body: m.Block, bind: m.Bind) -> bool:
    """Whether a loop over the pieces in a bag takes none of them out but the one at hand."""
    bag = bind.domain.args[1] if bind.domain.op == "those" else bind.domain
    if bag.op != "field" or bag.type.form != "bag":
        return False
    for each in steps(body):
        match each.statement:
            case m.Call() | m.Offer() | m.Choose() | m.Draw() | m.PutBack() | m.Repack():
                return False
            case m.Assign() as changes if (bag.args[0].owner, bag.args[0].name) in _fields(changes):
                return False
            case m.Transfer(giver=giver, pieces=pieces) if giver is not None and giver.args[0].name == bag.args[0].name:
                if not all(p.piece is not None and p.piece.op == "local" and p.piece.args[0] == bind.local for p in pieces):
                    return False
    return True
