"""Information-flow analysis: finds rules that leak a secret through what they offer, ask, or do in the open.

Every process and action is gone through once for all ways that lead to it, those that lead there first; what its names
tell of is kept, and the whole is repeated until nothing is added to that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...foundation.source import Diagnostics, Label, at, warning
from ...foundation.source.lazy_property import lazy_property
from ..model import ruleset as m
from ..model.secrecy_facts import NOBODY, Knower, Secrecy
from .certain_pieces import certain_line
from .control import in_order
from .control_secrets import Branches
from .flow_state import FlowState
from .hidden_choices import may_be_veiled, sealed_lines
from .leak_findings import LeakFindings
from .program_points import FlowContext, FlowFacts
from .refusal_proofs import may_refuse
from .visibility import OPEN, Secrets, Visibility, is_known
from .whole_program import WholeProgram, kept_in, notice_expressions
from .writes import written_by

MOST_ROUNDS = 6
"""How often the rules are gone through; after that every name that is set tells of everything."""


class Analysed(WholeProgram):
    """A ruleset and what it tells."""

    @lazy_property
    def secrets(self) -> FlowAnalysis:
        """Of which secrets every name tells, and what the rules tell of them."""
        return FlowAnalysis(self)


def check_secrets(whole: Analysed) -> Diagnostics:
    """C0524: something tells what not all know. C0525: what bots are advised by. C0526: a line reveals nothing."""
    analysis = whole.secrets
    yield from analysis.telling.found.values()
    yield from _advice_findings(whole.ruleset, analysis.sees)
    yield from _text_findings(whole.ruleset, analysis)
    needed = set(analysis.telling.needed)
    for step in whole.steps() if not analysis.telling.found else ():
        span = step.clause.span
        if step.reveals and span.place not in needed:
            needed.add(span.place)
            yield warning("C0526", "this line reveals no secret", span, help="take out `reveals`")


def has_secrets(whole: WholeProgram) -> bool:
    """Tells if there is anything that not all see."""
    drawn = (each.local for each in whole.statements(m.Draw, m.Roll))
    return any(each.shown != "open" for each in (*kept_in(whole.ruleset), *drawn))


def _advice_findings(ruleset: m.Ruleset, sees: Visibility) -> Diagnostics:
    """Reports C0525: what bots are advised, and what players are warned of, is asked for a player, who may not know it."""
    me: Knower = ("acting", 0)
    notices = [(each, True) for one in ruleset.notices for each in notice_expressions(one)]
    for value, is_notice in ((ruleset.advice, False), *notices):
        secrets = sees.where({}, me).of(value)
        if value is None or is_known(secrets, me):
            continue
        name, more = _unknown_secret(secrets, me, value)
        yield at(
            "C0525",
            f"players are warned by `{name}`, which they do not know"
            if is_notice
            else f"bots are advised by `{name}`, which their player does not know",
            value,
            more=more,
            help="warn of what the player knows" if is_notice else "advise by what the player knows",
        )


def _text_findings(ruleset: m.Ruleset, analysis: FlowAnalysis) -> Diagnostics:
    """Reports C0525: what a line or an action says is read by whoever acts, who may not know it. What the header of an
    action has given a name to is known as far as whoever acts knows it."""
    me: Knower = ("acting", 0)
    headers = {name: frozenset(_header_names(each)) for name, each in ruleset.actions.items()}
    for key, values in ruleset.spoken.items():
        own = headers.get(key.rpartition(".")[0], frozenset())
        names = {
            number: frozenset(
                replace(s, knower=me) if number in own and s.knower[0] == "acting" else s for s in secrets
            )
            for number, secrets in analysis.names.items()
        }
        for value in values.values():
            secrets = analysis.sees.where(names, me).of(value)
            if not is_known(secrets, me):
                name, more = _unknown_secret(secrets, me, value)
                message = f"a text says `{name}`, which whoever reads it does not know"
                yield at("C0525", message, value, more=more, help="say what all know, or what whoever acts keeps")


def _header_names(action: m.Action) -> Iterator[int]:
    """The numbers of the names that are known before an action is chosen: its values, and what its header names."""
    yield from (each.local.number for each in action.binds)
    for step in action.header:
        if isinstance(step.statement, m.Assign):
            yield step.statement.target.args[0].number


def _unknown_secret(secrets: Secrets, me: Knower, value: m.Expr) -> tuple[str, Sequence[Label]]:
    """The name of a secret that a player does not know, and where it comes from."""
    unknown = min((each for each in secrets if each.knower != me), key=lambda each: each.name)
    telling = LeakFindings()
    telling.report_leak("open", frozenset({unknown}), value.span)
    (found,) = telling.found.values()
    return unknown.name.rpartition(".")[2], found.labels[1:]


class FlowAnalysis:
    """Secrets behind every name of a ruleset, and all that its rules reveal."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole, self.ruleset = whole, whole.ruleset
        self.sees = Visibility(whole.ruleset)
        self.names: dict[int, Secrets] = {}
        self.veiled = may_be_veiled(whole)
        self.ground = self.prepare()
        self.perhaps_none = set[int | str]()
        self.found = FlowFacts(self.ground, self.names, self.veiled, defaultdict(list))
        if has_secrets(whole):
            self.analyse()
        self.telling = self.found.telling
        self.secrecy = Secrecy(
            self.veiled, frozenset(self.found.tellers), frozenset(self.found.news), sealed_lines(whole), *self.knowers()
        )

    def knowers(self) -> tuple[dict[int, Knower], dict[str, Knower]]:
        """Returns the players who know the meaning of names: nobody, where those are secrets of several.

        And who acts in actions below an `offer`.
        """
        found, several = dict[int, Knower](), {("name", number) for number in self.ground.set_again}
        for number, secrets in self.names.items():
            who = {NOBODY if each.knower in {("name", number), *several} else each.knower for each in secrets}
            if who:
                found[number] = who.pop() if len(who) == 1 else NOBODY
        return found, self.found.acting

    @property
    def unknown_kinds(self) -> frozenset[str]:
        """The kinds of which not all know where each row is: one was drawn in secret, or stands for something unseen, or
        something unknown has come to where its rows are kept."""
        kept = (each for each in kept_in(self.ruleset) if f"{each.owner}.{each.name}" in self.found.unknown)
        unseen = (each.type for each in kept if each.shown != "open")
        drawn = (each.local.type for each in self.whole.statements(m.Draw, m.Roll) if each.local.shown != "open")
        return frozenset((each.element or each).name for each in (*unseen, *drawn, *self.found.unseen.values()))

    def prepare(self) -> FlowContext:
        """Returns the facts about the rules that are known before they are gone through."""
        rules, whole = self.ruleset, self.whole
        order = in_order(whole.graph)
        self.order = ["to play", *(each for each in reversed(order) if each != "to play")]
        touched = dict[str, frozenset[str]]()
        for name in order:
            touched[name] = written_by(whole.bodies[name]).union(*(touched[each] for each in whole.graph[name]))
        return FlowContext(
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
        before = (dict(self.names), len(self.perhaps_none))
        refusals = dict[str, Secrets]()
        self.found = known = FlowFacts(
            self.ground, self.names, self.veiled, defaultdict(list), perhaps_none=self.perhaps_none
        )
        known.entries["to play"].append(FlowState(("acting", "to play"), known=self.ground.guarded))
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
        return before != (self.names, len(self.perhaps_none))

    def give_up(self) -> None:
        """Every name that is set tells of everything that any name does."""
        everything = frozenset(each for secrets in self.names.values() for each in secrets)
        for number in _settings(self.whole):
            self.names[number] = everything
        self.perhaps_none |= {*_settings(self.whole), *self.ground.guarded}
        self.round()

    def process(self, process: m.Process, name: str) -> None:
        """Goes through a process."""
        me: Knower = ("acting", name)
        route = Branches.at_entry(self.found.entries[name], me, knowledge=self.found)
        for each in process.parameters:
            route.bind(each, self.names.get(each.number, OPEN))
        route.block(process.body)

    def action(self, action: m.Action, name: str) -> Secrets:
        """Goes through an action: what it may be chosen with, then what it does.

        Gives what decides whether it can be chosen.
        """
        known, choice = self.found, (action.name, action.word)
        me = known.acting.get(action.name, ("acting", name))
        route = Branches.at_entry(known.entries[name], me, knowledge=known)
        for each in self.ruleset.interrupts:
            if each.where is not None and each.menu in action.menus:
                route.must_know("open", route.of(each.where), None, each.where.span)
        asked = route.bind_choice(action.binds, None, choice)
        certain = certain_line(action)
        for route.step in action.header:
            found = route.header()
            asked |= OPEN if route.step is certain else found
        route.chooser, route.lax = (me if self.ground.risky[action.name] else None), False
        known.refused = OPEN
        route.block(self.whole.effects(action))
        return frozenset(each for each in asked | known.refused if each.choice != choice)


def _settings(whole: WholeProgram) -> Counter[int]:
    """Counts the times that names are given values by `let` and `set`."""
    targets = (each.target for each in whole.statements(m.Assign))
    return Counter(each.args[0].number for each in targets if each.op == "local")
