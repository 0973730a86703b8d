"""State of the information-flow analysis: which secrets each name reveals, who must know what a line depends on, and
the leaks found so far."""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ...foundation.source import Label, Span
from ..model import ruleset as m
from ..model.dispatch import Pass
from ..model.secrecy_facts import NOBODY, Choice, Knower, Place
from ..model.statement_effects import indices_of
from ..model.types import Type
from .flow_state import FlowState, PathCondition, holding
from .leak_findings import LeakFindings
from .visibility import OPEN, SOMEBODY, SecretEnvironment, Secrets, Visibility, is_known, knower
from .whole_program import kept_of
from .writes import name_kept


@dataclass(frozen=True)
class FlowContext:
    """Inputs of the analysis, which no round of it changes.

    `guarded`: fields that not all see. `menus`: the actions of each. `risky`: actions that their effects may refuse.
    `set_again`: names that are given several values. `touched`: what each rule changes.
    """

    ruleset: m.Ruleset
    sees: Visibility
    guarded: frozenset[str]
    menus: Mapping[str, list[m.Action]]
    risky: Mapping[str, bool]
    set_again: frozenset[int]
    touched: Mapping[str, frozenset[str]]


@dataclass
class FlowFacts:
    """Facts that one round over all rules collects. Only `names` is carried into the next round.

    `declared`: when each name for a player was met. `entries`: how each rule is entered. `acting`: who acts in actions
    below an `offer`. `tellers`, `news`, `exposed`: lines and choices, as `Secrecy` has them. `invalidated`: fields
    whose content not all know any longer on the way at hand, `unknown`: on any. `unseen`: the types of names of which
    not all know what they stand for. `perhaps_none`: the numbers of names, and fields, of which not all know whether
    they are anything. `waiting`: offers of which it is seen only when all actions are known whether they
    ask anybody. `refused`: the secrets on which it depends whether the action at hand can be chosen.
    """

    ground: FlowContext
    names: dict[int, Secrets]
    veiled: frozenset[Choice]
    entries: defaultdict[str, list[FlowState]]
    acting: dict[str, Knower] = field(default_factory=dict)
    telling: LeakFindings = field(default_factory=LeakFindings)
    declared: dict[Knower, int] = field(default_factory=dict)
    exposed: set[Choice] = field(default_factory=set)
    tellers: set[Place] = field(default_factory=set)
    news: set[Place] = field(default_factory=set)
    invalidated: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    unseen: dict[int, Type] = field(default_factory=dict)
    perhaps_none: set[int | str] = field(default_factory=set)
    waiting: list[tuple[ProgramPoint, tuple[str, ...]]] = field(default_factory=list)
    refused: Secrets = OPEN

    def declare(self, name: Knower) -> int:
        """When a name for a player was first met; a secret of a later one is another's."""
        return self.declared.setdefault(name, len(self.declared))

    def give(self, local: m.Local, secrets: Secrets) -> None:
        """Adds to what is known of a name the secrets of which it tells."""
        if secrets:
            self.unseen[local.number] = local.type
        if secrets or local.number not in self.names:
            self.names[local.number] = self.names.get(local.number, OPEN) | secrets

    def report_leak(self, form: str, secrets: Secrets, span: Span, more: Iterable[Label] = ()) -> None:
        """A line tells of secrets; of what somebody chooses, it does if that is chosen in the open."""
        self.exposed |= {each.choice for each in secrets if each.choice is not None}
        kept = frozenset(each for each in secrets if each.choice is None)
        if kept:
            self.telling.report_leak(form, kept, span, more)


