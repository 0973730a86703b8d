"""Secrets that rules would tell: what is offered, who is asked and what happens in the open depends on what was shown.

Every process and action is gone through once for all ways that lead to it, those that lead there first; what its
names tell of
is kept, and the whole is repeated until nothing is added to that.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from ..model import ruleset as m
from ..model.kept_back import NOBODY, Knower, Secrecy
from ..source import Found, at, warning
from ..source.cached_property import once
from .branches import Branches
from .control_flow import in_order
from .knowledge import Ground, Knowledge
from .refusal_proofs import may_refuse
from .routes import Route
from .telling import Telling
from .veils import may_be_veiled, sealed
from .visibility import OPEN, Secrets, Visibility, is_known
from .whole_program import Whole, kept_in
from .writes import touched_by

MOST_ROUNDS = 6
"""How often the rules are gone through; after that every name that is set tells of everything."""


class Analysed(Whole):
    """A ruleset and what it tells."""

    @once
    def secrets(self) -> Analysis:
        """Of which secrets every name tells, and what the rules tell of them."""
        return Analysis(self)


def check_secrets(whole: Analysed) -> Found:
    """C0524: something tells what not all know. C0525: what bots are advised by. C0526: a line reveals nothing."""
    analysis = whole.secrets
    yield from analysis.telling.found.values()
    yield from _advised(whole.ruleset, analysis.sees)
    needed = set(analysis.telling.needed)
    for step in whole.steps() if not analysis.telling.found else ():
        span = step.clause.span
        if step.reveals and span.place not in needed:
            needed.add(span.place)
            yield warning("C0526", "this line reveals no secret", span, help="take out `reveals`")


def has_secrets(whole: Whole) -> bool:
    """Whether there is anything that not all see."""
    drawn = (each.local for each in whole.statements(m.Draw, m.Roll))
    return any(each.shown != "open" for each in (*kept_in(whole.ruleset), *drawn))


def _advised(ruleset: m.Ruleset, sees: Visibility) -> Found:
    """C0525: what bots are advised is asked for a player, who may not know it."""
    me: Knower = ("acting", 0)
    secrets = sees.where({}, me).of(ruleset.advice)
    if ruleset.advice is not None and not is_known(secrets, me):
        unknown = min((each for each in secrets if each.knower != me), key=lambda each: each.name)
        telling = Telling()
        telling.tell("open", frozenset({unknown}), ruleset.advice.span)
        (found,) = telling.found.values()
        yield at(
            "C0525",
            f"bots are advised by `{unknown.name.rpartition('.')[2]}`, which their player does not know",
            ruleset.advice,
            more=found.labels[1:],
            help="advise by what the player knows",
        )


class Analysis:
    """What every name of a ruleset tells of, and what its rules tell."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.ruleset = whole, whole.ruleset
        self.sees = Visibility(whole.ruleset)
        self.names: dict[int, Secrets] = {}
        self.veiled = may_be_veiled(whole)
        self.ground = self.prepared()
        self.found = Knowledge(self.ground, self.names, self.veiled, defaultdict(list))
        if has_secrets(whole):
            self.analyse()
        self.telling = self.found.telling
        self.secrecy = Secrecy(
            self.veiled, frozenset(self.found.tellers), frozenset(self.found.news), sealed(whole), *self.knowers()
        )

    def knowers(self) -> tuple[dict[int, Knower], dict[str, Knower]]:
        """Who knows what names stand for: nobody, where those are secrets of several.

        And who acts in actions below an `offer`.
        """
        found, several = dict[int, Knower](), {("name", number) for number in self.ground.set_again}
        for number, secrets in self.names.items():
            who = {NOBODY if each.knower in {("name", number), *several} else each.knower for each in secrets}
            if who:
                found[number] = who.pop() if len(who) == 1 else NOBODY
        return found, self.found.acting

    def prepared(self) -> Ground:
        """What is known of the rules before they are gone through."""
        rules, whole = self.ruleset, self.whole
        order = in_order(whole.graph)
        self.order = ["to play", *(each for each in reversed(order) if each != "to play")]
        touched = dict[str, frozenset[str]]()
        for name in order:
            touched[name] = touched_by(whole.bodies[name]).union(*(touched[each] for each in whole.graph[name]))
        return Ground(
            rules,
            self.sees,
            frozenset(f"{each.owner}.{each.name}" for each in kept_in(rules) if each.shown != "open"),
            whole.menus,
            {each.name: may_refuse(each, whole.effects(each), rules.processes) for each in rules.actions.values()},
            frozenset(number for number, count in _settings(self.whole).items() if count > 1),
            touched,
        )

    def analyse(self) -> None:
        """Goes through the rules until nothing is added, and again where a choice turns out to steer what others
        see: it is made in the open."""
        while True:
            self.names = {}
            if all(self.round() for _ in range(MOST_ROUNDS)):
                self.give_up()
            if not self.found.exposed:
                return
            self.veiled -= self.found.exposed

    def round(self) -> bool:
        """Goes through all rules once; whether any name tells of more than was known before."""
        before, refusals = dict(self.names), dict[str, Secrets]()
        self.found = known = Knowledge(self.ground, self.names, self.veiled, defaultdict(list))
        known.entries["to play"].append(Route(("acting", "to play"), known=self.ground.guarded))
        for name in self.order:
            form, _, own = name.partition(" ")
            if form == "to":
                self.process(self.ruleset.processes[own], name)
            else:
                refusals[own] = self.action(self.ruleset.actions[own], name)
        for route, names in known.waiting:
            secrets = frozenset(each for name in names for each in refusals.get(name, OPEN))
            if secrets:
                route.must_know("asked", secrets, None, route.span)
        return before != self.names

    def give_up(self) -> None:
        """Every name that is set tells of everything that any name does."""
        everything = frozenset(each for secrets in self.names.values() for each in secrets)
        for number in _settings(self.whole):
            self.names[number] = everything
        self.round()

    def process(self, process: m.Process, name: str) -> None:
        """Goes through a process."""
        me: Knower = ("acting", name)
        route = Branches.behind(self.found.entries[name], me, knowledge=self.found)
        for each in process.parameters:
            route.bind(each, self.names.get(each.number, OPEN))
        route.block(process.body)

    def action(self, action: m.Action, name: str) -> Secrets:
        """Goes through an action: what it may be chosen with, then what it does.

        Gives what decides whether it can be chosen.
        """
        known, choice = self.found, (action.name, action.word)
        me = known.acting.get(action.name, ("acting", name))
        route = Branches.behind(known.entries[name], me, knowledge=known)
        asked = route.chosen(action.binds, None, choice)
        for route.step in action.header:
            asked |= route.header()
        route.chooser, route.lax = (me if self.ground.risky[action.name] else None), False
        known.refused = OPEN
        route.block(self.whole.effects(action))
        return frozenset(each for each in asked | known.refused if each.choice != choice)


def _settings(whole: Whole) -> Counter[int]:
    """How often names are given values by `let` and `set`."""
    targets = (each.target for each in whole.statements(m.Assign))
    return Counter(each.args[0].number for each in targets if each.op == "local")
