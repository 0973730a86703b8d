"""Plan of move generation: a tree of loops and conditions, each condition as early as it can be asked.

A requirement made with `and` is asked part by part, each as soon as its names are known; a requirement that says which
rows come into question at all narrows the loop down; a parameter with few values has no loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from ...foundation.source import Span
from ...rules.model import ruleset as m
from ...rules.model.types import NONE, YES_NO
from ...rules.program import instructions as i
from .dependencies import is_number, mentions, size_of
from .optimiser import Optimiser
from .preconditions import Preconditions
from .row_slots import BySlot
from .search_tree import Ask, Each, Name, Offered, Search

MOST_COPIES = 64
"""Times that what follows a parameter is written out, where few values can be chosen for it and for those before it."""
MOST_ASKED = 20_000
"""Nodes of the questions of a program that are written out more than once."""


Questions: TypeAlias = Sequence[Sequence["Ask | Name"]]
"""What is asked behind each parameter, first before all, as questions without what follows."""
Substitution: TypeAlias = Mapping[m.Local, m.Expr]
"""The values of names, where they are known."""


class GenerationPlanner:
    """Makes the searches for the options of one program."""

    def __init__(self, optimiser: Optimiser, demands: Preconditions, slots: BySlot) -> None:
        self.make, self.left, self.demands, self.slots = optimiser, MOST_ASKED, demands, slots
        self.tried = self.alone = False

    def of(self, option: i.Option, alone: bool = False) -> Search:
        """All that is asked before an option may be chosen, and its values. One that is `alone` is the only one of its
        decision."""
        self.alone = alone and len(option.binds) == 1
        demanded = self.demands.of(option) if option.is_tried else ()
        self.tried = demanded is None
        return self.from_level(0, option, self.questions(option, demanded or ()), {}, 1)

    def questions(self, option: i.Option, demanded: Sequence[m.Expr]) -> Questions:
        """Returns the questions behind each parameter; a condition of two is asked as two."""
        levels = {local: n + 1 for n, local in enumerate(option.binds)}
        found: list[list[Ask | Name]] = [[] for _ in range(len(option.binds) + 1)]
        for guard in option.guards:
            if guard.local is not None and guard.condition is not None:
                levels[guard.local] = guard.level
                found[guard.level].append(Name(guard.local, guard.condition, ()))
                continue
            for condition in self.conditions(guard):
                found[self.level(condition, levels)].append(Ask(condition, ()))
        for condition in demanded:
            found[self.level(condition, levels)].append(Ask(condition, ()))
        return found

    def level(self, condition: m.Expr, levels: Mapping[m.Local, int]) -> int:
        """Behind how many parameters a condition can be asked."""
        return max((at for local, at in levels.items() if mentions(condition, local)), default=0)

    def conditions(self, guard: i.Guard) -> list[m.Expr]:
        """Returns the conditions of a guard, part by part."""
        if guard.amount is not None and guard.held is not None:
            return [m.Expr("ge", (guard.held, guard.amount), YES_NO, guard.amount.span)]
        return m.conjuncts(self.make.write_out(guard.condition)) if guard.condition is not None else []

    def from_level(
        self, level: int, option: i.Option, questions: Questions, known: Substitution, copies: int
    ) -> Search:
        """The search from behind so many parameters on; of some names the values are known."""
        asked: list[Ask | Name] = []
        for each in questions[level]:
            question = (
                replace(each, condition=self.make.specialise(each.condition, known))
                if isinstance(each, Ask)
                else replace(each, value=self.make.specialise(each.value, known))
            )
            if isinstance(question, Name) and question.value.op in ("const", "local"):
                known = {**known, question.local: question.value}
            elif isinstance(question, Name) or question.condition.op != "const":
                asked.append(question)
            elif not question.condition.args[0]:
                return ()
        then = self.loop(level, option, questions, known, copies)
        for question in reversed(self.by_slots(without_implied(asked), then)):
            then = (replace(question, then=then),) if then else ()
        return then

    def by_slots(self, asked: list[Ask | Name], then: Search) -> list[Ask | Name]:
        """Returns the plan with slots for rows of which only what they keep is asked."""
        for n, each in enumerate(asked):
            later = [one for one in asked[n + 1 :] if isinstance(one, Ask)]
            if isinstance(each, Name) and len(later) == len(asked) - n - 1:
                found = self.slots.of(each, later, tuple(values_in(then)))
                if found is not None:
                    return [*asked[:n], found[0], *found[1]]
        return asked

    def loop(self, level: int, option: i.Option, questions: Questions, known: Substitution, copies: int) -> Search:
        """The loop over the parameter behind so many others; at the end its values are offered."""
        if level == len(option.binds):
            values = tuple(
                self.value(local, known, domain.span)
                for local, domain in zip(option.binds, option.domains, strict=True)
            )
            return (Offered(values, self.tried),)
        local = option.binds[level]
        domain, questions = self.narrow(
            local, level, self.make.specialise(option.domains[level], known), questions, known
        )
        domain = self.make.folds.members(domain)
        few = self.make.folds.few(domain)
        if few is not None and copies * len(few) <= MOST_COPIES and self.left > 0:
            later = [each for row in questions[level + 1 :] for each in row]
            self.left -= len(few) * sum(
                size_of(each.condition if isinstance(each, Ask) else each.value) for each in later
            )
            ways = [{**known, local: self.make.shared.const(value, local.type, domain.span)} for value in few]
            return tuple(
                each for way in ways for each in self.from_level(level + 1, option, questions, way, copies * len(few))
            )
        then = self.from_level(level + 1, option, questions, known, copies)
        return (Each(local, domain, then),) if then else ()

    def narrow(
        self, local: m.Local, level: int, domain: m.Expr, questions: Questions, known: Substitution
    ) -> tuple[m.Expr, Questions]:
        """Returns the values that a parameter may have, and the questions that are left then."""
        asked = questions[level + 1]
        open_names = {each.local for each in asked if isinstance(each, Name)}
        for n, each in enumerate(asked):
            if not isinstance(each, Ask) or any(mentions(each.condition, name) for name in open_names):
                continue
            condition = self.make.write_out_with(each.condition, known)
            found, left = self.make.folds.narrow(local, domain, [condition])
            if not left:
                return self.make.look_up(found), _without(questions, level + 1, n)
        return self.narrow_to_index(local, level, domain, questions, known, open_names)

    def narrow_to_index(
        self,
        local: m.Local,
        level: int,
        domain: m.Expr,
        questions: Questions,
        known: Substitution,
        open_names: Set[m.Local],
    ) -> tuple[m.Expr, Questions]:
        """Returns both where the rows that hold a value are indexed."""
        keeping = self.make.folds.keeping
        for n, each in enumerate(questions[level + 1] if keeping is not None else ()):
            if isinstance(each, Ask) and not any(mentions(each.condition, name) for name in open_names):
                assert keeping is not None
                found = keeping.rows_holding(local, domain, self.make.write_out_with(each.condition, known), self.alone)
                if found is not None:
                    return self.make.look_up(found), _without(questions, level + 1, n)
        return domain, questions

    def value(self, local: m.Local, known: Substitution, span: Span) -> m.Expr:
        """The value of a parameter: a constant, or its name."""
        value = known.get(local)
        return value if value is not None else self.make.shared.of("local", (local,), local.type, span)


def _without(questions: Questions, level: int, n: int) -> Questions:
    """The questions but for one of a level."""
    return [[*row[:n], *row[n + 1 :]] if at == level else row for at, row in enumerate(questions)]


def values_in(search: Search) -> list[m.Expr]:
    """All expressions in a search."""
    found: list[m.Expr] = []
    for each in search:
        match each:
            case Offered(values=values):
                found += values
            case Ask(condition=e, then=then) | Name(value=e, then=then) | Each(domain=e, then=then):
                found += [e, *values_in(then)]
    return found


def without_implied(asked: list[Ask | Name]) -> list[Ask | Name]:
    """Returns the questions without those that follow from the rest: what is none is not the acting player."""
    conditions = [each.condition for each in asked if isinstance(each, Ask)]
    empty = [each.args[0] for each in conditions if each.op == "eq" and is_number(each.args[1], NONE)]
    sure = [
        each
        for each in conditions
        if each.op == "ne" and each.args[1].op == "me" and any(each.args[0] is one for one in empty)
    ]
    return [each for each in asked if isinstance(each, Name) or not any(each.condition is one for one in sure)]