@dataclass(kw_only=True)
class ProgramPoint(Pass, FlowState):
    """A line of the rules to which play has come by a route, and what is known there."""

    knowledge: FlowFacts
    step: Any = None

    def block(self, block: m.Block) -> None:
        """Goes through every step of a block."""
        before = self.step
        for self.step in block:
            self.read_indices(self.step.statement)
            self.handlers[type(self.step.statement)](self, self.step.statement)
        self.step = before

    def read_indices(self, statement: m.Statement) -> None:
        """Marks the target of a write as seen by whoever sees the write, and its content as no longer known to all.

        What somebody chose unseen is told by this, as by moving it to where it is seen.
        """
        for target, index in indices_of(statement):
            secrets = self.of(index)
            if not secrets:
                continue
            if target is not None:
                self.invalidate(kept_of(target))
            is_unseen = target is not None and isinstance(statement, (m.Assign, m.Transfer))
            reader = reader_of(kept_of(target), self) if is_unseen and target is not None else None
            if reader != NOBODY:
                chosen = frozenset(each for each in secrets if each.choice is not None)
                if not is_known(chosen, reader):
                    self.knowledge.tellers.add(self.span.place)
                self.must_know("picked", secrets - chosen, reader, index.span)

    @property
    def ground(self) -> FlowContext:
        """Facts about the rules that are known beforehand."""
        return self.knowledge.ground

    @property
    def span(self) -> Span:
        """Span of the line."""
        found: Span = self.step.clause.span
        return found

    def inside(self, secrets: Secrets, span: Span) -> Self:
        """Returns the point under a condition of the line."""
        return self.beneath(PathCondition(secrets, span, self.span, self.step.reveals))

    # ---- what is known -----------------------------------------------------------------------------------------------

    @property
    def names(self) -> SecretEnvironment:
        """Secrets behind names, but for those of which all know the meaning by now."""
        names = self.knowledge.names
        return ChainMap(dict.fromkeys(self.told, OPEN), names) if self.told else names

    @property
    def sees(self) -> Visibility:
        """Visibility of the values of expressions here."""
        there = {piece[1] for field, _, piece in self.held if not field}
        return self.ground.sees.where(self.names, self.me, self.knowledge.perhaps_none - there)

    def of(self, value: Any) -> Secrets:
        """The secrets of which an expression tells, or all in a tuple."""
        return without_known(self.sees.of(value), self.known)

    def size(self, bag: m.Expr) -> Secrets:
        """The secrets of which it tells how many pieces lie in a bag."""
        return without_known(self.sees.size(bag), self.known)

    def invalidate(self, *bags: m.Expr | None) -> None:
        """Something unknown has come to what is kept: not all know it any longer."""
        names = {name_kept(bag) for bag in bags if bag is not None}
        self.knowledge.invalidated |= names
        self.knowledge.unknown |= names
        self.known -= names

    def bind(self, local: m.Local, secrets: Secrets, span: Span | None = None) -> None:
        """A name comes to stand for something. What it tells of is added to what is known of it."""
        knowledge = self.knowledge
        knowledge.declare(self.me)
        at = knowledge.declare(("name", local.number))
        kept = frozenset(
            each
            if each.knower in (NOBODY, SOMEBODY) or knowledge.declared.get(each.knower, at + 1) <= at
            else replace(each, knower=SOMEBODY)
            for each in secrets
        )
        if span is not None:
            kept = frozenset(each.through(span, local.name) for each in kept)
        knowledge.give(local, kept)

    def rebind(self, local: m.Local) -> None:
        """A name stands for something new: what was certain of it is so no longer."""
        name: Knower = ("name", local.number)
        self.told -= {local.number}
        self.held = frozenset(each for each in self.held if name not in each)

    def note_absence(self, local: m.Local, value: m.Expr, is_hidden: bool) -> None:
        """A name comes to stand for a value, of which not all may know whether it is none."""
        if local.type.optional and (is_hidden or self.absence(value)):
            self.knowledge.perhaps_none.add(local.number)

    def absence(self, value: m.Expr) -> Secrets:
        """The secrets of which it tells whether a value is none."""
        return without_known(self.sees.absence(value), self.known)

    # ---- what has to be known ----------------------------------------------------------------------------------------

    def must_know(self, form: str, secrets: Secrets, reader: Knower | None, span: Span) -> Secrets:
        """Whoever reads a line, or all, must know on what it depends, unless the line says that it reveals that.

        Gives what it may depend on.
        """
        unknown = unknown_to(secrets, reader)
        if self.step is not None and self.step.reveals:
            if unknown:
                self.knowledge.telling.mark(self.span)
            return secrets
        if unknown:
            self.knowledge.report_leak(form, unknown, span)
        return secrets - unknown

    def in_open(self, reader: Knower | None = None) -> None:
        """All see a line being carried out, or only one player does: they must know the conditions under which it
        is."""
        for under in self.under if reader != NOBODY else ():
            if is_known(under.secrets, reader):
                continue
            if under.reveals:
                self.knowledge.telling.mark(under.line)
            else:
                seen = [Label(self.span, "this is seen")]
                self.knowledge.report_leak("open", unknown_to(under.secrets, reader), under.span, seen)

    def refuse(self, secrets: Secrets, span: Span) -> None:
        """Something may be refused to whoever chose what leads here."""
        if self.chooser is not None:
            self.knowledge.refused |= self.must_know("refused", secrets, self.chooser, span)

    def conditions(self) -> Secrets:
        """The secrets of which it tells that play has come here."""
        return frozenset(each for under in self.under if not under.reveals for each in under.secrets)

    def hands_over(self, secrets: Secrets, reader: Knower | None) -> None:
        """Something comes to where it is seen: that tells its reader of it, or all, and is meant to.

        It may be news to whoever acts.
        """
        told = frozenset(each for each in secrets if each.choice is None)
        if reader != NOBODY and not is_known(told, reader):
            self.knowledge.tellers.add(self.span.place)
            if reader in (None, self.me) and not is_known(told, self.me):
                self.knowledge.news.add(self.span.place)

    def must_be_there(self, things: tuple[m.Expr, ...], reader: Knower | None) -> None:
        """Things move or are laid: whoever sees that sees whether there are any."""
        for each in things if reader != NOBODY else ():
            self.must_know("moved", self.absence(each), reader, each.span)

    def show_value(self, value: m.Expr, reader: Knower | None) -> None:
        """A value comes to where one player sees it: one who acts hands over what it knows, or a thing as it is kept,
        if it knows which."""
        sees = self.sees
        secrets = without_known(sees.secrets_of_pick(value) if is_as_kept(value) else sees.of(value), self.known)
        if reader not in (None, NOBODY) and not is_known(secrets, self.me):
            self.must_know("handed", secrets, reader, value.span)

    def takes_from(self, domain: m.Expr, local: m.Local) -> None:
        """A name that stands for something in a bag: it lies there."""
        bag = domain.args[1] if domain.op == "those" else domain
        if bag.op == "field" and bag.type.is_bag:
            self.held |= holding(bag, local.at(domain.span), self.me)


