"""Lists options that may be too much work at their worst: as they are written, counting what is looked at.

Other decisions are listed as the optimised program plans it, and charged for at their worst. Here the values of an
option, and the guards as soon as their values are known, are gone through as the interpreter goes through them, so that
no count is less than that of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...rules.program import instructions as i
from .decisions import Offering, Options
from .form import Block, If, Work, op
from .iterations import Through
from .scope import HERE, Environment, Value
from .work_counting import WorkCounting


class CountedListing:
    """The search for the options of a decision, with statements that count."""

    def __init__(self, options: Options, counting: WorkCounting) -> None:
        self.options, self.counting = options, counting
        self.lowering, self.budget = options.lowering, options.budget

    def search(self, at: int, n: int, offering: Offering) -> Block:
        """Returns the statements that look for the ways of an option; what is offered is put into the list, or is enough."""
        return self._from_level(self.counting.decision_as_written(at).options[n], 0, HERE, offering)

    def _from_level(self, option: i.Option, level: int, names: Environment, offering: Offering) -> Block:
        """The guards that are known with so many values, then the next value."""
        guards = [each for each in option.guards if each.level == level]
        return self._ask(guards, names, lambda inner: self._next_value(option, level, inner, offering))

    def _ask(self, guards: Sequence[i.Guard], names: Environment, then: Callable[[Environment], Block]) -> Block:
        if not guards:
            return then(names)
        guard, *rest = guards
        if guard.slot >= 0:
            return self._name_value(guard, names, lambda inner: self._ask(rest, inner, then))
        if guard.amount is not None:
            assert guard.held is not None
            work = self.counting.cost.of((guard.amount, guard.held))
            enough = op(">=", self.lowering.expr(guard.held, names), self.lowering.expr(guard.amount, names))
            return (*self._charge(work), If(enough, self._ask(rest, names, then)))
        assert guard.condition is not None
        condition, work = self.counting.value(guard.condition, names)
        holds = self.lowering.truth(condition, names)
        return (*self._charge(work), If(holds, self._ask(rest, names, then)))

    def _name_value(self, guard: i.Guard, names: Environment, then: Callable[[Environment], Block]) -> Block:
        """A name gets a value; a set is asked for its words where it is used, and charged for at its worst."""
        assert guard.condition is not None and guard.local is not None
        if guard.condition.type.is_set:
            inner = names.bind(guard.local, self.lowering.set_of(guard.condition, names))
            return (*self._charge(self.counting.cost.of(guard.condition)), *then(inner))
        value, work = self.counting.value(guard.condition, names)
        let, var = self.options.effects.let(guard.local.name, self.lowering.value(value, names))
        return (*self._charge(work), let, *then(names.bind(guard.local, var)))

    def _next_value(self, option: i.Option, level: int, names: Environment, offering: Offering) -> Block:
        """The loop over the values of the next parameter; behind the last the option is offered."""
        if level == len(option.domains):
            values = [
                replace(domain, op="local", args=(local,), type=local.type)
                for domain, local in zip(option.domains, option.binds, strict=True)
            ]
            return self.options.offer(values, option.is_tried, names, offering)
        domain, work = self.counting.domain(option.domains[level], names)
        asked = tuple(each.condition for each in option.guards if each.level > level)
        own = self.lowering.with_own_lists(names, domain, asked, tried=option.is_tried)
        going: Through = self.lowering.through(domain, own)

        def look_at(value: Value) -> Block:
            inner = names.bind(option.binds[level], value)
            return (*self._charge(1), *self._from_level(option, level + 1, inner, offering))

        return (*self._charge(work), *self.counting.go_through(option.binds[level].name, going, look_at))

    def _charge(self, work: int) -> Block:
        """Counts work that is known beforehand, and stops where it is over the limit."""
        if not work:
            return ()
        return (Work(self.budget.counter, min(work, self.budget.limit + 1)), *self.options.stop_at_limit())
