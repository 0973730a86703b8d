"""Secrets that rules would tell: what players are offered, who is asked, and what happens in the open may depend only on what they were shown.

Every process and action is gone through once for all ways that lead to it, those that lead there first; what its names tell of
is kept, and the whole is repeated until nothing is added to that.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import ruleset as m
from ..model.kept_back import Choice, Secrecy
from ..source import Diagnostic, at
from ..source.cached_property import once
from .control_flow import graph_of, in_order
from .leaks import Leaks, touched_by
from .refusal_proofs import may_refuse
from .routes import Entry, Route
from .telling import Telling
from .veils import may_be_veiled, sealed
from .visibility import OPEN, Knower, Secrets, Visibility, is_known
from .whole_program import Whole

MOST_ROUNDS = 6
"""How often the rules are gone through; after that every name that is set tells of everything."""


def check_secrets(whole: Analysed) -> Iterator[Diagnostic]:
    """C0524: something tells what not all know. C0525: what bots are advised by. C0526: a line reveals nothing."""
    analysis = whole.secrets
    yield from analysis.telling.found.values()
    yield from _advised(whole.ruleset, analysis.sees)
    if not analysis.telling.found:
        yield from _needless(whole, analysis.telling)


def has_secrets(whole: Whole) -> bool:
    """Whether there is anything that not all see."""
    return any(each.shown != "open" for each in kept_in(whole.ruleset)) or any(
        isinstance(step.statement, (m.Draw, m.Roll)) and step.statement.local.shown != "open" for step in whole.steps())


def kept_in(ruleset: m.Ruleset) -> Iterator[m.Field]:
    """All that is kept, also by places and passages of boards that grow; some comes twice."""
    yield from ruleset.fields
    for board in ruleset.boards.values():
        yield from (*board.fields, *board.passage_fields)


def _needless(whole: Whole, telling: Telling) -> Iterator[Diagnostic]:
    for step in whole.steps():
        span = step.clause.span
        if step.reveals and span.place not in telling.needed:
            telling.needed.add(span.place)
            yield at("C0526", "this line reveals nothing that not all know", span, severity="warning", help="take out `reveals`")


def _advised(ruleset: m.Ruleset, sees: Visibility) -> Iterator[Diagnostic]:
    """C0525: what bots are advised is asked for a player, who may not know it."""
    me: Knower = ("acting", 0)
    secrets = sees.of(ruleset.advice, {}, me)
    if ruleset.advice is not None and not is_known(secrets, me):
        unknown = min((each for each in secrets if each.knower != me), key=lambda each: each.name)
        telling = Telling()
        telling.tell("open", frozenset({unknown}), ruleset.advice.span)
        (found,) = telling.found.values()
        yield at("C0525", f"bots are advised by `{unknown.name.rpartition('.')[2]}`, which their player does not know", ruleset.advice.span,
                 more=found.labels[1:], help="advise by what the player knows")


class Analysis(Leaks):
    """What every name of a ruleset tells of, and what its rules tell."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.ruleset = whole, whole.ruleset
        self.sees = Visibility(whole.ruleset)
        self.names: dict[int, Secrets] = {}
        self.telling, self.tellers, self.news = Telling(), set(), set()
        self.exposed: set[Choice] = set()
        self.veiled = may_be_veiled(whole)
        if has_secrets(whole):
            self.analyse(whole)
        self.secrecy = Secrecy(self.veiled, frozenset(self.tellers), frozenset(self.news), sealed(whole))

    def analyse(self, whole: Whole) -> None:
        """Goes through the rules until nothing is added, and again where a choice turns out to steer what others see: it is made in the open."""
        self.set_again = frozenset(number for number, count in _settings(whole).items() if count > 1)
        graph, bodies = graph_of(whole), whole.bodies()
        order, self.clouded, self.touched = in_order(graph), set(), {}
        for name in order:
            self.touched[name] = touched_by(bodies[name]).union(*(self.touched[each] for each in graph[name]))
        self.order = ["to play", *(each for each in reversed(order) if each != "to play")]
        self.guarded = frozenset(f"{each.owner}.{each.name}" for each in kept_in(whole.ruleset) if each.shown != "open")
        self.menus: dict[str, list[m.Action]] = {}
        for each in whole.ruleset.actions.values():
            for menu in each.menus:
                self.menus.setdefault(menu, []).append(each)
        self.risky = {each.name: may_refuse(each, self.body(each), whole.ruleset.processes) for each in whole.ruleset.actions.values()}
        while True:
            self.names = {}
            if all(self.round() for _ in range(MOST_ROUNDS)):
                self.give_up()
            if not self.exposed:
                return
            self.veiled -= self.exposed

    def body(self, action: m.Action) -> m.Block:
        """What an action carries out, and what follows it."""
        return (*action.body, *(step for each in self.ruleset.triggers if action.word in each.actions for step in each.body))

    def round(self) -> bool:
        """Goes through all rules once; whether any name tells of more than was known before."""
        before = dict(self.names)
        self.telling, self.declared, self.exposed, self.tellers, self.news = Telling(), {}, set(), set(), set()
        self.entries = {"to play": Entry(known=self.guarded, lax=True)}
        self.refusals: dict[str, Secrets] = {}
        self.waiting: list[tuple[m.Step, Route, tuple[str, ...]]] = []
        for name in self.order:
            form, _, own = name.partition(" ")
            self.current = name
            if form == "to":
                self.process(self.ruleset.processes[own], self.entries.get(name))
            else:
                self.action(self.ruleset.actions[own], self.entries.get(name))
        for step, route, names in self.waiting:
            secrets = frozenset(each for name in names for each in self.refusals.get(name, OPEN))
            if secrets:
                self.must_know("asked", secrets, None, step, step.clause.span, route)
        return before != self.names

    def give_up(self) -> None:
        """Every name that is set tells of everything that any name does."""
        everything = frozenset(each for secrets in self.names.values() for each in secrets)
        for number in _settings(self.whole):
            self.names[number] = everything
        self.round()

    def process(self, process: m.Process, entry: Entry | None) -> None:
        """Goes through a process."""
        me: Knower = ("acting", self.current)
        for each in process.parameters:
            self.bind(each, self.names.get(each.number, OPEN), me)
        self.block(process.body, Route.after(entry, me))

    def action(self, action: m.Action, entry: Entry | None) -> None:
        """Goes through an action: what it may be chosen with, then what it does."""
        me = entry.me if entry is not None and entry.me is not None else ("acting", self.current)
        route = Route.after(entry, me)
        choice = action.name, action.word
        asked = self.chosen(action.binds, None, route, None, choice)
        for step in action.header:
            asked |= self.header(step, route)
        route.chooser, route.lax = (me if self.risky[action.name] else None), False
        self.refused = OPEN
        self.block(self.body(action), route)
        self.refusals[action.name] = frozenset(each for each in asked | self.refused if each.choice != choice)


def _settings(whole: Whole) -> dict[int, int]:
    """How often names are given values by `let` and `set`."""
    found: dict[int, int] = {}
    for step in whole.steps():
        if isinstance(step.statement, m.Assign) and step.statement.target.op == "local":
            number = step.statement.target.args[0].number
            found[number] = found.get(number, 0) + 1
    return found


class Analysed(Whole):
    """A whole ruleset, of which it is known what it tells."""

    @once
    def secrets(self) -> Analysis:
        """Of which secrets every name tells, and what the rules tell of them."""
        return Analysis(self)