def reader_of(kept: m.Expr, route: FlowState, content: bool = False) -> Knower | None:
    """Returns the player who sees that a field changes; none for all.

    Of a bag that is counted all see how many pieces there are, but not which.
    """
    field = kept.args[0] if kept.op == "field" else kept.args[1]
    if field.shown == "open" or (field.type.is_bag and field.counted and not content):
        return None
    return NOBODY if field.shown == "hidden" else knower(kept.args[1] if kept.op == "field" else None, route.me)


def is_as_kept(value: m.Expr) -> bool:
    """Tells if a value is the content of a field, and nothing that is worked out from it."""
    return is_as_kept(value.args[1]) if value.op == "as" else value.op in ("field", "record", "edge")


def known_to(secrets: Secrets, reader: Knower) -> Secrets:
    """Those that a player knows; of the others it is told elsewhere that they leak."""
    return secrets - unknown_to(secrets, reader)


def unknown_to(secrets: Secrets, reader: Knower | None) -> Secrets:
    """Those that a player does not know; with none, that not everybody knows."""
    return frozenset(each for each in secrets if not is_known(frozenset({each}), reader))


def without_known(secrets: Secrets, known: frozenset[str]) -> Secrets:
    """Those of things that are kept and that not all know so far."""
    return frozenset(each for each in secrets if each.name not in known)
