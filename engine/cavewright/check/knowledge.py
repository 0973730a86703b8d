"""Knowledge while rules are gone through: of which secrets names tell, who has to know those on which a line
depends, and what was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..model import ruleset as m
from ..model.kept_back import NOBODY, Choice, Knower, Place
from ..source import Label, Span
from .routes import Entry, Route, holding
from .telling import Telling
from .visibility import OPEN, SOMEBODY, Secrets, Visibility, is_known, knower
from .writes import names_kept


class Told:
    """What names tell of, but for those of which all know by now what they stand for."""

    def __init__(self, names: dict[int, Secrets], told: frozenset[int]) -> None:
        self.names, self.told = names, told

    def get(self, number: int, default: Secrets = OPEN) -> Secrets:
        """The secrets of a name."""
        return OPEN if number in self.told else self.names.get(number, default)


@dataclass(frozen=True)
class Ground:
    """What stays the same however often the rules are gone through.

    `statements`: what each sort of statement tells. `guarded`: what is kept and not all see. `menus`: the actions
    of each. `risky`: actions
    that may be refused by their effects. `set_again`: names that are given several values. `touched`: what each
    rule changes.
    """

    ruleset: m.Ruleset
    sees: Visibility
    statements: Mapping[type, Callable[[Knowledge, m.Step, Any, Route], None]]
    guarded: frozenset[str]
    menus: Mapping[str, list[m.Action]]
    risky: Mapping[str, bool]
    set_again: frozenset[int]
    touched: Mapping[str, frozenset[str]]


@dataclass
class Knowledge:
    """What is found out while all rules are gone through once; `names` is added to from one time to the next.

    `declared`: when each name for a player was met. `entries`: how each rule is entered. `tellers`, `news`,
    `exposed`: lines and choices, as
    `Secrecy` has them. `clouded`: what is kept and not all know any longer. `waiting`: offers of which it has to
    be asked, when all
    actions are known, whether anybody is asked. `refused`: on what it depends whether the action at hand can be chosen.
    """

    ground: Ground
    names: dict[int, Secrets]
    veiled: frozenset[Choice]
    entries: dict[str, Entry]
    telling: Telling = field(default_factory=Telling)
    declared: dict[Knower, int] = field(default_factory=dict)
    exposed: set[Choice] = field(default_factory=set)
    tellers: set[Place] = field(default_factory=set)
    news: set[Place] = field(default_factory=set)
    clouded: set[str] = field(default_factory=set)
    waiting: list[tuple[m.Step, Route, tuple[str, ...]]] = field(default_factory=list)
    refused: Secrets = OPEN

    def block(self, block: m.Block, route: Route) -> None:
        """Goes through every step of a block."""
        for step in block:
            self.ground.statements[type(step.statement)](self, step, step.statement, route)

    # ---- what is known -----------------------------------------------------------------------------------------------

    def of(self, e: m.Expr | None, route: Route) -> Secrets:
        """The secrets of which an expression tells."""
        names: Any = Told(self.names, route.told) if route.told else self.names
        return without_known(self.ground.sees.of(e, names, route.me), route.known)

    def size(self, bag: m.Expr, route: Route) -> Secrets:
        """The secrets of which it tells how many pieces lie in a bag."""
        names: Any = Told(self.names, route.told)
        return without_known(self.ground.sees.size(bag, names, route.me), route.known)

    def of_all(self, values: Iterable[m.Expr | None], route: Route) -> Secrets:
        """The secrets of which several expressions tell."""
        return frozenset(secret for each in values for secret in self.of(each, route))

    def declare(self, name: Knower) -> int:
        """When a name for a player was first met; a secret of a later one is another's."""
        return self.declared.setdefault(name, len(self.declared))

    def cloud(self, route: Route, *bags: m.Expr | None) -> None:
        """Something unknown has come to what is kept: not all know it any longer."""
        names = {name for bag in bags if bag is not None for name in names_kept(bag)}
        self.clouded |= names
        route.known -= names

    def bind(self, local: m.Local, secrets: Secrets, me: Knower, span: Span | None = None) -> None:
        """A name comes to stand for something. What it tells of is added to what is known of it."""
        self.declare(me)
        at = self.declare(("name", local.number))
        kept = frozenset(
            each
            if each.knower in (NOBODY, SOMEBODY) or self.declared.get(each.knower, at + 1) <= at
            else replace(each, knower=SOMEBODY)
            for each in secrets
        )
        if span is not None:
            kept = frozenset(each.through(span, local.name) for each in kept)
        if kept or local.number not in self.names:
            self.names[local.number] = self.names.get(local.number, OPEN) | kept

    def renewed(self, local: m.Local, route: Route) -> None:
        """A name stands for something new: what was certain of it is so no longer."""
        name: Knower = ("name", local.number)
        route.told -= {local.number}
        route.held = frozenset(each for each in route.held if name not in each)

    # ---- what has to be known ----------------------------------------------------------------------------------------

    def must_know(
        self, form: str, secrets: Secrets, reader: Knower | None, step: m.Step | None, span: Span, route: Route
    ) -> None:
        """Whoever reads a line, or all, must know on what it depends, unless the line says that it reveals that."""
        if is_known(secrets, reader):
            return
        if step is not None and step.reveals:
            self.telling.mark(step.clause.span)
        else:
            self.tell(form, unknown_to(secrets, reader), span)

    def tell(self, form: str, secrets: Secrets, span: Span, more: Iterable[Label] = ()) -> None:
        """A line tells of secrets; of what somebody chooses, it does if that is chosen in the open."""
        self.exposed |= {each.choice for each in secrets if each.choice is not None}
        kept = frozenset(each for each in secrets if each.choice is None)
        if kept:
            self.telling.tell(form, kept, span, more)

    def in_open(self, step: m.Step, route: Route, reader: Knower | None = None) -> None:
        """All see a line being carried out, or only one player does: they must know the conditions under which it
        is."""
        for under in route.under if reader != NOBODY else ():
            if is_known(under.secrets, reader):
                continue
            if under.reveals:
                self.telling.mark(under.line)
            else:
                self.tell(
                    "open", unknown_to(under.secrets, reader), under.span, [Label(step.clause.span, "this is seen")]
                )

    def refuse(self, secrets: Secrets, step: m.Step, span: Span, route: Route) -> None:
        """Something may be refused to whoever chose what leads here."""
        if route.chooser is not None:
            self.refused |= secrets if step.reveals else known_to(secrets, route.chooser)
            self.must_know("refused", secrets, route.chooser, step, span, route)

    def conditions(self, route: Route) -> Secrets:
        """The secrets of which it tells that play has come here."""
        return frozenset(each for under in route.under if not under.reveals for each in under.secrets)

    def hands_over(self, step: m.Step, secrets: Secrets, reader: Knower | None, me: Knower) -> None:
        """Something comes to where it is seen: that tells its reader of it, or all, and is meant to.

        It may be news to whoever acts.
        """
        told = frozenset(each for each in secrets if each.choice is None)
        if reader != NOBODY and not is_known(told, reader):
            self.tellers.add(step.clause.span.place)
            if reader in (None, me) and not is_known(told, me):
                self.news.add(step.clause.span.place)

    def takes_from(self, domain: m.Expr, local: m.Local, route: Route) -> None:
        """A name that stands for something in a bag: it lies there."""
        bag = domain.args[1] if domain.op == "those" else domain
        if bag.op == "field" and bag.type.form == "bag":
            found = holding(bag, m.Expr("local", (local,), local.type, domain.span), route.me)
            route.held |= frozenset() if found is None else {found}


def reader_of(kept: m.Expr, route: Route, content: bool = False) -> Knower | None:
    """Who sees that something kept changes; none for all.

    Of a bag that is counted all see how many pieces there are, but not which.
    """
    field = kept.args[0] if kept.op == "field" else kept.args[1]
    if field.shown == "open" or (field.type.form == "bag" and field.counted and not content):
        return None
    return NOBODY if field.shown == "hidden" else knower(kept.args[1] if kept.op == "field" else None, route.me)


def known_to(secrets: Secrets, reader: Knower) -> Secrets:
    """Those that a player knows; of the others it is told elsewhere that they leak."""
    return secrets - unknown_to(secrets, reader)


def unknown_to(secrets: Secrets, reader: Knower | None) -> Secrets:
    """Those that a player does not know; with none, that not everybody knows."""
    return frozenset(each for each in secrets if not is_known(frozenset({each}), reader))


def without_known(secrets: Secrets, known: frozenset[str]) -> Secrets:
    """Those of things that are kept and that not all know so far."""
    return frozenset(each for each in secrets if each.name not in known) if known and secrets else secrets
